// What a bot may use, and how its time is counted.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace referee::kernel {

using Duration = std::chrono::nanoseconds;
inline constexpr std::size_t mebibyte = std::size_t{1} << 20;  // bytes

// Which clock the budget is counted on.
enum class ClockKind : std::uint8_t {
  // CPU time of everything the bot runs, from its start to its last answer: the
  // same verdict on a busy machine. A wall limit backs it up.
  cpu,
  // The official clock: wall-clock time of the bot's own turns; the bot is
  // suspended while the other side thinks.
  wall,
};

constexpr std::string_view name(ClockKind kind) noexcept {
  return kind == ClockKind::cpu ? "cpu" : "wall";
}
constexpr std::optional<ClockKind> clock_kind(std::string_view text) noexcept {
  if (text == "cpu") return ClockKind::cpu;
  if (text == "wall") return ClockKind::wall;
  return std::nullopt;
}

// How many times the budget a bot's own turns may last on the wall clock when its
// CPU time is what counts: sleeping bots end too. Time in which a bot was ready to run
// and got no processor does not count, so that a busy machine changes no verdict.
inline constexpr int wall_limit_factor = 3;

// How long the kernel may keep a process waiting: for a processor, or where no signal wakes it,
// such as for the lock of a file that a program is started from. That is usually not the process's
// fault: on a busy machine it takes seconds. The referee waits no longer than this.
inline constexpr Duration patience = std::chrono::seconds(30);

// Whose process it is that has limits: their causes and remedies have other names.
enum class Whose : std::uint8_t { bot, judge, compiler };

// Where a limit comes from that this machine may be too small for.
enum class Origin : std::uint8_t {
  fixed,    // the referee needs it as it is
  unasked,  // a default: may be lowered to what this machine has
  asked,    // the caller's choice: a machine that has less is refused
};

// The longest line that any game may allow a bot, in bytes.
inline constexpr std::size_t longest_line = mebibyte / 4;

// The time limits of one bot in one game, all on the clock that counts, on this machine unless said
// otherwise. Where they are chosen, 0 means: not chosen.
struct TimeLimits {
  Duration budget{};      // for the whole game
  Duration turn{};        // for one turn; 0: only the budget ends it
  Duration first_turn{};  // for the first one, which includes its start; 0: as for the others

  // Whether single turns have limits; without any, a game may say that of each turn.
  [[nodiscard]] bool limits_turns() const noexcept {
    return turn > Duration{} || first_turn > Duration{};
  }

  friend bool operator==(const TimeLimits&, const TimeLimits&) = default;
};

struct Limits {
  TimeLimits times{std::chrono::seconds(30)};
  Duration grace = std::chrono::seconds(1);  // to leave by itself after the end
  // How much longer at most if the kernel keeps it waiting; a bot could see to it that this takes
  // long.
  Duration grace_waits = patience;
  std::size_t memory = std::size_t{2} << 30;  // bytes of private memory; 0: no limit
  std::size_t processes = 0;                  // child processes; 0: none may be started
  std::size_t threads = 256;                  // of one process, where the kernel reports them
  std::size_t open_files = 256;
  std::size_t file_size = std::size_t{64} << 20;  // bytes of one file it writes
  std::size_t disk = std::size_t{256} << 20;      // bytes of all files in its scratch folder
  std::size_t files = 10'000;                     // files and folders there
  Origin memory_origin = Origin::fixed;
  Origin disk_origin = Origin::fixed;  // of `files`, too
  Origin threads_origin = Origin::fixed;
  Origin open_files_origin = Origin::fixed;
  std::size_t line = 1024;                    // bytes of one line, newline excluded
  std::size_t output = std::size_t{1} << 20;  // bytes of stdout in one game
  std::size_t stderr_tail = 10'000;           // bytes kept of stderr, the last ones
  std::size_t stderr_head = 2'500;            // and the first ones

  // Lets a bot write lines with moves of that many bytes, at most longest_line, and some blanks
  // behind them, and as many of these as of usual lines, up to 64 MiB in all.
  void allow_moves(std::size_t bytes) noexcept {
    constexpr std::size_t blanks = 24;
    if (bytes + blanks <= line) return;
    output = std::min(output / line * (bytes + blanks), 64 * mebibyte);
    line = bytes + blanks;
  }

  [[nodiscard]] Duration wall_limit() const noexcept { return times.budget * wall_limit_factor; }
  // Threads of all its processes.
  [[nodiscard]] std::size_t tasks() const noexcept { return (1 + processes) * threads; }

  friend bool operator==(const Limits&, const Limits&) = default;
};

// What a config or the command line may set of a bot's limits; 0 means the default.
struct ChosenLimits {
  std::uint64_t memory = 0;  // MiB
  std::uint64_t processes = 0;
  std::uint64_t threads = 0;
  std::uint64_t open_files = 0;
  std::uint64_t file_size = 0;  // MiB
  std::uint64_t disk = 0;       // MiB

  // Sets what has been chosen and leaves the rest as it is.
  void apply_to(Limits& limits) const noexcept;

  friend bool operator==(const ChosenLimits&, const ChosenLimits&) = default;
};

// One of them as a key of a config and of --limit ("open_files").
struct LimitKey {
  std::string_view name;
  std::uint64_t ChosenLimits::*value;
  std::size_t Limits::*limit;
  std::size_t unit;  // of the value
  std::uint64_t least;
  std::uint64_t most;
};

// Below `least` no bot could run: a program and its libraries need some open files at
// their start. docs/config.schema.json repeats the ranges.
inline constexpr auto limit_keys = std::to_array<LimitKey>({
    {"memory", &ChosenLimits::memory, &Limits::memory, mebibyte, 1, 1 << 24},
    {"processes", &ChosenLimits::processes, &Limits::processes, 1, 0, 10'000},
    {"threads", &ChosenLimits::threads, &Limits::threads, 1, 1, 100'000},
    {"open_files", &ChosenLimits::open_files, &Limits::open_files, 1, 8, 1 << 20},
    {"file_size", &ChosenLimits::file_size, &Limits::file_size, mebibyte, 1, 1 << 24},
    {"disk", &ChosenLimits::disk, &Limits::disk, mebibyte, 1, 1 << 24},
});
static_assert(sizeof(ChosenLimits) == limit_keys.size() * sizeof(std::uint64_t),
              "each limit that can be chosen has a row");

inline void ChosenLimits::apply_to(Limits& limits) const noexcept {
  for (const LimitKey& key : limit_keys) {
    if (this->*key.value > 0) limits.*key.limit = this->*key.value * key.unit;
  }
}

}  // namespace referee::kernel
