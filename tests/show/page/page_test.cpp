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
  EXPECT_TRUE(page.find("default-src 'none'; script-src 'sha256-") != std::string::npos);
  for (const char* foreign : {"unsafe", "https:", "<link", "<img", "src=\"", "@import", "url("}) {
    EXPECT_EQ(page.find(foreign), std::string::npos) << foreign;
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
}

}  // namespace
}  // namespace referee::page
