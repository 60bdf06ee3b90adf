// What a bot's processes have taken, by the kernel's files alone.
#include "referee/machine/kernel/usage.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/folder.hpp"
#include "tests/machine/bot/child.hpp"

namespace {

using children::Child;
using referee::kernel::least_bytes;
using referee::kernel::resources_in_use;
using referee::text::Descriptor;

constexpr std::uint64_t no_bound = std::numeric_limits<std::uint64_t>::max();
constexpr referee::kernel::DiskBounds no_disk_bound{no_bound, 10'000};

class Usage : public folder::InFolder {
 protected:
  // A file of so many bytes that is open and has no name any more.
  [[nodiscard]] Descriptor deleted_file(std::size_t bytes) const {
    const std::string name = folder_ / "file";
    Descriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    const std::string text(bytes, 'x');
    EXPECT_EQ(::write(file.get(), text.data(), bytes), static_cast<ssize_t>(bytes));
    EXPECT_EQ(::unlink(name.c_str()), 0);
    return file;
  }
  [[nodiscard]] std::uint64_t disk_now() const {
    const std::vector<pid_t> self{::getpid()};
    return resources_in_use(opened_.get(), self, {0, no_disk_bound}).disk.bytes;
  }
  [[nodiscard]] std::uint64_t memory_of(const std::vector<pid_t>& processes,
                                        std::uint64_t bound) const {
    return resources_in_use(opened_.get(), processes, {bound, no_disk_bound}).memory.now;
  }

  const Descriptor opened_{::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
};

// An inode costs something, too: of many files without content a disk gets full.
TEST_F(Usage, DeletedFilesCountHoweverSmallTheyAre) {
  const std::uint64_t before = disk_now();
  std::vector<Descriptor> files;
  for (int i = 0; i < 5; ++i) files.push_back(deleted_file(0));
  EXPECT_EQ(disk_now(), before + 5 * least_bytes);
  files.push_back(deleted_file(3 * least_bytes));
  EXPECT_GE(disk_now(), before + 8 * least_bytes);
  files.clear();
  EXPECT_EQ(disk_now(), before);
}

TEST_F(Usage, ADeletedFileThatIsOpenAndMappedCountsOnce) {
  const std::uint64_t before = disk_now();
  Descriptor file = deleted_file(1);
  void* mapped = ::mmap(nullptr, 1, PROT_READ, MAP_PRIVATE, file.get(), 0);
  ASSERT_NE(mapped, MAP_FAILED);
  EXPECT_EQ(disk_now(), before + least_bytes);
  file.reset();
  EXPECT_EQ(disk_now(), before + least_bytes) << "only mapped now";
  ::munmap(mapped, 1);
  EXPECT_EQ(disk_now(), before);
}

// Who is not root learns a mapped file's size from its mappings alone, in any order.
TEST_F(Usage, OfADeletedFileThatIsMappedInPartsTheFurthestPartTellsTheSize) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::filesystem::permissions(folder_, std::filesystem::perms::all);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    if (::getuid() == 0 && ::setuid(65534) != 0) ::_exit(3);
    const std::uint64_t before = disk_now();
    Descriptor file = deleted_file(16 * page);
    // The last page of the file lies before the first one.
    void* const place = ::mmap(nullptr, 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const auto map = [&](std::size_t at, std::size_t of_file) {
      return ::mmap(static_cast<char*>(place) + at * page, page, PROT_READ, MAP_PRIVATE | MAP_FIXED,
                    file.get(), static_cast<off_t>(of_file * page)) != MAP_FAILED;
    };
    if (!map(0, 15) || !map(1, 0)) ::_exit(2);
    file.reset();
    ::_exit(disk_now() >= before + 16 * page ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// Whether the bound is reached or not, and so by either way of counting.
TEST_F(Usage, MemoryOfChildrenIsAddedToThatOfTheBot) {
  constexpr std::size_t size = std::size_t{32} << 20;
  const auto take = [](int ready) {
    void* memory =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) ::_exit(1);
    std::memset(memory, 1, size);
    children::sleep(ready);
  };
  const Child parent(take);
  const Child one(take);
  const Child two(take);
  for (const std::uint64_t bound : {std::uint64_t{0}, std::uint64_t{1}}) {
    EXPECT_GE(memory_of({parent.pid()}, bound), size);
    EXPECT_GE(memory_of({parent.pid(), one.pid(), two.pid()}, bound), 3 * size);
    EXPECT_LT(memory_of({parent.pid(), one.pid(), two.pid()}, bound), 5 * size);
  }
}

// Full sockets and pipes are the kernel's memory; what is empty counts only as long as that does
// not decide.
TEST_F(Usage, WhatIsInSocketsAndPipesCounts) {
  constexpr std::size_t pairs = 20;
  constexpr std::uint64_t most_of_pair = std::uint64_t{2 * 208} << 10;
  const auto holds = [](bool fills) {
    return [fills](int ready) {
      for (std::size_t i = 0; i < pairs; ++i) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) != 0) ::_exit(1);
        for (const int end : ends) {
          while (fills && ::send(end, "x", 1, 0) == 1) continue;
        }
      }
      children::sleep(ready);
    };
  };
  const auto memory_with = [this](pid_t pid, std::uint64_t bound) {
    return resources_in_use(opened_.get(), std::vector<pid_t>{pid}, {bound, no_disk_bound}).memory;
  };
  const Child full(holds(true));
  const Child empty(holds(false));
  constexpr std::uint64_t little = std::uint64_t{1} << 20;
  for (const Child* child : {&full, &empty}) {
    const auto memory = memory_with(child->pid(), no_bound);
    EXPECT_GE(memory.kernel, pairs * most_of_pair * 9 / 10);
    EXPECT_LE(memory.kernel, (pairs + 1) * most_of_pair);
    const auto exact = memory_with(child->pid(), memory.now + little).kernel;
    if (child == &full) {
      EXPECT_GE(exact, pairs * most_of_pair * 9 / 10);
    } else {
      EXPECT_LT(exact, little);
    }
  }
}

// Each process alone is below the bound; only their exact sum is above it.
TEST_F(Usage, SharedMemoryCountsOnceWhoeverOfThemFilledIt) {
  constexpr std::size_t half = std::size_t{16} << 20;
  void* const shared =
      ::mmap(nullptr, 2 * half, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  const auto fill = [shared](std::size_t from) {
    return [=](int ready) {
      std::memset(static_cast<char*>(shared) + from, 1, half);
      children::sleep(ready);
    };
  };
  // What each of them has of this process, which other tests have let grow.
  const Child idle(children::sleep);
  const std::uint64_t own = memory_of({idle.pid()}, 0);
  const Child one(fill(0));
  const Child two(fill(half));
  const std::vector<pid_t> both{one.pid(), two.pid()};
  for (const std::uint64_t bound : {std::uint64_t{0}, own + half * 3 / 2}) {
    EXPECT_GE(memory_of(both, bound), 2 * half) << bound;
    EXPECT_LT(memory_of(both, bound), 2 * own + 3 * half) << bound;
  }
  ::munmap(shared, 2 * half);
}

}  // namespace
