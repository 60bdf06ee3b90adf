// What a hostile bot costs its opponent, and how late its own end comes: times, which a busy
// machine makes longer now and then. So they are compared in pairs of games, an honest one after
// each, and decided as sequential.hpp says.

#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <sstream>
#include <string>

#include "arena.hpp"
#include "how.hpp"
#include "referee/bot/tree.hpp"
#include "sequential.hpp"
#include "stage.hpp"

namespace arena {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using referee::bot::Duration;
using referee::match::MatchRecord;

// What the opponent may be charged more than in the honest game.
constexpr Duration charge_allowance = 20ms;
// What an end by a limit of time may take beyond that limit and the honest game.
constexpr Duration end_allowance = 1s;
// The limits of time are made so much shorter here: they are met often.
constexpr int hurry = 10;

struct Game {
  Duration opponent;  // CPU time
  Duration wall;
};

// Who pauses for an attacker is no measure.
std::string without_opponent(const std::string& options) {
  std::istringstream words(options);
  std::string kept;
  for (std::string word; words >> word;) {
    if (!word.starts_with("opponent=")) kept += (kept.empty() ? "" : " ") + word;
  }
  return kept;
}

class Measured {
 public:
  explicit Measured(const fs::path& folder) : stage_(folder) { stage_.hurry(hurry); }

  [[nodiscard]] std::vector<Listed> list_of(const std::string& group) const {
    return stage_.list_of(group);
  }

  Row measure(const Listed& listed) {
    Row row{listed.group, listed.name, listed.options, listed.does, "", "", "", ""};
    referee::bot::Limits limits;
    const std::string options = without_opponent(listed.options);
    const How how = apply_options(listed.options, stage_.scale(), limits);
    const Duration end = limits.wall_limit() / hurry + end_allowance;
    stage_.begin();
    sequential::Test charge;
    sequential::Test late;
    while (!charge.decided() || (how.by_clock && !late.decided())) {
      const Game attacked = play(listed.name, options);
      const Game honest = play("honest", options);
      if (!charge.decided()) charge.add(attacked.opponent - honest.opponent >= charge_allowance);
      if (!late.decided()) late.add(attacked.wall - honest.wall >= end);
    }
    stage_.end();
    if (!charge.is_seldom()) {
      row.failures += " the opponent was charged 20 ms more " + charge.text() + ";";
    }
    if (how.by_clock && !late.is_seldom()) {
      row.failures += " its end came 1 s late " + late.text() + ";";
    }
    return row;
  }

 private:
  Game play(const std::string& name, const std::string& options) {
    const auto start = std::chrono::steady_clock::now();
    const MatchRecord record = stage_.play_against(name, options, "black-hole", true);
    return {record.measured.bots[1].cpu, std::chrono::steady_clock::now() - start};
  }

  Stage stage_;
};

}  // namespace

int measure_group(const fs::path& folder, const std::string& group, int report) {
  referee::bot::adopt_orphans();
  ::prctl(PR_SET_DUMPABLE, 0);  // as the referee's main program does
  Measured measured(folder);
  int failed = 0;
  for (const Listed& one : measured.list_of(group)) {
    const Row row = measured.measure(one);
    if (!row.failures.empty()) ++failed;
    const std::string line = to_line(row);
    if (::write(report, line.data(), line.size()) != static_cast<ssize_t>(line.size())) ++failed;
  }
  return failed;
}

}  // namespace arena
