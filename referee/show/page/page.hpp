// The page: one HTML file with everything in it, which a browser shows from anywhere, also without
// a network. It is built from referee/show/viewer/ and is part of the program.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "referee/base/text/json_reader.hpp"

namespace referee::page {

// The page as it is built, without data.
std::string_view built_page() noexcept;

// What a page shows where its script does not run, or has not run yet: previews, mail, printers,
// searches in a folder of pages. HTML, in which all texts are escaped.
struct Front {
  std::string title;        // of the window
  std::string description;  // the result in a sentence
  std::string body;         // headline, picture, and tables
};

// `head`: as for PageWriter. `match`: of a page of kind "match", its match; else null. `picture`: a
// picture of the result as SVG; may be empty.
Front front_of(const text::Json& head, const text::Json& match, std::string_view picture);

// The page for our own server: it contains `head` and a picture of the result, if there is one;
// all other data comes later. The policy is not in
// the page: the server has to send it. It allows connections to that server only.
struct ServedPage {
  std::string html;
  std::string policy;
};
ServedPage served_page(const text::Json& head, std::string_view picture = {});

// The policy that a page has in it: a server that sends a whole page sends this, too.
std::string policy_of(std::string_view html);

// Writes the page with its data, piece by piece. No data can become markup: in text `<` is written
// as \u003c, and packed data is base64.
class PageWriter {
 public:
  enum class Packing { none, gzip };
  // `write` takes the pieces in their order. `head` is shown beside matches; see
  // referee/show/viewer/src/data.ts. `front` is shown until the script runs.
  PageWriter(std::function<void(std::string_view)> write, const text::Json& head,
             const Front& front, Packing packing);
  ~PageWriter();
  PageWriter(const PageWriter&) = delete;
  PageWriter& operator=(const PageWriter&) = delete;

  // Writes one match, as match_data() makes it.
  void add(const text::Json& match);
  // To be called once, after the last match.
  void finish();

 private:
  class Packer;

  std::function<void(std::string_view)> write_;
  std::unique_ptr<Packer> packer_;
};

}  // namespace referee::page
