// Every behaviour of bots/hostile in real matches, as root and as an ordinary user.
//
//   bot_hostile_tests --write docs/hostile-bots.md   plays all and writes the document

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "arena.hpp"
#include "fence.hpp"

namespace {

namespace fs = std::filesystem;

struct Outcome {
  std::optional<int> code;  // nothing: no fence could be made
  std::vector<arena::Row> rows;
};

Outcome play(const std::string& group, bool as_nobody) {
  const int report = ::memfd_create("report", 0);  // inherited on purpose
  Outcome outcome;
  outcome.code = fence::run_inside(arena::programs(REFEREE_BIN_DIR), as_nobody,
                                   {group, std::to_string(report)});
  std::ifstream lines("/proc/self/fd/" + std::to_string(report));
  for (std::string line; std::getline(lines, line);) {
    outcome.rows.push_back(arena::from_line(line));
  }
  ::close(report);
  return outcome;
}

// For a cell of a table in Markdown: no markup, no pipes.
std::string cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '*' || c == '_' || c == '\\' || c == '[') result += '\\';
    result += c;
  }
  return result;
}

std::string section(const std::string& group, const std::vector<arena::Row>& rows) {
  std::ostringstream out;
  out << "## " << static_cast<char>(std::toupper(group.front())) << group.substr(1) << "\n\n"
      << "| bot | does | run with | fault | reason in the record | refused calls |\n"
      << "|---|---|---|---|---|---|\n";
  for (const arena::Row& row : rows) {
    if (row.name == "(end)") continue;
    out << "| " << row.name << " | " << cell(row.does) << " | " << row.options << " | "
        << row.outcome << " | " << cell(row.reason) << " | " << row.refused << " |\n";
  }
  return out.str();
}

class Hostile : public testing::TestWithParam<std::tuple<std::string, bool>> {};

TEST_P(Hostile, EndsAsItMust) {
  const auto& [group, as_root] = GetParam();
  const bool root = ::geteuid() == 0;
  if (as_root && !root) GTEST_SKIP() << "only root can try it as root";
  const Outcome outcome = play(group, !as_root && root);
  if (!outcome.code) GTEST_SKIP() << "this system allows no namespaces to make the fence with";
  for (const arena::Row& row : outcome.rows) {
    EXPECT_EQ(row.failures, "") << group << ": " << row.name;
  }
  EXPECT_EQ(outcome.code, 0);
  ASSERT_FALSE(outcome.rows.empty());
  EXPECT_EQ(outcome.rows.back().name, "(end)");

  std::ifstream file(fs::path(REFEREE_SOURCE_DIR) / "docs/hostile-bots.md");
  const std::string document(std::istreambuf_iterator<char>(file), {});
  EXPECT_NE(document.find(section(group, outcome.rows)), std::string::npos)
      << "docs/hostile-bots.md is out of date; write it with bot_hostile_tests --write; now:\n"
      << section(group, outcome.rows);
}

std::string test_name(const testing::TestParamInfo<Hostile::ParamType>& info) {
  std::string name = std::get<0>(info.param);
  std::replace(name.begin(), name.end(), ' ', '_');
  return name + (std::get<1>(info.param) ? "_as_root" : "_as_user");
}

INSTANTIATE_TEST_SUITE_P(Groups, Hostile,
                         testing::Combine(testing::ValuesIn(arena::group_titles()),
                                          testing::Bool()),
                         test_name);

int write_document(const fs::path& file) {
  std::ofstream out(file);
  out << "# Hostile bots\n\n"
         "What `bots/hostile` does to the referee and what comes of it. Every bot plays Black\n"
         "Hole against an honest one, in both seats, as root and as an ordinary user, with a\n"
         "budget of 0.2 s if nothing else is said; those marked `any-game` in all other games "
         "too.\n"
         "`opponent=` names a bot of this list that takes the honest one's place.\n"
         "For each, the tests require exactly this fault and reason, an end within 1 s beyond "
         "what\n"
         "the clock allows (not counting time in which the machine had no processor for "
         "somebody),\n"
         "the opponent's game as it would have been, its time within 20 ms of an honest game's,\n"
         "and nothing left: no process, zombie, descriptor, file, shared memory or control group.\n"
         "Fault `none` means that the attack came to nothing and the bot then played an honest\n"
         "game to its end.\n\n"
         "This file is written by `bot_hostile_tests --write docs/hostile-bots.md`, and the tests\n"
         "compare it with what they see.\n";
  int failed = 0;
  for (const std::string& group : arena::group_titles()) {
    const Outcome outcome = play(group, false);
    if (outcome.code != 0) {
      ++failed;
      for (const arena::Row& row : outcome.rows) {
        if (!row.failures.empty()) std::cerr << row.name << ':' << row.failures << '\n';
      }
    }
    out << '\n' << section(group, outcome.rows);
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  if (words.size() > 4 && words[1] == "--inside") {
    const int report = std::atoi(words.back().c_str());
    return arena::play_group(words[2], words[words.size() - 2], report) == 0 ? 0 : 1;
  }
  if (words.size() == 3 && words[1] == "--write") return write_document(words[2]);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
