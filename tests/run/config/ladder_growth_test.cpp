// Which versions a ladder has, and who of them plays on.
#include "referee/run/config/ladder_growth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "referee/run/config/schedule.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

struct Bot {
  std::string name;
  char program = 'a';  // 0: gone
};

Manifest ladder(const std::vector<Bot>& bots, std::uint64_t seed = 7) {
  std::vector<std::string> names;
  for (const Bot& bot : bots) names.push_back(bot.name);
  Event event = test::event("box", names, 1);
  for (std::size_t i = 0; i < bots.size(); ++i) {
    event.bots[i].hash = bots[i].program == 0 ? "" : std::string(64, bots[i].program);
    event.bots[i].note = "noted";
  }
  event.format.kind = formats::FormatKind::ladder;
  event.format.pairs = 4;
  event.format.periods = {{0, bots.size(), {}, {}, {}}};
  return test::manifest({event}, seed);
}

class LadderGrowth : public testing::Test {
 protected:
  // Continues with another config, after these matches.
  Generation go_on(const Manifest& config) {
    Generation next = ladder_generation(config, history_, [this] { return played_; });
    if (!next.added.empty()) history_.push_back(next.manifest);
    return next;
  }
  [[nodiscard]] const Event& now() const { return history_.back().events.front(); }
  [[nodiscard]] std::vector<std::string> playing() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < now().bots.size(); ++i) {
      if (now().plays_on(i)) names.push_back(now().bots[i].name);
    }
    return names;
  }
  [[nodiscard]] std::vector<std::string> all() const {
    std::vector<std::string> names;
    for (const BotEntry& bot : now().bots) names.push_back(bot.name);
    return names;
  }

  std::vector<Manifest> history_{ladder({{"one"}, {"two", 'b'}})};
  std::vector<bool> played_ = std::vector<bool>(12, true);
};

using Names = std::vector<std::string>;

TEST_F(LadderGrowth, TheSameBotsAreTheSameLadder) {
  const auto never = []() -> std::vector<bool> { throw std::logic_error("asked for matches"); };
  Manifest config = ladder({{"two", 'b'}, {"one"}});
  config.events.front().bots[0].note = "another commit";
  config.folder = "/elsewhere";
  const Generation same = ladder_generation(config, history_, never);
  EXPECT_EQ(same.manifest.id(), history_.back().id()) << "neither their order nor notes matter";
  EXPECT_TRUE(same.added.empty());
  EXPECT_EQ(same.manifest.folder, "/elsewhere");
}

TEST_F(LadderGrowth, ANewBotGoesToTheEnd) {
  const Generation next = go_on(ladder({{"three", 'c'}, {"one"}, {"two", 'b'}}));
  EXPECT_EQ(next.added, (Names{"the bot \"three\""}));
  EXPECT_EQ(next.manifest.extends, history_.front().id());
  EXPECT_EQ(all(), (Names{"one", "two", "three"}));
  EXPECT_EQ(playing(), all());
  EXPECT_EQ(now().format.periods.back(), (formats::LadderPeriod{12, 3, {}, {}, {}}));
}

TEST_F(LadderGrowth, ARebuiltBotIsANewVersion) {
  const Generation next = go_on(ladder({{"one", 'c'}, {"two", 'b'}}));
  EXPECT_EQ(next.added, (Names{"the bot \"one@2\"", "without \"one\", whose results stay"}));
  EXPECT_EQ(all(), (Names{"one", "two", "one@2"}));
  EXPECT_EQ(playing(), (Names{"two", "one@2"}));
  EXPECT_EQ(now().bots[2].version, 2U);
  go_on(ladder({{"one", 'd'}, {"two", 'b'}}));
  EXPECT_EQ(playing(), (Names{"two", "one@3"}));
  // The first program is put back.
  const Generation back = go_on(ladder({{"one"}, {"two", 'b'}}));
  EXPECT_EQ(back.added, (Names{"the bot \"one\" again", "without \"one@3\", whose results stay"}));
  EXPECT_EQ(playing(), (Names{"one", "two"}));
  EXPECT_EQ(all().size(), 4U);
  EXPECT_EQ(history_.size(), 4U);
  // What a manifest says can be read again.
  const text::Json json = to_json(history_.back());
  EXPECT_EQ(manifest_from_json(text::JsonReader(json, "manifest")).id(), history_.back().id());
}

TEST_F(LadderGrowth, AnotherCommandOrLimitIsAnotherVersion) {
  Manifest config = ladder({{"one"}, {"two", 'b'}});
  config.events.front().bots[0].command = "./one --deep";
  go_on(config);
  EXPECT_EQ(playing(), (Names{"two", "one@2"}));
  config.events.front().bots[0].limits.memory = 1U << 30;
  go_on(config);
  EXPECT_EQ(playing(), (Names{"two", "one@3"}));
}

TEST_F(LadderGrowth, ARenamedBotGoesOnUnderItsFirstName) {
  const auto with_command = [](Manifest config, std::size_t bot, const std::string& command) {
    config.events.front().bots[bot].command = command;
    return config;
  };
  EXPECT_TRUE(go_on(with_command(ladder({{"new"}, {"two", 'b'}}), 0, "./one")).added.empty());
  EXPECT_EQ(playing(), (Names{"one", "two"}));
  // As long as the config has the name itself, the other one is a bot of its own.
  go_on(with_command(ladder({{"one"}, {"new"}, {"two", 'b'}}), 1, "./one"));
  EXPECT_EQ(playing(), (Names{"one", "two", "new"}));
  // Another program under another name is another bot.
  const Manifest third = ladder({{"third", 'c'}, {"new"}, {"two", 'b'}});
  go_on(with_command(with_command(third, 0, "./one"), 1, "./one"));
  EXPECT_EQ(playing(), (Names{"two", "new", "third"}));
}

TEST_F(LadderGrowth, WhoIsGoneOrTakenOutPlaysNoMore) {
  go_on(ladder({{"one"}, {"two", 'b'}, {"three", 'c'}, {"four", 'd'}}));
  go_on(ladder({{"one", 0}, {"two", 'b'}, {"four", 'd'}}));
  EXPECT_EQ(playing(), (Names{"two", "four"}));
  EXPECT_EQ(all(), (Names{"one", "two", "three", "four"}));
  EXPECT_THROW(go_on(ladder({{"one", 0}, {"two", 'b'}})), text::InputError) << "one alone";
  EXPECT_THROW(go_on(ladder({{"new", 0}, {"two", 'b'}, {"four", 'd'}})), program::CommandError);
  EXPECT_THROW(require_programs(ladder({{"new", 0}, {"two", 'b'}})), program::CommandError);
}

TEST_F(LadderGrowth, ANameThatIsTakenIsLeftOut) {
  go_on(ladder({{"one"}, {"two", 'b'}, {"one@2", 'c'}}));
  go_on(ladder({{"one", 'd'}, {"two", 'b'}, {"one@2", 'c'}}));
  EXPECT_EQ(playing(), (Names{"two", "one@2", "one@3"}));
  // Both at once.
  history_.resize(1);
  go_on(ladder({{"one", 'd'}, {"two", 'b'}, {"one@2", 'c'}}));
  EXPECT_EQ(playing(), (Names{"two", "one@3", "one@2"}));
}

TEST_F(LadderGrowth, WhatARoundHasNotPlayedIsSkipped) {
  played_ = {true, true, true, true, true, true, true, true, true, false, false, false, true};
  go_on(ladder({{"one"}, {"two", 'b'}, {"three", 'c'}}));
  EXPECT_EQ(now().format.periods.back(),
            (formats::LadderPeriod{14, 3, {}, {}, {{9, 11}, {13, 13}}}));
  const Schedule schedule(history_.back());
  EXPECT_TRUE(schedule.is_left_out(9));
  EXPECT_FALSE(schedule.is_left_out(12));
  // Nothing has been played since.
  go_on(ladder({{"one"}, {"two", 'b'}}));
  EXPECT_EQ(now().format.periods.back(), (formats::LadderPeriod{14, 3, {2}, {}, {}}));
}

TEST_F(LadderGrowth, AnythingElseIsAnotherTournament) {
  const Generation other = go_on(ladder({{"one"}, {"two", 'b'}, {"three", 'c'}}, 8));
  EXPECT_TRUE(other.added.empty());
  EXPECT_NE(other.manifest.id(), history_.back().id());
  ASSERT_TRUE(other.refused);
  EXPECT_NE(other.refused->id(), history_.back().id());
  EXPECT_EQ(other.refused->events.front().bots, now().bots) << "the bots are no reason";
}

}  // namespace
}  // namespace referee::config
