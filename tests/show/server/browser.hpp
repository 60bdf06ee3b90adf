// What tests need to speak to a server as browsers do, and as no browser would.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "referee/show/server/server.hpp"

namespace server_test {

// Fails if the number is not that after 10 min.
void wait_for(const std::atomic<int>& number, int value);

// A connection. All waiting ends with std::runtime_error after 10 min.
class Wire {
 public:
  // `receive_buffer`: how much the system takes for a reader that does not read; 0: its default.
  explicit Wire(std::uint16_t port, const std::string& address = "127.0.0.1",
                int receive_buffer = 0);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // False if nobody listens there.
  [[nodiscard]] bool connected() const noexcept { return socket_ >= 0; }
  // As much as is taken; false if the other side has closed.
  bool send(std::string_view text) const;
  void end_sending() const;
  // All that comes until the other side closes.
  [[nodiscard]] std::string rest() const;
  // Reads until what came (now or before) contains `text`; returns what came up to its end.
  std::string until(std::string_view text);
  // Takes at least one byte, at most so many and at most 64 Ki; 0: the other side has closed.
  std::size_t some(std::size_t most);

 private:
  int socket_ = -1;
  std::string come_;
};

struct Reply {
  int status = 0;                                   // 0: there was none
  std::multimap<std::string, std::string> headers;  // names in lower case
  std::string body;

  [[nodiscard]] std::string header(const std::string& name) const;
};
Reply parse_reply(const std::string& text);

// A site that says what it is told to.
class TestSite final : public referee::server::Site {
 public:
  using Json = referee::text::Json;
  [[nodiscard]] referee::page::ServedPage page() const override {
    return {"<!doctype html><title>the page</title>", "default-src 'none'; connect-src 'self'"};
  }
  [[nodiscard]] referee::server::EventLog& events() override { return log; }
  [[nodiscard]] Json state() const override;
  [[nodiscard]] std::optional<referee::server::Answer> get(std::string_view path,
                                                           std::string_view query) override;
  // At /slow: goes on until `open`, or until nobody waits for it.
  [[nodiscard]] std::optional<referee::server::Work> work(std::string_view path,
                                                          std::string_view query) override;
  [[nodiscard]] std::optional<referee::server::Answer> wish(std::string_view body) override;
  void tick() override { ++ticks; }

  referee::server::EventLog log{"r"};
  std::string big;                 // what is at /big
  std::string padding;             // part of the state
  std::vector<std::string> asked;  // paths that came through
  int ticks = 0;
  std::atomic<bool> open = false;
  std::atomic<int> working = 0;
  std::atomic<int> stopped = 0;  // works that nobody waited for
};

// A running server and its site.
class Running {
 public:
  explicit Running(const referee::server::Server::Options& options = {},
                   referee::server::EventLog::Limits limits = {});
  ~Running();

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(port_); }
  [[nodiscard]] std::string token() const { return token_; }
  [[nodiscard]] std::string cookie() const {
    return "referee-" + std::to_string(port_) + "=" + token_;
  }
  referee::server::Server& server() { return *server_; }
  // Only what is atomic may be used from the test's thread.
  TestSite& site() { return site_; }
  // Runs `job` on the server's thread and waits for it.
  void there(const std::function<void(TestSite&)>& job);
  void publish(const std::string& name, const TestSite::Json& data);
  void stop();

  // A request with the headers that a browser sends, changed as `headers` says: an empty value
  // leaves a header out.
  [[nodiscard]] std::string request(
      const std::string& method, const std::string& target,
      const std::vector<std::pair<std::string, std::string>>& headers = {},
      const std::string& body = {}) const;
  [[nodiscard]] Reply ask(const std::string& method, const std::string& target,
                          const std::vector<std::pair<std::string, std::string>>& headers = {},
                          const std::string& body = {}) const;
  // The answer to these very bytes.
  [[nodiscard]] Reply ask_raw(const std::string& text) const;

 private:
  TestSite site_;
  std::unique_ptr<referee::server::Server> server_;
  std::uint16_t port_ = 0;
  std::string token_;
  std::thread thread_;
};

// A browser that listens to the events, and has heard the state.
class Listener final : public Wire {
 public:
  explicit Listener(const Running& running) : Wire(running.port()) {
    send(running.request("GET", "/events"));
    until("event: state\n");
  }
};

}  // namespace server_test
