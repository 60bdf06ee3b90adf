// The page around its data: what bots call themselves or write stays data.
#include "referee/viewer/page.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/viewer/match_data.hpp"
#include "rules/catalogue.hpp"
#include "tests/report/sample.hpp"

namespace referee::viewer {
namespace {

using report::sample_fault;
using report::sample_record;
using text::Json;

std::string page_of(const Json& head, const std::vector<Json>& matches,
                    PageWriter::Packing packing) {
  std::string page;
  PageWriter writer([&](std::string_view text) { page += text; }, head, packing);
  for (const Json& match : matches) writer.add(match);
  writer.finish();
  return page;
}

// What stands in the script element that begins so.
std::string content_of(const std::string& page, const std::string& begin) {
  const std::size_t at = page.find(begin);
  EXPECT_NE(at, std::string::npos) << begin;
  const std::size_t first = at + begin.size();
  return page.substr(first, page.find('<', first) - first);
}

std::string bytes_of_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6U | static_cast<unsigned>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 255U);
  }
  return bytes;
}

std::string gunzip(std::string packed) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<unsigned char*>(packed.data());
  stream.avail_in = static_cast<unsigned>(packed.size());
  std::string out(50'000'000, '\0');
  stream.next_out = reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = static_cast<unsigned>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

constexpr const char* text_data = "<script type=\"application/jsonl\" id=\"matches\">";
constexpr const char* packed_data = "<script type=\"application/gzip\" id=\"matches\">";

TEST(Page, IsOneFileThatLoadsNothing) {
  const std::string page(built_page());
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_LE(page.size(), 200'000U);
  EXPECT_TRUE(report::contains(page, "default-src 'none'; script-src 'sha256-"));
  EXPECT_FALSE(report::contains(page, "unsafe"));
  for (const char* foreign : {"https:", "<link", "<img", "src=\"", "@import", "url("}) {
    EXPECT_FALSE(report::contains(page, foreign)) << foreign;
  }
  EXPECT_EQ(page.find("<!--data-->"), page.rfind("<!--data-->"));
}

TEST(Page, DataCannotEndItsElement) {
  const std::string evil = "</script><script>alert(1)</script><!--<script>\xff\xe2\x80\xa8";
  const Json head{{"title", evil}};
  const Json match{{"name", evil}};
  const std::string page = page_of(head, {match}, PageWriter::Packing::none);
  const Json read = Json::parse(content_of(page, text_data));
  EXPECT_TRUE(read["name"].get<std::string>().starts_with("</script><script>alert(1)"));
  const Json read_head =
      Json::parse(content_of(page, "<script type=\"application/json\" id=\"head\">"));
  EXPECT_EQ(read_head["title"], read["name"]);
}

TEST(Page, PackedDataIsTheSame) {
  // Of every length that base64 ends differently for, and longer than the packer's pieces.
  std::vector<Json> matches;
  for (int i = 0; i < 40; ++i) {
    matches.push_back(match_data(sample_record("box", static_cast<std::uint64_t>(i)),
                                 {static_cast<std::uint64_t>(i), {}, {}}, Detail::full));
    const std::string plain = page_of({}, matches, PageWriter::Packing::none);
    const std::string packed = page_of({}, matches, PageWriter::Packing::gzip);
    ASSERT_EQ(gunzip(bytes_of_base64(content_of(packed, packed_data))),
              content_of(plain, text_data));
    if (i > 4) i += 16;
  }
}

TEST(MatchData, HasWhatTheRecordHas) {
  for (const rules::GameInfo& game : rules::games()) {
    const auto record = sample_record(game.name, 3);
    const Json data = match_data(record, {17, 261343, "referee replay x"}, Detail::full);
    EXPECT_EQ(data["n"], 17);
    EXPECT_EQ(data["official"], 261343);
    EXPECT_EQ(data["moves"].size(), record.plies.size());
    EXPECT_EQ(data["scenes"].size(), record.plies.size() + 1);
    EXPECT_EQ(data["cpu"].size(), record.plies.size());
    EXPECT_EQ(data["bots"][0]["name"], "alpha");
    EXPECT_FALSE(data.contains("misfit"));
    // All lines that the seats were sent, as the rules hand them out.
    const auto again = game.start(record.deal);
    std::string sent;
    for (const auto& ply : record.plies) {
      again->take_lines(ply.seat, sent);
      ASSERT_TRUE(again->play(ply.line));
    }
    again->take_lines(rules::Seat::first, sent);
    again->take_lines(rules::Seat::second, sent);
    std::string told;
    for (const Json& lines : data["sent"]) told += lines[2].get<std::string>();
    EXPECT_EQ(told, sent) << game.name;

    const Json brief = match_data(record, {17, {}, {}}, Detail::brief);
    EXPECT_FALSE(brief.contains("sent"));
    EXPECT_LT(brief.dump().size(), data.dump().size());
    EXPECT_FALSE(brief.contains("relayed"));
    for (const Json& scene : data["scenes"]) EXPECT_FALSE(scene.contains("input"));
    EXPECT_EQ(brief["moves"], data.value("relayed", data["moves"]));
    // The last move is where something changed, or it is told where it was.
    for (std::size_t i = 1; i < data["scenes"].size(); ++i) {
      const Json& one = brief["scenes"][i];
      for (const Json& mark : one.value("marks", Json::array())) {
        EXPECT_TRUE(mark.size() == 4 || (mark[0] == "last" && one.contains("cells"))) << mark;
      }
    }
    EXPECT_EQ(game_data(game)["board"]["cells"].size(), game.layout().cells.size());
  }
}

TEST(MatchData, StderrStandsBesideItsMove) {
  auto record = sample_record("box", 3);
  record.measured.stderr_bytes = {3, 0, 4};
  record.measured.bots[0].departure.stderr_tail = "oneTWO\x1b\ngone";
  record.measured.bots[0].departure.stderr_total = 12;
  record.measured.bots[1].departure.stderr_total = 0;
  const Json errors = match_data(record, {}, Detail::full)["errors"];
  ASSERT_EQ(errors.size(), 3U) << errors.dump();
  EXPECT_EQ(errors[0], (Json{1, 1, "one"}));
  EXPECT_EQ(errors[1], (Json{3, 1, "TWO\\x1b"}));
  EXPECT_EQ(errors[2][0], record.plies.size() + 1);
  EXPECT_TRUE(errors[2][2].get<std::string>().ends_with("gone"));
}

TEST(MatchData, TellsProcessorTimeFromTimeThatPassed) {
  auto record = sample_record("box", 3);
  const auto us = [](std::int64_t count) { return std::chrono::microseconds(count); };
  record.measured.cpu = {us(11), us(12)};
  record.measured.wall = {us(21), us(22)};
  record.measured.bots[0].cpu = us(31);
  record.measured.bots[0].wall = us(41);
  const Json data = match_data(record, {}, Detail::full);
  EXPECT_EQ(data["cpu"], (Json{11, 12}));
  EXPECT_EQ(data["wall"], (Json{21, 22}));
  EXPECT_EQ(data["bots"][0]["cpu"], 31);
  EXPECT_EQ(data["bots"][0]["wall"], 41);
}

TEST(MatchData, FaultsAndWhatLeavesTheRules) {
  auto record = sample_record("turn-right", 5, {sample_fault(40, bot::FaultKind::illegal, "why")});
  record.faults[0].line = "<b>\x1b";
  const Json fault =
      match_data(record, {3, {}, "referee replay r.json"}, Detail::full)["faults"][0];
  EXPECT_EQ(fault["ply"], 40);
  EXPECT_EQ(fault["kind"], "illegal");
  EXPECT_EQ(fault["wrote"], "<b>\\x1b");
  EXPECT_EQ(fault["again"], "referee replay r.json");
  EXPECT_GT(fault["legal_count"], 0);
  record.plies[3].line = "zz";
  const Json data = match_data(record, {}, Detail::full);
  EXPECT_TRUE(data["misfit"].get<std::string>().starts_with("move 4 is not legal"));
  EXPECT_EQ(data["scenes"].size(), 4U);
}

}  // namespace
}  // namespace referee::viewer
