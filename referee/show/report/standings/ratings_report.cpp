#include "referee/show/report/standings/ratings_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <nlohmann/json.hpp>

#include "referee/base/statistics/rating_fit.hpp"
#include "referee/base/statistics/ratings.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/verdicts/strength.hpp"
#include "referee/show/report/wording.hpp"

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
  return statistics::rate(games.bots.size(), games.encounters(), statistics::Anchor{anchor, 0},
                          games.ranked);
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

std::string first_seat_text(const statistics::FirstSeat& seat) {
  using statistics::SeatUse;
  if (seat.use == SeatUse::unknown) return {};
  if (seat.advantage.reach == Reach::nothing) {
    return "The first seat got all points or none, so its advantage is not in the ratings.";
  }
  const std::string figure =
      fmt::format("The first seat is worth {} ± {} Elo", signed_text(seat.advantage.value, 0),
                  fixed(seat.advantage.error, 0));
  switch (seat.use) {
    case SeatUse::fitted:
      return figure + ", which the ratings take into account.";
    case SeatUse::even:
      return figure + "; all bots had both seats equally often, so the ratings do without it.";
    default:
      return figure +
             ", too uncertain to be told from the ratings; their errors leave room for it.";
  }
}

std::string draws_text(const statistics::Estimate& draws) {
  if (draws.reach == Reach::nothing) return {};
  return fmt::format("Equal bots would draw {} % of their games ({} to {} %).",
                     fixed(100 * draws.value, 1), fixed(100 * *draws.low, 1),
                     fixed(100 * *draws.high, 1));
}

// "scissors against paper: 40 of 40, expected 20.0"
std::string contradiction_text(const EventGames& games, const statistics::Misfit& misfit) {
  return fmt::format("{} against {}: {} of {}, expected {}",
                     text::safe_text(games.bots[misfit.first]),
                     text::safe_text(games.bots[misfit.second]), fixed(misfit.score, 1),
                     fixed(misfit.games, 0), fixed(misfit.expected, 1));
}

// Whether one rating for each bot explains the results.
std::string fit_text(const EventGames& games, const statistics::FitCheck& fit) {
  if (!fit.fails()) return {};
  std::string text = fmt::format(
      "One rating for each bot does not explain these results (chi-square {} with {} degrees of "
      "freedom, p {})",
      fixed(fit.chi_square, 1), fixed(fit.freedom, 1),
      fit.p < 0.0001 ? "below 0.0001" : fixed(fit.p, 4));
  if (fit.misfits.empty()) return text + ".";
  constexpr std::size_t most = 5;
  text += ": who is stronger depends on the opponent. ";
  for (std::size_t i = 0; i < std::min(most, fit.misfits.size()); ++i) {
    text += (i > 0 ? "; " : "") + contradiction_text(games, fit.misfits[i]);
  }
  if (fit.misfits.size() > most) text += fmt::format("; and {} more", fit.misfits.size() - most);
  return text + ".";
}

// What the model says beside the ratings.
std::string model_text(const EventGames& games, const statistics::RatingList& list) {
  if (!games.ranked.empty()) {
    return "Each two bots of a game are one result, by their places; the errors take a game as "
           "one.";
  }
  std::string text = fit_text(games, statistics::check_fit(list, games.encounters()));
  for (const std::string& part : {first_seat_text(list.first_seat()), draws_text(list.draws())}) {
    if (!part.empty()) text::add_to_list(text, part, " ");
  }
  return text;
}

text::Json fit_json(const EventGames& games, const statistics::RatingList& list) {
  if (!games.ranked.empty()) return nullptr;
  const auto fit = statistics::check_fit(list, games.encounters());
  if (fit.freedom == 0) return nullptr;
  text::Json json{{"chi_square", fit.chi_square}, {"freedom", fit.freedom}, {"p", fit.p}};
  json["misfits"] = text::Json::array();
  for (const statistics::Misfit& misfit : fit.misfits) {
    json["misfits"].push_back({{"first", games.bots[misfit.first]},
                               {"second", games.bots[misfit.second]},
                               {"games", misfit.games},
                               {"score", misfit.score},
                               {"expected", misfit.expected}});
  }
  return json;
}

// The share of its points that a bot has made, 0 to 1; 1/2 without games.
template <typename Games>
double share_of(const Games& games, std::size_t bot) {
  double score = 0;
  double count = 0;
  for (const auto& [met, counts] : games) {
    if (met.first != bot && met.second != bot) continue;
    const statistics::GameCounts own = met.first == bot ? counts : counts.swapped();
    score += own.points();
    count += static_cast<double>(own.total());
  }
  return count > 0 ? score / count : 0.5;
}

// Whose score is another one with the repetitions: "With them ann scores 83.5 % instead of 50.1 %."
std::string repeats_text(const EventGames& games) {
  constexpr double much = 0.05;
  constexpr std::size_t most = 3;
  std::string names;
  std::size_t count = 0;
  for (std::size_t bot = 0; bot < games.bots.size() && count < most; ++bot) {
    const double distinct = share_of(games.games, bot);
    const double all = share_of(games.all_games, bot);
    if (std::abs(all - distinct) <= much) continue;
    ++count;
    text::add_to_list(
        names, fmt::format("{} scores {} % instead of {} %", text::safe_text(games.bots[bot]),
                           fixed(100 * all, 1), fixed(100 * distinct, 1)));
  }
  return names.empty() ? names : fmt::format(" With the repetitions {}.", names);
}

// What a matrix shows of two bots; `-` where nothing is known of them.
using MatrixCell = std::function<std::string(std::size_t row, std::size_t column)>;

// A row and a column for each bot, which are numbered, best first.
Table matrix_of(const EventGames& games, const statistics::RatingList& list,
                const MatrixCell& cell) {
  const std::vector<std::size_t> order = best_first(list.players());
  std::vector<Column> columns{{""}, {"bot", Align::left, shortest_bot_name, true}};
  for (std::size_t i = 0; i < order.size(); ++i) columns.push_back({fmt::format("{}", i + 1)});
  Table table(columns, 2);
  for (std::size_t row = 0; row < order.size(); ++row) {
    std::vector<std::string> cells{fmt::format("{}", row + 1), bot_text(games.bots[order[row]])};
    for (const std::size_t other : order) {
      const bool known =
          order[row] != other && list.difference(order[row], other).reach != Reach::nothing;
      cells.push_back(known ? cell(order[row], other) : "-");
    }
    table.add(std::move(cells));
  }
  return table;
}

std::string difference_text(const statistics::Estimate& difference) {
  const auto [elo, error] = rating_words(difference.value, difference.error, difference.reach);
  return error == "-" ? elo : fmt::format("{} ± {}", elo, error);
}

// A table with the sentence above it.
struct Headed {
  std::string head;
  Table table;
};

std::vector<Headed> matrices_of(const EventGames& games, const statistics::RatingList& list) {
  return {Headed{"How many Elo the bot of the row is stronger than that of the column, with 95 % "
                 "errors.",
                 matrix_of(games, list,
                           [&](std::size_t row, std::size_t column) {
                             return difference_text(list.difference(row, column));
                           })},
          Headed{"How likely the bot of the row is stronger than that of the column, in per cent.",
                 matrix_of(games, list, [&](std::size_t row, std::size_t column) {
                   return fixed(100 * list.superiority(row, column), 1);
                 })}};
}

// "1 to 4", or "2".
std::string places_text(const statistics::Places& places) {
  return places.first == places.last ? fmt::format("{}", places.first)
                                     : fmt::format("{} to {}", places.first, places.last);
}

// A rating list as it is printed: its table, the sentence above it, those below, and what else was
// asked for.
struct Listed {
  Headed list;
  std::string model;
  std::vector<Headed> matrices;
};

Listed listed(const EventGames& games, const RatingsView& view) {
  const std::size_t zero = anchor_of(games, view.anchor);
  const auto list = list_of(games, zero);
  const auto& ratings = list.players();
  const std::size_t groups =
      1 + std::max_element(ratings.begin(), ratings.end(), [](const Rating& a, const Rating& b) {
            return a.group < b.group;
          })->group;
  std::string head = fmt::format(
      "Elo with 95 % errors; {} is 0. Places are those that the results leave open, with 95 % for "
      "all bots together.",
      text::safe_text(games.bots[zero]));
  if (const auto repeated = games.repeated; repeated > 0) {
    head += fmt::format(
        " {} an earlier one and {} not count: the same game again is not new evidence.",
        text::plural(repeated, "game repeats", "games repeat"), repeated == 1 ? "does" : "do");
    head += repeats_text(games);
  }
  if (groups > 1) head += " Bots of different groups never met and cannot be compared.";

  std::vector<Column> columns{{"bot", Align::left, shortest_bot_name},
                              {"Elo"},
                              {"±", Align::right, 0, true},
                              {"place"},
                              {"games"},
                              {"points", Align::right, 0, true}};
  if (groups > 1) columns.push_back({"group"});
  Table table(columns, 1);
  const std::vector<statistics::Places> places = list.places();
  for (const std::size_t i : best_first(ratings)) {
    const Rating& rating = ratings[i];
    const auto [elo, error] = rating_words(rating.elo, rating.error, rating.reach);
    std::vector<std::string> cells{bot_text(games.bots[i]),
                                   elo,
                                   error,
                                   rating.games > 0 ? places_text(places[i]) : "-",
                                   fmt::format("{}", rating.games),
                                   fixed(rating.score, 1)};
    if (groups > 1) cells.push_back(fmt::format("{}", rating.group + 1));
    table.add(std::move(cells));
  }
  Listed all{{std::move(head), std::move(table)}, model_text(games, list), {}};
  if (view.matrix) all.matrices = matrices_of(games, list);
  return all;
}

text::Json matrix_json(const EventGames& games, const statistics::RatingList& list) {
  text::Json json;
  const std::vector<std::size_t> order = best_first(list.players());
  for (const std::size_t row : order) {
    json["bots"].push_back(games.bots[row]);
    text::Json differences = text::Json::array();
    text::Json errors = text::Json::array();
    text::Json reaches = text::Json::array();
    text::Json superiorities = text::Json::array();
    for (const std::size_t other : order) {
      const statistics::Estimate difference = list.difference(row, other);
      const bool known = row != other && difference.reach != Reach::nothing;
      differences.push_back(value_if(known, difference.value));
      errors.push_back(value_if(known, difference.error));
      reaches.push_back(name(row == other ? Reach::nothing : difference.reach));
      superiorities.push_back(value_if(known, list.superiority(row, other)));
    }
    json["difference"].push_back(std::move(differences));
    json["error"].push_back(std::move(errors));
    json["reach"].push_back(std::move(reaches));
    json["superiority"].push_back(std::move(superiorities));
  }
  return json;
}

bool is_rated(const EventGames& games) { return !games.game->cooperative && !games.games.empty(); }
bool shows_pairs(const EventGames& games) { return games.has_pairs() && games.pairs.total() > 0; }

std::string pairs_head(const EventGames& games) {
  return fmt::format("{} against {}, {}", text::safe_text(games.bots[0]),
                     text::safe_text(games.bots[1]), counts_text(games.pairs));
}

}  // namespace

std::string ratings_text(const EventGames& games, const RatingsView& view, const TextStyle& style) {
  if (!is_rated(games)) return {};
  const auto [list, model, matrices] = listed(games, view);
  std::string text = fmt::format("{}: {}\n\n{}", painted("Ratings", Paint::bold, style), list.head,
                                 list.table.text(style));
  if (!model.empty()) text += '\n' + wrapped_lines(model, Paint::none, style);
  for (const Headed& matrix : matrices) {
    text += fmt::format("\n{}\n\n{}", matrix.head, matrix.table.text(style));
  }
  if (shows_pairs(games)) {
    text += fmt::format("\n{}\n\n{}", pairs_head(games),
                        figures_text(strength_figures(games.pairs), style));
  }
  return text;
}

std::string ratings_markdown(const EventGames& games, const RatingsView& view) {
  if (!is_rated(games)) return {};
  const auto [list, model, matrices] = listed(games, view);
  std::string text =
      fmt::format("### Ratings\n\n{}\n\n{}", markdown_paragraph(list.head), list.table.markdown());
  if (!model.empty()) text += fmt::format("\n{}\n", markdown_paragraph(model));
  for (const Headed& matrix : matrices) {
    text += fmt::format("\n{}\n\n{}", matrix.head, matrix.table.markdown());
  }
  if (!shows_pairs(games)) return text;
  Table table({{"figure", Align::left}, {"value", Align::left}, {"meaning", Align::left}}, 1);
  for (const Figure& figure : strength_figures(games.pairs)) {
    table.add({figure.name, figure.value, figure.meaning});
  }
  return fmt::format("{}\n{}\n\n{}", text, markdown_paragraph(pairs_head(games)), table.markdown());
}

text::Json ratings_json(const EventGames& games, const RatingsView& view) {
  if (!games.game->has_winner()) return nullptr;
  const std::size_t zero = anchor_of(games, view.anchor);
  const auto list = list_of(games, zero);
  text::Json json;
  json["anchor"] = games.bots[zero];
  json["repeated"] = games.repeated;
  json["bots"] = text::Json::array();
  const std::vector<statistics::Places> places = list.places();
  for (const std::size_t i : best_first(list.players())) {
    const Rating& rating = list.players()[i];
    const bool known = rating.reach != Reach::nothing;
    json["bots"].push_back({{"name", games.bots[i]},
                            {"elo", value_if(known, rating.elo)},
                            {"error", value_if(rating.reach == Reach::two_sided, rating.error)},
                            {"reach", name(rating.reach)},
                            {"places", {places[i].first, places[i].last}},
                            {"score", rating.score},
                            {"games", rating.games},
                            {"group", rating.group}});
  }
  if (const auto& seat = list.first_seat(); seat.use != statistics::SeatUse::unknown) {
    const bool told = seat.advantage.reach != Reach::nothing;
    json["first_seat"] = {{"elo", value_if(told, seat.advantage.value)},
                          {"error", value_if(told, seat.advantage.error)},
                          {"use", statistics::name(seat.use)}};
  }
  if (text::Json fit = fit_json(games, list); !fit.is_null()) json["fit"] = std::move(fit);
  if (const auto& draws = list.draws(); draws.reach != Reach::nothing) {
    json["draws"] = {{"rate", draws.value}, {"low", *draws.low}, {"high", *draws.high}};
  }
  if (view.matrix && !games.bots.empty()) json["matrix"] = matrix_json(games, list);
  if (games.has_pairs()) {
    json["pairs"]["first"] = games.bots[0];
    json["pairs"]["second"] = games.bots[1];
    add_strength(json["pairs"], games.pairs);
  }
  return json;
}

void add_ratings(text::Json& standings, const std::vector<EventGames>& games,
                 const RatingsView& view) {
  for (std::size_t i = 0; i < games.size(); ++i) {
    text::Json ratings = ratings_json(games[i], view);
    if (!ratings.is_null()) standings.at("events").at(i)["ratings"] = std::move(ratings);
  }
}

}  // namespace referee::report
