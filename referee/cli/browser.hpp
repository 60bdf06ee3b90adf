// Serving a page to the user's own browser: the address, the browser, Ctrl-C.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "referee/cli/options/options.hpp"
#include "referee/show/server/server.hpp"

namespace referee::cli {

struct ServeOptions {
  std::optional<unsigned> port;
  bool no_browser = false;
  std::string opens_at;  // fragment at which the page opens, e.g. "#/standings"

  // Adds --port and --no-browser.
  void add_to(const Verb& verb);
  [[nodiscard]] server::Server::Options server() const;
};

// Opens the address with xdg-open if there is a graphical session, and does not wait for it. What
// it starts is not a child of this process. To be called while there is one thread. The arguments
// of a program can be seen by every user of the machine: xdg-open gets a file of this user's that
// leads to the address. Returns that file, to be removed when the server ends, or nothing.
std::filesystem::path open_browser(const std::string& address);

// A server on a thread of its own, as long as this object lives. Prints its address on standard
// output, and opens a browser unless the options say not to. To be made while there is one thread.
class Serving {
 public:
  Serving(server::Site& site, const ServeOptions& options);
  ~Serving();  // ends the server
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  server::Server& server() { return server_; }
  // Ends the server, and wait(). May be called from any thread.
  void stop() { server_.stop(); }
  // Waits until the server has ended; rethrows what its site has thrown.
  void wait();

 private:
  server::Server server_;
  std::filesystem::path opened_;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace referee::cli
