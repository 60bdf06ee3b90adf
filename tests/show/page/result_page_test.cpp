// The data of pages of results.
#include "referee/show/page/result_page.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/play/match/record_json.hpp"
#include "tests/run/store/support.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::page {
namespace {

using report::contains;
using report::sample_record;
using text::Json;

class ResultPages : public testing::Test {
 protected:
  // A file of records of games with these seeds, on this host.
  std::string file(const std::vector<std::uint64_t>& seeds, const std::string& host = {}) const {
    const auto path = folder_.path() / "games.jsonl";
    std::ofstream out(path);
    std::uint64_t number = 0;
    for (const std::uint64_t seed : seeds) {
      match::MatchRecord record = sample_record("box", seed);
      record.match = ++number;
      record.measured.known = true;
      record.measured.started = "2026-01-01T00:00:00Z";
      record.measured.host = host;
      out << match::to_line(record) << '\n';
    }
    return path.string();
  }
  [[nodiscard]] std::string page_of(const std::string& log, const Progress& progress = {}) const {
    std::string html;
    pages_.of_result(log, progress).write([&](std::string_view text) { html += text; });
    return html;
  }

  test::TemporaryFolder folder_;
  Pages pages_{"referee 9.9"};
};

TEST_F(ResultPages, NameTheirMaker) {
  const Json head = pages_.head("t", "match");
  EXPECT_EQ(head.at("program"), "referee 9.9");
  EXPECT_EQ(head.at("kind"), "match");
  EXPECT_TRUE(contains(page_of(file({3, 4})), "referee 9.9"));
}

// Records come from other programs, too: what their hosts say may have any form.
TEST_F(ResultPages, SayOfTheHostWhatIsKnown) {
  const struct {
    const char* host;
    const char* says;  // null: nothing
  } cases[] = {
      {R"({"system":"Linux 6.1 x86_64","processors":8})", "Linux x86_64, 8 processors"},
      {R"({"system":"Linux","processors":1})", "Linux, 1 processor"},
      {R"({"system":5,"processors":8})", "\"machine\":\"8 processors\""},
      {R"({"system":"Linux 6 x86_64","processors":"8"})", "\"machine\":\"Linux x86_64\""},
      {R"({"system":null,"processors":-3})", nullptr},
      {R"({"system":[],"processors":{}})", nullptr},
      {R"({"processors":2.5})", nullptr},
      {R"({"processors":18446744073709551615})", "18446744073709551615 processors"},
      {R"([1])", nullptr},
      {R"("Linux")", nullptr},
      {R"(7)", nullptr},
  };
  for (const auto& one : cases) {
    const std::string html = page_of(file({2, 2}, one.host));
    EXPECT_EQ(contains(html, "\"machine\""), one.says != nullptr) << one.host;
    if (one.says != nullptr) {
      EXPECT_TRUE(contains(html, one.says)) << one.host;
    }
  }
}

TEST_F(ResultPages, TellTheirProgressAndEndWhenThatThrows) {
  const std::string log = file({2, 3, 4});
  std::vector<std::pair<std::uint64_t, std::uint64_t>> told;
  const auto note = [&](std::uint64_t done, std::uint64_t all) { told.emplace_back(done, all); };
  static_cast<void>(page_of(log, note));
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected{{0, 0}, {1, 0}, {2, 0},
                                                                      {0, 3}, {1, 3}, {2, 3}};
  EXPECT_EQ(told, expected);
  for (const std::uint64_t all : {0U, 3U}) {
    const auto ends = [&](std::uint64_t done, std::uint64_t of) {
      if (done == 1 && of == all) throw std::runtime_error("enough");
    };
    EXPECT_THROW(page_of(log, ends), std::runtime_error) << all;
  }
}

TEST_F(ResultPages, NeedAMatch) {
  const auto manifest = test::manifest({test::event("box", {"a", "b"}, 1)});
  const auto folder = folder_.path() / "empty";
  static_cast<void>(store::Store::create(folder, manifest));
  try {
    static_cast<void>(page_of(folder.string()));
    FAIL();
  } catch (const text::InputError& error) {
    EXPECT_TRUE(contains(error.what(), "has no matches yet")) << error.what();
  }
}

// Above so many moves there is too much to send; the page says which it is.
TEST_F(ResultPages, ShowLessOfManyMoves) {
  const std::string log = file({2, 2});
  const std::uint64_t moves = 2 * sample_record("box", 2).plies.size();
  pages_ = Pages("referee", rules::own_games(), moves);
  const std::string full = page_of(log);
  EXPECT_TRUE(contains(full, "\"detail\":\"full\""));
  EXPECT_TRUE(contains(full, "\"relayed\""));
  pages_ = Pages("referee", rules::own_games(), moves - 1);
  const std::string brief = page_of(log);
  EXPECT_TRUE(contains(brief, "\"detail\":\"brief\""));
  EXPECT_FALSE(contains(brief, "\"relayed\""));
}

TEST_F(ResultPages, OfAFileWithOneRecordAreThoseOfItsMatch) {
  const ResultPage page = pages_.of_result(file({5}), {});
  EXPECT_TRUE(contains(page.picture(), "<svg"));
  std::string html;
  EXPECT_TRUE(page.write([&](std::string_view text) { html += text; }));
  EXPECT_TRUE(contains(html, "\"kind\":\"match\""));
  EXPECT_TRUE(pages_.of_result(file({5, 5}), {}).picture().empty());
}

}  // namespace
}  // namespace referee::page
