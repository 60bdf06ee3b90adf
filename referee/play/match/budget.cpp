#include "referee/play/match/budget.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "referee/base/text/error.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"

namespace referee::match {
namespace {

// Throws text::InputError; `given`: what was typed.
[[noreturn]] void fail(std::string_view given, const std::string& why) {
  throw text::InputError(fmt::format("{}: {}", text::safe_text(given), why));
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

// Sets one limit from "KEY=VALUE".
void set(GivenLimits& limits, std::string_view given) {
  const auto equals = given.find('=');
  const std::string_view name = given.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view() : given.substr(equals + 1);
  for (const TimeKey& key : time_keys) {
    if (key.name != name) continue;
    double seconds = 0;
    const auto duration = read_number(value, seconds) ? duration_of_seconds(seconds) : std::nullopt;
    if (!duration) fail(given, fmt::format("must be a number of seconds {}", seconds_range));
    key.of(limits.times) = *duration;
    return;
  }
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (key.name != name) continue;
    std::uint64_t number = 0;
    if (!read_number(value, number) || number < key.least || number > key.most) {
      fail(given, fmt::format("must be a whole number {}from {} to {}",
                              key.unit == kernel::mebibyte ? "of MiB " : "", key.least, key.most));
    }
    limits.chosen.*key.value = number;
    return;
  }
  std::vector<std::string_view> names;
  for (const TimeKey& key : time_keys) names.push_back(key.name);
  for (const kernel::LimitKey& key : kernel::limit_keys) names.push_back(key.name);
  fail(given, fmt::format("no limit is called '{}'; {}", text::safe_text(name),
                          text::suggestion(name, names, "there are")));
}

void add(GivenLimits& limits, const GivenLimits& more) {
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (more.chosen.*key.value > 0) limits.chosen.*key.value = more.chosen.*key.value;
  }
  limits.times = chosen_or(more.times, limits.times);
}

}  // namespace

LimitList::LimitList(const std::vector<std::string>& texts) {
  for (const std::string_view text : texts) {
    Given& one = given_.emplace_back();
    std::string_view rest = text;
    if (const auto colon = rest.rfind(':', rest.find('=')); colon != std::string_view::npos) {
      one.bot = rest.substr(0, colon);
      rest.remove_prefix(colon + 1);
      if (one.bot.empty()) fail(text, "before the colon comes the name of a bot");
    }
    for (bool more = true; more;) {
      const auto comma = std::min(rest.find(','), rest.size());
      set(one.limits, rest.substr(0, comma));
      more = comma < rest.size();
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
}

GivenLimits LimitList::of(std::initializer_list<std::string_view> names) const {
  GivenLimits limits;
  for (const Given& one : given_) {
    if (std::find(names.begin(), names.end(), one.bot) != names.end()) add(limits, one.limits);
  }
  return limits;
}

GivenLimits LimitList::with_all(std::initializer_list<std::string_view> names) const {
  GivenLimits limits = of_all();
  add(limits, of(names));
  return limits;
}

void LimitList::check_names(const std::vector<std::string_view>& known) const {
  for (const Given& one : given_) {
    if (one.bot.empty() || std::find(known.begin(), known.end(), one.bot) != known.end()) continue;
    throw text::InputError(fmt::format("--limit {}:...: no bot is called that; {}",
                                       text::safe_text(one.bot),
                                       text::suggestion(one.bot, known, "the bots are")));
  }
}

}  // namespace referee::match
