#include "referee/machine/bot/unseen.hpp"

#include <algorithm>
#include <chrono>

namespace referee::bot {

void Unseen::look() {
  // Of CPU time: far more than any of these calls takes.
  static constexpr kernel::Duration long_enough = std::chrono::milliseconds(2);
  std::erase_if(calls_, [this](const Call& call) {
    const kernel::ThreadState now = look_(call.thread);
    return !now.runs || now.used - call.used > long_enough;
  });
}

void Unseen::add(pid_t owner, pid_t thread, std::size_t count) {
  const std::size_t most = count + left(owner, count);
  calls_.push_back({owner, thread, ++allowed_, most, look_(thread).used});
}

void Unseen::asks(pid_t thread) {
  std::erase_if(calls_, [thread](const Call& call) { return call.thread == thread; });
}

// Are there as many as there can be only if one of the calls, and all that were open when it was
// allowed, and all that have been allowed since, have been made? What has ended meanwhile only
// makes them fewer.
bool Unseen::all_made(pid_t owner, std::size_t count) const {
  return std::any_of(calls_.begin(), calls_.end(), [&](const Call& call) {
    return call.owner == owner && count >= call.most + (allowed_ - call.number + 1);
  });
}

std::size_t Unseen::left(pid_t owner, std::size_t count) {
  if (all_made(owner, count)) {
    std::erase_if(calls_, [owner](const Call& call) { return call.owner == owner; });
  }
  const auto left = std::count_if(calls_.begin(), calls_.end(),
                                  [owner](const Call& call) { return call.owner == owner; });
  return static_cast<std::size_t>(left);
}

}  // namespace referee::bot
