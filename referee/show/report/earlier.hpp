// The results of bots' earlier programs, printed below the standings.
#pragma once

#include <string>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/tournament/earlier_programs.hpp"

namespace referee::report {

// One line for each row.
std::string earlier_text(const std::vector<tournament::EarlierPrograms::Row>& rows);

// The same as a list in Markdown.
std::string earlier_markdown(const std::vector<tournament::EarlierPrograms::Row>& rows);

// Adds the key "earlier" to standings if there are any.
void add_earlier(text::Json& standings, const std::vector<tournament::EarlierPrograms::Row>& rows);

}  // namespace referee::report
