// With which deals and moves the matches of an event begin.
#include "referee/run/config/match_beginning.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/play/match/record_json.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

using test::contains;
using test::error_of;
using Moves = std::vector<std::string>;

const rules::GameInfo& box() { return *rules::find_game("box"); }

match::Beginning beginning_from(const std::string& json, const RecordNamed& named = {},
                                const std::filesystem::path& folder = {}) {
  const text::Json event = text::parse_json(json, "e");
  return read_beginning(text::JsonReader(event, "e:"), box(), folder, named);
}

std::optional<std::string> refused_beginning(const std::string& json,
                                             const RecordNamed& named = {}) {
  return error_of<text::JsonError>([&] { beginning_from(json, named); });
}

// Legal moves from the deal of this seed.
Moves some_moves(int plies, std::uint64_t seed) {
  match::Beginning random;
  random.openings.random_plies = plies;
  return random.moves_of(random.plan(box(), seed), seed);
}

Pairing first_pairing() {
  Pairing pairing;
  pairing.bots = {0, 1};
  pairing.seed = 5;
  return pairing;
}

TEST(ReadBeginning, IsUsualWithoutKeys) { EXPECT_TRUE(beginning_from("{}").usual()); }

TEST(ReadBeginning, TakesTextsAndFiles) {
  const test::TemporaryFolder folder;
  test::write_file(folder.path() / "moves", "a b\nc\n");
  test::write_file(folder.path() / "openings", "# two\na b\n\nc\n");
  EXPECT_EQ(beginning_from(R"({"deal": "x y"})").deal, "x y");
  EXPECT_EQ(beginning_from(R"({"moves": ["a", "b"]})").moves, (Moves{"a", "b"}));
  EXPECT_EQ(beginning_from(R"({"moves": "moves"})", {}, folder.path()).moves,
            (Moves{"a", "b", "c"}));
  const std::vector<Moves> two{{"a", "b"}, {"c"}};
  EXPECT_EQ(beginning_from(R"({"openings": ["a b", "c"]})").openings.lines, two);
  EXPECT_EQ(beginning_from(R"({"openings": "openings"})", {}, folder.path()).openings.lines, two);
  EXPECT_EQ(beginning_from(R"({"openings": {"random_plies": 3}})").openings.random_plies, 3);
}

TEST(ReadBeginning, TakesTheDealOfARecord) {
  match::MatchRecord record;
  record.game = &box();
  record.deal = box().deal(9);
  const auto named = [&record](const std::string& name, const std::filesystem::path&) {
    if (name != "log:7") throw text::InputError("there is no " + name);
    return record;
  };
  EXPECT_EQ(beginning_from(R"({"deal_of": "log:7"})", named).deal, box().deal(9));
  EXPECT_EQ(refused_beginning(R"({"deal_of": "log:8"})", named), "e: deal_of: there is no log:8");
  EXPECT_TRUE(contains(refused_beginning(R"({"deal_of": "log:7"})"), "cannot be read here"));
  record.game = rules::find_game("6561");
  EXPECT_EQ(refused_beginning(R"({"deal_of": "log:7"})", named),
            "e: deal_of: that match is one of 6561, not of box");
}

TEST(ReadBeginning, RefusesWhatContradictsItself) {
  EXPECT_TRUE(contains(refused_beginning(R"({"deal": "a", "deal_of": "b"})"),
                       "e: deal_of: replaces \"deal\""));
  EXPECT_TRUE(contains(refused_beginning(R"({"moves": ["a"], "openings": ["a"]})"),
                       "e: openings: varies the first moves"));
  EXPECT_TRUE(contains(refused_beginning(R"({"openings": []})"), "has no opening"));
  EXPECT_TRUE(contains(refused_beginning(R"({"moves": "/no/such/file"})"), "e: moves: cannot"));
}

TEST(WriteBeginning, GivesWhatWasRead) {
  for (const char* text : {"{}", R"({"deal":"x","moves":["a","b"]})",
                           R"({"openings":{"random_plies":3}})", R"({"openings":["a b","c"]})"}) {
    text::Json json = text::Json::object();
    write_beginning(json, beginning_from(text));
    EXPECT_EQ(json.dump(), text);
  }
}

TEST(BeginningOf, IsThatOfTheMatchesSeedOrTheGivenOne) {
  Event event = test::event("box", {"a", "b"}, 1);
  EXPECT_EQ(beginning_of(event, first_pairing()).plan.deal, box().deal(5));
  EXPECT_EQ(beginning_of(event, first_pairing()).moves, Moves{});
  event.beginning.deal = box().deal(6);
  event.beginning.moves = {"x"};
  EXPECT_EQ(beginning_of(event, first_pairing()).plan.deal, box().deal(6));
  EXPECT_FALSE(beginning_of(event, first_pairing()).plan.seed);
  EXPECT_EQ(beginning_of(event, first_pairing()).moves, Moves{"x"});
}

TEST(WhyUnplayable, NamesTheMoveAndTheRound) {
  Event event = test::event("box", {"a", "b"}, 2);
  const auto why = [&event] { return why_unplayable(test::manifest({event}), 0); };
  EXPECT_EQ(why(), "");
  event.beginning.openings.random_plies = 4;
  EXPECT_EQ(why(), "");
  event.beginning.openings = {};
  event.beginning.moves = {"nonsense"};
  EXPECT_TRUE(why().starts_with("on the deal of round 1, move 1, 'nonsense', is not legal: "))
      << why();
  event.beginning.deal = box().deal(6);
  EXPECT_TRUE(why().starts_with("move 1, 'nonsense', is not legal: ")) << why();
  event.beginning.moves = some_moves(4, 6);
  EXPECT_EQ(why(), "");
  event.beginning.deal = "nonsense";
  EXPECT_TRUE(why().starts_with("'nonsense' is not a deal of box: ")) << why();
}

// A match of an event whose games begin with three given moves.
class OtherBeginning : public testing::Test {
 protected:
  OtherBeginning() {
    event_.beginning.deal = box().deal(5);
    event_.beginning.moves = some_moves(3, 5);
    record_ = test::record(test::manifest({event_}), 0);
    record_.seed.reset();
    record_.deal = box().deal(5);
    record_.given = 3;
    record_.plies.clear();
    for (const std::string& move : event_.beginning.moves) {
      record_.plies.push_back({rules::Seat::first, move, move, false});
    }
    record_.plies.push_back({rules::Seat::second, "more", "more", false});
  }
  [[nodiscard]] std::string why() const {
    return why_other_beginning(match::to_line(record_), event_, first_pairing());
  }

  Event event_ = test::event("box", {"a", "b"}, 1);
  match::MatchRecord record_;
};

TEST_F(OtherBeginning, IsNoneIfAllGivenMovesAreThere) {
  EXPECT_EQ(why(), "");
  event_.beginning = {};
  EXPECT_EQ(why_other_beginning("", event_, first_pairing()), "") << "nothing is to be compared";
}

TEST_F(OtherBeginning, IsAnotherDealOrMove) {
  event_.beginning.deal = box().deal(6);
  EXPECT_EQ(why(), "its deal is another one");
  event_.beginning.deal = box().deal(5);
  record_.plies[1].line = "other";
  EXPECT_EQ(why(),
            "ply 2 of its opening is " + event_.beginning.moves[1] + "; the record has other");
}

TEST_F(OtherBeginning, IsAnotherNumberOfGivenMoves) {
  record_.given = 4;
  EXPECT_EQ(why(), "the record says that it began with 4 plies, but its opening has 3");
  record_.given = 1;
  EXPECT_EQ(why(), "its opening has 3 plies; the record says that it began with 1");
  record_.faults.push_back({rules::Seat::second, 2, {bot::FaultKind::timeout, "late"}, {}});
  EXPECT_EQ(why(), "") << "a bot that fails leaves the opening";
}

TEST(WithMarks, ReplacesThemByTheSeedAndTheMovesOfTheSeat) {
  Event event = test::event("box", {"a", "b"}, 1);
  event.beginning.moves = some_moves(3, 5);
  match::Contestant plain;
  plain.spec.command.emplace().words = {"bot"};
  match::Contestant marked;
  marked.spec.command.emplace().words = {"bot", "--seed={seed}", "{moves}"};
  EXPECT_EQ(with_marks({&plain, &plain}, event, first_pairing()), nullptr);
  const auto both = with_marks({&plain, &marked}, event, first_pairing());
  ASSERT_NE(both, nullptr);
  EXPECT_EQ((*both)[0].spec.command->words, Moves{"bot"});
  const MatchBeginning begin = beginning_of(event, first_pairing());
  EXPECT_EQ((*both)[1].spec.command->words,
            (Moves{"bot", "--seed=5",
                   match::moves_of_seat(begin.plan, begin.moves, match::Seat::second)}));
  Pairing told = first_pairing();
  told.drawn = {77, 0};
  EXPECT_EQ((*with_marks({&marked, &plain}, event, told))[0].spec.command->words[1],
            "--seed=" + std::to_string(told.told().value()));
  EXPECT_NE(told.told(), told.seed);
}

}  // namespace
}  // namespace referee::config
