#include "referee/cli/common.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/cli/exit_code.hpp"
#include "referee/match/budget.hpp"
#include "referee/text/json_reader.hpp"
#include "referee/text/log.hpp"
#include "rules/random.hpp"

namespace referee::cli {

void PlayOptions::add_to(const Verb& verb) {
  verb.option("--seed", &seed, "What is random follows from it; the same seed, the same games")
      .unit("N")
      .within(0, rules::max_seed);
  verb.option("--budget", &budget,
              "Seconds of thinking time for each bot and game; default: the game's")
      .unit("SECONDS");
  verb.option("--clock", &clock,
              "cpu (default): CPU time, the same verdict on a busy machine; wall: the official "
              "clock")
      .one_of({"cpu", "wall"});
  verb.flag("--trust", trust, "No isolation, for debugging a bot; the records say so");
  verb.flag("--json", json, "The result as JSON on standard output, for programs");
  verb.flag("-q,--quiet", quiet, "Nothing on standard error but faults and errors");
}

void add_limit_options(const Verb& verb, bot::ChosenLimits& limits) {
  for (const bot::LimitKey& key : bot::limit_keys) {
    std::string option = "--" + std::string(key.name);
    std::replace(option.begin(), option.end(), '_', '-');
    verb.option(option, &(limits.*key.value), std::string(key.help))
        .unit(std::string(key.unit))
        .within(key.least, key.most);
  }
}

std::optional<bot::ClockKind> PlayOptions::clock_kind() const {
  return clock ? bot::clock_kind(*clock) : std::nullopt;
}

std::optional<bot::Duration> PlayOptions::budget_duration() const {
  if (!budget) return std::nullopt;
  const auto duration = match::duration_of_seconds(*budget);
  if (!duration) {
    throw UsageError("--budget must be a number of seconds " + std::string(match::seconds_range));
  }
  return duration;
}

const rules::GameInfo& game_named(const std::string& name) {
  if (const auto* game = rules::find_game(name)) return *game;
  std::vector<std::string_view> names;
  std::string all;
  for (const auto& game : rules::games()) {
    names.push_back(game.name);
    all += (all.empty() ? "" : ", ") + std::string(game.name);
  }
  const auto guess = text::nearest_in(name, names);
  throw UsageError("unknown game '" + name + "'; " +
                   (guess ? "did you mean '" + *guess + "'?" : "the games are " + all));
}

std::string host_facts(const bot::Protections& protections, bool isolated) {
  utsname system{};
  ::uname(&system);
  text::Json facts;
  facts["system"] = std::string(system.sysname) + " " + system.release + " " + system.machine;
  facts["processors"] = protections.processors;
  facts["root"] = protections.root;
  facts["isolated"] = isolated;
  facts["landlock"] = isolated ? protections.landlock_abi : 0;
  facts["on"] = text::Json::array();
  facts["off"] = text::Json::array();
  for (const bot::ProtectionNote& note : bot::describe(protections, isolated)) {
    facts[note.on ? "on" : "off"].push_back(note.name);
  }
  return facts.dump();
}

void require_isolation(const bot::Protections& protections) {
  std::string missing;
  for (const std::string& name : bot::missing_for_isolation(protections)) {
    missing += (missing.empty() ? "" : ", ") + name;
  }
  if (missing.empty()) return;
  throw bot::EnvironmentError("the config requires isolation, but this machine lacks: " + missing +
                              "; referee doctor tells how to get it");
}

bool on_terminal(int descriptor) {
  const char* term = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && term != nullptr && std::string_view(term) != "dumb" &&
         std::getenv("NO_COLOR") == nullptr;
}

int terminal_width(int descriptor) {
  winsize size{};
  constexpr int usual = 80;
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

int terminal_rows(int descriptor) {
  winsize size{};
  constexpr int usual = 24;
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : usual;
}

bool live_display(bool quiet) { return !quiet && on_terminal(2) && !text::debug_on_stderr(); }

report::TextStyle output_style() {
  if (!on_terminal(1)) return {false, 0};
  return {true, terminal_width(1)};
}

InterruptWatch::InterruptWatch(std::function<void()> asked) : asked_(std::move(asked)) {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &set, &before_);
  signals_ = bot::Descriptor(::signalfd(-1, &set, SFD_CLOEXEC));
  end_ = bot::Descriptor(::eventfd(0, EFD_CLOEXEC));
  if (!signals_ || !end_) {
    throw std::system_error(errno, std::generic_category(), "cannot watch for signals");
  }
  thread_ = std::thread([this] {
    std::array<pollfd, 2> watched{{{signals_.get(), POLLIN, 0}, {end_.get(), POLLIN, 0}}};
    while (::poll(watched.data(), watched.size(), -1) >= 0 || errno == EINTR) {
      if (watched[1].revents != 0) return;
      signalfd_siginfo info{};
      if (watched[0].revents != 0 && ::read(signals_.get(), &info, sizeof info) == sizeof info) {
        asked_();
      }
    }
  });
}

InterruptWatch::~InterruptWatch() {
  const std::uint64_t one = 1;
  // Cannot fail: the counter of an eventfd is far from full.
  [[maybe_unused]] const auto written = ::write(end_.get(), &one, sizeof one);
  thread_.join();
  // From here on they end the program again, even while it waits for somebody to read.
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace referee::cli
