// What `referee check` says of a bot: of its source, its use of the machine, how it leaves, and of
// all of it together. The bots are an example bot and short scripts.
#include "referee/analysis/checks/bot_check.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/analysis/checks/bot_points.hpp"
#include "referee/machine/walls/protections.hpp"
#include "tests/built.hpp"
#include "tests/play/match/support.hpp"
#include "tests/run/store/support.hpp"

namespace referee::checks {
namespace {

using namespace std::chrono_literals;
using bot::FaultKind;
using rules::Seat;

constexpr std::uint64_t dealt = 77;

TEST(Findings, HaveTheWordsOfTheReport) {
  EXPECT_EQ(name(Finding::passed), "passed");
  EXPECT_EQ(name(Finding::failed), "failed");
  EXPECT_EQ(name(Finding::noted), "noted");
}

TEST(SourcePoints, TellTheCompilerItsWarningsAndTheSize) {
  toolchain::Built built;
  built.facts.language = "C++";
  built.facts.compiler = "g++ 12.2";
  built.facts.compile = "g++ -O2 bot.cpp";
  built.seconds = 1.25;
  built.bytes = 100;
  rules::GameInfo game = *rules::find_game("box");
  std::vector<CheckedPoint> points = source_points(built, game);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].name, "compiles");
  EXPECT_EQ(points[0].finding, Finding::passed);
  EXPECT_EQ(points[0].text, "C++ with g++ 12.2, in 1.2 s: g++ -O2 bot.cpp");
  EXPECT_EQ(points[1].name, "size");
  EXPECT_EQ(points[1].finding, Finding::passed);

  built.output = "bot.cpp:1: unused\n";
  built.bytes = toolchain::most_source_bytes + 1;
  points = source_points(built, game);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[1].name, "warnings");
  EXPECT_EQ(points[1].finding, Finding::noted);
  EXPECT_EQ(points[1].text, "g++ 12.2 says:\nbot.cpp:1: unused");
  EXPECT_EQ(points[2].finding, Finding::failed);
}

TEST(SourcePoints, ASourceThatDoesNotCompile) {
  std::string errors;
  for (int line = 1; line <= 45; ++line) errors += fmt::format("error {}\n", line);
  CheckedPoint point = failed_to_compile({"bot.cpp does not compile", errors});
  EXPECT_EQ(point.finding, Finding::failed);
  EXPECT_TRUE(point.text.starts_with("bot.cpp does not compile\nerror 1\n")) << point.text;
  EXPECT_TRUE(point.text.ends_with("\nerror 40\n... (5 lines more)")) << point.text;
  EXPECT_EQ(point.advice, "fix what the compiler says");
  point = failed_to_compile({"it has no main class", "", "give one class a main method"});
  EXPECT_EQ(point.text, "it has no main class");
  EXPECT_EQ(point.advice, "give one class a main method");
}

// ---- games of which every figure is made by hand ----

class BotUses : public testing::Test {
 protected:
  BotUses() {
    spec_.limits.times.budget = 10s;
    spec_.limits.memory = 100 << 20;
    spec_.isolated = true;
    spec_.command.emplace();
    match_test::ClientPlayer first(game_, 1);
    match_test::ClientPlayer second(game_, 2);
    record_ = match::play(match::MatchPlan::from_seed(game_, dealt), {&first, &second});
    record_.measured.cpu.assign(record_.plies.size(), 1ms);
    record_.measured.wall.assign(record_.plies.size(), 2ms);
    match::BotMeasurements& bot = record_.measured.bots[0];
    bot.cpu = 1s;
    bot.departure.peak_memory = 10 << 20;
  }
  // The point of this name after the game, of the bot in the first seat.
  [[nodiscard]] CheckedPoint point(std::string_view name) const {
    BotUse use(game_, kernel::ClockKind::cpu, spec_);
    use.add(record_, Seat::first);
    for (const CheckedPoint& one : use.points()) {
      if (one.name == name) return one;
    }
    return {"no such point", Finding::failed, {}, {}};
  }

  const rules::GameInfo& game_ = match_test::game("box");
  bot::BotSpec spec_;
  match::MatchRecord record_;
};

TEST_F(BotUses, TimeAndMemoryAreComparedWithTheirLimits) {
  EXPECT_EQ(point("time").finding, Finding::passed);
  EXPECT_EQ(point("time").text, "at most 1.0 s of 10 s of CPU time in 1 game (10 %)");
  EXPECT_EQ(point("memory").finding, Finding::passed);
  EXPECT_EQ(point("memory").text, "at most 10.0 MiB of 100 MiB (10 %)");
  record_.measured.bots[0].cpu = 6s;
  record_.measured.bots[0].departure.peak_memory = 90 << 20;
  EXPECT_EQ(point("time").finding, Finding::noted);
  EXPECT_EQ(point("memory").finding, Finding::noted);
  record_.measured.bots[0].departure.peak_memory = 0;
  EXPECT_EQ(point("memory").text, "not known: it always ended before it could be read");
}

TEST_F(BotUses, WhatIsWrittenTooEarlyFails) {
  EXPECT_EQ(point("standard output").finding, Finding::passed);
  record_.measured.early = {2};  // of the other bot
  EXPECT_EQ(point("standard output").finding, Finding::passed);
  record_.measured.early = {2, 3};
  EXPECT_EQ(point("standard output").finding, Finding::failed);
  EXPECT_TRUE(point("standard output").text.ends_with("at move 3 of the game with seed 77"));
  EXPECT_EQ(point("standard error").finding, Finding::passed);
  record_.measured.bots[0].departure.stderr_total = 10'001;
  EXPECT_EQ(point("standard error").finding, Finding::noted);
}

TEST_F(BotUses, RefusedCallsAreABreachOfASourceOnly) {
  EXPECT_EQ(point("network").finding, Finding::passed);
  EXPECT_EQ(point("other programs").finding, Finding::passed);
  record_.measured.bots[0].departure.refused = {"connect", "fork"};
  EXPECT_EQ(point("network").finding, Finding::noted);
  EXPECT_EQ(point("network").text, "was refused: connect");
  EXPECT_EQ(point("other programs").text, "was refused: fork");
  spec_.command->source.emplace();
  EXPECT_EQ(breach(spec_), Finding::failed);
  EXPECT_EQ(point("other programs").finding, Finding::failed);
  spec_.isolated = false;
  EXPECT_EQ(point("network").name, "no such point") << "nothing was refused, and nobody knows";
}

TEST_F(BotUses, TheFirstTurnsAndAnEndByForceAreKept) {
  record_.measured.wall[2] = 30ms;  // its second turn
  record_.measured.wall[4] = 90ms;  // its third one
  BotUse use(game_, kernel::ClockKind::cpu, spec_);
  use.add(record_, Seat::first);
  EXPECT_EQ(use.slow_turn(), 30ms);
  EXPECT_FALSE(use.stayed());
  record_.measured.bots[0].departure.killed = true;
  use.add(record_, Seat::first);
  EXPECT_TRUE(use.stayed());
}

// ---- processes ----

class BotChecks : public testing::Test {
 protected:
  [[nodiscard]] match::Contestant contestant(const std::string& command,
                                             const std::filesystem::path& folder) const {
    match::ContestantOptions options;
    options.identity = {"bot", command, "hash", {}};
    options.folder = folder;
    options.times.budget = 20s;
    return match::contestant(options, game_);
  }
  [[nodiscard]] match::Contestant greedy() const {
    return contestant("./box-greedy", built::folder());
  }
  // Answers its first turn in the first seat with `answer`, and does `at_quit` at the end.
  [[nodiscard]] match::Contestant script(const std::string& answer, const std::string& at_quit) {
    const std::filesystem::path file = folder_.path() / "bot";
    test::write_file(file, fmt::format("#!/bin/sh\nwhile read line; do case $line in\n"
                                       "Start) echo '{}' ;;\nQuit) {} ;;\nesac; done\n",
                                       answer, at_quit));
    std::filesystem::permissions(file, std::filesystem::perms(0755));
    return contestant("./bot", folder_.path());
  }
  [[nodiscard]] std::string legal() const {
    const auto game = game_.start(game_.deal(dealt));
    rules::Stream stream(dealt, "test");
    rules::MoveLine move;
    game->random_move(stream, move);
    return std::string(move.view());
  }
  [[nodiscard]] BotCheckPlan plan(const match::Contestant& bot) const {
    BotCheckPlan plan;
    plan.game = &game_;
    plan.bot = bot;
    plan.random = greedy();
    plan.games = 2;
    plan.seed = dealt;
    return plan;
  }
  // What is said of how a script leaves.
  std::vector<CheckedPoint> ends(const std::string& at_quit) {
    const BotCheckPlan plan = this->plan(script(legal(), at_quit));
    const BotUse use(game_, kernel::ClockKind::cpu, plan.bot.spec);
    bot::ProcessHost host(protections_);
    return ends_of(plan, host, plan.bot.spec, use, [](std::string_view) {});
  }

  const rules::GameInfo& game_ = match_test::game("box");
  const walls::Protections protections_ = walls::probe_protections();
  test::TemporaryFolder folder_;
};

TEST(Farewells, OfAGameAreToldOnce) {
  EXPECT_EQ(farewells(match_test::game("box"), dealt), std::vector<std::string>{"Quit\n"});
}

TEST_F(BotChecks, AProbePlaysATurnAtATime) {
  const match::Contestant bot = greedy();
  bot::ProcessHost host(protections_);
  BotProbe probe(host, bot.spec, kernel::ClockKind::cpu, game_, dealt, Seat::second);
  EXPECT_FALSE(probe.play(2));
  EXPECT_FALSE(probe.line().empty());
  const bot::Turn turn = probe.say("Quit\n");
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->kind, FaultKind::exit);
  EXPECT_EQ(probe.end().exit_code, 0);
  BotProbe other(host, bot.spec, kernel::ClockKind::cpu, game_, dealt, Seat::first);
  EXPECT_FALSE(other.play(1));
  EXPECT_FALSE(other.close_input().killed);
}

TEST_F(BotChecks, AProbeReturnsAnIllegalMoveAsAFault) {
  const match::Contestant bot = script("nonsense", "exit 0");
  bot::ProcessHost host(protections_);
  BotProbe probe(host, bot.spec, kernel::ClockKind::cpu, game_, dealt, Seat::first);
  const auto fault = probe.play(1);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::illegal);
  EXPECT_EQ(probe.line(), "nonsense");
}

TEST_F(BotChecks, HowABotLeaves) {
  std::vector<CheckedPoint> points = ends("exit 0");
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].name, "ends on Quit");
  EXPECT_EQ(points[0].finding, Finding::passed);
  EXPECT_EQ(points[1].name, "ends at the end of its input");
  EXPECT_EQ(points[1].finding, Finding::passed);
  points = ends("echo still here");
  EXPECT_EQ(points.at(0).finding, Finding::failed);
  EXPECT_EQ(points.at(0).text, "answers still here to Quit");
  points = ends("echo it broke >&2; exit 3");
  EXPECT_EQ(points.at(0).finding, Finding::noted);
  EXPECT_EQ(points.at(0).text, "leaves with exit code 3 after Quit");
  EXPECT_TRUE(points.at(0).advice.starts_with("it wrote to its standard error:\n  | it broke\n"))
      << points.at(0).advice;
}

TEST_F(BotChecks, LastWordsAreEmptyWithoutAny) {
  EXPECT_EQ(said_last({}), "");
  bot::Departure end;
  end.stderr_tail = "a\nb\n";
  EXPECT_EQ(said_last(end), "it wrote to its standard error:\n  | a\n  | b\n");
}

TEST_F(BotChecks, AnHonestBotPassesEveryPoint) {
  const BotCheckPlan plan = this->plan(greedy());
  bot::ProcessHost host(protections_);
  std::vector<std::string> doing;
  const auto points =
      check_bot(plan, host, [&](std::string_view what) { doing.emplace_back(what); });
  std::vector<std::string> names;
  for (const CheckedPoint& point : points) {
    names.push_back(point.name);
    EXPECT_NE(point.finding, Finding::failed) << point.name << ": " << point.text;
  }
  const std::vector<std::string> first{"first move", "legal moves", "against itself",
                                       "same input, same moves", "ends on Quit"};
  ASSERT_GE(names.size(), first.size());
  EXPECT_TRUE(std::equal(first.begin(), first.end(), names.begin()));
  ASSERT_FALSE(doing.empty());
  EXPECT_EQ(doing.front(), "the first move in both seats");
}

// Where they take too long it is one in each seat.
TEST_F(BotChecks, PlaysAsManyGamesAsItIsToldWithinItsTime) {
  for (const auto& [enough, text] :
       {std::pair{kernel::Duration(1h), "no fault in 3 games against random moves"},
        std::pair{kernel::Duration(0), "no fault in 2 games against random moves"}}) {
    BotCheckPlan plan = this->plan(greedy());
    plan.games = 3;
    plan.enough = enough;
    bot::ProcessHost host(protections_);
    const auto points = check_bot(plan, host, [](std::string_view) {});
    ASSERT_GE(points.size(), 2U);
    EXPECT_EQ(points[1].name, "legal moves");
    EXPECT_EQ(points[1].text, text);
  }
}

TEST_F(BotChecks, NothingElseIsTriedWithoutAFirstMove) {
  const BotCheckPlan plan = this->plan(script("nonsense", "exit 0"));
  bot::ProcessHost host(protections_);
  const auto points = check_bot(plan, host, [](std::string_view) {});
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].name, "first move");
  EXPECT_EQ(points[0].finding, Finding::failed);
}

}  // namespace
}  // namespace referee::checks
