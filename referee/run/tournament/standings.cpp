#include "referee/run/tournament/standings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/match_summary.hpp"
#include "rules/by_seat.hpp"
#include "rules/catalogue.hpp"

namespace referee::tournament {
namespace {

constexpr int bits = 5;  // of a value that select its bucket in an octave
constexpr std::uint64_t steps = std::uint64_t{1} << bits;
constexpr std::uint64_t exact = 2 * steps;  // values below have a bucket each

// Values of [2^e, 2^(e+1)) fall into `steps` buckets of equal width.
std::size_t bucket_of(std::uint64_t us) noexcept {
  if (us < exact) return us;
  const int octave = static_cast<int>(std::bit_width(us)) - 1;
  const std::uint64_t step = (us >> (octave - bits)) - steps;
  return exact + static_cast<std::uint64_t>(octave - bits - 1) * steps + step;
}

std::int64_t middle_of(std::size_t bucket) noexcept {
  if (bucket < exact) return static_cast<std::int64_t>(bucket);
  const std::uint64_t shift = (bucket - exact) / steps + 1;
  const std::uint64_t begin = (steps + (bucket - exact) % steps) << shift;
  return static_cast<std::int64_t>(begin + (std::uint64_t{1} << (shift - 1)));
}

}  // namespace

void TimesUsed::add(std::int64_t us) {
  const std::size_t bucket = bucket_of(static_cast<std::uint64_t>(us));
  if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
  ++buckets_[bucket];
  ++count_;
  most_ = std::max(most_, us);
  total_ += static_cast<double>(us);
}

double TimesUsed::mean_us() const noexcept {
  return count_ == 0 ? 0 : total_ / static_cast<double>(count_);
}

std::int64_t TimesUsed::quantile_us(double share) const noexcept {
  const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t below = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    below += buckets_[bucket];
    if (below >= rank && below > 0) return std::min(middle_of(bucket), most_);
  }
  return most_;
}

const store::Answer* best_of(const rules::GameInfo& game, const DealAnswers& answers) {
  const store::Answer* best = nullptr;
  for (const auto& answer : answers) {
    if (answer && (best == nullptr || store::is_better(game, *answer, *best))) best = &*answer;
  }
  return best;
}

namespace {

using Cross = std::vector<std::vector<Tally>>;

// A row that is being ranked.
struct Ranked {
  Row row;
  std::size_t bot = 0;  // position in the config
};

// The value of a key for a row; higher is better.
std::int64_t value_of(rules::RankingKey key, const Row& row) {
  switch (key) {
    case rules::RankingKey::score:
      return row.total.score;
    case rules::RankingKey::game_points:
      return row.total.game_points;
    case rules::RankingKey::among_tied:
      return row.among_tied;
    case rules::RankingKey::irregular_losses:
      break;
  }
  return -static_cast<std::int64_t>(row.irregular_losses);
}

// Adds up each bot's scores in the games between bots of the group.
void count_among(std::span<Ranked> group, const Cross& cross) {
  for (Ranked& own : group) {
    own.row.among_tied = 0;
    for (const Ranked& other : group) own.row.among_tied += cross[own.bot][other.bot].score;
  }
}

// Sorts a group of rows that are equal by all earlier keys by the remaining keys, and gives them
// places from `place` on. Rows that no key separates share a place and keep their order.
void rank(std::span<Ranked> group, std::span<const rules::RankingKey> keys, const Cross& cross,
          int place) {
  if (keys.empty() || group.size() == 1) {
    for (Ranked& ranked : group) ranked.row.place = place;
    return;
  }
  const rules::RankingKey key = keys.front();
  if (key == rules::RankingKey::among_tied) count_among(group, cross);
  std::stable_sort(group.begin(), group.end(), [key](const Ranked& a, const Ranked& b) {
    return value_of(key, a.row) > value_of(key, b.row);
  });
  for (std::size_t begin = 0; begin < group.size();) {
    const std::int64_t value = value_of(key, group[begin].row);
    std::size_t end = begin + 1;
    while (end < group.size() && value_of(key, group[end].row) == value) ++end;
    rank(group.subspan(begin, end - begin), keys.subspan(1), cross,
         place + static_cast<int>(begin));
    begin = end;
  }
}

// Ranks by the keys of the game, of more than two seats first by the opponents that were beaten.
void rank_by_keys(EventStandings& event) {
  std::vector<Ranked> rows;
  for (std::size_t i = 0; i < event.rows.size(); ++i) {
    rows.push_back({std::move(event.rows[i]), i});
  }
  const bool by_opponents = ranks_by_opponents(*event.game);
  const auto beaten = [](const Ranked& one) { return one.row.total.beaten; };
  if (by_opponents) {
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const Ranked& a, const Ranked& b) { return beaten(a) > beaten(b); });
  }
  const std::span all(rows);
  for (std::size_t begin = 0; begin < rows.size();) {
    std::size_t end = by_opponents ? begin + 1 : rows.size();
    while (end < rows.size() && beaten(rows[end]) == beaten(rows[begin])) ++end;
    rank(all.subspan(begin, end - begin), event.game->ranking, event.cross,
         static_cast<int>(begin) + 1);
    begin = end;
  }
  event.rows.clear();
  for (Ranked& ranked : rows) event.rows.push_back(std::move(ranked.row));
}

// What the answers to all deals say of each bot.
std::vector<Alone> alone_of(const EventStandings& event) {
  const rules::GameInfo& game = *event.game;
  std::vector<Alone> all(event.bots.size());
  std::vector<double> logs(all.size());
  std::vector<bool> positive(all.size(), true);
  for (const auto& [deal, answers] : event.deals) {
    const store::Answer* best = best_of(game, answers);
    for (std::size_t bot = 0; bot < answers.size(); ++bot) {
      const auto& answer = answers[bot];
      if (!answer || answer->failed) continue;
      Alone& own = all[bot];
      ++own.answered;
      own.part += store::part_of_best(game, *answer, *best);
      if (!store::is_better(game, *best, *answer)) ++own.best;
      const double score = answer->score.approximate();
      own.mean += score;
      positive[bot] = positive[bot] && score > 0;
      if (positive[bot]) logs[bot] += std::log10(score);
    }
  }
  for (std::size_t bot = 0; bot < all.size(); ++bot) {
    Alone& own = all[bot];
    const std::uint64_t games = event.rows[bot].total.games;
    if (games > 0) own.part /= static_cast<double>(games);
    if (own.answered == 0) continue;
    own.mean /= static_cast<double>(own.answered);
    if (positive[bot]) own.log10 = logs[bot] / static_cast<double>(own.answered);
  }
  return all;
}

// What ranks such a bot; the one with the greater key is before the other.
std::array<double, 2> key_of(const rules::GameInfo& game, const Row& row) {
  const Alone& own = *row.alone;
  const auto answered = static_cast<double>(own.answered);
  const auto games = static_cast<double>(row.total.games);
  if (games == 0) return {std::numeric_limits<double>::lowest(), 0};
  if (game.scores == rules::Scores::relative) return {own.part, 0};
  if (game.goal != rules::Goal::min) return {own.mean * answered / games, 0};
  return {answered / games, -own.mean};
}

void rank_by_answers(EventStandings& event) {
  const std::vector<Alone> alone = alone_of(event);
  for (std::size_t bot = 0; bot < alone.size(); ++bot) event.rows[bot].alone = alone[bot];
  const auto key = [&](const Row& row) { return key_of(*event.game, row); };
  std::stable_sort(event.rows.begin(), event.rows.end(),
                   [&](const Row& a, const Row& b) { return key(a) > key(b); });
  for (std::size_t i = 0; i < event.rows.size(); ++i) {
    const bool tied = i > 0 && key(event.rows[i]) == key(event.rows[i - 1]);
    event.rows[i].place = tied ? event.rows[i - 1].place : static_cast<int>(i) + 1;
  }
}

// Puts the rows, which come in the order of the config, into the order of a format's ranking.
void arrange(std::vector<Row>& rows, const std::vector<formats::Placed>& ranking) {
  std::vector<Row> arranged;
  for (const formats::Placed& placed : ranking) {
    arranged.push_back(std::move(rows[placed.bot]));
    arranged.back().place = placed.place;
    arranged.back().format = placed;
  }
  rows = std::move(arranged);
}

// The mean of the key that ranks by sums first; a bot without games is behind all others.
double mean_of(const EventStandings& event, const Row& row) {
  if (row.total.games == 0) return std::numeric_limits<double>::lowest();
  if (ranks_by_opponents(*event.game)) {
    return store::share_beaten(row.total.beaten, row.total.opponents);
  }
  const bool points = ranked_by(*event.game, rules::RankingKey::game_points);
  const std::int64_t sum = points ? row.total.game_points : row.total.score;
  return static_cast<double>(sum) / static_cast<double>(row.total.games);
}

bool is_uneven(const EventStandings& event) {
  const auto differs = [&](const Row& row) {
    return row.total.games != event.rows.front().total.games;
  };
  return std::any_of(event.rows.begin(), event.rows.end(), differs);
}

// Whether sums compare unequal numbers of games: in a complete gauntlet they do not, because its
// challengers are ranked before the others.
bool sums_say_little(const EventStandings& event) {
  using formats::FormatKind;
  const bool by_all_games =
      event.format == FormatKind::round_robin || event.format == FormatKind::gauntlet;
  const bool complete = event.selection.empty() && event.played == event.planned;
  return by_all_games && !complete && is_uneven(event);
}

// Ranks by means within the groups of the format.
void rank_by_mean(EventStandings& event) {
  event.by_mean = true;
  const auto group = [](const Row& row) { return row.format ? row.format->group : 0; };
  const auto mean = [&](const Row& row) { return mean_of(event, row); };
  std::stable_sort(event.rows.begin(), event.rows.end(), [&](const Row& a, const Row& b) {
    return group(a) != group(b) ? group(a) < group(b) : mean(a) > mean(b);
  });
  int place = 0;
  for (std::size_t i = 0; i < event.rows.size(); ++i) {
    Row& row = event.rows[i];
    const bool same =
        i > 0 && group(row) == group(event.rows[i - 1]) && mean(row) == mean(event.rows[i - 1]);
    if (!same) place = static_cast<int>(i) + 1;
    row.place = place;
  }
}

void add_times(Row& row, const store::SeatSummary& seat) {
  if (seat.cpu_us) row.cpu.add(*seat.cpu_us);
  if (seat.wall_us) row.wall.add(*seat.wall_us);
}

void add_wait(Row& row, const store::SeatSummary& seat) {
  if (!seat.before_first_turn_us) return;
  ++row.ran_before_turn;
  row.longest_before_turn_us = std::max(row.longest_before_turn_us, *seat.before_first_turn_us);
}

void add_fault(Row& row, const store::SeatSummary& seat) {
  if (!seat.fault) return;
  ++row.faults[std::string(bot::name(*seat.fault))];
  ++row.irregular_losses;
  const bool timed_out = *seat.fault == bot::FaultKind::timeout;
  if (timed_out && seat.waited_us && seat.wall_us && *seat.waited_us >= *seat.wall_us / 10) {
    ++row.starved;
  }
}

// Adds a match between the bots at these positions.
void count_match(EventStandings& event, const rules::BySeat<std::size_t>& bots,
                 const store::MatchSummary& match) {
  event.shortest = event.played == 0 ? match.plies : std::min(event.shortest, match.plies);
  event.longest = std::max(event.longest, match.plies);
  ++event.played;
  for (std::size_t seat = 0; seat < bots.size(); ++seat) {
    const std::size_t own = bots[seat];
    const store::SeatSummary& result = match.seats[seat];
    Row& row = event.rows[own];
    row.total.add(match, seat, event.game->cooperative);
    row.by_seat[seat].add(match, seat, event.game->cooperative);
    if (ranks_by_answers(*event.game)) {
      DealAnswers& answers = event.deals[{match.round, match.seed.value_or(0)}];
      if (answers.size() <= own) answers.resize(own + 1);
      answers[own] = store::answer_of(match);
    }
    if (ranks_by_opponents(*event.game))
      ++row.places[static_cast<std::size_t>(match.seats[seat].place - 1)];
    for (std::size_t other = 0; other < bots.size(); ++other) {
      if (other == seat) continue;
      event.cross[own][bots[other]].add_against(match, seat, other, event.game->cooperative);
    }
    add_fault(row, result);
    add_wait(row, result);
    add_times(row, result);
  }
}

bool has_meetings(formats::FormatKind format) {
  using formats::FormatKind;
  return format == FormatKind::swiss || format == FormatKind::knockout ||
         format == FormatKind::official;
}

void add_meeting(EventStandings& event, const config::Pairing& pairing,
                 const store::MatchSummary& match) {
  std::array bots{pairing.bots[0], pairing.bots[1]};
  if (bots[0] > bots[1]) std::swap(bots[0], bots[1]);
  Meeting& meeting = event.meetings[{pairing.round, bots}];
  ++meeting.games;
  const formats::GameFigures figures = store::figures_of(match);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    meeting.measures[pairing.bots[seat] == bots[0] ? 0 : 1].add(figures[seat]);
  }
}

}  // namespace

std::array<std::int64_t, 2> Meeting::result() const noexcept {
  const auto& [one, other] = measures;
  if (one.game_points != other.game_points) return {one.game_points, other.game_points};
  return {one.score, other.score};
}

statistics::PairedPoints Row::mean_place() const {
  statistics::PairedPoints all;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::uint64_t game = 0; game < places[i]; ++game) all.add(static_cast<double>(i + 1));
  }
  return all;
}

bool ranked_by(const rules::GameInfo& game, rules::RankingKey key) {
  return std::find(game.ranking.begin(), game.ranking.end(), key) != game.ranking.end();
}

void Tally::add(const store::MatchSummary& match, std::size_t seat, bool cooperative) {
  const store::SeatSummary& own = match.seats[seat];
  ++games;
  if (own.board_points) {
    if (!board_points) board_points = 0;
    *board_points += *own.board_points;
  }
  // What a bot that failed scores is the game's to say; nearly everywhere it is nothing.
  score += own.score;
  if (!own.fault) game_points += own.game_points;
  if (cooperative || match.seats.size() == 1) return;
  if (match.seats.size() > rules::usual_seats) {
    beaten += store::beaten_by(match, seat);
    opponents += match.seats.size() - 1;
    ++(own.status == match::Status::win    ? wins
       : own.status == match::Status::draw ? draws
                                           : losses);
    return;
  }
  add_result(match, seat);
}

void Tally::add_against(const store::MatchSummary& match, std::size_t seat, std::size_t other,
                        bool cooperative) {
  if (match.seats.size() == rules::usual_seats) return add(match, seat, cooperative);
  ++games;
  score += match.seats[seat].score;
  if (cooperative) return;
  const int own = match.seats[seat].place;
  const int others = match.seats[other].place;
  ++(own < others ? wins : own == others ? draws : losses);
}

void Tally::add_result(const store::MatchSummary& match, std::size_t seat) {
  const auto first = formats::first_seat_result(store::figures_of(match));
  const auto result = seat == 0 ? first : statistics::swapped(first);
  ++(result == statistics::GameResult::win    ? wins
     : result == statistics::GameResult::draw ? draws
                                              : losses);
}

std::string Selection::text() const {
  std::string text;
  if (!bots.empty()) text = "between " + text::join_with(bots, "and");
  if (!rounds) return text;
  if (!text.empty()) text += ", ";
  const auto [first, last] = *rounds;
  return text + (first == last ? fmt::format("round {}", first)
                               : fmt::format("rounds {} to {}", first, last));
}

Standings::Standings(const config::Manifest& manifest, Selection selection)
    : schedule_(manifest), selection_(std::move(selection)) {
  for (const config::Event& event : manifest.events) {
    EventStandings standings;
    const std::size_t count = event.bots.size();
    standings.game = event.game;
    standings.format = event.format.kind;
    standings.source = event.format.source;
    standings.clock = manifest.clock;
    standings.speed = manifest.speed;
    standings.times = event.times;
    standings.rounds = schedule_.rounds_of(events_.size());
    standings.swiss_rounds = event.format.swiss_rounds;
    standings.planned = schedule_.planned_of(events_.size());
    standings.tie_break = event.format.tie_break;
    standings.cross.assign(count, std::vector<Tally>(count));
    for (const config::BotEntry& bot : event.bots) {
      Row row;
      row.bot = bot.name;
      row.by_seat.resize(event.game->seats());
      row.places.resize(event.game->seats());
      if (event.format.kind == formats::FormatKind::ladder) row.hash = bot.hash;
      row.note = bot.note;
      standings.rows.push_back(std::move(row));
      standings.bots.push_back(bot.name);
      const kernel::TimeLimits times = event.times_of(standings.bots.size() - 1);
      if (times != standings.times) standings.own_times[bot.name] = times;
    }
    events_.push_back(std::move(standings));
  }
}

void Standings::add(const store::MatchSummary& match) {
  const config::Pairing pairing = schedule_.at(match.match);
  EventStandings& event = events_[pairing.event];
  if (selects(event, pairing)) count(event, pairing, match);
  schedule_.note(match.match, store::figures_of(match));
  event.planned = schedule_.planned_of(pairing.event);
}

bool Selection::takes(int round, const rules::BySeat<std::string>& of) const {
  if (rounds && (round < rounds->first || round > rounds->second)) return false;
  const auto among = [this](const std::string& bot) {
    return bots.empty() || std::find(bots.begin(), bots.end(), bot) != bots.end();
  };
  return std::all_of(of.begin(), of.end(), among);
}

bool Standings::selects(const EventStandings& event, const config::Pairing& pairing) const {
  return selection_.takes(pairing.round,
                          rules::BySeat<std::string>(pairing.bots.size(), [&](rules::Seat seat) {
                            return event.bots[pairing.bots[seat]];
                          }));
}

void Standings::count(EventStandings& event, const config::Pairing& pairing,
                      const store::MatchSummary& match) {
  if (!games_seen_.insert(store::game_hash(match) + pairing.event).second) {
    std::vector<std::size_t> bots(pairing.bots.begin(), pairing.bots.end());
    std::sort(bots.begin(), bots.end());
    ++event.repeated[std::move(bots)];
  }
  if (has_meetings(event.format)) add_meeting(event, pairing, match);
  count_match(event, pairing.bots, match);
}

// As if there were no other bots and matches.
EventStandings Standings::selected(EventStandings event) const {
  event.selection = selection_.text();
  event.format = formats::FormatKind::round_robin;
  event.rounds = 0;
  event.planned = event.played;
  event.meetings.clear();
  if (selection_.bots.empty()) return event;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < event.bots.size(); ++i) {
    const auto& bots = selection_.bots;
    if (std::find(bots.begin(), bots.end(), event.bots[i]) != bots.end()) kept.push_back(i);
  }
  EventStandings result = event;
  result.rows.clear();
  result.bots.clear();
  result.cross.clear();
  result.repeated.clear();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    result.rows.push_back(event.rows[kept[i]]);
    result.bots.push_back(event.bots[kept[i]]);
    std::vector<Tally>& cross = result.cross.emplace_back();
    for (std::size_t j = 0; j < kept.size(); ++j) {
      cross.push_back(event.cross[kept[i]][kept[j]]);
    }
  }
  for (auto& [deal, answers] : result.deals) {
    DealAnswers some;
    for (const std::size_t bot : kept) {
      some.push_back(bot < answers.size() ? answers[bot] : std::nullopt);
    }
    answers = std::move(some);
  }
  for (const auto& [bots, count] : event.repeated) {
    std::vector<std::size_t> places;
    for (const std::size_t bot : bots) {
      const auto found = std::find(kept.begin(), kept.end(), bot);
      if (found != kept.end()) places.push_back(static_cast<std::size_t>(found - kept.begin()));
    }
    if (places.size() == bots.size()) result.repeated[std::move(places)] = count;
  }
  return result;
}

std::vector<EventStandings> Standings::ranked() const {
  std::vector<EventStandings> result = events_;
  for (EventStandings& event : result) {
    const auto which = static_cast<std::size_t>(&event - result.data());
    std::vector<formats::Placed> placed;
    if (selection_.all()) {
      placed = schedule_.ranking(which);
    } else {
      event = selected(std::move(event));
    }
    if (ranks_by_answers(*event.game)) {
      rank_by_answers(event);
      continue;
    }
    if (placed.empty()) {
      rank_by_keys(event);
    } else {
      arrange(event.rows, placed);
    }
    if (sums_say_little(event)) rank_by_mean(event);
  }
  return result;
}

void UnplannedStandings::add(const rules::GameInfo& game, kernel::ClockKind clock) {
  EventStandings& standings = events_.emplace_back().standings;
  standings.game = &game;
  standings.clock = clock;
}

std::size_t UnplannedStandings::position_of(const std::string& bot, Event& event) {
  EventStandings& standings = event.standings;
  const auto [found, is_new] = event.bots.try_emplace(bot, event.bots.size());
  if (!is_new) return found->second;
  Row& row = standings.rows.emplace_back();
  row.bot = bot;
  row.by_seat.resize(standings.game->seats());
  row.places.resize(standings.game->seats());
  standings.bots.push_back(bot);
  for (std::vector<Tally>& others : standings.cross) others.emplace_back();
  standings.cross.emplace_back(standings.bots.size());
  return found->second;
}

void UnplannedStandings::add(const store::MatchSummary& match) {
  Event& event = *std::find_if(events_.begin(), events_.end(), [&](const Event& one) {
    return one.standings.game->name == match.game;
  });
  const std::size_t seats = match.bots.size();
  EventStandings& standings = event.standings;
  if (standings.played == 0) standings.game = standings.game->with_seats(seats);
  if (standings.game->seats() != seats) {
    throw text::InputError(
        fmt::format("these are games of {} with {} and with {} seats, which have no common "
                    "standings; choose those of one number",
                    standings.game->title, standings.game->seats(), seats));
  }
  rules::BySeat<std::size_t> positions(seats);
  for (const rules::Seat seat : positions.seats()) {
    positions[seat] = position_of(match.bots[seat], event);
  }
  count_match(standings, positions, match);
}

std::vector<EventStandings> UnplannedStandings::ranked() const {
  std::vector<EventStandings> result;
  for (const Event& event : events_) {
    if (event.standings.played == 0) continue;
    EventStandings& standings = result.emplace_back(event.standings);
    if (ranks_by_answers(*standings.game)) {
      rank_by_answers(standings);
    } else {
      rank_by_mean(standings);
    }
  }
  return result;
}

namespace {

bool plays_now(const config::Manifest& manifest, const rules::GameInfo& game,
               const std::string& name) {
  return std::any_of(
      manifest.events.begin(), manifest.events.end(), [&](const config::Event& event) {
        return event.game == &game &&
               std::any_of(event.bots.begin(), event.bots.end(),
                           [&name](const config::BotEntry& bot) { return bot.name == name; });
      });
}

}  // namespace

void EarlierPrograms::add(const store::MatchSummary& match) {
  const auto event =
      std::find_if(manifest_.events.begin(), manifest_.events.end(),
                   [&match](const config::Event& one) { return one.game->name == match.game; });
  if (event == manifest_.events.end()) return;
  const rules::GameInfo* const game = event->game;
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    const std::string& name = match.bots[seat];
    if (plays_now(manifest_, *game, name)) continue;
    auto row = std::find_if(rows_.begin(), rows_.end(),
                            [&](const Row& one) { return one.game == game && one.bot == name; });
    if (row == rows_.end()) row = rows_.insert(row, {game, name, {}});
    row->total.add(match, seat, game->cooperative);
  }
}

std::vector<EarlierPrograms::Row> EarlierPrograms::rows() const {
  std::vector<Row> sorted = rows_;
  std::sort(sorted.begin(), sorted.end(), [](const Row& one, const Row& other) {
    return one.game->name != other.game->name ? one.game->name < other.game->name
                                              : one.bot < other.bot;
  });
  return sorted;
}

}  // namespace referee::tournament
