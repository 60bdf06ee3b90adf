
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

using match::FaultScene;
using match::MatchRecord;

namespace {

constexpr std::size_t most_read = 6;
constexpr std::size_t most_errors = 12;
constexpr int widest_line = 200;

// What it read, the last lines of it.
std::vector<std::string> read_lines(const FaultScene& scene) {
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(scene.read)) {
    lines.push_back(text::cut(text::safe_text(line), widest_line));
  }
  if (lines.size() > most_read) {
    const auto left_out = lines.size() - most_read + 1;
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(left_out));
    lines.insert(lines.begin(), fmt::format("... ({} before)", text::plural(left_out, "line")));
  }
  return lines;
}

std::string wrote_text(const match::MatchFault& fault) {
  if (!fault.line) return "no complete line";
  if (fault.line->empty()) return "an empty line";
  return text::cut(match::escape_line(*fault.line), widest_line);
}

// Empty where a judge lists no moves.
std::string legal_text(const FaultScene& scene) {
  if (scene.legal_count == 0) return {};
  std::string moves = text::join(scene.legal, " ");
  if (scene.legal.size() < scene.legal_count) moves += " ...";
  return fmt::format("{}: {}", text::plural(scene.legal_count, "move"), moves);
}

// Rows of a label and its lines.
class Rows {
 public:
  explicit Rows(const TextStyle& style) : style_(style) {}

  // Lines as they are: of a board, or a command to be copied.
  void add(std::string_view label, const std::vector<std::string>& lines) {
    bool first = true;
    for (const std::string& line : lines) {
      const std::string head = first ? std::string(label) : std::string();
      if (first || !line.empty()) {
        text_ += "  " + painted(text::padded(head, 8), Paint::dim, style_) + line;
      }
      text_ += '\n';
      first = false;
    }
  }
  // Lines in as many as they take at the width of the style.
  void wrap(std::string_view label, const std::vector<std::string>& lines) {
    std::vector<std::string> narrow;
    for (const std::string& line : lines) {
      const int width = style_.width == 0 ? 0 : std::max(style_.width - 10, 1);
      for (std::string& part : lines_of(text::wrapped(line, width) + '\n')) {
        narrow.push_back(std::move(part));
      }
    }
    add(label, narrow);
  }
  void wrap(std::string_view label, std::string line) {
    if (!line.empty()) wrap(label, std::vector{std::move(line)});
  }

  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  const TextStyle& style_;
  std::string text_;
};

constexpr const char* early_words =
    "   (before it was asked: does it print more than one line for a move?)";
constexpr const char* message_words = "   (no move looks like that: messages go to standard error)";

// No legal move has a blank or that length, so it is not an attempt at one.
bool is_message(const match::MatchFault& fault, const FaultScene& scene) {
  if (!fault.line || fault.fault.kind != bot::FaultKind::illegal || scene.legal.empty())
    return false;
  std::size_t longest = 0;
  for (const std::string& move : scene.legal) {
    if (move.find(' ') != std::string::npos) return false;
    longest = std::max(longest, move.size());
  }
  const auto end = fault.line->find_last_not_of(' ');
  return end != std::string::npos && (fault.line->find(' ') < end || end + 1 > 2 * longest);
}

bool is_early(const MatchRecord& record, const match::MatchFault& fault) {
  const auto& early = record.measured.early;
  return std::find(early.begin(), early.end(), fault.ply) != early.end();
}

// Left before its first answer, without a word: perhaps for want of a file.
bool left_in_silence(const MatchRecord& record, const FaultScene& scene) {
  const bool left = scene.fault->fault.kind == bot::FaultKind::crash ||
                    scene.fault->fault.kind == bot::FaultKind::exit;
  const bool has_moved = std::any_of(
      record.plies.begin(), record.plies.end(),
      [&scene](const match::Ply& ply) { return ply.seat == scene.fault->seat && !ply.jury; });
  return left && record.isolated && !has_moved && scene.errors.empty();
}

// "30 s", or "its own 2 s (the other has 30 s)" if those of the bots differ.
std::string own_text(const MatchRecord& record, match::Seat seat, match::Duration budget) {
  std::string others;
  bool same = true;
  for (const match::Seat one : record.bots.seats()) {
    if (one == seat) continue;
    const match::Duration other = match::times_of(record, one).budget;
    same = same && budget == other;
    text::add_to_list(others, text::seconds_text(other));
  }
  if (same) return text::seconds_text(budget);
  return fmt::format("its own {} (the other{} {})", text::seconds_text(budget),
                     record.bots.size() > rules::usual_seats ? "s have" : " has", others);
}

}  // namespace

const FaultScene* scene_of(const std::vector<FaultScene>& scenes, const match::MatchFault& fault) {
  const auto found = std::find_if(scenes.begin(), scenes.end(),
                                  [&](const FaultScene& one) { return one.fault == &fault; });
  return found == scenes.end() ? nullptr : &*found;
}

std::string time_used_text(const MatchRecord& record, const FaultScene& scene) {
  const bool cpu = record.clock == kernel::ClockKind::cpu;
  const auto& turn = cpu ? scene.cpu : scene.wall;
  if (!turn) return {};
  const auto& bot = record.measured.bots[rules::index(scene.fault->seat)];
  const kernel::TimeLimits times = match::times_of(record, scene.fault->seat);
  std::string text = fmt::format(
      "{} of {} in this turn; {} of {} used", time_text(*turn), cpu ? "CPU time" : "wall time",
      time_text(cpu ? bot.cpu : bot.wall), own_text(record, scene.fault->seat, times.budget));
  const auto& other = cpu ? scene.wall : scene.cpu;
  // Who waits for a processor, or for something else, has used much less than has passed.
  if (other) {
    text += cpu ? fmt::format("; this turn lasted {}", time_text(*other))
                : fmt::format("; of this turn it computed for {}", time_text(*other));
  }
  if (const auto& waited = bot.departure.waited; waited && *waited >= shortest_wait) {
    text += fmt::format("; it waited {} for a processor in all", time_text(*waited));
  }
  if (record.speed != 1) {
    const auto official = [&](kernel::Duration time) {
      return time_text(match::to_official(time, record.speed));
    };
    text += fmt::format("; officially {} in this turn, {} of {} used", official(*turn),
                        official(cpu ? bot.cpu : bot.wall),
                        text::seconds_text(match::to_official(times.budget, record.speed)));
  }
  return text;
}

std::string fault_card(const MatchRecord& record, const FaultScene& scene, const TextStyle& style,
                       const FaultCardOptions& options) {
  const match::MatchFault& fault = *scene.fault;
  const bool launched =
      fault.fault.kind != bot::FaultKind::launch && fault.fault.kind != bot::FaultKind::given_up;
  Rows rows(style);
  if (launched) {
    rows.wrap("read", read_lines(scene));
    rows.wrap("wrote", wrote_text(fault) + (is_early(record, fault)    ? early_words
                                            : is_message(fault, scene) ? message_words
                                                                       : ""));
    rows.wrap("legal", legal_text(scene));
    rows.wrap("time", time_used_text(record, scene));
  }
  rows.wrap("stderr", text::last_lines(scene.errors, most_errors));
  if (options.board && launched) rows.add("board", lines_of(scene.board));
  if (!options.again.empty()) rows.add("again", {options.again});
  if (!options.again.empty() && left_in_silence(record, scene)) {
    rows.add("files",
             std::vector<std::string>{"to see which files it asks for:",
                                      options.again + " --under 'strace -f -e trace=%file'"});
  }
  return wrapped_lines(fault_text(record, fault), Paint::red, style) + std::move(rows).take();
}

}  // namespace referee::report
