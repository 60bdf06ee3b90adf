// What the kernel offers, and the walls of one process, put up in a child of the test.
#include "referee/machine/walls/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "referee/machine/walls/landlock.hpp"
#include "referee/machine/walls/protections.hpp"
#include "tests/folder.hpp"
#include "tests/machine/bot/child.hpp"

namespace referee::walls {
namespace {

namespace fs = std::filesystem;
using Access = PathRule::Access;

class SandboxTest : public folder::InFolder {
 protected:
  [[nodiscard]] text::Descriptor open(const fs::path& folder) const {
    return text::Descriptor(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
};

TEST_F(SandboxTest, OpensWhatIsThereOnceAndWithTheRightsOfItsKind) {
  const fs::path file = write("in/file");
  const std::vector<PathRule> rules{{folder_ / "none", Access::read},
                                    {file, Access::read},
                                    {folder_ / "in", Access::list},
                                    {folder_, Access::list}};
  EXPECT_TRUE(open_paths(0, rules).empty()) << "without Landlock";
  const OpenPaths opened = open_paths(3, rules);
  ASSERT_EQ(opened.size(), 2U);
  EXPECT_EQ(opened[0].access, landlock::execute | landlock::read_file) << "of a file";
  EXPECT_EQ(opened[1].access, landlock::read_dir) << "one rule for both folders";
  EXPECT_TRUE(opened[0].path && opened[1].path);
}

TEST_F(SandboxTest, NamesWhatTheRefereeLacks) {
  EXPECT_TRUE(referee_lacks(EMFILE));
  EXPECT_TRUE(referee_lacks(EAGAIN));
  EXPECT_FALSE(referee_lacks(ENOENT));
  EXPECT_FALSE(referee_lacks(EACCES));
}

TEST_F(SandboxTest, WithoutWallsItSetsTheLimits) {
  kernel::Limits limits;
  limits.open_files = 33;
  limits.file_size = 4096;
  const Sandbox sandbox = Sandbox::limits_only(limits);
  EXPECT_EQ(sandbox.filter_size(), 0U);
  EXPECT_FALSE(sandbox.has_listener());
  EXPECT_EQ(children::exit_code_of([&sandbox] {
              int listener = 7;
              SetupError error;
              if (!sandbox.put_up({}, listener, error) || listener != -1) return 1;
              rlimit files{};
              rlimit size{};
              rlimit core{};
              ::getrlimit(RLIMIT_NOFILE, &files);
              ::getrlimit(RLIMIT_FSIZE, &size);
              ::getrlimit(RLIMIT_CORE, &core);
              return files.rlim_max == 33 && size.rlim_cur == 4096 && core.rlim_max == 0 ? 0 : 2;
            }),
            0);
}

TEST_F(SandboxTest, KeepsAProcessFromFilesAndTheNetwork) {
  Protections protections = probe_protections();
  if (protections.landlock_abi == 0 || !protections.seccomp) {
    GTEST_SKIP() << "this kernel has no walls";
  }
  // Nobody is here to answer reports.
  protections.seccomp_notify = protections.notify_continue = false;
  const fs::path secret = write("secret");
  const fs::path own = write("own/file");
  fs::create_directory(folder_ / "scratch");
  const text::Descriptor scratch = open(folder_ / "scratch");
  const std::vector<PathRule> rules{{folder_ / "own", Access::read}};
  Sandbox sandbox({}, protections, program::Abi::native, std::make_shared<const OpenPaths>(),
                  open_paths(protections.landlock_abi, rules));
  sandbox.prepare_files(scratch.get(), 5);
  EXPECT_EQ(sandbox.folders(), std::vector{5});
  // Of two bots of one program neither takes the other's place; of many, those used last stay.
  for (const int folder : {6, 5, 6}) sandbox.prepare_files(scratch.get(), folder);
  EXPECT_EQ(sandbox.folders(), (std::vector{6, 5}));
  for (const int folder : {7, 5}) sandbox.prepare_files(scratch.get(), folder);
  EXPECT_EQ(sandbox.folders(), (std::vector{5, 7}));
  std::vector<sock_filter> space(sandbox.filter_size());
  const std::string made = folder_ / "scratch/made";
  EXPECT_EQ(children::exit_code_of([&] {
              int listener = 0;
              SetupError error;
              if (!sandbox.put_up(space, listener, error)) return 1;
              if (::open(own.c_str(), O_RDONLY) < 0) return 2;
              if (::open(own.c_str(), O_WRONLY) >= 0) return 3;
              if (::open(secret.c_str(), O_RDONLY) >= 0) return 4;
              if (::open(made.c_str(), O_WRONLY | O_CREAT, 0600) < 0) return 5;
              if (::socket(AF_INET, SOCK_STREAM, 0) >= 0) return 6;
              if (::fork() >= 0) return 7;
              return 0;
            }),
            0);
}

}  // namespace
}  // namespace referee::walls

namespace {

using namespace referee::walls;

TEST(Protections, AreDescribed) {
  const Protections found = probe_protections();
  EXPECT_EQ(found, probe_protections());
  for (const ProtectionNote& note : describe(found)) {
    EXPECT_FALSE(note.name.empty());
    EXPECT_EQ(note.on, note.advice.empty()) << note.name;
    EXPECT_TRUE(note.available || !note.on) << note.name;
  }
  const auto trusted = describe(found, false);
  const auto files = std::find_if(trusted.begin(), trusted.end(),
                                  [](const ProtectionNote& note) { return note.name == "files"; });
  ASSERT_NE(files, trusted.end());
  EXPECT_FALSE(files->on);
}

TEST(Protections, MissingOnesAreNamed) {
  const Protections none;
  EXPECT_EQ(missing_for_isolation(none).size(), 5U);
  Protections enough;
  enough.seccomp = true;
  enough.landlock_abi = 1;
  EXPECT_TRUE(missing_for_isolation(enough).empty());
}

namespace landlock = referee::walls::landlock;

TEST(Landlock, EachKernelHandlesWhatItKnows) {
  EXPECT_EQ(landlock::handled_files(1), landlock::all_abi1);
  EXPECT_EQ(landlock::handled_files(2), landlock::all_abi1 | landlock::refer);
  EXPECT_EQ(landlock::handled_files(3), landlock::handled_files(2) | landlock::truncate);
  EXPECT_EQ(landlock::handled_files(4), landlock::handled_files(3));
  EXPECT_EQ(landlock::handled_files(5), landlock::handled_files(4) | landlock::ioctl_dev);
  EXPECT_EQ(landlock::on_files & ~landlock::handled_files(5), 0U);
  EXPECT_EQ(landlock::on_files & landlock::read_dir, 0U) << "not a right on files";
}

// The kernel refuses structs of another size.
TEST(Landlock, StructsHaveTheSizesOfTheKernel) {
  EXPECT_EQ(landlock::attributes_size(1), 8U);
  EXPECT_EQ(landlock::attributes_size(3), 8U);
  EXPECT_EQ(landlock::attributes_size(4), 16U);
  EXPECT_EQ(landlock::attributes_size(5), 16U);
  EXPECT_EQ(landlock::attributes_size(6), sizeof(landlock::RulesetAttributes));
  EXPECT_EQ(sizeof(landlock::PathBeneath), 12U);
}

}  // namespace
