#include "referee/run/tournament/open_matches.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <new>
#include <sstream>
#include <system_error>

#include "referee/base/text/error.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/walls/shares.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/config/marks.hpp"
#include "referee/run/store/store.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {
namespace {

namespace fs = std::filesystem;

// The command that plays a match alone; empty if its first moves are given, which no option says.
std::string command_for(const MatchStart& match, const config::Manifest& manifest) {
  const config::Event& event = manifest.events[match.pairing.event];
  if (!event.beginning.usual()) return {};
  std::error_code error;
  const bool here = fs::equivalent(manifest.folder, ".", error);
  const rules::GameInfo& game = *match.game;
  std::string command =
      here ? "" : fmt::format("cd {} && ", text::shell_word(manifest.folder.string()));
  command +=
      fmt::format("referee match {}", !here && game.outside ? text::shell_word(game.outside->folder)
                                                            : match::game_word(game));
  const std::string seed = config::seed_text(match.pairing.told().value_or(match.pairing.seed));
  for (const std::size_t bot : match.pairing.bots) {
    std::string word = event.bots[bot].command;
    for (auto at = word.find(config::seed_mark); at != std::string::npos;
         at = word.find(config::seed_mark, at + seed.size())) {
      word.replace(at, config::seed_mark.size(), seed);
    }
    command += ' ' + text::shell_word(word);
  }
  return command + fmt::format(" --seed {}", match.pairing.seed);
}

}  // namespace

bool leaves_open(const std::exception& error) {
  if (dynamic_cast<const store::StoreError*>(&error) != nullptr) return false;
  if (dynamic_cast<const walls::TooLittle*>(&error) != nullptr) return false;
  return dynamic_cast<const text::MachineError*>(&error) != nullptr ||
         dynamic_cast<const std::system_error*>(&error) != nullptr ||
         dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
}

MatchLeftOpen left_open_by(const std::exception& error, MatchStart match,
                           const config::Manifest& manifest) {
  MatchLeftOpen open;
  open.why = text::message_of(error);
  if (const auto* judge = dynamic_cast<const judge::JudgeError*>(&error)) {
    open.details = judge->details();
    if (judge->last_line) {
      open.line = match::escape_line(judge->last_line->line);
      open.line_of =
          judge->last_line->jury ? std::string() : match.bots[rules::index(judge->last_line->seat)];
    }
  }
  open.again = command_for(match, manifest);
  open.match = std::move(match);
  return open;
}

void FailuresInARow::add(const MatchLeftOpen& match) {
  std::set<std::string> suspects(match.match.bots.begin(), match.match.bots.end());
  if (!match.line_of.empty()) suspects = {match.line_of};
  if (count_++ == 0) {
    suspects_ = std::move(suspects);
  } else {
    std::erase_if(suspects_, [&](const std::string& bot) { return !suspects.contains(bot); });
  }
}

bool FailuresInARow::concern(const rules::BySeat<std::string>& bots) const {
  return count_ >= most_ && !suspects_.empty() &&
         std::all_of(suspects_.begin(), suspects_.end(), [&](const std::string& suspect) {
           return std::find(bots.begin(), bots.end(), suspect) != bots.end();
         });
}

void OpenMatches::add_untried(std::uint64_t matches, const std::set<std::string>& bots) {
  if (matches == 0) return;
  untried_ += matches;
  untried_bots_.insert(bots.begin(), bots.end());
}

std::vector<std::string> OpenMatches::lines(bool kept) const {
  constexpr std::size_t most = 20;
  if (empty()) return {};
  std::vector<std::string> lines;
  const auto names = [](const std::set<std::string>& bots) {
    std::vector<std::string> safe;
    for (const std::string& bot : bots) safe.push_back(text::safe_text(bot));
    return text::join_with(safe, "and");
  };
  lines.push_back(
      fmt::format("{} no result{}:", text::plural(all_.size(), "match has", "matches have"),
                  kept ? "; the same command tries again" : ""));
  std::map<std::string, std::size_t> blamed;
  for (const MatchLeftOpen& open : all_) {
    if (!open.line_of.empty()) ++blamed[open.line_of];
  }
  for (std::size_t i = 0; i < std::min(most, all_.size()); ++i) {
    const MatchLeftOpen& open = all_[i];
    const auto& [number, pairing, game, bots] = open.match;
    std::string seated;
    for (const rules::Seat seat : bots.seats()) {
      text::add_to_list(seated, fmt::format("{} ({})", bots[seat], game->seat_names[seat]), " - ");
    }
    lines.push_back(text::safe_text(fmt::format("  match {}, {}: {}, round {}, seed {}", number,
                                                game->title, seated, pairing.round, pairing.seed)));
    lines.push_back("    " + text::safe_text(open.why));
    if (open.line) {
      lines.push_back(
          text::safe_text(fmt::format("    the last line that it read: '{}', of {}", *open.line,
                                      open.line_of.empty() ? "the jury" : open.line_of)));
    }
    if (!open.again.empty()) lines.push_back("    again: " + text::safe_text(open.again));
    if (i > 0) continue;
    std::istringstream details(open.details);
    for (std::string line; std::getline(details, line);) {
      lines.push_back("    " + text::safe_text(line));
    }
  }
  if (all_.size() > most) lines.push_back(fmt::format("  and {} more", all_.size() - most));
  if (untried_ > 0) {
    lines.push_back(fmt::format("  {} of {} {} not tried, because those before had all failed",
                                text::plural(untried_, "further match", "further matches"),
                                names(untried_bots_), untried_ == 1 ? "was" : "were"));
  }
  // The machine's failures have no line that tells more.
  FailuresInARow all(2);
  for (const MatchLeftOpen& open : all_) all.add(open);
  if (all.count() > 1 && all.suspects().size() == 1 && blamed.empty()) {
    lines.push_back(fmt::format("All of them are matches of {}.", names(all.suspects())));
  }
  for (const auto& [bot, matches] : blamed) {
    if (matches < 2) continue;
    lines.push_back(fmt::format(
        "In {} of them the judge failed after a line of {}; a sound judge refuses such a line.",
        matches, text::safe_text(bot)));
  }
  return lines;
}

}  // namespace referee::tournament
