// The page: one HTML file with everything in it, which a browser shows from anywhere, also without
// a network. It is built from src/ (see README.md there) and is part of the program.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "referee/text/json_reader.hpp"

namespace referee::viewer {

// The page as it is built, without data.
std::string_view built_page() noexcept;

// The page for a server of ours: `head` is in it, and everything else comes later. Its policy is
// not in the page, but for the server to send; it lets the page ask that server, and nobody else.
struct ServedPage {
  std::string html;
  std::string policy;
};
ServedPage served_page(const text::Json& head);

// Writes the page with its data, piece by piece. Whatever is in the data, it cannot become markup:
// as text `<` is \u003c, and packed data is base64.
class PageWriter {
 public:
  enum class Packing { none, gzip };
  // `write` takes the pieces in their order. `head` is what the page shows beside matches; see
  // src/data.ts.
  PageWriter(std::function<void(std::string_view)> write, const text::Json& head, Packing packing);
  ~PageWriter();
  PageWriter(const PageWriter&) = delete;
  PageWriter& operator=(const PageWriter&) = delete;

  // One match, as match_data() makes it.
  void add(const text::Json& match);
  // To be called once, after the last match.
  void finish();

 private:
  class Packer;

  std::function<void(std::string_view)> write_;
  std::unique_ptr<Packer> packer_;
};

}  // namespace referee::viewer
