// What observers are told and on which thread, and that every failure ends a run properly.
#include "referee/run/tournament/worker_pool.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/tournament/runner.hpp"
#include "rules/by_seat.hpp"
#include "tests/built.hpp"
#include "tests/run/store/support.hpp"

namespace referee::tournament {
namespace {

config::Manifest two_greedy(int rounds) {
  return config::parse_config(R"({"game": "black-hole", "isolation": "off", "rounds": )" +
                                  std::to_string(rounds) + R"(, "bots": [
        {"name": "one", "command": ")" +
                                  built::word("black-hole-greedy") + R"("},
        {"name": "two", "command": ")" +
                                  built::word("black-hole-greedy") + R"("}]})",
                              "pool.json", ".", {});
}

// Notes the events of each match in order, and the threads they came on.
class Listener : public RunObserver {
 public:
  void happened(const Event& event) override {
    std::visit(
        EventCases{
            [this](const MatchStart& match) {
              told_[match.number].push_back("started");
              starts_.push_back(match);
            },
            [this](const MatchFinished& match) {
              told_[*match.record.match].push_back("finished");
            },
            [this](const MatchVoided& match) {
              told_[match.match].push_back(match.bots[0] + ": " + match.why);
            },
            [this](const MatchLeftOpen& match) { told_[match.match.number].push_back(match.why); },
            [](const auto&) {},
        },
        event);
    threads_.insert(std::this_thread::get_id());
  }

  std::map<std::uint64_t, std::vector<std::string>> told_;
  std::vector<MatchStart> starts_;
  std::set<std::thread::id> threads_;
};

class WorkerPool : public testing::Test {
 protected:
  RunEnd play(const store::Store& store, RunObserver& observer) {
    RunOptions options;
    options.jobs = 2;
    return run(store, {}, {walls::probe_protections(), options, stop_}, observer);
  }

  test::TemporaryFolder folder_;
  StopRequest stop_;
};

TEST_F(WorkerPool, TellsOfEveryMatchWhenItStartsAndWhenItEnds) {
  const config::Manifest manifest = two_greedy(3);
  const store::Store store = store::Store::create(folder_.path(), manifest);
  Listener listener;
  EXPECT_EQ(play(store, listener), RunEnd::complete);
  ASSERT_EQ(listener.told_.size(), 6U);
  for (const auto& [number, told] : listener.told_) {
    EXPECT_EQ(told, (std::vector<std::string>{"started", "finished"})) << "match " << number;
  }
  ASSERT_EQ(listener.threads_.size(), 1U);
  EXPECT_EQ(*listener.threads_.begin(), std::this_thread::get_id());
}

TEST_F(WorkerPool, SaysWhoPlaysWhat) {
  const config::Manifest manifest = two_greedy(1);
  Listener listener;
  play(store::Store::create(folder_.path(), manifest), listener);
  ASSERT_EQ(listener.starts_.size(), 2U);
  const config::Schedule schedule(manifest);
  for (const MatchStart& start : listener.starts_) {
    const bool swapped = start.number == 1;
    EXPECT_EQ(start.game->name, "black-hole");
    EXPECT_EQ(start.bots[0], swapped ? "two" : "one");
    EXPECT_EQ(start.bots[1], swapped ? "one" : "two");
    EXPECT_EQ(start.pairing.round, 1);
    EXPECT_EQ(start.pairing.seed, schedule.at(start.number).seed);
  }
}

// Replaces a bot's program, or removes it, when the first match has ended. At once: a program that
// is half copied is another one to whoever looks at that moment.
class Builder : public RunObserver {
 public:
  Builder(std::filesystem::path from, std::filesystem::path to)
      : from_(std::move(from)), to_(std::move(to)) {}
  void happened(const Event& event) override {
    const auto* changed = std::get_if<ProgramChanged>(&event);
    if (changed != nullptr) changed_.push_back(changed->bot);
    if (!std::holds_alternative<MatchFinished>(event) || finished_++ > 0) return;
    if (from_.empty()) {
      std::filesystem::remove(to_);
      return;
    }
    const std::filesystem::path made = to_.string() + ".new";
    // By another process: a bot that is being started meanwhile would hold what this one has open
    // for writing, and a program that is open for writing cannot be started.
    ASSERT_EQ(std::system(fmt::format("cp '{}' '{}'", from_.string(), made.string()).c_str()), 0);
    std::filesystem::rename(made, to_);
  }
  int finished_ = 0;
  std::vector<std::string> changed_;

 private:
  std::filesystem::path from_;
  std::filesystem::path to_;
};

class ChangedMeanwhile : public WorkerPool {
 protected:
  ChangedMeanwhile() {
    std::filesystem::copy_file(built::file("black-hole-greedy"), program_);
    manifest_ =
        config::parse_config(R"({"game": "black-hole", "isolation": "off", "rounds": 50, "bots": [
        {"name": "mine", "command": "./mine"},
        {"name": "two", "command": ")" +
                                 built::word("black-hole-greedy") + R"("}]})",
                             "pool.json", folder_.path(), {});
  }
  std::filesystem::path program_ = folder_.path() / "mine";
  config::Manifest manifest_;
};

// The results by match, without times.
std::map<std::uint64_t, std::string> results_of(const store::Store& store) {
  std::map<std::uint64_t, std::string> results;
  store.read([&results](const store::MatchSummary& match, std::string_view line) {
    results[match.match] = line.substr(0, line.find("\"measured\""));
  });
  return results;
}

// What the same matches are without a change.
std::map<std::uint64_t, std::string> undisturbed(const std::filesystem::path& folder,
                                                 const config::Manifest& manifest) {
  const store::Store store = store::Store::create(folder, manifest);
  RunOptions options;
  options.jobs = 2;
  RunObserver nobody;
  const StopRequest stop;
  run(store, {}, {walls::probe_protections(), options, stop}, nobody);
  return results_of(store);
}

TEST_F(ChangedMeanwhile, TheRunGoesOnWithTheProgramThatItBeganWith) {
  const auto expected = undisturbed(folder_.path() / "quiet", manifest_);
  const store::Store store = store::Store::create(folder_.path() / "store", manifest_);
  Builder builder(built::file("box-greedy"), program_);
  EXPECT_EQ(play(store, builder), RunEnd::complete);
  EXPECT_EQ(builder.changed_, std::vector<std::string>{"mine"});
  EXPECT_EQ(results_of(store), expected);
}

TEST_F(ChangedMeanwhile, TheRunGoesOnWithoutTheProgram) {
  const auto expected = undisturbed(folder_.path() / "quiet", manifest_);
  const store::Store store = store::Store::create(folder_.path() / "store", manifest_);
  Builder builder({}, program_);
  EXPECT_EQ(play(store, builder), RunEnd::complete);
  EXPECT_EQ(builder.changed_, std::vector<std::string>{"mine"});
  EXPECT_EQ(results_of(store), expected);
}

// A script finds its modules although it is started from another place, and within the walls.
TEST_F(ChangedMeanwhile, ACopiedScriptFindsItsModules) {
  std::filesystem::create_directory(folder_.path() / "bots");
  const auto script = folder_.path() / "bots/script.py";
  std::ofstream(folder_.path() / "bots/engine.py") << "def start():\n  import os, sys\n"
                                                      "  os.execv(sys.argv[1], [sys.argv[1]])\n";
  std::ofstream(script) << "import engine\nengine.start()\n";
  manifest_ = config::parse_config(
      R"({"game": "black-hole", "rounds": 4, "budget": 60, "bots": [
        {"name": "script", "command": "python3 bots/script.py )" +
          built::word("black-hole-greedy") +
          R"("},
        {"name": "two", "command": ")" +
          built::word("black-hole-greedy") + R"("}]})",
      "pool.json", folder_.path(), {});
  const auto expected = undisturbed(folder_.path() / "quiet", manifest_);
  ASSERT_EQ(expected.begin()->second.find("\"kind\""), std::string::npos) << "no honest game";
  const store::Store store = store::Store::create(folder_.path() / "store", manifest_);
  Builder builder(folder_.path() / "bots/engine.py", script);
  EXPECT_EQ(play(store, builder), RunEnd::complete);
  EXPECT_EQ(builder.changed_, std::vector<std::string>{"script"});
  EXPECT_EQ(results_of(store), expected);
}

// Python finds the module of -m in the folder where the bot runs.
TEST_F(ChangedMeanwhile, AModuleThatOnlyItsNameNamesIsKept) {
  const auto module = folder_.path() / "brain.py";
  std::ofstream(module) << "import os, sys\nos.execv(sys.argv[1], [sys.argv[1]])\n";
  manifest_ = config::parse_config(
      R"({"game": "black-hole", "rounds": 4, "budget": 60, "bots": [
        {"name": "module", "command": "python3 -m brain )" +
          built::word("black-hole-greedy") +
          R"("},
        {"name": "two", "command": ")" +
          built::word("black-hole-greedy") + R"("}]})",
      "pool.json", folder_.path(), {});
  const auto expected = undisturbed(folder_.path() / "quiet", manifest_);
  ASSERT_EQ(expected.begin()->second.find("\"kind\""), std::string::npos) << "no honest game";
  const store::Store store = store::Store::create(folder_.path() / "store", manifest_);
  Builder builder({}, module);
  EXPECT_EQ(play(store, builder), RunEnd::complete);
  EXPECT_EQ(builder.changed_, std::vector<std::string>{"module"});
  EXPECT_EQ(results_of(store), expected);
}

// What it is given to read is found by its path only, so no copy takes its place.
TEST_F(ChangedMeanwhile, ProgramsOfOneNameAreNotMixed) {
  const auto net = folder_.path() / "given/net";
  std::filesystem::create_directory(net.parent_path());
  std::ofstream(net) << "1\n";
  manifest_ = config::parse_config(
      R"({"game": "black-hole", "rounds": 20, "budget": 60, "bots": [
        {"name": "one", "command": ")" +
          built::word("black-hole-greedy") +
          R"(", "read": ["given"]},
        {"name": "two", "command": ")" +
          built::word("black-hole-greedy") + R"("}]})",
      "pool.json", folder_.path(), {});
  const store::Store store = store::Store::create(folder_.path() / "store", manifest_);
  Builder builder({}, net);
  EXPECT_EQ(
      test::error_of<store::ForeignStore>([&] { play(store, builder); }),
      "the program of the bot \"one\" of black-hole was changed while it was playing, and the run "
      "cannot go on with the one that it began with, because " +
          net.string() +
          " is given to it to read and is not kept; the matches before are kept where records are "
          "kept: let a run end before you rebuild such a bot, or build it in another place");
  const auto kept = results_of(store).size();
  EXPECT_GE(kept, 1U);
  EXPECT_LT(kept, 40U);
}

TEST_F(ChangedMeanwhile, TheSameProgramMayBeCopiedAnew) {
  const store::Store store = store::Store::create(folder_.path() / "store", manifest_);
  Builder builder(built::file("black-hole-greedy"), program_);
  EXPECT_EQ(play(store, builder), RunEnd::complete);
  EXPECT_EQ(builder.finished_, 100);
  EXPECT_TRUE(builder.changed_.empty());
}

TEST_F(WorkerPool, AnObserverThatThrowsEndsTheRun) {
  class Thrower : public RunObserver {
    void happened(const Event& event) override {
      if (!std::holds_alternative<MatchFinished>(event)) return;
      throw std::runtime_error("nobody listens any more");
    }
  };
  const store::Store store = store::Store::create(folder_.path(), two_greedy(50));
  Thrower thrower;
  EXPECT_EQ(test::error_of<std::runtime_error>([&] { play(store, thrower); }),
            "nobody listens any more");
  // Finished matches are kept, and the rest can be played later.
  const auto before = test::read_all(store).matches.size();
  EXPECT_GE(before, 1U);
  Listener listener;
  EXPECT_EQ(play(store, listener), RunEnd::complete);
  EXPECT_EQ(listener.told_.size() + before, 100U);
}

match::MatchRecord play_one(bot::Host& host, const match::MatchSettings& settings,
                            const rules::BySeat<const match::Contestant*>& bots) {
  return match::run(host, match::MatchPlan::from_seed(*rules::find_game("black-hole"), 1), settings,
                    bots);
}

// Two matches, the first of which is played as is said.
class FirstAs final : public MatchSource {
 public:
  FirstAs(const config::Manifest& manifest, MatchTask::Play first)
      : contestants_(config::contestants(manifest, manifest.events[0])), first_(std::move(first)) {}

  Next next() override {
    if (next_ == 2) return None{};
    MatchTask task{next_, {}, {&contestants_[0], &contestants_[1]}, {}, {}};
    task.pairing.bots = {0, 1};
    if (next_++ == 0) task.play = first_;
    return task;
  }

 private:
  std::vector<match::Contestant> contestants_;
  MatchTask::Play first_;
  std::uint64_t next_ = 0;
};

// Void as often as is said.
MatchTask::Play voids(int times) {
  return [left = times](bot::Host& host, const match::MatchSettings& settings,
                        const rules::BySeat<const match::Contestant*>& bots) mutable {
    if (left-- > 0) throw bot::MatchVoid("nobody looked", "look");
    return play_one(host, settings, bots);
  };
}

TEST_F(WorkerPool, AVoidMatchIsPlayedAgain) {
  const config::Manifest manifest = two_greedy(1);
  FirstAs source(manifest, voids(2));
  Listener listener;
  const auto protections = walls::probe_protections();
  play_matches({manifest, nullptr, {protections, {}, stop_}, 2, {}, nullptr}, source, listener);
  const std::string again = "one: nobody looked";
  EXPECT_EQ(listener.told_[0],
            (std::vector<std::string>{"started", again, "started", again, "started", "finished"}));
  EXPECT_EQ(listener.told_[1], (std::vector<std::string>{"started", "finished"}));
}

TEST_F(WorkerPool, AMatchWhoseRecordIsTooLongIsLeftOpen) {
  const config::Manifest manifest = two_greedy(1);
  FirstAs source(manifest, [](bot::Host& host, const match::MatchSettings& settings,
                              const rules::BySeat<const match::Contestant*>& bots) {
    match::MatchRecord record = play_one(host, settings, bots);
    record.plies.back().line.assign(std::size_t{17} << 20, 'x');
    return record;
  });
  const store::Store store = store::Store::create(folder_.path(), manifest);
  store::StoreWriter writer(store);
  Listener listener;
  const auto protections = walls::probe_protections();
  play_matches({manifest, &writer, {protections, {}, stop_}, 2, {}, nullptr}, source, listener);
  ASSERT_EQ(listener.told_[0].size(), 2U);
  EXPECT_TRUE(test::contains(listener.told_[0].back(),
                             "its record, with all that was said in it, would be a line of 178"));
  EXPECT_EQ(listener.told_[1], (std::vector<std::string>{"started", "finished"}));
  EXPECT_EQ(store.files().size(), 1U);
}

TEST_F(WorkerPool, AMatchThatIsAlwaysVoidIsLeftOpen) {
  const config::Manifest manifest = two_greedy(1);
  FirstAs source(manifest, voids(1000));
  Listener listener;
  const auto protections = walls::probe_protections();
  play_matches({manifest, nullptr, {protections, {}, stop_}, 2, {}, nullptr}, source, listener);
  ASSERT_FALSE(listener.told_[0].empty());
  EXPECT_EQ(listener.told_[0].back(), "nobody looked, for the 10th time; look");
  EXPECT_EQ(listener.told_[1], (std::vector<std::string>{"started", "finished"}));
}

TEST_F(WorkerPool, TheSecondRequestToStopGivesUpTheRunningMatches) {
  class Impatient : public RunObserver {
   public:
    explicit Impatient(StopRequest& stop) : stop_(stop) {}
    void happened(const Event& event) override {
      if (std::holds_alternative<RunStopping>(event)) ++stopping_;
      if (!std::holds_alternative<MatchFinished>(event)) return;
      while (stop_.level() < 2) stop_.ask();
    }
    int stopping_ = 0;

   private:
    StopRequest& stop_;
  };
  const store::Store store = store::Store::create(folder_.path(), two_greedy(50));
  Impatient impatient(stop_);
  EXPECT_EQ(play(store, impatient), RunEnd::interrupted);
  EXPECT_LE(impatient.stopping_, 1);  // none if everything had ended by then
  const auto found = test::read_all(store);
  EXPECT_GE(found.matches.size(), 1U);
  EXPECT_LT(found.matches.size(), 100U);
  EXPECT_TRUE(found.report.notes.empty());
}

}  // namespace
}  // namespace referee::tournament
