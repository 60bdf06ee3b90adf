// Records at a path that a user names, by themselves and one by one, and the numbers that official
// lists give them.
#include "referee/run/store/records.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/run/store/find_record.hpp"
#include "referee/run/store/reading.hpp"
#include "referee/run/store/store_writer.hpp"
#include "support.hpp"

namespace referee::store {
namespace {

using test::contains;
using test::error_of;
using test::event;
using Numbers = std::vector<std::uint64_t>;

class Records : public testing::Test {
 protected:
  [[nodiscard]] std::string at(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] std::string line(std::uint64_t number) const {
    return test::line(manifest_, number);
  }
  std::string file(const std::string& text) const {
    test::write_file(at("file"), text);
    return at("file");
  }
  Store store(const Numbers& matches) const {
    Store made = Store::create(at("store"), manifest_);
    StoreWriter writer(made);
    for (const std::uint64_t match : matches) writer.append(line(match));
    return made;
  }
  static Numbers numbers_at(const std::string& path) {
    Numbers numbers;
    each_record(path, rules::own_games(), [&numbers](const RecordEntry& entry) {
      numbers.push_back(entry.number);
      return true;
    });
    return numbers;
  }

  test::TemporaryFolder folder_;
  config::Manifest manifest_ = test::manifest({event("box", {"a", "b", "c"}, 2)});
};

TEST_F(Records, OfAFileHaveTheNumbersOfTheirMatches) {
  EXPECT_EQ(numbers_at(file("\n" + line(5) + "\n\n" + line(2) + "  \n")), (Numbers{5, 2}));
  EXPECT_EQ(numbers_at(file("{}\n{}\n")), (Numbers{1, 2})) << "else those of the lines";
  const std::string several_lines = text::Json::parse(line(4)).dump(70);
  EXPECT_GT(several_lines.find("\"match\": 4"), 200U);
  EXPECT_EQ(numbers_at(file(several_lines + "\n")), Numbers{4});
}

TEST_F(Records, AreVisitedUntilThatIsEnough) {
  int visits = 0;
  const auto once = [&visits](const RecordEntry& entry) {
    EXPECT_TRUE(entry.place.ends_with("file: line 1") || entry.place.ends_with("store: match 3"));
    ++visits;
    return false;
  };
  each_record(file(line(3) + "\n" + line(4) + "\n"), rules::own_games(), once);
  const Store made = store({3, 4});
  each_record(made.folder(), rules::own_games(), once);
  EXPECT_EQ(visits, 2);
}

TEST_F(Records, OfAStoreCountOnceAndHaveTheNumbersOfNow) {
  const Store made = store({4, 1, 4});
  test::write_file(made.folder() / "matches-0002.jsonl", "nonsense\n");
  EXPECT_EQ(numbers_at(made.folder()), (Numbers{4, 1}));
  const auto report = each_record(made.folder(), rules::own_games(),
                                  [](const RecordEntry& entry) { return entry.now.has_value(); });
  EXPECT_EQ(report.damaged, 1U);
  EXPECT_EQ(report.foreign, 0U);
  EXPECT_TRUE(report.whole);
  EXPECT_EQ(report.notes.size(), 2U);
  EXPECT_EQ(record_of({9, line(4), "here", 6}).match, 6U);
  EXPECT_TRUE(contains(error_of<text::JsonError>([] {
                         record_of({9, "{}", "here", {}});
                       }),
                       "here"));
}

TEST_F(Records, AreNotInOtherPaths) {
  const auto why = [](const std::string& path) {
    return error_of<NoRecords>([&path] { numbers_at(path); }).value_or("accepted");
  };
  EXPECT_TRUE(why(at("missing")).ends_with("missing' does not exist"));
  EXPECT_TRUE(why(folder_.path()).ends_with("is not a tournament: it has no manifest.json"));
  EXPECT_TRUE(why(file("")).ends_with("is empty"));
  EXPECT_TRUE(contains(why(file(std::string(rules::find_game("box")->record_format->header()))),
                       "is a table of official games"));
  EXPECT_THROW(open_store(file("{}")), NoRecords);
}

TEST_F(Records, AreFoundByTheirNumberOrAlone) {
  const Store made = store({4, 1});
  EXPECT_EQ(find_record(made.folder(), 1).line, line(1));
  EXPECT_EQ(find_record(file(line(2) + "\n"), std::nullopt).entry().number, 2U);
  const auto why = [](const std::string& log, std::optional<std::uint64_t> number) {
    return error_of<NoRecords>([&] { find_record(log, number); }).value_or("found");
  };
  EXPECT_TRUE(contains(why(made.folder(), std::nullopt), "has several matches"));
  EXPECT_TRUE(contains(why(made.folder(), 2), "has no match 2; it has 2 matches from 1 to 4"));
  EXPECT_TRUE(contains(why(file(line(3) + "\n"), 2), "has no match 2, only match 3"));
  EXPECT_EQ(record_named("store:4", folder_.path()).match, 4U);
  EXPECT_EQ(record_named("file", folder_.path()).match, 3U);
  EXPECT_THROW(record_named("store:5", folder_.path()), NoRecords);
}

// Two games of an official list, numbered 40 and 7.
config::Manifest official() {
  config::Manifest manifest = test::manifest({event("box", {"a", "b"}, 1)});
  formats::Format& format = manifest.events[0].format;
  format.kind = formats::FormatKind::recorded;
  format.source = "list";
  format.columns = "Game,Board";
  format.matches = {{40, 1, {0, 1}, "swiss"}, {7, 2, {1, 0}, ""}};
  return manifest;
}

TEST_F(Records, OfOfficialListsHaveTheirNumbersAndPhases) {
  const Store made = Store::create(at("official"), official());
  const OfficialNumbers numbers(made.folder());
  EXPECT_EQ(numbers.of(0), 40);
  EXPECT_EQ(numbers.of(1), 7);
  EXPECT_FALSE(numbers.of(2));
  EXPECT_EQ(numbers.matches_of(7), Numbers{1});
  EXPECT_EQ(numbers.matches_of(8), Numbers{});
  EXPECT_EQ(numbers.phase_of(0, 1), "swiss");
  EXPECT_EQ(numbers.phase_of(1, 2), "");
  EXPECT_EQ(numbers.columns(), "Game,Board");
}

TEST_F(Records, OfOtherTournamentsHaveNoOfficialNumbers) {
  const Store made = store({});
  const OfficialNumbers numbers(made.folder());
  EXPECT_FALSE(numbers.of(0));
  EXPECT_EQ(numbers.matches_of(0), Numbers{});
  EXPECT_EQ(numbers.phase_of(0, 1), "final");
  EXPECT_EQ(numbers.phase_of(1000, 1), "");
  const OfficialNumbers none(file(line(1)));
  EXPECT_FALSE(none.of(1));
  EXPECT_EQ(none.phase_of(1, 1), "");
}

TEST_F(Records, OfOneReadingMayBeInSeveralGroupsOfFiles) {
  test::write_file(at("one"), line(0) + "\n" + line(1) + "\n");
  test::write_file(at("two"), line(1) + "\n" + line(2) + "\n" + line(3));
  const std::vector<config::Manifest> history{manifest_};
  const std::vector<Seal::File> first{{"one", LineReader::whole, {1}}};
  const std::vector<Seal::File> second{{"two", LineReader::whole, {}}};
  Numbers found;
  RecordsHash hash(0);
  Reading reading(folder_.path(), history, rules::own_games());
  const Store::Takers takers{
      [&found](const MatchSummary& match, std::string_view) { found.push_back(match.match); },
      {},
      match::Extent::whole,
      &hash};
  reading.read(first, takers);
  EXPECT_EQ(reading.records(), 1U);
  reading.read(second, takers);
  EXPECT_EQ(found, (Numbers{1, 2}));
  const ReadingReport report = reading.report();
  EXPECT_EQ(report.records, 2U);
  EXPECT_EQ(report.damaged, 1U) << "the line that is to be left out";
  EXPECT_EQ(report.duplicates, 1U);
  EXPECT_EQ(report.torn, 1U);
  EXPECT_TRUE(contains(report.notes[0], at("two") + ", line 3: "));
  RecordsHash same(0);
  same.add(2, test::digest(line(2)));
  same.add(1, test::digest(line(1)));
  EXPECT_EQ(hash.hex(), same.hex());
}

}  // namespace
}  // namespace referee::store
