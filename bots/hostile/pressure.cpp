// Group 11: bots that make the kernel's memory management work on their rival's time, and that go
// on with it when they should end, or hide behind it. All but the last stay below their limits.

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "hostile.hpp"

namespace hostile {
namespace {

constexpr std::size_t size = std::size_t{128} << 20;
constexpr std::size_t page = 4096;

// Younger than the headers of Debian 12, some of them.
constexpr int advise_cold = 20;
constexpr int advise_pageout = 21;
constexpr int advise_populate_read = 22;
constexpr int advise_populate_write = 23;
constexpr int advise_collapse = 25;

// At most this much CPU time, so that its budget does not end it.
bool worked_enough() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec >= 1;
}

void press(Game& game, int threads, void (*work)()) {
  static std::atomic<bool> others_turn = false;
  for (int i = 0; i < threads; ++i) {
    std::thread([work] {
      for (int turn = 0; turn < 20'000 && !worked_enough(); ++turn) {
        if (others_turn) {
          work();
        } else {
          ::usleep(200);
        }
      }
    }).detach();
  }
  while (game.wait_for_turn()) {
    others_turn = false;
    game.answer();
    others_turn = true;
  }
}

char* map(std::size_t bytes, int file = -1) {
  const int kind = file >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kind, file, 0);
  if (memory == MAP_FAILED) ::_exit(9);
  return static_cast<char*>(memory);
}

char* filled() {
  static char* const memory = [] {
    char* all = map(size);
    ::madvise(all, size, advise_populate_write);
    return all;
  }();
  return memory;
}

// With swap, the kernel writes all of it out and reads it in again; without, it tries.
void swap_itself() {
  ::madvise(filled(), size, advise_pageout);
  for (std::size_t i = 0; i < size; i += page) filled()[i] = 1;
}

void grow_cold() { ::madvise(filled(), size, advise_cold); }

void make_huge_and_small() {
  constexpr std::size_t huge = std::size_t{2} << 20;
  char* begin = filled() + (huge - reinterpret_cast<std::uintptr_t>(filled()) % huge) % huge;
  for (std::size_t at = 0; at + 2 * huge < size; at += huge) {
    ::madvise(begin + at, huge, advise_collapse);
    ::madvise(begin + at, page, MADV_DONTNEED);
  }
}

void merge_pages() {
  ::madvise(filled(), size, MADV_MERGEABLE);
  for (std::size_t i = 0; i < size; i += page) filled()[i] = 1;
  ::madvise(filled(), size, MADV_UNMERGEABLE);
}

char* map_file(const char* name, std::size_t bytes) {
  const char* folder = ::getenv("TMPDIR");
  const std::string path = std::string(folder != nullptr ? folder : "/nowhere") + "/" + name;
  const int file = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, static_cast<off_t>(bytes)) != 0) ::_exit(9);
  return map(bytes, file);
}

// Pages of a file that have to be written to the disk, again and again.
void dirty_pages() {
  constexpr std::size_t bytes = std::size_t{32} << 20;
  static char* const memory = map_file("dirty", bytes);
  for (std::size_t i = 0; i < bytes; i += page) ++memory[i];
  ::msync(memory, bytes, MS_SYNC);
}

// Bytes of a file, each in a page of its own, which the kernel has to read from the disk again. A
// pipe to which they are written is locked meanwhile.
struct UnreadPages {
  static constexpr std::size_t bytes = 1024 * page;
  char* const memory = map_file("unread", bytes);

  void write(int output, std::string_view text) const {
    std::vector<iovec> pieces;
    for (const char c : text) {
      char* const place = memory + pieces.size() * page;
      *place = c;
      pieces.push_back({place, 1});
    }
    ::msync(memory, bytes, MS_SYNC);
    ::madvise(memory, bytes, advise_pageout);
    if (::writev(output, pieces.data(), static_cast<int>(pieces.size())) < 0) ::_exit(9);
  }
};

void write_unread_pages() {
  static const UnreadPages pages;
  pages.write(2, std::string(1024, 'x'));
}

void answer_from_unread_pages(Game& game) {
  while (game.wait_for_turn()) {
    const std::string line = game.move() + "\n";
    write_unread_pages();
    static const UnreadPages pages;
    pages.write(1, line);
  }
}

// Files of the system, in vain advised to be given up by the kernel.
void reread_files() {
  static const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  static std::vector<char> block(1 << 20);
  ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  while (::read(file, block.data(), block.size()) > 0) {
  }
  ::lseek(file, 0, SEEK_SET);
}

void fork_and_copy() {
  const pid_t child = ::fork();
  if (child == 0) {
    for (std::size_t i = 0; i < size / 4; i += page) filled()[i] = 2;
    ::_exit(0);
  }
  if (child > 0) ::waitpid(child, nullptr, 0);
}

void ignore_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
}

// Plays an honest game and then, told to leave, works for a few seconds.
void stay(Game& game, int threads, void (*work)()) {
  ignore_signals();
  game.play_on();
  timespec begin{};
  ::clock_gettime(CLOCK_MONOTONIC, &begin);
  const auto go_on = [begin, work] {
    timespec now = begin;
    while (now.tv_sec - begin.tv_sec < 5) {
      work();
      ::clock_gettime(CLOCK_MONOTONIC, &now);
    }
  };
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) all.emplace_back(go_on);
  for (std::thread& one : all) one.join();
}

void change_protection() {
  ::mprotect(filled(), size, PROT_READ);
  ::mprotect(filled(), size, PROT_READ | PROT_WRITE);
}

void fill_and_free() {
  char* memory = map(size / 4);
  ::madvise(memory, size / 4, advise_populate_write);
  ::munmap(memory, size / 4);
}

// Whoever wants to see its list of mappings has to wait, while it takes more than it may.
template <void (*take)()>
void take_behind_storm(Game& game) {
  game.wait_for_turn();
  std::vector<std::thread> storm;
  for (int i = 0; i < 10; ++i) {
    storm.emplace_back([] {
      constexpr std::size_t much = std::size_t{256} << 20;
      static char* memory = [] {
        void* all = ::mmap(nullptr, much, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED) ::_exit(9);
        ::madvise(all, much, advise_populate_read);
        return static_cast<char*>(all);
      }();
      for (int change = 0; change < 100'000; ++change) {
        ::mprotect(memory, much, change % 2 == 0 ? PROT_READ | PROT_EXEC : PROT_READ);
      }
    });
  }
  take();
  // On a busy machine it takes a while until it is looked at.
  ::usleep(60'000'000);
  game.succeeded("four times its limit");
}

constexpr std::size_t one_mebibyte = std::size_t{1} << 20;

void take_more_shared_pages() {
  constexpr std::size_t all = 512 * one_mebibyte;
  void* memory = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) ::_exit(9);
  for (std::size_t taken = 0; taken < all; taken += 2 * one_mebibyte) {
    std::memset(static_cast<char*>(memory) + taken, 1, 2 * one_mebibyte);
    ::usleep(5000);
  }
}

// With swap, few of these are in memory at any time, and none is in the account of a process.
void take_swapped_pages(Game& game) {
  game.wait_for_turn();
  constexpr std::size_t at_once = 16 * one_mebibyte;
  for (int taken = 0; taken < 24; ++taken) {
    void* memory =
        ::mmap(nullptr, at_once, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) ::_exit(9);
    // Pages that are all of one value would not be written.
    for (std::size_t i = 0; i < at_once; ++i)
      static_cast<char*>(memory)[i] = static_cast<char>(i % 251);
    ::madvise(memory, at_once, advise_pageout);
    ::usleep(20000);
  }
  sleep_long();
  ::_exit(0);
}

void fill_files() {
  const char* scratch = ::getenv("TMPDIR");
  const std::vector<char> block(one_mebibyte / 4, 'x');
  for (int number = 0; number < 128; ++number) {
    const std::string name =
        std::string(scratch == nullptr ? "." : scratch) + "/" + std::to_string(number);
    const int file = ::open(name.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (::write(file, block.data(), block.size()) < 0) ::_exit(9);
    ::close(file);
    ::usleep(5000);
  }
}

template <int threads, void (*work)()>
void presses(Game& game) {
  press(game, threads, work);
  ::_exit(0);
}

template <int threads, void (*work)()>
void stays(Game& game) {
  stay(game, threads, work);
}

constexpr std::array pressure_behaviours{
    Behaviour{"swaps-itself", "clock=both opponent=pause", "", "", "has its memory written to swap",
              presses<1, swap_itself>},
    Behaviour{"grows-cold", "clock=both opponent=pause", "", "",
              "calls its memory unused in 4 threads", presses<4, grow_cold>},
    Behaviour{"huge-and-small", "clock=both opponent=pause", "", "",
              "has pages joined and split again", presses<1, make_huge_and_small>},
    Behaviour{"merges-pages", "clock=both opponent=pause", "", "",
              "has equal pages merged and parted", presses<1, merge_pages>},
    Behaviour{"dirty-pages", "clock=both opponent=pause", "", "",
              "has pages of a file written to the disk", presses<1, dirty_pages>},
    Behaviour{"rereads-files", "clock=both opponent=pause", "", "",
              "wants its program dropped from memory, and reads it again",
              presses<2, reread_files>},
    Behaviour{"writes-unread-pages", "clock=both opponent=pause", "", "",
              "writes to its standard error from pages that have to be read from a disk",
              presses<2, write_unread_pages>},
    Behaviour{"answers-from-unread-pages", "clock=both", "", "",
              "answers from such pages, and writes to its standard error before",
              answer_from_unread_pages},
    Behaviour{"forks-and-copies", "clock=both processes=4 opponent=pause", "", "",
              "has children copy its memory", presses<1, fork_and_copy>},
    Behaviour{"stays-and-protects", "clock=both grace=200", "", "",
              "changes the protection of much memory in 16 threads when it should leave",
              stays<16, change_protection>},
    Behaviour{"stays-and-fills", "clock=both grace=200", "", "",
              "fills and frees memory in 8 threads when it should leave", stays<8, fill_and_free>},
    Behaviour{"stays-and-swaps", "clock=both grace=200", "", "",
              "has its memory written to swap when it should leave", stays<2, swap_itself>},
    Behaviour{"stays-and-dirties", "clock=both grace=200", "", "",
              "has pages of a file written to the disk when it should leave",
              stays<1, dirty_pages>},
    Behaviour{"protects-and-grows", "clock=both memory=128", "memory",
              "used more than its memory limit of 128 MiB",
              "takes shared pages while it keeps everybody from its list of mappings",
              take_behind_storm<take_more_shared_pages>},
    Behaviour{"swaps-shared-pages", "clock=both memory=64", "memory",
              "used more than its memory limit of 64 MiB",
              "has shared pages written to swap as it takes them", take_swapped_pages},
    Behaviour{"protects-and-fills-disk", "clock=both disk=8", "flood",
              "more than 8 MiB of files in its scratch folder", "fills the disk meanwhile",
              take_behind_storm<fill_files>},
};

}  // namespace

Group pressure_group() { return {"memory pressure", pressure_behaviours}; }

}  // namespace hostile
