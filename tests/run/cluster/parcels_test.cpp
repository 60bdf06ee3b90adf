// What is sent to other machines and what comes back, without machines; and what is left to read
// of parts that ended.
#include "referee/run/cluster/parcels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "played.hpp"
#include "tests/run/store/disk_calls.hpp"

namespace referee::cluster {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class ParcelsTest : public Planned {
 protected:
  [[nodiscard]] static Names names_in(const fs::path& folder) {
    Names names;
    for (const auto& entry : fs::directory_iterator(folder)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  void put(const fs::path& file, const std::string& text) const {
    fs::create_directories(file.parent_path());
    test::write_file(file, text);
  }

  const fs::path sent_ = folder_.path() / "transfer/sent";
  const fs::path returned_ = folder_.path() / "transfer/returned";
};

TEST_F(ParcelsTest, SendWhatThePartsNeed) {
  play_part(store_, parts::whole_stage(manifest_), {2, 3}, 1);
  play_part(store_, parts::whole_stage(manifest_), {3, 3}, 1);
  Parcels parcels(folder_.path());
  parcels.pack(3, {1, 2});
  EXPECT_EQ(names_in(sent_), (Names{"manifest.json", "matches-2-of-3-0001.jsonl"}));
  parcels.pack(3, {3});
  EXPECT_EQ(names_in(sent_), (Names{"manifest.json", "matches-3-of-3-0001.jsonl"}));
  EXPECT_TRUE(fs::is_directory(returned_));
}

// No record is lost by a name that is taken, and each is on the disk before it counts.
TEST_F(ParcelsTest, BringInWhatHasComeBack) {
  put(folder_.path() / "matches-1-of-3-0001.jsonl", "here\n");
  Parcels parcels(folder_.path());
  parcels.collect();
  put(returned_ / "matches-1-of-3-0001.jsonl", "there\n");
  put(returned_ / "matches-2-of-3-0007.jsonl", "new\n");
  put(returned_ / ".matches-3-of-3-0001.jsonl.Xy12", "half");
  test::disk_calls();
  parcels.collect();
  const auto calls = test::disk_calls();
  const auto at = [&](const std::string& call) {
    return std::find(calls.begin(), calls.end(), call) - calls.begin();
  };
  const std::string all = testing::PrintToString(calls);
  EXPECT_LT(at("flush matches-1-of-3-0001.jsonl"), at("name matches-1-of-3-0002.jsonl")) << all;
  EXPECT_LT(at("flush matches-2-of-3-0007.jsonl"), at("name matches-2-of-3-0007.jsonl")) << all;
  EXPECT_EQ(calls.back(), "flush " + folder_.path().filename().string()) << all;
  EXPECT_EQ(test::read_file(folder_.path() / "matches-1-of-3-0001.jsonl"), "here\n");
  EXPECT_EQ(test::read_file(folder_.path() / "matches-1-of-3-0002.jsonl"), "there\n");
  EXPECT_EQ(test::read_file(folder_.path() / "matches-2-of-3-0007.jsonl"), "new\n");
  EXPECT_EQ(names_in(returned_), Names{".matches-3-of-3-0001.jsonl.Xy12"});
}

TEST_F(ParcelsTest, LeaveNothingButWhatIsNotBroughtIn) {
  {
    Parcels parcels(folder_.path());
    parcels.pack(3, {1});
    put(returned_ / ".matches-3-of-3-0001.jsonl.Xy12", "half");
  }
  EXPECT_FALSE(fs::exists(folder_.path() / "transfer"));
  {
    Parcels parcels(folder_.path());
    parcels.pack(3, {1});
    put(returned_ / "matches-3-of-3-0001.jsonl", "whole");
  }
  EXPECT_EQ(names_in(folder_.path() / "transfer"), Names{"returned"});
  { const Parcels of_another_process(folder_.path()); }
  EXPECT_EQ(names_in(returned_), Names{"matches-3-of-3-0001.jsonl"});
}

TEST_F(ParcelsTest, TheCauseIsToldAndNotWhatFollowsFromIt) {
  EXPECT_EQ(Parcels::last_error("referee: error: no room\n"
                                "rsync: [sender] link_stat failed: No such file\n"
                                "rsync error: some files were not transferred\n"),
            "referee: error: no room");
  EXPECT_EQ(Parcels::last_error("rsync: connection unexpectedly closed\n"
                                "rsync error: error in rsync protocol\n"
                                "referee: error: 'sent' does not exist\n"),
            "rsync: connection unexpectedly closed");
  EXPECT_EQ(Parcels::last_error("one\ntwo\n"), "two");
  EXPECT_EQ(Parcels::last_error(""), "");
}

TEST(LastError, IsTheLastErrorElseTheLastLine) {
  EXPECT_EQ(last_error("a: error: one\nb: error: two\nthe end\n\n"), "b: error: two");
  EXPECT_EQ(last_error("one\ntwo\n \t\n"), "two");
  EXPECT_EQ(last_error("no \x1b[31mend"), "no \\x1b[31mend");
  EXPECT_EQ(last_error(""), "");
}

TEST_F(ParcelsTest, EmptyLogsAreRemovedAndOthersStay) {
  make_log_folder(work_);
  put(log_folder(work_) / "empty.log", "");
  put(log_folder(work_) / "told.log", "x");
  remove_empty_logs(work_);
  EXPECT_EQ(names_in(log_folder(work_)), Names{"told.log"});
  fs::remove(log_folder(work_) / "told.log");
  remove_empty_logs(work_);
  EXPECT_FALSE(fs::exists(folder_.path() / "logs"));
}

}  // namespace
}  // namespace referee::cluster
