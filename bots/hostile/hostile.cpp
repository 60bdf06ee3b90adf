#include "hostile.hpp"

#include <array>
#include <cstdio>
#include <iostream>
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

// One behaviour a line, fields separated by tabs.
void list() {
  for (const Group& group : groups()) {
    for (const Behaviour& one : group.behaviours) {
      if (one.options == "hidden") continue;
      std::cout << group.title << '\t' << one.name << '\t' << one.options << '\t' << one.fault
                << '\t' << one.reason << '\t' << one.does << '\n';
    }
  }
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
      if (one.name != name) continue;
      hostile::Game game;
      one.run(game);
      return 0;
    }
  }
  std::cerr << "usage: hostile NAME | hostile --list\n";
  return 2;
}
