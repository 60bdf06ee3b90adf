// Runs the built program as a child, with time-outs, and captures what it says.
#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli_test {

// How a program ended: its exit code, or 128 and the signal's number as in a shell.
struct Ended {
  int code = 0;
  std::string out;
  std::string err;
};

// A running program. After a time limit it is killed and std::runtime_error is thrown with its
// output so far, so no test hangs.
class Child {
 public:
  // `words`: the program, a path or found in PATH, and its arguments.
  Child(const std::vector<std::string>& words, const std::filesystem::path& folder,
        std::string input = "");
  ~Child();  // kills what still runs
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Waits until its standard error contains `text`.
  void wait_for_stderr(std::string_view text);
  // Waits until `holds` returns true. Calls it whenever something changes in `watched`, which
  // must be an existing folder.
  void wait_for_change(const std::filesystem::path& watched, const std::function<bool()>& holds);
  [[nodiscard]] int pid() const noexcept { return pid_; }  // until its end
  // To the program alone, or to its whole group as a terminal's Ctrl-C.
  void signal(int number);
  void signal_group(int number);
  // Waits for its end.
  Ended end();

 private:
  // Reads what there is; waits for more for `milliseconds` at most, or until `also` is
  // readable. Returns false after the end of both streams.
  bool read_some(int milliseconds, int also = -1);
  int left() const;  // milliseconds until it is killed
  [[noreturn]] void too_late(const std::string& waiting_for);

  int pid_ = -1;
  int out_ = -1;
  int err_ = -1;
  long long deadline_ = 0;
  Ended said_;
};

// Runs a program to its end.
Ended run(const std::vector<std::string>& words, const std::filesystem::path& folder,
          const std::string& input = "");

// Whether this process has children left, not counting those that have ended. After
// adopt_orphans(), processes that lost their parent count as children of the test. Waits a while
// for those that are ending.
void adopt_orphans();
std::string processes_left();

}  // namespace cli_test
