// How soon a match is over after Ctrl-C, whatever a bot does to its own memory: times again, and so
// compared in pairs and decided as sequential.hpp says, as in measured.cpp.

#include <atomic>
#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "arena.hpp"
#include "referee/machine/kernel/scheduling.hpp"
#include "stage.hpp"
#include "tests/machine/bot/sequential.hpp"

namespace arena {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using referee::kernel::Duration;
using SteadyTime = std::chrono::steady_clock::time_point;

// What the end may take beyond that of a match between bots that sleep.
constexpr Duration allowance = 200ms;
// When the interruption comes, after the host is there: early and late in the rival's long turn.
constexpr int earliest = 20;  // ms
constexpr int latest = 200;

class Interrupted {
 public:
  explicit Interrupted(const fs::path& folder) : stage_(folder) { stage_.end(); }

  // Those that work while their rival thinks.
  [[nodiscard]] std::vector<Listed> list_of(const std::string& group) const {
    std::vector<Listed> list = stage_.list_of(group);
    std::erase_if(list, [](const Listed& one) {
      return one.options.find(" opponent=pause") == std::string::npos;
    });
    return list;
  }

  Row measure(const Listed& listed) {
    Row row{listed.group, listed.name, listed.options, listed.does};
    const std::string options = listed.options + " opponent=pause-longer";
    const sequential::Test late = sequential::try_often([&] {
      const End attacked = end_of(listed.name, options);
      const End honest = end_of("pause-longer", options);
      return attacked.took - own_waits_allowed * attacked.waited - honest.took >= allowance;
    });
    if (!late.is_seldom()) row.failures = " Ctrl-C took 200 ms more " + late.text() + ";";
    return row;
  }

 private:
  // From the interruption to the end of the host and all that it had.
  struct End {
    Duration took;
    Duration waited;  // for a processor, the thread that is the referee
  };
  End end_of(const std::string& name, const std::string& options) {
    std::atomic<bool> begun = false;
    std::atomic<bool> interrupted = false;
    std::optional<referee::kernel::OwnWaitClock> waits;
    SteadyTime end;
    Duration waited{};
    // A host belongs to the thread that makes it.
    std::thread match([&] {
      stage_.begin();
      waits.emplace();
      begun = true;
      try {
        stage_.play_against(name, options, "black-hole", true);
      } catch (const referee::bot::Interrupted&) {
      }
      while (!interrupted) std::this_thread::yield();
      stage_.end();
      end = std::chrono::steady_clock::now();
      waited = waits->read();
    });
    while (!begun) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(moment_(generator_)));
    const Duration waited_before = waits->read();
    const SteadyTime begin = std::chrono::steady_clock::now();
    stage_.interrupt();
    interrupted = true;
    match.join();
    return {end - begin, waited - waited_before};
  }

  Stage stage_;
  std::mt19937 generator_{1};
  std::uniform_int_distribution<int> moment_{earliest, latest};
};

}  // namespace

int interrupt_group(const fs::path& folder, const std::string& group, int descriptor) {
  Report report(descriptor);
  Interrupted interrupted(folder);
  for (const Listed& one : interrupted.list_of(group)) report.tell(interrupted.measure(one));
  return report.failed();
}

}  // namespace arena
