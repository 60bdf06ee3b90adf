#include "referee/viewer/page.hpp"

#include <zlib.h>

#include <array>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/viewer/embedded.hpp"

namespace referee::viewer {
namespace {

// Stands in the built page where the data goes.
constexpr std::string_view data_place = "<!--data-->";

std::pair<std::string_view, std::string_view> halves_of_page() {
  const std::string_view page = built_page();
  const std::size_t at = page.find(data_place);
  if (at == std::string_view::npos) throw std::logic_error("the built page has no place for data");
  return {page.substr(0, at), page.substr(at + data_place.size())};
}

// JSON text in which nothing can end a script element or begin a comment.
std::string harmless(const text::Json& json) {
  const std::string text =
      json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string_view built_page() noexcept {
  return {embedded_page_begin, static_cast<std::size_t>(embedded_page_end - embedded_page_begin)};
}

ServedPage served_page(const text::Json& head) {
  ServedPage served;
  PageWriter page([&](std::string_view piece) { served.html += piece; }, head,
                  PageWriter::Packing::none);
  page.finish();
  // Two policies would both hold, and that of the page lets it ask nobody.
  constexpr std::string_view before = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  const std::size_t begin = served.html.find(before);
  const std::size_t end = served.html.find('"', begin + before.size());
  const std::size_t rest = served.html.find('\n', end);
  if (begin == std::string::npos || rest == std::string::npos) {
    throw std::logic_error("the built page has no policy");
  }
  served.policy = served.html.substr(begin + before.size(), end - begin - before.size()) +
                  "; connect-src 'self'; frame-ancestors 'none'";
  served.html.erase(begin, rest + 1 - begin);
  return served;
}

// gzip, then base64.
class PageWriter::Packer {
 public:
  Packer() {
    constexpr int with_gzip_header = 15 + 16;
    // Level 9 saves another 5 %, and would take most of the time that a page takes.
    constexpr int level = 6;
    if (deflateInit2(&stream_, level, Z_DEFLATED, with_gzip_header, 9, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Packer() { deflateEnd(&stream_); }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  std::string pack(std::string_view text, bool last) {
    std::vector<unsigned char> input(text.begin(), text.end());
    stream_.next_in = input.data();
    stream_.avail_in = static_cast<unsigned>(input.size());
    std::array<unsigned char, 1U << 15U> output;
    std::string encoded;
    do {
      stream_.next_out = output.data();
      stream_.avail_out = output.size();
      deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
      for (std::size_t i = 0; i < output.size() - stream_.avail_out; ++i) add(output[i], encoded);
    } while (stream_.avail_out == 0);
    if (last && held_ > 0) {
      const int missing = 3 - held_;
      for (int i = 0; i < missing; ++i) add(0, encoded);
      encoded.replace(encoded.size() - static_cast<std::size_t>(missing), std::string::npos,
                      static_cast<std::size_t>(missing), '=');
    }
    return encoded;
  }

 private:
  void add(unsigned char byte, std::string& out) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bits_ = bits_ << 8U | byte;
    if (++held_ < 3) return;
    for (const unsigned shift : {18U, 12U, 6U, 0U}) out += digits[bits_ >> shift & 63U];
    bits_ = 0;
    held_ = 0;
  }

  z_stream stream_{};
  unsigned bits_ = 0;  // of bytes that do not make three yet
  int held_ = 0;
};

PageWriter::PageWriter(std::function<void(std::string_view)> write, const text::Json& head,
                       Packing packing)
    : write_(std::move(write)) {
  write_(halves_of_page().first);
  write_("<script type=\"application/json\" id=\"head\">");
  write_(harmless(head));
  write_("</script>\n");
  if (packing == Packing::gzip) {
    packer_ = std::make_unique<Packer>();
    write_("<script type=\"application/gzip\" id=\"matches\">");
  } else {
    write_("<script type=\"application/jsonl\" id=\"matches\">");
  }
}

PageWriter::~PageWriter() = default;

void PageWriter::write_data(std::string_view text) {
  if (packer_) {
    write_(packer_->pack(text, false));
  } else {
    write_(text);
  }
}

void PageWriter::add(const text::Json& match) { write_data(harmless(match) + '\n'); }

void PageWriter::finish() {
  if (packer_) write_(packer_->pack({}, true));
  write_("</script>\n");
  write_(halves_of_page().second);
}

}  // namespace referee::viewer
