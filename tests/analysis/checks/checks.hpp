// Checks of referee regress whose games no process plays: the players are hand-made, and what they
// do is up to the test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress.hpp"
#include "referee/play/match/record_json.hpp"
#include "rules/two_seats.hpp"
#include "tests/play/match/support.hpp"
#include "tests/run/store/support.hpp"

namespace referee::checks {

using match_test::ClientPlayer;
using text::Json;

class Checks : public testing::Test {
 protected:
  // Programs to be hashed; nobody starts them.
  Checks() {
    for (const char* bot : {"bot", "other", "another"}) {
      test::write_file(folder_.path() / bot, "#!/bin/sh\n");
      std::filesystem::permissions(folder_.path() / bot, std::filesystem::perms(0755));
    }
  }

  // The only check of a config. "./bot" is checked, against "./other" unless it names others.
  [[nodiscard]] std::unique_ptr<Check> check(std::string_view game, Json one) const {
    const bool meets_opponents =
        one["check"] != "same-moves" && one["check"] != "plays-on" && one["check"] != "not-weaker";
    if (meets_opponents && !one.contains("opponents")) one["opponents"] = {"./other"};
    const Json config{{"game", game}, {"bot", "./bot"}, {"checks", {one}}};
    return std::move(parse_regress(config.dump(), "r.json", folder_.path(), {}).checks.at(0));
  }

  // Before a game: how its players are to fail. After it: what else its record is to say.
  using Before = std::function<void(ClientPlayer& bot, ClientPlayer& other, const CheckGame& game)>;
  using After = std::function<void(match::MatchRecord& record, std::size_t seat_of_bot)>;

  // A game of random moves between "mine" and "rival", written to `file`.
  match::MatchRecord record(const std::string& file, std::string_view game,
                            rules::Seat seat_of_mine, std::uint64_t seed = 7,
                            const Before& before = {}) const {
    const auto plan = match::MatchPlan::from_seed(match_test::game(game), seed);
    ClientPlayer mine(*plan.game, seed);
    ClientPlayer rival(*plan.game, seed + 1);
    if (before) before(mine, rival, {});
    const bool first = seat_of_mine == rules::Seat::first;
    match::MatchRecord record =
        first ? match::play(plan, {&mine, &rival}) : match::play(plan, {&rival, &mine});
    record.times.budget = plan.game->budget;
    record.bots[rules::index(seat_of_mine)].name = "mine";
    record.bots[rules::index(rules::other(seat_of_mine))].name = "rival";
    test::write_file(folder_.path() / file, match::to_line(record) + "\n");
    return record;
  }

  // Plays all games, or so many of them.
  void play(Check& check, const Before& before = {}, const After& after = {},
            std::uint64_t most = 1'000'000) const {
    for (std::uint64_t i = 0; i < std::min(most, check.games()); ++i) {
      check.note(played(check, check.game(i), before, after));
    }
  }

  [[nodiscard]] static match::MatchRecord played(const Check& check, const CheckGame& game,
                                                 const Before& before, const After& after) {
    const std::size_t seat = game.pairing.bots[0] == 0 ? 0 : 1;
    ClientPlayer bot(*game.plan.game, 2 * game.number);
    ClientPlayer other(*game.plan.game, 2 * game.number + 1);
    if (before) before(bot, other, game);
    match::MatchRecord record =
        seat == 0 ? match::play(game.plan, {&bot, &other}) : match::play(game.plan, {&other, &bot});
    record.match = game.number;
    for (std::size_t i = 0; i < 2; ++i) {
      record.bots[i].name = check.event().bots[game.pairing.bots[i]].name;
    }
    if (after) after(record, seat);
    return record;
  }

  static Before bot_fails_at(int turn, bot::FaultKind kind = bot::FaultKind::crash) {
    return [=](ClientPlayer& bot, ClientPlayer&, const CheckGame&) {
      bot.fail_at(turn, {kind, "of the bot"});
    };
  }
  static Before others_fail(const std::function<bool(const CheckGame&)>& in) {
    return [=](ClientPlayer&, ClientPlayer& other, const CheckGame& game) {
      if (in(game)) other.fail_at(1, {bot::FaultKind::crash, "of the opponent"});
    };
  }
  static bool always(const CheckGame&) { return true; }

  test::TemporaryFolder folder_;
};

}  // namespace referee::checks
