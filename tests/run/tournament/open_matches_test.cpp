// Matches that have no result: a judge that ends at some line of a bot, a machine that fails in
// some match. All others are played.
#include "referee/run/tournament/open_matches.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/play/judge/games.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/tournament/runner.hpp"
#include "rules/catalogue.hpp"
#include "tests/built.hpp"
#include "tests/run/store/support.hpp"

namespace referee::tournament {
namespace {

namespace fs = std::filesystem;

// A heap of 9, of which one or two are taken; the last one wins. Its author has forgotten that a
// bot may write another word.
constexpr std::string_view judge = R"(import sys

WORDS = {"one": 1, "two": 2}
heap, seat = 9, 1


def say(*lines):
    print(*lines, ".", sep="\n", flush=True)


for request in sys.stdin:
    word, _, rest = request.rstrip("\n").partition(" ")
    if word == "referee-judge":
        say("judge 1", "can count")
    elif word == "deal":
        say("deal")
    elif word == "start":
        heap, seat = 9, 1
        say("tell 1 Start", "turn 1")
    elif word == "play":
        heap -= WORDS[rest]
        seat = 3 - seat
        if heap > 0:
            say("legal", f"tell {seat} {rest}", f"turn {seat}")
        else:
            say("legal", "tell 1 Quit", "tell 2 Quit", f"score {3 - seat} 1", f"score {seat} 0", "over")
    elif word == "count":
        say("count 1")
    elif word == "move":
        say("move one")
    elif word == "forfeit":
        loser = int(rest.split(" ")[0])
        say("tell 1 Quit", "tell 2 Quit", f"score {loser} 0", f"score {3 - loser} 1", "over")
    elif word == "quit":
        break
)";

// Writes `second` in its second turn, and "one" in the others.
std::string bot_that_says(const std::string& second) {
  return "echo begins >&2\nn=0\nwhile read -r line; do\n  [ \"$line\" = Quit ] && exit\n  "
         "n=$((n+1))\n"
         "  if [ $n = 2 ]; then echo '" +
         second + "'; else echo one; fi\ndone\n";
}

class OpenMatch : public testing::Test {
 protected:
  OpenMatch() {
    ::setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1);
    fs::create_directory(folder_.path() / "heap");
    // The games of a process have different names.
    static int games = 0;
    test::write_file(
        folder_.path() / "heap/game.json",
        fmt::format(R"({{"name": "test.open-{}", "title": "Heap", "judge": "judge.py"}})",
                    ++games));
    test::write_file(folder_.path() / "heap/judge.py", judge);
    test::write_file(folder_.path() / "good.sh", bot_that_says("two"));
    test::write_file(folder_.path() / "odd.sh", bot_that_says("three"));
  }
  ~OpenMatch() override { ::unsetenv("XDG_CACHE_HOME"); }

  // An event of bots, all good except those named "odd".
  static std::string event(const std::vector<std::string>& names, const std::string& keys) {
    std::string bots;
    for (const std::string& name : names) {
      bots += fmt::format(R"({}{{"name": "{}", "command": "sh {}.sh"}})", bots.empty() ? "" : ", ",
                          name, name == "odd" ? "odd" : "good");
    }
    return fmt::format(R"({{"game": "./heap", "bots": [{}]{}{}}})", bots, keys.empty() ? "" : ", ",
                       keys);
  }
  store::Store store_of(const std::string& events) {
    const std::string text =
        fmt::format(R"({{"seed": 5, "isolation": "off", "games": [{}]}})", events);
    config::Overrides overrides;
    overrides.games = &games_;
    return store::Store::create(folder_.path() / fmt::format("store-{}", ++stores_),
                                config::parse_config(text, "open.json", folder_.path(), overrides),
                                store::ChangedPrograms::refuse, games_);
  }

  // Plays one match after the other.
  RunEnd play(const store::Store& store) {
    open_ = OpenMatches();
    left_open_.clear();
    started_ = 0;
    class Listener : public RunObserver {
     public:
      explicit Listener(OpenMatch& test) : test_(test) {}
      void happened(const Event& event) override {
        if (std::holds_alternative<MatchStart>(event)) ++test_.started_;
        const auto* open = std::get_if<MatchLeftOpen>(&event);
        if (open != nullptr) test_.left_open_.push_back(*open);
      }

     private:
      OpenMatch& test_;
    };
    Listener listener(*this);
    options_.jobs = 1;
    return run(store, {}, {walls::probe_protections(), options_, stop_, &open_}, listener);
  }
  static std::set<std::uint64_t> played(const store::Store& store) {
    std::set<std::uint64_t> numbers;
    store.read(
        [&](const store::MatchSummary& match, std::string_view) { numbers.insert(match.match); });
    return numbers;
  }
  [[nodiscard]] std::string told() const {
    std::string text;
    for (const std::string& line : open_.lines(true)) text += line + '\n';
    return text;
  }

  test::TemporaryFolder folder_;
  judge::Games games_;
  int stores_ = 0;
  RunOptions options_;
  StopRequest stop_;
  OpenMatches open_;
  std::vector<MatchLeftOpen> left_open_;
  int started_ = 0;
};

TEST_F(OpenMatch, OfABotAtWhoseLineTheJudgeEndsAndAllOthersArePlayed) {
  const store::Store store = store_of(event({"a", "odd", "b"}, R"("rounds": 1)"));
  EXPECT_EQ(play(store), RunEnd::left_open);
  EXPECT_EQ(started_, 6);
  EXPECT_EQ(played(store).size(), 2U);
  ASSERT_EQ(left_open_.size(), 4U);
  const MatchLeftOpen& first = left_open_.front();
  EXPECT_EQ(first.match.number, 0U);
  EXPECT_EQ(first.line, "three");
  EXPECT_EQ(first.line_of, "odd");
  EXPECT_NE(first.details.find("KeyError: 'three'"), std::string::npos) << first.details;
  EXPECT_EQ(first.again, fmt::format("cd {0} && referee match {0}/heap 'sh good.sh' 'sh odd.sh' "
                                     "--seed {1}",
                                     folder_.path().string(), first.match.pairing.seed));
  const std::string text = told();
  EXPECT_NE(
      text.find("4 matches have no result; the same command tries again:\n  match 0, Heap: a ("),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("In 4 of them the judge failed after a line of odd;"), std::string::npos);

  // Again, and only these.
  EXPECT_EQ(play(store), RunEnd::left_open);
  EXPECT_EQ(started_, 4);
  EXPECT_EQ(played(store).size(), 2U);
}

// Schedulers end all programs of a run at once, the bots before the referee or after it.
TEST_F(OpenMatch, InWhichABotIsEndedWithTheRunIsPlayedAgain) {
  const std::string go = (folder_.path() / "go").string();
  std::ofstream(folder_.path() / "ended.sh")
      << "until [ -e '" << go << "' ]; do :; done\nkill -TERM $$\n";
  const store::Store store = store_of(
      R"({"game": "box", "bots": [{"name": "a", "command": "sh ended.sh"},
                                  {"name": "b", "command": "sh ended.sh"}]})");
  class Stopper : public RunObserver {
   public:
    Stopper(StopRequest& stop, const std::string& file) : stop_(stop), file_(file) {}
    void happened(const Event& event) override {
      if (!std::holds_alternative<MatchStart>(event)) return;
      stop_.ask();
      std::ofstream out(file_);
    }

   private:
    StopRequest& stop_;
    const std::string& file_;
  };
  StopRequest stop;
  Stopper stopper(stop, go);
  options_.jobs = 1;
  const auto protections = walls::probe_protections();
  EXPECT_EQ(run(store, {}, {protections, options_, stop}, stopper), RunEnd::interrupted);
  EXPECT_TRUE(played(store).empty());
  EXPECT_EQ(play(store), RunEnd::complete) << "nobody ends this one";
  EXPECT_EQ(played(store).size(), 2U);
}

TEST_F(OpenMatch, OfARoundThatLaterRoundsFollowFrom) {
  for (const char* format :
       {R"("format": "swiss", "rounds": 3)", R"("format": "knockout")",
        R"("format": "knockout", "tie_break": 2)", R"("format": "ladder", "pairs": 3)"}) {
    const bool ladder = std::string_view(format).find("ladder") != std::string_view::npos;
    const std::string other = ladder ? "" : ", " + event({"x", "y"}, R"("rounds": 1)");
    const store::Store store = store_of(event({"a", "b", "odd", "d"}, format) + other);
    EXPECT_EQ(play(store), RunEnd::left_open) << format;
    EXPECT_FALSE(left_open_.empty()) << format;
    const std::set<std::uint64_t> numbers = played(store);
    // The rest of the first round, and the other event.
    EXPECT_GE(numbers.size(), ladder ? 1U : 4U) << format;
    const std::uint64_t last = config::Schedule(store.manifest()).size() - 1;
    EXPECT_EQ(numbers.contains(last), !ladder) << format;
  }
}

TEST_F(OpenMatch, OfAChallengerDoNotKeepTheNextOneFromPlaying) {
  const store::Store store =
      store_of(event({"odd", "good", "a", "b", "c", "d", "e", "f", "g", "h"},
                     R"("format": "gauntlet", "challengers": 2, "rounds": 1)"));
  EXPECT_EQ(play(store), RunEnd::left_open);
  EXPECT_EQ(played(store).size(), 16U);  // of good
  EXPECT_EQ(left_open_.size() + 16U, static_cast<std::size_t>(started_));
  EXPECT_LE(left_open_.size(), 16U);
}

TEST_F(OpenMatch, InARowThatAllConcernOneBotAreNotTried) {
  const store::Store store = store_of(event({"odd", "a"}, R"("rounds": 20)"));
  EXPECT_EQ(play(store), RunEnd::left_open);
  EXPECT_EQ(started_, 10);
  EXPECT_NE(told().find("30 further matches of odd were not tried"), std::string::npos) << told();
}

TEST_F(OpenMatch, InARowThatConcernNoBotEndTheRun) {
  test::write_file(
      folder_.path() / "heap/judge.py",
      std::string(judge).replace(judge.find("heap -= WORDS[rest]"), 19, "sys.exit(7)"));
  const store::Store store = store_of(event({"a", "b", "c", "d"}, R"("rounds": 20)"));
  const std::string why = test::error_of<judge::JudgeError>([&] { play(store); }).value_or("");
  EXPECT_NE(why.find("10 matches in a row had no result, so the run ends here; the last one: the "
                     "judge of test.open"),
            std::string::npos)
      << why;
  EXPECT_EQ(started_, 10);
}

// A folder stands where the log of one bot in one match belongs.
TEST_F(OpenMatch, BecauseTheMachineFailsInIt) {
  const store::Store store = store_of(event({"a", "b", "c"}, R"("rounds": 1)"));
  options_.logs = folder_.path() / "logs";
  const fs::path log =
      options_.logs / "c" /
      fmt::format("{}-000003-seat-1-against-a.log", store.manifest().events[0].game->name);
  fs::create_directories(log / "full");
  EXPECT_EQ(play(store), RunEnd::left_open);
  ASSERT_EQ(left_open_.size(), 1U);
  EXPECT_EQ(played(store), (std::set<std::uint64_t>{0, 1, 2, 4, 5}));
  EXPECT_EQ(left_open_[0].match.number, 3U);
  EXPECT_NE(left_open_[0].why.find(log.filename().string()), std::string::npos)
      << left_open_[0].why;
  EXPECT_FALSE(left_open_[0].line.has_value());
  fs::remove_all(log);
  EXPECT_EQ(play(store), RunEnd::complete);
  EXPECT_EQ(started_, 1);
}

TEST_F(OpenMatch, SaysNothingOfABotThatIsGivenUp) {
  const store::Store store =
      store_of(event({"odd", "a", "b", "c"}, R"("rounds": 2, "give_up_after": 2)"));
  EXPECT_EQ(play(store), RunEnd::left_open);
  EXPECT_EQ(left_open_.size(), 12U);
  EXPECT_EQ(played(store).size(), 12U);
}

MatchLeftOpen failure(const std::string& one, const std::string& two, const std::string& line_of) {
  MatchLeftOpen match;
  match.match.bots = {one, two};
  match.line_of = line_of;
  return match;
}

TEST(FailuresInARow, AreOfTheBotsThatWereInAllOfThem) {
  FailuresInARow row(3);
  for (const char* rival : {"a", "b"}) row.add(failure("odd", rival, ""));
  EXPECT_FALSE(row.concern({"odd", "c"}));
  row.add(failure("c", "odd", ""));
  EXPECT_TRUE(row.concern({"odd", "d"}));
  EXPECT_FALSE(row.concern({"a", "c"}));
  EXPECT_FALSE(row.hopeless());
  row.add(failure("a", "b", ""));
  EXPECT_TRUE(row.hopeless());
  EXPECT_FALSE(row.concern({"odd", "a"}));
  row.end();
  EXPECT_FALSE(row.hopeless());
  // Two may be the cause together: others may play.
  for (int i = 0; i < 3; ++i) row.add(failure("a", "b", ""));
  EXPECT_TRUE(row.concern({"b", "a"}));
  EXPECT_FALSE(row.concern({"b", "c"}));
  // Only the one whose line it was.
  row.end();
  for (int i = 0; i < 3; ++i) row.add(failure("a", "b", "b"));
  EXPECT_TRUE(row.concern({"b", "c"}));
}

}  // namespace
}  // namespace referee::tournament
