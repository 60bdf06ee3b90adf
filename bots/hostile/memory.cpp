// Group 7: bots that take memory, disk and descriptors.

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "hostile.hpp"

namespace hostile {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr int most_mebibytes = 256;  // bounded: four times the limit it runs with

void malloc_and_touch(Game& game) {
  game.wait_for_turn();
  for (int i = 0; i < most_mebibytes; ++i) {
    void* block = std::malloc(mebibyte);
    std::memset(block, 1, mebibyte);  // without a look at what malloc returned
  }
  game.succeeded("256 MiB");
}

void bad_alloc(Game& game) {
  game.wait_for_turn();
  std::vector<char> all(std::size_t{most_mebibytes} * mebibyte);
  game.succeeded(all.empty() ? "" : "256 MiB");
}

[[noreturn]] void take_shared_pages() {
  for (int i = 0; i < most_mebibytes; ++i) {
    void* block =
        ::mmap(nullptr, mebibyte, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) ::_exit(9);
    std::memset(block, 1, mebibyte);
  }
  sleep_long();
  ::_exit(0);
}

void shared_pages(Game& game) {
  game.wait_for_turn();
  take_shared_pages();
}

// No page stays in its tables, and all stay in memory.
void hidden_shared_memory(Game& game) {
  game.wait_for_turn();
  constexpr std::size_t step = 4 * mebibyte;
  constexpr std::size_t size = most_mebibytes * mebibyte;
  void* all = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) ::_exit(9);
  for (std::size_t begin = 0; begin < size; begin += step) {
    char* piece = static_cast<char*>(all) + begin;
    std::memset(piece, 1, step);
    ::madvise(piece, step, MADV_DONTNEED);
  }
  sleep_long();
}

#if __SIZEOF_POINTER__ >= 8  // for others there is not enough to read of
// Reads one byte every 2 MiB, for which a page of 4 KiB is needed that says where it is.
void page_tables(Game& game) {
  game.wait_for_turn();
  constexpr std::size_t reach = 2 * mebibyte;
  constexpr std::size_t pieces = 128 * mebibyte / 4096;
  void* all = ::mmap(nullptr, pieces * reach, PROT_READ,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) ::_exit(9);
  ::madvise(all, pieces * reach, MADV_NOHUGEPAGE);
  const volatile char* bytes = static_cast<const char*>(all);
  for (std::size_t i = 0; i < pieces; ++i) {
    if (bytes[i * reach] != 0) ::_exit(9);
  }
  sleep_long();
}
#endif

// Goes on in another thread; the first one, whose files in /proc are the process's, ends.
template <void (*GoOn)(Game&)>
void without_leader(Game& game) {
  std::thread([&game, leader = ::pthread_self()] {
    ::pthread_join(leader, nullptr);
    GoOn(game);
    ::_exit(0);
  }).detach();
  ::syscall(SYS_exit, 0);
}

// As a program that this user may execute but not read, and that is therefore closed to him in
// /proc. Never returns.
[[noreturn]] void become_unreadable(const std::string& copy, const char* behaviour) {
  const int from = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  const int to = ::open(copy.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0111);
  std::array<char, 65536> block;
  for (ssize_t size = 0; (size = ::read(from, block.data(), block.size())) > 0;) {
    if (::write(to, block.data(), static_cast<std::size_t>(size)) != size) ::_exit(9);
  }
  ::close(from);
  ::close(to);
  ::execl(copy.c_str(), "hostile", behaviour, nullptr);
  ::_exit(9);
}

void shared_pages_at_once(Game& /*game*/) { take_shared_pages(); }

std::string scratch(int number);

void unreadable_child(Game& game) {
  game.wait_for_turn();
  const pid_t child = ::fork();
  if (child == 0) become_unreadable(scratch(0), "takes-shared-pages");
  if (child < 0) ::_exit(9);
  sleep_long();
}

// Each of the two stays below the limit.
void take_private_pages(Game& /*game*/) {
  constexpr std::size_t size = 40 * mebibyte;
  void* block = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) ::_exit(9);
  std::memset(block, 1, size);
  sleep_long();
}

void take_pages_with_child(Game& game) {
  const pid_t child = ::fork();
  if (child == 0) without_leader<take_private_pages>(game);
  if (child < 0) ::_exit(9);
  take_private_pages(game);
}

void child_without_leader(Game& game) {
  game.wait_for_turn();
  take_pages_with_child(game);
}

void family_without_leaders(Game& game) {
  game.wait_for_turn();
  without_leader<take_pages_with_child>(game);
}

// The frame is large and in use, so that no compiler turns this into a loop.
int deep(int depth) {
  volatile char frame[4096];
  frame[depth % 4096] = static_cast<char>(depth);
  return depth > 100'000'000 ? 0 : deep(depth + 1) + frame[depth % 4096];
}

void big_stack(Game& game) {
  game.wait_for_turn();
  if (deep(0) == 42) ::_exit(9);
}

[[maybe_unused]] void unlimited_stack(Game& game) {
  game.wait_for_turn();
  rlimit stack{};
  ::getrlimit(RLIMIT_STACK, &stack);
  stack.rlim_cur = stack.rlim_max;
  ::setrlimit(RLIMIT_STACK, &stack);
  if (deep(0) == 42) ::_exit(9);
}

void gives_up_nicely(Game& game) {
  void* block = std::malloc(most_mebibytes * mebibyte);
  game.outcome(block != nullptr, "256 MiB");
}

std::string scratch(int number) {
  const char* folder = ::getenv("TMPDIR");
  return std::string(folder != nullptr ? folder : "/nowhere") + "/" + std::to_string(number);
}

bool fill(int file, int mebibytes) {
  static const std::vector<char> block(mebibyte, 'x');
  for (int i = 0; i < mebibytes; ++i) {
    if (::write(file, block.data(), block.size()) < 0) return false;
  }
  return true;
}

void big_file(Game& game) {
  game.wait_for_turn();
  const int file = ::open(scratch(0).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  fill(file, 16);
  game.succeeded("16 MiB in one file");
}

void many_files(Game& game) {
  game.wait_for_turn();
  for (int i = 0; i < 32; ++i) {
    const int file = ::open(scratch(i).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    fill(file, 1);
    ::close(file);
  }
  sleep_long();
}

void deleted_files(Game& game) {
  game.wait_for_turn();
  for (int i = 0; i < 32; ++i) {
    const int file = ::open(scratch(i).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    ::unlink(scratch(i).c_str());
    fill(file, 1);
  }
  sleep_long();
}

// Neither a name nor a descriptor is left of them, and still they take room.
void deleted_mappings(Game& game) {
  game.wait_for_turn();
  for (int i = 0; i < 32; ++i) {
    const int file = ::open(scratch(i).c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    fill(file, 1);
    ::unlink(scratch(i).c_str());
    if (::mmap(nullptr, mebibyte, PROT_READ, MAP_SHARED, file, 0) == MAP_FAILED) ::_exit(9);
    ::close(file);
  }
  sleep_long();
}

void empty_files(Game& game) {
  game.wait_for_turn();
  for (int i = 0; i < 4000; ++i) {
    ::close(::open(scratch(i).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  }
  sleep_long();
}

void countless_files(Game& game) {
  game.wait_for_turn();
  for (int i = 0; i < 11'000; ++i) {
    ::close(::open(scratch(i).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  }
  sleep_long();
}

void deep_folders(Game& game) {
  game.wait_for_turn();
  const std::string name(100, 'd');
  int folder = ::open(scratch(0).substr(0, scratch(0).rfind('/')).c_str(), O_RDONLY | O_CLOEXEC);
  for (int i = 0; i < 1000; ++i) {
    ::mkdirat(folder, name.c_str(), 0700);
    const int below = ::openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC);
    ::close(folder);
    folder = below;
  }
  sleep_long();
}

void hidden_files(Game& game) {
  game.wait_for_turn();
  ::mkdir(scratch(0).c_str(), 0300);
  const int file = ::open((scratch(0) + "/file").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  fill(file, 16);
  ::close(file);
  sleep_long();
}

// Room for files without a write: gigabytes between two looks.
void preallocate(Game& game) {
  const int file = ::open(scratch(0).c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  const int copy = ::open(scratch(1).c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (!fill(file, 1)) ::_exit(9);
  constexpr int keep_size = 1;
  const bool done = !refused(::fallocate(file, 0, 0, 4 * mebibyte), EOPNOTSUPP) ||
                    !refused(::fallocate(file, keep_size, 0, 4 * mebibyte), EOPNOTSUPP) ||
                    !refused(::copy_file_range(file, nullptr, copy, nullptr, mebibyte, 0), ENOSYS);
  // What honest programs do, which then write themselves.
  struct stat status {};
  if (::posix_fallocate(copy, 0, 2 * mebibyte) != 0 || ::fstat(copy, &status) != 0 ||
      static_cast<std::size_t>(status.st_blocks) * 512 < 2 * mebibyte) {
    ::_exit(9);
  }
  game.outcome(done, "room that it has not written to");
}

void many_descriptors(Game& game) {
  int made = 0;
  while (made < 1000 && ::open("/dev/null", O_RDONLY) >= 0) ++made;
  game.outcome(made > 256, std::to_string(made) + " descriptors");
}

void descriptors_or_give_up(Game& game) {
  game.wait_for_turn();
  for (int made = 0; made < 1000; ++made) {
    if (::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) continue;
    std::perror("/dev/null");
    ::_exit(1);
  }
}

// As Python does, which ignores the signal and tells of the error.
void big_file_without_signal(Game& game) {
  ::signal(SIGXFSZ, SIG_IGN);
  game.wait_for_turn();
  const int file = ::open(scratch(0).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (fill(file, 16)) return;
  std::perror("writing a file");
  ::_exit(1);
}

void dump_core(Game& game) {
  rlimit core{RLIM_INFINITY, RLIM_INFINITY};
  ::setrlimit(RLIMIT_CORE, &core);
  game.wait_for_turn();
  std::abort();
}

void scratch_file(Game& game) {
  const int file = ::open(scratch(0).c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (!fill(file, 1)) ::_exit(9);
  game.play_on();
}

constexpr std::string_view memory_reason = "used more than its memory limit of 64 MiB";

constexpr std::string_view disk_reason = "more than 8 MiB of files in its scratch folder";

void fake_peak(Game& game) {
  game.wait_for_turn();
  ::prctl(PR_SET_NAME, "VmHWM:99999999");
  ::abort();
}

constexpr std::array memory_behaviours {
  Behaviour{"malloc-and-touch",
            "memory=64 any-game",
            "memory",
            memory_reason,
            "takes memory and uses it until there is none",
            malloc_and_touch},
      Behaviour{"bad-alloc",
                "memory=64 any-game",
                "memory",
                memory_reason,
                "asks for four times its limit at once",
                bad_alloc},
      Behaviour{"shared-pages",
                "memory=64",
                "memory",
                memory_reason,
                "takes shared pages, which the resource limit does not count",
                shared_pages},
      Behaviour{"hidden-shared-memory",
                "memory=64",
                "memory",
                memory_reason,
                "takes shared pages and unmaps each, which keeps them",
                hidden_shared_memory},
      Behaviour{"unreadable-child",
                "memory=64 processes=1",
                "memory",
                memory_reason,
                "takes shared pages in a child that may be executed but not read",
                unreadable_child},
      Behaviour{"child-without-leader",
                "memory=64 processes=1",
                "memory",
                memory_reason,
                "takes memory, and as much in a child whose first thread has ended",
                child_without_leader},
      Behaviour{"family-without-leaders",
                "memory=64 processes=1",
                "memory",
                memory_reason,
                "the same, and its own first thread has ended, too",
                family_without_leaders},
      Behaviour{"takes-shared-pages", "hidden", "", "", "takes shared pages", shared_pages_at_once},
      Behaviour{"leader-leaves-and-allocates",
                "memory=64",
                "memory",
                memory_reason,
                "ends its first thread and takes shared pages in another",
                without_leader<shared_pages>},
#if __SIZEOF_POINTER__ >= 8
      Behaviour{"page-tables",
                "memory=64",
                "memory",
                memory_reason,
                "reads little of much, so that the tables of its pages grow",
                page_tables},
      // More than a referee with sanitizers has itself: what a dead bot had is known only beyond
      // that. The stack of a 32-bit program has no room for it.
      Behaviour{"unlimited-stack",
                "memory=512",
                "memory",
                "used more than its memory limit of 512 MiB",
                "lifts the limit of its stack and recurses without end",
                unlimited_stack},
#endif
      Behaviour{"gives-up-nicely", "memory=64", "", "", "asks for too much and does without",
                gives_up_nicely},
      Behaviour{"big-stack",
                "memory=64",
                "crash",
                "ended by signal 11 (Segmentation fault) without answering",
                "recurses without end",
                big_stack},
      Behaviour{
          "big-file",
          "file_size=4",
          "crash",
          "ended by signal 25 (File size limit exceeded) without answering; its limit for one "
          "file is 4 MiB",
          "writes a file beyond its limit",
          big_file},
      Behaviour{"big-file-without-signal",
                "file_size=4",
                "crash",
                "left with exit code 1 without answering; its limit for one file is 4 MiB",
                "writes a file beyond its limit, ignores the signal and gives up",
                big_file_without_signal},
      Behaviour{"many-files",
                "disk=8 any-game",
                "flood",
                disk_reason,
                "fills the disk with files below the limit for one",
                many_files},
      Behaviour{"deleted-files",
                "disk=8",
                "flood",
                disk_reason,
                "fills the disk with files that it has deleted and holds open",
                deleted_files},
      Behaviour{"leader-leaves-and-fills-disk",
                "disk=8",
                "flood",
                disk_reason,
                "ends its first thread and fills the disk in another with deleted files",
                without_leader<deleted_files>},
      Behaviour{"deleted-mappings",
                "disk=8",
                "flood",
                disk_reason,
                "fills the disk with files that it has mapped, deleted and closed",
                deleted_mappings},
      Behaviour{"empty-files",
                "disk=8",
                "flood",
                disk_reason,
                "makes 4,000 empty files, which take room all the same",
                empty_files},
      Behaviour{"countless-files",
                "",
                "flood",
                "more than 10000 files and folders in its scratch folder",
                "makes 11,000 empty files",
                countless_files},
      Behaviour{"deep-folders",
                "",
                "flood",
                "folders more than 64 deep in its scratch folder",
                "makes 1,000 folders, each in the one before",
                deep_folders},
      Behaviour{"hidden-files",
                "disk=8",
                "flood",
                disk_reason,
                "fills the disk in a folder that it may not list itself",
                hidden_files},
      Behaviour{"preallocates",
                "disk=8",
                "",
                "",
                "has the file system give room to files, or copy them, without writing",
                preallocate},
      Behaviour{"many-descriptors", "", "", "", "opens 1,000 files where 256 are allowed",
                many_descriptors},
      Behaviour{"descriptors-or-give-up",
                "open_files=32",
                "crash",
                "left with exit code 1 without answering; it may have 32 files open",
                "needs 1,000 open files where 32 are allowed and leaves",
                descriptors_or_give_up},
      Behaviour{"fake-peak",
                "",
                "crash",
                "ended by signal 6 (Aborted) without answering",
                "has a name that looks like a memory account, and aborts",
                fake_peak},
      Behaviour{"dump-core",
                "",
                "crash",
                "ended by signal 6 (Aborted) without answering",
                "asks for a core dump and aborts",
                dump_core},
      Behaviour{"scratch-file", "", "", "", "uses its scratch folder as it may", scratch_file},
};

}  // namespace

Group memory_group() { return {"memory and disk", memory_behaviours}; }

}  // namespace hostile
