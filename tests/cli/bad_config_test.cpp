// Configs with mistakes: each error names the place and says what would be right.
#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class BadConfig : public InFolder {
 protected:
  // `text` is refused with this message, and no file is created.
  void refused(const std::string& text, const std::string& message) const {
    SCOPED_TRACE(text);
    write("c.json", text);
    expect_error(2, "c.json: " + message, {"tournament", "c.json", "--out", "o"});
    EXPECT_FALSE(fs::exists(path("o")));
  }
};

// Two valid bots as they appear in a config.
const std::string bots = R"("bots": [{"name": "a", "command": "referee random box"}, )"
                         R"({"name": "b", "command": "referee random box"}])";

TEST_F(BadConfig, IsRefusedWithThePlaceAndWhatWouldBeRight) {
  refused(R"({"game": "bx", )" + bots + "}", "game: unknown game \"bx\"; did you mean \"box\"?");
  refused("{\n  \"game\": \"box\"\n  \"rounds\": 1\n}\n",
          "line 3, column 10: syntax error" + std::string(others_words));
}

TEST_F(BadConfig, RequiredIsolationIsNotTrustedAway) {
  for (const char* verb : {"tournament", "regress"}) {
    write("c.json", verb == std::string("tournament")
                        ? "{\"game\": \"box\", \"isolation\": \"require\", " + bots + "}"
                        : R"({"game": "box", "isolation": "require", "bot": "referee random box",)"
                          R"( "checks": [{"check": "no-faults"}]})");
    expect_error(2,
                 "c.json: isolation: is \"require\", and --trust turns isolation off; drop one of "
                 "the two",
                 {verb, "c.json", "--trust", "--out", "o"});
    EXPECT_FALSE(fs::exists(path("o")));
  }
}

}  // namespace
