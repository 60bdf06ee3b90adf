// Matches and tournaments as pages for browsers, for the verbs that write some.
#pragma once

#include <cstdint>
#include <string>

#include "referee/match/record.hpp"

namespace referee::cli {

// One match as a page. `log` is where its record stands, empty if nowhere, and `number` the one
// that it is found by there.
std::string match_page(const match::MatchRecord& record, const std::string& log,
                       std::uint64_t number);

// Writes everything at `log` to `file`: a tournament's folder or a file of records. Returns whether
// a sealed tournament is what was sealed. Throws as each_record and OutputFile.
bool write_report_page(const std::string& file, const std::string& log);

}  // namespace referee::cli
