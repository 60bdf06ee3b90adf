#include "referee/cli/pager.hpp"

#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Else it would need the library Boost.Filesystem.
#define BOOST_PROCESS_USE_STD_FS
#include <boost/asio/io_context.hpp>
#include <boost/asio/writable_pipe.hpp>
#include <boost/asio/write.hpp>
#include <boost/optional.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/process/v2/stdio.hpp>
#include <boost/type_traits.hpp>

#include "referee/base/text/log.hpp"
#include "referee/machine/program/command.hpp"

namespace referee::cli {
namespace {

namespace asio = boost::asio;
namespace process = boost::process::v2;

// The pager's command; nothing if the user wants none, or has none.
std::optional<program::Command> pager_command() {
  const char* chosen = std::getenv("PAGER");
  const std::string_view text = chosen == nullptr ? "less" : chosen;
  try {
    program::Command command = program::resolve_command(text, ".");
    if (command.words.front() == "cat") return std::nullopt;
    return command;
  } catch (const program::CommandError&) {
    return std::nullopt;
  }
}

}  // namespace

struct Pager::Program {
  program::Command command;

  // Returns when the user has left the pager.
  void show(std::string_view text) const {
    // Unless the user chooses: colours as they are, the screen left as it is, short texts at once.
    ::setenv("LESS", "FRX", 0);
    asio::io_context io;
    asio::writable_pipe pipe(io);
    // Ctrl-C is the pager's business while it runs, and it may end before it has read all.
    const auto interrupts = ::signal(SIGINT, SIG_IGN);
    const std::vector<std::string> arguments(command.words.begin() + 1, command.words.end());
    process::process pager(io, command.program, arguments, process::process_stdio{pipe, {}, {}});
    boost::system::error_code ended_early;
    asio::write(pipe, asio::buffer(text), ended_early);
    pipe.close();
    pager.wait();
    ::signal(SIGINT, interrupts);
  }
};

Pager::Pager(bool wanted) {
  // A dumb terminal cannot be drawn on; colours (NO_COLOR) are another matter.
  const char* const term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  if (!wanted || dumb || ::isatty(STDOUT_FILENO) == 0) return;
  std::optional<program::Command> command = pager_command();
  if (!command) return;
  program_ = std::make_unique<Program>(Program{std::move(*command)});
  std::cout.flush();
  before_ = std::cout.rdbuf(&collected_);
}

Pager::~Pager() {
  if (!program_) return;
  std::cout.rdbuf(before_);
  const std::string text = collected_.str();
  try {
    ::signal(SIGPIPE, SIG_IGN);
    program_->show(text);
  } catch (const std::exception& error) {
    text::warn("the pager cannot be used: {}", error.what());
    std::cout << text;
  }
}

}  // namespace referee::cli
