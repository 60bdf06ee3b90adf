#include "referee/show/page/page.hpp"

#include <nettle/base64.h>
#include <zlib.h>

#include <array>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

// In embedded.cpp.
extern "C" {
extern const char embedded_page_begin[];
extern const char embedded_page_end[];
}

namespace referee::page {
namespace {

// Stand in the built page, in this order, where title and description, the front and the data go.
constexpr std::array<std::string_view, 3> places{"<!--title-->", "<!--front-->", "<!--data-->"};

// The pieces of the page before, between and behind these places.
std::array<std::string_view, places.size() + 1> pieces_of_page() {
  std::array<std::string_view, places.size() + 1> pieces;
  std::string_view rest = built_page();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t at = rest.find(places[i]);
    if (at == std::string_view::npos)
      throw std::logic_error("the built page has no place for data");
    pieces[i] = rest.substr(0, at);
    rest.remove_prefix(at + places[i].size());
  }
  pieces.back() = rest;
  return pieces;
}

constexpr std::string_view policy_begins =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"";

// Begin and end of the policy in a page.
std::pair<std::size_t, std::size_t> place_of_policy(std::string_view html) {
  const std::size_t begin = html.find(policy_begins);
  if (begin == std::string_view::npos) throw std::logic_error("the built page has no policy");
  const std::size_t from = begin + policy_begins.size();
  return {from, html.find('"', from)};
}

// JSON text in which nothing can end a script element or begin a comment.
std::string harmless(const text::Json& json) {
  const std::string text =
      json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) out.append(c == '<' ? "\\u003c" : std::string_view(&c, 1));
  return out;
}

}  // namespace

std::string_view built_page() noexcept {
  return {embedded_page_begin, static_cast<std::size_t>(embedded_page_end - embedded_page_begin)};
}

std::string policy_of(std::string_view html) {
  const auto [begin, end] = place_of_policy(html);
  return std::string(html.substr(begin, end - begin));
}

ServedPage served_page(const text::Json& head, std::string_view picture) {
  ServedPage served;
  PageWriter page([&](std::string_view piece) { served.html += piece; }, head,
                  front_of(head, nullptr, picture), PageWriter::Packing::none);
  page.finish();
  // With two policies both would apply, and that of the page forbids all connections.
  const auto [begin, end] = place_of_policy(served.html);
  const std::size_t rest = served.html.find('\n', end);
  if (rest == std::string::npos) throw std::logic_error("the built page has no policy");
  served.policy = policy_of(served.html) + "; connect-src 'self'; frame-ancestors 'none'";
  served.html.erase(begin - policy_begins.size(), rest + 1 - begin + policy_begins.size());
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
    base64_encode_init(&base64_);
  }
  ~Packer() { deflateEnd(&stream_); }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  std::string pack(std::string_view text, bool last) {
    std::vector<unsigned char> input(text.begin(), text.end());
    stream_.next_in = input.data();
    stream_.avail_in = static_cast<unsigned>(input.size());
    std::array<unsigned char, 1U << 15U> output;
    std::array<char, BASE64_ENCODE_LENGTH(output.size())> digits;
    std::string encoded;
    do {
      stream_.next_out = output.data();
      stream_.avail_out = output.size();
      deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
      const std::size_t size = output.size() - stream_.avail_out;
      encoded.append(digits.data(),
                     base64_encode_update(&base64_, digits.data(), size, output.data()));
    } while (stream_.avail_out == 0);
    if (last) encoded.append(digits.data(), base64_encode_final(&base64_, digits.data()));
    return encoded;
  }

 private:
  z_stream stream_{};
  base64_encode_ctx base64_{};
};

PageWriter::PageWriter(std::function<void(std::string_view)> write, const text::Json& head,
                       const Front& front, Packing packing)
    : write_(std::move(write)) {
  const auto pieces = pieces_of_page();
  write_(pieces[0]);
  write_("<title>" + front.title + "</title>\n<meta name=\"description\" content=\"" +
         front.description + "\">");
  write_(pieces[1]);
  write_(front.body);
  write_(pieces[2]);
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

void PageWriter::add(const text::Json& match) {
  const std::string line = harmless(match) + '\n';
  write_(packer_ ? packer_->pack(line, false) : line);
}

void PageWriter::finish() {
  if (packer_) write_(packer_->pack({}, true));
  write_("</script>\n");
  write_(pieces_of_page().back());
}

}  // namespace referee::page
