// Work beside the server's thread, so that what takes long holds up nobody else.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <stop_token>
#include <thread>

namespace referee::server {

// A bounded number of threads. One ends when nothing waits any more, and with it the judges that it
// has started.
class Workers {
 public:
  // Must not throw. Ends early once `stop` is requested.
  using Job = std::function<void(const std::stop_token& stop)>;

  // At most so many jobs at a time.
  explicit Workers(std::size_t most) : most_(most) {}
  // Asks all jobs to stop, drops those that have not begun, and waits.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Does the job at once, or when one before it has ended; does not wait. To ask the result to stop
  // is to say that nobody needs the job any more; one that has not begun then never does. Throws
  // text::SystemError if the machine gives no thread.
  std::stop_source begin(Job job);

 private:
  struct Task {
    Job job;
    std::stop_source stop;
  };
  struct Worker {
    ~Worker() {
      if (thread.joinable()) thread.join();
    }
    std::thread thread;
    std::stop_source stop;  // of its task
    bool ended = false;
  };
  // Those that do nothing any more.
  std::list<Worker> take_ended();
  void work(Worker& own, Task task);
  // The next task for a worker; false: there is none, and it ends.
  bool next(Worker& own, Task& task);

  const std::size_t most_;
  std::mutex mutex_;  // guards what follows
  std::list<Worker> workers_;
  std::deque<Task> waiting_;
};

}  // namespace referee::server
