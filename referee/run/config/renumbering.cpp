#include "referee/run/config/renumbering.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace referee::config {
namespace {

// The number of a match in a plan of the same format with further bots at the end of the list.
std::uint64_t with_more_bots(const Schedule::Plan& then, const Schedule::Plan& now,
                             std::uint64_t within) {
  return std::visit(
      [&](const auto& plan) -> std::uint64_t {
        using Plan = std::decay_t<decltype(plan)>;
        if constexpr (std::is_same_v<Plan, formats::RoundRobin> ||
                      std::is_same_v<Plan, formats::Gauntlet>) {
          return std::get<Plan>(now).number_of(*plan.find(within));
        } else {
          return within;  // no other format can have more bots later
        }
      },
      then);
}

}  // namespace

Renumbering::Renumbering(const std::vector<Manifest>& history)
    : schedules_(history.begin(), history.end()) {
  const Manifest& newest = history.back();
  for (std::size_t age = 0; age < history.size(); ++age) {
    const Manifest& manifest = history[age];
    Numbers numbers;
    numbers.id_ = manifest.id();
    numbers.size_ = schedules_[age].size();
    std::uint64_t begin = 0;
    std::uint64_t begin_now = 0;
    for (std::size_t event = 0; event < manifest.events.size(); ++event) {
      Numbers::Part part{begin, begin_now, nullptr, nullptr};
      if (manifest.events[event].bots.size() != newest.events[event].bots.size()) {
        part.then = &schedules_[age].plan(event);
        part.now = &schedules_.back().plan(event);
      }
      numbers.parts_.push_back(part);
      begin += schedules_[age].size_of(event);
      begin_now += schedules_.back().size_of(event);
    }
    numbers_.push_back(std::move(numbers));
  }
}

const Renumbering::Numbers* Renumbering::find(std::string_view id) const {
  const auto found = std::find_if(numbers_.rbegin(), numbers_.rend(),
                                  [id](const Numbers& one) { return one.id_ == id; });
  return found == numbers_.rend() ? nullptr : &*found;
}

std::uint64_t Renumbering::Numbers::now(std::uint64_t number) const {
  const auto after =
      std::upper_bound(parts_.begin(), parts_.end(), number,
                       [](std::uint64_t wanted, const Part& part) { return wanted < part.begin; });
  const Part& part = *std::prev(after);
  const std::uint64_t within = number - part.begin;
  if (part.then == nullptr) return part.begin_now + within;
  return part.begin_now + with_more_bots(*part.then, *part.now, within);
}

}  // namespace referee::config
