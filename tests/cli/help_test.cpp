// What the program says about itself.
#include <regex>

#include "folder.hpp"

namespace {

using namespace cli_test;

class Help : public InFolder {};

TEST_F(Help, EveryVerbTeachesWithExamples) {
  for (const char* verb :
       {"match", "tournament", "standings", "regress", "show", "verify", "play", "view"}) {
    SCOPED_TRACE(verb);
    const Ended ended = referee({verb, "--help"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.err, "");
    EXPECT_NE(ended.out.find("Usage: referee " + std::string(verb)), std::string::npos);
    const auto examples = ended.out.find("\nExample");
    ASSERT_NE(examples, std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("referee " + std::string(verb), examples), std::string::npos)
        << ended.out;
  }
}

TEST_F(Help, TheProgramNamesItsVerbsAndExitCodes) {
  const std::string text = expect(0, {"--help"});
  for (const char* word : {"match", "tournament", "standings", "show", "verify",
                           "Exit codes: 0 done; 1 a bot failed", "130 interrupted"}) {
    EXPECT_NE(text.find(word), std::string::npos) << word;
  }
}

TEST_F(Help, FitsIntoEightyColumns) {
  for (const char* verb : {"", "compare", "doctor", "match", "merge", "random", "regress", "show",
                           "standings", "tournament", "verify", "play", "view"}) {
    for (const char* help : {"-h", "--help"}) {
      const std::string text = expect(0, *verb == 0 ? Words{help} : Words{verb, help});
      for (const std::string& line : lines_of(text)) EXPECT_LE(line.size(), 80U) << line;
      EXPECT_EQ(text.find("\n\n\n"), std::string::npos) << text;
    }
  }
}

TEST_F(Help, IsShortOrWhole) {
  const std::string brief = expect(0, {"match", "-h"});
  EXPECT_LE(lines_of(brief).size(), 24U) << brief;
  for (const char* part : {"Usage: referee match game bots... [options]\n", "--limit", "--seed",
                           "\nExamples:\n  referee match ", "referee match --help\n"}) {
    EXPECT_NE(brief.find(part), std::string::npos) << part << "\n" << brief;
  }
  EXPECT_EQ(brief.find("--read"), std::string::npos) << "not a usual one";
  EXPECT_NE(expect(0, {"match", "--help"}).find("--read"), std::string::npos);
  EXPECT_LE(lines_of(expect(0, {"-h"})).size(), 24U);
  EXPECT_EQ(expect(0, {"--help"}).find("\n  random "), std::string::npos) << "callable, not listed";
}

TEST_F(Help, IsAVerbToo) {
  EXPECT_EQ(expect(0, {"help"}), expect(0, {"--help"}));
  EXPECT_EQ(expect(0, {"help", "show"}), expect(0, {"show", "--help"}));
}

TEST_F(Help, Version) {
  const std::string text = expect(0, {"--version"});
  EXPECT_TRUE(std::regex_match(
      text, std::regex(
                "referee [0-9]+\\.[0-9]+\\.[0-9]+(-dev)?( \\([0-9a-f]{12}( with changes)?\\))?\n")))
      << text;
  EXPECT_EQ(expect(0, {"version"}), text);
}

TEST_F(Help, NoVerbOrAnUnknownOneIsBadUsage) {
  expect_error(2, "unknown verb 'tourname'; did you mean 'tournament'?", {"tourname", "x"});
  expect_error(2, "unknown verb 'shwo'; did you mean 'show'?", {"shwo", "--json"});
  expect_error(2, "unknown verb 's'; referee --help lists the verbs", {"s"});
  expect_error(2, "unknown verb ''; referee --help lists the verbs", {""});
  expect_error(2, "unknown verb 'shwo'; did you mean 'show'?", {"help", "shwo"});
  expect_error(2, "help explains one verb, as in referee help show", {"help", "show", "games"});
  for (const Words& words : std::vector<Words>{{}, {"play"}, {"--what"}}) {
    const Ended ended = referee(words);
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_NE(ended.err, "");
  }
}

}  // namespace
