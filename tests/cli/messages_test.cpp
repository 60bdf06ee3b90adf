// Errors about what was typed: each message, word for word.
#include "folder.hpp"

namespace {

using namespace cli_test;

class Messages : public InFolder {};

TEST_F(Messages, OfWhatWasTyped) {
  const std::string bot = "referee random box";
  write("c.json", small_config("box", 1));
  std::filesystem::create_directory(path("sub"));
  write("sub/c.json", small_config("box", 1));
  expect(0, {"tournament", "c.json", "--out", "o", "--plan-only"});
  expect(0, {"match", "box", bot, bot, "--save", "r.json"});
  const Words compare{"compare", bot, bot, "--game", "box", "--max-pairs", "1"};
  for (const auto& [words, message] : std::vector<std::pair<Words, std::string>>{
           {{"show", "o"}, "'o' has no matches yet"},
           {{"show", "o", "0"}, "'o' has no matches yet"},
           {{"view", "o", "--save", "o.html"}, "'o' has no matches yet"},
           {{"show", "r.json", "--bot", "random-3"},
            "--bot: r.json has no bot 'random-3'; did you mean 'random-1'?"},
           {{"replay", "r.json", "--until", "3"}, "--until goes with --stdin-to or --under"},
           {{"tournament", "c.json", "--bots", "sub"},
            "a config lists its bots itself: give it, or --bots, not both"},
           {{"tournament", "c.json", "--part", "1/2", "--plan-only", "--out", "p"},
            "--plan-only plays no --part"},
           {compare + Words{"--openings", "0"},
            "--openings: 0 random moves; give 1 to 1000, or ./0 for a file"},
           {compare + Words{"--against", "sub/c.json"},
            "the commands in sub/c.json are relative to its folder; start referee compare "
            "there"}}) {
    const Ended ended = referee(words);
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.err, "referee: error: " + message + "\n");
  }
}

}  // namespace
