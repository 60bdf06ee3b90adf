#include "referee/cli/browser.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string_view>
#include <system_error>

#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "referee/machine/toolchain/cache.hpp"

namespace referee::cli {
namespace {

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

[[noreturn]] void become_browser(const char* page) {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::setsid();
  const int null = ::open("/dev/null", O_RDWR);
  for (int i = 0; i < 3; ++i) ::dup2(null, i);
  ::execlp("xdg-open", "xdg-open", page, nullptr);
  ::_exit(127);
}

}  // namespace

void ServeOptions::add_to(const Verb& verb) {
  verb.option("--port", &port, "The port of the server on 127.0.0.1; default: any that is free")
      .unit("N")
      .within(1, 65535);
  verb.flag("--no-browser", no_browser, "Only print the address; open no browser");
}

server::Server::Options ServeOptions::server() const {
  server::Server::Options options;
  options.port = static_cast<std::uint16_t>(port.value_or(0));
  return options;
}

std::filesystem::path open_browser(const std::string& address) {
  if (!has_display()) return {};
  const std::string name = fmt::format("{}.html", ::getpid());
  constexpr std::string_view folder = "open";
  try {
    toolchain::keep_text(
        folder, name,
        fmt::format("<!doctype html><meta http-equiv=\"refresh\" content=\"0;url={}\">\n",
                    address));
  } catch (const std::exception& error) {
    text::warn("no browser is opened: {}", error.what());
    return {};
  }
  std::filesystem::path page = toolchain::cache_folder() / folder / name;
  // The browser lives on when this process ends, and must not be taken for a bot that got away.
  ::prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
  const pid_t between = ::fork();
  if (between == 0) {
    if (::fork() == 0) become_browser(page.c_str());
    ::_exit(0);
  }
  if (between > 0) ::waitpid(between, nullptr, 0);
  kernel::adopt_orphans();
  return page;
}

Serving::Serving(server::Site& site, const ServeOptions& options)
    : server_(site, options.server()) {
  const std::string address = server_.address() + options.opens_at;
  std::cout << address << '\n' << std::flush;
  if (!options.no_browser) opened_ = open_browser(address);
  thread_ = text::thread_for("serving pages", [this] {
    try {
      server_.run();
    } catch (...) {
      failure_ = std::current_exception();
    }
  });
}

Serving::~Serving() {
  server_.stop();
  if (thread_.joinable()) thread_.join();
  std::error_code gone;
  if (!opened_.empty()) std::filesystem::remove(opened_, gone);
}

void Serving::wait() {
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace referee::cli
