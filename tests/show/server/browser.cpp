#include "tests/show/server/browser.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

#include <nlohmann/json.hpp>

namespace server_test {
namespace {

// Only what hangs meets it: under a quota, and beside other work, a thread may get no processor for
// half a minute.
constexpr int patience = 600'000;  // ms

void wait_for(int socket, short what, const std::string& came) {
  pollfd one{socket, what, 0};
  if (::poll(&one, 1, patience) <= 0) {
    throw std::runtime_error("nothing came for long; before: " + came.substr(0, 2000));
  }
}

}  // namespace

void wait_for(const std::atomic<int>& number, int value) {
  const auto last = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience);
  while (number != value && std::chrono::steady_clock::now() < last) std::this_thread::yield();
  ASSERT_EQ(number, value);
}

Wire::Wire(std::uint16_t port, const std::string& address, int receive_buffer)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_buffer > 0) {
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(port);
  ::inet_pton(AF_INET, address.c_str(), &there.sin_addr);
  sockaddr generic{};
  static_assert(sizeof generic == sizeof there);
  std::copy_n(reinterpret_cast<const char*>(&there), sizeof there,
              reinterpret_cast<char*>(&generic));
  if (::connect(socket_, &generic, sizeof generic) != 0) {
    ::close(socket_);
    socket_ = -1;
  }
}

Wire::~Wire() {
  if (socket_ >= 0) ::close(socket_);
}

bool Wire::send(std::string_view text) const {
  while (!text.empty()) {
    wait_for(socket_, POLLOUT, "");
    const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void Wire::end_sending() const { ::shutdown(socket_, SHUT_WR); }

std::string Wire::rest() const {
  std::string text = come_;
  std::array<char, 65536> bytes;
  for (;;) {
    wait_for(socket_, POLLIN, text);
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (count <= 0) return text;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

std::string Wire::until(std::string_view text) {
  std::array<char, 65536> bytes;
  std::size_t at = 0;
  while ((at = come_.find(text)) == std::string::npos) {
    wait_for(socket_, POLLIN, come_);
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (count <= 0) throw std::runtime_error("the server has closed after: " + come_);
    come_.append(bytes.data(), static_cast<std::size_t>(count));
  }
  const std::size_t end = at + text.size();
  std::string piece = come_.substr(0, end);
  come_.erase(0, end);
  return piece;
}

std::size_t Wire::some(std::size_t most) {
  std::array<char, 65536> bytes;
  wait_for(socket_, POLLIN, come_);
  const ssize_t count = ::recv(socket_, bytes.data(), std::min(most, bytes.size()), 0);
  if (count <= 0) return 0;
  come_.append(bytes.data(), static_cast<std::size_t>(count));
  return static_cast<std::size_t>(count);
}

std::string Reply::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

Reply parse_reply(const std::string& text) {
  Reply reply;
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string::npos || !text.starts_with("HTTP/1.1 ")) return reply;
  reply.status = std::stoi(text.substr(9, 3));
  reply.body = text.substr(end + 4);
  for (std::size_t at = text.find("\r\n") + 2; at < end + 2;) {
    const std::size_t stop = text.find("\r\n", at);
    const std::string line = text.substr(at, stop - at);
    at = stop + 2;
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    std::string name = line.substr(0, colon);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    reply.headers.emplace(name, line.substr(colon + 2));
  }
  return reply;
}

TestSite::Json TestSite::state() const { return Json{{"last", log.last()}, {"padding", padding}}; }

std::optional<referee::server::Answer> TestSite::get(std::string_view path,
                                                     std::string_view query) {
  asked.emplace_back(path);
  if (path == "/big") return referee::server::Answer{200, "text/plain", big, {}};
  if (path == "/fails") throw std::runtime_error("the disk is gone");
  if (path == "/saved") return referee::server::Answer{200, "application/json", "{}", "game.json"};
  if (path != "/known") return std::nullopt;
  return referee::server::Answer{200, "text/plain", "query " + std::string(query), {}};
}

std::optional<referee::server::Work> TestSite::work(std::string_view path,
                                                    std::string_view /*query*/) {
  if (path == "/breaks") {
    return [](const std::stop_token&) -> referee::server::Answer {
      throw std::runtime_error("the result is broken");
    };
  }
  if (path != "/slow") return std::nullopt;
  return [this](const std::stop_token& stop) {
    ++working;
    while (!open && !stop.stop_requested()) std::this_thread::yield();
    if (stop.stop_requested()) ++stopped;
    --working;
    return referee::server::Answer{200, "text/plain", "at last"};
  };
}

std::optional<referee::server::Answer> TestSite::wish(std::string_view body) {
  asked.emplace_back("wish");
  return referee::server::Answer{200, "application/json", "got " + std::string(body), {}};
}

Running::Running(const referee::server::Server::Options& options,
                 referee::server::EventLog::Limits limits) {
  site_.log = referee::server::EventLog("r", limits);
  server_ = std::make_unique<referee::server::Server>(site_, options);
  const std::string address = server_->address();
  const std::size_t colon = address.find(':', 7);
  port_ = static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1)));
  token_ = address.substr(address.find("token=") + 6);
  thread_ = std::thread([this] { server_->run(); });
}

Running::~Running() { stop(); }

void Running::stop() {
  if (!thread_.joinable()) return;
  server_->stop();
  thread_.join();
}

void Running::there(const std::function<void(TestSite&)>& job) {
  std::promise<void> done;
  server_->post([&] {
    job(site_);
    done.set_value();
  });
  done.get_future().wait();
}

void Running::publish(const std::string& name, const TestSite::Json& data) {
  there([&](TestSite& site) { site.log.publish(name, data); });
}

std::string Running::request(const std::string& method, const std::string& target,
                             const std::vector<std::pair<std::string, std::string>>& changed,
                             const std::string& body) const {
  std::vector<std::pair<std::string, std::string>> headers{
      {"Host", host()}, {"Cookie", cookie()}, {"Sec-Fetch-Site", "same-origin"}};
  if (method == "POST") {
    headers.emplace_back("Origin", "http://" + host());
    headers.emplace_back("Content-Type", "application/json");
    headers.emplace_back("Content-Length", std::to_string(body.size()));
  }
  for (const auto& [name, value] : changed) {
    const auto found =
        std::find_if(headers.begin(), headers.end(),
                     [&, &wanted = name](const auto& one) { return one.first == wanted; });
    if (found == headers.end()) {
      headers.emplace_back(name, value);
    } else {
      found->second = value;
    }
  }
  std::string text = method + " " + target + " HTTP/1.1\r\n";
  for (const auto& [name, value] : headers) {
    if (!value.empty()) text += name + ": " + value + "\r\n";
  }
  return text + "\r\n" + body;
}

Reply Running::ask_raw(const std::string& text) const {
  const Wire wire(port_);
  if (!wire.connected()) throw std::runtime_error("nobody listens");
  static_cast<void>(wire.send(text));
  wire.end_sending();
  return parse_reply(wire.rest());
}

Reply Running::ask(const std::string& method, const std::string& target,
                   const std::vector<std::pair<std::string, std::string>>& headers,
                   const std::string& body) const {
  return ask_raw(request(method, target, headers, body));
}

}  // namespace server_test
