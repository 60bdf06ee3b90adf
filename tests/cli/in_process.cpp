#include "in_process.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/cli/call.hpp"
#include "referee/cli/exit_code.hpp"

namespace cli_test {
namespace {

using referee::text::Descriptor;

// What is written to a descriptor of this process while it lives.
class Captured {
 public:
  explicit Captured(int number)
      : number_(number),
        before_(::fcntl(number, F_DUPFD_CLOEXEC, 3)),
        file_(::memfd_create("captured", MFD_CLOEXEC)) {
    if (::dup2(file_.get(), number_) < 0) throw std::runtime_error("cannot capture what is said");
  }
  ~Captured() { ::dup2(before_.get(), number_); }
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;

  [[nodiscard]] std::string text() const {
    std::string text;
    std::array<char, 4096> bytes{};
    for (ssize_t count = 0; (count = ::pread(file_.get(), bytes.data(), bytes.size(),
                                             static_cast<off_t>(text.size()))) > 0;) {
      text.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  const int number_;
  const Descriptor before_;
  const Descriptor file_;
};

// As main() does.
int code_of(const Words& arguments, referee::cli::Call& call) {
  try {
    return referee::cli::carry_out(arguments, call);
  } catch (const std::exception& error) {
    referee::text::tell("referee: error: {}", referee::text::message_of(error));
    return referee::cli::environment;
  }
}

}  // namespace

InProcess::InProcess() { write_program("bot", "#!/bin/sh\n"); }

Ended InProcess::referee(const Words& arguments, const std::string& input) const {
  if (!input.empty()) throw std::invalid_argument("what is called in this process reads nothing");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  std::fflush(stdout);
  Ended ended;
  {
    const Captured out(1);
    const Captured err(2);
    ::referee::cli::Call call;
    call.make_host = [this](const auto&, std::size_t) {
      return std::make_unique<scripted::Host>(*rules::find_game("black-hole"), script_);
    };
    ended.code = code_of(arguments, call);
    ended.out = out.text();
    ended.err = err.text();
  }
  std::filesystem::current_path(before);
  return ended;
}

}  // namespace cli_test
