// The schemas in docs/ say what the program writes and reads: no key is missing in
// them, and none is left over.
#include "schema.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "referee/play/judge/games.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/show/report/standings/ratings_report.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/verdicts/strength.hpp"
#include "sample.hpp"
#include "tests/run/store/support.hpp"

namespace referee::report {
namespace {

using Strings = std::vector<std::string>;
namespace fs = std::filesystem;

// A record with everything that a record can have.
match::MatchRecord full_record() {
  auto record = sample_record("turn-right", 5, {sample_fault(40, bot::FaultKind::illegal, "why")});
  record.faults.front().line = "\x1b";
  record.faults.front().word = "NO_SOLUTIONS_LEFT";
  record.faults.front().found_after = 41;
  record.faults.front().fault.facts = {{bot::What::memory, 1}, {bot::What::file, 0, "/a"}};
  record.ponders = true;
  record.plies.back().jury = true;
  record.plies.back().relayed = "other";
  record.tournament = "0123456789abcdef";
  record.match = 0;
  record.round = 1;
  record.given = 1;
  record.told_seed = 7;
  record.bots[0].hash = std::string(64, 'a');
  record.bots[0].read = {{"data", "", 3, 100}, {"book", std::string(64, 'b'), 0, 0}};
  record.times.turn = std::chrono::seconds(1);
  record.times.first_turn = std::chrono::seconds(2);
  record.bots[0].times = record.times;
  record.bots[0].times.budget = std::chrono::seconds(4);
  record.speed = 2;
  static const rules::GameInfo judged = [game = *record.game]() mutable {
    game.outside.emplace();
    game.outside->version = "1";
    game.outside->hash = std::string(64, 'd');
    return game;
  }();
  record.game = &judged;
  record.bots[0].source = program::SourceFacts{
      "/a/bot.cpp", std::string(64, 'c'), "C++", 2024, "g++ 12", "g++", "./bot"};
  record.measured.bots[0].before_first_turn = std::chrono::seconds(5);
  record.measured.started = "2025-01-01T00:00:00Z";
  record.measured.host =
      R"({"system": "Linux", "processors": 2, "root": true, "isolated": true,
          "landlock": 4, "on": ["files"], "off": ["signals"]})";
  record.measured.early = {3};
  record.measured.stderr_bytes = {3};
  bot::Departure& departure = record.measured.bots[0].departure;
  departure.waited = kernel::Duration(1'000'000);
  departure.exit_code = 2;
  departure.signal = 9;
  departure.killed = true;
  departure.refused = {"fork"};
  departure.blind_spot = "children that came and went";
  departure.stderr_total = 4;
  departure.stderr_head = "z";
  departure.stderr_tail = "abc";
  record.scores[0].result.place = 1;  // as among three
  return record;
}

TEST(RecordSchema, SaysWhatRecordsHave) {
  Schema record_schema = published_schema("match-record");
  EXPECT_EQ(record_schema.check(match::to_json(full_record())), Strings{});
  expect_complete(record_schema);
  for (const rules::GameInfo& game : rules::games()) {
    const auto record = sample_record(game.name, 3);
    EXPECT_EQ(record_schema.check(match::to_json(record)), Strings{}) << game.name;
  }
}

// The schemas list the games of the catalogue.
TEST(GamesSchema, IsThatOfTheCatalogue) {
  const auto read = [](const std::string& name) {
    const std::string file = std::string(REFEREE_SOURCE_DIR) + "/docs/" + name + ".schema.json";
    std::ifstream in(file, std::ios::binary);
    return text::parse_json(std::string{std::istreambuf_iterator<char>(in), {}}, file);
  };
  Strings names;
  for (const rules::GameInfo& game : rules::games()) names.emplace_back(game.name);
  EXPECT_EQ(read("games")["$defs"]["name"]["anyOf"][0]["enum"].get<Strings>(), names);
  const text::Json::json_pointer game_points(
      "/properties/result/properties/seats/items/properties/game_points/maximum");
  EXPECT_EQ(read("match-record").at(game_points), rules::most_outside_game_points);
}

TEST(RecordSchema, RefusesWhatIsNoRecord) {
  Schema record_schema = published_schema("match-record");
  const text::Json good = match::to_json(full_record());
  for (const auto& [key, item] : good.items()) {
    text::Json wrong = good;
    wrong[key] = text::Json::array({nullptr});
    EXPECT_FALSE(record_schema.check(wrong).empty()) << key;
  }
  text::Json further = good;
  further["measured"]["bots"][1]["colour"] = 1;
  EXPECT_EQ(record_schema.check(further),
            Strings{"/measured/bots[1]/colour: is not in the schema"});
}

TEST(StandingsSchema, SaysWhatStandingsHave) {
  Schema standings_schema = published_schema("standings");
  std::vector<tournament::EventStandings> events;
  std::vector<evidence::EventGames> games;
  for (const rules::GameInfo& game : rules::games()) {
    events.push_back(sample_standings(game.name));
    games.push_back(sample_games(game.name));
  }
  events.back().rows.front().total = {};
  for (const formats::FormatKind format :
       {formats::FormatKind::gauntlet, formats::FormatKind::swiss, formats::FormatKind::knockout,
        formats::FormatKind::official, formats::FormatKind::ladder}) {
    events.push_back(sample_standings("turn-right", format));
    games.push_back(sample_games("turn-right"));
  }
  events.front().format = formats::FormatKind::recorded;
  events.front().source = "official-test-1";
  events.front().rows.front().starved = 1;
  events.front().own_times[events.front().rows.front().bot] = {
      std::chrono::seconds(4), std::chrono::seconds(1), std::chrono::seconds(2)};
  events.front().speed = 2;
  events.front().selection = "round 2";
  events.front().repeated = {{{0, 1}, 2}};
  rules::GameInfo for_four = *rules::find_game("box");
  for_four.seat_names = {"north", "east", "south", "west"};
  events.push_back(sample_standings("box"));
  games.push_back(sample_games("box"));
  events.back().game = &for_four;
  for (tournament::Row& row : events.back().rows) {
    row.total.beaten = row.by_seat[0].beaten = 3;
    row.total.opponents = row.by_seat[0].opponents = 6;
    row.places = {1, 0, 1, 0};
  }
  // No rating for each explains these.
  games.front().game = rules::find_game("box");
  games.front().games = {{{0, 1}, {40, 0, 0}}, {{1, 2}, {40, 0, 0}}, {{0, 2}, {0, 40, 0}}};
  games.back().bots.pop_back();  // two bots: their pairs are shown
  games.back().games.erase({0, 2});
  games.back().pairs.ww = 2;
  for (auto& [bots, counts] : games.back().games) games.back().seats_of[bots].first = counts;
  rules::GameInfo for_one = *rules::find_game("box");
  for_one.seat_names = {"solver"};
  events.push_back(sample_standings("box"));
  games.push_back(sample_games("box"));
  events.back().game = &for_one;
  for (tournament::Row& row : events.back().rows) row.by_seat.resize(1);
  events.back().rows.front().alone = {0.98, 1, 2, 51.5, 1.7};
  events.back().deals = {
      {{1, 77}, {store::Answer{false, 51}, std::nullopt, store::Answer{true, 0}}}};
  text::Json json = standings_json("0123456789abcdef", events);
  EXPECT_EQ(standings_schema.check(json), Strings{});
  StandingsReport all;
  all.id = "0123456789abcdef";
  all.events = events;
  all.games = games;
  all.view.matrix = all.times = true;
  all.turns.resize(events.size());
  all.turns.front().bots["beta"] = {{}, {}, {2, 30, 20}};
  all.turns.front().nearest.push_back({"beta", 4, 3, false, 20, 100});
  all.earlier = {{&rules::games().front(), "mine", {}}, {&rules::games().back(), "mine@2", {}}};
  json = standings_json(all);
  EXPECT_EQ(standings_schema.check(json), Strings{});
  expect_complete(standings_schema);
}

TEST(EvidenceSchema, SaysWhatEloAndSprtPrint) {
  Schema evidence_schema = published_schema("evidence");
  text::Json pairs;
  SprtQuestion question;
  question.hypotheses = {0, 5};
  const auto counts = statistics::PairCounts::split(34, 54, 31, 32, 64, 75);
  add_sprt(pairs, statistics::sprt(counts, question.hypotheses, question.risks, question.model),
           question);
  add_strength(pairs, counts);
  EXPECT_EQ(evidence_schema.check(pairs), Strings{});
  text::Json games;
  add_strength(games, statistics::GameCounts{3, 2, 1});
  EXPECT_EQ(evidence_schema.check(games), Strings{});
  expect_complete(evidence_schema);
  // Unknown values are null, which is valid too.
  text::Json nothing;
  add_strength(nothing, statistics::GameCounts{});
  EXPECT_EQ(evidence_schema.check(nothing), Strings{});
  text::Json one_sided;
  add_strength(one_sided, statistics::PairCounts::joined(0, 0, 0, 0, 9));
  EXPECT_EQ(evidence_schema.check(one_sided), Strings{});
  games["elo"] = "much";
  EXPECT_FALSE(evidence_schema.check(games).empty());
}

// A comparison of `pairs` pairs; each bot failed in the last one.
evidence::Comparison compared(const evidence::ComparisonRules& rules, bool cooperative) {
  evidence::Comparison comparison(rules);
  for (std::uint64_t i = 0; i < 3; ++i) {
    evidence::PairResult pair;
    pair.games = {statistics::GameResult::win, statistics::GameResult::draw};
    pair.new_points = 150 + static_cast<double>(i);
    pair.base_points = 148;
    pair.hashes = {i};
    if (i == 2) {
      pair.faults = {{4, evidence::Role::new_bot, bot::FaultKind::crash},
                     {5, evidence::Role::base_bot, bot::FaultKind::illegal}};
      if (cooperative) {
        pair.faults.push_back({6, evidence::Role::partner, bot::FaultKind::timeout});
      }
    }
    comparison.add(pair);
  }
  return comparison;
}

TEST(ComparisonSchema, SaysWhatCompareHas) {
  Schema comparison_schema = published_schema("comparison");
  config::Manifest manifest;
  manifest.events.resize(1);
  config::Event& event = manifest.events.front();
  event.times.budget = std::chrono::seconds(30);
  evidence::ComparisonRules rules;
  rules.elo = {0, 5};
  rules.points = {0, 50, -250, 250};
  for (const char* game : {"box", "6561"}) {
    event.game = rules::find_game(game);
    event.bots.clear();
    for (const std::string_view role : evidence::role_names) {
      if (role == "partner" && !event.game->cooperative) continue;
      config::BotEntry bot;
      bot.name = role;
      bot.command = "./" + bot.name;
      event.bots.push_back(bot);
    }
    rules.by = event.game->cooperative ? evidence::Yardstick::points : evidence::Yardstick::wins;
    const text::Json json = comparison_json(manifest, compared(rules, event.game->cooperative));
    EXPECT_EQ(comparison_schema.check(json), Strings{}) << json.dump(2);
    const text::Json open = comparison_json(manifest, evidence::Comparison(rules));
    EXPECT_EQ(comparison_schema.check(open), Strings{}) << open.dump(2);
    evidence::Comparison comparison(rules);
    comparison.set_first_question("another");
    const text::Json other =
        text::Json::parse(form_named(comparison_forms(), "json").write({manifest, comparison}));
    EXPECT_EQ(comparison_schema.check(other), Strings{}) << other.dump(2);
    evidence::Comparison repeated(rules);
    evidence::PairResult pair;
    pair.hashes = {7};
    for (int i = 0; i < 2; ++i) repeated.add(pair);
    const text::Json again = comparison_json(manifest, repeated);
    EXPECT_EQ(comparison_schema.check(again), Strings{}) << again.dump(2);
    repeated.pass_over();
    const text::Json lacking = comparison_json(manifest, repeated);
    EXPECT_EQ(comparison_schema.check(lacking), Strings{}) << lacking.dump(2);
  }
  // Each with itself.
  event.bots[2].name = evidence::again_names[0];
  event.bots.emplace_back(event.bots[1]).name = evidence::again_names[1];
  const text::Json alone = comparison_json(manifest, compared(rules, true));
  EXPECT_EQ(comparison_schema.check(alone), Strings{}) << alone.dump(2);
  EXPECT_TRUE(alone["self_play"]);
  EXPECT_FALSE(alone.contains("partner") || alone["faults"].contains("partner"));
  EXPECT_TRUE(contains(comparison_text(manifest, compared(rules, true), {}),
                       "./new (new) against ./base (base), each with itself\n"));
  EXPECT_EQ(comparison_page(manifest, compared(rules, true))["commands"].size(), 2U);
  event.game = rules::find_game("box");
  const config::BotEntry opponent = event.bots[2];
  event.bots.resize(2);
  evidence::ComparisonRules measuring;
  measuring.until = 10;
  const text::Json measured = comparison_json(manifest, compared(measuring, false));
  EXPECT_EQ(comparison_schema.check(measured), Strings{}) << measured.dump(2);
  EXPECT_FALSE(measured.contains("llr"));
  event.bots.push_back(opponent);
  event.format.kind = formats::FormatKind::gauntlet;
  rules.by = evidence::Yardstick::wins;
  rules.field = true;
  rules.points = {0, 3, -100, 100};
  evidence::Comparison against(rules);
  evidence::PairResult deal;
  for (std::uint64_t i = 0; i < 3; ++i) {
    deal.hashes = {i};
    deal.against = {{50, 25 + static_cast<double>(i)}};
    against.add(deal);
  }
  const text::Json field = comparison_json(manifest, against);
  EXPECT_EQ(comparison_schema.check(field), Strings{}) << field.dump(2);
  expect_complete(comparison_schema);
}

constexpr std::string_view one_game = R"({
  "$schema": "../docs/config.schema.json", "seed": 9007199254740991, "clock": "wall",
  "isolation": "require", "toolchain": 2024, "speed": 1.5, "rounds": 2, "budget": 0.5, "give_up_after": 3,
  "turn_limit": 0.1, "first_turn_limit": 0.2,
  "ponder": true, "game": "box",
  "bots": [{"name": "a", "command": "sh", "memory": 64, "processes": 3,
            "threads": 16, "open_files": 64, "file_size": 4, "disk": 8,
            "budget": 5, "turn_limit": 1, "first_turn_limit": 2,
            "environment": {"A": "b"}, "read": ["."], "alone": true},
           {"name": "b", "source": "bots/box/player.py", "arguments": ["1"], "toolchain": 2016}]})";
constexpr std::string_view several_games = R"({
  "seed": 1, "rounds": 2, "budget": 5, "clock": "cpu", "isolation": "off", "give_up_after": 2,
  "turn_limit": 1, "first_turn_limit": 2,
  "games": [{"game": "6561", "turn_limit": 1, "first_turn_limit": 2, "rounds": 3, "budget": 1, "give_up_after": 1,
             "bots": [{"name": "a", "command": "sh"}, {"name": "b", "command": "sh"}]}]})";

// Configs that have every key of every format, for one game and for several.
std::vector<std::string> format_configs() {
  const std::string bots =
      R"("bots": [{"name": "a", "command": "sh"}, {"name": "b", "command": "sh"}])";
  std::vector<std::string> configs;
  for (
      const std::string keys :
      {R"("format": "gauntlet", "challengers": 1)",
       R"("format": "knockout", "deals": 2, "tie_break": 3)",
       R"("format": "official", "swiss_rounds": 2, "qualify": 2, "seats": "one", "look_ahead": false)"}) {
    const std::string game = R"({"game": "box", )" + keys + ", " + bots + "}";
    configs.push_back(game);
    configs.push_back(R"({"games": [)" + game + "]}");
  }
  const std::string ladder =
      R"({"game": "box", "format": "ladder", "pairs": 4,
          "bots": [{"name": "a", "command": "sh", "note": "first"}, {"name": "b", "command": "sh"}]})";
  configs.push_back(ladder);
  configs.push_back(R"({"games": [)" + ladder + "]}");
  return configs;
}

// Configs of games that begin elsewhere; `record`: a file with one of Turn Right.
std::vector<std::string> beginning_configs(const std::string& record) {
  const std::string game = R"("game": "turn-right", "bots": [{"name": "a", "command": "sh"},
                                                             {"name": "b", "command": "sh"}])";
  const rules::GameInfo& turn_right = *rules::find_game("turn-right");
  const std::string deal = text::Json(turn_right.deal(5)).dump();
  const std::string move = text::Json(sample_record("turn-right", 5, {}).plies.at(0).line).dump();
  std::vector<std::string> configs;
  for (const std::string& keys : {R"("deal": )" + deal + R"(, "moves": [)" + move + "]",
                                  R"("deal_of": ")" + record + R"(", "moves": "/dev/null")",
                                  std::string(R"("openings": {"random_plies": 3})"),
                                  R"("deal": )" + deal + R"(, "openings": [)" + move + "]"}) {
    configs.push_back("{" + game + ", " + keys + "}");
    configs.push_back(R"({"games": [)" + configs.back() + "]}");
  }
  return configs;
}

// The reader of configs refuses keys that it does not know, so what it accepts here
// are its keys.
TEST(ConfigSchema, SaysWhatConfigsMayHave) {
  Schema config_schema = published_schema("config");
  std::vector<std::string> configs = format_configs();
  configs.insert(configs.end(), {std::string(one_game), std::string(several_games)});
  const test::TemporaryFolder folder;
  const std::string record = folder.path() / "record.json";
  std::ofstream(record) << match::to_line(sample_record("turn-right", 5, {})) << '\n';
  judge::Games games;
  for (const std::string game : {R"("game": "rules/judges/race", "tables": "all")"}) {
    configs.push_back("{" + game +
                      R"(, "bots": [{"name": "a", "command": "sh"}, {"name": "b", "command": "sh"},
                                                 {"name": "c", "command": "sh"}]})");
    configs.push_back(R"({"games": [)" + configs.back() + "]}");
  }
  configs.push_back(
      R"({"game": "rules/judges/solve", "deals": "0-99", "bots": [{"name": "a", "command": "sh"}]})");
  for (std::string& config : beginning_configs(record)) configs.push_back(std::move(config));
  for (const std::string& text : configs) {
    config::Overrides overrides;
    overrides.record_named = store::naming_records();
    overrides.games = &games;
    EXPECT_NO_THROW(config::parse_config(text, "test.json", REFEREE_SOURCE_DIR, overrides));
    EXPECT_EQ(config_schema.check(text::parse_json(text, "test.json")), Strings{});
  }
  expect_complete(config_schema);
}

TEST(ConfigSchema, RefusesWhatTheReaderRefuses) {
  Schema config_schema = published_schema("config");
  const text::Json good = text::parse_json(one_game, "test.json");
  const auto refused = [&](std::string_view pointer, const text::Json& value) {
    expect_refused(config_schema, good, pointer, value, [](const std::string& text) {
      config::parse_config(text, "test.json", REFEREE_SOURCE_DIR, {});
    });
  };
  refused("/rond", 1);
  refused("/seed", -1);
  refused("/seed", 9007199254740992);
  refused("/clock", "sun");
  refused("/isolation", true);
  refused("/rounds", 0);
  refused("/rounds", 1'000'001);
  refused("/format", "league");
  refused("/give_up_after", 0);
  refused("/budget", 0);
  refused("/budget", 1'000'001);
  refused("/game", "chess");
  refused("/games", text::Json::array());
  refused("/bots", text::Json::array());
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    const std::string place = "/bots/0/" + std::string(key.name);
    if (key.least > 0) refused(place, key.least - 1);
    refused(place, key.most + 1);
    refused(place, -1);
    refused(place, "8");
  }
  refused("/bots/0/name", "");
  refused("/bots/0/name", std::string(201, 'x'));
  refused("/bots/0/name", "two\nlines");
  refused("/bots/0/name", "\x7f");
  refused("/bots/0/command", "");
  refused("/bots/0/colour", 1);
  refused("/bots/0/source", "bots/box/player.py");  // beside a command
  refused("/bots/0/toolchain", 1999);
  refused("/toolchain", "2024");
  refused("/speed", 0);
  refused("/speed", 101);
  refused("/speed", "fast");
  refused("/bots/0/memory", 0);
  refused("/bots/0/processes", -1);
  refused("/bots/0/environment/A=", "b");
  refused("/bots/0/environment/A", 1);
}

TEST(ConfigSchema, FitsTheConfigsOfThisProject) {
  Schema config_schema = published_schema("config");
  int configs = 0;
  for (const auto& entry : fs::directory_iterator(std::string(REFEREE_SOURCE_DIR) + "/configs")) {
    if (entry.path().extension() != ".json") continue;
    ++configs;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(config_schema.check(text::parse_json(text, entry.path().string())), Strings{})
        << entry.path();
  }
  EXPECT_GT(configs, 0);
}

}  // namespace
}  // namespace referee::report
