#include "referee/show/server/gate.hpp"

#include <fmt/core.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "referee/base/text/error.hpp"

namespace referee::server {
namespace {

constexpr std::string_view token_query = "token=";

// Takes the same time wherever they differ.
bool same_secret(std::string_view given, std::string_view secret) {
  if (given.size() != secret.size()) return false;
  unsigned differences = 0;
  for (std::size_t i = 0; i < secret.size(); ++i) {
    differences |= static_cast<unsigned>(given[i] ^ secret[i]);
  }
  return differences == 0;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_json(std::string_view content_type) {
  const std::string_view type = trimmed(content_type.substr(0, content_type.find(';')));
  constexpr std::string_view json = "application/json";
  return std::equal(type.begin(), type.end(), json.begin(), json.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  });
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw text::MachineError("the system gives no random numbers for the token of the server");
  }
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

Target split_target(std::string_view target) {
  const std::size_t at = target.find('?');
  if (at == std::string_view::npos) return {target, {}};
  return {target.substr(0, at), target.substr(at + 1)};
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  constexpr std::size_t most_digits = 15;
  if (text.empty() || text.size() > most_digits) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

Gate::Gate(std::uint16_t port, std::string token)
    : port_(fmt::format("{}", port)),
      token_(std::move(token)),
      cookie_(fmt::format("referee-{}", port)),
      wrong_host_(fmt::format("this page is only at http://127.0.0.1:{0}/ and localhost:{0}; a "
                              "forwarded port needs the same number on both sides, as in ssh -L "
                              "{0}:127.0.0.1:{0}; referee view --port N chooses it",
                              port)) {}

std::string Gate::set_cookie() const {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_, token_);
}

std::string Gate::address() const {
  return fmt::format("http://127.0.0.1:{}/?{}{}", port_, token_query, token_);
}

bool Gate::is_own_host(std::string_view host) const {
  return host == "127.0.0.1:" + port_ || host == "localhost:" + port_;
}

bool Gate::has_cookie(std::string_view header) const {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(';'), header.size());
    const std::string_view one = trimmed(header.substr(0, end));
    const std::size_t equals = one.find('=');
    if (equals != std::string_view::npos && one.substr(0, equals) == cookie_ &&
        same_secret(one.substr(equals + 1), token_)) {
      return true;
    }
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  return false;
}

Gate::Verdict Gate::judge(const RequestHead& head) const {
  const auto refused = [](unsigned status, std::string_view reason) {
    return Verdict{Verdict::Kind::refused, status, reason};
  };
  if (head.repeated) return refused(400, "duplicate header");
  if (!head.host || !is_own_host(*head.host)) return refused(403, wrong_host_);
  constexpr std::string_view scheme = "http://";
  if (head.origin &&
      !(head.origin->starts_with(scheme) && is_own_host(head.origin->substr(scheme.size())))) {
    return refused(403, "another site's page may not ask this server");
  }
  const bool from_elsewhere =
      head.fetch_site && *head.fetch_site != "same-origin" && *head.fetch_site != "none";
  const auto [path, query] = split_target(head.target);
  // A page that knows the token is the user's own, see open_browser().
  const bool enters = head.method == "GET" && path == "/" && query.starts_with(token_query);
  if (from_elsewhere && !enters) {
    return refused(403, "another site's page may not ask this server");
  }
  const bool posts = head.method == "POST";
  if (!posts && head.method != "GET") return refused(405, "only GET and POST are answered");
  if (posts && path != "/play") return refused(405, "only /play takes POST");
  if (!posts && path == "/play") return refused(405, "/play takes POST only");
  if (enters) {
    if (same_secret(query.substr(token_query.size()), token_)) {
      return {Verdict::Kind::welcomed, from_elsewhere ? 200U : 303U, {}};
    }
    return refused(403, "open the address that referee has printed; this one is of another run");
  }
  if (!head.cookie || !has_cookie(*head.cookie)) {
    return refused(403, "open the address that referee has printed");
  }
  if (posts && !head.origin) return refused(403, "POST needs an Origin");
  if (posts && (!head.content_type || !is_json(*head.content_type))) {
    return refused(415, "POST takes application/json");
  }
  return {Verdict::Kind::let_in, 200, {}};
}

}  // namespace referee::server
