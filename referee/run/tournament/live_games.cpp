#include "referee/run/tournament/live_games.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/fault_advice.hpp"

namespace referee::tournament {
namespace {

using namespace std::chrono_literals;

constexpr auto looks_for_watchers_every = 1s;
constexpr int share = 100;  // at most 1 % of the time, within these bounds
constexpr LiveGames::Clock::duration writes_at_most_every = 200ms;
// Shows readers that this process still runs.
constexpr LiveGames::Clock::duration writes_at_least_every = 2s;

}  // namespace

LiveGames::LiveGames(const std::filesystem::path& folder, std::string_view label,
                     std::string tournament)
    : folder_(folder),
      file_(store::live_path(folder, label)),
      tournament_(std::move(tournament)),
      // Beyond what an earlier process wrote under the same name.
      times_written_(static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
              .count())) {
  // Left behind by a process that has ended.
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

LiveGames::~LiveGames() {
  std::error_code ignored;
  if (file_is_there_) std::filesystem::remove(file_, ignored);
}

LiveGames::Game::Game(LiveGames& all, const MatchStart& start)
    : all_(all),
      number_(start.number),
      events_(match::started_line(record_of(start)) + '\n'),
      bots_(start.bots) {
  const std::lock_guard lock(all_.mutex_);
  all_.games_.push_back(this);
  ++all_.changes_;
}

LiveGames::Game::~Game() {
  const std::lock_guard lock(all_.mutex_);
  std::erase(all_.games_, this);
  ++all_.changes_;
}

void LiveGames::Game::moved(const match::Ply& ply, match::Duration cpu, match::Duration wall) {
  {
    const std::lock_guard lock(mutex_);
    events_ += match::move_line(number_, ++moves_, ply, cpu, wall) + '\n';
  }
  all_.changes_.fetch_add(1, std::memory_order_relaxed);
}

void LiveGames::Game::failed(const match::MatchFault& fault) {
  {
    const std::lock_guard lock(mutex_);
    events_ += match::fault_line(number_, bots_[rules::index(fault.seat)], fault,
                                 config::advice_for(fault.fault)) +
               '\n';
  }
  all_.changes_.fetch_add(1, std::memory_order_relaxed);
}

void LiveGames::tick(Clock::time_point now) {
  if (now >= next_look_) {
    next_look_ = now + looks_for_watchers_every;
    watched_ = store::is_watched(folder_);
    if (!watched_ && std::exchange(file_is_there_, false)) {
      std::error_code ignored;
      std::filesystem::remove(file_, ignored);
    }
  }
  if (!watched_ || now < next_write_) return;
  const bool changed = changes_.load(std::memory_order_relaxed) != written_changes_;
  if (changed || now - last_write_ >= writes_at_least_every) write(now);
}

void LiveGames::write(Clock::time_point now) {
  const auto begin = Clock::now();
  written_changes_ = changes_.load(std::memory_order_relaxed);
  std::string events;
  {
    const std::lock_guard lock(mutex_);
    for (Game* game : games_) {
      const std::lock_guard of_game(game->mutex_);
      events += game->events_;
    }
  }
  const int error = store::write_live(file_, tournament_, ++times_written_, events);
  if (error == 0) {
    file_is_there_ = true;
  } else {
    text::debug("live: cannot write {}: {}", file_.c_str(), std::generic_category().message(error));
  }
  last_write_ = now;
  const auto cost = Clock::now() - begin;
  next_write_ = now + std::clamp(share * cost, writes_at_most_every, writes_at_least_every);
}

}  // namespace referee::tournament
