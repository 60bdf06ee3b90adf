// Damaged stores: the standings are still right, and warnings name what was left out.
#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class BadStore : public InFolder {
 protected:
  BadStore() {
    write("c.json", small_config("box", 2));
    expect(0, {"tournament", "c.json", "--out", "o", "--jobs", "1", "--quiet"});
    good_ = expect(0, {"standings", "o", "--json"});
    lines_ = lines_of(read(file));
  }

  // The standings are the good ones, with exactly these warnings; `verify` ends with `code`.
  void expect_warnings(int code, const std::vector<std::string>& warnings) const {
    std::string err;
    for (const std::string& warning : warnings) {
      err += "referee: warning: " + warning + "\n";
    }
    const Ended standings = referee({"standings", "o", "--json"});
    EXPECT_EQ(standings.code, 0);
    EXPECT_EQ(standings.out, good_);
    EXPECT_EQ(standings.err, err);
    // Verbs that read every record report the same.
    const Ended verified = referee({"verify", "o"});
    EXPECT_EQ(verified.code, code) << verified.out;
    EXPECT_EQ(verified.err, err);
  }

  static constexpr std::string_view file = "o/matches-0001.jsonl";
  std::string good_;
  std::vector<std::string> lines_;
};

TEST_F(BadStore, ATornLastLineIsPlayedAgain) {
  const std::string whole = read(file);
  write(file, whole.substr(0, whole.size() - 200));
  const Ended torn = referee({"standings", "o", "--json"});
  EXPECT_EQ(torn.code, 0);
  EXPECT_EQ(torn.err,
            "referee: warning: 1 torn last line: o/matches-0001.jsonl, line 4: the file ends "
            "within this line, which is left out\n");
  EXPECT_EQ(Json::parse(torn.out)["events"][0]["played"], 3);

  const Ended again = referee({"tournament", "c.json", "--out", "o"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(again.err.starts_with("4 matches, 3 played already, 1 to play\n")) << again.err;
  EXPECT_EQ(expect(0, {"standings", "o", "--json"}), good_);
  // The torn line stays where it was; nothing is written after it.
  EXPECT_EQ(read(file), whole.substr(0, whole.size() - 200));
  EXPECT_EQ(lines_of(read("o/matches-0002.jsonl")).size(), 1U);
}

TEST_F(BadStore, LinesThatAreNoRecordsAreLeftOut) {
  write(file, "hello\n" + read(file) + "{\"schema\":");
  expect_warnings(
      1, {"1 torn last line: o/matches-0001.jsonl, line 6: the file ends within this line, "
          "which is left out",
          "1 damaged line: o/matches-0001.jsonl, line 1: the line is not whole: it does not "
          "end in }"});
}

TEST_F(BadStore, AFileInPlaceOfTheFolder) {
  write("f", "x");
  const Ended ended = referee({"tournament", "c.json", "--out", "f"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("f: "), std::string::npos) << ended.err;
  EXPECT_EQ(read("f"), "x");
}

}  // namespace
