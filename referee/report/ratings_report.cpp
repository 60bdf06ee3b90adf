#include "referee/report/ratings_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "referee/report/standings_report.hpp"
#include "referee/report/strength.hpp"
#include "referee/report/table.hpp"
#include "referee/report/wording.hpp"
#include "referee/statistics/ratings.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"

namespace referee::report {
namespace {

using evidence::EventGames;
using statistics::Rating;
using statistics::Reach;

std::size_t anchor_of(const EventGames& games, const std::optional<std::string>& name) {
  const auto found = std::find(games.bots.begin(), games.bots.end(), name.value_or(""));
  return found == games.bots.end() ? 0 : static_cast<std::size_t>(found - games.bots.begin());
}

statistics::RatingList list_of(const EventGames& games, std::size_t anchor) {
  return statistics::rate(games.bots.size(), games.encounters(), statistics::Anchor{anchor, 0});
}

// Bots by rating; groups that never met one after the other.
std::vector<std::size_t> best_first(const std::vector<Rating>& ratings) {
  std::vector<std::size_t> order(ratings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (ratings[a].group != ratings[b].group) return ratings[a].group < ratings[b].group;
    return ratings[a].elo > ratings[b].elo;
  });
  return order;
}

std::string elo_text(double elo) {
  const std::string text = fixed(elo, 0);
  if (text == "0" || text == "-0") return "0";
  return elo > 0 ? "+" + text : text;
}

std::string note_of(const Rating& rating) {
  switch (rating.reach) {
    case Reach::at_least:
      return "or more";
    case Reach::at_most:
      return "or less";
    case Reach::nothing:
      return "no games";
    default:
      return "";
  }
}

// A rating list as it is printed: its table and the sentence above it.
struct Listed {
  std::string head;
  Table table;
};

Listed listed(const EventGames& games, const RatingsView& view) {
  const std::size_t zero = anchor_of(games, view.anchor);
  const auto list = list_of(games, zero);
  const auto& ratings = list.players();
  const std::size_t groups =
      1 + std::max_element(ratings.begin(), ratings.end(), [](const Rating& a, const Rating& b) {
            return a.group < b.group;
          })->group;
  std::string head =
      fmt::format("Elo with 95 % errors; {} is 0.", text::safe_text(games.bots[zero]));
  if (const auto repeated = games.repeated; repeated > 0) {
    head += fmt::format(
        " {} an earlier one and {} not count: the same game again is no new evidence.",
        text::plural(repeated, "game repeats", "games repeat"), repeated == 1 ? "does" : "do");
  }
  if (groups > 1) head += " Bots of different groups never met and cannot be compared.";

  std::vector<Column> columns{{"bot", Align::left, 12, false},   {"Elo", Align::right, 0, false},
                              {"±", Align::right, 0, true},      {"games", Align::right, 0, false},
                              {"points", Align::right, 0, true}, {"", Align::left, 0, true}};
  if (groups > 1) columns.push_back({"group", Align::right, 0, false});
  Table table(columns, 1);
  for (const std::size_t i : best_first(ratings)) {
    const Rating& rating = ratings[i];
    const bool known = rating.reach != Reach::nothing;
    std::vector<std::string> cells{text::cut(text::safe_text(games.bots[i]), longest_bot_name),
                                   known ? elo_text(rating.elo) : "-",
                                   known ? fixed(rating.error, 0) : "-",
                                   fmt::format("{}", rating.games),
                                   fixed(rating.score, 1),
                                   note_of(rating)};
    if (groups > 1) cells.push_back(fmt::format("{}", rating.group + 1));
    table.add(std::move(cells));
  }
  return {std::move(head), std::move(table)};
}

// How likely the bot of each row is stronger than that of each column, which are numbered.
Table matrix_of(const EventGames& games, const RatingsView& view) {
  const auto list = list_of(games, anchor_of(games, view.anchor));
  const std::vector<std::size_t> order = best_first(list.players());
  std::vector<Column> columns{{"", Align::right, 0, false}, {"bot", Align::left, 12, true}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    columns.push_back({fmt::format("{}", i + 1), Align::right, 0, false});
  }
  Table table(columns, 2);
  for (std::size_t row = 0; row < order.size(); ++row) {
    std::vector<std::string> cells{
        fmt::format("{}", row + 1),
        text::cut(text::safe_text(games.bots[order[row]]), longest_bot_name)};
    for (const std::size_t other : order) {
      const bool known =
          order[row] != other && list.difference(order[row], other).reach != Reach::nothing;
      cells.push_back(known ? fixed(100 * list.superiority(order[row], other), 1) : "-");
    }
    table.add(std::move(cells));
  }
  return table;
}

constexpr std::string_view matrix_head =
    "How likely the bot of the row is stronger than that of the column, in per cent.";

text::Json matrix_json(const EventGames& games, const statistics::RatingList& list) {
  text::Json json;
  const std::vector<std::size_t> order = best_first(list.players());
  for (const std::size_t row : order) {
    json["bots"].push_back(games.bots[row]);
    text::Json line = text::Json::array();
    for (const std::size_t other : order) {
      const bool known = row != other && list.difference(row, other).reach != Reach::nothing;
      line.push_back(known ? text::Json(list.superiority(row, other)) : text::Json(nullptr));
    }
    json["superiority"].push_back(std::move(line));
  }
  return json;
}

bool is_rated(const EventGames& games) { return !games.game->cooperative && !games.games.empty(); }
bool shows_pairs(const EventGames& games) { return games.has_pairs() && games.pairs.total() > 0; }

std::string pairs_head(const EventGames& games) {
  return fmt::format("{} against {}, {}", text::safe_text(games.bots[0]),
                     text::safe_text(games.bots[1]), counts_text(games.pairs));
}

std::string ratings_markdown(const EventGames& games, const RatingsView& view) {
  if (!is_rated(games)) return {};
  const Listed list = listed(games, view);
  std::string text =
      fmt::format("### Ratings\n\n{}\n\n{}", markdown_paragraph(list.head), list.table.markdown());
  if (view.matrix) {
    text += fmt::format("\n{}\n\n{}", matrix_head, matrix_of(games, view).markdown());
  }
  if (!shows_pairs(games)) return text;
  Table table({{"figure", Align::left, 0, false},
               {"value", Align::left, 0, false},
               {"meaning", Align::left, 0, false}},
              1);
  for (const Figure& figure : strength_figures(games.pairs)) {
    table.add({figure.name, figure.value, figure.meaning});
  }
  return fmt::format("{}\n{}\n\n{}", text, markdown_paragraph(pairs_head(games)), table.markdown());
}

}  // namespace

std::string ratings_text(const EventGames& games, const RatingsView& view, const TextStyle& style) {
  if (!is_rated(games)) return {};
  const Listed list = listed(games, view);
  std::string text = fmt::format("{}: {}\n\n{}", painted("Ratings", Paint::bold, style), list.head,
                                 list.table.text(style));
  if (view.matrix) {
    text += fmt::format("\n{}\n\n{}", matrix_head, matrix_of(games, view).text(style));
  }
  if (shows_pairs(games)) {
    text += fmt::format("\n{}\n\n{}", pairs_head(games),
                        figures_text(strength_figures(games.pairs), style));
  }
  return text;
}

text::Json ratings_json(const EventGames& games, const RatingsView& view) {
  if (games.game->cooperative) return nullptr;
  const std::size_t zero = anchor_of(games, view.anchor);
  const auto list = list_of(games, zero);
  text::Json json;
  json["anchor"] = games.bots[zero];
  json["repeated"] = games.repeated;
  json["bots"] = text::Json::array();
  for (const std::size_t i : best_first(list.players())) {
    const Rating& rating = list.players()[i];
    const bool known = rating.reach != Reach::nothing;
    text::Json one;
    one["name"] = games.bots[i];
    one["elo"] = known ? text::Json(rating.elo) : text::Json(nullptr);
    one["error"] = known ? text::Json(rating.error) : text::Json(nullptr);
    one["reach"] = name(rating.reach);
    one["score"] = rating.score;
    one["games"] = rating.games;
    one["group"] = rating.group;
    json["bots"].push_back(std::move(one));
  }
  if (view.matrix && !games.bots.empty()) json["matrix"] = matrix_json(games, list);
  if (games.has_pairs()) {
    json["pairs"]["first"] = games.bots[0];
    json["pairs"]["second"] = games.bots[1];
    add_strength(json["pairs"], games.pairs);
  }
  return json;
}

std::string rated_standings_text(const std::vector<tournament::EventStandings>& events,
                                 const std::vector<EventGames>& games, const RatingsView& view,
                                 const TextStyle& style) {
  std::string text;
  for (std::size_t i = 0; i < events.size(); ++i) {
    text += (i > 0 ? "\n" : "") + standings_text({events[i]}, style);
    const std::string ratings = ratings_text(games.at(i), view, style);
    if (!ratings.empty()) text += '\n' + ratings;
  }
  return text;
}

std::string rated_standings_markdown(const std::vector<tournament::EventStandings>& events,
                                     const std::vector<EventGames>& games,
                                     const RatingsView& view) {
  std::string text;
  for (std::size_t i = 0; i < events.size(); ++i) {
    text += (i > 0 ? "\n" : "") + standings_markdown({events[i]});
    const std::string ratings = ratings_markdown(games.at(i), view);
    if (!ratings.empty()) text += '\n' + ratings;
  }
  return text;
}

void add_ratings(text::Json& standings, const std::vector<EventGames>& games,
                 const RatingsView& view) {
  for (std::size_t i = 0; i < games.size(); ++i) {
    text::Json ratings = ratings_json(games[i], view);
    if (!ratings.is_null()) standings.at("events").at(i)["ratings"] = std::move(ratings);
  }
}

}  // namespace referee::report
