// What is read of a record, and where errors are found; and that the schema has the members of the
// table.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/play/match/record_json.hpp"
#include "referee/play/match/record_members.hpp"
#include "support.hpp"
#include "tests/play/match/support.hpp"

namespace referee::match {
namespace {

using namespace record_members;

// What is read of a line, as a line again, or the error.
std::string read(const std::string& line) {
  try {
    return to_line(record_of_line(line, "line"));
  } catch (const text::JsonError& error) {
    return error.what();
  }
}

// With everything that a record may have.
std::string full_line() {
  return R"({"schema":"referee-match","version":1,"tournament":"abc","match":3,"round":2,)"
         R"("game":"box","seed":77,"deal":"x\u00e9y","clock":"cpu","budget":30.5,"speed":1.5,)"
         R"("isolated":true,"given":2,"bots":[{"name":"a","command":"./a","hash":"00",)"
         R"("source":{"file":"a.cpp","hash":"11","language":"c++","toolchain":2024,)"
         R"("compiler":"g++","compile":"g++ a.cpp","run":"./a"}},{"name":"b",)"
         R"("read":[{"path":"/o","hash":"22"},{"path":"/d","files":2,"bytes":9}]}],)"
         R"("result":{"plies":2,"seats":[{"score":-5,"status":"LOSE","game_points":0,)"
         R"("board_points":-3},{"score":5,"status":"WIN","game_points":1}]},"faults":[{"kind":"crash",)"
         R"("reason":"r","facts":[{"what":"signal","value":6},{"what":"file","name":"/b"}],)"
         R"("seat":2,"ply":2,"line":"\\x07","word":"OUT","found_after":2}],)"
         R"("measured":{"started":"2025","host":{"os":[1,{"a":null}],"n":1.5},"bots":[)"
         R"({"cpu_us":1,"wall_us":2,"total_cpu_us":3,"waited_us":0,"peak_memory":9,)"
         R"("stderr_bytes":1,"exit_code":0,"killed":false,"blind_spot":"","stderr_head":"b",)"
         R"("stderr_tail":"e",)"
         R"("refused":["ptrace"]},{"signal":9}],"early":[1,2],"cpu_us":[5,6],"wall_us":[7],)"
         R"("stderr_bytes":[]},"plies":[{"seat":1,"line":"A3","relayed":"A4","by":"bot"},)"
         R"({"seat":2,"line":"B3","by":"jury"}]})";
}

TEST(RecordReader, ReadsAWholeRecord) {
  EXPECT_EQ(
      read(full_line()),
      R"({"schema":"referee-match","version":1,"tournament":"abc","match":3,"round":2,"game":"box",)"
      "\"seed\":77,\"deal\":\"x\xC3\xA9y\","
      R"("clock":"cpu","budget":30.5,"speed":1.5,"isolated":true,"given":2,"bots":[{"name":"a",)"
      R"("command":"./a","hash":"00","source":{"file":"a.cpp","hash":"11","language":"c++",)"
      R"("toolchain":2024,"compiler":"g++","compile":"g++ a.cpp","run":"./a"}},{"name":"b",)"
      R"("command":"","hash":"","read":[{"path":"/o","hash":"22"},{"path":"/d","files":2,"bytes":9}]}],)"
      R"("result":{"seats":[{"score":-5,"status":"LOSE","board_points":-3},{"score":5,"status":"WIN"}],)"
      R"("plies":2},"faults":[{"kind":"crash","seat":2,"ply":2,"reason":"r",)"
      R"("facts":[{"what":"signal","value":6},{"what":"file","name":"/b"}],"line":"\\x07","word":"OUT",)"
      R"("found_after":2}],)"
      R"("measured":{"started":"2025","host":{"os":[1,{"a":null}],"n":1.5},"bots":[{"waited_us":0,)"
      R"("cpu_us":1,"wall_us":2,"total_cpu_us":3,"peak_memory":9,"exit_code":0,"refused":["ptrace"],)"
      R"("stderr_bytes":1,"stderr_head":"b","stderr_tail":"e"},{"cpu_us":0,"wall_us":0,)"
      R"("total_cpu_us":0,"peak_memory":0,"signal":9,"stderr_bytes":0,"stderr_tail":""}],)"
      R"("early":[1,2],"cpu_us":[5,6],"wall_us":[7]},"plies":[{"seat":1,"line":"A3","relayed":"A4"},)"
      R"({"seat":2,"line":"B3","by":"jury"}]})");
}

TEST(RecordReader, KeepsEachDigitOfPoints) {
  for (const std::string points : {"0.92", "-0.000000000000000001", "18446744073709551615",
                                   "9007199254740993", "12345678901234567.25"}) {
    std::string line = full_line();
    line.replace(line.find("-3}"), 2, points + ' ');
    EXPECT_NE(read(line).find("\"board_points\":" + points + "}"), std::string::npos) << points;
    // As JSON that is read with doubles.
    const MatchRecord record = record_of_line(line, "line");
    const text::Json json = to_json(record);
    EXPECT_EQ(record_of_line(json.dump(), "json").scores[0].result.board_points,
              record.scores[0].result.board_points)
        << points;
    EXPECT_EQ(json["result"]["seats"][0]["board_points"].is_number(), points == "0.92") << points;
  }
  for (const char* wrong : {"1e5", "0.1234567890123456789", "\"x\"", "true"}) {
    std::string line = full_line();
    line.replace(line.find("-3}"), 2, wrong);
    EXPECT_NE(read(line).find("result.seats[0].board_points"), std::string::npos) << wrong;
  }
}

TEST(RecordReader, TheOrderOfKeysDoesNotMatter) {
  text::Json whole = text::Json::parse(full_line());
  whole["measured"].erase("host");  // whose order is kept
  // Sorted: the plies before what was measured.
  EXPECT_EQ(read(nlohmann::json(whole).dump()), read(whole.dump()));
}

TEST(RecordReader, BlanksBetweenValuesDoNotMatter) {
  EXPECT_EQ(read(text::Json::parse(full_line()).dump(1)), read(full_line()));
}

TEST(RecordReader, AKeyThatOccursTwiceIsAnError) {
  for (const char* twice :
       {R"("round":2)", R"("x":1,"x":2)", R"("x":{"y":1,"y":2})", R"("r\u006fund":2)"}) {
    const std::string error = read(full_line().insert(1, std::string(twice) + ","));
    EXPECT_TRUE(error.ends_with("occurs twice in one object")) << error;
  }
  std::string line = full_line();
  line.insert(line.find(R"("n":1.5)"), R"("n":2,)");
  EXPECT_EQ(read(line), "line: the key \"n\" occurs twice in one object");
}

TEST(RecordReader, FindsWhatWasMeasured) {
  for (const char* later : {"", R"("x":["measured",{"measured":1}],"y":"\"measured\":1,",)"}) {
    const std::string line = full_line().insert(1, later);
    for (const Extent extent : {Extent::front, Extent::whole}) {
      const ReadLine read = read_line(line, "line", extent);
      EXPECT_TRUE(read.measured.starts_with(R"("measured":{"started":"2025")")) << later;
      EXPECT_TRUE(read.measured.ends_with(R"("stderr_bytes":[]})")) << later;
    }
  }
}

TEST(RecordReader, TheFrontDoesNotNeedThePlies) {
  const MatchRecord record =
      read_line(
          R"({"schema":"referee-match","version":1,"tournament":"abc","match":3,"round":2,)"
          R"("game":"box","seed":77,"bots":[{"name":"a"},{"name":"b"}],"result":{"plies":2,"seats":[)"
          R"({"score":-5,"status":"LOSE"},{"score":5,"status":"WIN"}]},"faults":[],"measured":)"
          R"({"bots":[{"cpu_us":1,"wall_us":2},{"cpu_us":3,"wall_us":4}]},"plies":[###)",
          "line", Extent::front)
          .record;
  EXPECT_EQ(record.bots[1].name, "b");
  EXPECT_EQ(record.scores[1].result.score, 5);
  EXPECT_EQ(record.measured.bots[1].wall, std::chrono::microseconds(4));
}

// Each value in turn, replaced by each of these: an error names its place, and one of another type
// is an error, except in what a record keeps as it is.
void expect_places(const text::Json& whole, const text::Json::json_pointer& at,
                   const std::string& place) {
  for (const char* other : {"null", "true", "0", "-1", "3", "1e3", "2.5", "18446744073709551615",
                            "9007199254740993", "1e400", "\"x\"", "\"WIN\"", "\"wall\"", "[]",
                            "[1]", "[\"a\",\"b\",\"c\"]", "{}", R"({"a":1,"a":2})", "[[[{}]]]"}) {
    text::Json changed = whole;
    changed[at] = "@";
    std::string line = changed.dump();
    line.replace(line.find("\"@\""), 3, other);
    const std::string found = read(line);
    const auto names = [&](const char* what) { return found.find(what) != std::string::npos; };
    if (!found.starts_with("line: ")) {
      EXPECT_EQ(read(found), found) << line;
      const text::Json value = text::Json::parse(other);
      EXPECT_TRUE(place.starts_with("measured.host") || value.is_number() == whole[at].is_number());
      EXPECT_TRUE(place.starts_with("measured.host") || value.is_number() ||
                  value.type() == whole[at].type())
          << line;
    } else if (!names("occurs twice") && !names("is too big")) {
      EXPECT_TRUE(found.starts_with("line: " + place)) << found << '\n' << line;
    }
  }
}

void visit(const text::Json& whole, const text::Json::json_pointer& at, const std::string& place) {
  if (!place.empty()) expect_places(whole, at, place);
  const text::Json& value = whole[at];
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      visit(whole, at / key, place + (place.empty() ? "" : ".") + key);
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      visit(whole, at / i, place + "[" + std::to_string(i) + "]");
    }
  }
}

TEST(RecordReader, AnErrorNamesThePlaceOfAnyValue) {
  visit(text::Json::parse(full_line()), text::Json::json_pointer(), "");
}

TEST(RecordReader, OfADamagedLineErrorsAreThoseOfTheParserOrNameAPlace) {
  std::mt19937 random(1);
  const std::string line = full_line();
  const auto below = [&](std::size_t count) { return random() % count; };
  unsigned taken = 0;
  for (int i = 0; i < 2'000; ++i) {
    std::string damaged = line;
    for (auto changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = below(damaged.size());
      switch (below(5)) {
        case 0:
          damaged[at] = static_cast<char>(below(256));
          break;
        case 1:
          damaged.erase(at, 1 + below(20));
          break;
        case 2:  // a piece twice: keys, too
          damaged.insert(at, damaged.substr(below(damaged.size()), 1 + below(40)));
          break;
        case 3:
          damaged[at] = "{}[]\":,019-e"[below(12)];
          break;
        default: {  // one member in the place of another
          const auto comma = damaged.find(',', at);
          if (comma == std::string::npos) break;
          const auto end = damaged.find(',', comma + 1);
          if (end == std::string::npos) break;
          damaged.insert(comma, damaged.substr(comma, end - comma));
        }
      }
    }
    const std::string found = read(damaged);
    try {
      (void)text::parse_json(damaged, "line");
    } catch (const text::JsonError& error) {
      ASSERT_EQ(found, error.what()) << damaged;
    }
    if (found.starts_with("line: ")) continue;
    ++taken;
    ASSERT_EQ(read(found), found) << damaged;
  }
  EXPECT_GT(taken, 50U);  // in texts and numbers much is allowed
}

TEST(RecordReader, NestsAsDeepAsTheParser) {
  for (const std::size_t depth : {10U, 97U, 98U, 5000U}) {
    std::string line = full_line();
    line.replace(line.find("1.5},\"bots\""), 3, std::string(depth, '[') + std::string(depth, ']'));
    const std::string found = read(line);
    if (depth < 98) {
      EXPECT_FALSE(found.starts_with("line:")) << found;
    } else {
      EXPECT_EQ(found, "line: objects and lists are nested more than 100 deep");
    }
  }
}

// The type that a schema gives a value of this kind.
text::Json type_of(Kind kind) {
  switch (kind) {
    case Kind::text:
      return "string";
    case Kind::whole:
      return "integer";
    case Kind::number:
      return "number";
    case Kind::exact:
      return {"number", "string"};
    case Kind::boolean:
      return "boolean";
    case Kind::list:
      return "array";
    case Kind::object:
    case Kind::raw:
      return "object";
  }
  return nullptr;
}

void expect_object(Node node, const text::Json& schema);

// What the schema allows is read.
void expect_value(const Form& form, const text::Json& schema) {
  const text::Json choices = schema.contains("const")  ? text::Json{schema["const"]}
                             : schema.contains("enum") ? schema["enum"]
                                                       : text::Json::array();
  if (schema.contains("type")) {
    EXPECT_EQ(schema["type"], type_of(form.kind));
  } else if (!schema.contains("$ref")) {
    EXPECT_FALSE(choices.empty());
  }
  for (const text::Json& choice : choices) {
    EXPECT_TRUE(form.kind == Kind::whole ? choice.is_number_integer() : choice.is_string());
  }
  if (form.kind == Kind::whole) {
    EXPECT_GE(schema.value("minimum", form.least), form.least);
    EXPECT_LE(schema.value("maximum", form.least), most_of(form, nothing_read()));
  }
  if (form.kind == Kind::list) {
    EXPECT_EQ(schema.value("minItems", 0), form.by_seat ? 1 : 0);
    expect_value(*form.element, schema["items"]);
  }
  if (form.kind == Kind::object) expect_object(form.node, schema);
}

void expect_object(Node node, const text::Json& schema) {
  std::set<std::string> described;
  for (const auto& [key, value] : schema["properties"].items()) described.insert(key);
  std::set<std::string> required;
  for (const text::Json& key : schema.value("required", text::Json::array())) required.insert(key);
  const Members& members = members_of(node);
  for (const Member* member = members.begin; member != members.end; ++member) {
    const std::string key(member->key);
    SCOPED_TRACE(key);
    ASSERT_EQ(described.erase(key), 1U) << "the schema lacks it";
    const bool sure = required.erase(key) == 1;
    EXPECT_TRUE(sure ? member->presence != Presence::some : member->presence != Presence::required);
    expect_value(member->form, schema["properties"][key]);
  }
  EXPECT_EQ(described, std::set<std::string>()) << "the table lacks them";
  EXPECT_EQ(required, std::set<std::string>());
}

TEST(RecordMembers, AreThoseOfTheSchema) {
  const std::string file = REFEREE_SOURCE_DIR "/docs/match-record.schema.json";
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  expect_object(Node::record, text::parse_json(text, file));
}

}  // namespace
}  // namespace referee::match

namespace {

// Equal games are known by their hashes.

using namespace match_test;
using referee::match::moves_hash;
using referee::match::to_line;

MatchRecord some_game(const std::string& name = "box", std::uint64_t seed = 31) {
  return completed(Played(MatchPlan::from_seed(game(name), seed), {}).record);
}

std::uint64_t hash_of_line(const std::string& line) {
  return referee::match::read_line(line, "line", referee::match::Extent::front).moves;
}

TEST(MovesHash, IsTheSameOfARecordAndOfItsLine) {
  std::set<std::uint64_t> hashes;
  for (const std::string& name : game_names()) {
    const MatchRecord record = some_game(name);
    EXPECT_EQ(moves_hash(record), hash_of_line(to_line(record))) << name;
    EXPECT_NE(moves_hash(record), 0U);
    hashes.insert(moves_hash(record));
  }
  EXPECT_EQ(hashes.size(), game_names().size());
}

TEST(MovesHash, DependsOnNothingButDealAndMoves) {
  MatchRecord record = some_game();
  const auto first = moves_hash(record);
  // Not even if stderr looks like moves.
  record.measured.bots[0].departure.stderr_tail = "\"plies\":[ \"deal\":\"";
  record.measured.bots[0].cpu = std::chrono::seconds(2);
  record.bots[0].name = "\"plies\":[";
  record.tournament = "another";
  record.seed = 5;
  EXPECT_EQ(moves_hash(record), first);
  EXPECT_EQ(hash_of_line(to_line(record)), first);

  MatchRecord other_deal = record;
  other_deal.deal = record.game->deal(99);
  EXPECT_NE(moves_hash(other_deal), first);
  MatchRecord by_the_jury = record;
  by_the_jury.plies.back().jury = true;
  EXPECT_NE(moves_hash(by_the_jury), first);
  record.plies.back().line = "Hbv";
  EXPECT_NE(moves_hash(record), first);
}

TEST(MovesHash, OfAnotherFormIsNotKnown) {
  const std::string line = to_line(some_game());
  for (const char* key : {"\"deal\":", "\"plies\":"}) {
    std::string other = line;
    other.insert(other.rfind(key) + std::string(key).size(), " ");
    EXPECT_EQ(hash_of_line(other), 0U) << key;
  }
}

TEST(MovesHash, IsThatOfALineWithUnknownKeys) {
  const MatchRecord record = some_game();
  const std::string line = to_line(record);
  EXPECT_EQ(hash_of_line(R"({"of a later version":{"deal":"x","plies":[]},)" + line.substr(1)),
            moves_hash(record));
}

}  // namespace
