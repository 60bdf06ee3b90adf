#include "referee/show/report/match/show.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/fault_scene.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/by_seat.hpp"
#include "rules/scene.hpp"

namespace referee::report {
namespace {

using rules::Colour;

// The numbers of colours on terminals that have 256 of them: what is written, and on what.
struct Ink {
  int text = 0;
  int ground = 0;
};
constexpr std::array<Ink, rules::colour_count> inks{
    Ink{245, -1}, {16, 255}, {255, 235}, {231, 166}, {231, 25}, {231, 242}, {231, 94},
    {231, 16},    {16, 214}, {16, 117},  {16, 36},   {16, 227}, {231, 25},  {16, 175}};

class ColouredBoard {
 public:
  ColouredBoard(const rules::Layout& layout, const rules::Scene& scene)
      : layout_(layout), scene_(scene), before_(layout.cells.size(), ' ') {
    for (const rules::Mark& mark : scene.marks) {
      for (const rules::CellId cell : mark.cells) {
        char& sign = before_[cell];
        if (mark.kind == rules::Mark::Kind::scoring || mark.kind == rules::Mark::Kind::near)
          sign = '*';
        if (mark.kind == rules::Mark::Kind::last && sign == ' ') sign = '>';
        if (mark.kind == rules::Mark::Kind::path && sign == ' ') sign = '+';
      }
    }
    for (std::size_t i = 0; i < layout.cells.size(); ++i) {
      cell_width_ = std::max(cell_width_, words(i).size() + 1);
    }
    // Cells of neighbouring rows may be shifted by half a width.
    cell_width_ += cell_width_ % 2;
  }

  std::string draw() {
    for (std::size_t i = 0; i < layout_.cells.size(); ++i) {
      const auto& cell = layout_.cells[i];
      const Ink ink = inks[static_cast<std::size_t>(scene_.looks[i].colour)];
      std::string text = fmt::format("{}{:>{}}", before_[i], words(i), cell_width_ - 1);
      std::string sgr = fmt::format("38;5;{}", ink.text);
      if (ink.ground >= 0) sgr += fmt::format(";48;5;{}", ink.ground);
      if (before_[i] != ' ') sgr += ";1";
      if (before_[i] == '>') sgr += ";4";
      put(cell.x, cell.y, fmt::format("\x1b[{}m{}\x1b[0m", sgr, text));
    }
    for (const auto& label : layout_.labels) {
      put(label.x, label.y, fmt::format("{:>{}}", label.text, cell_width_));
    }
    int left = 0;
    for (const auto& [row, pieces] : rows_) left = std::min(left, pieces.begin()->first);
    std::string out;
    for (const auto& [row, pieces] : rows_) {
      std::size_t column = 0;
      for (const auto& [x, piece] : pieces) {
        const std::size_t here = static_cast<std::size_t>(x - left) * cell_width_ / 2;
        if (here > column) out.append(here - column, ' ');
        out += piece;
        column = here + cell_width_;
      }
      out += '\n';
    }
    return out;
  }

 private:
  // What is written on a cell; empty ones have their names where nothing beside the board does.
  [[nodiscard]] std::string words(std::size_t i) const {
    const rules::Look& look = scene_.looks[i];
    if (look.colour == Colour::empty && layout_.labels.empty()) return layout_.cells[i].name;
    const std::string sign(1, look.sign);
    return look.text == sign ? sign : look.text + sign;
  }

  void put(int x, int y, std::string text) { rows_[y][x] = std::move(text); }

  const rules::Layout& layout_;
  const rules::Scene& scene_;
  std::vector<char> before_;
  std::size_t cell_width_ = 2;
  std::map<int, std::map<int, std::string>> rows_;
};

}  // namespace

std::string board_text(const rules::GameInfo& info, const rules::Game& game,
                       const TextStyle& style) {
  if (!style.colour) return game.draw();
  const rules::Scene scene = game.scene();
  std::string text = ColouredBoard(info.layout(), scene).draw();
  const rules::Result result = game.result();
  for (const rules::Seat seat : result.seats.seats()) {
    std::vector<std::string> parts;
    for (const rules::ScorePart& part : scene.parts) {
      if (part.seat == seat) parts.push_back(fmt::format("{} ({})", part.points, part.text));
    }
    const auto& points = result.seats[rules::index(seat)].board_points;
    if (!points && parts.empty()) continue;
    text += fmt::format("{}: ", info.seat_names[rules::index(seat)]);
    if (points) text += fmt::format("{} point{}", points->text(), *points == 1 ? "" : "s");
    if (!parts.empty()) text += painted(" = " + text::join(parts, " + "), Paint::dim, style);
    text += '\n';
  }
  for (const std::string& note : scene.notes) text += note + '\n';
  if (scene.to_move) {
    text += fmt::format("{} to move: ", info.seat_names[rules::index(*scene.to_move)]);
  }
  return text + painted(scene.status, Paint::bold, style) + '\n';
}

std::string board_text_for(rules::Seat person, const rules::GameInfo& info, const rules::Game& game,
                           const TextStyle& style) {
  if (game.secret()) {
    const std::string text = game.draw_for(person);
    return text.empty() ? "You may know no more of the position than what you were told.\n" : text;
  }
  return game.hides() ? "A move is hidden; so is the board.\n" : board_text(info, game, style);
}

using match::MatchFault;
using match::MatchRecord;
using match::Ply;
using rules::Seat;

namespace {

constexpr int longest_name = 24;
constexpr int widest_points = 12;  // "  100 - 100" behind a move

// Writes a game while it is played again.
class Writer final : public match::RecordVisitor {
 public:
  Writer(std::ostream& out, const MatchRecord& record, const ShowOptions& options)
      : out_(out), record_(record), options_(options) {
    scenes_ = match::fault_scenes(record);
    for (std::size_t i = 0; i < record.bots.size(); ++i) {
      seat_width_ = std::max(seat_width_, text::display_width(record.game->seat_names[i]));
      name_width_ = std::max(name_width_, text::display_width(name(i)));
    }
  }

  // False if the record does not fit the rules.
  bool run() {
    const match::Replayed replayed = match::replay(record_, *this, options_.last_ply);
    end_line();  // of a move that does not fit the rules
    if (options_.boards == Boards::last && replayed.game) {
      out_ << board_text(*record_.game, *replayed.game, options_.style);
    }
    if (options_.boards != Boards::all) out_ << '\n';
    if (!replayed.misfit) return true;
    out_ << painted(
                "The record does not fit the rules from here on: " + misfit_text(*replayed.misfit),
                Paint::red, options_.style)
         << "\n\n";
    return false;
  }

  bool before(const rules::Game& /*game*/, const Ply& /*ply*/, int number) override {
    if (shown(number)) line_ = ply_line(static_cast<std::size_t>(number) - 1, number);
    return true;
  }

  void after(const rules::Game& game, const Ply& ply, int number) override {
    note_points(game);
    if (!shown(number)) return;
    end_line();
    const std::size_t seat = rules::index(ply.seat);
    if (options_.bot_stderr && knows_when() && !ply.jury) {
      const auto i = static_cast<std::size_t>(number);
      write_errors(seat, match::stderr_bytes_until(record_, seat, i - 1),
                   match::stderr_bytes_until(record_, seat, i));
    }
    if (options_.boards == Boards::all) write_board(game);
  }

  void failed(const rules::Game& game, const MatchFault& fault) override {
    if (fault.ply > 0 && !shown(fault.ply)) return;
    told_.push_back(&fault);
    const match::FaultScene* const scene = scene_of(scenes_, fault);
    if (scene == nullptr) {
      out_ << wrapped_lines("   ! " + fault_text(record_, fault), Paint::red, options_.style);
      return;
    }
    // The board is above, unless this is what is shown first.
    if (options_.boards == Boards::all && fault.ply <= options_.first_ply) {
      write_board(game);
    }
    out_ << fault_card(record_, *scene, options_.style, {false, options_.again}) << '\n';
  }

  // The faults of moves that were not shown, in a line each.
  void write_other_faults() {
    const char* before = "\n";
    for (const MatchFault& fault : record_.faults) {
      if (std::find(told_.begin(), told_.end(), &fault) != told_.end()) continue;
      out_ << std::exchange(before, "")
           << wrapped_lines(fault_text(record_, fault), Paint::red, options_.style);
    }
  }

  // What the bots wrote after their last moves, or in a record that does not say when, all of it.
  void write_last_errors() {
    for (std::size_t seat = 0; seat < record_.bots.size(); ++seat) {
      if (!knows_when()) {
        out_ << '\n' << stderr_text(record_, seat);
        continue;
      }
      const std::uint64_t begin =
          match::stderr_bytes_until(record_, seat, record_.measured.stderr_bytes.size());
      const std::uint64_t end = record_.measured.bots[seat].departure.stderr_total;
      if (begin >= end) continue;
      out_ << '\n'
           << "stderr of " << bot_and_seat(record_, static_cast<Seat>(seat))
           << " after its last move:\n";
      write_errors(seat, begin, end);
    }
  }

 private:
  // With an empty line below it; a judge may have nothing to draw.
  void write_board(const rules::Game& game) {
    const std::string board = board_text(*record_.game, game, options_.style);
    if (!board.empty()) out_ << board << '\n';
  }

  // The points on the board, where the last move has changed them.
  void note_points(const rules::Game& game) {
    const rules::Result result = game.result();
    std::string text;
    bool none = true;
    for (const rules::SeatResult& seat : result.seats) {
      if (!seat.board_points) return;
      text::add_to_list(text, seat.board_points->text(), " - ");
      none = none && *seat.board_points == 0;
    }
    // At first there are none.
    const bool same = points_.empty() ? none : points_ == text;
    points_ = std::move(text);
    if (!same && !line_.empty()) line_ += painted("  " + points_, Paint::none, options_.style);
  }

  void end_line() {
    if (!line_.empty()) out_ << std::exchange(line_, {}) << '\n';
  }

  // Whether the record says when the bots wrote to their standard error.
  [[nodiscard]] bool knows_when() const { return !record_.measured.stderr_bytes.empty(); }

  void write_errors(std::size_t seat, std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    const std::string text = match::stderr_between(record_, seat, begin, end);
    if (text.size() < end - begin) out_ << "      | (its beginning was not kept)\n";
    for (const std::string& line : behind_bars(text)) out_ << "    " << line << '\n';
  }

  std::string ply_line(std::size_t i, int number) const {
    const Ply& ply = record_.plies[i];
    const std::size_t seat = rules::index(ply.seat);
    std::string digits = std::to_string(number);
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), ' ');
    std::string moved = move_text(ply.line);
    if (ply.relayed != ply.line) moved += " (relayed: " + move_text(ply.relayed) + ")";
    std::string text = painted(digits, Paint::dim, options_.style) + "  " +
                       text::padded(std::string(record_.game->seat_names[seat]), seat_width_) +
                       "  " + text::padded(name(seat), name_width_) + "  " +
                       painted(text::padded(moved, 8), Paint::bold, options_.style);
    const std::string taken = ply.jury ? "  played by the jury" : times(i, number);
    const int columns = seat_width_ + name_width_ + std::max(text::display_width(moved), 8) +
                        text::display_width(taken) + widest_points + 10;
    const bool narrow = options_.style.width > 0 && columns > options_.style.width;
    return text + (narrow ? "\n    " : "") +
           painted(taken, ply.jury ? Paint::yellow : Paint::dim, options_.style);
  }

  // "  1.2 ms CPU, 1.3 ms wall, early": what is known of a bot's turn.
  std::string times(std::size_t i, int number) const {
    const match::Measurements& measured = record_.measured;
    std::string text;
    if (i < measured.cpu.size()) text::add_to_list(text, time_text(measured.cpu[i]) + " CPU");
    if (i < measured.wall.size()) text::add_to_list(text, time_text(measured.wall[i]) + " wall");
    if (std::find(measured.early.begin(), measured.early.end(), number) != measured.early.end() &&
        !record_.plies[static_cast<std::size_t>(number) - 1].jury) {
      text::add_to_list(text, "early");
    }
    return text.empty() ? text : "  " + text;
  }

  std::string name(std::size_t seat) const {
    return text::cut(text::safe_text(record_.bots[seat].name), longest_name);
  }
  bool shown(int number) const {
    return number >= options_.first_ply && number <= options_.last_ply;
  }

  std::ostream& out_;
  const MatchRecord& record_;
  const ShowOptions& options_;
  std::string line_;    // of the move that is being played
  std::string points_;  // of all seats, after the last move
  int seat_width_ = 0;
  int name_width_ = 0;
  std::vector<const MatchFault*> told_;
  std::vector<match::FaultScene> scenes_;  // of all faults of which enough is known
};

std::string match_line(const MatchRecord& record, const ShowOptions& options) {
  std::string text;
  const auto add = [&text](std::string_view what, auto number) {
    text::add_to_list(text, fmt::format("{} {}", what, number));
  };
  if (record.match) add("match", *record.match);
  if (options.official_number) add("official game", *options.official_number);
  if (record.round > 0) add("round", record.round);
  if (!record.tournament.empty()) {
    text::add_to_list(text, "tournament " + text::safe_text(record.tournament), " of ");
  }
  return text;
}

void write_head(std::ostream& out, const MatchRecord& record, const ShowOptions& options) {
  const std::string game =
      std::string(record.game->title) + " (" + std::string(record.game->contest) + ")";
  const std::string match = match_line(record, options);
  out << wrapped_lines(
      game + (match.empty() ? "" : ", ") + match + ", " + text::plural(record.plies.size(), "move"),
      Paint::bold, options.style);
  for (const Seat seat : record.bots.seats()) {
    out << wrapped_lines(bot_and_seat(record, seat) + ": " +
                             text::safe_text(record.bots[rules::index(seat)].command),
                         Paint::none, options.style);
  }
  std::string how;
  if (record.seed) how = fmt::format("seed {}, ", *record.seed);
  const std::string own = own_limits_text(record);
  how += fmt::format("clock {}, budget {}", kernel::name(record.clock),
                     own.empty() ? text::seconds_text(record.times.budget) : own);
  if (record.speed != 1 && own.empty()) {
    how += fmt::format(" ({} of an official machine, speed {})",
                       text::seconds_text(match::to_official(record.times.budget, record.speed)),
                       record.speed);
  }
  how += fmt::format(", isolation {}", record.isolated ? "on" : "off");
  if (record.ponders) how += ", pondering allowed";
  if (!record.measured.started.empty()) {
    how += ", begun " + text::safe_text(record.measured.started);
  }
  if (!record.deal.empty()) how += "\ndeal " + text::safe_text(record.deal);
  for (const std::string& line : lines_of(how)) {
    out << wrapped_lines(line, Paint::none, options.style);
  }
  out << '\n';
}

}  // namespace

bool show_match(std::ostream& out, const MatchRecord& record, const ShowOptions& options) {
  write_head(out, record, options);
  Writer writer(out, record, options);
  const bool whole = writer.run();
  out << wrapped_lines(end_text(record), Paint::bold, options.style) << '\n'
      << result_text(record, options.style);
  writer.write_other_faults();
  if (options.bot_stderr) writer.write_last_errors();
  return whole;
}

}  // namespace referee::report
