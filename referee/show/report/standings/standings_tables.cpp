#include "referee/show/report/standings/standings_tables.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

using rules::RankingKey;
using tournament::EventStandings;
using tournament::Row;
using tournament::Tally;

namespace {

std::string mean_of(const Tally& tally) { return mean_text(tally.score, tally.games); }

}  // namespace

std::optional<rules::Points> board_points_of(const tournament::Tally& tally) {
  return tally.games == 0 ? 0 : tally.board_points;
}

std::uint64_t fault_count(const Row& row) {
  std::uint64_t count = 0;
  for (const auto& [kind, times] : row.faults) count += times;
  return count;
}

std::string event_title(const EventStandings& event) {
  const std::string source = event.source.empty() ? "" : ", " + text::safe_text(event.source);
  const std::string selection =
      event.selection.empty() ? "" : ", only " + text::safe_text(event.selection);
  return fmt::format("{} ({}){}{}", event.game->title, event.game->contest, source, selection);
}

bool is_open_ended(const EventStandings& event) {
  return event.rounds >= 0 &&
         static_cast<std::uint64_t>(event.rounds) >= evidence::most_compared_pairs;
}

std::string event_extent(const EventStandings& event) {
  std::string text;
  const auto rounds = static_cast<std::uint64_t>(std::max(0, event.rounds));
  if (is_open_ended(event)) {
    text = fmt::format("{}, {}", text::plural(event.played, "game"),
                       text::plural(event.played / (event.planned / rounds), "pair"));
  } else {
    if (rounds > 0) text = text::plural(rounds, "round") + ", ";
    if (event.planned > 0) text += fmt::format("{} of ", event.played);
    text += text::plural(std::max(event.planned, event.played), "match", "matches");
  }
  if (event.played > 0) {
    text += ", ";
    if (event.shortest != event.longest) text += fmt::format("{} to ", event.shortest);
    text += text::plural(static_cast<std::uint64_t>(event.longest), "move");
  }
  return text;
}

namespace {

Table table_of(const EventStandings& event, const std::vector<StandingsColumn>& list, int least) {
  std::vector<Column> columns;
  for (const StandingsColumn& one : list) {
    columns.push_back({one.head, one.align, one.least > 0 ? least : 0, one.joined});
  }
  Table table(std::move(columns), 2);
  for (const Row& row : event.rows) {
    std::vector<std::string> cells;
    for (const StandingsColumn& one : list) cells.push_back(one.cell(row).text);
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace

Table standings_table(const EventStandings& event) {
  return table_of(event, shown_columns(event), shortest_bot_name);
}

Table main_table(const EventStandings& event, int width) {
  std::vector<StandingsColumn> list = shown_columns(event, true);
  // What can go first.
  constexpr std::array<std::string_view, 3> less_needed{"mean_score", "wins draws losses", "games"};
  for (const std::string_view keys : less_needed) {
    Table table = table_of(event, list, usual_bot_name);
    if (table.fits(width)) return table;
    std::erase_if(list, [keys](const StandingsColumn& one) {
      return !one.ranks && !one.key.empty() && keys.find(one.key) != std::string_view::npos;
    });
  }
  return table_of(event, list, shortest_bot_name);
}

namespace {

std::string starved_line(const Row& row) {
  const std::uint64_t all = row.faults.at(std::string(bot::name(bot::FaultKind::timeout)));
  return fmt::format(
      "{}: {} because the machine was busy: it waited for a processor for a tenth of its time or "
      "more; give the machine less to do, or charge CPU time with \"clock\": \"cpu\"",
      bot_text(row.bot),
      all == 1             ? std::string("its time-out may have come")
      : all == row.starved ? fmt::format("all {} time-outs may have come", all)
                           : fmt::format("{} of its {} time-outs may have come", row.starved, all));
}

}  // namespace

std::vector<std::string> own_limits_lines(const EventStandings& event) {
  std::vector<std::string> lines;
  for (const auto& [bot, times] : event.own_times) {
    lines.push_back(fmt::format("{} plays under limits of its own: {} (the others: {})",
                                bot_text(bot), limits_text(times), limits_text(event.times)));
  }
  return lines;
}

std::vector<std::string> before_turn_lines(const EventStandings& event) {
  std::vector<std::string> lines;
  for (const Row& row : event.rows) {
    if (row.ran_before_turn == 0) continue;
    const auto own = event.own_times.find(row.bot);
    const kernel::TimeLimits& times = own == event.own_times.end() ? event.times : own->second;
    lines.push_back(
        fmt::format("{}: in {} of {} {}", bot_text(row.bot), row.ran_before_turn,
                    text::plural(row.total.games, "game"),
                    before_turn_words(std::chrono::microseconds(row.longest_before_turn_us),
                                      times.budget, row.ran_before_turn > 1 ? "up to " : "")));
  }
  return lines;
}

std::vector<std::string> warning_lines(const EventStandings& event) {
  std::vector<std::string> lines = own_limits_lines(event);
  for (const Row& row : event.rows) {
    if (row.starved > 0) lines.push_back(starved_line(row));
  }
  for (std::string& line : before_turn_lines(event)) lines.push_back(std::move(line));
  if (std::string line = repeats_line(event); !line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> fault_lines(const EventStandings& event) {
  std::vector<std::string> lines;
  for (const Row& row : event.rows) {
    std::string kinds;
    for (const auto& [kind, times] : row.faults) {
      text::add_to_list(kinds, fmt::format("{} {}", times, kind));
    }
    if (kinds.empty()) continue;
    lines.push_back(fmt::format("{}: {} ({})", bot_text(row.bot),
                                text::plural(fault_count(row), "fault"), kinds));
    if (row.starved > 0) lines.push_back(starved_line(row));
  }
  return lines;
}

std::string column_words(const std::vector<EventStandings>& events, bool main_ones) {
  std::vector<std::string> said;
  const auto add = [&said](std::string line) {
    if (std::find(said.begin(), said.end(), line) == said.end()) said.push_back(std::move(line));
  };
  for (const EventStandings& event : events) {
    for (const StandingsColumn& one : shown_columns(event, main_ones)) {
      if (one.head.starts_with("as ")) add("as ...: mean score in that seat");
      if (!one.meaning.empty()) add(fmt::format("{}: {}", one.head, one.meaning));
    }
  }
  return text::join(said, "; ");
}

std::string repeats_line(const EventStandings& event) {
  constexpr std::size_t most_named = 3;
  std::uint64_t all = 0;
  std::vector<std::string> between;
  for (const auto& [bots, count] : event.repeated) {
    all += count;
    std::vector<std::string> names;
    for (const std::size_t bot : bots) names.push_back(bot_text(event.bots[bot]));
    between.push_back(fmt::format("{} {} {}", count, bots.size() == 1 ? "of" : "between",
                                  text::join_with(names, "and")));
  }
  if (all == 0) return {};
  if (between.size() > most_named) {
    between.resize(most_named);
    between.emplace_back("...");
  }
  return fmt::format(
      "{} an earlier one move by move ({}), which is not new evidence; bots that draw random "
      "numbers "
      "from a {{seed}} in their command play another game in each round",
      text::plural(all, "match repeats", "matches repeat"), text::join(between));
}

bool has_cross_table(const EventStandings& event) {
  return event.game->seats() > 1 && event.rows.size() >= 2 &&
         event.rows.size() <= cross_table_limit && event.played > 0;
}

namespace {

// Of the games of a table with the other one, those in which it had the better place; half of those
// with the same one.
std::string percent_ahead(const Tally& tally) {
  if (tally.games == 0) return "-";
  return fixed(
      50.0 * static_cast<double>(2 * tally.wins + tally.draws) / static_cast<double>(tally.games),
      0);
}

}  // namespace

Table deals_table(const EventStandings& event) {
  std::vector<std::size_t> position;
  std::vector<Column> columns{{"round"}, {"deal"}};
  for (const Row& row : event.rows) {
    const auto found = std::find(event.bots.begin(), event.bots.end(), row.bot);
    position.push_back(static_cast<std::size_t>(found - event.bots.begin()));
    columns.push_back({bot_text(row.bot), Align::right, shortest_bot_name});
  }
  Table table(std::move(columns), 2);
  for (const auto& [deal, answers] : event.deals) {
    const store::Answer* best = tournament::best_of(*event.game, answers);
    std::vector<std::string> cells{fmt::format("{}", deal.first), fmt::format("{}", deal.second)};
    for (const std::size_t bot : position) {
      const auto answer = bot < answers.size() ? answers[bot] : std::nullopt;
      const bool is_best = answer && !answer->failed && !is_better(*event.game, *best, *answer);
      cells.push_back(!answer          ? ""
                      : answer->failed ? "-"
                                       : answer->score.text() + (is_best ? "*" : " "));
    }
    table.add(std::move(cells));
  }
  return table;
}

Table cross_table(const EventStandings& event) {
  // The position in the config (the order of `cross`) of each bot in the ranking.
  std::vector<std::size_t> position;
  for (const Row& row : event.rows) {
    const auto found = std::find(event.bots.begin(), event.bots.end(), row.bot);
    position.push_back(static_cast<std::size_t>(found - event.bots.begin()));
  }
  const bool by_opponents = tournament::ranks_by_opponents(*event.game);
  std::vector<Column> columns{
      {""}, {by_opponents ? "% ahead of" : "mean score against", Align::left, shortest_bot_name}};
  for (std::size_t i = 0; i < event.rows.size(); ++i) columns.push_back({fmt::format("{}", i + 1)});
  Table table(std::move(columns), 2);
  for (std::size_t i = 0; i < event.rows.size(); ++i) {
    std::vector<std::string> cells{fmt::format("{}", i + 1), bot_text(event.rows[i].bot)};
    for (std::size_t j = 0; j < event.rows.size(); ++j) {
      const Tally& tally = event.cross.at(position[i]).at(position[j]);
      cells.push_back(i == j ? "" : by_opponents ? percent_ahead(tally) : mean_of(tally));
    }
    table.add(std::move(cells));
  }
  return table;
}

using formats::FormatKind;
using tournament::EventStandings;

namespace {

// By RankingKey.
constexpr std::array key_texts{"score", "game points", "score among those still tied",
                               "fewer games lost by a fault"};

std::string game_keys(const rules::GameInfo& game) {
  std::string text;
  for (const rules::RankingKey key : game.ranking) {
    text::add_to_list(text, key_texts[static_cast<std::size_t>(key)], ", then ");
  }
  return text;
}

}  // namespace

std::string ranking_keys(const EventStandings& event) {
  if (tournament::ranks_by_answers(*event.game)) {
    const bool least = event.game->goal == rules::Goal::min;
    if (event.game->scores == rules::Scores::relative) return "the mean part of the best answer";
    return least ? "fewer failures, then the mean score, less is better" : "the mean score";
  }
  std::string game = game_keys(*event.game);
  const bool by_opponents = tournament::ranks_by_opponents(*event.game);
  if (by_opponents) game = "opponents beaten, then " + game;
  if (event.by_mean) {
    game = by_opponents                                      ? "the share of opponents beaten"
           : ranked_by(*event.game, RankingKey::game_points) ? "mean game points"
                                                             : "mean score";
    if (event.planned == 0) return game;
    if (event.selection.empty()) game += " so far";
    game += ", as not all bots have played as many games";
  }
  std::string swiss = "Swiss points, then Buchholz, then " + game;
  switch (event.format) {
    case FormatKind::gauntlet:
      return "role, challengers first, then " + game;
    case FormatKind::swiss:
      return swiss;
    case FormatKind::knockout:
      return event.tie_break == 0
                 ? "rounds survived"
                 : fmt::format(
                       "rounds survived, ties being played off over up to {}",
                       text::plural(static_cast<std::uint64_t>(event.tie_break), "further deal"));
    case FormatKind::official:
      return "stage: first the qualified, by " + game +
             ", in the final round robin alone; then the others, by " + swiss;
    case FormatKind::ladder:
      return "Elo, the first version being 0";
    case FormatKind::round_robin:
    case FormatKind::recorded:
      break;
  }
  return game;
}

std::string event_ranking(const EventStandings& event) {
  return "Ranked by " + ranking_keys(event) +
         (event.game->cooperative ? "; the two bots of a game work together." : ".");
}

std::string_view group_name(const formats::Placed& bot, FormatKind format) {
  if (bot.group == 0) return "-";
  if (format == FormatKind::gauntlet) return bot.group == 1 ? "challenger" : "other";
  return bot.group == 1 ? "final" : "Swiss";
}

std::string halves_text(int half_points) {
  return fmt::format("{}{}", half_points / 2, half_points % 2 == 0 ? "" : ".5");
}

}  // namespace referee::report
