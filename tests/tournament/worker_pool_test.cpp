// What observers are told and on which thread, and that every failure ends a run properly.
#include "referee/tournament/worker_pool.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "referee/bot/protections.hpp"
#include "referee/tournament/runner.hpp"
#include "tests/store/support.hpp"

namespace referee::tournament {
namespace {

store::Manifest two_randoms(int rounds) {
  return store::parse_config(R"({"game": "black-hole", "isolation": "off", "rounds": )" +
                                 std::to_string(rounds) + R"(, "bots": [
        {"name": "one", "command": ")" REFEREE_BIN_DIR R"(/black-hole-random 1"},
        {"name": "two", "command": ")" REFEREE_BIN_DIR R"(/black-hole-random 2"}]})",
                             "pool.json", ".", {});
}

// Notes the events of each match in order, and the threads they came on.
class Listener : public RunObserver {
 public:
  void started(const MatchStart& match) override {
    told_[match.number].push_back("started");
    starts_.push_back(match);
    threads_.insert(std::this_thread::get_id());
  }
  void finished(const match::MatchRecord& record) override {
    told_[*record.match].push_back("finished");
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
    return run(store, {}, bot::probe_protections(), options, stop_, observer);
  }

  test::TemporaryFolder folder_;
  StopRequest stop_;
};

TEST_F(WorkerPool, TellsOfEveryMatchWhenItStartsAndWhenItEnds) {
  const store::Manifest manifest = two_randoms(3);
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
  const store::Manifest manifest = two_randoms(1);
  Listener listener;
  play(store::Store::create(folder_.path(), manifest), listener);
  ASSERT_EQ(listener.starts_.size(), 2U);
  const store::Schedule schedule(manifest);
  for (const MatchStart& start : listener.starts_) {
    const bool swapped = start.number == 1;
    EXPECT_EQ(start.game->name, "black-hole");
    EXPECT_EQ(start.bots[0], swapped ? "two" : "one");
    EXPECT_EQ(start.bots[1], swapped ? "one" : "two");
    EXPECT_EQ(start.pairing.round, 1);
    EXPECT_EQ(start.pairing.seed, schedule.at(start.number).seed);
  }
}

// Replaces a bot's program when the first match has ended.
class Builder : public RunObserver {
 public:
  Builder(std::filesystem::path from, std::filesystem::path to)
      : from_(std::move(from)), to_(std::move(to)) {}
  void finished(const match::MatchRecord& /*record*/) override {
    if (finished_++ > 0) return;
    std::filesystem::remove(to_);
    std::filesystem::copy_file(from_, to_);
  }
  int finished_ = 0;

 private:
  std::filesystem::path from_;
  std::filesystem::path to_;
};

class ChangedMeanwhile : public WorkerPool {
 protected:
  ChangedMeanwhile() {
    std::filesystem::copy_file(REFEREE_BIN_DIR "/black-hole-random", program_);
    manifest_ =
        store::parse_config(R"({"game": "black-hole", "isolation": "off", "rounds": 50, "bots": [
        {"name": "mine", "command": "./mine 1"},
        {"name": "two", "command": ")" REFEREE_BIN_DIR R"(/black-hole-random 2"}]})",
                            "pool.json", folder_.path(), {});
  }
  std::filesystem::path program_ = folder_.path() / "mine";
  store::Manifest manifest_;
};

TEST_F(ChangedMeanwhile, ProgramsOfOneNameAreNotMixed) {
  const store::Store store = store::Store::create(folder_.path() / "store", manifest_);
  Builder builder(REFEREE_BIN_DIR "/black-hole-greedy", program_);
  try {
    play(store, builder);
    FAIL() << "not noticed";
  } catch (const store::ForeignStore& error) {
    EXPECT_EQ(std::string(error.what()),
              "the program of the bot \"mine\" of black-hole was changed while it was playing, so "
              "that its matches would be those of two programs; the matches before are kept where "
              "records are kept: let a run end before its bots are built anew, or build them in "
              "another place");
  }
  std::uint64_t kept = 0;
  store.read([&kept](const store::MatchSummary&, std::string_view) { ++kept; });
  EXPECT_GE(kept, 1U);
  EXPECT_LT(kept, 100U);
}

TEST_F(ChangedMeanwhile, TheSameProgramMayBeCopiedAnew) {
  const store::Store store = store::Store::create(folder_.path() / "store", manifest_);
  Builder builder(REFEREE_BIN_DIR "/black-hole-random", program_);
  EXPECT_EQ(play(store, builder), RunEnd::complete);
  EXPECT_EQ(builder.finished_, 100);
}

TEST_F(WorkerPool, AnObserverThatThrowsEndsTheRun) {
  class Thrower : public RunObserver {
    void finished(const match::MatchRecord& /*record*/) override {
      throw std::runtime_error("nobody listens any more");
    }
  };
  const store::Store store = store::Store::create(folder_.path(), two_randoms(50));
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

TEST_F(WorkerPool, TheSecondRequestToStopGivesUpTheRunningMatches) {
  class Impatient : public RunObserver {
   public:
    explicit Impatient(StopRequest& stop) : stop_(stop) {}
    void finished(const match::MatchRecord& /*record*/) override {
      while (stop_.level() < 2) stop_.ask();
    }
    void stopping(std::size_t /*running*/) override { ++stopping_; }
    int stopping_ = 0;

   private:
    StopRequest& stop_;
  };
  const store::Store store = store::Store::create(folder_.path(), two_randoms(50));
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
