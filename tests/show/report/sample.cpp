#include "sample.hpp"

#include <stdexcept>

#include "rules/by_seat.hpp"
#include "rules/random.hpp"

namespace referee::report {
namespace {

const rules::GameInfo& info(std::string_view game) {
  const auto* found = rules::find_game(game);
  if (found == nullptr) throw std::invalid_argument("no such game: " + std::string(game));
  return *found;
}

tournament::Tally tally(std::uint64_t games, std::int64_t score, std::uint64_t wins,
                        std::uint64_t losses) {
  tournament::Tally result;
  result.games = games;
  result.score = score;
  result.game_points = static_cast<std::int64_t>(2 * wins);
  result.board_points = score / 2;
  result.wins = wins;
  result.losses = losses;
  result.draws = games - wins - losses;
  return result;
}

}  // namespace

match::MatchFault sample_fault(int ply, bot::FaultKind kind, std::string reason) {
  return {rules::Seat::first, ply, {kind, std::move(reason)}, std::nullopt};
}

match::MatchRecord sample_record(std::string_view name, std::uint64_t seed,
                                 const std::vector<match::MatchFault>& faults) {
  match::MatchRecord record;
  record.game = &info(name);
  record.seed = seed;
  record.deal = record.game->deal(seed);
  record.times.budget = record.game->budget;
  record.bots = {match::BotIdentity{"alpha", "./alpha --fast", "", {}},
                 match::BotIdentity{"beta", "python3 beta.py", "", {}}};
  const auto game = record.game->start(record.deal);
  rules::Stream stream(seed, "sample");
  rules::BySeat<bool> failed{};
  std::size_t next_fault = 0;
  while (!game->over()) {
    const rules::Seat seat = game->to_move();
    const int number = static_cast<int>(record.plies.size()) + 1;
    if (next_fault < faults.size() && faults[next_fault].ply == number) {
      record.faults.push_back(faults[next_fault++]);
      record.faults.back().seat = seat;
      failed[rules::index(seat)] = true;
      game->forfeit(seat);
      continue;
    }
    rules::MoveLine line;
    game->random_move(stream, line);
    if (!game->play(line.view())) throw std::logic_error("a random move was refused");
    record.plies.push_back(
        {seat, std::string(line.view()), std::string(game->relayed()), failed[rules::index(seat)]});
    record.measured.cpu.push_back(std::chrono::microseconds(100 + number));
    record.measured.wall.push_back(std::chrono::microseconds(1200 + number));
  }
  record.scores = match::scores_of(game->result(), record.faults);
  return record;
}

tournament::EventStandings sample_standings(std::string_view game) {
  tournament::EventStandings event;
  event.game = &info(game);
  event.played = 6;
  event.planned = 12;
  event.rounds = 2;
  event.shortest = 23;
  event.longest = 36;
  event.bots = {"alpha", "beta", "gamma"};
  event.cross.assign(3, std::vector<tournament::Tally>(3));
  event.cross[0][1] = tally(2, 250, 1, 1);
  event.cross[0][2] = tally(2, 450, 1, 0);
  event.cross[1][0] = tally(2, 301, 1, 1);
  event.cross[1][2] = tally(2, 500, 2, 0);
  event.cross[2][0] = tally(2, 100, 0, 1);
  event.cross[2][1] = tally(2, 0, 0, 2);

  tournament::Row beta;
  beta.place = 1;
  beta.bot = "beta";
  beta.total = tally(4, 801, 3, 1);
  beta.by_seat = {tally(2, 400, 1, 1), tally(2, 401, 2, 0)};
  for (const int us : {1'500, 1'900, 2'100, 2'500}) beta.cpu.add(us);
  tournament::Row alpha;
  alpha.place = 2;
  alpha.bot = "alpha";
  alpha.total = tally(4, 700, 2, 1);
  alpha.by_seat = {tally(2, 350, 1, 0), tally(2, 350, 1, 1)};
  for (const int us : {8, 9, 11, 12}) alpha.cpu.add(us);
  tournament::Row gamma;
  gamma.place = 3;
  gamma.bot = "gamma";
  gamma.total = tally(4, 100, 0, 3);
  gamma.by_seat = {tally(2, 0, 0, 2), tally(2, 100, 0, 1)};
  gamma.faults = {{"illegal", 2}, {"timeout", 1}};
  gamma.irregular_losses = 3;
  for (const int us : {5'000'000, 10'000'000, 15'000'000, 30'000'000}) gamma.cpu.add(us);
  gamma.wall.add(40'000'000);
  event.rows = {beta, alpha, gamma};
  return event;
}

tournament::EventStandings sample_standings(std::string_view game, formats::FormatKind format) {
  tournament::EventStandings event = sample_standings(game);
  event.format = format;
  const std::array<std::size_t, 3> positions{1, 0, 2};
  for (std::size_t i = 0; i < 3; ++i) {
    tournament::Row& row = event.rows[i];
    formats::Placed placed;
    placed.bot = positions[i];
    placed.place = row.place;
    placed.group = i == 2 ? 2 : 1;
    placed.wins = 2 - static_cast<int>(i);
    placed.points = 5 - static_cast<int>(i);
    placed.buchholz = 9 + static_cast<int>(i);
    placed.final = {i == 0 ? 3 : 1, i == 0 ? 155 : 145};
    if (format == formats::FormatKind::ladder) {
      placed.ladder =
          formats::LadderFigures{120.4 - 60 * static_cast<double>(i), 30.2,
                                 statistics::Reach::two_sided, 1 + static_cast<int>(i), i != 2};
      row.hash = std::string(64, 'a');
      row.note = "commit 0123456789ab";
    }
    row.format = placed;
  }
  return event;
}

evidence::EventGames sample_games(std::string_view game) {
  evidence::EventGames games;
  games.game = &info(game);
  games.bots = {"alpha", "beta", "gamma"};
  if (games.game->cooperative) return games;
  games.games[{0, 1}] = {1, 1, 0};
  games.games[{0, 2}] = {1, 0, 1};
  return games;
}

}  // namespace referee::report
