#include "referee/run/cluster/program.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>

// Else it would need the library Boost.Filesystem.
#define BOOST_PROCESS_USE_STD_FS
#include <boost/asio/io_context.hpp>
#include <boost/optional.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/process/v2/stdio.hpp>
#include <boost/type_traits.hpp>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/search_path.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::cluster {
namespace {

namespace asio = boost::asio;
namespace process = boost::process::v2;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto looks_every = 20ms;

// What the child does before it becomes the program.
struct FreshProgram {
  template <typename Launcher, typename Words>
  boost::system::error_code on_exec_setup(Launcher& /*launcher*/,
                                          const process::filesystem::path& /*program*/,
                                          Words& /*words*/) const {
    ::setpgid(0, 0);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    return {};
  }
};

// A file in memory, for what a program writes.
text::Descriptor memory_file() {
  text::Descriptor file(::memfd_create("output", MFD_CLOEXEC));
  if (!file) throw text::SystemError("make a file in memory");
  return file;
}

std::string text_of(int file) {
  std::string text;
  std::array<char, 65536> block;
  while (true) {
    const auto got = ::pread(file, block.data(), block.size(), static_cast<off_t>(text.size()));
    if (got <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
  }
}

process::process start(asio::io_context& io, const std::vector<std::string>& words, int out,
                       int err) {
  const std::vector<std::string> arguments(words.begin() + 1, words.end());
  return process::process(io, find_program(words.front()), arguments,
                          process::process_stdio{nullptr, out, err}, FreshProgram{});
}

}  // namespace

std::string as_typed(const std::vector<std::string>& words) {
  std::vector<std::string> typed;
  typed.reserve(words.size());
  for (const std::string& word : words) typed.push_back(text::shell_word(word));
  return text::join(typed, " ");
}

std::filesystem::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const auto found = program::in_search_path(name);
  if (!found.empty()) return found.front();
  // Slurm's programs are those of one package.
  const std::string package = name == "parallel" || name == "rsync" ? name : "slurm-client";
  throw ProgramMissing(
      fmt::format("{} is not in PATH; on Debian and Ubuntu it comes with: "
                  "sudo apt install {}",
                  name, package));
}

bool has_program(const std::string& name) { return !program::in_search_path(name).empty(); }

Answer ask(const std::vector<std::string>& words, std::chrono::seconds limit) {
  return ask(words, limit, Stop(), limit);
}

Answer ask(const std::vector<std::string>& words, std::chrono::seconds limit, const Stop& stop,
           std::chrono::seconds limit_of_stop) {
  asio::io_context io;
  const text::Descriptor out = memory_file();
  const text::Descriptor err = memory_file();
  process::process program = start(io, words, out.get(), err.get());
  const auto begin = Clock::now();
  bool late = false;
  while (program.running()) {
    if (stop.asked()) limit = std::min(limit, limit_of_stop);
    if (Clock::now() > begin + limit) {
      late = true;
      ::kill(-program.id(), SIGKILL);
      program.wait();
      break;
    }
    std::this_thread::sleep_for(looks_every);
  }
  const int status = program.native_exit_code();
  Answer answer;
  answer.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  answer.out = text_of(out.get());
  answer.err = text_of(err.get());
  if (late) answer.err += fmt::format("no answer within {} s\n", limit.count());
  return answer;
}

struct Running::Process {
  asio::io_context io;
  process::process program;
  bool ended = false;  // it can be asked only until then

  Process(const std::vector<std::string>& words, int log) : program(start(io, words, log, log)) {}
};

Running::Running(const std::vector<std::string>& words, const std::filesystem::path& log) {
  const text::Descriptor file = store::open_shared(log, O_WRONLY | O_CREAT | O_APPEND);
  if (!file) throw store::store_error("write", log, errno);
  process_ = std::make_unique<Process>(words, file.get());
}

Running::~Running() { end(); }

bool Running::is_running() {
  if (!process_->ended) process_->ended = !process_->program.running();
  return !process_->ended;
}

void Running::wait(std::chrono::seconds most) {
  for (const auto last = Clock::now() + most; is_running() && Clock::now() < last;) {
    std::this_thread::sleep_for(looks_every);
  }
}

void Running::end() {
  if (!is_running()) return;
  const auto group = -process_->program.id();
  ::kill(group, SIGTERM);
  wait(10s);
  if (!is_running()) return;
  ::kill(group, SIGKILL);
  process_->program.wait();
}

}  // namespace referee::cluster
