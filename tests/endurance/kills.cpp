#include "kills.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <stdexcept>
#include <thread>

#include <nlohmann/json.hpp>

#include "processes.hpp"
#include "tests/cli/child.hpp"
#include "tests/cli/folder.hpp"

namespace endurance {
namespace {

using cli_test::Child;
using cli_test::Ended;
using cli_test::Json;
using cli_test::Words;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr std::size_t bots = 3;
constexpr std::size_t matches_of_round = bots * (bots - 1);

// The lines of a store as they come, whole ones only.
class Growth {
 public:
  explicit Growth(fs::path store) : store_(std::move(store)) {}

  // How many lines there are now.
  std::size_t lines() {
    std::error_code none_yet;
    for (fs::directory_iterator entry(store_, none_yet);
         !none_yet && entry != fs::directory_iterator(); entry.increment(none_yet)) {
      if (entry->path().extension() != ".jsonl") continue;
      auto& read = read_[entry->path()];
      std::ifstream in(entry->path(), std::ios::binary);
      in.seekg(static_cast<std::streamoff>(read));
      const std::string more{std::istreambuf_iterator<char>(in), {}};
      count_ += static_cast<std::size_t>(std::count(more.begin(), more.end(), '\n'));
      read += more.size();
    }
    return count_;
  }

 private:
  fs::path store_;
  std::map<fs::path, std::size_t> read_;  // bytes
  std::size_t count_ = 0;
};

// When to kill a run: as soon as the store has this many lines, and a moment later.
struct Moment {
  std::size_t lines = 0;
  std::chrono::microseconds later{};
};

// Spread over the tournament; the runs that begin beyond their line are killed while
// they start.
std::vector<Moment> moments(const KillPlan& plan, std::size_t matches) {
  std::mt19937_64 random(plan.seed);
  std::vector<Moment> list(plan.kills);
  for (Moment& moment : list) moment.lines = random() % (matches - matches_of_round);
  std::sort(list.begin(), list.end(),
            [](const Moment& a, const Moment& b) { return a.lines < b.lines; });
  for (Moment& moment : list) moment.later = std::chrono::microseconds(random() % 20'000);
  return list;
}

class Killing {
 public:
  explicit Killing(const KillPlan& plan)
      : plan_(plan), matches_(matches_of_round * (plan.kills + 4)), growth_(plan.folder / "o") {
    figures_.matches = matches_;
    // A bot with a child. It may see its own folder only.
    fs::copy_file(built::file("black-hole-greedy"), plan.folder / "black-hole-greedy");
    std::ofstream(plan.folder / "wrapped") << "#!/bin/sh\n./black-hole-greedy\nexit\n";
    fs::permissions(plan.folder / "wrapped", fs::perms::owner_all);
    Json config{{"game", "black-hole"}, {"seed", 1}, {"rounds", matches_ / matches_of_round}};
    config["bots"] = {
        {{"name", "random"}, {"command", "@random"}},
        {{"name", "greedy"}, {"command", built::word("black-hole-greedy")}},
        {{"name", "wrapped"}, {"command", "./wrapped"}, {"processes", 2}},
    };
    std::ofstream(plan.folder / "c.json") << config.dump(2);
  }

  KillFigures run() {
    cli_test::adopt_orphans();
    for (const Moment& moment : moments(plan_, matches_)) {
      if (!kill_at(moment)) break;
      if (plan_.told) plan_.told(figures_.kills);
    }
    if (figures_.kills < plan_.kills) wrong("the tournament ended before all kills were made");
    play("o");
    play("undisturbed");
    compare();
    return std::move(figures_);
  }

 private:
  static Words words(const std::string& out) {
    return {built::file("referee"), "tournament", "c.json", "--out", out, "--jobs", "2", "--quiet"};
  }

  void wrong(std::string what) { figures_.wrong.push_back(std::move(what)); }

  // False if the run came to its end before that moment.
  bool kill_at(const Moment& moment) {
    Child referee(words("o"), plan_.folder);
    siginfo_t ended{};
    const auto is_over = [&] {
      return ::waitid(P_PID, static_cast<id_t>(referee.pid()), &ended,
                      WEXITED | WNOHANG | WNOWAIT) == 0 &&
             ended.si_pid != 0;
    };
    while (growth_.lines() < moment.lines) {
      if (is_over()) return false;
      std::this_thread::sleep_for(500us);
    }
    std::this_thread::sleep_for(moment.later);
    if (is_over()) return false;

    Watched watched;
    watched.add(descendants(referee.pid()));
    const auto killed = Clock::now();
    referee.signal(SIGKILL);
    // What it started at the last moment has become a child of ours by the time it is
    // gone, unless it has ended, too.
    ::waitid(P_PID, static_cast<id_t>(referee.pid()), &ended, WEXITED | WNOWAIT);
    watched.add(descendants(::getpid()));
    const auto left = watched.wait(plan_.patience);
    figures_.survived.push_back(Milliseconds(Clock::now() - killed).count());
    figures_.processes += watched.size();
    ++figures_.kills;
    for (const std::string& process : left)
      wrong(std::to_string(plan_.patience.count()) + " s after its referee still ran: " + process);
    watched.kill();
    referee.end();
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    return true;
  }

  Ended referee(const Words& arguments) const { return cli_test::run(arguments, plan_.folder); }

  void play(const std::string& out) {
    const Ended ended = referee(words(out));
    if (ended.code != 0) {
      wrong("playing " + out + " to its end had exit code " + std::to_string(ended.code) + ": " +
            ended.err);
    }
  }

  // The records by match, without measurements; incomplete lines are counted.
  std::map<std::uint64_t, Json> records(const fs::path& store, bool disturbed) {
    std::map<std::uint64_t, Json> found;
    for (const auto& entry : fs::directory_iterator(store)) {
      if (entry.path().extension() != ".jsonl") continue;
      if (disturbed) ++figures_.attempts;
      std::ifstream in(entry.path(), std::ios::binary);
      for (std::string line; std::getline(in, line);) {
        if (in.eof()) {
          ++figures_.torn;
          break;
        }
        Json record = cli_test::without_measured(line);
        const auto match = record["match"].get<std::uint64_t>();
        if (!found.emplace(match, std::move(record)).second) {
          wrong("match " + std::to_string(match) + " was played twice");
        }
      }
    }
    return found;
  }

  void compare() {
    const auto disturbed = records(plan_.folder / "o", true);
    const auto undisturbed = records(plan_.folder / "undisturbed", false);
    if (undisturbed.size() != matches_) wrong("the undisturbed run has not all matches");
    if (disturbed.size() != matches_) {
      wrong("the disturbed store has " + std::to_string(disturbed.size()) + " of " +
            std::to_string(matches_) + " matches");
    }
    for (const auto& [match, record] : disturbed) {
      const auto found = undisturbed.find(match);
      if (found == undisturbed.end() || found->second != record) {
        wrong("match " + std::to_string(match) + " differs from that of the undisturbed run");
      }
    }
    const Words verify{built::file("referee"), "verify", "o", "--json"};
    const Ended verified = referee(verify);
    if (verified.code != 0 || Json::parse(verified.out)["games"] != matches_) {
      wrong("referee verify does not agree: " + verified.out + verified.err);
    }
    const auto standings = [this](const std::string& store) {
      return referee({built::file("referee"), "standings", store, "--json"}).out;
    };
    if (standings("o").empty() || standings("o") != standings("undisturbed")) {
      wrong("the standings differ");
    }
  }

  const KillPlan& plan_;
  const std::size_t matches_;
  Growth growth_;
  KillFigures figures_;
};

}  // namespace

KillFigures kill_often(const KillPlan& plan) { return Killing(plan).run(); }

double percentile(std::vector<double> values, double percent) {
  std::sort(values.begin(), values.end());
  const double last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(std::llround(last * percent / 100))];
}

}  // namespace endurance
