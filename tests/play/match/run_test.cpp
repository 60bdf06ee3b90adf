// Whole matches between real processes: the example bots.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/play/match/match.hpp"
#include "referee/play/match/replay.hpp"
#include "support.hpp"
#include "tests/built.hpp"

namespace {

using namespace match_test;
using namespace std::chrono_literals;
using referee::match::Contestant;
using referee::match::MatchSettings;
namespace bot = referee::bot;
namespace kernel = referee::kernel;
namespace program = referee::program;
namespace walls = referee::walls;

Contestant contestant(const std::string& name, const std::string& command) {
  Contestant one;
  one.spec.name = name;
  one.spec.limits.times.budget = 20s;
  one.identity = {name, command, "hash of " + name, {}};
  try {
    one.spec.command = program::resolve_command(command, built::folder());
  } catch (const program::CommandError& error) {
    one.spec.launch_fault = referee::bot::launch_fault(error);
  }
  return one;
}

Contestant example(const std::string& game, const std::string& name = "greedy") {
  return contestant(name, "./" + game + "-greedy");
}

MatchRecord run(const std::string& name, const Contestant& first, const Contestant& second,
                kernel::ClockKind clock = kernel::ClockKind::cpu) {
  const walls::Protections protections = walls::probe_protections();
  bot::ProcessHost host(protections);
  MatchSettings settings;
  settings.clock = clock;
  settings.host_facts = R"({"system":"test"})";
  return referee::match::run(host, MatchPlan::from_seed(game(name), 77), settings,
                             {&first, &second});
}

TEST(Run, SaysOfEachBotItsLimitsWhereTheyDiffer) {
  Contestant first = example("box");
  Contestant second = first;
  second.spec.limits.times.budget = 30s;
  second.spec.limits.times.turn = 5s;
  const MatchRecord record = reread(run("box", first, second));
  EXPECT_EQ(record.times.budget, 30s);
  EXPECT_EQ(referee::match::times_of(record, rules::Seat::first),
            (referee::kernel::TimeLimits{20s}));
  EXPECT_EQ(referee::match::times_of(record, rules::Seat::second),
            (referee::kernel::TimeLimits{30s, 5s}));
}

TEST(Run, ABotStartsWithTheGameOrWhenItIsAskedFirst) {
  const walls::Protections protections = walls::probe_protections();
  bot::ProcessHost host(protections);
  const Contestant one = contestant("one", built::word("referee-test-scripted") + " answer drain");
  for (const bool at_turn : {false, true}) {
    referee::match::BotTerms terms;
    terms.starts_at_turn = at_turn;
    referee::match::BotPlayer unasked(host, one.spec, terms);
    unasked.part("Quit\n");
    host.settle();
    EXPECT_EQ(unasked.departure().exit_code.has_value(), !at_turn) << "of one that was started";
    EXPECT_EQ(unasked.before_first_turn(), 0s);
    referee::match::BotPlayer asked(host, one.spec, terms);
    EXPECT_EQ(asked.answer("go\n").line, "go");
    EXPECT_GT(asked.before_first_turn(), 0s);
    asked.part("Quit\n");
    host.settle();
    EXPECT_EQ(asked.departure().exit_code, 0);
  }
}

class RealBots : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Games, RealBots, testing::ValuesIn(game_names()),
                         [](const auto& one) { return test_name(one.param); });

TEST_P(RealBots, PlayBothSeatOrders) {
  const Contestant one = example(GetParam(), "one");
  const Contestant two = example(GetParam(), "two");
  for (const bool swapped : {false, true}) {
    const Contestant& first = swapped ? two : one;
    const Contestant& second = swapped ? one : two;
    const MatchRecord record = run(GetParam(), first, second);
    EXPECT_TRUE(record.faults.empty()) << record.faults[0].fault.reason;
    EXPECT_EQ(record.bots[0], first.identity);
    EXPECT_EQ(record.bots[1], second.identity);
    EXPECT_EQ(record.times.budget, 20s);
    EXPECT_EQ(record.clock, kernel::ClockKind::cpu);
    EXPECT_TRUE(record.isolated);
    EXPECT_EQ(referee::match::verify(record), std::vector<std::string>{});
    EXPECT_EQ(referee::match::verify(reread(record)), std::vector<std::string>{});

    const auto& measured = record.measured;
    EXPECT_EQ(measured.started.size(), std::string_view("2026-01-02T03:04:05Z").size());
    EXPECT_EQ(measured.host, R"({"system":"test"})");
    EXPECT_EQ(measured.cpu.size(), record.plies.size());
    EXPECT_EQ(measured.wall.size(), record.plies.size());
    for (const auto& one : measured.bots) {
      EXPECT_GT(one.cpu, 0ns);
      EXPECT_GT(one.wall, 0ns);
      EXPECT_GE(one.departure.cpu, one.cpu);
      // Bots of Turn Right exit by themselves, perhaps before their memory was read.
      if (GetParam() != "turn-right") {
        EXPECT_GT(one.departure.peak_memory, 0U);
      }
      EXPECT_TRUE(one.departure.exit_code.has_value() != one.departure.signal.has_value());
    }
  }
}

TEST(RealBotsAlso, TheSameSeedMakesTheSameRecordOnBothClocks) {
  const Contestant one = example("box", "one");
  const Contestant two = example("box", "two");
  const text::Json first = without_measured(run("box", one, two));
  EXPECT_EQ(first, without_measured(run("box", one, two)));
  text::Json wall = without_measured(run("box", one, two, kernel::ClockKind::wall));
  EXPECT_EQ(wall["clock"], "wall");
  wall["clock"] = "cpu";
  EXPECT_EQ(first, wall);
}

TEST(RealBotsAlso, AProgramThatIsNotThereIsALaunchFault) {
  const MatchRecord record =
      run("black-hole", contestant("ghost", "./no-such-bot"), example("black-hole"));
  ASSERT_EQ(record.faults.size(), 1U);
  EXPECT_EQ(record.faults[0].fault.kind, FaultKind::launch);
  EXPECT_EQ(record.faults[0].ply, 1);
  EXPECT_NE(record.faults[0].fault.reason.find("does not exist"), std::string::npos);
  EXPECT_EQ(record.plies.size(), 30U);
  EXPECT_EQ(record.scores[0].status, referee::match::Status::exit);
  EXPECT_EQ(record.scores[0].result.score, 0);
  EXPECT_EQ(referee::match::verify(reread(record)), std::vector<std::string>{});
}

TEST(RealBotsAlso, OneThatLeavesAtOnceIsReplaced) {
  for (const auto& [command, kind] :
       {std::pair{"/bin/true", FaultKind::exit}, std::pair{"/bin/false", FaultKind::crash}}) {
    const MatchRecord record = run("6561", example("6561"), contestant("leaver", command));
    ASSERT_EQ(record.faults.size(), 1U);
    EXPECT_EQ(record.faults[0].fault.kind, kind);
    EXPECT_EQ(record.faults[0].seat, Seat::second);
    EXPECT_EQ(record.faults[0].ply, 2);
    EXPECT_GT(record.plies.size(), 20U);
    EXPECT_GT(record.scores[0].result.score, 0);
    EXPECT_EQ(referee::match::verify(reread(record)), std::vector<std::string>{});
  }
}

TEST(RealBotsAlso, TwoThatAreNotThereEndTheMatch) {
  const Contestant ghost = contestant("ghost", "./no-such-bot");
  const MatchRecord record = run("box", ghost, ghost);
  ASSERT_EQ(record.faults.size(), 2U);
  EXPECT_EQ(record.plies.size(), 1U);
  EXPECT_EQ(record.scores[0].result.score + record.scores[1].result.score, 0);
}

// Each at its place: the seat, the number of the ply, and what it would have played there.
TEST(RealBotsAlso, AnswersThatGivenMovesReplaceAreTold) {
  const MatchPlan plan = MatchPlan::from_seed(game("box"), 77);
  const MatchRecord before = Played(plan).record;
  const Contestant greedy = example("box");
  const walls::Protections protections = walls::probe_protections();
  bot::ProcessHost host(protections);
  referee::match::GivenStart start;
  for (std::size_t i = 0; i < 4; ++i) start.moves.push_back(before.plies.at(i).line);
  std::vector<referee::match::ReplacedAnswer> replaced;
  const MatchRecord record =
      referee::match::run_given({host, plan, {}}, {&greedy, &greedy}, start, replaced);
  EXPECT_EQ(record.given, 4);
  ASSERT_FALSE(replaced.empty());
  for (const auto& [seat, ply, answer] : replaced) {
    ASSERT_TRUE(ply >= 1 && ply <= 4) << ply;
    const auto& made = record.plies.at(static_cast<std::size_t>(ply) - 1);
    EXPECT_EQ(made.seat, seat);
    EXPECT_NE(made.line, answer);
  }
}

TEST(RealBotsAlso, AnInterruptedHostPlaysNoMore) {
  const walls::Protections protections = walls::probe_protections();
  bot::ProcessHost host(protections);
  host.interrupt();
  const Contestant one = example("box");
  const Contestant two = example("box");
  EXPECT_THROW(
      (void)referee::match::run(host, MatchPlan::from_seed(game("box"), 1), {}, {&one, &two}),
      bot::Interrupted);
}

}  // namespace

namespace referee::match {
namespace {

class UntilJudged : public testing::Test {
 protected:
  // A match that is void that many times. Returns how often it was played.
  int played(int voids) {
    int games = 0;
    return until_judged(
        host_,
        [&] {
          if (++games <= voids) throw bot::MatchVoid("void " + std::to_string(games), "wait");
          return games;
        },
        [this](const bot::MatchVoid& why) { told_.emplace_back(why.what()); });
  }

  const walls::Protections protections_ = walls::probe_protections();
  bot::ProcessHost host_{protections_};
  std::vector<std::string> told_;
};

TEST_F(UntilJudged, PlaysAgainAndSaysSo) {
  EXPECT_EQ(played(0), 1);
  EXPECT_TRUE(told_.empty());
  EXPECT_EQ(played(2), 3);
  EXPECT_EQ(told_, (std::vector<std::string>{"void 1", "void 2"}));
}

TEST_F(UntilJudged, GivesUpAfterTheLastTry) {
  EXPECT_EQ(played(most_voids - 1), most_voids);
  told_.clear();
  try {
    played(most_voids);
    FAIL() << "it goes on for ever";
  } catch (const bot::MatchVoid&) {
    FAIL() << "it is a failure of the machine";
  } catch (const bot::EnvironmentError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("void 10, for the 10th time; "));
  }
  EXPECT_EQ(told_.size(), most_voids - 1U);
}

}  // namespace
}  // namespace referee::match
