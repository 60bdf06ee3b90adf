
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "referee/base/text/utf8.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/run/formats/ranking.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using formats::FormatKind;
using formats::Placed;
using rules::RankingKey;
using tournament::Alone;
using tournament::EventStandings;
using tournament::Row;
using tournament::Tally;
using tournament::TimesUsed;

StandingsCell same(const std::string& text) { return {text, text}; }
StandingsCell nothing() { return {"", "-"}; }
template <typename Number>
StandingsCell number(Number value) {
  return same(fmt::format("{}", value));
}
// The cell of a member.
template <typename Owner, typename Number>
auto figure(Number Owner::*member) {
  return [member](const Owner& owner) { return number(owner.*member); };
}

class Columns {
 public:
  explicit Columns(const EventStandings& event) : event_(event), game_(*event.game) {}

  std::vector<StandingsColumn> take() && {
    add("game", 0, "", [name = std::string(game_.name)](const Row& /*row*/) { return same(name); });
    add("format", 0, "", [name = std::string(formats::name(event_.format))](const Row& /*row*/) {
      return same(name);
    });
    add("place", place, "", figure(&Row::place));
    add("bot", bot, "bot", [](const Row& row) {
      return StandingsCell{row.bot, text::safe_text(row.bot)};
    }).align = Align::left;
    list_.back().least = shortest_bot_name;
    add_format();
    add_tally("", [](const Row& row) -> const Tally& { return row.total; });
    add_tied();
    for (const rules::Seat seat : rules::seats(game_.seats())) add_seat(seat);
    if (tournament::ranks_by_opponents(game_)) add_places();
    if (tournament::ranks_by_answers(game_)) add_answers();
    add_faults();
    add_times("cpu", event_.clock == kernel::ClockKind::cpu, "CPU/game",
              [](const Row& row) -> const TimesUsed& { return row.cpu; });
    add_times("wall", event_.clock == kernel::ClockKind::wall, "time/game",
              [](const Row& row) -> const TimesUsed& { return row.wall; });
    if (event_.format == FormatKind::ladder) add_version();
    const bool noted = std::any_of(event_.rows.begin(), event_.rows.end(),
                                   [](const Row& row) { return !row.note.empty(); });
    if (event_.format != FormatKind::ladder && noted) add_note();
    for (StandingsColumn& one : list_) {
      constexpr std::array main_ones{place,       bot,   elo_error,  games,  mean,
                                     won,         drawn, lost,       faults, mean_place,
                                     place_error, best,  mean_answer};
      one.main =
          one.ranks || std::find(main_ones.begin(), main_ones.end(), one.order) != main_ones.end();
    }
    return std::move(list_);
  }

 private:
  // Positions of the columns for people.
  enum Order {
    hidden,
    place,
    bot,
    stage,
    elo,
    elo_error,
    final_game_points,
    final_score,
    points,
    buchholz,
    survived,
    beaten,
    mean_place,
    place_error,
    of_best,
    best,
    mean_answer,
    log10,
    games,
    game_points,
    score,
    mean,
    tied,
    won,
    drawn,
    lost,
    irregular,
    first_seat,
    last_seat = first_seat + rules::most_seats - 1,
    faults,
    time,
    most,
    longest,
    official_time,
    since,
    plays,
    note
  };
  using Cell = std::function<StandingsCell(const Row&)>;

  StandingsColumn& add(std::string key, int order, std::string head, Cell cell,
                       std::string meaning = "") {
    StandingsColumn column;
    column.key = std::move(key);
    column.head = std::move(head);
    column.order = order;
    column.meaning = std::move(meaning);
    column.cell = std::move(cell);
    list_.push_back(std::move(column));
    return list_.back();
  }
  // One that only some events have: elsewhere it is an empty column of spreadsheets.
  StandingsColumn& add_if(bool applies, std::string key, int order, std::string head, Cell cell,
                          std::string meaning = "") {
    if (!applies) {
      return add(std::move(key), hidden, "", [](const Row& /*row*/) { return nothing(); });
    }
    return add(std::move(key), order, std::move(head), std::move(cell), std::move(meaning));
  }

  // The figures that the event's format ranks by before the game's own keys.
  void add_format() {
    const bool official = event_.format == FormatKind::official;
    const bool gauntlet = event_.format == FormatKind::gauntlet;
    const bool swiss = official || event_.format == FormatKind::swiss;
    const auto placed = [](auto cell) {
      return [cell](const Row& row) { return row.format ? cell(*row.format) : nothing(); };
    };
    add_if(official || gauntlet, "group", stage, official ? "stage" : "role",
           placed([format = event_.format](const Placed& one) {
             const std::string name(group_name(one, format));
             return one.group == 0 ? nothing() : same(name);
           }))
        .ranks = true;
    add_if(swiss, "swiss_points", points, official ? "Swiss" : "points",
           placed([](const Placed& one) { return same(halves_text(one.points)); }),
           official ? "points of the Swiss rounds" : "pairings won, half of those drawn")
        .ranks = true;
    add_if(swiss, "buchholz", buchholz, "Buchholz",
           placed([](const Placed& one) { return same(halves_text(one.buchholz)); }),
           "the points of all opponents")
        .ranks = true;
    list_.back().joined = true;
    add_if(event_.format == FormatKind::knockout, "rounds_survived", survived, "survived",
           placed(figure(&Placed::wins)), "rounds")
        .ranks = true;
    add_if(official && ranked_by(game_, RankingKey::game_points), "final_game_points",
           final_game_points, "final game points", placed([](const Placed& one) {
             return one.group == 1 ? number(one.final.game_points) : nothing();
           }))
        .ranks = true;
    list_.back().joined = true;
    add_if(official, "final_score", final_score, "final score", placed([](const Placed& one) {
             return one.group == 1 ? number(one.final.score) : nothing();
           }))
        .ranks = true;
    list_.back().joined = true;
    if (event_.format == FormatKind::ladder) add_ratings();
  }

  template <typename Version>
  static Cell of_version(Version cell) {
    return [cell](const Row& row) {
      return row.format && row.format->ladder ? cell(*row.format->ladder) : nothing();
    };
  }

  void add_ratings() {
    using statistics::Reach;
    add("elo", elo, "Elo", of_version([](const formats::LadderFigures& one) {
          if (one.reach == Reach::nothing) return nothing();
          return StandingsCell{fixed(one.elo, 1), rating_words(one.elo, one.error, one.reach).elo};
        }),
        "how much stronger than the first version, which is 0")
        .ranks = true;
    add("elo_error", elo_error, "±", of_version([](const formats::LadderFigures& one) {
          if (one.reach != Reach::two_sided) return nothing();
          return StandingsCell{fixed(one.error, 1), fixed(one.error, 0)};
        }),
        "with 95 % within that")
        .joined = true;
  }

  // What else there is to say of a version in a ladder.
  void add_version() {
    add("since", since, "since", of_version(figure(&formats::LadderFigures::since)),
        "the round in which it joined");
    add("plays", plays, "plays", of_version([](const formats::LadderFigures& one) {
          return same(one.plays ? "yes" : "no more");
        }),
        "whether it plays further games")
        .align = Align::left;
    add_note();
  }

  void add_note() {
    add("note", note, "note", [](const Row& row) {
      return StandingsCell{row.note, text::cut(text::safe_text(row.note), longest_bot_name)};
    }).align = Align::left;
  }

  // Whether the places of this format follow from the game's keys over all games.
  [[nodiscard]] bool by_all_games(RankingKey key) const {
    return ranked_by(game_, key) && event_.format != FormatKind::knockout &&
           event_.format != FormatKind::official && event_.format != FormatKind::ladder &&
           !event_.by_mean;
  }

  void add_seat(rules::Seat seat) {
    constexpr std::array<std::string_view, 2> words{"first_seat_", "second_seat_"};
    const std::size_t i = rules::index(seat);
    add_tally(
        i < words.size() ? std::string(words.at(i)) : fmt::format("seat_{}_", i + 1),
        [i](const Row& row) -> const Tally& { return row.by_seat[i]; }, seat);
  }

  // Of all games, or of those in one seat, of which people see the mean.
  void add_tally(const std::string& prefix, const std::function<const Tally&(const Row&)>& of,
                 std::optional<rules::Seat> seat = {}) {
    const auto shown = [seat](Order order) { return seat ? hidden : order; };
    const bool alone = tournament::ranks_by_answers(game_);
    const auto of_several = [&](int order) { return alone ? static_cast<int>(hidden) : order; };
    const auto column = [&](const char* key, int order, std::string head, auto value,
                            const std::string& meaning = "",
                            bool applies = true) -> StandingsColumn& {
      return add_if(
          applies, prefix + key, order, order == hidden ? "" : std::move(head),
          [of, value](const Row& row) { return value(of(row)); }, meaning);
    };
    column("games", shown(games), "games", figure(&Tally::games));
    column("score", of_several(shown(score)), "score", figure(&Tally::score),
           "sum of the scores of all games, see referee show GAME")
        .ranks = !seat && !alone && by_all_games(RankingKey::score);
    auto& means = column(
        "mean_score", of_several(seat ? first_seat + static_cast<int>(rules::index(*seat)) : mean),
        seat ? "as " + std::string(game_.seat_names[*seat]) : "mean",
        [](const Tally& all) {
          return StandingsCell{all.games == 0 ? "" : mean_text(all.score, all.games),
                               mean_text(all.score, all.games)};
        },
        seat ? "" : "score for each game");
    means.joined = seat != rules::Seat::first;
    means.ranks = !seat && event_.by_mean && !ranked_by(game_, RankingKey::game_points) &&
                  !tournament::ranks_by_opponents(game_);
    column("game_points", shown(game_points), "game points", figure(&Tally::game_points),
           "points for games won and drawn", ranked_by(game_, RankingKey::game_points))
        .ranks = !seat && by_all_games(RankingKey::game_points);
    column("board_points", hidden, "", [](const Tally& all) {
      const auto sum = board_points_of(all);
      return sum ? same(sum->text()) : nothing();
    });
    const bool contest = !game_.cooperative && game_.seats() > 1;
    // Of more than two seats places say the rest.
    const auto of_two = [&](Order order) {
      return game_.seats() > rules::usual_seats ? hidden : shown(order);
    };
    column("wins", shown(won), "W", figure(&Tally::wins), "games won", contest);
    column("draws", of_two(drawn), "D", figure(&Tally::draws), "drawn", contest).joined = true;
    column("losses", of_two(lost), "L", figure(&Tally::losses), "lost", contest).joined = true;
  }

  // Of games of more than two seats.
  void add_places() {
    add(
        "opponents_beaten", beaten, "beaten",
        [](const Row& row) {
          const Tally& all = row.total;
          if (all.opponents == 0) return nothing();
          const double share = store::share_beaten(all.beaten, all.opponents);
          return StandingsCell{fixed(share, 4), fixed(100 * share, 1) + " %"};
        },
        "opponents of all its games that it beat, those that it tied with by half")
        .ranks = true;
    add(
        "mean_place", mean_place, "mean place",
        [](const Row& row) {
          const statistics::PairedPoints places = row.mean_place();
          return places.count() == 0 ? nothing() : same(fixed(places.mean(), 2));
        },
        "1 is the best");
    add(
        "mean_place_error", place_error, "±",
        [](const Row& row) {
          const statistics::Estimate places = row.mean_place().interval();
          if (places.reach != statistics::Reach::two_sided) return nothing();
          return same(fixed(places.error, 2));
        },
        "with 95 % within that")
        .joined = true;
  }

  // Of games of one seat.
  void add_answers() {
    const bool relative = game_.scores == rules::Scores::relative;
    const auto of = [](auto cell) {
      return [cell](const Row& row) {
        return row.alone && row.total.games > 0 ? cell(*row.alone) : nothing();
      };
    };
    add("part_of_best", relative ? of_best : hidden, relative ? "of best" : "",
        of([](const Alone& own) {
          return StandingsCell{fixed(own.part, 6), fixed(100 * own.part, 2) + " %"};
        }),
        "mean part of the best answer to each deal")
        .ranks = relative;
    add("best_answers", best, "best", of(figure(&Alone::best)), "deals on which nobody is better");
    add("mean_answer", mean_answer, "mean", of([](const Alone& own) {
          return own.answered == 0 ? nothing() : same(fmt::format("{:.6g}", own.mean));
        }),
        fmt::format("score of an answer; {} is better",
                    game_.goal != rules::Goal::min ? "more" : "less"))
        .ranks = !relative;
    add("mean_log10", log10, "log10",
        of([](const Alone& own) { return own.log10 ? same(fixed(*own.log10, 4)) : nothing(); }),
        "mean logarithm of the scores");
  }

  void add_tied() {
    const bool shown = std::any_of(event_.rows.begin(), event_.rows.end(),
                                   [](const Row& row) { return row.among_tied != 0; });
    auto& column =
        add_if(ranked_by(game_, RankingKey::among_tied), "among_tied", tied, "among tied",
               figure(&Row::among_tied), "score against those with the same total");
    column.ranks = by_all_games(RankingKey::among_tied);
    if (!shown) column.order = hidden;
  }

  void add_faults() {
    auto& column = add("irregular_losses", irregular, "irregular", figure(&Row::irregular_losses),
                       "games lost by a fault");
    column.ranks = by_all_games(RankingKey::irregular_losses);
    // Where it only separates equal scores, the column of faults is enough.
    const bool counts = ranked_by(game_, RankingKey::irregular_losses);
    if (!counts || formats::ranks_by_score_then_faults(game_)) column.order = hidden;
    add(
        "", faults, "faults", [](const Row& row) { return number(fault_count(row)); },
        "failures of the program, each a game without points");
    for (const std::string_view kind : bot::fault_names) {
      add(std::string(kind), hidden, "", [kind = std::string(kind)](const Row& row) {
        const auto found = row.faults.find(kind);
        return number(found == row.faults.end() ? 0 : found->second);
      });
    }
  }

  // `charged`: whether bots were charged by this clock; people see that one alone.
  void add_times(const std::string& clock, bool charged, const std::string& head,
                 const TimesUsed& (*of)(const Row&)) {
    const auto column = [&](const std::string& key, int order, std::string name, auto us,
                            const std::string& meaning = "") -> StandingsColumn& {
      auto& added = add(
          key, charged ? order : hidden, charged ? std::move(name) : "",
          [of, us](const Row& row) {
            const TimesUsed& times = of(row);
            if (times.count() == 0) return nothing();
            const std::int64_t whole = std::llround(us(times));
            return StandingsCell{fmt::format("{}", whole),
                                 time_text(std::chrono::microseconds(whole))};
          },
          meaning);
      added.times = true;
      added.joined = order != time;
      return added;
    };
    const auto longest_of = [](const TimesUsed& times) {
      return static_cast<double>(times.most_us());
    };
    column(
        clock + "_us_mean", time, head, [](const TimesUsed& times) { return times.mean_us(); },
        "mean time; 95 % of the games took no more than the next column, none more than the "
        "last");
    column(clock + "_us_p95", most, "95 %", [](const TimesUsed& times) {
      return static_cast<double>(times.quantile_us(most_of_the_games));
    });
    column(clock + "_us_most", longest, "most", longest_of);
    if (!charged || event_.speed == 1) return;
    column(
        "", official_time, "official",
        [longest_of, speed = event_.speed](const TimesUsed& times) {
          return speed * longest_of(times);
        },
        "the last as the official machine takes it, by the speed of the config");
  }

  const EventStandings& event_;
  const rules::GameInfo& game_;
  std::vector<StandingsColumn> list_;
};

}  // namespace

std::vector<StandingsColumn> standings_columns(const EventStandings& event) {
  return Columns(event).take();
}

std::vector<StandingsColumn> shown_columns(const EventStandings& event, bool main_ones) {
  std::vector<StandingsColumn> list = standings_columns(event);
  std::erase_if(list, [main_ones](const StandingsColumn& column) {
    return column.order == 0 || (main_ones && !column.main);
  });
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.order < b.order; });
  return list;
}

}  // namespace referee::report
