#include "referee/machine/walls/shares.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"

namespace referee::walls {
namespace {

using kernel::left_of;
using kernel::Limits;
using kernel::mebibyte;
using kernel::no_bound;
using kernel::Origin;
using kernel::Stock;

// A limit of bots for something that they share.
struct Row {
  std::string_view option;  // of --limit; empty: nobody can choose it
  std::size_t Limits::*limit;
  Origin Limits::*origin;
  std::uint64_t (*share)(const Room&, const Limits&);  // of this bot, in units of `limit`
  // What one may have if the caller chooses so, as bots seldom take it at the same time; null: no
  // more than its share.
  std::uint64_t (*most)(const Stock&);
  std::uint64_t unit;   // of the option
  std::uint64_t least;  // a bot with less could not play
  const char* noun;     // behind a number of them; empty: bytes
  std::string (*left)(const Stock&);
  const char* cure;
};

std::string memory_text(const Stock& stock) {
  return fmt::format("this machine has {} MiB of memory left", stock.memory / mebibyte);
}
std::string disk_text(const Stock& stock) {
  return fmt::format("this machine has {} MiB of room in {} left", stock.disk / mebibyte,
                     text::temporary_folder().string());
}
std::string files_text(const Stock& stock) {
  return fmt::format("{} has room for {} more files and folders", text::temporary_folder().string(),
                     stock.files);
}
std::string tasks_text(const Stock& stock) {
  return fmt::format("{} allows {} more processes and threads", stock.tasks.bound,
                     stock.tasks.left);
}
std::string open_files_text(const Stock& stock) {
  return fmt::format("fs.file-max allows {} more open files", stock.open_files);
}

constexpr const char* fewer_matches = "raise that, or play fewer matches at a time (--jobs)";

const std::array<Row, 5>& rows() {
  static const std::array<Row, 5> all{{
      // In a tournament of many matches at a time few bots are large.
      {"memory", &Limits::memory, &Limits::memory_origin,
       [](const Room& room, const Limits&) { return room.stock.memory / bots_of_a_match; },
       [](const Stock& stock) { return stock.memory; }, mebibyte, mebibyte, "", memory_text,
       "make room"},
      {"disk", &Limits::disk, &Limits::disk_origin,
       [](const Room& room, const Limits&) { return room.share_of_disk(); },
       [](const Stock& stock) { return stock.disk; }, mebibyte, mebibyte, "", disk_text,
       "make room"},
      {"", &Limits::files, &Limits::disk_origin,
       [](const Room& room, const Limits&) { return room.share_of_files(); }, nullptr, 1, 16,
       " files", files_text, "make room"},
      {"threads", &Limits::threads, &Limits::threads_origin,
       [](const Room& room, const Limits& limits) {
         return room.share_of_tasks() / (1 + limits.processes);
       },
       nullptr, 1, 4, " threads", tasks_text, fewer_matches},
      {"open_files", &Limits::open_files, &Limits::open_files_origin,
       [](const Room& room, const Limits& limits) {
         return room.stock.open_files / room.bots / (1 + limits.processes);
       },
       nullptr, 1, 16, " open files", open_files_text, fewer_matches},
  }};
  return all;
}

void fit_one(const Row& row, Limits& limits, const Room& room, std::string_view who) {
  std::size_t& limit = limits.*row.limit;
  const Origin origin = limits.*row.origin;
  const std::uint64_t share = row.share(room, limits);
  if (origin == Origin::fixed || limit <= share) return;
  const std::string left = row.left(room.stock);
  if (share < row.least) {
    throw TooLittle(
        fmt::format("{}, too little for {} bots at a time; {}", left, room.bots, row.cure));
  }
  const bool bytes = *row.noun == '\0';
  const auto amount = [&](std::uint64_t value) {
    return bytes ? text::bytes_text(value) : std::to_string(value) + row.noun;
  };
  if (origin == Origin::asked && !row.option.empty()) {
    if (row.most != nullptr && limit <= row.most(room.stock)) return;
    throw text::MachineError(fmt::format(
        "a bot may use {}, and {}{}; {}, or allow bots less with --limit {}={}", amount(limit),
        left, row.most != nullptr ? "" : fmt::format(" for {} bots at a time", room.bots), row.cure,
        row.option, share / row.unit));
  }
  const std::size_t lower = share / row.unit * row.unit;
  text::note_once("{}: {} may use {} instead of {}", left, who,
                  bytes ? fmt::format("{} MiB", lower / mebibyte) : amount(lower),
                  bytes ? amount(limit) : std::to_string(limit));
  limit = lower;
}

// A limit that a bot has, and that this process was started with.
struct Need {
  __rlimit_resource resource;
  bool hard;         // a bot's own soft limit is set, up to this
  rlim_t least;      // 0: whatever there is
  rlim_t unit;       // of ulimit
  char letter;       // of ulimit
  const char* what;  // "a file of "
  const char* less;  // the option that asks for less, if there is one
};

}  // namespace

void require_limits(const Limits& limits) {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(limits.times.budget + limits.grace);
  constexpr rlim_t kibibyte = 1024;
  const std::array<Need, 6> needs{{
      {RLIMIT_FSIZE, true, limits.file_size, kibibyte, 'f', "write a file of", "file_size"},
      {RLIMIT_NOFILE, true, limits.open_files, 1, 'n', "have that many files open:", "open_files"},
      {RLIMIT_DATA, true, limits.memory, kibibyte, 'd', "use memory of", "memory"},
      {RLIMIT_AS, false, limits.memory, kibibyte, 'v', "use memory of", "memory"},
      {RLIMIT_STACK, true, std::min(usual_stack, limits.memory), kibibyte, 's', "have a stack of",
       nullptr},
      {RLIMIT_CPU, true, static_cast<rlim_t>(seconds.count()), 1, 't',
       "use that many seconds of CPU time:", "budget"},
  }};
  for (const Need& need : needs) {
    const rlim_t has = kernel::limit_of(need.resource, need.hard);
    if (has == RLIM_INFINITY || has >= need.least) continue;
    const auto amount = [&need](rlim_t value) {
      return need.unit == 1 ? std::to_string(value) : text::bytes_text(value);
    };
    throw text::MachineError(fmt::format(
        "bots may {} {}, and this process was started with a limit of {}; raise it first, ulimit "
        "-{} {}{}",
        need.what, amount(need.least), amount(has), need.letter,
        (need.least + need.unit - 1) / need.unit,
        need.less == nullptr ? ""
                             : fmt::format(", or allow bots less with --limit {}=...", need.less)));
  }
}

std::uint64_t Room::share_of_tasks() const noexcept {
  // Its worker, the guardian, threads that look at bots and read their errors; and a judge.
  constexpr std::uint64_t for_a_match = 8;
  if (stock.tasks.left == no_bound) return no_bound;
  return left_of(stock.tasks.left, for_a_match * bots / bots_of_a_match) / bots;
}

// What is left when all bots have what they may take must last until the next look.
bool Room::is_scarce(const Limits& limits) const noexcept {
  constexpr std::uint64_t bytes_between_looks = 256 * mebibyte;
  constexpr std::uint64_t files_between_looks = 5'000;
  const auto lacks = [](std::uint64_t there, std::uint64_t taken, std::uint64_t between) {
    return left_of(kernel::with_others(there), taken) < between;
  };
  return lacks(stock.memory, bots_of_a_match * limits.memory, bytes_between_looks) ||
         lacks(stock.disk, bots * limits.disk, bytes_between_looks) ||
         lacks(stock.files, bots * limits.files, files_between_looks);
}

void fit(Limits& limits, const Room& room, std::string_view who) {
  for (const Row& row : rows()) fit_one(row, limits, room, who);
  if (limits.disk_origin == Origin::unasked)
    limits.file_size = std::min(limits.file_size, limits.disk);
}

}  // namespace referee::walls
