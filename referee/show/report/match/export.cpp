#include "referee/show/report/match/export.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/fault_scene.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/recorded_games.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/by_seat.hpp"
#include "rules/recorded_columns.hpp"
#include "rules/two_seats.hpp"

namespace referee::report {

using match::MatchFault;
using match::MatchRecord;
using rules::Seat;

namespace {

constexpr std::array<std::string_view, 39> csv_columns{
    "match",           "round",        "game",          "seed",
    "clock",           "budget",       "bot1",          "bot2",
    "score1",          "status1",      "score2",        "status2",
    "game_points1",    "game_points2", "board_points1", "board_points2",
    "plies",           "fault1",       "fault_ply1",    "fault_reason1",
    "fault2",          "fault_ply2",   "fault_reason2", "cpu_us1",
    "cpu_us2",         "wall_us1",     "wall_us2",      "total_cpu_us1",
    "total_cpu_us2",   "peak_memory1", "peak_memory2",  "stderr_bytes1",
    "stderr_bytes2",   "isolated",     "deal",          "started",
    "official_number", "budget1",      "budget2"};

constexpr std::array<std::string_view, 14> move_columns{
    "match", "round", "game",   "ply",     "seat",    "bot",     "opponent",
    "by",    "move",  "cpu_us", "wall_us", "points1", "points2", "fault"};

class Cells {
 public:
  // Tables are shown in terminals, too, and records may come from anybody.
  void add(std::string_view text) { cells_.push_back(text::safe_text(text)); }
  template <typename Number>
  void add_number(Number number, bool known = true) {
    add(known ? fmt::format("{}", number) : "");
  }
  [[nodiscard]] std::string line() const { return csv_line(cells_); }

 private:
  std::vector<std::string> cells_;
};

void add_faults(const MatchRecord& record, Cells& cells) {
  for (const Seat seat : record.bots.seats()) {
    const MatchFault* fault = fault_of(record, seat);
    cells.add(fault == nullptr ? "" : std::string(bot::name(fault->fault.kind)));
    cells.add(fault == nullptr || fault->ply == 0 ? "" : fmt::format("{}", fault->ply));
    cells.add(fault == nullptr ? "" : fault->fault.reason);
  }
}

void add_measured(const MatchRecord& record, Cells& cells) {
  const bool known = record.measured.known;
  const auto& bots = record.measured.bots;
  for (const auto& bot : bots) cells.add_number(match::whole_microseconds(bot.cpu), known);
  for (const auto& bot : bots) cells.add_number(match::whole_microseconds(bot.wall), known);
  for (const auto& bot : bots) {
    cells.add_number(match::whole_microseconds(bot.departure.cpu), known);
  }
  for (const auto& bot : bots) {
    cells.add_number(bot.departure.peak_memory, known && bot.departure.peak_memory > 0);
  }
  for (const auto& bot : bots) cells.add_number(bot.departure.stderr_total, known);
}

using Points = rules::BySeat<std::optional<rules::Points>>;

// What the board counts in the course of a game.
class PointsCollector final : public match::RecordVisitor {
 public:
  void after(const rules::Game& game, const match::Ply& /*ply*/, int /*number*/) override {
    moves.push_back(points_of(game));
  }
  void failed(const rules::Game& game, const MatchFault& fault) override {
    faults.emplace(&fault, points_of(game));
  }

  std::vector<Points> moves;  // after each move that fits the rules
  std::map<const MatchFault*, Points> faults;

 private:
  static Points points_of(const rules::Game& game) {
    const rules::Result result = game.result();
    return {result.seats[0].board_points, result.seats[1].board_points};
  }
};

// The rows of a match, turn by turn.
class TurnWriter {
 public:
  TurnWriter(const MatchRecord& record, std::uint64_t number)
      : record_(record), number_(number), scenes_(match::fault_scenes(record)) {
    fits_ = !match::replay(record, points_).misfit;
  }

  TurnRows rows() && {
    failed_turns(0);
    const std::size_t plies = record_.plies.size();
    for (std::size_t i = 0; i < plies; ++i) {
      failed_turns(static_cast<int>(i) + 1);
      move(i);
    }
    failed_turns(static_cast<int>(plies) + 1);
    return {std::move(text_), fits_};
  }

 private:
  // The columns before `by`.
  [[nodiscard]] Cells begin(int ply, Seat seat) const {
    Cells cells;
    cells.add_number(number_);
    cells.add_number(record_.round, record_.round > 0);
    cells.add(record_.game->name);
    cells.add_number(ply, ply > 0);
    cells.add_number(rules::index(seat) + 1);
    cells.add(record_.bots[rules::index(seat)].name);
    cells.add(record_.bots[rules::index(rules::other(seat))].name);
    return cells;
  }

  void end(Cells cells, const Points* points, std::string_view fault) {
    for (const std::size_t seat : {0U, 1U}) {
      cells.add(points == nullptr ? std::string() : rules::text_of((*points)[seat], ""));
    }
    cells.add(fault);
    text_ += cells.line();
  }

  void move(std::size_t i) {
    const match::Ply& ply = record_.plies[i];
    const match::Measurements& measured = record_.measured;
    Cells cells = begin(static_cast<int>(i) + 1, ply.seat);
    const bool given = i < static_cast<std::size_t>(record_.given);
    cells.add(ply.jury ? "jury" : given ? "given" : "bot");
    cells.add(ply.line);
    for (const auto& times : {measured.cpu, measured.wall}) {
      const bool known = measured.known && !ply.jury && i < times.size();
      cells.add_number(known ? match::whole_microseconds(times[i]) : 0, known);
    }
    const auto fault =
        std::find_if(record_.faults.begin(), record_.faults.end(), [&](const MatchFault& one) {
          return one.found_after > 0 && one.ply == static_cast<int>(i) + 1;
        });
    end(std::move(cells), i < points_.moves.size() ? &points_.moves[i] : nullptr,
        fault == record_.faults.end() ? "" : bot::name(fault->fault.kind));
  }

  void failed_turns(int ply) {
    for (const MatchFault& fault : record_.faults) {
      if (fault.ply != ply || fault.found_after > 0) continue;
      Cells cells = begin(ply, fault.seat);
      cells.add("bot");
      cells.add(fault.line.value_or(""));
      const match::FaultScene* const scene = scene_of(scenes_, fault);
      for (const auto time : {&match::FaultScene::cpu, &match::FaultScene::wall}) {
        const auto used = scene == nullptr ? std::nullopt : scene->*time;
        cells.add_number(match::whole_microseconds(used.value_or(match::Duration{})),
                         used.has_value());
      }
      const auto points = points_.faults.find(&fault);
      end(std::move(cells), points == points_.faults.end() ? nullptr : &points->second,
          bot::name(fault.fault.kind));
    }
  }

  const MatchRecord& record_;
  const std::uint64_t number_;
  const std::vector<match::FaultScene> scenes_;
  PointsCollector points_;
  bool fits_ = true;
  std::string text_;
};

// The lines above the moves.
std::string head_of(const MatchRecord& record) {
  std::string text = fmt::format("{} ({})", record.game->title, record.game->contest);
  if (record.match) text += fmt::format(", match {}", *record.match);
  if (record.round > 0) text += fmt::format(", round {}", record.round);
  text += '\n';
  for (std::size_t seat = 0; seat < record.scores.size(); ++seat) {
    const match::SeatScore& score = record.scores[seat];
    text += fmt::format("{}: {}, {} {}\n", record.game->seat_names[seat],
                        text::safe_text(record.bots[seat].name), score.result.score,
                        name(score.status));
  }
  if (!record.deal.empty()) text += fmt::format("deal: {}\n", text::safe_text(record.deal));
  return text;
}

// Moves with their numbers, as many on a line as fit.
class Moves {
 public:
  void add(const std::string& move) {
    constexpr std::size_t width = 79;
    if (!line_.empty() && line_.size() + 1 + move.size() > width) end_line();
    line_ += (line_.empty() ? "" : " ") + move;
  }
  // A line of its own.
  void add_line(const std::string& line) {
    end_line();
    text_ += line + '\n';
  }
  void end_line() {
    if (!line_.empty()) text_ += line_ + '\n';
    line_.clear();
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  std::string line_;
};

}  // namespace

std::string matches_csv_head() { return csv_line({csv_columns.begin(), csv_columns.end()}); }

std::string matches_csv_row(const MatchRecord& record,
                            std::optional<std::int64_t> official_number) {
  Cells cells;
  cells.add_number(record.match.value_or(0), record.match.has_value());
  cells.add_number(record.round, record.round > 0);
  cells.add(std::string(record.game->name));
  cells.add_number(record.seed.value_or(0), record.seed.has_value());
  cells.add(std::string(kernel::name(record.clock)));
  const auto add_budget = [&cells](match::Duration budget) {
    const std::string text = text::seconds_text(budget);
    cells.add(text.substr(0, text.find(' ')));
  };
  add_budget(record.times.budget);
  for (const auto& bot : record.bots) cells.add(bot.name);
  for (const auto& score : record.scores) {
    cells.add_number(score.result.score);
    cells.add(std::string(name(score.status)));
  }
  const bool game_points = ranked_by(*record.game, rules::RankingKey::game_points);
  for (const auto& score : record.scores) cells.add_number(score.result.game_points, game_points);
  for (const auto& score : record.scores) {
    cells.add(rules::text_of(score.result.board_points, ""));
  }
  cells.add_number(record.plies.size());
  add_faults(record, cells);
  add_measured(record, cells);
  cells.add(record.isolated ? "yes" : "no");
  cells.add(record.deal);
  cells.add(record.measured.started);
  cells.add_number(official_number.value_or(0), official_number.has_value());
  for (const Seat seat : record.bots.seats()) {
    add_budget(match::times_of(record, seat).budget);
  }
  return cells.line();
}

std::string moves_csv_head() { return csv_line({move_columns.begin(), move_columns.end()}); }

TurnRows moves_csv_rows(const MatchRecord& record, std::uint64_t number) {
  return TurnWriter(record, number).rows();
}

std::string transcript(const MatchRecord& record) {
  Moves moves;
  const auto faults_at = [&](int ply) {
    for (const MatchFault& fault : record.faults) {
      if (fault.found_before() == ply) moves.add_line("! " + fault_text(record, fault));
    }
  };
  faults_at(0);
  if (const std::string start = match::opening_of(record); !start.empty()) moves.add("0. " + start);
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const match::Ply& ply = record.plies[i];
    const int number = static_cast<int>(i) + 1;
    faults_at(number);
    moves.add(fmt::format("{}. {}{}", number, match::escape_line(ply.relayed),
                          ply.jury ? " (jury)" : ""));
  }
  faults_at(static_cast<int>(record.plies.size()) + 1);
  moves.end_line();
  return head_of(record) + '\n' + moves.text();
}

}  // namespace referee::report
