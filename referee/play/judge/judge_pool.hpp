// The processes of one judge: a game that is being played has one to itself, and gives it back when
// it is over, to be asked for the next game. Each thread keeps its own.
#pragma once

#include <memory>

#include "referee/play/judge/judge_process.hpp"

namespace referee::judge {

class JudgePool {
 public:
  // `program` must outlive the pool, and the pool all threads that have used it.
  explicit JudgePool(const JudgeProgram& program) : program_(program) {}
  JudgePool(const JudgePool&) = delete;
  JudgePool& operator=(const JudgePool&) = delete;

  // Returns an idle process, or a new one. Throws like JudgeProcess.
  std::unique_ptr<JudgeProcess> take();
  // Keeps the process for the next game if it is usable and belongs to this thread; else it leaves.
  void give_back(std::unique_ptr<JudgeProcess> process) noexcept;
  // Lets this thread's idle processes leave: for a pool that ends before its thread.
  void close();

 private:
  const JudgeProgram& program_;
};

// Gives a process back at its end.
class Lease {
 public:
  Lease() = default;
  explicit Lease(JudgePool& pool) : pool_(&pool), process_(pool.take()) {}
  ~Lease() {
    if (process_) pool_->give_back(std::move(process_));
  }
  Lease(Lease&&) noexcept = default;
  Lease& operator=(Lease&&) noexcept = default;
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  explicit operator bool() const noexcept { return process_ != nullptr; }
  JudgeProcess& operator*() const noexcept { return *process_; }
  JudgeProcess* operator->() const noexcept { return process_.get(); }

 private:
  JudgePool* pool_ = nullptr;
  std::unique_ptr<JudgeProcess> process_;
};

}  // namespace referee::judge
