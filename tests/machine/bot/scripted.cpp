// A bot that does what its arguments say, one after the other, for the tests:
//
//   read        reads a line            answer        reads a line, writes it back
//   say:TEXT    writes TEXT; %n, %r, %0 as \n... in C   err:N  writes N letters on stderr
//   burn:US     uses so much CPU time   nap:MS        sleeps
//   exit:N  kill:N  ignore:N  close:N   to itself     drain  reads to the end of input
//   wait        sleeps "for ever"       loop          starts again from the beginning
//   threads:N   from now on N threads burn, each as much (the first time it is met)
//   readers:N   from now on N threads read from a pipe into which nobody writes
//   heed:N      from now on signal N ends all burning
//   fork-burn:US   a child burns it and is waited for
//   block:MS    waits in the kernel where no signal wakes it, as vfork does for its child
//   cpu         writes a line: the CPU time of all its threads and of its children that
//               have ended, in nanoseconds, since its start
//   elapsed     writes a line: the wall time in nanoseconds since it read its last one
//   refuse:N    asks N times for a system call that is refused
//   exec        another thread executes this program anew, with the rest of the script
//   flood-err   from now on a thread writes on stderr without end
//   hold:N      from now on a thread copies from descriptor N, if it is 0, or to it, and to or from
//               memory that does not come (as root); after 30 s it ends the process with 77
//   held        waits until that thread waits
//   fill:N      writes N files of 1 MiB into TMPDIR      unfill     removes them
//   take:N      uses N MiB of memory from now on
//   tell:WHAT   writes a line about itself: fds, signals, environment, folder, group
#include <dirent.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

extern char** environ;

namespace {

std::atomic<bool> told_to_stop = false;

void burn(std::int64_t microseconds) {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  const auto nanoseconds = [&] { return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec; };
  const std::int64_t end = nanoseconds() + microseconds * 1000;
  while (nanoseconds() < end && !told_to_stop) ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
}

// Threads that burn whenever the first one does.
class Team {
 public:
  ~Team() {
    work(-1);
    for (auto& thread : threads_) thread.join();
  }
  void grow(int size) {
    while (static_cast<int>(threads_.size()) + 1 < size) {
      threads_.emplace_back([this] { help(); });
    }
  }
  void burn_together(std::int64_t microseconds) {
    work(microseconds);
    burn(microseconds);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void work(std::int64_t microseconds) {
    const std::lock_guard lock(mutex_);
    microseconds_ = microseconds;
    busy_ = threads_.size();
    ++round_;
    start_.notify_all();
  }
  void help() {
    for (unsigned seen = 0;;) {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return round_ != seen; });
      seen = round_;
      const std::int64_t microseconds = microseconds_;
      lock.unlock();
      if (microseconds < 0) return;
      burn(microseconds);
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  std::vector<std::thread> threads_;
  std::int64_t microseconds_ = 0;
  std::size_t busy_ = 0;
  unsigned round_ = 0;
};

void read_in_threads(std::int64_t count) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) ::_exit(98);
  for (; count > 0; --count) {
    std::thread([ends] {
      char none = 0;
      if (::read(ends[0], &none, 1) != 1) ::_exit(98);
    }).detach();
  }
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char c = text[++i];
    result += c == 'n' ? '\n' : c == 'r' ? '\r' : c == '0' ? '\0' : c;
  }
  return result;
}

std::int64_t cpu_time() {
  timespec own{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  rusage children{};
  ::getrusage(RUSAGE_CHILDREN, &children);
  const std::int64_t seconds = own.tv_sec + children.ru_utime.tv_sec + children.ru_stime.tv_sec;
  const std::int64_t microseconds = children.ru_utime.tv_usec + children.ru_stime.tv_usec;
  return seconds * 1'000'000'000 + microseconds * 1000 + own.tv_nsec;
}

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(descriptor, bytes.data(), bytes.size());
    if (size <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

bool read_line(std::string& line) {
  line.clear();
  for (char c = 0; ::read(0, &c, 1) == 1;) {
    if (c == '\n') return true;
    line += c;
  }
  return false;
}

int hold(int descriptor) {
  const auto page = static_cast<std::size_t>(::getpagesize());
  char* const memory = static_cast<char*>(
      ::mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  const int faults = static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC));
  uffdio_api api{UFFD_API, 0, 0};
  uffdio_register memory_of{
      {reinterpret_cast<std::uintptr_t>(memory), page}, UFFDIO_REGISTER_MODE_MISSING, 0};
  if (memory == MAP_FAILED || faults < 0 || ::ioctl(faults, UFFDIO_API, &api) != 0 ||
      ::ioctl(faults, UFFDIO_REGISTER, &memory_of) != 0) {
    ::_exit(98);
  }
  std::thread([descriptor, memory] {
    static char here = 'x';
    const std::array<iovec, 2> pieces{{{&here, 1}, {memory, 1}}};
    if (descriptor == 0) {
      ::readv(descriptor, pieces.data(), 2);
    } else {
      ::writev(descriptor, pieces.data(), 2);
    }
  }).detach();
  std::thread([] {
    ::sleep(30);
    ::_exit(77);
  }).detach();
  return faults;
}

void flood_stderr() {
  const std::string text(4096, 'e');
  while (::write(2, text.data(), text.size()) > 0) {
  }
}

std::string file_name(std::int64_t number) {
  return std::string(std::getenv("TMPDIR")) + "/" + std::to_string(number);
}

std::string status_line(std::string_view key) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(key)) return line.substr(line.find_last_of(" \t") + 1);
  }
  return "";
}

std::string about(std::string_view what) {
  std::string text;
  if (what == "fds") {
    for (int i = 0; i < 1000; ++i) {
      if (::access(("/proc/self/fd/" + std::to_string(i)).c_str(), F_OK) == 0) {
        text += std::to_string(i) + " ";
      }
    }
  } else if (what == "signals") {
    text = status_line("SigBlk") + " " + status_line("SigIgn") + " " + status_line("SigCgt");
  } else if (what == "environment") {
    std::vector<std::string> all;
    for (char** one = environ; *one != nullptr; ++one) all.emplace_back(*one);
    std::sort(all.begin(), all.end());
    for (const std::string& one : all) text += one.substr(0, one.find('=')) + " ";
  } else if (what == "folder") {
    text = std::filesystem::current_path().string();
  } else if (what == "group") {
    const bool leader = ::getpgid(0) == ::getpid() && ::getsid(0) == ::getpid();
    text = leader ? "leader" : "member";
  } else if (const char* value = std::getenv(std::string(what).c_str())) {
    text = value;
  }
  return text + "\n";
}

}  // namespace

int main(int argc, char** argv) {
  Team team;
  std::string line;
  auto last_read = std::chrono::steady_clock::now();
  int faults = -1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const auto colon = std::min(word.find(':'), word.size());
    const std::string_view verb = word.substr(0, colon);
    const std::string_view text = word.substr(std::min(colon + 1, word.size()));
    const std::int64_t number = std::strtoll(std::string(text).c_str(), nullptr, 10);
    if (verb == "read" || verb == "answer") {
      if (!read_line(line)) return 0;
      last_read = std::chrono::steady_clock::now();
      if (verb == "answer") write_all(1, line + "\n");
    } else if (verb == "say") {
      write_all(1, unescaped(text));
    } else if (verb == "cpu") {
      write_all(1, std::to_string(cpu_time()) + "\n");
    } else if (verb == "elapsed") {
      const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - last_read;
      write_all(1, std::to_string(time.count()) + "\n");
    } else if (verb == "refuse") {
      for (std::int64_t asked = 0; asked < number; ++asked) ::syscall(SYS_acct, nullptr);
    } else if (verb == "exec") {
      std::thread([&] {
        ::execv("/proc/self/exe", argv + i);
        ::_exit(97);
      }).join();
    } else if (verb == "hold") {
      faults = hold(static_cast<int>(number));
    } else if (verb == "held") {
      pollfd event{faults, POLLIN, 0};
      ::poll(&event, 1, -1);
    } else if (verb == "flood-err") {
      std::thread(flood_stderr).detach();
    } else if (verb == "tell") {
      write_all(1, about(text));
    } else if (verb == "err") {
      write_all(2, std::string(static_cast<std::size_t>(number), 'e') + "END");
    } else if (verb == "threads") {
      team.grow(static_cast<int>(number));
    } else if (verb == "readers") {
      read_in_threads(number);
    } else if (verb == "heed") {
      ::signal(static_cast<int>(number), [](int) { told_to_stop = true; });
    } else if (verb == "burn") {
      team.burn_together(number);
    } else if (verb == "fork-burn") {
      const pid_t child = ::fork();
      if (child == 0) {
        burn(number);
        ::_exit(0);
      }
      if (child < 0 || ::waitpid(child, nullptr, 0) != child) return 98;
    } else if (verb == "block") {
      const pid_t child = ::vfork();
      if (child == 0) {
        ::usleep(static_cast<useconds_t>(number) * 1000);
        ::_exit(0);
      }
      if (child < 0 || ::waitpid(child, nullptr, 0) != child) return 98;
    } else if (verb == "fill") {
      for (std::int64_t file = 0; file < number; ++file) {
        std::ofstream(file_name(file)) << std::string(std::size_t{1} << 20, 'x');
      }
    } else if (verb == "take") {
      const std::size_t size = static_cast<std::size_t>(number) << 20;
      std::memset(new char[size], 1, size);
    } else if (verb == "unfill") {
      for (std::int64_t file = 0; ::unlink(file_name(file).c_str()) == 0;) ++file;
    } else if (verb == "nap") {
      ::usleep(static_cast<useconds_t>(number) * 1000);
    } else if (verb == "exit") {
      ::_exit(static_cast<int>(number));
    } else if (verb == "kill") {
      ::raise(static_cast<int>(number));
    } else if (verb == "ignore") {
      ::signal(static_cast<int>(number), SIG_IGN);
    } else if (verb == "close") {
      ::close(static_cast<int>(number));
    } else if (verb == "drain") {
      while (read_line(line)) {
      }
    } else if (verb == "wait") {
      ::sleep(3600);
    } else if (verb == "loop") {
      i = 0;
    } else {
      std::cerr << "unknown: " << word << '\n';
      return 99;
    }
  }
  return 0;
}
