// Pages for browsers: referee view --save, show --html, match --html. What they look like is tested
// in a browser, by ./scripts/test window.
#include "folder.hpp"

namespace {

using namespace cli_test;

class Report : public InFolder {
 protected:
  void SetUp() override {
    write("c.json", small_config("box", 1));
    expect(0, {"tournament", "c.json", "--out", "o", "--jobs", "1", "--quiet"});
  }

  // The one line of JSON in the page's element with this beginning.
  Json data_in(const std::string& file, const std::string& begin) const {
    const std::string page = read(file);
    const std::size_t at = page.find(begin);
    EXPECT_NE(at, std::string::npos) << file << ": " << begin;
    const std::size_t first = at + begin.size();
    return Json::parse(page.substr(first, page.find_first_of("\n<", first) - first));
  }
  Json head_in(const std::string& file) const {
    return data_in(file, "<script type=\"application/json\" id=\"head\">");
  }
  Json match_in(const std::string& file) const {
    return data_in(file, "<script type=\"application/jsonl\" id=\"matches\">");
  }
};

TEST_F(Report, OfATournament) {
  const Ended saved = referee({"view", "o", "--save"});
  EXPECT_EQ(saved.code, 0) << saved.err;
  EXPECT_EQ(saved.out, "");
  EXPECT_EQ(saved.err, "the page is in o.html\n");
  const Json head = head_in("o.html");
  EXPECT_EQ(head["kind"], "tournament");
  EXPECT_EQ(head["title"], "o");
  EXPECT_EQ(head["standings"]["events"].size(), 1U);
  EXPECT_EQ(head["games"].size(), 1U);
  const Json match = match_in("o.html");
  EXPECT_EQ(match["n"], 0);
  EXPECT_EQ(match["moves"].size(), records_in(path("o"))[0]["plies"].size());
  // What is to be saved, in the place of the file.
  EXPECT_EQ(referee({"view", "--save", "o"}).err, "the page is in o.html\n");
  EXPECT_EQ(expect(0, {"view", "--save", "named.html", "o", "--quiet"}), "");
  EXPECT_EQ(read("named.html"), read("o.html"));
}

TEST_F(Report, OfOneMatch) {
  // A picture by the ending of the name.
  expect(0, {"view", "o", "--save", "o.svg"});
  EXPECT_TRUE(read("o.svg").starts_with("<svg "));
  expect(0, {"show", "o", "1", "--html", "one.html"});
  EXPECT_EQ(head_in("one.html")["kind"], "match");
  EXPECT_EQ(match_in("one.html")["n"], 1);

  expect(0, {"match", "box", "referee random box", "referee random box", "--seed", "3", "--html",
             "played.html", "--quiet"});
  EXPECT_EQ(match_in("played.html")["seed"], 3);
  expect(1, {"match", "6561", "/bin/true", "referee random 6561", "--html", "failed.html", "--save",
             "kept.json", "--quiet"});
  EXPECT_EQ(match_in("failed.html")["faults"][0]["again"], "referee replay kept.json");
  // A file of one record is that match, and of several their list with its standings.
  expect(0, {"view", "kept.json", "--save", "kept.html"});
  EXPECT_EQ(head_in("kept.html")["kind"], "match");
  expect(0, {"view", "kept.json", "--save", "match.svg"});
  EXPECT_TRUE(read("match.svg").starts_with("<svg "));
  write("kept.json", read("kept.json") + read("kept.json"));
  expect(0, {"view", "kept.json", "--save", "kept.html"});
  EXPECT_EQ(head_in("kept.html")["kind"], "tournament");
  EXPECT_TRUE(head_in("kept.html").contains("standings"));
  expect_error(2,
               "'kept.json' has no standings to draw; name the folder of a tournament, or save a "
               "page: --save kept.json.html",
               {"view", "kept.json", "--save", "kept.svg"});
  EXPECT_FALSE(std::filesystem::exists(path("kept.svg")));
}

TEST_F(Report, OfAComparison) {
  const Words compare{"compare",
                      "referee random box --seed {seed}",
                      "/bin/true",
                      "--game",
                      "box",
                      "--max-pairs",
                      "3",
                      "--html",
                      "compared.html"};
  Words kept = compare + Words{"--out", "compared", "--quiet"};
  expect(4, kept);
  const Json head = head_in("compared.html");
  EXPECT_EQ(head["kind"], "comparison");
  const Json& comparison = head["comparison"];
  EXPECT_EQ(comparison["decision"], "undecided");
  EXPECT_EQ(comparison["course"]["pairs"], Json({1, 2, 3}));
  EXPECT_EQ(comparison["commands"][1][1], "/bin/true");
  // Whichever of the first games ended first: the new bot begins those with an even number.
  const Json match = match_in("compared.html");
  EXPECT_EQ(match["bots"][match["n"].get<std::size_t>() % 2]["name"], "new");
}

TEST_F(Report, OfChecks) {
  write("r.json", R"({"game": "box", "bot": "referee random box", "checks": [
      {"check": "no-faults", "games": 2}, {"check": "no-faults", "name": "again", "games": 2}]})");
  expect(0, {"regress", "r.json", "--html", "r.html", "--out", "r", "--quiet"});
  const Json head = head_in("r.html");
  EXPECT_EQ(head["kind"], "regress");
  EXPECT_EQ(head["regress"]["verdict"], "passed");
  EXPECT_EQ(head["regress"]["checks"][1]["name"], "again");
  EXPECT_EQ(match_in("r.html")["part"], 0);
}

}  // namespace
