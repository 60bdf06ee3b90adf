// Access to the server: the checks of a request before anything else reads it.
// docs/internals/live-protocol.md lists them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee::server {

// 128 random bits as 32 hexadecimal digits. Throws text::MachineError if the system has none.
std::string random_token();

// The parts of a request that the gate needs. A header that comes more than once sets `repeated`.
struct RequestHead {
  std::string_view method;
  std::string_view target;  // as it was sent: "/matches?from=3"
  std::optional<std::string_view> host;
  std::optional<std::string_view> origin;
  std::optional<std::string_view> fetch_site;
  std::optional<std::string_view> cookie;
  std::optional<std::string_view> content_type;
  bool repeated = false;
};

class Gate {
 public:
  Gate(std::uint16_t port, std::string token);

  struct Verdict {
    enum class Kind : std::uint8_t {
      refused,   // with `status` and `reason`
      welcomed,  // came with the token: gets the cookie and is led to /, with 303, or by a page of
                 // ours (200) where a browser would not send the cookie along with a redirection
      let_in,
    };
    Kind kind = Kind::refused;
    unsigned status = 403;
    std::string_view reason;  // one line for people; valid as long as the gate
  };
  [[nodiscard]] Verdict judge(const RequestHead& head) const;

  // The cookie that a browser gets for the token.
  [[nodiscard]] std::string set_cookie() const;
  // The address at which to begin: "http://127.0.0.1:PORT/?token=TOKEN".
  [[nodiscard]] std::string address() const;

 private:
  [[nodiscard]] bool is_own_host(std::string_view host) const;
  [[nodiscard]] bool has_cookie(std::string_view header) const;

  std::string port_;
  std::string token_;
  std::string cookie_;      // its name, with the port, since ports share cookies
  std::string wrong_host_;  // what to do if the page was asked for under another name or port
};

// The part of a target before the first '?', and the one behind it.
struct Target {
  std::string_view path;
  std::string_view query;
};
Target split_target(std::string_view target);

// A whole number without sign that takes up all of `text`, at most 15 digits; else nothing.
std::optional<std::uint64_t> number_in(std::string_view text);

}  // namespace referee::server
