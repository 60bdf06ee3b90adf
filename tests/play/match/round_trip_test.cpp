// The words of a record; a record as JSON and back.
#include <gtest/gtest.h>

#include <fstream>
#include <tuple>

#include <nlohmann/json.hpp>

#include "referee/play/match/record.hpp"
#include "support.hpp"

namespace {

using namespace match_test;
using referee::bot::What;
using referee::match::escape_line;
using referee::match::to_json;
using referee::match::to_line;
using referee::match::unescape_line;

std::vector<MatchRecord> some_records() {
  std::vector<MatchRecord> records;
  for (const std::string& name : game_names()) {
    const MatchPlan plan = MatchPlan::from_seed(game(name), 31);
    for (const auto& failures : std::vector<std::vector<Failure>>{
             {}, {{4, FaultKind::illegal}}, {{3, FaultKind::timeout}, {6, FaultKind::illegal}}}) {
      if (failures.size() == 2 && !plan.game->takeover) continue;
      records.push_back(completed(Played(plan, failures).record));
    }
  }
  return records;
}

TEST(RoundTrip, KeepsFactsAndLeavesOutThoseOfALaterVersion) {
  MatchRecord record = some_records().at(1);
  record.faults.at(0).fault.facts = {
      {What::exit_code, 3}, {What::refused, 0, "clone"}, {What::memory, std::size_t{64} << 20}};
  EXPECT_EQ(reread(record).faults, record.faults);
  std::string line = referee::match::to_line(record);
  EXPECT_NE(
      line.find(R"("facts":[{"what":"exit_code","value":3},{"what":"refused","name":"clone"},)"
                R"({"what":"memory","value":67108864}])"),
      std::string::npos)
      << line;
  line.replace(line.find("refused\",\"name"), 7, "tomorrow");
  record.faults[0].fault.facts.erase(record.faults[0].fault.facts.begin() + 1);
  EXPECT_EQ(referee::match::record_of_line(line, "line").faults, record.faults);
}

// All that must be kept.
auto facts_of(const MatchRecord& record) {
  const auto& measured = record.measured;
  return std::tie(record.tournament, record.match, record.round, record.game, record.seed,
                  record.deal, record.clock, record.times, record.isolated, record.given,
                  record.bots, record.plies, record.faults, measured.started, measured.host,
                  measured.early, measured.stderr_bytes, measured.cpu, measured.wall);
}
auto facts_of(const referee::match::SeatScore& score) {
  return std::tie(score.status, score.result.score, score.result.board_points,
                  score.result.game_points, score.result.forfeited);
}
auto facts_of(const referee::match::BotMeasurements& one) {
  const auto& how = one.departure;
  return std::tie(one.cpu, one.wall, one.before_first_turn, how.cpu, how.waited, how.exit_code,
                  how.signal, how.killed, how.peak_memory, how.refused, how.stderr_head,
                  how.stderr_tail, how.stderr_total);
}

TEST(RoundTrip, KeepsEverything) {
  for (const MatchRecord& record : some_records()) {
    SCOPED_TRACE(record.game->name);
    const MatchRecord again = reread(record);
    EXPECT_TRUE(facts_of(again) == facts_of(record)) << to_line(again);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_TRUE(facts_of(again.scores[i]) == facts_of(record.scores[i])) << to_line(again);
      EXPECT_TRUE(facts_of(again.measured.bots[i]) == facts_of(record.measured.bots[i]))
          << to_line(again);
    }
    // Writing it again gives the same text, byte for byte.
    EXPECT_EQ(to_line(again), to_line(record));
  }
}

TEST(RoundTrip, ARecordIsOneLine) {
  for (const MatchRecord& record : some_records()) {
    EXPECT_EQ(to_line(record).find('\n'), std::string::npos);
    EXPECT_EQ(to_line(record).back(), '}');
  }
}

// The writer is our own; a library that reads and writes again must agree with it.
TEST(RoundTrip, IsWrittenAsTheLibraryWouldWriteIt) {
  for (MatchRecord record : some_records()) {
    record.bots[0].name = "a \"b\" \\ c\t\x01\x7f \u00e9";
    record.bots[1].command = "";
    record.measured.bots[0].departure.refused = {"clone", "socket"};
    record.measured.bots[1].departure.stderr_tail = "one\ntwo \xf0\x9f\x8e\xb2\n";
    record.measured.early = {1, 3};
    const std::string line = to_line(record);
    EXPECT_EQ(referee::text::Json::parse(line).dump(), line);
  }
}

TEST(RoundTrip, BytesOfStderrThatAreNoTextAreReplaced) {
  MatchRecord record = completed(Played(MatchPlan::from_seed(game("box"), 1)).record);
  record.measured.bots[0].departure.stderr_tail = std::string("a\0b\xff\xc3\n", 6);
  EXPECT_EQ(reread(record).measured.bots[0].departure.stderr_tail,
            std::string("a\0b", 3) + "\xef\xbf\xbd\xef\xbf\xbd\n");
}

TEST(RoundTrip, WhatIsNotKnownIsLeftOut) {
  MatchRecord record = Played(MatchPlan::from_seed(game("black-hole"), 1)).record;
  record.seed.reset();
  record.times.budget = std::chrono::seconds(1);
  const text::Json json = to_json(record);
  for (const char* key : {"tournament", "match", "round", "seed"}) EXPECT_FALSE(json.contains(key));
  const MatchRecord again = reread(record);
  EXPECT_EQ(again.seed, std::nullopt);
  EXPECT_EQ(again.match, std::nullopt);
  EXPECT_EQ(again.round, 0);
  EXPECT_EQ(to_line(again), to_line(record));
}

TEST(RoundTrip, GivenMovesAreToldWhereThereAreSome) {
  MatchRecord record = completed(Played(MatchPlan::from_seed(game("box"), 1)).record);
  EXPECT_FALSE(to_json(record).contains("given"));
  record.given = 4;
  EXPECT_EQ(to_json(record)["given"], 4);
  EXPECT_EQ(reread(record).given, 4);
}

TEST(RoundTrip, PonderingIsToldWhereItWasAllowed) {
  MatchRecord record = completed(Played(MatchPlan::from_seed(game("box"), 1)).record);
  EXPECT_FALSE(to_json(record).contains("ponder"));
  record.ponders = true;
  EXPECT_EQ(to_json(record)["ponder"], true);
  EXPECT_TRUE(reread(record).ponders);
}

TEST(RoundTrip, TheFormatIsThis) {
  MatchRecord record = completed(
      Played(MatchPlan::from_seed(game("black-hole"), 5), {{1, FaultKind::illegal}}).record);
  const text::Json json = to_json(record);
  std::vector<std::string> keys;
  for (const auto& [key, ignored] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"schema", "version", "tournament", "match", "round",
                                            "game", "seed", "deal", "clock", "budget", "isolated",
                                            "bots", "result", "faults", "measured", "plies"}));
  EXPECT_EQ(json["schema"], "referee-match");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["clock"], "wall");
  EXPECT_EQ(json["budget"], 1.5);
  EXPECT_EQ(json["faults"].size(), 1U);
  EXPECT_EQ(json["faults"][0]["kind"], "illegal");
  EXPECT_EQ(json["faults"][0]["seat"], 1);
  EXPECT_EQ(json["faults"][0]["ply"], 1);
  EXPECT_EQ(json["faults"][0]["line"], "not a move\\x01\\x5c");
  EXPECT_FALSE(json["faults"][0]["reason"].get<std::string>().empty());
  EXPECT_EQ(json["plies"].size(), 30U);
  EXPECT_EQ(json["plies"][0]["seat"], 1);
  EXPECT_EQ(json["plies"][0]["by"], "jury");
  EXPECT_FALSE(json["plies"][1].contains("by"));
  EXPECT_FALSE(json["plies"][1].contains("relayed"));  // as it was written
  EXPECT_EQ(json["result"]["plies"], 30);
  EXPECT_EQ(json["result"]["seats"][0]["status"], "ILLEGAL");
  EXPECT_FALSE(json["result"]["seats"][0].contains("game_points"));
  EXPECT_EQ(json["measured"]["cpu_us"].size(), 30U);
}

TEST(RoundTrip, GamePointsAreToldWhereAGameHasThem) {
  const MatchRecord record = Played(MatchPlan::from_seed(game("turn-right"), 5)).record;
  EXPECT_EQ(to_json(record)["result"]["seats"][0]["game_points"],
            record.scores[0].result.game_points);
}

TEST(RoundTrip, BoxTellsBothForms) {
  const text::Json json = to_json(Played(MatchPlan::from_seed(game("box"), 5)).record);
  EXPECT_EQ(json["plies"][0]["line"].get<std::string>().size(), 3U);
  EXPECT_EQ(json["plies"][0]["relayed"].get<std::string>().size(), 9U);
}

TEST(EscapeLine, IsPlainTextForEveryByteAndBack) {
  std::string all;
  for (int i = 0; i < 256; ++i) {
    const std::string one(1, static_cast<char>(i));
    const std::string escaped = escape_line(one);
    const bool plain = i >= 32 && i < 127 && i != '\\';
    EXPECT_EQ(escaped.size(), plain ? 1U : 4U) << i;
    EXPECT_EQ(unescape_line(escaped), one) << i;
    all += one;
  }
  EXPECT_EQ(unescape_line(escape_line(all)), all);
  EXPECT_EQ(escape_line(""), "");
  EXPECT_EQ(escape_line("A3=6 \n\\"), "A3=6 \\x0a\\x5c");
  EXPECT_EQ(unescape_line("\\x4A\\x4a"), "JJ");
  EXPECT_EQ(escape_line("d\xc3\xa9j\xc3\xa0 vu \xe2\x82\xac"),
            "d\xc3\xa9j\xc3\xa0 vu \xe2\x82\xac");
  EXPECT_EQ(escape_line("\xe2\x80\xae"), "\\xe2\\x80\\xae") << "right to left";
  EXPECT_EQ(unescape_line(escape_line("\xc3\xa9\xc3\x5c")), "\xc3\xa9\xc3\x5c");
}

TEST(EscapeLine, RefusesWhatItDoesNotWrite) {
  for (const char* text : {"\\", "\\x", "\\x1", "\\n41", "abc\\x4", "\\xg0", "\\x0g", "\\X41"}) {
    EXPECT_THROW((void)unescape_line(text), std::invalid_argument) << text;
  }
}

}  // namespace

namespace referee::match {
namespace {

TEST(Status, Choices) { EXPECT_EQ(status_choices(), "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT"); }

TEST(Status, OfOutcomesAndFaults) {
  EXPECT_EQ(status_of(rules::Outcome::win), Status::win);
  EXPECT_EQ(status_of(rules::Outcome::lose), Status::lose);
  EXPECT_EQ(status_of(rules::Outcome::draw), Status::draw);
  EXPECT_EQ(status_of(bot::FaultKind::flood), Status::illegal);
  EXPECT_EQ(status_of(bot::FaultKind::timeout), Status::timeout);
  EXPECT_EQ(status_of(bot::FaultKind::memory), Status::exit);
}

TEST(Status, OfAFailedBotIsThatOfItsFault) {
  rules::Result result;
  result.seats[0].outcome = rules::Outcome::win;
  result.seats[1].outcome = rules::Outcome::lose;
  const auto scores =
      scores_of(result, {{rules::Seat::first, 3, {bot::FaultKind::crash, "it crashed"}, {}}});
  EXPECT_EQ(scores[0].status, Status::exit);
  EXPECT_EQ(scores[1].status, Status::lose);
}

TEST(Faults, HaveTheWordsOfOfficialResults) {
  EXPECT_EQ(kind_named("CRASH"), bot::FaultKind::crash);
  EXPECT_EQ(kind_named("nonsense"), std::nullopt);
  const rules::GameInfo& box = *rules::find_game("box");
  MatchFault fault{rules::Seat::first, 1, {bot::FaultKind::memory, ""}, {}};
  EXPECT_EQ(official_word(box, fault), "EXIT");
  fault.word = "OWN";
  EXPECT_EQ(official_word(box, fault), "OWN");
  // Officially only a signal is a crash. An imported fault has the word and no facts.
  for (const char* name : {"zero-point-one", "sudoku"}) {
    const rules::GameInfo& lists = *rules::find_game(name);
    fault.word.clear();
    fault.fault = {bot::FaultKind::crash, "ended", {{bot::What::signal, 6}}};
    EXPECT_EQ(official_word(lists, fault), "CRASH") << name;
    fault.fault.facts = {{bot::What::exit_code, 1}};
    EXPECT_EQ(official_word(lists, fault), "EXIT") << name;
    fault.fault.facts.clear();
    EXPECT_EQ(official_word(lists, fault), "CRASH") << name;
    fault.fault = {bot::FaultKind::exit, "left"};
    EXPECT_EQ(official_word(lists, fault), "EXIT") << name;
  }
}

TEST(Identities, OfNoProcess) {
  for (const char* command : {"(recorded)", "(jury)", "(person)", "@random"}) {
    EXPECT_TRUE(is_no_bot({"a", command, "", {}})) << command;
  }
  EXPECT_FALSE(is_no_bot({"a", "./bot", "", {}}));
}

}  // namespace
}  // namespace referee::match
