// The loop that submits parts until nothing is missing, against a scheduler that the test plays.
#include "referee/run/cluster/submission.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "played.hpp"

namespace referee::cluster {
namespace {

using parts::Shard;
using Parts = std::vector<unsigned>;

// Plays each part at once, unless told otherwise.
class SomeScheduler final : public Scheduler {
 public:
  explicit SomeScheduler(const Work& work) : work_(work) {}

  void require_programs() const override {}
  void begin_stage(unsigned stage) override { stages_.push_back(stage); }
  std::vector<std::vector<std::string>> commands(const Parts& parts) override {
    return {{"submit", std::to_string(parts.size())}};
  }
  void submit(const Parts& parts, const Stop&) override {
    submitted_.push_back(parts);
    if (refuses_) refuses_(submitted_.size());
    for (const unsigned part : parts) {
      if (plays_) {
        plays_(part, submitted_.size());
      } else {
        play(part);
      }
    }
  }
  std::optional<Outlook> look() override { return looks_ ? looks_(++look_) : Outlook{}; }
  void clear(Stop&) override { cleared_after_.push_back(submitted_.size()); }
  [[nodiscard]] std::string after_interrupt() const override { return {}; }
  [[nodiscard]] std::string last_words(unsigned part) const override {
    return "no home for part " + std::to_string(part);
  }

  void play(unsigned part, std::size_t most = 1000) const {
    const auto now = store::Store::open(work_.folder);
    play_part(now, parts::stage_of(now), {part, work_.parts}, most);
  }

  // Of a part, and which submission it is, from 1; of that alone; of a look, from 1.
  std::function<void(unsigned, std::size_t)> plays_;
  std::function<void(std::size_t)> refuses_;
  std::function<std::optional<Outlook>(int)> looks_;
  std::vector<Parts> submitted_;
  std::vector<unsigned> stages_;
  std::vector<std::size_t> cleared_after_;  // so many submissions

 private:
  const Work& work_;
  int look_ = 0;
};

class Notes final : public SubmissionObserver {
 public:
  void submitted(const std::string& command) override { commands_.push_back(command); }
  void counted(const PartsCount& count) override { counts_.push_back(count); }
  void told(const std::string& text) override { told_.push_back(text); }

  std::vector<std::string> commands_;
  std::vector<PartsCount> counts_;
  std::vector<std::string> told_;
};

class Submission : public Planned {
 protected:
  SubmissionEnd submit() {
    const Merge merge = [this] { return parts::merge(store::Store::open(folder_.path())); };
    return cluster::submit(store_, merge, work_, scheduler_, stop_, notes_);
  }
  void begin(const config::Manifest& manifest) {
    std::filesystem::remove_all(folder_.path() / "manifest.json");
    manifest_ = manifest;
    store_ = store::Store::create(folder_.path(), manifest);
    work_.tournament = store_.id();
  }
  static Outlook with(std::vector<Shard> held) { return {std::move(held), {}}; }

  SomeScheduler scheduler_{work_};
  Notes notes_;
  Stop stop_;
};

TEST_F(Submission, AllPartsAndThenASeal) {
  const SubmissionEnd end = submit();
  EXPECT_TRUE(end.report.sealed);
  EXPECT_EQ(end.report.records, 12U);
  EXPECT_FALSE(end.interrupted);
  EXPECT_TRUE(end.abandoned.empty());
  EXPECT_EQ(end.refused, "");
  EXPECT_EQ(scheduler_.submitted_, std::vector<Parts>({{1, 2, 3}}));
  EXPECT_EQ(scheduler_.stages_, std::vector<unsigned>{0});
  EXPECT_EQ(scheduler_.cleared_after_, std::vector<std::size_t>{1});
  EXPECT_EQ(notes_.commands_, std::vector<std::string>{"submit 3"});
  EXPECT_EQ(notes_.told_, std::vector<std::string>{});
  EXPECT_EQ(notes_.counts_.front().records, 0U);
  EXPECT_EQ(notes_.counts_.front().parts, 3U);
  EXPECT_EQ(notes_.counts_.front().complete, 0U);
  EXPECT_EQ(notes_.counts_.back().records, 12U);
  EXPECT_EQ(notes_.counts_.back().matches, 12U);
  EXPECT_EQ(notes_.counts_.back().complete, notes_.counts_.back().parts);
  // Again: nothing is left to submit.
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(scheduler_.submitted_.size(), 1U);
}

TEST_F(Submission, OnlyWhatIsMissing) {
  play_part(store_, parts::whole_stage(manifest_), {2, 3});
  play_part(store_, parts::whole_stage(manifest_), {3, 3}, 3);
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(scheduler_.submitted_, std::vector<Parts>({{1, 3}}));
}

TEST_F(Submission, WhatIsLostIsSubmittedAgain) {
  scheduler_.plays_ = [this](unsigned part, std::size_t time) {
    if (part != 2 || time == 2) scheduler_.play(part);
  };
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(scheduler_.submitted_, std::vector<Parts>({{1, 2, 3}, {2}}));
  EXPECT_EQ(notes_.told_,
            std::vector<std::string>{"part 2 ended before it was complete (no home for part 2); it "
                                     "is submitted again"});
}

TEST_F(Submission, WhatIsLostEachTimeIsGivenUpAndNamed) {
  scheduler_.plays_ = [this](unsigned part, std::size_t) {
    if (part != 2) scheduler_.play(part);
  };
  const SubmissionEnd end = submit();
  EXPECT_FALSE(end.report.sealed);
  EXPECT_EQ(end.report.lacking, (std::vector<parts::MatchRange>{{4, 8}}));
  ASSERT_EQ(end.abandoned.size(), 1U);
  EXPECT_EQ(end.abandoned[0].part, 2U);
  EXPECT_EQ(end.abandoned[0].why, "no home for part 2");
  EXPECT_EQ(scheduler_.submitted_, std::vector<Parts>({{1, 2, 3}, {2}, {2}}));
  EXPECT_TRUE(scheduler_.cleared_after_.empty()) << "somebody may go on with it";
}

// A part that is killed again and again, but gets on each time, is not given up.
TEST_F(Submission, ANewRecordIsAFreshStart) {
  work_.settings.tries = 2;
  scheduler_.plays_ = [this](unsigned part, std::size_t) { scheduler_.play(part, 1); };
  const SubmissionEnd end = submit();
  EXPECT_TRUE(end.report.sealed);
  EXPECT_TRUE(end.abandoned.empty());
  EXPECT_EQ(scheduler_.submitted_.size(), 4U) << "of a part's four matches";
}

TEST_F(Submission, WhatTheSchedulerStillHasIsLeftToIt) {
  scheduler_.looks_ = [&](int look) {
    return with(look < 3 ? std::vector<Shard>{{2, 3}} : std::vector<Shard>{});
  };
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(scheduler_.submitted_, std::vector<Parts>({{1, 3}, {2}}));
}

// Of two parts, the first has matches of the first and the second of three.
TEST_F(Submission, AnotherCutInTheQueueIsLeftToIt) {
  scheduler_.looks_ = [&](int look) {
    return with(look < 3 ? std::vector<Shard>{{1, 2}} : std::vector<Shard>{});
  };
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(scheduler_.submitted_, std::vector<Parts>({{3}, {1, 2}}));
}

TEST_F(Submission, NoMoreThanTheQueueMayHold) {
  work_.parts = 6;
  work_.settings.queued = 4;
  std::vector<Shard> held{{6, 6}};
  scheduler_.plays_ = [&](unsigned part, std::size_t) { held.push_back({part, 6}); };
  scheduler_.looks_ = [&](int) {
    const Outlook outlook = with(held);
    EXPECT_LE(held.size(), 4U);
    // By the next look it has played one of them.
    if (!held.empty()) {
      scheduler_.play(held.front().number);
      held.erase(held.begin());
    }
    return outlook;
  };
  EXPECT_TRUE(submit().report.sealed);
  ASSERT_FALSE(scheduler_.submitted_.empty());
  EXPECT_EQ(scheduler_.submitted_.front(), (Parts{1, 2, 3})) << "one place was taken";
}

TEST_F(Submission, NothingIsSubmittedToAFullQueue) {
  work_.settings.queued = 2;
  bool full = true;
  scheduler_.looks_ = [&](int look) {
    full = look < 4;
    // Three: somebody has submitted with a larger limit.
    return with(full ? std::vector<Shard>{{1, 9}, {1, 9}, {1, 9}} : std::vector<Shard>{});
  };
  scheduler_.plays_ = [&](unsigned part, std::size_t) {
    EXPECT_FALSE(full);
    scheduler_.play(part);
  };
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(scheduler_.submitted_, std::vector<Parts>({{1, 2}, {3}}));
}

TEST_F(Submission, ASchedulerThatIsAwayIsWaitedFor) {
  scheduler_.looks_ = [](int look) {
    return look < 4 ? std::nullopt : std::optional<Outlook>(Outlook{});
  };
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(scheduler_.submitted_.size(), 1U);
  EXPECT_EQ(notes_.told_, std::vector<std::string>{
                              "the scheduler gives no answer; waiting for it, and for records"});
}

TEST_F(Submission, PatienceEnds) {
  work_.settings.patience = 0.01;
  scheduler_.looks_ = [](int) { return std::optional<Outlook>(); };
  const SubmissionEnd end = submit();
  EXPECT_FALSE(end.report.sealed);
  EXPECT_EQ(end.refused, "it gave no answer for 0 s");
  EXPECT_TRUE(scheduler_.submitted_.empty());
}

TEST_F(Submission, WhyPartsWaitIsToldOnceAndAgainWhenItChanges) {
  scheduler_.looks_ = [](int look) {
    Outlook outlook = with({});
    if (look < 6) outlook = {{{1, 1}}, look < 3 ? "QOSMaxJobs" : look < 5 ? "Licenses" : ""};
    return outlook;
  };
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(notes_.told_, (std::vector<std::string>{"the scheduler lets parts wait: QOSMaxJobs",
                                                    "the scheduler lets parts wait: Licenses"}));
}

TEST_F(Submission, ARefusalIsTriedAgain) {
  scheduler_.refuses_ = [](std::size_t time) {
    if (time < 3) throw NotTaken("AssocMaxSubmitJobLimit");
  };
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(scheduler_.submitted_.size(), 3U);
  ASSERT_EQ(notes_.told_.size(), 2U);
  EXPECT_TRUE(notes_.told_[0].starts_with(
      "the scheduler did not take that (AssocMaxSubmitJobLimit); trying again in "));
}

TEST_F(Submission, ARefusalEachTimeIsTheEnd) {
  scheduler_.refuses_ = [](std::size_t) { throw NotTaken("AssocMaxSubmitJobLimit"); };
  const SubmissionEnd end = submit();
  EXPECT_FALSE(end.report.sealed);
  EXPECT_EQ(end.refused, "AssocMaxSubmitJobLimit");
  EXPECT_EQ(scheduler_.submitted_.size(), 3U);
  EXPECT_TRUE(end.abandoned.empty());
}

TEST_F(Submission, AWishToEndIsHeard) {
  scheduler_.plays_ = [this](unsigned part, std::size_t) {
    if (part == 1) scheduler_.play(part);
    stop_.ask();
  };
  const SubmissionEnd end = submit();
  EXPECT_TRUE(end.interrupted);
  EXPECT_FALSE(end.report.sealed);
  EXPECT_EQ(end.report.records, 4U) << "merged once more";
}

// Each round is a stage: it is closed when all of it is there, and what the scheduler has of it is
// of no more use.
TEST_F(Submission, GoesOnFromStageToStage) {
  config::Manifest swiss = test::manifest({test::event("box", {"a", "b", "c", "d"}, 3)});
  swiss.events[0].format.kind = formats::FormatKind::swiss;
  begin(swiss);
  const SubmissionEnd end = submit();
  EXPECT_TRUE(end.report.sealed);
  EXPECT_EQ(end.report.records, 12U);
  EXPECT_EQ(scheduler_.stages_, (std::vector<unsigned>{1, 2, 3}));
  // Of two pairings a round, the first of three parts has none.
  EXPECT_EQ(scheduler_.submitted_, std::vector<Parts>({{2, 3}, {2, 3}, {2, 3}}));
  EXPECT_EQ(scheduler_.cleared_after_, (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(notes_.counts_.front().parts, 2U);
  EXPECT_EQ(notes_.counts_.front().stage, 1U);
}

// A record that merging does not take is missing again, though it was counted when it came.
TEST_F(Submission, DamagedRecordsArePlayedAgain) {
  scheduler_.plays_ = [this](unsigned part, std::size_t time) {
    scheduler_.play(part);
    const auto file = folder_.path() / "matches-2-of-3-0001.jsonl";
    if (part != 3 || time != 1) return;
    std::string text = test::read_file(file);
    text.replace(text.find("\"plies\":[") + 9, 3, "###");
    test::write_file(file, text);
  };
  EXPECT_TRUE(submit().report.sealed);
  EXPECT_EQ(scheduler_.submitted_, std::vector<Parts>({{1, 2, 3}, {2}}));
}

}  // namespace
}  // namespace referee::cluster
