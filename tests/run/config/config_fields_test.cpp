// The fields of configs one by one: what they become, and what is said of wrong ones.
#include "referee/run/config/config_fields.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/machine/toolchain/languages.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

using namespace std::chrono_literals;
using test::contains;
using test::error_of;

// What `read` makes of a text of JSON.
template <typename Read>
auto field(const std::string& json, Read read) {
  const text::Json value = text::parse_json(json, "f");
  return read(text::JsonReader(value, "f"));
}
// What it says of a wrong one.
template <typename Read>
std::optional<std::string> wrong_field(const std::string& json, Read read) {
  return error_of<text::JsonError>([&] { static_cast<void>(field(json, read)); });
}

TEST(ConfigFields, Durations) {
  EXPECT_EQ(field("1.5", read_duration), 1500ms);
  EXPECT_EQ(field("0.000001", read_duration), 1us);
  EXPECT_EQ(wrong_field("0", read_duration),
            "f: must be a number of seconds from 0.000001 to 1000000, not 0");
  EXPECT_NE(wrong_field("\"1\"", read_duration), std::nullopt);
  EXPECT_EQ(field(R"({"turn_limit": 3})", read_times), (kernel::TimeLimits{{}, 3s}));
  EXPECT_EQ(field(R"({"budget": 1, "first_turn_limit": 2})", read_times),
            (kernel::TimeLimits{1s, {}, 2s}));
}

TEST(ConfigFields, Words) {
  for (const Isolation one : {Isolation::on, Isolation::off, Isolation::require}) {
    EXPECT_EQ(field(text::Json(name(one)).dump(), read_isolation), one);
  }
  EXPECT_EQ(wrong_field("\"no\"", read_isolation),
            "f: must be \"on\", \"off\" or \"require\", not \"no\"");
  EXPECT_EQ(field("\"wall\"", read_clock), kernel::ClockKind::wall);
  EXPECT_EQ(wrong_field("\"sun\"", read_clock), "f: must be \"cpu\" or \"wall\", not \"sun\"");
  const auto game = [](const text::JsonReader& reader) { return &read_game(reader, {}, nullptr); };
  EXPECT_EQ(field("\"box\"", game), rules::find_game("box"));
  EXPECT_EQ(wrong_field("\"bx\"", game), "f: unknown game \"bx\"; did you mean \"box\"?");
}

TEST(ConfigFields, TheCallerMayChooseTheIsolation) {
  const auto chosen = [](const std::string& json, std::optional<Isolation> by_caller) {
    return field(json,
                 [&](const text::JsonReader& config) { return isolation_of(config, by_caller); });
  };
  EXPECT_EQ(chosen("{}", {}), Isolation::on);
  EXPECT_EQ(chosen("{}", Isolation::off), Isolation::off);
  EXPECT_EQ(chosen(R"({"isolation": "require"})", {}), Isolation::require);
  EXPECT_EQ(chosen(R"({"isolation": "off"})", Isolation::require), Isolation::require);
  EXPECT_TRUE(contains(
      error_of<text::JsonError>([&] { chosen(R"({"isolation": "require"})", Isolation::off); }),
      "--trust"));
}

TEST(ConfigFields, Numbers) {
  EXPECT_EQ(field("100", read_speed), 100);
  EXPECT_TRUE(contains(wrong_field("0", read_speed), "must be a number from 0.01 to 100"));
  EXPECT_EQ(field("7", read_seed), 7U);
  EXPECT_NE(wrong_field("-1", read_seed), std::nullopt);
  EXPECT_EQ(field("1000000", read_rounds), most_rounds);
  EXPECT_NE(wrong_field("0", read_rounds), std::nullopt);
  EXPECT_EQ(field("3", read_give_up_after), 3);
  EXPECT_NE(wrong_field("0", read_give_up_after), std::nullopt);
  EXPECT_EQ(field(std::to_string(toolchain::years().front()), read_toolchain),
            toolchain::years().front());
  EXPECT_TRUE(contains(wrong_field("1999", read_toolchain), "must be a year whose commands"));
}

BotEntry plain_bot(const text::JsonReader& reader) { return read_bot(reader); }
BotEntry noted_bot(const text::JsonReader& reader) { return read_bot(reader, {"note"}); }
std::vector<BotEntry> plain_bots(const text::JsonReader& reader) { return read_bots(reader, {}); }

TEST(ConfigFields, ABotHasACommandOrASource) {
  EXPECT_EQ(field(R"({"name": "a", "command": "sh -c x"})", plain_bot).command, "sh -c x");
  EXPECT_EQ(field(R"({"name": "a", "source": "my bot.cpp"})", plain_bot).command, "'./my bot.cpp'");
  EXPECT_EQ(field(R"({"name": "a", "source": "in/bot.py"})", plain_bot).command, "in/bot.py");
  EXPECT_EQ(
      field(R"({"name": "a", "source": "b.py", "arguments": ["1", "a b"]})", plain_bot).command,
      "./b.py 1 'a b'");
  EXPECT_TRUE(contains(
      wrong_field(R"({"name": "a", "command": "b", "arguments": ["1"]})", plain_bot), "source"));
  EXPECT_TRUE(contains(wrong_field(R"({"name": "a", "source": "b.py", "command": "b"})", plain_bot),
                       "f.source: replaces \"command\""));
  EXPECT_TRUE(contains(wrong_field(R"({"name": "a", "source": "bot"})", plain_bot),
                       "f.source: must be a source file, whose name ends in "));
  EXPECT_EQ(wrong_field(R"({"name": "a"})", plain_bot), "f: the key \"command\" is missing");
}

TEST(ConfigFields, ABotHasAnEnvironmentAndFiles) {
  const BotEntry bot = field(R"({"name": "a", "command": "b", "environment": {"Z": "1", "A": "x=y"},
                                 "read": ["p", "q"], "alone": true})",
                             plain_bot);
  EXPECT_EQ(bot.environment, (std::vector<std::string>{"A=x=y", "Z=1"}));
  EXPECT_EQ(bot.read, (std::vector<std::string>{"p", "q"}));
  EXPECT_TRUE(bot.alone);
  EXPECT_TRUE(contains(
      wrong_field(R"({"name": "a", "command": "b", "environment": {"A=": "1"}})", plain_bot),
      "is not the name of an environment variable"));
}

TEST(ConfigFields, ABotHasANoteOnlyWhereThatIsExpected) {
  const std::string noted = R"({"name": "a", "command": "b", "note": "new"})";
  EXPECT_EQ(field(noted, noted_bot).note, "new");
  EXPECT_TRUE(contains(wrong_field(noted, plain_bot), "unknown key \"note\""));
}

TEST(ConfigFields, BotsHaveNamesOfTheirOwn) {
  EXPECT_EQ(
      field(R"([{"name": "a", "command": "x"}, {"name": "b", "command": "x"}])", plain_bots).size(),
      2U);
  EXPECT_EQ(wrong_field(R"([{"name": "a", "command": "x"}])", plain_bots),
            "f: must have at least two bots, not 1");
  EXPECT_EQ(
      wrong_field(R"([{"name": "a", "command": "x"}, {"name": "a", "command": "y"}])", plain_bots),
      "f[1]: the name \"a\" is taken by an earlier bot; each bot needs its own");
}

}  // namespace
}  // namespace referee::config
