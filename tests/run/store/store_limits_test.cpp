// A store at its limits: full and read-only disks, a killed writer, many matches.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/run/store/store_writer.hpp"
#include "tests/run/store/child.hpp"
#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

constexpr const char* advice = "; make room there or choose another place";

using std::filesystem::path;
using test::contains;
using test::error_of;
using test::Found;
using test::in_child;
using test::read_all;
using test::require;
using test::TemporaryFolder;

config::Manifest long_cup() { return test::manifest({test::event("box", {"a", "b"}, 100'000)}); }

// Lines of a long tournament, quicker than making a whole record for each.
class Lines {
 public:
  explicit Lines(const config::Manifest& manifest) : schedule_(manifest) {
    for (std::uint64_t seat = 0; seat < 2; ++seat) {
      const std::string line = test::line(manifest, seat);
      const std::string number = numbers(seat);
      const auto at = line.find(number);
      require(at != std::string::npos, "records have changed");
      front_[seat] = line.substr(0, at);
      back_[seat] = line.substr(at + number.size());
    }
  }
  [[nodiscard]] std::string operator()(std::uint64_t match) const {
    return front_[match % 2] + numbers(match) + back_[match % 2];
  }

 private:
  [[nodiscard]] std::string numbers(std::uint64_t match) const {
    const config::Pairing pairing = schedule_.at(match);
    return "\"match\":" + std::to_string(match) + ",\"round\":" + std::to_string(pairing.round) +
           R"(,"game":"box","seed":)" + std::to_string(pairing.seed) + ",";
  }

  config::Schedule schedule_;
  std::array<std::string, 2> front_;
  std::array<std::string, 2> back_;
};

// Appends lines from `next` on until that fails, and returns the failure.
std::string append_until_failure(StoreWriter& writer, const Lines& lines, std::uint64_t& next) {
  for (; next < 100'000; ++next) {
    const auto failure = error_of<StoreError>([&] { writer.append(lines(next)); });
    if (failure) return *failure;
  }
  return "nothing failed";
}

// Requires that a store holds exactly the matches 0..count-1 and nothing else.
void require_whole(const Store& store, std::uint64_t count) {
  const Found found = read_all(store);
  require(found.report.notes.empty(), "the store is not in order");
  require(found.matches.size() == count, "a wrong number of records");
  for (std::uint64_t i = 0; i < count; ++i) require(found.matches[i] == i, "a wrong record");
}

#define RUN_IN_CHILD(body)                                \
  do {                                                    \
    const test::Outcome outcome = in_child(body);         \
    if (outcome.skipped) GTEST_SKIP() << outcome.failure; \
    EXPECT_EQ(outcome.failure, "");                       \
  } while (false)

TEST(StoreLimits, AFullDiskLosesNothingAndTheRunGoesOnLater) {
  const TemporaryFolder temporary;
  RUN_IN_CHILD([&] {
    test::own_mounts();
    test::mount_tmpfs(temporary.path(), 0, "size=256k");
    const config::Manifest manifest = long_cup();
    const Lines lines(manifest);
    const Store store = Store::create(temporary.path(), manifest);
    const path file = temporary.path() / "matches-0001.jsonl";
    StoreWriter writer(store);
    std::uint64_t next = 0;
    const std::string full = "cannot write " + file.string() + ": No space left on device" + advice;
    require(append_until_failure(writer, lines, next) == full, "the first failure");
    require(next > 100 && next < 300, "a wrong number of lines before the disk was full");
    require_whole(store, next);
    require(append_until_failure(writer, lines, next) == full, "the second failure");
    require_whole(store, next);
    // Another run meets the same disk.
    StoreWriter other(store);
    require(contains(append_until_failure(other, lines, next), "No space left on device"),
            "the third failure");
    require_whole(store, next);

    test::mount_tmpfs(temporary.path(), MS_REMOUNT, "size=1m");
    const std::uint64_t before = next;
    for (; next < before + 50; ++next) writer.append(lines(next));
    for (; next < before + 99; ++next) other.append(lines(next));
    require_whole(store, before + 99);
  });
}

TEST(StoreLimits, NoStoreIsMadeOnAFullDisk) {
  const TemporaryFolder temporary;
  RUN_IN_CHILD([&] {
    test::own_mounts();
    test::mount_tmpfs(temporary.path(), 0, "size=16k");
    test::write_file(temporary.path() / "other", std::string(16384, 'x'));
    const auto failure = error_of<StoreError>([&] { Store::create(temporary.path(), long_cup()); });
    require(failure == "cannot write " + (temporary.path() / "manifest.json").string() +
                           ": No space left on device" + advice,
            failure.value_or("no failure"));
    std::filesystem::remove(temporary.path() / "other");
    require(std::filesystem::is_empty(temporary.path()), "something was left behind");
    Store::create(temporary.path(), long_cup());
  });
}

TEST(StoreLimits, AReadOnlyFolderCanBeReadAndNotWritten) {
  const TemporaryFolder temporary;
  RUN_IN_CHILD([&] {
    test::own_mounts();
    test::mount_tmpfs(temporary.path(), 0, "size=1m");
    const config::Manifest manifest = long_cup();
    const path folder = temporary.path() / "store";
    const Lines lines(manifest);
    StoreWriter(Store::create(folder, manifest)).append(lines(0));
    test::mount_tmpfs(temporary.path(), MS_REMOUNT | MS_RDONLY, nullptr);

    require_whole(Store::open(folder), 1);
    const Store store = Store::create(folder, manifest);
    StoreWriter writer(store);
    const auto failure = error_of<StoreError>([&] { writer.append(lines(1)); });
    require(
        failure && failure->starts_with("cannot write " + (folder / "matches-0002.jsonl").string() +
                                        ": Read-only file system"),
        failure.value_or("no failure"));
    const path other = temporary.path() / "other";
    const auto no_folder = error_of<StoreError>([&] { Store::create(other, manifest); });
    require(no_folder && no_folder->starts_with("cannot make the folder " + other.string() +
                                                ": Read-only file system"),
            no_folder.value_or("no failure"));
    const auto no_file = error_of<StoreError>([&] { Store::create(temporary.path(), manifest); });
    require(no_file && no_file->starts_with("cannot write " +
                                            (temporary.path() / "manifest.json").string() +
                                            ": Read-only file system"),
            no_file.value_or("no failure"));
  });
}

TEST(StoreLimits, AnOrdinaryUserIsToldThatAccessIsDenied) {
  const TemporaryFolder temporary;
  std::filesystem::permissions(temporary.path(), std::filesystem::perms(0555));
  RUN_IN_CHILD([&] {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && ::setresuid(nobody, nobody, nobody) != 0) {
      throw test::Unable("cannot become an ordinary user: " + test::error_text());
    }
    const auto failure =
        error_of<StoreError>([&] { Store::create(temporary.path() / "x", long_cup()); });
    require(
        failure && failure->starts_with("cannot make the folder " +
                                        (temporary.path() / "x").string() + ": Permission denied"),
        failure.value_or("no failure"));
  });
}

// The same path as on a full disk, on every machine: the system takes a part of a
// line and refuses the rest.
TEST(StoreLimits, ALineThatFitsInPartLeavesNothing) {
  const TemporaryFolder temporary;
  const auto body = [&] {
    const config::Manifest manifest = long_cup();
    const Lines lines(manifest);
    const Store store = Store::create(temporary.path(), manifest);
    const path file = temporary.path() / "matches-0001.jsonl";
    const auto limit = [](rlim_t bytes) {
      rlimit both{bytes, RLIM_INFINITY};
      require(::setrlimit(RLIMIT_FSIZE, &both) == 0, "setrlimit failed");
    };
    require(::signal(SIGXFSZ, SIG_IGN) != SIG_ERR, "signal failed");
    StoreWriter writer(store);
    writer.append(lines(0));
    const auto whole = std::filesystem::file_size(file);
    for (const std::size_t part : {std::size_t{0}, std::size_t{1}, lines(1).size()}) {
      limit(whole + part);
      const auto failure = error_of<StoreError>([&] { writer.append(lines(1)); });
      require(failure && failure->starts_with("cannot write " + file.string() + ": File too large"),
              failure.value_or("no failure"));
      require(std::filesystem::file_size(file) == whole, "a part of the line stayed");
    }
    limit(RLIM_INFINITY);
    writer.append(lines(1));
    require_whole(store, 2);
  };
  EXPECT_EQ(in_child(body).failure, "");
}

TEST(StoreLimits, AKilledWriterLosesNoFinishedLine) {
  const TemporaryFolder temporary;
  const config::Manifest manifest = long_cup();
  const Lines lines(manifest);
  const Store store = Store::create(temporary.path(), manifest);
  std::uint64_t known = 0;  // matches that are certainly in the store
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    text::Descriptor reading(ends[0]);
    text::Descriptor writing(ends[1]);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      StoreWriter writer(store);
      for (std::uint64_t i = known;; ++i) {
        writer.append(lines(i));
        if (::write(writing.get(), ".", 1) != 1) ::_exit(1);
      }
    }
    writing.reset();
    char dot = 0;
    for (int i = 0; i < 50 + attempt; ++i) ASSERT_EQ(::read(reading.get(), &dot, 1), 1);
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    std::uint64_t told = known + 50 + static_cast<std::uint64_t>(attempt);
    while (::read(reading.get(), &dot, 1) == 1) ++told;

    const Found found = read_all(store);
    ASSERT_GE(found.matches.size(), told);
    ASSERT_LE(found.matches.size(), told + 1);  // one that was written and not told
    for (std::uint64_t i = 0; i < found.matches.size(); ++i) ASSERT_EQ(found.matches[i], i);
    ASSERT_EQ(found.report.damaged + found.report.foreign + found.report.duplicates, 0U);
    ASSERT_LE(found.report.torn, static_cast<std::uint64_t>(attempt + 1));
    known = found.matches.size();
  }
  EXPECT_EQ(store.files().size(), 10U);
}

long peak_kilobytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

void is_read_in_flat_memory(std::uint64_t matches) {
  const TemporaryFolder temporary;
  const auto body = [&] {
    const config::Manifest manifest = long_cup();
    const Lines lines(manifest);
    const Store store = Store::create(temporary.path(), manifest);
    StoreWriter writer(store);
    for (std::uint64_t i = 0; i < matches; ++i) writer.append(lines(i));
    [[maybe_unused]] const long before = peak_kilobytes();
    std::uint64_t expected = 0;
    const auto visit = [&](const MatchSummary& summary, std::string_view) {
      require(summary.match == expected++, "a wrong record");
      require(summary.seats[0].score == 100 + static_cast<int>(summary.match % 2), "a wrong score");
    };
    const ReadingReport report = store.read(visit, {}, match::Extent::front);
    require(report.records == matches, "a wrong number of records");
    require(report.notes.empty(), "the store is not in order");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const long grown = peak_kilobytes() - before;
    // Each processor reads some lines ahead; that does not grow with the store.
    require(grown < 16'384, "reading took " + std::to_string(grown) + " kB more");
#endif
  };
  EXPECT_EQ(in_child(body).failure, "");
}

TEST(StoreLimits, TwentyThousandMatchesAreReadInFlatMemory) { is_read_in_flat_memory(20'000); }

TEST(StoreLimits, AHundredThousandMatchesAreReadInFlatMemory) { is_read_in_flat_memory(100'000); }

}  // namespace
}  // namespace referee::store
