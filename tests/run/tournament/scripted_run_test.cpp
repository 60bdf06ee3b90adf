// What becomes of a tournament in whose bots or machine something goes wrong, and of one that
// grows.
#include "tests/run/tournament/scripted_run.hpp"

#include <fmt/core.h>

#include <atomic>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/machine/bot/fault.hpp"
#include "referee/run/parts/merging.hpp"
#include "referee/run/store/verify.hpp"

namespace referee::tournament {
namespace {

using bot::FaultKind;
using scripted::Asked;
using Kinds = std::vector<std::string>;

class GiveUp : public ScriptedRun {
 protected:
  // Two bots that fail in the matches for which `fails` holds, around one that never does.
  [[nodiscard]] config::Manifest cup(int rounds, int limit) const {
    return manifest(fmt::format(
        R"({{"game": "black-hole", "seed": 2, "rounds": {}, "give_up_after": {}, "bots": [
             {{"name": "one", "command": "./bot {{seed}}"}}, {{"name": "a", "command": "./bot a"}},
             {{"name": "b", "command": "./bot {{seed}}"}}]}})",
        rounds, limit));
  }
  static std::optional<bot::Turn> crash() {
    return scripted::fails(FaultKind::crash, "it left with exit code 1");
  }
  // The kind of the fault of each bot, in the order of its matches; empty if it did not fail.
  static std::map<std::string, Kinds> faults(const std::map<std::uint64_t, text::Json>& records) {
    std::map<std::string, Kinds> kinds;
    for (const auto& [number, record] : records) {
      for (std::size_t seat = 0; seat < 2; ++seat) {
        std::string kind;
        for (const text::Json& fault : record["faults"]) {
          if (fault["seat"] == seat + 1 && kind.empty()) kind = fault["kind"];
        }
        kinds[record["bots"][seat]["name"]].push_back(kind);
      }
    }
    return kinds;
  }
};

TEST_F(GiveUp, ABotThatAlwaysFailsPlaysItsFirstGamesOnly) {
  script_ = [](const Asked& asked) { return asked.bot.name == "a" ? std::nullopt : crash(); };
  const auto store = store::Store::create(folder_.path() / "o", cup(3, 2));
  EXPECT_EQ(play(store, 4), RunEnd::complete);
  const auto found = records(store);
  ASSERT_EQ(found.size(), 18U);
  auto kinds = faults(found);
  for (const char* name : {"one", "b"}) {
    Kinds expected(12, "given_up");
    expected[0] = expected[1] = "crash";
    EXPECT_EQ(kinds[name], expected) << name;
  }
  EXPECT_EQ(kinds["a"], Kinds(12));
  EXPECT_TRUE(store::verify({store.folder().string()}).good());
  EXPECT_EQ(text::parse_json(test::read_file(store.folder() / "manifest.json"), "it")["version"],
            2);
}

// Whether a game is played follows from the games before it by number, whoever ends first.
TEST_F(GiveUp, FollowsFromTheOrderOfMatchesAlone) {
  constexpr int limit = 6;  // more than a round
  // In the rounds whose number is odd: even, odd, three even; later two odd ones.
  script_ = [](const Asked& asked) -> std::optional<bot::Turn> {
    const std::string& last = asked.bot.command->words.back();
    return asked.bot.name == "a" || (last.back() - '0') % 2 == 0 ? std::nullopt : crash();
  };
  const auto one = store::Store::create(folder_.path() / "one", cup(12, limit));
  play(one, 1);
  const auto four = store::Store::create(folder_.path() / "four", cup(12, limit));
  play(four, 4);
  const auto expected = records(one);
  EXPECT_EQ(records(four), expected);
  std::size_t given_up = 0;
  std::set<std::string> of_one;
  for (const auto& [name, kinds] : faults(expected)) {
    int in_a_row = 0;
    bool over = false;
    for (const std::string& kind : kinds) {
      EXPECT_EQ(kind == "given_up", over) << name;
      if (name == "one") of_one.insert(kind);
      given_up += over ? 1U : 0U;
      in_a_row = kind.empty() ? 0 : in_a_row + 1;
      over = over || in_a_row >= limit;
    }
  }
  // All that can happen to a bot has happened.
  EXPECT_EQ(of_one, (std::set<std::string>{"", "crash", "given_up"}));
  EXPECT_GT(given_up, 0U);
  EXPECT_LT(given_up, expected.size() * 2);

  // Continued after a stop, with some records lost.
  const auto cut = store::Store::create(folder_.path() / "cut", cup(12, limit));
  std::string some;
  std::size_t number = 0;
  for (const std::string& line : test::read_all(one).lines) {
    if (number++ % 3 != 1) some += line + '\n';
  }
  test::write_file(cut.folder() / "matches-0001.jsonl", some);
  EXPECT_EQ(play(cut, 3), RunEnd::complete);
  EXPECT_EQ(records(cut), expected);
}

class Lacking : public ScriptedRun {
 protected:
  [[nodiscard]] store::Store cup(int rounds) const {
    return store::Store::create(folder_.path() / "o",
                                manifest(fmt::format(
                                    R"({{"game": "black-hole", "seed": 1, "rounds": {}, "bots": [
                 {{"name": "a", "command": "./bot 1"}}, {{"name": "b", "command": "./bot 2"}}]}})",
                                    rounds)));
  }
};

// Of what bots of other matches may have taken at that moment.
TEST_F(Lacking, AMatchThatLackedSomethingIsPlayedAgainBesideOthers) {
  const auto undisturbed = cup(10);
  play(undisturbed);
  const auto expected = records(undisturbed);
  std::filesystem::remove_all(undisturbed.folder());
  std::atomic<int> lacks = 3;
  script_ = [&lacks](const Asked& asked) -> std::optional<bot::Turn> {
    if (asked.turn == 4 && lacks-- > 0) throw bot::MatchVoid("there were no threads left", "wait");
    return std::nullopt;
  };
  class Listener : public RunObserver {
   public:
    void happened(const Event& event) override {
      if (std::holds_alternative<MatchVoided>(event)) ++voided_;
      if (std::holds_alternative<MatchFinished>(event)) ++finished_;
    }
    int voided_ = 0;
    int finished_ = 0;
  } listener;
  const auto store = cup(10);
  EXPECT_EQ(play(store, 4, listener), RunEnd::complete);
  EXPECT_EQ(listener.voided_, 3);
  EXPECT_EQ(listener.finished_, 20);
  EXPECT_EQ(records(store), expected);
  EXPECT_TRUE(open_.empty());
}

TEST_F(Lacking, AMatchInWhichTheMachineFailsIsLeftOpenAndPlayedByTheNextRun) {
  const auto store = cup(3);
  std::atomic<bool> failed = false;
  script_ = [&failed](const Asked& asked) -> std::optional<bot::Turn> {
    if (asked.turn == 7 && !failed.exchange(true)) {
      throw bot::EnvironmentError("there is no descriptor left");
    }
    return std::nullopt;
  };
  EXPECT_EQ(play(store, 2), RunEnd::left_open);
  EXPECT_EQ(records(store).size(), 5U);
  const auto lines = open_.lines(true);
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(test::contains(text::join(lines, "\n"), "there is no descriptor left"))
      << text::join(lines, "\n");
  EXPECT_EQ(play(store, 2), RunEnd::complete);
  EXPECT_EQ(records(store).size(), 6U);
}

// A bot whose program changes in the middle of a tournament.
class Changing : public ScriptedRun {
 protected:
  Changing() {
    put("first");
    EXPECT_EQ(play(store::Store::create(o_, cup())), RunEnd::complete);
  }
  // The program behind "mine".
  void put(const std::string& text) const {
    test::write_file(folder_.path() / "mine", "#!/bin/sh\n# " + text + "\n");
    std::filesystem::permissions(folder_.path() / "mine", std::filesystem::perms::owner_all);
  }
  [[nodiscard]] config::Manifest cup() const {
    return manifest(R"({"game": "black-hole", "seed": 1, "rounds": 3, "bots": [
        {"name": "a", "command": "./bot 1"}, {"name": "mine", "command": "./mine 2"},
        {"name": "c", "command": "./bot 3"}]})");
  }
  // Goes on with the program that is there now.
  store::Store accept() {
    auto store = store::Store::create(o_, cup(), store::ChangedPrograms::accept);
    EXPECT_EQ(play(store), RunEnd::complete);
    return store;
  }
  [[nodiscard]] std::optional<std::string> refusal(store::ChangedPrograms changed) const {
    return test::error_of<text::InputError>(
        [&] { static_cast<void>(store::Store::create(o_, cup(), changed)); });
  }
  [[nodiscard]] std::string changed(const std::string& name, const std::string& next) const {
    return fmt::format(
        "{} holds another tournament, which differs in the program of the bot \"{}\" of "
        "black-hole, which has been changed since; use --accept-changed to play it as \"{}\" and "
        "keep what the old one has played, or choose another folder with --out",
        o_.string(), name, next);
  }
  // Records by the names of their bots, of all programs.
  [[nodiscard]] std::map<std::string, int> games() const {
    std::map<std::string, int> count;
    const auto add = [&count](const store::MatchSummary& match, std::string_view) {
      for (const std::string& bot : match.bots) ++count[bot];
    };
    store::Store::open(o_).read(add, add);
    return count;
  }

  const std::filesystem::path o_ = folder_.path() / "o";
};

TEST_F(Changing, UnlessThatIsAcceptedNothingIsPlayed) {
  put("second");
  EXPECT_EQ(refusal(store::ChangedPrograms::offer), changed("mine", "mine@2"));
  EXPECT_FALSE(std::filesystem::exists(o_ / "manifest-0002.json"));
}

TEST_F(Changing, TheNewProgramPlaysItsMatchesAndTheOthersAreKept) {
  const std::string manifest = test::read_file(o_ / "manifest.json");
  const std::string before = test::read_file(o_ / "matches-0001.jsonl");
  put("second");
  script_ = [](const Asked& asked) -> std::optional<bot::Turn> {
    if (asked.turn < 9 || !asked.bot.name.starts_with("mine")) return std::nullopt;
    return scripted::fails(FaultKind::timeout, "it thinks for long");
  };
  const auto store = accept();
  EXPECT_EQ(test::read_file(o_ / "manifest.json"), manifest);
  EXPECT_EQ(test::read_file(o_ / "matches-0001.jsonl"), before);
  // Of 18 matches the 6 of a against c are not played again.
  EXPECT_EQ(games(),
            (std::map<std::string, int>{{"a", 18}, {"c", 18}, {"mine", 12}, {"mine@2", 12}}));
  EXPECT_EQ(lines_in(o_ / "matches-0002.jsonl"), 12U);
  EXPECT_TRUE(store::verify({o_.string()}).good());

  // As if the tournament had begun with the new program.
  const auto anew = store::Store::create(folder_.path() / "anew", cup());
  play(anew);
  auto expected = records(anew);
  for (auto& [number, record] : expected) {
    for (text::Json& bot : record["bots"]) {
      if (bot["name"] == "mine") bot["name"] = "mine@2";
    }
  }
  EXPECT_EQ(records(store), expected);
}

TEST_F(Changing, TheSameCommandGoesOnAfterwards) {
  put("second");
  const auto first = records(accept());
  EXPECT_FALSE(store::Store::create(o_, cup()).written());
  EXPECT_EQ(records(accept()), first);
  EXPECT_FALSE(std::filesystem::exists(o_ / "manifest-0003.json"));
  EXPECT_TRUE(parts::merge(store::Store::open(o_)).sealed);
  EXPECT_EQ(records(store::Store::open(o_)), first);
}

TEST_F(Changing, AnEarlierProgramGetsItsNameAndItsMatchesBack) {
  const auto before = records(store::Store::open(o_));
  put("second");
  accept();
  put("first");
  EXPECT_EQ(records(accept()), before);
  EXPECT_EQ(games()["mine"], 12) << "nothing was played again";
  EXPECT_TRUE(std::filesystem::exists(o_ / "manifest-0003.json"));
}

TEST_F(Changing, AThirdProgramIsTheThird) {
  put("second");
  accept();
  put("third");
  EXPECT_EQ(refusal(store::ChangedPrograms::offer), changed("mine@2", "mine@3"));
}

TEST_F(Changing, ASealedTournamentStaysAsItIs) {
  parts::merge(store::Store::open(o_));
  put("second");
  EXPECT_EQ(refusal(store::ChangedPrograms::accept),
            fmt::format("{0} is sealed; remove {0}/sealed.json to go on with another program of "
                        "\"mine\", or choose another folder with --out",
                        o_.string()));
}

TEST_F(Changing, ManifestsThatDoNotFitTogetherAreNamed) {
  put("second");
  accept();
  const auto file = o_ / "manifest-0002.json";
  text::Json second = text::parse_json(test::read_file(file), "manifest");
  const std::string id = second["extends"];
  second["extends"] = "0123456789abcdef";
  test::write_file(file, second.dump());
  EXPECT_EQ(test::error_of<text::JsonError>([&] { store::Store::open(o_); }),
            fmt::format("{}: extends: must be \"{}\", the id of the manifest before it, not "
                        "\"0123456789abcdef\"",
                        file.string(), id));
}

class Growing : public ScriptedRun {
 protected:
  static std::string config(int rounds, std::size_t bots, const std::string& format = "") {
    std::string list;
    for (std::size_t i = 0; i < bots; ++i) {
      list += fmt::format(R"({}{{"name": "{}", "command": "./bot {}"}})", i == 0 ? "" : ", ",
                          "abcd"[i], i);
    }
    return fmt::format(R"({{"game": "black-hole", "seed": 1, "rounds": {}{}, "bots": [{}]}})",
                       rounds, format.empty() ? "" : ", \"format\": \"" + format + "\"", list);
  }
  struct Step {
    std::string config;
    std::vector<std::string> added;
    std::size_t played = 0;  // by it
  };
  // After these steps the folder says the same as one in which the last was played at once.
  void grow(const std::vector<Step>& steps) {
    const auto folder = folder_.path() / "o";
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto store = store::Store::create(folder, manifest(steps[i].config));
      EXPECT_EQ(store.added(), steps[i].added);
      EXPECT_EQ(play(store, 2), RunEnd::complete);
      EXPECT_EQ(lines_in(folder / fmt::format("matches-{:04}.jsonl", i + 1)), steps[i].played);
    }
    const std::string second = test::read_file(folder / "manifest-0002.json");
    EXPECT_EQ(text::parse_json(second, "manifest")["version"], 2);
    const auto fresh =
        store::Store::create(folder_.path() / "fresh", manifest(steps.back().config));
    play(fresh);
    EXPECT_EQ(records(store::Store::open(folder)), records(fresh));
    EXPECT_TRUE(store::verify({folder.string()}).good());
  }
};

TEST_F(Growing, ByRounds) {
  grow({{config(1, 3), {}, 6}, {config(3, 3), {"rounds 2 to 3 of black-hole"}, 12}});
}

TEST_F(Growing, ByBots) {
  grow({{config(2, 2), {}, 4},
        {config(2, 4), {"the bot \"c\" of black-hole", "the bot \"d\" of black-hole"}, 20}});
}

TEST_F(Growing, ByOpponentsOfAGauntlet) {
  grow({{config(2, 3, "gauntlet"), {}, 8},
        {config(3, 4, "gauntlet"), {"round 3 of black-hole", "the bot \"d\" of black-hole"}, 10}});
}

}  // namespace
}  // namespace referee::tournament
