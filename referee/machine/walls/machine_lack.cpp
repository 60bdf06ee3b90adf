#include "referee/machine/walls/machine_lack.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <filesystem>

#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/kernel/stock.hpp"
#include "referee/machine/program/last_words.hpp"

namespace referee::walls {
namespace {

namespace fs = std::filesystem;

// Does it say, as common runtimes do, that no further thread or process could be made?
bool tells_of_threads(std::string_view words) {
  return program::contains_any(
      words, {"Resource temporarily unavailable", "unable to create native thread",
              "can't start new thread", "pthread_create failed"});
}

}  // namespace

bool killed_for_memory(const Ending& ending) noexcept {
  return ending.signal == SIGKILL && kernel::kills_for_memory() > ending.kills_before;
}

bool is_full(int folder) noexcept {
  struct statvfs facts {};
  constexpr std::uint64_t little = std::uint64_t{64} << 10;
  return folder >= 0 && ::fstatvfs(folder, &facts) == 0 &&
         (facts.f_bavail * facts.f_frsize < little || (facts.f_files > 0 && facts.f_favail == 0));
}

std::optional<std::string> lack_of_machine(const Ending& ending, const kernel::Limits& limits) {
  if (killed_for_memory(ending)) {
    return "the kernel killed it, as this machine had no memory left; " + text::cure_of(ENOMEM);
  }
  const std::string_view words = ending.last_words;
  const auto lack = text::lack_told_in(words);
  const bool of_a_disk = lack && (*lack == ENOSPC || *lack == EDQUOT);
  if (of_a_disk && is_full(ending.scratch)) {
    return "its scratch folder is on a disk that is full; " +
           text::cure_of(*lack, text::temporary_folder() / "referee-bots");
  }
  if (tells_of_threads(words) && !ending.was_refused &&
      kernel::available_tasks().left < limits.tasks()) {
    return "it got no further thread or process; " + text::cure_of(EAGAIN);
  }
  // What its own limit would have given it is more.
  const rlim_t space = kernel::limit_of(RLIMIT_AS, false);
  if (program::tells_of_memory(words) && space != RLIM_INFINITY &&
      (space < limits.memory || ending.peak_memory < limits.memory / 2)) {
    return "it got no memory beyond the limit of this process; " + text::cure_of(ENOMEM);
  }
  if (const rlim_t data = kernel::limit_of(RLIMIT_DATA, true);
      program::tells_of_memory(words) && data < limits.memory) {
    return fmt::format(
        "it got no memory beyond the limit of this process; raise ulimit -d ({} here)",
        data / 1024);
  }
  // A bot's budget is less.
  const auto time = kernel::limit_of_cpu_time();
  if (ending.signal == SIGXCPU && ending.whose != kernel::Whose::bot && time) {
    return fmt::format(
        "it has used all the CPU time that this process gives each program, {}; raise ulimit -t",
        text::seconds_text(*time));
  }
  return std::nullopt;
}

}  // namespace referee::walls
