#include "hostile.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

namespace {

using hostile::Behaviour;
using hostile::Group;

std::array<Group, 11> groups() {
  return {hostile::time_group(),     hostile::process_group(), hostile::referee_group(),
          hostile::rival_group(),    hostile::output_group(),  hostile::input_group(),
          hostile::memory_group(),   hostile::detour_group(),  hostile::start_group(),
          hostile::fairness_group(), hostile::pressure_group()};
}

constexpr std::string_view both_clocks = "clock=both";
constexpr std::string_view on_wall = "-wall";

bool is_on_both_clocks(const Behaviour& one) { return one.options.starts_with(both_clocks); }

void tell(const Group& group, const Behaviour& one, const std::string& name,
          const std::string& options, const std::string& does) {
  std::cout << group.title << '\t' << name << '\t' << options << '\t' << one.fault << '\t'
            << one.reason << '\t' << does << '\n';
}

// One behaviour a line, fields separated by tabs; two lines for one on both clocks.
void list() {
  for (const Group& group : groups()) {
    for (const Behaviour& one : group.behaviours) {
      const std::string name(one.name);
      const std::string options(one.options);
      if (options == "hidden") continue;
      if (!is_on_both_clocks(one)) {
        tell(group, one, name, options, std::string(one.does));
        continue;
      }
      const auto others = options.substr(std::min(both_clocks.size() + 1, options.size()));
      tell(group, one, name, others, std::string(one.does));
      tell(group, one, name + std::string(on_wall),
           "clock=wall" + (others.empty() ? "" : " " + others), "the same on the official clock");
    }
  }
}

bool is_called(const Behaviour& one, std::string_view name) {
  if (is_on_both_clocks(one) && name.ends_with(on_wall)) name.remove_suffix(on_wall.size());
  return one.name == name;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--list") {
    list();
    return 0;
  }
  for (const Group& group : groups()) {
    for (const Behaviour& one : group.behaviours) {
      if (!is_called(one, name)) continue;
      hostile::Game game;
      one.run(game);
      return 0;
    }
  }
  std::cerr << "usage: hostile NAME | hostile --list\n";
  return 2;
}
