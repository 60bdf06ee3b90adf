// Every behaviour of bots/hostile in real matches, as root and as an ordinary user.
//
//   hostile_tests --write tests/machine/hostile/hostile-bots.md   plays all and writes the document

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "arena.hpp"
#include "fence.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/executable.hpp"
#include "referee/machine/walls/protections.hpp"
#include "tests/built.hpp"

namespace {

namespace fs = std::filesystem;

struct Outcome {
  std::optional<int> code;  // nothing: no fence could be made
  std::vector<arena::Row> rows;
};

// `what`: "judge", "measure", "interrupt" or "kernels".
Outcome play(const std::string& what, const std::string& group, fence::User user,
             arena::Bits bits = arena::Bits::native) {
  const int report = ::memfd_create("report", 0);  // inherited on purpose
  Outcome outcome;
  outcome.code = fence::run_inside(
      arena::programs(built::folder(), bits), user,
      {user == fence::User::delegated ? "with-group" : "", what, group, std::to_string(report)});
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

const char* const kernels_title = "Kernels without a feature";

// A line for each kernel.
std::string kernels_section(const std::vector<arena::Row>& rows) {
  std::ostringstream out;
  out << "## " << kernels_title << "\n\n"
      << "What is weaker with everything else in place. `referee doctor` and every record say what "
         "is\n"
         "off. All other verdicts are the same; those of twenty bots are compared.\n\n"
      << "| without | off | gets through | ends otherwise |\n"
      << "|---|---|---|---|\n";
  for (auto row = rows.begin(); row != rows.end();) {
    std::string through;
    std::string otherwise;
    const auto first = row;
    for (; row != rows.end() && row->name == first->name; ++row) {
      // What it says that it has done differs from user to user.
      if (row->outcome == "illegal") {
        referee::text::add_to_list(through, row->does);
      } else {
        referee::text::add_to_list(
            otherwise, row->does + " (`" + row->outcome + "`: " + cell(row->reason) + ")");
      }
    }
    out << "| " << cell(first->name) << " | " << first->options << " | " << through << " | "
        << otherwise << " |\n";
  }
  return out.str();
}

constexpr const char* document_path = "tests/machine/hostile/hostile-bots.md";

void expect_in_document(const std::string& section) {
  std::ifstream file(fs::path(REFEREE_SOURCE_DIR) / document_path);
  const std::string document(std::istreambuf_iterator<char>(file), {});
  if (document.find(section) != std::string::npos) return;
  std::ostringstream others;
  std::istringstream lines(section);
  for (std::string line; std::getline(lines, line);) {
    if (document.find(line + '\n') == std::string::npos) others << line << '\n';
  }
  ADD_FAILURE() << document_path
                << " tells otherwise or in another order (if the program is right, write it "
                   "with hostile_tests --write). Not in it are:\n"
                << others.str();
}

// Where this system does not let us make the fence. In continuous integration, where nobody would
// see that no wall was tried, that is a failure.
void leave_out(const std::string& why) {
  if (std::getenv("CI") != nullptr)
    FAIL() << why << ", but CI is set: a container needs --privileged";
  GTEST_SKIP() << why;
}
constexpr const char* no_fence =
    "this system allows no namespaces, or no control group, to make the fence with";

class Hostile : public testing::TestWithParam<std::tuple<std::string, fence::User>> {
 protected:
  // Nothing, and the test is over, where this user, or this system, cannot try it.
  std::optional<Outcome> played(const std::string& what, arena::Bits bits = arena::Bits::native) {
    const auto& [group, user] = GetParam();
    const bool root = ::geteuid() == 0;
    if (user != fence::User::nobody && !root) {
      skip("only root can try it as root, or delegate a control group");
      return std::nullopt;
    }
    Outcome outcome = play(what, group, root ? user : fence::User::root, bits);
    if (!outcome.code) {
      leave_out(no_fence);
      return std::nullopt;
    }
    for (const arena::Row& row : outcome.rows) {
      EXPECT_EQ(row.failures, "") << group << ": " << row.name;
    }
    EXPECT_EQ(outcome.code, 0);
    EXPECT_FALSE(outcome.rows.empty());
    return outcome;
  }

 private:
  static void skip(const char* why) { GTEST_SKIP() << why; }
};

// In games by turns with an honest bot's, until that is decided (measured.cpp).
TEST_P(Hostile, CostsItsOpponentNothingAndEndsInTime) { played("measure"); }

TEST_P(Hostile, EndsAsItMust) {
  const std::string& group = std::get<0>(GetParam());
  const auto found = played("judge");
  if (!found) return;
  const Outcome& outcome = *found;
  ASSERT_FALSE(outcome.rows.empty());
  EXPECT_EQ(outcome.rows.back().name, "(end)");
  expect_in_document(section(group, outcome.rows));
}

// Those that work on their rival's time; again by turns with an honest bot's (interrupted.cpp).
class HostileAtWork : public Hostile {};

TEST_P(HostileAtWork, EndsSoonWhenInterrupted) { played("interrupt"); }

// The same bots as 32-bit programs, whose system calls have rules of their own.
class HostileIn32Bits : public Hostile {
 protected:
  void SetUp() override {
    if (!fs::exists(built::file("32-bit/hostile"))) {
      GTEST_SKIP() << "the compiler makes no 32-bit programs (on Debian: apt install g++-multilib)";
    }
    if (!referee::program::runs_compat_programs())
      GTEST_SKIP() << referee::program::compat_advice();
  }
};

TEST_P(HostileIn32Bits, EndsAsItMust) {
  const auto found = played("judge", arena::Bits::of_32);
  if (!found) return;
  ASSERT_FALSE(found->rows.empty());
  EXPECT_EQ(found->rows.back().name, "(end)");
}

// The first bot that each promise of the documents names as its test, in tables whose last column
// is headed so.
std::set<std::string> promised() {
  // A name in backquotes in the last cell; those with dots or slashes are other tests.
  const std::regex bot("`([a-z0-9-]+)`[^|]*\\|$");
  std::set<std::string> names;
  for (const char* page :
       {"docs/internals/protection-proof.md", "docs/internals/clock-method.md"}) {
    std::ifstream file(fs::path(REFEREE_SOURCE_DIR) / page);
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
      std::smatch found;
      inside = line.ends_with("| test |") || (inside && line.starts_with("|"));
      if (inside && std::regex_search(line, found, bot)) names.insert(found.str(1));
    }
  }
  return names;
}

// The quick part of all this: a bot for each promise, and one for each kind of fault.
class HostileSample : public testing::TestWithParam<fence::User> {};

TEST_P(HostileSample, EndsAsItMust) {
  const bool root = ::geteuid() == 0;
  if (GetParam() == fence::User::root && !root) GTEST_SKIP() << "only root can try it as root";
  const std::set<std::string> names = promised();
  ASSERT_GT(names.size(), 10U);
  const Outcome outcome =
      play("judge", std::string(arena::sample_of) + referee::text::join(names, ","),
           root ? GetParam() : fence::User::root);
  if (!outcome.code) return leave_out(no_fence);
  std::set<std::string> missing = names;
  for (const arena::Row& row : outcome.rows) {
    EXPECT_EQ(row.failures, "") << row.group << ": " << row.name;
    missing.erase(row.name);
  }
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(referee::text::join(missing, ", "), "") << "not played";
  ASSERT_FALSE(outcome.rows.empty());
  EXPECT_EQ(outcome.rows.back().name, "(end)");
}

INSTANTIATE_TEST_SUITE_P(Users, HostileSample,
                         testing::Values(fence::User::nobody, fence::User::root),
                         [](const auto& user) {
                           return user.param == fence::User::root ? "as_root" : "as_user";
                         });

std::string test_name(const testing::TestParamInfo<Hostile::ParamType>& info) {
  std::string name = std::get<0>(info.param);
  std::replace(name.begin(), name.end(), ' ', '_');
  switch (std::get<1>(info.param)) {
    case fence::User::root:
      return name + "_as_root";
    case fence::User::nobody:
      return name + "_as_user";
    default:
      return name + "_as_user_with_a_control_group";
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, Hostile,
                         testing::Combine(testing::ValuesIn(arena::group_titles()),
                                          testing::Values(fence::User::nobody, fence::User::root)),
                         test_name);
// Those for which it matters who has control groups.
INSTANTIATE_TEST_SUITE_P(DelegatedGroups, Hostile,
                         testing::Combine(testing::Values("time", "processes", "fairness"),
                                          testing::Values(fence::User::delegated)),
                         test_name);

INSTANTIATE_TEST_SUITE_P(Groups, HostileAtWork,
                         testing::Combine(testing::Values("fairness", "memory pressure"),
                                          testing::Values(fence::User::nobody, fence::User::root)),
                         test_name);

// All groups in which system calls, memory or clocks are what is attacked.
INSTANTIATE_TEST_SUITE_P(Groups, HostileIn32Bits,
                         testing::Combine(testing::Values("time", "processes",
                                                          "attacks on the referee",
                                                          "attacks on the rival", "memory and disk",
                                                          "detours through the kernel", "start"),
                                          testing::Values(fence::User::nobody, fence::User::root)),
                         test_name);

class Kernels : public testing::TestWithParam<bool> {};

TEST_P(Kernels, WithoutAFeatureGiveTheSameVerdictsOrNameTheWeakerOnes) {
  const bool root = ::geteuid() == 0;
  if (GetParam() && !root) GTEST_SKIP() << "only root can try it as root";
  const Outcome outcome =
      play("kernels", "", GetParam() || !root ? fence::User::root : fence::User::nobody);
  if (!outcome.code) return leave_out(no_fence);
  for (const arena::Row& row : outcome.rows) {
    EXPECT_EQ(row.failures, "") << "without " << row.name << ": " << row.does;
  }
  EXPECT_EQ(outcome.code, 0);
  expect_in_document(kernels_section(outcome.rows));
}

INSTANTIATE_TEST_SUITE_P(Users, Kernels, testing::Bool(),
                         [](const auto& user) { return user.param ? "as_root" : "as_user"; });

constexpr const char* head = R"(# Hostile bots

Generated by `hostile_tests --write tests/machine/hostile/hostile-bots.md`; do not edit. The
tests compare it with what they see.

What `bots/hostile` does to the referee, and the outcome. Every bot plays Black Hole against an
honest one, in both seats, as root and as an ordinary user; those marked `any-game` in all other
games too. Where a limit of time is to be met, `budget=` is in ms (longer where a start takes long);
all others have minutes, so that no limit comes before the one that is meant. `opponent=` names a
behaviour that takes the honest one's place. `held-by-group`: where the bot can be frozen in a
control group, as root's bots on the official clock are, it cannot do what it wants, and plays an
honest game.

For each, the tests require exactly this fault and reason, the opponent's game as it would have
been, and nothing left: no process, zombie, descriptor, file, shared memory or control group.

Times depend on what else the machine does, so they are compared in pairs of games on one processor,
an attacked one and an honest one, until the test shows that each of these happens in fewer than one
pair in ten:

- the opponent is charged 20 ms of CPU time more than twice that of the honest game
- on the official clock: it is charged 100 ms of wall time more than twice that of the honest game,
  or as many times 100 ms as that took longer than its CPU time
- on the clock `cpu`, on which the attacker may compute too: it runs out of time with a budget of
  0.5 s
- an end by a limit of time comes more than 1 s late, and three times what the referee itself waited
  for its processor

Where a game is compared, a pair that is the other way round takes one such pair back. If it were so
in three pairs of four, it would be missed in fewer than 1 % of all runs. In the groups of
processes, attacks on the rival, fairness and memory pressure the opponent of these games computes,
12 ms or more in two of its turns. `only-measured`: this is all that is asked, because the bot's own
fault depends on the machine. `needs-fault` and `needs-refusal`: a game in which the bot had no
fault, or nothing was refused to it, has not shown what it does, because the machine was too busy,
and is played again, at most 19 times.

Fault `none` means that the attack came to nothing and the bot then played an honest game to its
end.
)";

int write_document(const fs::path& file) {
  std::ofstream out(file);
  out << head;
  int failed = 0;
  for (const std::string& group : arena::group_titles()) {
    const Outcome outcome = play("judge", group, fence::User::root);
    if (outcome.code != 0) {
      ++failed;
      for (const arena::Row& row : outcome.rows) {
        if (!row.failures.empty()) std::cerr << row.name << ':' << row.failures << '\n';
      }
    }
    out << '\n' << section(group, outcome.rows);
  }
  const Outcome kernels = play("kernels", "", fence::User::root);
  if (kernels.code != 0) {
    ++failed;
    for (const arena::Row& row : kernels.rows) {
      if (!row.failures.empty())
        std::cerr << row.name << ", " << row.does << ':' << row.failures << '\n';
    }
  }
  out << '\n' << kernels_section(kernels.rows);
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  if (words.size() > 6 && words[1] == "--inside") {
    if (words[words.size() - 4] == "with-group" &&
        referee::walls::probe_protections().cgroup.empty()) {
      std::cerr << "the control group that was delegated cannot be used\n";
      return 1;
    }
    const int report = std::atoi(words.back().c_str());
    const std::string& group = words[words.size() - 2];
    const std::string& what = words[words.size() - 3];
    if (what == "kernels") return arena::play_kernels(words[2], report) == 0 ? 0 : 1;
    const auto play = what == "judge"     ? arena::play_group
                      : what == "measure" ? arena::measure_group
                                          : arena::interrupt_group;
    return play(words[2], group, report) == 0 ? 0 : 1;
  }
  if (words.size() == 3 && words[1] == "--write") return write_document(words[2]);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
