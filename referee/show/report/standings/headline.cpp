#include "referee/show/report/standings/headline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/statistics/paired_points.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/two_seats.hpp"

namespace referee::report {

using formats::FormatKind;
using tournament::EventStandings;
using tournament::GamesPlayed;
using tournament::Row;

namespace {

// What failed, "crash"; empty if the bot in this seat did not fail.
std::string failure_of(const match::MatchRecord& match, rules::Seat seat) {
  std::string word;
  if (const match::MatchFault* const fault = match::fault_of(match, seat)) {
    word = bot::name(fault->fault.kind);
  } else if (rules::is_fault(match.scores[rules::index(seat)].status)) {
    word = rules::name(match.scores[rules::index(seat)].status);  // recorded elsewhere
  }
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) {
    return c == '_' ? ' ' : static_cast<char>(std::tolower(c));
  });
  return word;
}

// What a judge counted, where its scores say something else: "; 5181 to 5262 on the board".
std::string counted_text(const match::MatchRecord& match, rules::Seat first) {
  const auto result = [&](rules::Seat seat) { return match.scores[rules::index(seat)].result; };
  const rules::SeatResult own = result(first);
  const rules::SeatResult other = result(rules::other(first));
  const auto is_score = [](const rules::SeatResult& seat) {
    return seat.board_points == rules::Points(seat.score);
  };
  if (!match.game->outside || !own.board_points || !other.board_points ||
      (is_score(own) && is_score(other))) {
    return {};
  }
  return fmt::format("; {} to {} on the board", own.board_points->text(),
                     other.board_points->text());
}

}  // namespace

namespace {

// The end of a game that is not for two: "a won with 12; b 10, c 3", "a and b drew with 12; c 3",
// "a scored 12".
std::string places_text(const match::MatchRecord& match) {
  const auto name = [&](rules::Seat seat) { return text::safe_text(match.bots[seat].name); };
  const auto result = [&](rules::Seat seat) { return match.scores[seat].result; };
  if (match.scores.size() == 1) {
    return fmt::format("{} scored {}", name(rules::Seat::first), result(rules::Seat::first).score);
  }
  std::vector<rules::Seat> order(match.scores.seats().begin(), match.scores.seats().end());
  std::stable_sort(order.begin(), order.end(), [&](rules::Seat one, rules::Seat two) {
    return result(one).place < result(two).place;
  });
  std::vector<std::string> first;
  std::string others;
  for (const rules::Seat seat : order) {
    if (result(seat).place == 1) {
      first.push_back(name(seat));
    } else {
      text::add_to_list(others, fmt::format("{} {}", name(seat), result(seat).score));
    }
  }
  const std::string text = fmt::format("{} {} with {}", text::join_with(first, "and"),
                                       first.size() == 1 ? "won" : "drew", result(order[0]).score);
  return others.empty() ? text : text + "; " + others;
}

}  // namespace

std::optional<rules::Seat> winner_of(const match::MatchRecord& match) {
  return store::winner_of(store::summary_of(match));
}

std::string end_text(const match::MatchRecord& match) {
  const auto name = [&](rules::Seat seat) {
    return text::safe_text(match.bots[rules::index(seat)].name);
  };
  const auto score = [&](rules::Seat seat) {
    return match.scores[rules::index(seat)].result.score;
  };
  using rules::Seat;
  const std::optional<Seat> winner = winner_of(match);
  const bool two = match.scores.size() == rules::usual_seats;
  std::string text;
  if (match.game->cooperative) {
    std::int64_t points = score(Seat::first);
    for (const Seat seat : match.scores.seats()) points = std::max(points, score(seat));
    text = fmt::format("{} point{} together", points, points == 1 ? "" : "s");
  } else if (!two) {
    text = places_text(match);
  } else if (!winner) {
    text = fmt::format("{} and {} drew, {} to {}", name(Seat::first), name(Seat::second),
                       score(Seat::first), score(Seat::second));
  } else {
    const Seat loser = rules::other(*winner);
    text = fmt::format("{} won against {}, {} to {}", name(*winner), name(loser), score(*winner),
                       score(loser));
  }
  if (two) text += counted_text(match, winner.value_or(Seat::first));
  for (const Seat seat : match.scores.seats()) {
    const std::string failure = failure_of(match, seat);
    if (!failure.empty()) text += fmt::format("; {} failed ({})", name(seat), failure);
  }
  return text;
}

std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 4;
  if (names.size() <= most_named) return text::join_with(names, "and");
  std::vector<std::string> some(names.begin(), names.begin() + most_named - 1);
  some.push_back(fmt::format("{} others", names.size() - some.size()));
  return text::join_with(some, "and");
}

namespace {

// "ahead of beta by score (862 to 858)": by the first column of the ranking in which they differ.
std::string ahead_text(const EventStandings& event, const Row& first, const Row& second) {
  std::string text = "ahead of " + text::safe_text(second.bot);
  for (const StandingsColumn& column : shown_columns(event)) {
    if (!column.ranks) continue;
    const StandingsCell own = column.cell(first);
    const StandingsCell other = column.cell(second);
    if (own.plain == other.plain) continue;
    text += fmt::format(" by {}", column.key == "rounds_survived"    ? "rounds survived"
                                  : column.key == "opponents_beaten" ? "opponents beaten"
                                  : column.key == "part_of_best"     ? "the part of the best answer"
                                  : column.key == "mean_answer"      ? "the mean score"
                                                                     : column.head);
    const auto is_number = [](const StandingsCell& cell) {
      return cell.text.find_first_of("0123456789") != std::string::npos;
    };
    if (!is_number(own) || !is_number(other)) return text;
    return text + fmt::format(" ({} to {})", own.text, other.text);
  }
  return text;
}

// Of a game of one seat: the answers of one bot beside those of the other to the same deals.
statistics::PairedPoints ahead_alone(const EventStandings& event, const Row& first,
                                     const Row& second) {
  const auto position = [&](const Row& row) {
    return static_cast<std::size_t>(std::find(event.bots.begin(), event.bots.end(), row.bot) -
                                    event.bots.begin());
  };
  const std::size_t own = position(first);
  const std::size_t other = position(second);
  statistics::PairedPoints apart;
  for (const auto& [deal, answers] : event.deals) {
    if (answers.size() <= std::max(own, other) || !answers[own] || !answers[other]) continue;
    const store::Worths worths = store::worths_of(*event.game, *answers[own], *answers[other]);
    apart.add(worths.one - worths.other);
  }
  return apart;
}

std::string_view lead_unit(const rules::GameInfo& game) {
  if (tournament::ranks_by_opponents(game)) return "% of its opponents";
  if (!tournament::ranks_by_answers(game)) return "points a game";
  return game.scores == rules::Scores::relative ? "% a deal" : "points a deal";
}

std::string how_surely(const statistics::PairedPoints& ahead, std::string_view unit) {
  if (ahead.count() < 2) return "one round does not show how sure that is";
  const statistics::Estimate more = ahead.interval();
  const std::string value = fixed(more.value, 2);
  // Game points or unequal numbers of games can rank it first all the same.
  if (value == "0.00" || value.front() == '-') {
    return "by the scores of each round it is not ahead, so it may be chance";
  }
  const std::string text =
      fmt::format("{} {} more, ± {} (95 %)", value, unit, fixed(more.error, 2));
  if (ahead.no_spread()) return text + ": every round went the same";
  return std::abs(more.value) > more.error ? text : text + ", so it may be chance";
}

// The last round of the winner of a knockout.
std::string final_text(const EventStandings& event, const Row& winner) {
  if (!winner.format) return {};
  const auto is_winners = [&](const auto& meeting) {
    const auto& bots = meeting.first.second;
    return bots[0] == winner.format->bot || bots[1] == winner.format->bot;
  };
  const auto found = std::find_if(event.meetings.rbegin(), event.meetings.rend(), is_winners);
  if (found == event.meetings.rend()) return {};
  const auto& [key, final] = *found;
  const std::size_t own = key.second[0] == winner.format->bot ? 0 : 1;
  const auto result = final.result();
  const bool by_points = final.measures[0].game_points != final.measures[1].game_points;
  const std::string how =
      fmt::format("{} to {} {} in {}", result[own], result[1 - own],
                  by_points ? "game points" : "points", text::plural(final.games, "game"));
  const std::string name = text::safe_text(event.bots.at(key.second[1 - own]));
  return result[0] == result[1]
             ? fmt::format("as the better seed: the final against {} was even, {}", name, how)
             : fmt::format("beating {} in the final, {}", name, how);
}

// Whether a bot of a ladder or of Swiss rounds is so near the first that chance may have put it
// behind: the 95 % interval of their difference holds 0. In Swiss rounds by a bound: the result of
// a pairing is 0 to 1 points, so its variance is at most 1/4.
bool may_be_chance(const EventStandings& event, const Row& first, const Row& other) {
  if (!first.format || !other.format) return false;
  if (event.format == FormatKind::swiss) {
    const double points = (first.format->points - other.format->points) / 2.0;
    return points <= statistics::z95 * std::sqrt(event.rounds / 2.0);
  }
  const auto& a = first.format->ladder;
  const auto& b = other.format->ladder;
  using statistics::Reach;
  if (!a || !b || a->reach == Reach::nothing || b->reach == Reach::nothing) return false;
  // The interval of a bot without a single point against the first has no end to compare: six games
  // without one are enough, as equal bots have that in 1 of 32 cases.
  constexpr std::uint64_t enough = 6;
  const tournament::Tally& met = event.cross.at(first.format->bot).at(other.format->bot);
  if (b->reach == Reach::at_most && met.wins == met.games && met.wins >= enough) return false;
  return std::abs(a->elo - b->elo) <= std::hypot(a->error, b->error);
}

// The first of such an event, and those who cannot be told apart from it.
std::vector<std::string> equals_of(const EventStandings& event) {
  std::vector<std::string> names{text::safe_text(event.rows.front().bot)};
  for (std::size_t i = 1; i < event.rows.size(); ++i) {
    if (may_be_chance(event, event.rows.front(), event.rows[i])) {
      names.push_back(text::safe_text(event.rows[i].bot));
    }
  }
  return names;
}

std::string challenger_text(const EventStandings& event, const Row& row) {
  if (event.game->cooperative) {
    return fmt::format("with a mean score of {} in {}", mean_text(row.total.score, row.total.games),
                       text::plural(row.total.games, "game"));
  }
  return fmt::format("with {} won, {} drawn and {} lost against the others",
                     text::plural(row.total.wins, "game"), row.total.draws, row.total.losses);
}

// How many Swiss rounds come before those that decide.
int rounds_before(const EventStandings& event) {
  return event.format == FormatKind::official ? event.swiss_rounds : 0;
}

}  // namespace

std::optional<Headline> headline_of(const EventStandings& event, const GamesPlayed& played) {
  if (event.played == 0 || event.rows.size() < 2) return std::nullopt;
  const bool running = event.played < event.planned || event.format == FormatKind::ladder;
  const Row& first = event.rows[0];
  const Row& second = event.rows[1];
  const std::string name = text::safe_text(first.bot);
  std::vector<std::string> winners;
  for (const Row& row : event.rows) {
    if (row.place == first.place) winners.push_back(text::safe_text(row.bot));
  }
  const bool near = event.format == FormatKind::ladder || event.format == FormatKind::swiss;
  const std::vector<std::string> equals = near ? equals_of(event) : std::vector<std::string>{};
  if (event.format == FormatKind::ladder && equals.size() > 1) {
    return Headline{names_text(equals), "cannot be told apart by their Elo"};
  }
  if (winners.size() > 1) {
    return Headline{names_text(winners), running ? "share the lead" : "share first place"};
  }
  const std::string verb = running ? "leads" : "won";
  const std::string by = ahead_text(event, first, second);
  switch (event.format) {
    case FormatKind::knockout: {
      const std::string final = running ? by : final_text(event, first);
      return Headline{name, final.empty() ? verb : verb + ", " + final};
    }
    case FormatKind::gauntlet:
      // A single challenger is not ahead of anyone: the others are always ranked behind it.
      if (first.format && second.format && first.format->group != second.format->group) {
        return Headline{name, fmt::format("{} the challenger, {}", running ? "is" : "was",
                                          challenger_text(event, first))};
      }
      break;
    case FormatKind::swiss:
      if (equals.size() > 1) {
        return Headline{name, fmt::format("{}, {}; by their points {} cannot be told apart", verb,
                                          by, names_text(equals))};
      }
      [[fallthrough]];
    case FormatKind::ladder:
      return Headline{name, verb + ", " + by};
    case FormatKind::round_robin:
    case FormatKind::official:
    case FormatKind::recorded:
      break;
  }
  const auto ahead = tournament::ranks_by_answers(*event.game)
                         ? ahead_alone(event, first, second)
                         : played.ahead(std::string(event.game->name), first.bot, second.bot,
                                        rounds_before(event));
  return Headline{name,
                  fmt::format("{}, {}: {}", verb, by, how_surely(ahead, lead_unit(*event.game)))};
}

std::optional<Headline> headline_of(const rules::GameInfo& game, const GamesPlayed& played) {
  const std::string name(game.name);
  const std::vector<std::string> bots = played.by_mean(name);
  if (bots.size() < 2) return std::nullopt;
  const auto mean = [&](const std::string& bot) {
    return fixed(played.scores(name, bot).mean(), 2);
  };
  if (mean(bots[0]) == mean(bots[1])) {
    return Headline{names_text({text::safe_text(bots[0]), text::safe_text(bots[1])}),
                    fmt::format("have the same mean score, {}", mean(bots[0]))};
  }
  return Headline{text::safe_text(bots[0]),
                  fmt::format("has the highest mean score, {}, ahead of {} ({})", mean(bots[0]),
                              text::safe_text(bots[1]), mean(bots[1]))};
}

namespace {

class HeadlineList {
 public:
  void add(const rules::GameInfo& game, const std::optional<Headline>& found) {
    if (!found) return;
    json_["games"][std::string(game.name)] = {{"who", found->who}, {"rest", found->rest}};
    // "won", "leads in", "share first place in"
    const std::string verb = found->rest.substr(0, found->rest.find(','));
    if (++count_ <= most_in_title) {
      text::add_to_list(title_, fmt::format("{} {} {}{}", found->who, verb,
                                            verb == "won" ? "" : "in ", game.title));
    }
  }
  text::Json take() && {
    json_["title"] = count_ > most_in_title ? title_ + ", ..." : title_;
    return std::move(json_);
  }

 private:
  static constexpr int most_in_title = 3;
  text::Json json_{{"title", ""}, {"games", text::Json::object()}};
  std::string title_;
  int count_ = 0;
};

}  // namespace

text::Json headlines_json(const std::vector<EventStandings>& events, const GamesPlayed& played) {
  HeadlineList list;
  for (const EventStandings& event : events) list.add(*event.game, headline_of(event, played));
  return std::move(list).take();
}

text::Json headlines_json(const std::vector<const rules::GameInfo*>& games,
                          const GamesPlayed& played) {
  HeadlineList list;
  for (const rules::GameInfo* game : games) list.add(*game, headline_of(*game, played));
  return std::move(list).take();
}

}  // namespace referee::report
