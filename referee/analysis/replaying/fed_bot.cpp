#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/analysis/replaying/under_tool.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/play/match/record.hpp"

namespace referee::replaying {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to(std::string_view what, const fs::path& place = {}) {
  throw text::SystemError(what, place);
}

class File {
 public:
  explicit File(int number = -1) noexcept : number_(number) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void close() noexcept {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

// "S", "R", "t", ... and the parent of a process; nothing if no process has that number.
struct ProcessState {
  char state = 0;
  pid_t parent = 0;
};
std::optional<ProcessState> state_of(pid_t process) {
  std::string text;
  try {
    text = text::read_file(fmt::format("/proc/{}/stat", process));
  } catch (const std::system_error&) {
    return std::nullopt;  // it ends just now
  }
  const auto name_end = text.rfind(") ");  // the name before it may contain anything
  if (name_end == std::string::npos || name_end + 4 > text.size()) return std::nullopt;
  return ProcessState{text[name_end + 2], std::atoi(text.c_str() + name_end + 4)};
}

void tell(const std::string& words) {
  const std::string line = text::safe_text(words) + '\n';
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // nobody to tell
}

bool leads_to(const std::string& link, const fs::path& file) {
  std::error_code error;
  return fs::read_symlink(link, error) == file && !error;
}

// Serves the pipes; its methods return false once the debugger has ended.
class Feeder {
 public:
  Feeder(const FedBot& bot, FedPipes pipes, pid_t debugger, int debugger_handle)
      : bot_(bot),
        program_(fs::canonical(bot.program)),
        pipes_(std::move(pipes)),
        debugger_(debugger),
        handle_(debugger_handle) {}

  void serve() {
    while (serve_one_run()) {
    }
  }

 private:
  enum class Heard { line, end };

  [[nodiscard]] bool debugger_lives(int milliseconds) const {
    pollfd wait{handle_, POLLIN, 0};
    return ::poll(&wait, 1, milliseconds) <= 0;
  }

  bool serve_one_run() {
    const File out(::open(pipes_.out().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    for (int number = -1; number < 0;) {
      // Fails as long as nobody reads.
      number = ::open(pipes_.in().c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      if (number < 0 && !debugger_lives(10)) return false;
      if (number >= 0) return feed(number, out.number());
    }
    return true;
  }

  bool feed(int number, int out) {
    File in(number);
    for (std::size_t turn = 0; turn < bot_.turns.size(); ++turn) {
      if (turn > 0) {
        const auto heard = hear(out, Heard::line);
        if (!heard) return false;
        if (*heard == Heard::end) return true;
      }
      if (turn + 1 == bot_.turns.size() && !stop_bot(bot_.turns[turn])) return false;
      if (!write(in.number(), bot_.turns[turn])) return false;
    }
    in.close();
    return hear(out, Heard::end).has_value();
  }

  // Passes on what the bot writes, until the end of a line or of its output. Nothing if the
  // debugger has ended.
  std::optional<Heard> hear(int out, Heard until) const {
    while (true) {
      std::array<pollfd, 2> wait{pollfd{out, POLLIN, 0}, pollfd{handle_, POLLIN, 0}};
      if (::poll(wait.data(), wait.size(), -1) < 0) continue;
      if ((wait[0].revents & POLLIN) != 0) {
        std::array<char, 4096> bytes{};
        const ssize_t size = ::read(out, bytes.data(), bytes.size());
        const std::string_view text(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
        if (::write(STDOUT_FILENO, text.data(), text.size()) < 0) return std::nullopt;
        if (until == Heard::line && text.find('\n') != std::string_view::npos) return Heard::line;
      } else if ((wait[0].revents & POLLHUP) != 0) {
        return Heard::end;
      }
      if (wait[1].revents != 0) return std::nullopt;
    }
  }

  [[nodiscard]] bool write(int in, std::string_view text) const {
    while (!text.empty()) {
      const ssize_t size = ::write(in, text.data(), text.size());
      if (size > 0) text.remove_prefix(static_cast<std::size_t>(size));
      if (size < 0 && errno != EAGAIN) return true;  // the bot has ended; hear() will notice
      if (size < 0 && !debugger_lives(10)) return false;
    }
    return true;
  }

  // The child of the debugger that reads from the pipe, once it is the bot and no shell before it.
  [[nodiscard]] std::optional<pid_t> find_bot() const {
    std::error_code error;
    for (fs::directory_iterator entry("/proc", error), end; !error && entry != end;
         entry.increment(error)) {
      const std::string name = entry->path().filename();
      pid_t process = 0;
      const auto read = std::from_chars(name.data(), name.data() + name.size(), process);
      if (read.ec != std::errc() || read.ptr != name.data() + name.size()) continue;
      const auto state = state_of(process);
      if (!state || state->parent != debugger_) continue;
      if (!leads_to(fmt::format("/proc/{}/fd/0", process), pipes_.in())) continue;
      if (leads_to(fmt::format("/proc/{}/exe", process), program_)) return process;
    }
    return std::nullopt;
  }

  // The debugger is ready for a signal only once the bot runs freely.
  bool stop_bot(const std::string& turn) const {
    constexpr int most_looks = 3000;  // a busy machine's debugger may need seconds
    constexpr int most_looks_for_rest = 500;
    constexpr int pause = 10;  // milliseconds
    std::optional<pid_t> process;
    for (int look = 0; look < most_looks && !process; ++look) {
      process = find_bot();
      if (!process && !debugger_lives(pause)) return false;
    }
    for (int look = 0; look < most_looks_for_rest && process; ++look) {
      const auto state = state_of(*process);
      if (state && state->state == 'S') break;
      if (!debugger_lives(pause)) return false;
    }
    if (!process) {
      tell(fmt::format("The bot could not be stopped before move {}.", bot_.ply));
      return true;
    }
    tell(fmt::format("Stopping the bot before move {}; after `continue` it reads '{}'.", bot_.ply,
                     match::escape_line(turn)));
    ::kill(*process, SIGINT);
    for (int look = 0; look < most_looks; ++look) {
      const auto state = state_of(*process);
      if (!state || state->state == 't' || state->state == 'T') return true;
      if (!debugger_lives(pause)) return false;
    }
    return true;
  }

  const FedBot& bot_;
  const fs::path program_;
  const FedPipes pipes_;
  const pid_t debugger_;
  const int handle_;
};

}  // namespace

FedPipes feed_in_debugger(const FedBot& bot) {
  FedPipes pipes{text::new_folder(fs::canonical(text::temporary_folder()), "referee-pipes-")};
  for (const fs::path& pipe : {pipes.in(), pipes.out()}) {
    if (::mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR) != 0) fail_to("make the pipe", pipe);
  }
  const pid_t debugger = ::getpid();
  const auto handle = static_cast<int>(::syscall(SYS_pidfd_open, debugger, 0));
  if (handle < 0) fail_to("watch the debugger");
  const pid_t child = ::fork();
  if (child < 0) fail_to("start a process");
  if (child == 0) {
    // Not a child of the debugger, which would wonder, and out of reach of the terminal's signals.
    if (::fork() != 0) ::_exit(0);
    ::setsid();
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    try {
      Feeder(bot, pipes, debugger, handle).serve();
    } catch (const std::exception& failure) {
      tell(fmt::format("The bot gets no further input: {}", failure.what()));
    }
    std::error_code ignored;
    fs::remove_all(pipes.folder, ignored);
    ::_exit(0);
  }
  ::close(handle);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return pipes;
}

}  // namespace referee::replaying
