// The files of a store below its records: names, locks, and lines one by one.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/run/store/file_lock.hpp"
#include "referee/run/store/follower.hpp"
#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/planned.hpp"
#include "referee/run/store/record_lines.hpp"
#include "referee/run/store/store_files.hpp"
#include "support.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;
using End = LineReader::End;
using Texts = std::vector<std::string>;

class StoreFiles : public testing::Test {
 protected:
  [[nodiscard]] const fs::path& folder() const { return temporary_.path(); }
  [[nodiscard]] fs::path at(const std::string& name) const { return folder() / name; }
  void write(const std::string& name, const std::string& text) const {
    test::write_file(at(name), text);
  }

 private:
  test::TemporaryFolder temporary_;
};

TEST_F(StoreFiles, AFileSystemThatCannotFlushIsToldOnce) {
  testing::internal::CaptureStderr();
  require_flushed(0, at("a"));
  for (const int error : {EINVAL, EOPNOTSUPP, ENOSYS}) {
    errno = error;
    require_flushed(-1, at("a"));
  }
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(test::contains(told, "the file system of " + folder().string() +
                                       " cannot flush to its disk: after a power failure the last "
                                       "results may be missing"))
      << told;
  EXPECT_EQ(told.find("cannot flush"), told.rfind("cannot flush"));
  errno = EIO;
  EXPECT_THROW(require_flushed(-1, at("a")), StoreError);
}

TEST_F(StoreFiles, RecordsAreInFilesOfThatName) {
  for (const char* name : {"matches-0001.jsonl", "matches-2-of-3-0001.jsonl", "matches-.jsonl.new",
                           "matches-.jsonl", "other-0001.jsonl", "matches-0001.json"}) {
    write(name, "");
  }
  EXPECT_EQ(record_files(folder()),
            (std::vector<fs::path>{at("matches-0001.jsonl"), at("matches-2-of-3-0001.jsonl")}));
  EXPECT_EQ(names_in(folder()).size(), 6U);
  EXPECT_FALSE(is_record_file("matches-a/b.jsonl"));
  EXPECT_THROW(record_files(at("missing")), StoreError);
}

TEST_F(StoreFiles, NumbersCountFromTheHighestOfTheSameName) {
  EXPECT_EQ(highest_attempt(folder(), ""), 0U);
  for (const char* name : {"matches-0007.jsonl", "matches-12.jsonl", "matches-9-of-9-0031.jsonl",
                           "matches-0040.json", "stage-0002.json", "stage-3.json"}) {
    write(name, "");
  }
  EXPECT_EQ(highest_attempt(folder(), ""), 7U);
  EXPECT_EQ(highest_attempt(folder(), "9-of-9"), 31U);
  EXPECT_EQ(highest_attempt(folder(), "9"), 0U);
  EXPECT_EQ(attempt_path(folder(), "9-of-9", 32), at("matches-9-of-9-0032.jsonl"));
  EXPECT_EQ(highest_number(folder(), "stage-", ".json"), 2U);
  EXPECT_EQ(numbered_path(folder(), "stage-", 12345, ".json"), at("stage-12345.json"));
}

TEST_F(StoreFiles, ANewFileReplacesNone) {
  EXPECT_TRUE(write_new_file(at("new"), "one"));
  EXPECT_FALSE(write_new_file(at("new"), "two"));
  EXPECT_EQ(test::read_file(at("new")), "one");
  EXPECT_EQ(names_in(folder()), Texts{"new"}) << "something is left behind";
  EXPECT_THROW(write_new_file(at("no") / "new", "one"), StoreError);
  EXPECT_THROW(sync_folder(at("no")), StoreError);
}

TEST_F(StoreFiles, ErrorsSayWhatToDoAboutLinks) {
  EXPECT_TRUE(
      std::string(store_error("read", "x", ELOOP).what()).starts_with("cannot read x: it "));
  EXPECT_TRUE(std::string(store_error("read", "x", ENOENT).what())
                  .starts_with("cannot read x: No such file or directory"));
}

TEST_F(StoreFiles, ALockHoldsForOtherOpenings) {
  write("file", "");
  const auto open = [this] { return text::Descriptor(::open(at("file").c_str(), O_RDWR)); };
  EXPECT_FALSE(is_locked(at("file")));
  EXPECT_FALSE(is_locked(at("missing")));
  text::Descriptor one = open();
  const text::Descriptor other = open();
  EXPECT_EQ(set_lock(one.get(), F_RDLCK), 0);
  EXPECT_EQ(set_lock(other.get(), F_RDLCK), 0) << "readers share it";
  EXPECT_TRUE(is_locked(at("file")));
  EXPECT_TRUE(is_locked_by_others(set_lock(one.get(), F_WRLCK)));
  EXPECT_EQ(set_lock(other.get(), F_UNLCK), 0);
  EXPECT_EQ(wait_for_lock(one.get(), F_WRLCK), 0);
  EXPECT_TRUE(is_locked_by_others(set_lock(other.get(), F_RDLCK)));
  one.reset();
  EXPECT_EQ(set_lock(other.get(), F_WRLCK), 0) << "closing releases it";
  EXPECT_FALSE(is_locked_by_others(EBADF));
}

TEST_F(StoreFiles, ANameMayLeadToAnotherFileMeanwhile) {
  write("file", "");
  const text::Descriptor opened(::open(at("file").c_str(), O_RDONLY));
  EXPECT_TRUE(is_still(at("file"), opened.get()));
  fs::rename(at("file"), at("moved"));
  EXPECT_FALSE(is_still(at("file"), opened.get()));
  write("file", "");
  EXPECT_FALSE(is_still(at("file"), opened.get()));
  EXPECT_TRUE(is_still(at("moved"), opened.get()));
}

TEST_F(StoreFiles, LinesHaveNumbersSizesAndAnEnd) {
  write("file", "one\n\nthree");
  LineReader reader(at("file"));
  const auto expect = [&reader](std::string_view text, std::uint64_t number, End end,
                                std::uint64_t bytes) {
    const auto line = reader.next();
    ASSERT_TRUE(line);
    EXPECT_EQ(line->text, text);
    EXPECT_EQ(line->number, number);
    EXPECT_EQ(line->end, end);
    EXPECT_EQ(line->bytes, bytes);
  };
  expect("one", 1, End::newline, 4);
  expect("", 2, End::newline, 1);
  expect("three", 3, End::torn, 5);
  EXPECT_FALSE(reader.next());
  EXPECT_THROW(LineReader{folder()}, StoreError);
}

TEST_F(StoreFiles, APartOfAFileIsReadFromAnyByte) {
  write("file", "one\ntwo\nthree\n");
  LineReader reader(at("file"), 6, 4);
  EXPECT_EQ(reader.next()->text, "two");
  EXPECT_EQ(reader.next()->end, End::torn);
  EXPECT_FALSE(reader.next());
}

TEST_F(StoreFiles, ALineThatIsTooLongIsCountedButNotKept) {
  constexpr std::size_t size = LineReader::longest + 300'000;
  write("file", std::string(size, 'x') + "\ntwo\n");
  LineReader reader(at("file"));
  const auto line = reader.next();
  EXPECT_EQ(line->end, End::too_long);
  EXPECT_EQ(line->text, "");
  EXPECT_EQ(line->bytes, size + 1);
  EXPECT_EQ(reader.next()->text, "two");
}

TEST_F(StoreFiles, ALadderSaysHowManyMatchesArePlanned) {
  EXPECT_EQ(read_planned(folder()), formats::most_ladder_matches) << "as many as it can have";
  write_planned(folder(), 40);
  write_planned(folder(), 62);
  EXPECT_EQ(read_planned(folder()), 62U);
  write("planned.json", R"({"schema": "referee-planned", "version": 1, "matches": 7})");
  EXPECT_TRUE(test::contains(test::error_of<text::JsonError>([this] { read_planned(folder()); }),
                             "planned.json: matches: must be even"));
  write("planned.json", R"({"schema": "other", "matches": 8})");
  EXPECT_THROW(read_planned(folder()), text::JsonError);
}

// A run adds so many games to those that have been played, whatever was left out when bots changed.
TEST_F(StoreFiles, ARunOfALadderPlansItsGames) {
  config::Event event = test::event("box", {"one", "two"}, 1);
  event.format.kind = formats::FormatKind::ladder;
  event.format.pairs = 4;
  event.format.periods = {{0, 2, {}, {}, {}}};
  const config::Manifest old = test::manifest({event});
  const auto store = Store::create(folder(), old);
  std::string lines;
  for (const std::uint64_t match : {1U, 4U, 5U}) lines += test::line(old, match) + "\n";
  write("matches-0001.jsonl", lines);
  event.bots.push_back(test::event("box", {"three"}, 1).bots[0]);
  event.format.periods = {{0, 3, {}, {}, {}}};
  const config::Manifest config = test::manifest({event});
  const auto grown = Store::create(folder(), config);
  ASSERT_EQ(grown.manifest().events[0].format.periods.back().skipped.size(), 2U);
  for (const std::uint64_t games : {4U, 6U, 22U}) {
    const auto more = plan_more(Store::open(folder()), config, games);
    EXPECT_EQ(config::Schedule(more.manifest()).planned(), 3 + games);
  }
}

class NewLinesOf : public StoreFiles {
 protected:
  Texts read() {
    Texts found;
    lines_.read([&found](std::string_view line) { found.emplace_back(line); });
    return found;
  }
  void append(const std::string& name, const std::string& text) const {
    std::ofstream(at(name), std::ios::app | std::ios::binary) << text;
  }

  NewLines lines_{folder()};
};

TEST_F(NewLinesOf, AFolderAreReadOnceEachAndOnlyWhole) {
  EXPECT_EQ(read(), Texts{});
  append("matches-0001.jsonl", "a\nb");
  append("other.jsonl", "x\n");
  EXPECT_EQ(read(), Texts{"a"});
  EXPECT_EQ(read(), Texts{});
  append("matches-0001.jsonl", "c\n");
  append("matches-0002.jsonl", "d\n");
  EXPECT_EQ(read(), (Texts{"bc", "d"}));
  EXPECT_EQ(read(), Texts{});
}

TEST_F(NewLinesOf, AFolderCountAsReadFromTheLastWholeOne) {
  append("matches-0001.jsonl", std::string(200'000, 'a') + "\nb");
  append("matches-0002.jsonl", std::string(200'000, 'b'));
  lines_.skip();
  EXPECT_EQ(read(), Texts{});
  append("matches-0001.jsonl", "c\n");
  EXPECT_EQ(read(), Texts{"bc"});
}

TEST_F(NewLinesOf, AFolderComeInPiecesAndWithoutWhatIsTooLong) {
  const std::string big(LineReader::longest / 4, 'x');
  append("matches-0001.jsonl",
         big + "\n" + big + "\n" + std::string(LineReader::longest + 1, 'y') + "\nlast\n");
  EXPECT_EQ(read(), Texts{big});
  EXPECT_EQ(read(), Texts{big});
  EXPECT_EQ(read(), Texts{});
  EXPECT_EQ(read(), Texts{"last"});
}

// The lines of a store with 400 matches, parsed by several threads.
class RecordLines : public StoreFiles {
 protected:
  struct Taken {
    std::size_t file;
    std::uint64_t number;
    std::optional<std::uint64_t> match;
    std::string error;
    RecordDigest digest;
  };
  std::vector<Taken> read(const std::vector<Seal::File>& files, const LineWork& work) {
    std::vector<Taken> taken;
    each_record_line(folder(), files, work, [&taken](RecordLine& line) {
      std::optional<std::uint64_t> match;
      if (line.summary) match = line.summary->match;
      taken.push_back({line.file, line.number, match, line.error, line.digest});
    });
    return taken;
  }

  config::Manifest manifest_ = test::manifest({test::event("box", {"a", "b"}, 200)});
};

TEST_F(RecordLines, ComeInTheirOrderFromAllFiles) {
  constexpr std::uint64_t matches = 400;
  const config::Schedule schedule(manifest_);
  std::string first;
  std::string second;
  for (std::uint64_t i = 0; i < matches; ++i) {
    (i < matches / 2 ? first : second) +=
        match::to_line(test::record(manifest_, schedule, i)) + "\n";
  }
  write("one", first);
  write("two", second);
  const auto taken = read({{"one", first.size(), {}}, {"two", LineReader::whole, {}}},
                          {match::Extent::whole, true});
  ASSERT_EQ(taken.size(), matches);
  for (std::uint64_t i = 0; i < matches; ++i) {
    EXPECT_EQ(taken[i].file, i / (matches / 2));
    EXPECT_EQ(taken[i].number, i % (matches / 2) + 1);
    EXPECT_EQ(taken[i].match, i);
  }
  EXPECT_EQ(taken[7].digest, test::digest(test::line(manifest_, 7)));
}

TEST_F(RecordLines, HaveAFrontWhereOnlyThePliesAreDamaged) {
  std::string line = test::line(manifest_, 3);
  line.insert(line.size() - 2, "?");
  write("one", line + "\nnonsense\n");
  const auto whole = read({{"one", LineReader::whole, {}}}, {match::Extent::whole, true});
  ASSERT_EQ(whole.size(), 2U);
  EXPECT_EQ(whole[0].match, 3U);
  EXPECT_NE(whole[0].error, "");
  EXPECT_EQ(whole[0].digest, RecordDigest{});
  EXPECT_FALSE(whole[1].match);
  EXPECT_NE(whole[1].error, "");
  const auto front = read({{"one", LineReader::whole, {}}}, {match::Extent::front, false});
  EXPECT_EQ(front[0].match, 3U);
  EXPECT_EQ(front[0].error, "");
}

TEST_F(RecordLines, BeforeAMissingFileAreTaken) {
  write("one", test::line(manifest_, 3) + "\n");
  std::size_t taken = 0;
  EXPECT_THROW(each_record_line(folder(), {{"one", LineReader::whole, {}}, {"none", 0, {}}}, {},
                                [&taken](RecordLine&) { ++taken; }),
               StoreError);
  EXPECT_EQ(taken, 1U);
}

}  // namespace
}  // namespace referee::store
