// Seals.
#include "referee/run/store/seal.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/run/parts/merging.hpp"
#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

std::string canonical(const std::string& line) {
  return canonical_text(line, match::read_line(line, "line", match::Extent::whole).measured);
}

TEST(CanonicalText, LeavesOutWhatWasMeasured) {
  const std::string member = R"("measured":{"b":[1,{"c":"}"}]})";
  const auto without = [&](const std::string& line) {
    return canonical_text(line, std::string_view(line).substr(line.find(member), member.size()));
  };
  EXPECT_EQ(without(R"({"a":1,)" + member + R"(,"plies":[]})"), R"({"a":1,"plies":[]})");
  EXPECT_EQ(without("{" + member + R"( , "a":1})"), R"({ "a":1})");
  EXPECT_EQ(without(R"({"a":1,)" + member + "}"), R"({"a":1})");
  EXPECT_EQ(without("{" + member + "}"), "{}");
  EXPECT_EQ(canonical_text(R"({"a":1})", {}), R"({"a":1})");
}

TEST(CanonicalText, IsTheSameForRecordsThatDifferInTimesOnly) {
  const config::Manifest one = test::manifest({test::event("box", {"a", "b"}, 1)});
  match::MatchRecord record = test::record(one, 0);
  const std::string before = match::to_line(record);
  record.measured.bots[0].cpu = std::chrono::milliseconds(77);
  record.measured.started = "2030-01-01T00:00:00Z";
  const std::string after = match::to_line(record);
  EXPECT_NE(before, after);
  EXPECT_EQ(canonical(before), canonical(after));
  record.scores[0].result.score += 1;
  EXPECT_NE(canonical(before), canonical(match::to_line(record)));
}

TEST(RecordsHash, DoesNotDependOnTheOrderOfReading) {
  RecordsHash forward(2);
  forward.add(0, digest_of(R"({"x":1})", {}));
  forward.add(1, digest_of(R"({"x":2})", {}));
  RecordsHash backward(2);
  backward.add(1, digest_of(R"({"x":2})", {}));
  backward.add(0, digest_of(R"({"x":1})", {}));
  EXPECT_EQ(forward.hex(), backward.hex());
  RecordsHash swapped(2);
  swapped.add(0, digest_of(R"({"x":2})", {}));
  swapped.add(1, digest_of(R"({"x":1})", {}));
  EXPECT_NE(forward.hex(), swapped.hex());
}

// sha256(sha256('{"x":1}') + sha256('{"x":2}')), by another program.
TEST(RecordsHash, IsWhatTheGuideSays) {
  RecordsHash hash(2);
  hash.add(0, digest_of(R"({"x":1})", {}));
  hash.add(1, digest_of(R"({"x":2})", {}));
  EXPECT_EQ(hash.hex(), "ce967b5ec15d599f685bff2aa5f2864624b427f9bfd3f3f34d2539000d682107");
}

class Merge : public testing::Test {
 protected:
  void put(const std::string& name, const std::vector<std::uint64_t>& matches) {
    std::string text;
    for (const std::uint64_t match : matches) text += test::line(manifest_, match) + "\n";
    test::write_file(folder_.path() / name, text);
  }
  test::TemporaryFolder folder_;
  config::Manifest manifest_ = test::manifest({test::event("box", {"a", "b"}, 2)});
  Store store_ = Store::create(folder_.path(), manifest_);
};

TEST_F(Merge, TellsWhatIsMissing) {
  EXPECT_EQ(parts::merge(store_).missing, (std::vector<parts::MatchRange>{{0, 4}}));
  put("matches-0001.jsonl", {2});
  const parts::MergeReport report = parts::merge(store_);
  EXPECT_EQ(report.missing, (std::vector<parts::MatchRange>{{0, 2}, {3, 4}}));
  EXPECT_FALSE(report.sealed);
  EXPECT_FALSE(Store::open(folder_.path()).seal());
}

TEST_F(Merge, SealsWhatIsComplete) {
  put("matches-0001.jsonl", {2, 0});
  put("matches-0002.jsonl", {2, 3, 1});
  const parts::MergeReport report = parts::merge(store_);
  EXPECT_TRUE(report.sealed);
  EXPECT_EQ(report.records, 4U);
  EXPECT_EQ(report.duplicates, 1U);
  const Store sealed = Store::open(folder_.path());
  ASSERT_TRUE(sealed.seal());
  EXPECT_EQ(sealed.seal()->hash, report.hash);
  EXPECT_EQ(sealed.seal()->files.size(), 2U);
  EXPECT_TRUE(test::read_all(sealed).report.broken_seal.empty());
}

TEST_F(Merge, WhatComesAfterTheSealIsLeftOut) {
  put("matches-0001.jsonl", {0, 1, 2, 3});
  EXPECT_TRUE(parts::merge(store_).sealed);
  put("matches-0002.jsonl", {0});
  const auto found = test::read_all(Store::open(folder_.path()));
  EXPECT_EQ(found.matches.size(), 4U);
  EXPECT_EQ(found.report.notes,
            std::vector<std::string>{"1 file that came after the seal: left out"});
}

// Damages a record only beyond its front part, which is all that standings read.
std::string damaged_within(std::string line) {
  return line.replace(line.find("\"plies\":[") + 9, 3, "###");
}

TEST_F(Merge, AMatchWhoseRecordIsDamagedWithinIsMissing) {
  put("matches-0001.jsonl", {0, 1, 3});
  test::write_file(folder_.path() / "matches-0000.jsonl",
                   damaged_within(test::line(manifest_, 2)) + "\n");
  const parts::MergeReport report = parts::merge(store_);
  EXPECT_FALSE(report.sealed);
  EXPECT_EQ(report.missing, (std::vector<parts::MatchRange>{{2, 3}}));
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_TRUE(report.notes[0].starts_with(
      "1 damaged line: " + (folder_.path() / "matches-0000.jsonl").string() + ", line 1: "))
      << report.notes[0];
}

TEST_F(Merge, ALineThatWasDamagedBeforeTheSealStaysLeftOut) {
  test::write_file(folder_.path() / "matches-0000.jsonl",
                   damaged_within(test::line(manifest_, 2)) + "\n");
  put("matches-0001.jsonl", {0, 1, 2, 3});
  const parts::MergeReport report = parts::merge(store_);
  EXPECT_TRUE(report.sealed);
  EXPECT_EQ(report.records, 4U);
  EXPECT_EQ(report.duplicates, 0U);
  const Store sealed = Store::open(folder_.path());
  ASSERT_TRUE(sealed.seal());
  EXPECT_EQ(sealed.seal()->files[0].left_out, std::vector<std::uint64_t>{1});
  const test::Found found = test::read_all(sealed);
  EXPECT_EQ(found.report.broken_seal, "");
  EXPECT_EQ(found.report.damaged, 1U);
  EXPECT_EQ(found.report.notes[0],
            "1 damaged line: " + (folder_.path() / "matches-0000.jsonl").string() +
                ", line 1: it was damaged when the tournament was sealed");
  EXPECT_EQ(parts::merge(sealed).hash, report.hash);
}

TEST_F(Merge, ASealWithLinesOutOfOrderIsRefused) {
  put("matches-0001.jsonl", {0, 1, 2, 3});
  parts::merge(store_);
  const auto file = folder_.path() / "sealed.json";
  text::Json seal = text::parse_json(test::read_file(file), "the seal");
  seal["files"][0]["left_out"] = {2, 2};
  test::write_file(file, seal.dump());
  EXPECT_EQ(test::error_of<text::JsonError>([&] { Store::open(folder_.path()); }),
            file.string() +
                ": files[0].left_out[1]: must be a whole number from 3 to "
                "9223372036854775806, not the number 2");
}

TEST_F(Merge, ASealThatDoesNotHoldIsAnErrorOfItsOwn) {
  put("matches-0001.jsonl", {0, 1, 2, 3});
  parts::merge(store_);
  put("matches-0001.jsonl", {0, 1, 2});
  EXPECT_EQ(test::error_of<BrokenSeal>([&] { parts::merge(Store::open(folder_.path())); }),
            "the seal of " + folder_.path().string() +
                " does not hold: 3 records are left of 4; remove " +
                (folder_.path() / "sealed.json").string() + " to play what is missing");
}

TEST_F(Merge, ASealOfAnotherTournamentIsRefused) {
  put("matches-0001.jsonl", {0, 1, 2, 3});
  parts::merge(store_);
  test::TemporaryFolder other;
  const config::Manifest another = test::manifest({test::event("box", {"a", "c"}, 2)});
  Store::create(other.path(), another);
  test::write_file(other.path() / "sealed.json", test::read_file(folder_.path() / "sealed.json"));
  EXPECT_EQ(test::error_of<ForeignStore>([&] { Store::open(other.path()); }),
            (other.path() / "sealed.json").string() + " is the seal of another tournament, " +
                manifest_.id() + "; this is " + another.id());
}

TEST_F(Merge, ASealThatNamesOtherFilesIsRefused) {
  put("matches-0001.jsonl", {0, 1, 2, 3});
  parts::merge(store_);
  std::string seal = test::read_file(folder_.path() / "sealed.json");
  const std::string name = "matches-0001.jsonl";
  seal.replace(seal.find(name), name.size(), "../manifest.json");
  test::write_file(folder_.path() / "sealed.json", seal);
  EXPECT_EQ(test::error_of<text::JsonError>([&] { Store::open(folder_.path()); }),
            (folder_.path() / "sealed.json").string() +
                ": files[0].name: is not the name of a file with records");
}

}  // namespace
}  // namespace referee::store
