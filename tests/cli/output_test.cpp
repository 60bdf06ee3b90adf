// Where results go: existing files are not lost, and a failed write is never reported as success.
#include "folder.hpp"
#include "referee/base/text/words.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Output : public InFolder {
 protected:
  void SetUp() override { write("c.json", small_config("box", 1)); }
  void play() const { expect(0, {"tournament", "c.json", "--out", "o", "--quiet"}); }

  // The program with its standard output on a disk that is full.
  [[nodiscard]] Ended on_full_disk(const std::string& arguments) const {
    return run({"sh", "-c", built::word("referee") + " " + arguments + " > /dev/full"}, folder_);
  }
  [[nodiscard]] std::size_t files_in(std::string_view folder) const {
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(path(folder))) ++files;
    return files;
  }
};

constexpr const char* no_room =
    "referee: error: cannot write /dev/full: No space left on device; make room there or choose "
    "another place\n";

TEST_F(Output, ThatDoesNotArriveIsAFailureInEveryVerb) {
  play();
  for (const std::string words : {"--help",
                                  "--version",
                                  "show --help",
                                  "show games",
                                  "show games --json",
                                  "doctor",
                                  "doctor --json",
                                  "show o",
                                  "show o 0",
                                  "show o 0 --json",
                                  "verify o",
                                  "verify o --json",
                                  "standings o",
                                  "standings o --json",
                                  "standings o --csv",
                                  "standings o --markdown",
                                  "export o",
                                  "merge o",
                                  "merge o --json",
                                  "tournament c.json --out o --quiet",
                                  "tournament c.json --out o --plan-only",
                                  "compare --results 34,54,63,64,75 --elo 0,10",
                                  "compare --results 136,96,111 --json",
                                  "match box 'referee random box' 'referee random box'"}) {
    const Ended ended = on_full_disk(words);
    EXPECT_EQ(ended.code, 3) << words;
    EXPECT_TRUE(ended.err.ends_with("referee: error: cannot write to standard output\n"))
        << words << ": " << ended.err;
  }
}

TEST_F(Output, ThatIsClosedIsAFailure) {
  for (const std::string words : {"show games --json", "--version", "doctor"}) {
    const Ended ended = run({"sh", "-c", built::word("referee") + " " + words + " >&-"}, folder_);
    EXPECT_EQ(ended.code, 3) << words;
    EXPECT_EQ(ended.err, "referee: error: cannot write to standard output\n") << words;
  }
}

TEST_F(Output, OfShowGoesThroughThePagerOnATerminalOnly) {
  play();
  const std::string show = built::word("referee") + " show o";
  const auto shown = [&](const std::string& pager, const std::string& terminal = "xterm") {
    return run({"sh", "-c",
                "TERM=" + terminal + " PAGER='" + pager + "' script -qec " +
                    referee::text::shell_word(show) + " /dev/null < /dev/null"},
               folder_);
  };
  if (run({"sh", "-c", "script --version"}, folder_).code != 0)
    GTEST_SKIP() << "there is no script";
  EXPECT_NE(shown("sed s/^/PAGED/").out.find("PAGED"), std::string::npos);
  EXPECT_EQ(shown("sed s/^/PAGED/", "dumb").out.find("PAGED"), std::string::npos);
  const std::string plain = shown("cat").out;
  EXPECT_FALSE(plain.empty());
  EXPECT_EQ(shown("").out, plain);
  EXPECT_EQ(shown("no-such-pager").out, plain);
  EXPECT_EQ(run({"sh", "-c", "PAGER='sed s/^/PAGED/' " + show}, folder_).out.find("PAGED"),
            std::string::npos);
}

TEST_F(Output, OfExportNeverDestroysWhatItReads) {
  play();
  const std::string record = expect(0, {"show", "o", "0", "--json"});
  write("game.json", record);
  fs::create_symlink("game.json", path("link"));
  for (const std::string file : {"./game.json", "link"}) {
    expect_error(2,
                 "--save: '" + file + "' is an input and would be overwritten; name another file",
                 {"export", "game.json", "--save", file});
  }
  EXPECT_EQ(read("game.json"), record);
  const std::string matches = read("o/matches-0001.jsonl");
  for (const Words& words :
       {Words{"export", "o"}, Words{"match", "box", "/bin/true", "/bin/true"}}) {
    EXPECT_EQ(referee(words + Words{"--save", "o/matches-0001.jsonl"}).code, 2);
  }
  EXPECT_EQ(read("o/matches-0001.jsonl"), matches);
}

TEST_F(Output, OfAnExportThatIsRefusedLeavesTheFileAsItWas) {
  play();
  write("mine.csv", "precious\n");
  write("bad.jsonl", expect(0, {"show", "o", "0", "--json"}) + "{\"not\": \"a record\"}\n");
  for (const Words& words : std::vector<Words>{{"export", "nowhere", "--save", "mine.csv"},
                                               {"export", "bad.jsonl", "--save", "mine.csv"}}) {
    const std::size_t before = files_in(".");
    EXPECT_EQ(referee(words).code, 2);
    EXPECT_EQ(read("mine.csv"), "precious\n");
    EXPECT_EQ(files_in("."), before);
  }
}

TEST_F(Output, OfExportReplacesAFileAndKeepsItsPermissions) {
  play();
  const std::string csv = expect(0, {"export", "o"});
  write("rows.csv", "old\n");
  fs::permissions(path("rows.csv"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("rows.csv", path("link.csv"));
  expect(0, {"export", "o", "--save", "link.csv"});
  EXPECT_EQ(read("rows.csv"), csv);
  EXPECT_TRUE(fs::is_symlink(path("link.csv")));
  EXPECT_EQ(fs::status(path("rows.csv")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  expect(0, {"export", "o", "--save", "new.csv"});
  EXPECT_EQ(read("new.csv"), csv);
  // Devices cannot be replaced, so they are written to.
  EXPECT_EQ(expect(0, {"export", "o", "--save", "/dev/stdout"}), csv);
  const Ended full = referee({"export", "o", "--save", "/dev/full"});
  EXPECT_EQ(full.code, 3);
  EXPECT_EQ(full.err, no_room);
}

TEST_F(Output, OfAMatchIsTriedBeforeItBegins) {
  write_program("witness", "#!/bin/sh\n: > played\n");
  EXPECT_EQ(referee({"match", "box", "./witness", "./witness", "--trust", "--save", "no/f"}).code,
            3);
  EXPECT_FALSE(fs::exists(path("played")));
  // What cannot be known before: the result is there all the same.
  const std::string bot = "referee random box";
  const Ended full = referee({"match", "box", bot, bot, "--json", "--save", "/dev/full"});
  EXPECT_EQ(full.code, 3);
  EXPECT_EQ(full.err, no_room);
  EXPECT_EQ(Json::parse(full.out)["game"], "box");
  const Ended read = referee({"match", "box", bot, bot, "--save", "/dev/full"});
  EXPECT_EQ(read.code, 3);
  EXPECT_EQ(read.err, no_room);
  EXPECT_EQ(read.out.find("/dev/full"), std::string::npos) << "there is nothing to be seen";
  EXPECT_NE(read.out.find("The record was not written"), std::string::npos) << read.out;
}

TEST_F(Output, NothingIsLeftOfAStartThatMayWriteNothing) {
  fs::create_directory(path("o"));
  const Ended refused = run(
      {"sh", "-c", "ulimit -f 0; exec " + built::word("referee") + " tournament c.json --out o"},
      folder_);
  EXPECT_EQ(refused.code, 3) << refused.err;
  EXPECT_NE(refused.err.find("ulimit -f"), std::string::npos) << refused.err;
  EXPECT_EQ(files_in("o"), 0U);
  play();
  EXPECT_EQ(files_in("o"), 3U);  // the manifest, the records, the programs
}

}  // namespace
