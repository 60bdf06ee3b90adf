// Matches and tournaments as pages for browsers, for the verbs that write some.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/store/store.hpp"
#include "referee/show/report/verdicts/regress_report.hpp"
#include "referee/show/report/verdicts/tune_report.hpp"

namespace referee::cli {

// What every page says about itself: "match", "tournament" and so on, and a title. Games are added
// to its "games".
text::Json page_head(const std::string& title, std::string_view kind);

// One match as a page. `log` is the file of its record, if any, and `number` its number there.
std::string match_page(const match::MatchRecord& record, const std::string& log,
                       std::uint64_t number);

// Writes everything at `log` to `file`: the folder of a tournament, a comparison or a tuning, or a
// file of records. A file whose name ends in .svg gets a picture of the tournament's result.
// Returns whether a sealed tournament is what was sealed. Throws as each_record and OutputFile.
bool write_report_page(const std::string& file, const std::string& log);

// The same page as a text.
std::string report_page(const std::string& log);

// The file of --html of a verb that keeps its games only with --out; none if it was not given.
// Throws UsageError without --out, and as OutputFile.
std::unique_ptr<OutputFile> page_of_kept_games(const std::string& file, const std::string& out);

// Writes a comparison with its games, and finishes the file. Throws as each_record and OutputFile.
void write_comparison_page(OutputFile& out, const store::Store& store,
                           const evidence::Comparison& comparison);

// The same for checks. `logs`: the folder with the games of each check, in their order.
void write_regress_page(OutputFile& out, const std::vector<std::string>& logs,
                        const report::RegressReport& report);

// The same for a tuning, with the games of the comparison at its end, if that has begun.
void write_tune_page(OutputFile& out, const report::TuneReport& report);

}  // namespace referee::cli
