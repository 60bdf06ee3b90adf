// Kills the referee of a running tournament many times and prints what became of it:
//   endurance_kills [KILLS [SEED]]
// Exit code 1 if anything was lost, played twice or different, or if a process outlived
// its referee by more than 100 ms.
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "kills.hpp"

namespace {

constexpr double longest_survival_ms = 100;

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0;
}

int run(endurance::KillPlan plan) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "referee-endurance-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  plan.folder = pattern;
  if (::isatty(2) == 1) {
    plan.told = [&plan](unsigned kills) {
      std::cerr << '\r' << kills << " of " << plan.kills << " kills" << std::flush;
    };
  }
  const auto figures = endurance::kill_often(plan);
  if (plan.told) std::cerr << '\n';
  std::size_t late = 0;
  double most = 0;
  for (const double one : figures.survived) {
    most = std::max(most, one);
    if (one > longest_survival_ms) ++late;
  }
  std::printf("kills: %u (seed %llu)\n", figures.kills, static_cast<unsigned long long>(plan.seed));
  std::printf("matches: %zu, in %zu files, of which %zu end in a torn line\n", figures.matches,
              figures.attempts, figures.torn);
  std::printf("processes of killed referees: %zu\n", figures.processes);
  if (!figures.survived.empty()) {
    std::printf(
        "from the kill to the end of the last of them, ms: median %.1f, 95 %% %.1f, most %.1f\n",
        endurance::percentile(figures.survived, 50), endurance::percentile(figures.survived, 95),
        most);
  }
  std::printf("kills after which a process ran for more than %.0f ms: %zu\n", longest_survival_ms,
              late);
  for (const std::string& wrong : figures.wrong) std::printf("WRONG: %s\n", wrong.c_str());
  if (!figures.wrong.empty()) {
    std::printf("everything is kept in %s\n", plan.folder.c_str());
    return 1;
  }
  std::printf("the store equals that of an undisturbed run, and referee verify agrees\n");
  std::filesystem::remove_all(plan.folder);
  return late == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  endurance::KillPlan plan;
  plan.kills = 200;
  if ((argc > 1 && !read_number(argv[1], plan.kills)) ||
      (argc > 2 && !read_number(argv[2], plan.seed)) || argc > 3) {
    std::cerr << "endurance_kills [KILLS [SEED]]: two numbers above 0\n";
    return 2;
  }
  try {
    return run(plan);
  } catch (const std::exception& error) {
    std::cerr << "endurance_kills: " << error.what() << '\n';
    return 3;
  }
}
