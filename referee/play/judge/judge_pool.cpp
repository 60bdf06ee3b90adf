#include "referee/play/judge/judge_pool.hpp"

#include <map>
#include <utility>
#include <vector>

namespace referee::judge {
namespace {

// More than a thread needs: a game, and a copy of it in which a line is tested.
constexpr std::size_t most_idle = 4;

using Idle = std::map<const JudgePool*, std::vector<std::unique_ptr<JudgeProcess>>>;

// They end with their thread, as their processes would.
Idle& idle_here() {
  thread_local Idle idle;
  return idle;
}

}  // namespace

std::unique_ptr<JudgeProcess> JudgePool::take() {
  auto& idle = idle_here()[this];
  if (idle.empty()) return std::make_unique<JudgeProcess>(program_);
  std::unique_ptr<JudgeProcess> process = std::move(idle.back());
  idle.pop_back();
  return process;
}

void JudgePool::give_back(std::unique_ptr<JudgeProcess> process) noexcept {
  if (!process->usable() || !process->belongs_to_this_thread()) return;
  auto& idle = idle_here()[this];
  if (idle.size() < most_idle) idle.push_back(std::move(process));
}

void JudgePool::close() { idle_here().erase(this); }

}  // namespace referee::judge
