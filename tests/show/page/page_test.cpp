// The page around its data: what bots call themselves or write stays data.
#include "referee/show/page/page.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace referee::page {
namespace {

using text::Json;

std::string page_of(const Json& head, const std::vector<Json>& matches,
                    PageWriter::Packing packing) {
  std::string page;
  PageWriter writer([&](std::string_view text) { page += text; }, head, front_of(head, nullptr, {}),
                    packing);
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
  EXPECT_TRUE(page.find("default-src 'none'; script-src 'sha256-") != std::string::npos);
  for (const char* foreign : {"unsafe", "https:", "<img", "src=\"", "@import", "url("}) {
    EXPECT_EQ(page.find(foreign), std::string::npos) << foreign;
  }
  for (const char* place : {"<!--title-->", "<!--front-->", "<!--data-->"}) {
    ASSERT_NE(page.find(place), std::string::npos) << place;
    EXPECT_EQ(page.find(place), page.rfind(place)) << place;
  }
  // The icon is part of the page.
  const std::size_t link = page.find("<link");
  EXPECT_EQ(page.substr(link, 41), "<link rel=\"icon\" href=\"data:image/svg+xml");
  EXPECT_EQ(link, page.rfind("<link"));
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

TEST(Page, TellsItsResultWithoutScripts) {
  const Json table{{"extent", "3 of 3 matches"},
                   {"ranking", "Ranked by score."},
                   {"columns", {{{"head", ""}}, {{"head", "bot"}}}},
                   {"rows", Json::array({Json::array({"1", "<b>"}),
                                         Json::array({"2", Json::array({"1.5 s", "1500"})})})}};
  Json head{{"kind", "tournament"},
            {"title", "run"},
            {"games", {{"g", {{"title", "Game"}}}}},
            {"standings",
             {{"events", {{{"game", "g"}, {"table", table}}}},
              {"headlines",
               {{"title", "<b> won Game"},
                {"games", {{"g", {{"who", "<b>"}, {"rest", "won, ahead of x"}}}}}}}}}};
  const std::string page = page_of(head, {}, PageWriter::Packing::none);
  const auto has = [&](const char* text) { return page.find(text) != std::string::npos; };
  EXPECT_TRUE(has("<title>&lt;b&gt; won Game – run</title>"));
  EXPECT_TRUE(has("<meta name=\"description\" content=\"&lt;b&gt; won, ahead of x\">"));
  EXPECT_TRUE(has("<meta property=\"og:description\" content=\"&lt;b&gt; won, ahead of x\">"));
  EXPECT_TRUE(has("<meta property=\"og:title\" content=\""));
  EXPECT_TRUE(has("<p class=\"outcome\">&lt;b&gt; won, ahead of x.</p>"));
  EXPECT_TRUE(has("<tr><td>2</td><td>1.5 s</td></tr>"));

  const Json match{{"game", "g"},
                   {"end", "a won against b, 2 to 1"},
                   {"moves", {"x", "y"}},
                   {"bots", {{{"name", "a"}, {"score", 2}}, {{"name", "b"}, {"score", 1}}}}};
  head = {{"kind", "match"},
          {"title", "Game: a against b"},
          {"games", {{"g", {{"title", "Game"}, {"seats", {"red", "blue"}}}}}}};
  const Front front = front_of(head, match, "<svg fill=\"#f%\"/>");
  EXPECT_EQ(front.title, "a won against b, 2 to 1");
  EXPECT_TRUE(front.body.find("<td>b</td><td>blue</td><td>1</td>") != std::string::npos);
  EXPECT_TRUE(front.body.find("alt=\"a won against b, 2 to 1\" src=\"data:image/svg+xml,&lt;svg "
                              "fill=&quot;%23f%25&quot;/&gt;\"") != std::string::npos)
      << front.body;

  const Front compared = front_of({{"kind", "comparison"},
                                   {"title", "Game: new against base"},
                                   {"comparison",
                                    {{"verdict", "Better: keep the new bot. At least 30."},
                                     {"counts", "12 pairs"},
                                     {"figures", {{"Elo", "+40", "strength"}}}}}},
                                  nullptr, {});
  EXPECT_EQ(compared.title, "Better – Game: new against base");
  EXPECT_TRUE(compared.body.find("<td>Elo</td><td>+40</td>") != std::string::npos);

  const Json row{{"n", 7}, {"name", "<i>"}, {"changed", "2026-11-28"}, {"said", "a won"}};
  const Front index = front_of({{"live", "index"}, {"results", Json::array({row})}}, nullptr, {});
  EXPECT_EQ(index.description, "1 result");
  EXPECT_TRUE(index.body.find("<a href=\"/result/7\">&lt;i&gt;</a></td><td></td>"
                              "<td>2026-11-28</td><td>a won</td>") != std::string::npos);
  head["live"] = "play";
  head["kind"] = "tournament";
  const Front play = front_of(head, nullptr, {});
  EXPECT_EQ(play.description, "A game of Game is played here");
  EXPECT_TRUE(play.body.find("<noscript>") != std::string::npos);
}

TEST(Page, PackedDataIsTheSame) {
  // Of every length that base64 ends differently for, and longer than the packer's pieces.
  std::mt19937 random(1);
  std::vector<Json> matches;
  for (int i = 0; i < 40; ++i) {
    std::string noise(static_cast<std::size_t>(1001 * i), ' ');
    for (char& c : noise) c = static_cast<char>('!' + random() % 90);
    matches.push_back({{"n", i}, {"noise", noise}});
    const std::string plain = page_of({}, matches, PageWriter::Packing::none);
    const std::string packed = page_of({}, matches, PageWriter::Packing::gzip);
    ASSERT_EQ(gunzip(bytes_of_base64(content_of(packed, packed_data))),
              content_of(plain, text_data));
    if (i > 4) i += 16;
  }
  // One call that fills the output buffer several times.
  std::string noise(200'000, ' ');
  for (char& c : noise) c = static_cast<char>('!' + random() % 90);
  const std::vector<Json> big{{{"n", 1}, {"noise", noise}}};
  ASSERT_EQ(
      gunzip(bytes_of_base64(content_of(page_of({}, big, PageWriter::Packing::gzip), packed_data))),
      content_of(page_of({}, big, PageWriter::Packing::none), text_data));
}

}  // namespace
}  // namespace referee::page
