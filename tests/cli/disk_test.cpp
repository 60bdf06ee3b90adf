// Disks that are full or read-only: exit code 3, and the store stays in order. They
// are small file systems in memory, in a mount namespace of this test alone.
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "mounts.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Disk : public InFolder {
 protected:
  void SetUp() override {
    if (!own_mounts()) GTEST_SKIP() << "mounting is refused here: " << std::strerror(errno);
    write("c.json", small_config("box", 15));
  }

  void mount_disk(unsigned long flags, const char* options) {
    disk_.emplace(path("disk"), options, flags);
  }

  std::optional<SmallDisk> disk_;
};

TEST_F(Disk, FullInMidRunKeepsWhatWasPlayedAndGoesOnLater) {
  mount_disk(0, "size=64k");
  const Words words{"tournament", "c.json", "--out", "disk/o"};
  const Ended full = referee(words);
  EXPECT_EQ(full.code, 3);
  EXPECT_NE(
      full.err.find("referee: error: cannot write disk/o/matches-0001.jsonl: No space left on "
                    "device"),
      std::string::npos)
      << full.err;

  const auto kept = records_in(path("disk/o"));
  ASSERT_GT(kept.size(), 2U);
  ASSERT_LT(kept.size(), 30U);
  const Ended standings = referee({"standings", "disk/o", "--json"});
  EXPECT_EQ(standings.code, 0);
  EXPECT_EQ(standings.err, "");  // not even a torn line
  EXPECT_EQ(Json::parse(standings.out)["events"][0]["played"], kept.size());
  expect(0, {"verify", "disk/o"});

  // Still full: the same error, and nothing is lost.
  EXPECT_EQ(referee(words).code, 3);
  EXPECT_EQ(records_in(path("disk/o")), kept);

  disk_->mount_again("size=4m", 0);
  const Ended later = referee(words);
  EXPECT_EQ(later.code, 0) << later.err;
  EXPECT_TRUE(
      later.err.starts_with("30 matches, " + std::to_string(kept.size()) + " played already"))
      << later.err;
  expect(0, {"tournament", "c.json", "--out", "o", "--quiet"});
  EXPECT_EQ(records_in(path("disk/o")), records_in(path("o")));
}

TEST_F(Disk, ARecordForWhichThereIsNoRoom) {
  mount_disk(0, "size=4k");
  std::ofstream(path("disk/filler")) << std::string(8192, 'x');
  const Ended ended = referee(
      {"match", "box", "referee random box", "referee random box", "--save", "disk/log.jsonl"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.err,
            "referee: error: cannot write disk/log.jsonl: No space left on device; make room there "
            "or choose another place\n");
  EXPECT_NE(ended.out.find("The record was not written"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("Box (CodeCup 2025)"), std::string::npos) << "the result is lost";
}

}  // namespace
