// The index of a folder of results, as browsers get it.
#include "referee/show/server/index_site.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "referee/analysis/evidence/question.hpp"
#include "referee/analysis/tuning/tune_question.hpp"
#include "tests/run/store/support.hpp"

namespace referee::server {
namespace {

using text::Json;

class Index : public testing::Test {
 protected:
  // A tournament with its first matches.
  void add(const std::string& name, std::uint64_t matches) const {
    const auto folder = folder_.path() / name;
    const auto manifest = test::manifest({test::event("6561", {"a", "b", "c"}, 1)});
    const auto store = store::Store::create(folder, manifest);
    std::ofstream out(folder / "matches-0001.jsonl", std::ios::app | std::ios::binary);
    for (std::uint64_t i = 0; i < matches; ++i) out << test::line(manifest, i) << '\n';
  }
  // The row of a result; null if there is none.
  static Json row(const IndexSite& site, const std::string& name) {
    const Json state = site.state();
    for (const Json& one : state.at("results")) {
      if (one.at("name") == name) return one;
    }
    return nullptr;
  }
  // Ticks until the site is as `right` wants it.
  template <typename Right>
  static void ticks_until(IndexSite& site, const Right& right) {
    const auto last = std::chrono::steady_clock::now() + std::chrono::minutes(10);
    while (!right() && std::chrono::steady_clock::now() < last) {
      site.tick();
      std::this_thread::yield();
    }
    ASSERT_TRUE(right());
  }
  static void read(IndexSite& site, const std::string& name) {
    ticks_until(site, [&] { return row(site, name).contains("said"); });
  }

  test::TemporaryFolder folder_;
  page::Pages pages_{"referee 1"};
};

TEST_F(Index, ListsFoldersThatHaveResultsAndReadsThem) {
  add("one", 6);
  add("two", 0);
  std::filesystem::create_directories(folder_.path() / "other");
  std::ofstream(folder_.path() / "README.md") << "text";
  IndexSite site(folder_.path(), pages_);
  EXPECT_EQ(site.state().at("results").size(), 2U);
  EXPECT_FALSE(row(site, "one").contains("said"));
  read(site, "one");
  read(site, "two");
  EXPECT_EQ(row(site, "one").at("games"), "6561");
  const std::string said = row(site, "one").at("said");
  EXPECT_TRUE(said.ends_with(", 6 matches")) << said;
  EXPECT_NE(said.find("6561"), std::string::npos) << said;
  EXPECT_EQ(row(site, "two").at("said"), "0 matches");
  EXPECT_EQ(row(site, "one").at("changed").get<std::string>().size(), 20U);

  // What comes later is found, and what goes is gone.
  add("three", 1);
  std::filesystem::remove_all(folder_.path() / "two");
  ticks_until(site, [&] { return row(site, "two").is_null(); });
  read(site, "three");
}

// What is known of a result stays until it is read again.
TEST_F(Index, AResultThatHasChangedIsReadAgain) {
  add("one", 1);
  IndexSite site(folder_.path(), pages_);
  read(site, "one");
  const auto said = [&] { return row(site, "one").value("said", ""); };
  EXPECT_TRUE(said().ends_with("1 match")) << said();
  const auto file = folder_.path() / "one" / "matches-0001.jsonl";
  const auto before = std::filesystem::last_write_time(file);
  add("one", 3);
  std::filesystem::last_write_time(file, before + std::chrono::seconds(5));
  ticks_until(site, [&] { return said().ends_with("3 matches"); });
}

TEST_F(Index, AComparisonSaysItsVerdictAndATuningItsBest) {
  const auto folder = folder_.path() / "compared";
  auto manifest = test::manifest({test::event("box", {"new", "base"}, 100)});
  manifest.played_by = config::PlayedBy::compare;
  static_cast<void>(store::Store::create(folder, manifest));
  evidence::ComparisonRules rules;
  rules.elo = {0, 10};
  rules.most_pairs = 1;
  static_cast<void>(evidence::other_question(folder, rules));
  test::write_file(folder / "matches-0001.jsonl",
                   test::line(manifest, 0) + '\n' + test::line(manifest, 1) + '\n');

  tuning::Question question;
  question.command = "./bot {c}";
  question.parameters = {tuning::parameter_of("c=1:0:2")};
  question.pairs = 10;
  question.manifest = manifest;
  question.rules = rules;
  static_cast<void>(tuning::keep_question(folder_.path() / "tuned", question));

  IndexSite site(folder_.path(), pages_);
  read(site, "compared");
  read(site, "tuned");
  const Json compared = row(site, "compared");
  EXPECT_EQ(compared.at("kind"), "comparison");
  EXPECT_EQ(compared.at("decision"), "undecided");
  const std::string said = compared.at("said");
  EXPECT_TRUE(said.starts_with("undecided: Elo ")) << said;
  EXPECT_TRUE(said.find("LLR ") != std::string::npos && said.ends_with(", 1 pair")) << said;
  EXPECT_EQ(row(site, "tuned").at("kind"), "tuning");
  EXPECT_EQ(row(site, "tuned").at("said"), "no round is complete");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "tuned" / "round-01")) << "is only read";
}

TEST_F(Index, AResultThatCannotBeReadSaysSo) {
  std::filesystem::create_directories(folder_.path() / "broken");
  std::ofstream(folder_.path() / "broken" / "manifest.json") << "{";
  IndexSite site(folder_.path(), pages_);
  read(site, "broken");
  EXPECT_TRUE(row(site, "broken").at("said").get<std::string>().starts_with("cannot be read: "));
}

TEST_F(Index, PagesAreAskedForByNumberAlone) {
  add("one", 1);
  IndexSite site(folder_.path(), pages_);
  const std::string number = row(site, "one").at("n").dump();
  const auto work = site.work("/result/" + number, "");
  ASSERT_TRUE(work);
  const Answer answer = (*work)({});
  EXPECT_NE(answer.body.find("\"title\":\"one\""), std::string::npos);
  EXPECT_TRUE(answer.policy.starts_with("default-src 'none'; script-src 'sha256-"));
  std::stop_source stop;
  stop.request_stop();
  try {
    (*work)(stop.get_token());
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "nobody waits for this any more");
  }
  for (const char* path : {"/result/one", "/result/", "/result/../one", "/result/99", "/matches"}) {
    EXPECT_FALSE(site.work(path, "")) << path;
    EXPECT_FALSE(site.get(path, "")) << path;
  }
}

}  // namespace
}  // namespace referee::server
