// Limits as people and files give them.
#include "referee/play/match/budget.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "referee/base/text/error.hpp"

namespace referee::match {
namespace {

using namespace std::chrono_literals;

TEST(Budget, IsANumberOfSecondsWithinItsRange) {
  EXPECT_EQ(duration_of_seconds(1.5), 1500ms);
  EXPECT_EQ(duration_of_seconds(1e-6), 1us);
  EXPECT_EQ(duration_of_seconds(1e6), 1'000'000s);
  for (const double wrong : {0.0, -1.0, 9e-7, 1.1e6, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_FALSE(duration_of_seconds(wrong)) << wrong;
  }
}

TEST(Budget, IsShorterOnAFasterMachine) {
  EXPECT_EQ(to_local(10s, 2), 5s);
  EXPECT_EQ(to_official(5s, 2), 10s);
  EXPECT_EQ(to_local(123456789ns, 1), 123456789ns);
  EXPECT_EQ(to_local(1us, 100), 1us) << "never below the least";
  EXPECT_EQ(to_local(1'000'000s, 0.01), 1'000'000s) << "never above the most";
  EXPECT_TRUE(is_speed(0.01) && is_speed(100));
  EXPECT_FALSE(is_speed(0.009) || is_speed(101));
  EXPECT_EQ(to_local(kernel::TimeLimits{4s}, 2), (kernel::TimeLimits{2s})) << "no limit stays none";
}

TEST(Budget, IsMeasuredInWholeMicroseconds) {
  EXPECT_EQ(whole_microseconds(1999ns), 1);
  EXPECT_EQ(whole_microseconds(2s), 2'000'000);
}

// What is wrong with `action`; "" if nothing is.
template <typename Action>
std::string why(Action action) {
  try {
    action();
  } catch (const text::InputError& error) {
    return error.what();
  }
  return {};
}

TEST(LimitList, HoldsForAllOrForOneBot) {
  const LimitList list({"memory=64,budget=2.5", "b:budget=5,turn_limit=1", "1:threads=3"});
  EXPECT_EQ(list.of_all().times, (kernel::TimeLimits{2500ms}));
  EXPECT_EQ(list.of_all().chosen.memory, 64U);
  EXPECT_EQ(list.of({"b", "2"}).times, (kernel::TimeLimits{5s, 1s}));
  EXPECT_EQ(list.of({"b"}).chosen, kernel::ChosenLimits{});
  const GivenLimits first = list.with_all({"a", "1"});
  EXPECT_EQ(first.times, (kernel::TimeLimits{2500ms}));
  EXPECT_EQ(first.chosen.memory, 64U);
  EXPECT_EQ(first.chosen.threads, 3U);
  EXPECT_EQ(list.with_all({"b"}).times, (kernel::TimeLimits{5s, 1s})) << "its own go before all's";
}

TEST(LimitList, TakesOneValueOfEachLimit) {
  for (const std::vector<std::string>& twice : {std::vector<std::string>{"disk=3,disk=2"},
                                                {"disk=1", "disk=3"},
                                                {"a:disk=1", "a:disk=1"}}) {
    EXPECT_NE(
        why([&] { LimitList list(twice); }).find(": this limit is given twice; give one value"),
        std::string::npos);
  }
  EXPECT_NE(why([] { LimitList list({"budget=1", "turn_limit=2,budget=1"}); }), "");
  LimitList({"disk=1", "a:disk=3", "b:disk=2"}).check_names({{"a", "1"}, {"b", "2"}});
  EXPECT_EQ(why([] {
              LimitList({"a:disk=1", "1:threads=2,disk=2"}).check_names({{"a", "1"}});
            }),
            "--limit 1:disk=...: the disk of a=1 is given twice, by two of its names; give one "
            "value");
  EXPECT_EQ(LimitList({"x:y:disk=1"}).of({"x:y"}).chosen.disk, 1U) << "a name may have a colon";
}

TEST(LimitList, KnowsEachKey) {
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    const LimitList list({std::string(key.name) + "=" + std::to_string(key.most)});
    EXPECT_EQ(list.of_all().chosen.*key.value, key.most) << key.name;
  }
  for (const TimeKey& key : time_keys) {
    const kernel::TimeLimits times =
        LimitList({std::string(key.name) + "=0.000001"}).of_all().times;
    EXPECT_EQ(times.*key.limit, 1us) << key.name;
  }
}

TEST(LimitList, SaysWhatIsWrong) {
  const auto wrong = [](const std::string& text) { return why([&] { LimitList list({text}); }); };
  EXPECT_EQ(wrong("memory=0"), "memory=0: must be a whole number of MiB from 1 to 16777216");
  EXPECT_EQ(wrong("threads=x"), "threads=x: must be a whole number from 1 to 100000");
  EXPECT_EQ(wrong("a:budget=nan"),
            "budget=nan: must be a number of seconds from 0.000001 to 1000000");
  EXPECT_EQ(wrong("budget"), "budget: must be a number of seconds from 0.000001 to 1000000");
  EXPECT_EQ(wrong("memry=3"), "memry=3: no limit is called 'memry'; did you mean 'memory'?");
  EXPECT_NE(wrong("disk=1,"), "");
  EXPECT_NE(wrong(":disk=1"), "");
  EXPECT_NE(wrong(""), "");
}

TEST(LimitList, KnowsTheBots) {
  const LimitList list({"gredy:budget=1", "disk=3"});
  EXPECT_EQ(why([&] {
              list.check_names({{"greedy"}, {"random"}});
            }),
            "--limit gredy:...: no bot is called that; did you mean 'greedy'?");
  list.check_names({{"gredy"}});
}

TEST(LimitList, RefusesWhatNamesTwoBots) {
  const auto wrong = [](const std::string& name, const LimitList::Names& first,
                        const LimitList::Names& second) {
    return why([&] { LimitList({name + ":budget=1"}).check_names({first, second}); });
  };
  EXPECT_EQ(wrong("2", {"2", "red", "1"}, {"other", "blue", "2"}),
            "--limit 2:...: '2' is the name or seat of two bots, 2=red=1 and other=blue=2; use "
            "another of these names");
  EXPECT_NE(wrong("red", {"a", "red", "1"}, {"red", "blue", "2"}), "");
  EXPECT_NE(wrong("1", {"a", "red", "1"}, {"1", "blue", "2"}), "");
  EXPECT_EQ(wrong("1", {"1", "red", "1"}, {"2", "blue", "2"}), "");
  EXPECT_EQ(wrong("a", {"a"}, {"a"}), "") << "the bot of two games";
}

}  // namespace
}  // namespace referee::match
