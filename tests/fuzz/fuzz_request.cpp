// The head of a request to the server, as lines: nothing without the token or its cookie is let in.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "check.hpp"
#include "referee/show/server/gate.hpp"

namespace {

using namespace referee::server;

// A line of the head; nothing if it is empty.
std::optional<std::string_view> line(std::string_view& rest) {
  const std::string_view text = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(text.size() < rest.size() ? text.size() + 1 : rest.size());
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string token = "0123456789abcdef0123456789abcdef";
  static const Gate gate(8080, token);
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const std::string_view all = rest;
  RequestHead head;
  head.method = line(rest).value_or("GET");
  head.target = line(rest).value_or("/");
  head.host = line(rest);
  head.origin = line(rest);
  head.fetch_site = line(rest);
  head.cookie = line(rest);
  head.content_type = line(rest);
  head.repeated = !rest.empty();
  const Gate::Verdict verdict = gate.judge(head);
  const bool refused = verdict.kind == Gate::Verdict::Kind::refused;
  fuzz::check(refused || all.find(token) != std::string_view::npos, "let in without the token",
              all);
  fuzz::check(refused || !head.repeated, "let in with repeated headers", all);
  fuzz::check(refused || head.host == "127.0.0.1:8080" || head.host == "localhost:8080",
              "let in for another host", all);
  fuzz::check(!refused || (verdict.status >= 400 && !verdict.reason.empty()), "no words", all);
  const Target target = split_target(head.target);
  fuzz::check(target.path.find('?') == std::string_view::npos, "a query in the path", head.target);
  if (const auto number = number_in(target.query)) {
    fuzz::check(*number < 1'000'000'000'000'000, "more than 15 digits", target.query);
  }
  return 0;
}
