// Programs of schedulers: sbatch, squeue, parallel.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/run/cluster/stop.hpp"

namespace referee::cluster {

// A program's words as they can be typed into a shell.
std::string as_typed(const std::vector<std::string>& words);

class ProgramMissing : public text::MachineError {
  using MachineError::MachineError;
};
// The program of this name in PATH. Throws ProgramMissing, which says how to install it.
std::filesystem::path find_program(const std::string& name);
bool has_program(const std::string& name);

struct Answer {
  int code = 0;     // its exit code; 128 and the signal's number if a signal ended it
  std::string out;  // what it wrote, a megabyte or more if need be
  std::string err;
};

// Runs a program to its end; after `limit` it is killed, and the answer says so. Its signals are
// those of a fresh program, and Ctrl-C on the terminal does not reach it. Throws ProgramMissing,
// std::system_error.
Answer ask(const std::vector<std::string>& words, std::chrono::seconds limit);
// The same; after `stop` is requested, `limit_of_stop` is the limit.
Answer ask(const std::vector<std::string>& words, std::chrono::seconds limit, const Stop& stop,
           std::chrono::seconds limit_of_stop);

// A program that runs beside us. It gets SIGTERM when this process ends in any way.
class Running {
 public:
  // Starts it; both its streams are appended to `log`. Throws ProgramMissing, StoreError.
  Running(const std::vector<std::string>& words, const std::filesystem::path& log);
  ~Running();  // ends it
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  [[nodiscard]] bool is_running();
  // Asks it and all its children to end, and waits for it; kills them if that takes over ten
  // seconds.
  void end();

 private:
  void wait(std::chrono::seconds most);  // for its end, at most that long

  struct Process;
  std::unique_ptr<Process> process_;
};

}  // namespace referee::cluster
