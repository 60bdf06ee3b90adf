#include "referee/show/server/workers.hpp"

#include <iterator>
#include <utility>

#include "referee/base/text/machine.hpp"

namespace referee::server {

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    for (Worker& one : workers_) one.stop.request_stop();
  }
  workers_.clear();  // joins them; none looks at another one
}

std::list<Workers::Worker> Workers::take_ended() {
  std::list<Worker> ended;
  for (auto one = workers_.begin(); one != workers_.end();) {
    const auto next = std::next(one);
    if (one->ended) ended.splice(ended.end(), workers_, one);
    one = next;
  }
  return ended;
}

std::stop_source Workers::begin(Job job) {
  Task task{std::move(job), {}};
  std::stop_source stop = task.stop;
  const std::lock_guard lock(mutex_);
  std::list<Worker> ended = take_ended();
  if (workers_.size() >= most_) {
    waiting_.push_back(std::move(task));
    return stop;
  }
  Worker& own = workers_.emplace_back();
  own.stop = stop;
  try {
    // The new thread joins those that have ended: their judges may take long to leave.
    own.thread = text::thread_for("making a page", [this, &own, first = std::move(task),
                                                    before = std::move(ended)]() mutable {
      work(own, std::move(first));
      before.clear();
    });
  } catch (...) {
    workers_.pop_back();
    throw;
  }
  return stop;
}

void Workers::work(Worker& own, Task task) {
  do {
    if (!task.stop.stop_requested()) task.job(task.stop.get_token());
  } while (next(own, task));
}

bool Workers::next(Worker& own, Task& task) {
  task = {};  // what it holds is given back outside of the lock
  const std::lock_guard lock(mutex_);
  own.ended = waiting_.empty();
  if (own.ended) return false;
  task = std::move(waiting_.front());
  waiting_.pop_front();
  own.stop = task.stop;
  return true;
}

}  // namespace referee::server
