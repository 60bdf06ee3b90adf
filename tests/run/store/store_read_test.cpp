// Writing records and reading them back, among lines that do not belong to the store.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/store_writer.hpp"
#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

using std::filesystem::path;
using test::error_of;
using test::event;
using test::Found;
using test::read_all;
using Matches = std::vector<std::uint64_t>;

// A store of a tournament with 12 matches, in a folder of its own.
class StoreRead : public ::testing::Test {
 protected:
  [[nodiscard]] std::string line(std::uint64_t number) const {
    return test::line(manifest_, number);
  }
  [[nodiscard]] path file(int attempt) const {
    return temporary_.path() / ("matches-000" + std::to_string(attempt) + ".jsonl");
  }
  [[nodiscard]] std::string note_about(int attempt, int number, const std::string& what) const {
    return file(attempt).string() + ", line " + std::to_string(number) + ": " + what;
  }
  void write(int attempt, const std::vector<std::string>& lines) const {
    std::string text;
    for (const std::string& one : lines) text += one + "\n";
    test::write_file(file(attempt), text);
  }

  test::TemporaryFolder temporary_;
  config::Manifest manifest_ =
      test::manifest({event("box", {"a", "b", "c"}, 1), event("6561", {"a", "b"}, 3)});
  Store store_ = Store::create(temporary_.path(), manifest_);
};

TEST_F(StoreRead, NothingWhereNothingIs) {
  const Found found = read_all(store_);
  EXPECT_TRUE(found.matches.empty());
  EXPECT_EQ(found.report.records, 0U);
  EXPECT_TRUE(found.report.notes.empty());
}

TEST_F(StoreRead, WhatWasWrittenInTheOrderOfWriting) {
  StoreWriter writer(store_);
  for (const std::uint64_t number : Matches{5, 0, 11, 3}) writer.append(line(number));
  writer.sync();
  const Found found = read_all(store_);
  EXPECT_EQ(found.matches, (Matches{5, 0, 11, 3}));
  EXPECT_EQ(found.lines[2], line(11));
  EXPECT_EQ(found.report.records, 4U);
  EXPECT_TRUE(found.report.notes.empty());
  EXPECT_EQ(store_.files(), std::vector<path>{file(1)});
  EXPECT_EQ(test::read_file(file(1)),
            line(5) + "\n" + line(0) + "\n" + line(11) + "\n" + line(3) + "\n");
}

TEST_F(StoreRead, GivesEachWriterAFileOfItsOwnWhenItWritesFirst) {
  StoreWriter first(store_);
  StoreWriter second(store_);
  StoreWriter silent(store_);
  silent.sync();
  second.append(line(1));
  first.append(line(0));
  second.append(line(2));
  EXPECT_EQ(store_.files(), (std::vector<path>{file(1), file(2)}));
  EXPECT_EQ(test::read_file(file(1)), line(1) + "\n" + line(2) + "\n");
  EXPECT_EQ(test::read_file(file(2)), line(0) + "\n");
}

TEST_F(StoreRead, NumbersANewFileBehindAllOthers) {
  test::write_file(temporary_.path() / "matches-0041.jsonl", line(3) + "\n");
  test::write_file(temporary_.path() / "matches-copy.jsonl", line(4) + "\n");
  test::write_file(temporary_.path() / "matches-0007.jsonl.bak", line(5) + "\n");
  test::write_file(temporary_.path() / "matches-.jsonl", line(6) + "\n");
  StoreWriter writer(store_);
  writer.append(line(0));
  EXPECT_EQ(test::read_file(temporary_.path() / "matches-0042.jsonl"), line(0) + "\n");
  EXPECT_EQ(read_all(store_).matches, (Matches{3, 0, 4}));
}

TEST_F(StoreRead, ALineIsOneLine) {
  StoreWriter writer(store_);
  EXPECT_EQ(test::error_of<std::invalid_argument>([&] { writer.append("{}\n{}"); }),
            "a record is one line");
  EXPECT_THROW(writer.append(std::string(LineReader::longest + 1, 'x')), RecordTooLong);
  EXPECT_TRUE(store_.files().empty());
}

TEST_F(StoreRead, TheFirstOfSeveralRecordsOfAMatch) {
  match::MatchRecord again = test::record(manifest_, 2);
  again.scores[0].result.score = 999;
  write(1, {line(2), line(0)});
  write(2, {match::to_line(again), line(1), match::to_line(again)});
  const Found found = read_all(store_);
  EXPECT_EQ(found.matches, (Matches{2, 0, 1}));
  EXPECT_EQ(found.lines[0], line(2));
  EXPECT_EQ(found.report.records, 3U);
  EXPECT_EQ(found.report.duplicates, 2U);
  EXPECT_EQ(found.report.notes,
            std::vector<std::string>{
                "2 further records of matches, the first: " +
                note_about(2, 1, "match 2 has an earlier record, and the first one counts")});
}

TEST_F(StoreRead, LeavesOutALastLineThatWasTornAnywhere) {
  const std::string whole = line(0) + "\n";
  const std::string last = line(1);
  for (std::size_t size = 1; size <= last.size(); ++size) {
    test::write_file(file(1), whole + last.substr(0, size));
    const Found found = read_all(store_);
    ASSERT_EQ(found.matches, Matches{0}) << size;
    ASSERT_EQ(found.report.torn, 1U) << size;
    ASSERT_EQ(found.report.damaged, 0U) << size;
    ASSERT_EQ(found.report.notes,
              std::vector<std::string>{
                  "1 torn last line: " +
                  note_about(1, 2, "the file ends within this line, which is left out")});
  }
}

TEST_F(StoreRead, NeverAppendsToATornLine) {
  const std::string torn = line(0) + "\n" + line(1).substr(0, 100);
  test::write_file(file(1), torn);
  StoreWriter writer(store_);
  writer.append(line(1));
  EXPECT_EQ(test::read_file(file(1)), torn);
  EXPECT_EQ(read_all(store_).matches, (Matches{0, 1}));
  EXPECT_EQ(read_all(store_).report.torn, 1U);
}

TEST_F(StoreRead, ATornLineInEachFile) {
  test::write_file(file(1), line(0) + "\n{");
  test::write_file(file(2), "");
  test::write_file(file(3), line(1) + "\n{\"schema\"");
  const Found found = read_all(store_);
  EXPECT_EQ(found.matches, (Matches{0, 1}));
  EXPECT_EQ(found.report.torn, 2U);
  EXPECT_EQ(found.report.notes,
            std::vector<std::string>{
                "2 torn last lines, the first: " +
                note_about(1, 2, "the file ends within this line, which is left out")});
}

TEST_F(StoreRead, GoesOnBehindDamagedLines) {
  const std::string good = line(1);
  write(1, {line(0), good.substr(0, good.size() / 2), "", "not JSON}", good});
  const Found found = read_all(store_);
  EXPECT_EQ(found.matches, (Matches{0, 1}));
  EXPECT_EQ(found.report.damaged, 3U);
  EXPECT_EQ(
      found.report.notes,
      std::vector<std::string>{"3 damaged lines, the first: " +
                               note_about(1, 2, "the line is not whole: it does not end in }")});
}

TEST_F(StoreRead, GoesOnBehindALineThatIsTooLong) {
  write(1, {line(0), "{" + std::string(LineReader::longest, ' ') + "}", line(1)});
  const Found found = read_all(store_);
  EXPECT_EQ(found.matches, (Matches{0, 1}));
  EXPECT_EQ(found.report.damaged, 1U);
  EXPECT_EQ(found.report.notes,
            std::vector<std::string>{"1 damaged line: " +
                                     note_about(1, 2, "the line is too long for a record")});
}

TEST_F(StoreRead, LeavesOutWhatIsOfAnotherTournament) {
  config::Manifest other = manifest_;
  other.seed = 99;
  write(1, {line(0), test::line(other, 1), line(2), test::line(other, 3)});
  const Found found = read_all(store_);
  EXPECT_EQ(found.matches, (Matches{0, 2}));
  EXPECT_EQ(found.report.foreign, 2U);
  EXPECT_EQ(found.report.notes,
            std::vector<std::string>{"2 foreign lines, the first: " +
                                     note_about(1, 2,
                                                "it belongs to the tournament " + other.id() +
                                                    ", this is " + manifest_.id())});
}

TEST_F(StoreRead, LeavesOutWhatTheScheduleDoesNotHave) {
  const auto changed = [&](const auto& change) {
    match::MatchRecord record = test::record(manifest_, 1);
    change(record);
    return match::to_line(record);
  };
  const std::vector<std::pair<std::string, std::string>> lines{
      {changed([](auto& record) { record.match = 12; }),
       "match 12 is beyond the 12 matches of this tournament"},
      {changed([](auto& record) { std::swap(record.bots[0], record.bots[1]); }),
       "match 1 of this tournament is round 1 of box, b against a"},
      {changed([](auto& record) { record.game = rules::find_game("6561"); }),
       "match 1 of this tournament is round 1 of box, b against a"},
      {changed([](auto& record) { record.round = 2; }),
       "match 1 of this tournament is round 1 of box, b against a"},
      {changed([](auto& record) { record.tournament.clear(); }),
       "it is the record of a single match"},
  };
  for (const auto& [text, reason] : lines) {
    write(1, {text, line(1)});
    const Found found = read_all(store_);
    EXPECT_EQ(found.matches, Matches{1});
    EXPECT_EQ(found.report.foreign, 1U);
    EXPECT_EQ(found.report.notes,
              std::vector<std::string>{"1 foreign line: " + note_about(1, 1, reason)});
  }
}

// A record of a later round under the number and round of an earlier one.
TEST_F(StoreRead, LeavesOutWhatWasPlayedWithAnotherSeed) {
  const auto seed = [this](std::uint64_t match) {
    return std::to_string(config::Schedule(manifest_).at(match).seed);
  };
  match::MatchRecord record = test::record(manifest_, 10);
  record.match = 6;
  record.round = 1;
  const std::string with_seed = match::to_line(record);
  record.seed.reset();
  const std::string expected =
      "match 6 of this tournament is round 1 of 6561, a against b, with the seed " + seed(6) +
      "; the record has ";
  for (const auto& [text, reason] : {std::pair{with_seed, expected + "the seed " + seed(10)},
                                     std::pair{match::to_line(record), expected + "no seed"}}) {
    write(1, {text, line(6)});
    const Found found = read_all(store_);
    EXPECT_EQ(found.lines, std::vector<std::string>{line(6)});
    EXPECT_EQ(found.report.foreign, 1U);
    EXPECT_EQ(found.report.notes,
              std::vector<std::string>{"1 foreign line: " + note_about(1, 1, reason)});
  }
}

TEST_F(StoreRead, ChecksOfRegressChooseTheirOwnSeeds) {
  manifest_.own_deals = true;
  const test::TemporaryFolder folder;
  const Store store = Store::create(folder.path(), manifest_);
  EXPECT_EQ(store.id(), manifest_.id());
  EXPECT_TRUE(Store::open(folder.path()).manifest().own_deals);
  match::MatchRecord record = test::record(manifest_, 1);
  record.seed = 77;
  StoreWriter(store).append(match::to_line(record));
  EXPECT_EQ(read_all(store).matches, Matches{1});
}

TEST_F(StoreRead, ReadsLinesToTheirEndsUnlessToldOtherwise) {
  std::string torn = line(1);
  torn.replace(torn.find("\"plies\":[") + 9, 3, "###");
  std::string changed = line(2);
  changed.replace(changed.rfind("\"line\""), 6, "\"lime\"");
  write(1, {line(0), torn, changed});
  write(2, {line(1)});
  const Found found = read_all(store_);
  EXPECT_EQ(found.matches, (Matches{0, 1}));
  EXPECT_EQ(found.lines[1], line(1));
  EXPECT_EQ(found.report.damaged, 2U);
  ASSERT_EQ(found.report.notes.size(), 1U);
  EXPECT_TRUE(found.report.notes[0].starts_with("2 damaged lines, the first: " +
                                                note_about(1, 2, "the record: line 1, column ")))
      << found.report.notes[0];
  ASSERT_EQ(found.report.left_out.size(), 1U);
  EXPECT_TRUE(found.report.left_out.contains("matches-0001.jsonl"));
  EXPECT_EQ(found.report.left_out.at("matches-0001.jsonl"), (Matches{2, 3}));

  const ReadingReport quick =
      store_.read([](const MatchSummary&, std::string_view) {}, {}, match::Extent::front);
  EXPECT_EQ(quick.records, 3U);
  EXPECT_EQ(quick.damaged, 0U);
}

// Enough of them for several threads, of which some read them while the first is being counted.
TEST_F(StoreRead, AFurtherRecordIsKnownByItsFront) {
  std::string damaged = line(0);
  damaged.replace(damaged.find("\"plies\":[") + 9, 3, "###");
  std::vector<std::string> lines{damaged, line(0)};
  lines.resize(5000, damaged);
  lines.push_back(line(1));
  write(1, lines);
  const Found found = read_all(store_);
  EXPECT_EQ(found.matches, (Matches{0, 1}));
  EXPECT_EQ(found.lines[0], line(0));
  EXPECT_EQ(found.report.damaged, 1U);
  EXPECT_EQ(found.report.duplicates, 4998U);
  ASSERT_EQ(found.report.left_out.size(), 1U);
  EXPECT_EQ(found.report.left_out.begin()->second, Matches{1});
}

TEST_F(StoreRead, TellsEveryKindOnce) {
  config::Manifest other = manifest_;
  other.seed = 99;
  write(1, {line(0), line(0), "{}", test::line(other, 1)});
  test::write_file(file(2), "{");
  const ReadingReport report = read_all(store_).report;
  EXPECT_EQ(report.records, 1U);
  EXPECT_EQ(report.duplicates, 1U);
  EXPECT_EQ(report.damaged, 1U);
  EXPECT_EQ(report.foreign, 1U);
  EXPECT_EQ(report.torn, 1U);
  ASSERT_EQ(report.notes.size(), 4U);
  EXPECT_EQ(report.notes[1],
            "1 damaged line: " + note_about(1, 3, "the record: the key \"schema\" is missing"));
}

TEST_F(StoreRead, LinesOfEverySizeAcrossTheBlocks) {
  // Long lines (a chatty bot's stderr) fall on the borders of the reader's blocks.
  StoreWriter writer(store_);
  std::vector<std::string> lines;
  for (std::uint64_t i = 0; i < 12; ++i) {
    match::MatchRecord record = test::record(manifest_, i);
    record.measured.bots[1].departure.stderr_tail = std::string(i * 300'007, 'x');
    lines.push_back(match::to_line(record));
    writer.append(lines.back());
  }
  const Found found = read_all(store_);
  EXPECT_EQ(found.lines, lines);
  EXPECT_TRUE(found.report.notes.empty());
}

TEST_F(StoreRead, FailsOnAFileThatCannotBeRead) {
  write(1, {line(0)});
  std::filesystem::create_directory(file(2));
  EXPECT_EQ(error_of<StoreError>([&] { read_all(store_); }),
            "cannot read " + file(2).string() + ": Is a directory");
  std::filesystem::remove(file(2));
  std::filesystem::create_symlink("nowhere", file(2));
  EXPECT_EQ(error_of<StoreError>([&] { read_all(store_); }),
            "cannot read " + file(2).string() + ": No such file or directory");
  std::filesystem::remove(file(2));
  ASSERT_EQ(::mkfifo(file(2).c_str(), 0600), 0);
  EXPECT_EQ(error_of<StoreError>([&] { read_all(store_); }),
            "cannot read " + file(2).string() + ": it is not a regular file");
  std::filesystem::remove_all(temporary_.path());
  EXPECT_EQ(error_of<StoreError>([&] { read_all(store_); }),
            "cannot read " + temporary_.path().string() + ": No such file or directory");
}

// Enough for many batches, which are parsed by several threads: in many files, and in one.
struct Many {
  config::Manifest manifest = test::manifest({event("box", {"a", "b"}, 1000)});
  test::TemporaryFolder folder;
  Store store = Store::create(folder.path(), manifest);

  explicit Many(std::size_t in_each_file) {
    std::string text;
    for (std::uint64_t match = 0; match < 2000; ++match) {
      // Backwards, so that the order of the records is not that of the matches.
      text += test::line(manifest, 1999 - match) + "\n";
      if (match % 7 == 3) text += "damaged\n";
      if ((match + 1) % in_each_file != 0) continue;
      test::write_file(file(match / in_each_file), text);
      text.clear();
    }
  }
  [[nodiscard]] path file(std::uint64_t number) const {
    return folder.path() / ("matches-" + std::to_string(1001 + number) + ".jsonl");
  }
};

TEST_F(StoreRead, InOrderWhateverThreadHasParsedIt) {
  for (const std::size_t in_each_file : {1U, 50U, 2000U}) {
    const Many many(in_each_file);
    const Found found = read_all(many.store);
    ASSERT_EQ(found.matches.size(), 2000U);
    for (std::uint64_t i = 0; i < 2000; ++i) ASSERT_EQ(found.matches[i], 1999 - i);
    EXPECT_EQ(found.lines.back(), test::line(many.manifest, 0));
    const path first = many.file(3 / in_each_file);
    const std::size_t line = in_each_file == 1 ? 2 : 5;
    EXPECT_EQ(found.report.notes,
              std::vector<std::string>{"286 damaged lines, the first: " + first.string() +
                                       ", line " + std::to_string(line) +
                                       ": the line is not whole: it does not end in }"});
  }
}

TEST_F(StoreRead, WhatComesBeforeAFileThatCannotBeReadHasBeenVisited) {
  const Many many(50);
  std::filesystem::remove(many.file(30));
  std::filesystem::create_directory(many.file(30));
  std::uint64_t visited = 0;
  EXPECT_EQ(error_of<StoreError>([&] {
              many.store.read([&](const MatchSummary&, std::string_view) { ++visited; });
            }),
            "cannot read " + many.file(30).string() + ": Is a directory");
  EXPECT_EQ(visited, 30U * 50);
}

TEST_F(StoreRead, PassesOnWhatTheVisitorThrowsWhileOthersParse) {
  const Many many(50);
  std::uint64_t visited = 0;
  EXPECT_THROW(many.store.read([&](const MatchSummary&, std::string_view) {
    if (++visited == 700) throw std::runtime_error("enough");
  }),
               std::runtime_error);
  EXPECT_EQ(visited, 700U);
}

TEST_F(StoreRead, PassesOnWhatTheVisitorThrows) {
  write(1, {line(0), line(1)});
  EXPECT_THROW(store_.read([](const MatchSummary&, std::string_view) {
    throw std::runtime_error("enough");
  }),
               std::runtime_error);
}

}  // namespace
}  // namespace referee::store
