#include "referee/run/config/fault_advice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/walls/refused_file.hpp"

namespace referee::config {
namespace {

using bot::Fact;
using bot::Fault;
using bot::What;

std::string allows(std::string_view key, std::string_view value, std::string_view what) {
  return fmt::format("--limit {0}={1}, or \"{0}\": {1} in a config, allows {2}", key, value, what);
}

std::uint64_t in_mebibytes(std::uint64_t bytes) {
  return (bytes + kernel::mebibyte - 1) / kernel::mebibyte;
}

// Twice a limit, in the unit of its key.
std::string twice(std::string_view key, std::uint64_t limit) {
  return allows(key, std::to_string(2 * limit), "more");
}

std::string more_for_java(std::uint64_t limit, std::uint64_t needed) {
  return fmt::format(
      "{}; java -Xmx{}m -XX:+UseSerialGC needs less",
      allows("memory", std::to_string(std::bit_ceil(in_mebibytes(std::max(2 * limit, needed)))),
             "more"),
      std::max<std::uint64_t>(limit / kernel::mebibyte / 4, 1));
}

constexpr std::string_view lifts_all = "--trust lifts all isolation";

std::string for_refused(std::string_view call) {
  if (call == "fork" || call == "vfork" || call == "clone") return allows("processes", "N", "some");
  if (call == "thread") return allows("threads", "N", "more");
  for (const std::string_view denied :
       {"kill", "tgkill", "tkill", "timer_create", "timerfd_create"}) {
    if (call == denied) return {};
  }
  return std::string(lifts_all);
}

std::string for_path(std::string_view path) {
  return fmt::format("--read {0}, or \"read\": [\"{0}\"] in a config, allows that", path);
}

std::string name_of(const Fault& fault, What what) {
  const Fact* const fact = fault.fact(what);
  return fact == nullptr ? std::string() : fact->name;
}

std::string advice_on(const Fact& fact, const Fault& fault) {
  switch (fact.what) {
    case What::memory:
      if (const Fact* java = fault.fact(What::java_needs)) {
        return more_for_java(fact.value, java->value);
      }
      return twice("memory", in_mebibytes(fact.value));
    case What::disk:
      return twice("disk", in_mebibytes(fact.value));
    case What::file_size:
      return twice("file_size", in_mebibytes(fact.value));
    case What::open_files:
      return twice("open_files", fact.value);
    case What::refused:
      return for_refused(fact.name);
    case What::processors:
      return fmt::format("leave out taskset; {}", lifts_all);
    case What::environment:
      return fmt::format(
          "\"environment\": {{\"{0}\": \"...\"}} in a config, or the command \"env {0}=... "
          "COMMAND\", gives it that; \"read\" or --read opens the folder",
          fact.name);
    case What::file:
    case What::folder:
      return for_path(fact.name);
    case What::unknown_file:
      return "a bot may read its own folder, unless that is a home folder or /tmp, the folders and "
             "the folders of files named in its \"command\", and write in TMPDIR; --read PATH, or "
             "\"read\": [\"PATH\"] in a config, opens more";
    case What::closed_folder:
      return fmt::format("type sudo -u {} referee ..., or chmod o+x {}",
                         name_of(fault, What::owner), fact.name);
    default:
      return program::advice_on(fact);
  }
}

}  // namespace

std::string advice_for(const Fault& fault) {
  std::vector<std::string> all;
  for (const Fact& fact : fault.facts) {
    std::string one = advice_on(fact, fault);
    if (!one.empty() && std::find(all.begin(), all.end(), one) == all.end()) {
      all.push_back(std::move(one));
    }
  }
  return text::join(all, "; ");
}

std::string reason_with_advice(const Fault& fault) {
  const std::string advice = advice_for(fault);
  return advice.empty() ? fault.reason : fmt::format("{} ({})", fault.reason, advice);
}

}  // namespace referee::config
