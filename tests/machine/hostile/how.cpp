#include "how.hpp"

#include <cstdlib>
#include <sstream>

namespace arena {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

void set_far_limits(referee::kernel::Limits& limits) {
  limits.budget = std::chrono::minutes(5);
  limits.grace = std::chrono::minutes(5);
}

How apply_options(const std::string& text, int scale, referee::kernel::Limits& limits) {
  How how;
  set_far_limits(limits);
  referee::kernel::ChosenLimits chosen;
  for (const std::string& option : split(text, ' ')) {
    const auto at = option.find('=');
    const std::string key = option.substr(0, at);
    const std::string value = at == std::string::npos ? "" : option.substr(at + 1);
    const auto number = std::strtoul(value.c_str(), nullptr, 10);
    if (key == "clock") how.clock = referee::kernel::clock_kind(value).value();
    if (key == "budget") {
      limits.budget = scale * std::chrono::milliseconds(number);
      how.by_clock = true;
    }
    if (key == "grace") limits.grace = std::chrono::milliseconds(number);
    if (key == "any-game") how.any_game = true;
    if (key == "opponent") how.opponent = value;
    if (key == "needs-fault") how.needs_fault = true;
    if (key == "needs-refusal") how.needs_refusal = true;
    if (key == "only-measured") how.only_measured = true;
    if (key == "held-by-group") how.held_by_group = true;
    if (key == "output") limits.output = number;
    for (const referee::kernel::LimitKey& limit : referee::kernel::limit_keys) {
      if (key == limit.name) chosen.*limit.value = number;
    }
  }
  chosen.apply_to(limits);
  return how;
}

}  // namespace arena
