#include "referee/show/report/live/fault_notes.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/fault_scene.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/catalogue.hpp"

namespace referee::report {
namespace {

constexpr std::size_t most_words = 3;
// From this number of faults of one kind on, a bot may be given up.
constexpr std::uint64_t hopeless = 10;

std::vector<std::string> words_of(const match::MatchRecord& record,
                                  const match::MatchFault& fault) {
  const auto scenes = match::fault_scenes(record);
  const match::FaultScene* const scene = scene_of(scenes, fault);
  std::vector<std::string> lines;
  if (scene != nullptr) lines = text::last_lines(scene->errors, most_words);
  for (std::string& line : lines) line.insert(0, "  | ");
  return lines;
}

// How long a bot that ran out of wall time was kept waiting; empty if hardly at all.
std::string wait_of(const match::MatchRecord& record, const match::MatchFault& fault) {
  const auto& bot = record.measured.bots[rules::index(fault.seat)];
  if (fault.fault.kind != bot::FaultKind::timeout || !bot.departure.waited ||
      *bot.departure.waited < shortest_wait) {
    return {};
  }
  return fmt::format("  it had computed for {}, and waited {} for a processor", time_text(bot.cpu),
                     time_text(*bot.departure.waited));
}

}  // namespace

FaultNotes::Kind& FaultNotes::kind_of(std::string_view game, std::string_view title,
                                      bot::FaultKind kind, const std::string& bot) {
  ++count_;
  // Names cannot contain newlines, so these keys are unique.
  Kind& known = kinds_[fmt::format("{}\n{}\n{}", game, bot::name(kind), bot)];
  known.name = fmt::format("{} fault", bot::name(kind));
  known.where = fmt::format("of {} in {}", text::safe_text(bot), title);
  ++known.count;
  return known;
}

void FaultNotes::count(const store::MatchSummary& match) {
  const rules::GameInfo* info = games_.of_record(match.game, {});
  const std::string_view title = info != nullptr ? info->title : std::string_view(match.game);
  for (std::size_t i = 0; i < match.seats.size(); ++i) {
    if (match.seats[i].fault) kind_of(match.game, title, *match.seats[i].fault, match.bots[i]);
  }
}

std::vector<std::string> FaultNotes::add(const match::MatchRecord& record) {
  std::vector<std::string> lines;
  for (const match::MatchFault& fault : record.faults) {
    Kind& known = kind_of(record.game->name, record.game->title, fault.fault.kind,
                          record.bots[rules::index(fault.seat)].name);
    if (known.reasons.size() == in_full || !known.reasons.insert(fault.fault.reason).second) {
      continue;
    }
    const std::string match = record.match ? fmt::format(", match {}", *record.match) : "";
    lines.push_back(
        fmt::format("fault: {}{}, {}", record.game->title, match, fault_text(record, fault)));
    for (std::string& line : words_of(record, fault)) lines.push_back(std::move(line));
    if (std::string line = wait_of(record, fault); !line.empty()) lines.push_back(std::move(line));
    if (!folder_.empty() && record.match && fault.ply > 0) {
      lines.push_back(fmt::format("  see: referee show {} {} --plies {}", text::shell_word(folder_),
                                  *record.match, fault.ply));
      if (fault.fault.kind == bot::FaultKind::given_up) continue;
      // Without a seat, the bot that failed first is meant.
      lines.push_back(fmt::format("  again: referee replay {} {}{}", text::shell_word(folder_),
                                  *record.match,
                                  &fault == &record.faults.front()
                                      ? std::string()
                                      : fmt::format(" --seat {}", rules::index(fault.seat) + 1)));
    }
  }
  add_ends(record, lines);
  return lines;
}

// The game is over by then, so it does not count as a fault; but its author wants to know.
void FaultNotes::add_ends(const match::MatchRecord& record, std::vector<std::string>& lines) {
  if (!record.game->farewell) return;
  for (const rules::Seat seat : record.bots.seats()) {
    const std::string end = unclean_end(record.measured.bots[rules::index(seat)].departure);
    if (end.empty() || match::fault_of(record, seat) != nullptr) continue;
    const std::string& bot = record.bots[rules::index(seat)].name;
    if (ends_[{std::string(record.game->title), bot}]++ > 0) continue;
    lines.push_back(fmt::format(
        "note: {}{}, {} {} after the game, which is no fault; a clean end is exit code 0",
        record.game->title, record.match ? fmt::format(", match {}", *record.match) : "",
        bot_and_seat(record, seat), end));
  }
}

std::vector<std::string> FaultNotes::last_words(const match::MatchRecord& record) {
  std::vector<std::string> lines;
  for (const match::MatchFault& fault : record.faults) {
    const auto words = words_of(record, fault);
    const std::string wait = wait_of(record, fault);
    if (words.empty() && wait.empty()) continue;
    const std::string match = record.match ? fmt::format(" in match {}", *record.match) : "";
    lines.push_back(
        fmt::format("  {}{}{}:", text::safe_text(record.bots[rules::index(fault.seat)].name),
                    words.empty() ? "" : " wrote last", match));
    lines.insert(lines.end(), words.begin(), words.end());
    if (!wait.empty()) lines.push_back(wait);
  }
  return lines;
}

std::vector<std::string> FaultNotes::counted() const {
  std::vector<std::string> lines;
  for (const auto& [key, kind] : kinds_) {
    const std::uint64_t told = kind.reasons.size();
    if (kind.count == told) continue;
    std::string line = fmt::format(
        "fault: {} {}{}", text::plural(kind.count - told, (told > 0 ? "more " : "") + kind.name),
        kind.where, told > 0 && told < in_full ? ", for the same reasons" : "");
    if (!folder_.empty() && kind.count >= hopeless) {
      line += "; \"give_up_after\": 3 in the config stops starting such a bot";
    }
    lines.push_back(std::move(line));
  }
  for (const auto& [bot, games] : ends_) {
    if (games == 1) continue;
    lines.push_back(fmt::format("note: {} of {} in {} without a clean end",
                                text::plural(games - 1, "more game"), text::safe_text(bot.second),
                                bot.first));
  }
  return lines;
}

}  // namespace referee::report
