// What a page shows where its script does not run, or has not run yet: previews, mail, printers,
// searches in a folder of pages.
#pragma once

#include <string>
#include <string_view>

#include "referee/base/text/json_reader.hpp"

namespace referee::page {

// HTML, in which all texts are escaped.
struct Front {
  std::string title;        // of the window
  std::string description;  // the result in a sentence
  std::string body;         // headline, picture, and tables
};

// `head`: as for PageWriter. `match`: of a page of kind "match", its match; else null. `picture`: a
// picture of the result as SVG; may be empty.
Front front_of(const text::Json& head, const text::Json& match, std::string_view picture);

}  // namespace referee::page
