// referee regress as a program: what it prints and writes, --only, --out, interruptions.
#include <csignal>
#include <fstream>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "gate.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class RegressVerb : public InFolder {
 protected:
  // Three checks: one passes, one fails, one stays undecided.
  void write_three() const {
    write_program("broken", "#!/bin/sh\nexit 3\n");
    const std::string bot = built::word("turn-right-greedy");
    const Json broken = Json::array({"./broken"});
    const Json checks{
        {{"check", "no-faults"}, {"games", 4}},
        {{"name", "far too good"}, {"check", "score"}, {"at_least", 1000}, {"seeds", {1, 2}}},
        {{"name", "spoiled"}, {"check", "no-faults"}, {"games", 2}, {"opponents", broken}}};
    write("r.json", Json{{"game", "turn-right"}, {"bot", bot}, {"checks", checks}}.dump());
  }
  // Whether Python can be run here.
  [[nodiscard]] bool has_python() const {
    return fs::exists("/usr/bin/python3") || fs::exists("/usr/local/bin/python3");
  }
};

TEST_F(RegressVerb, TheExitCodeIsThatOfTheWorstCheck) {
  write_three();
  expect(0, {"regress", "r.json", "-q", "--only", "no-faults"});
  expect(1, {"regress", "r.json", "-q", "--only", "far too good"});
  expect(4, {"regress", "r.json", "-q", "--only", "spoiled", "--only", "no-faults"});
}

TEST_F(RegressVerb, TellsHowItGoesOn) {
  write_three();
  const Ended ended = referee({"regress", "r.json", "--only", "no-faults", "--out", "o"});
  // Where the games take long, there are lines between these.
  EXPECT_TRUE(ended.err.starts_with("1/1 no-faults: 4 matches to play\n")) << ended.err;
  EXPECT_TRUE(
      ended.err.ends_with("\n1/1 no-faults: passed\nThe records are in the folders of o.\n"))
      << ended.err;
  const Ended again = referee({"regress", "r.json", "--only", "no-faults", "--out", "o"});
  EXPECT_EQ(again.err,
            "1/1 no-faults: 4 matches, 4 played already, 0 to play\n1/1 no-faults: passed\n"
            "The records are in the folders of o.\n");
  EXPECT_EQ(again.out, ended.out);
}

TEST_F(RegressVerb, MarkdownIsAppended) {
  write_three();
  write("summary.md", "what another step wrote\n");
  for (int i = 0; i < 2; ++i) {
    expect(0, {"regress", "r.json", "-q", "--only", "no-faults", "--summary", "summary.md"});
  }
  const std::string text = read("summary.md");
  EXPECT_TRUE(text.starts_with("what another step wrote\n## Referee: turn"));
  const auto first = text.find("passed 1 check\n");
  EXPECT_NE(text.find("passed 1 check\n", first + 1), std::string::npos) << text;
}

TEST_F(RegressVerb, AResultThatCannotBeWrittenIsTheMachinesFailure) {
  write_three();
  for (const std::string option : {"--junit", "--summary"}) {
    // The error comes before the first game, so the folder for records is not created.
    expect_error(3, "cannot write none/j: No such file or directory",
                 {"regress", "r.json", "--only", "no-faults", option, "none/j", "--out", "o"});
    EXPECT_FALSE(fs::exists(path("o")));
  }
  // Errors that only show when writing: the result is printed nevertheless.
  const Ended full = referee({"regress", "r.json", "-q", "--only", "no-faults", "--junit",
                              "/dev/full", "--summary", "/dev/full"});
  EXPECT_EQ(full.code, 3);
  EXPECT_EQ(full.err,
            "referee: error: cannot write /dev/full: No space left on device; make room there or "
            "choose another place; cannot write /dev/full: No space left on device; make room "
            "there or choose another place\n");
  EXPECT_TRUE(full.out.starts_with("passed     no-faults")) << full.out;
}

TEST_F(RegressVerb, TheRecordsOfEachCheckAreATournament) {
  write_three();
  expect(1, {"regress", "r.json", "-q", "--out", "o"});
  for (const std::string name : {"no-faults", "far too good", "spoiled"}) {
    expect(0, {"verify", "o/" + name});
    expect(0, {"show", "o/" + name, "1"});
    expect(0, {"standings", "o/" + name});
  }
  // Other deals are other games.
  const Ended other = referee({"regress", "r.json", "-q", "--out", "o", "--seed", "9"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("no-faults"), std::string::npos) << other.err;
}

TEST_F(RegressVerb, CanBeInterruptedAndGoesOn) {
  const Gate gate(folder_);
  write("r.json", Json{{"game", "box"},
                       {"bot", "./gated"},
                       {"checks",
                        {{{"check", "no-faults"}, {"games", 40}},
                         {{"check", "score"}, {"games", 4}, {"at_least", -10000}}}}}
                      .dump());
  const Words words{"regress", "r.json", "--json", "--jobs", "2", "--out", "o"};
  fs::create_directories(path("o/no-faults"));
  Child child(command(words), folder_);
  gate.admit(1);
  child.wait_for_change(path("o/no-faults"), [this] {
    const fs::path file = path("o/no-faults") / "matches-0001.jsonl";
    return fs::exists(file) && fs::file_size(file) > 0;
  });
  child.signal(SIGINT);
  child.wait_for_stderr("again to leave at once; the same command continues\n");
  gate.admit(2);
  const Ended ended = child.end();
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_NE(ended.err.find("interrupted; the same command continues"), std::string::npos);
  const Json stopped = Json::parse(ended.out);
  EXPECT_EQ(stopped["interrupted"], true);
  EXPECT_EQ(stopped["verdict"], "undecided");
  EXPECT_NE(stopped["checks"][0]["reason"].get<std::string>().find(" of 40 games were played"),
            std::string::npos);
  EXPECT_EQ(stopped["checks"][1]["reason"], "interrupted before it began");
  EXPECT_LE(records_in(path("o/no-faults")).size(), 3U);

  gate.admit(200);
  Json whole = Json::parse(expect(0, {"regress", "r.json", "--json", "-q"}));
  Json after = Json::parse(expect(0, words));
  whole.erase("measured");
  after.erase("measured");
  EXPECT_EQ(after, whole);
  EXPECT_EQ(records_in(path("o/no-faults")).size(), 40U);
}

}  // namespace
