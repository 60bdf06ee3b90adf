// summary_of_line: what it reads, what it leaves unread, and its errors; and that summary_of
// makes the same of a record.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/play/match/record_json.hpp"
#include "referee/run/store/match_summary.hpp"
#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

using test::contains;
using test::error_of;

config::Manifest two_games() {
  return test::manifest(
      {test::event("box", {"a", "b", "c"}, 2), test::event("turn-right", {"b", "a"}, 1)});
}

text::Json good() { return match::to_json(test::record(two_games(), 3)); }

std::optional<std::string> error_in(const std::string& line) {
  return error_of<text::JsonError>([&] { static_cast<void>(summary_of_line(line)); });
}
std::optional<std::string> error(const text::Json& json) { return error_in(json.dump()); }

match::MatchFault fault(rules::Seat seat, bot::FaultKind kind) {
  match::MatchFault fault;
  fault.seat = seat;
  fault.ply = 2;
  fault.fault.kind = kind;
  fault.fault.reason = "some reason";
  fault.line = "a1";
  return fault;
}

TEST(Summary, HasWhatStandingsNeed) {
  const config::Manifest manifest = two_games();
  match::MatchRecord record = test::record(manifest, 3);
  record.scores[0].status = match::Status::timeout;
  record.faults = {fault(rules::Seat::first, bot::FaultKind::timeout)};
  record.measured.bots[0].departure.stderr_tail = "a\"}]\\ \n\x01 debug {\"plies\": []}";
  record.measured.host = R"({"bots":[1,2,3],"result":null,"cpu_us":"x"})";
  const MatchSummary summary = summary_of_line(match::to_line(record));
  EXPECT_EQ(summary.tournament, manifest.id());
  EXPECT_EQ(summary.match, 3U);
  EXPECT_EQ(summary.round, 1);
  EXPECT_EQ(summary.game, "box");
  EXPECT_EQ(summary.bots[0], "c");
  EXPECT_EQ(summary.bots[1], "a");
  EXPECT_EQ(summary.plies, 2);
  EXPECT_EQ(summary.seats[0].score, 103);
  EXPECT_EQ(summary.seats[1].score, 104);
  EXPECT_EQ(summary.seats[0].board_points, 10);
  EXPECT_EQ(summary.seats[1].board_points, 11);
  EXPECT_EQ(summary.seats[0].status, match::Status::timeout);
  EXPECT_EQ(summary.seats[1].status, match::Status::win);
  EXPECT_EQ(summary.seats[0].fault, bot::FaultKind::timeout);
  EXPECT_FALSE(summary.seats[1].fault);
  EXPECT_EQ(summary.seats[0].cpu_us, 1000);
  EXPECT_EQ(summary.seats[1].cpu_us, 1001);
  EXPECT_EQ(summary.seats[0].wall_us, 2000);
  EXPECT_EQ(summary.seats[1].wall_us, 2001);
  EXPECT_EQ(summary, summary_of(record));
}

TEST(Summary, HasGamePointsAndTheFaultsOfBothSeats) {
  match::MatchRecord record = test::record(two_games(), 12);
  record.scores[0].result.game_points = 3;
  record.faults = {fault(rules::Seat::second, bot::FaultKind::illegal),
                   fault(rules::Seat::first, bot::FaultKind::crash)};
  const MatchSummary summary = summary_of_line(match::to_line(record));
  EXPECT_EQ(summary.game, "turn-right");
  EXPECT_EQ(summary.seats[0].game_points, 3);
  EXPECT_EQ(summary.seats[1].game_points, 0);
  EXPECT_EQ(summary.seats[0].fault, bot::FaultKind::crash);
  EXPECT_EQ(summary.seats[1].fault, bot::FaultKind::illegal);
  EXPECT_EQ(summary, summary_of(record));
}

TEST(Summary, AgreesWithTheWholeRecordInAnyOrderOfKeys) {
  const text::Json json = good();
  const nlohmann::json sorted = nlohmann::json::parse(json.dump());
  text::Json backwards = text::Json::object();
  for (auto item = json.rbegin(); item != json.rend(); ++item) backwards[item.key()] = item.value();
  text::Json later = json;
  later["plies"].push_back(
      {{"seat", 1}, {"line", "x"}, {"clock", {{"seats", {1, {{"score", 5}}}}}}});
  later["new"] = {{"faults", {1.5, nullptr, true, "text"}}, {"result", {{"seats", 3}}}};
  for (const std::string& line :
       {sorted.dump(), backwards.dump(), later.dump(), json.dump(-1, ' ') + " \r"}) {
    const MatchSummary summary = summary_of_line(line);
    EXPECT_EQ(summary.match, 3U);
    EXPECT_EQ(summary.bots[1], "a");
    EXPECT_EQ(summary.seats[1].score, 104);
    EXPECT_EQ(summary.seats[1].status, match::Status::win);
    EXPECT_EQ(summary.seats[1].wall_us, 2001);
    EXPECT_EQ(summary.plies, 2);
  }
}

TEST(Summary, DoesNotReadThePlies) {
  std::string line = good().dump();
  const auto plies = line.find("\"plies\":[");
  ASSERT_NE(plies, std::string::npos);
  line.replace(plies + 9, 3, "###");
  EXPECT_EQ(summary_of_line(line).match, 3U);
}

TEST(Summary, OfASingleMatchHasNoTournament) {
  match::MatchRecord record = test::record(two_games(), 0);
  record.tournament.clear();
  record.match.reset();
  record.round = 0;
  const MatchSummary summary = summary_of_line(match::to_line(record));
  EXPECT_EQ(summary.tournament, "");
  EXPECT_EQ(summary.match, 0U);
  EXPECT_EQ(summary.round, 0);
  EXPECT_EQ(summary.seats[1].score, 101);
  EXPECT_EQ(summary, summary_of(record));
}

TEST(Summary, OfAGameRecordedElsewhereHasNoTimes) {
  match::MatchRecord record = test::record(two_games(), 0);
  record.measured = {};
  record.measured.known = false;
  record.seed.reset();
  const MatchSummary summary = summary_of_line(match::to_line(record));
  EXPECT_EQ(summary.seats[0].cpu_us, std::nullopt);
  EXPECT_EQ(summary, summary_of(record));
}

TEST(Summary, DoesNotNeedTheMeasurements) {
  text::Json json = good();
  json.erase("measured");
  EXPECT_EQ(summary_of_line(json.dump()).seats[0].cpu_us, std::nullopt);
}

TEST(Summary, RefusesALineThatIsNotWhole) {
  EXPECT_EQ(error_in(""), "the line is empty");
  EXPECT_EQ(error_in(" \r"), "the line is empty");
  const std::string line = good().dump();
  std::string zeros = line;
  zeros.replace(zeros.size() - 9, 4, std::string(4, '\0'));
  EXPECT_EQ(error_in(zeros), "the line has zero bytes in it");
  EXPECT_EQ(error_in(line.substr(0, line.size() - 1)),
            "the line is not whole: it does not end in }");
}

TEST(Summary, RefusesEveryCutFrontPart) {
  // Cut anywhere before the plies, even just behind a closing brace.
  const std::string line = good().dump();
  const auto end = line.find("\"wall_us\":2001");
  ASSERT_NE(end, std::string::npos);
  for (std::size_t size = 1; size < end; ++size) {
    EXPECT_TRUE(error_in(line.substr(0, size))) << size;
    EXPECT_TRUE(error_in(line.substr(0, size) + "}")) << size;
  }
}

TEST(Summary, NamesThePlaceOfASyntaxError) {
  EXPECT_TRUE(contains(error_in(R"({"schema":"referee-match",version":1})"),
                       "line 1, column 27: syntax error"));
  EXPECT_TRUE(contains(error_in("{\"schema\":\"\xff\"}"), "invalid string: ill-formed UTF-8"));
  EXPECT_TRUE(contains(error_in("match 3 {}"), "line 1, column 1: syntax error"));
}

// tests/play/match/read_test.cpp has the errors of whole records, which are the same.
TEST(Summary, NamesWhatIsMissingOrWrong) {
  for (const std::string key : {"schema", "version", "game", "bots", "faults", "match"}) {
    text::Json json = good();
    json.erase(key);
    EXPECT_EQ(error(json), "the record: the key \"" + key + "\" is missing");
  }
  text::Json json = good();
  json.erase("measured");
  json.erase("plies");
  EXPECT_EQ(error(json), "the record: the key \"plies\" is missing");
  json = good();
  json["bots"].push_back(text::Json::object());
  EXPECT_EQ(error(json), "the record: bots: must have an element for each of 2 seats");
  json = good();
  json["match"] = 18446744073709551615U;
  EXPECT_EQ(error(json),
            "the record: match: must be a whole number from 0 to 9007199254740992, not the number "
            "18446744073709551615");
  EXPECT_TRUE(contains(error_in("[1]}"), "the record: line 1, column 4: syntax error"));
}

}  // namespace
}  // namespace referee::store
