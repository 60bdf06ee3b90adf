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

constexpr const char* given_twice = "this limit is given twice; give one value";

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
    if (limits.times.*key.limit > kernel::Duration{}) fail(given, given_twice);
    limits.times.*key.limit = *duration;
    return;
  }
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (key.name != name) continue;
    std::uint64_t number = 0;
    if (!read_number(value, number) || number < key.least || number > key.most) {
      fail(given, fmt::format("must be a whole number {}from {} to {}",
                              key.unit == kernel::mebibyte ? "of MiB " : "", key.least, key.most));
    }
    if (limits.chosen.*key.value > 0) fail(given, given_twice);
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

// A limit that is in both; empty if none is.
std::string_view common_key(const GivenLimits& one, const GivenLimits& other) {
  for (const TimeKey& key : time_keys) {
    const kernel::Duration none{};
    if (one.times.*key.limit > none && other.times.*key.limit > none) return key.name;
  }
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (one.chosen.*key.value > 0 && other.chosen.*key.value > 0) return key.name;
  }
  return {};
}

bool has(const LimitList::Names& bot, std::string_view name) {
  return std::find(bot.begin(), bot.end(), name) != bot.end();
}

std::vector<std::string_view> names_then_seats(const std::vector<LimitList::Names>& bots) {
  std::vector<std::string_view> all;
  std::size_t most = 0;
  for (const LimitList::Names& bot : bots) most = std::max(most, bot.size());
  for (std::size_t i = 0; i < most; ++i) {
    for (const LimitList::Names& bot : bots) {
      if (i < bot.size()) all.push_back(bot[i]);
    }
  }
  return all;
}

}  // namespace

LimitList::LimitList(const std::vector<std::string>& texts) {
  for (const std::string_view text : texts) {
    std::string_view rest = text;
    std::string bot;
    if (const auto colon = rest.rfind(':', rest.find('=')); colon != std::string_view::npos) {
      bot = rest.substr(0, colon);
      rest.remove_prefix(colon + 1);
      if (bot.empty()) fail(text, "before the colon comes the name of a bot");
    }
    auto known = std::find_if(given_.begin(), given_.end(),
                              [&bot](const Given& given) { return given.bot == bot; });
    if (known == given_.end()) known = given_.insert(known, {std::move(bot), {}});
    Given& one = *known;
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

void LimitList::check_names(const std::vector<Names>& bots) const {
  for (const Given& one : given_) {
    if (!one.bot.empty()) check_name(one.bot, bots);
  }
  for (const Names& bot : bots) check_once(bot);
}

void LimitList::check_name(std::string_view name, const std::vector<Names>& bots) {
  const auto found =
      std::find_if(bots.begin(), bots.end(), [&](const Names& bot) { return has(bot, name); });
  if (found == bots.end()) {
    throw text::InputError(
        fmt::format("--limit {}:...: no bot is called that; {}", text::safe_text(name),
                    text::suggestion(name, names_then_seats(bots), "the bots are")));
  }
  for (auto other = std::next(found); other != bots.end(); ++other) {
    if (!has(*other, name) || other->front() == found->front()) continue;
    throw text::InputError(text::safe_text(
        fmt::format("--limit {0}:...: '{0}' is the name or seat of two bots, {1} and {2}; use "
                    "another of these names",
                    name, text::join(*found, "="), text::join(*other, "="))));
  }
}

void LimitList::check_once(const Names& bot) const {
  GivenLimits all;
  for (const Given& one : given_) {
    if (!has(bot, one.bot)) continue;
    if (const auto key = common_key(all, one.limits); !key.empty()) {
      throw text::InputError(text::safe_text(
          fmt::format("--limit {}:{}=...: the {} of {} is given twice, by two of its names; give "
                      "one value",
                      one.bot, key, key, text::join(bot, "="))));
    }
    add(all, one.limits);
  }
}

}  // namespace referee::match
