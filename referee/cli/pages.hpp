// Pages for browsers in the files that verbs write.
#pragma once

#include <memory>
#include <string>

#include "referee/cli/options/output_file.hpp"
#include "referee/show/page/result_page.hpp"

namespace referee::cli {

// Pages of results in these games, that name this program.
page::Pages pages(const rules::Games& games = rules::own_games());

// The file of --html of a verb that keeps its games only with --out; none if it was not given.
// Throws UsageError without --out, and as OutputFile.
std::unique_ptr<OutputFile> page_of_kept_games(const std::string& file, const std::string& out);

// Writes a page, and finishes the file. Returns as ResultPage::write; throws as that and
// OutputFile.
bool write_page(OutputFile& out, const page::ResultPage& page);

// Writes everything at `log` to `file`, with its progress on standard error. A file whose name ends
// in .svg gets a picture of the result. Returns whether a sealed tournament is what was sealed.
// Throws as Pages::of_result and OutputFile.
bool save_result(const std::string& file, const std::string& log, bool quiet,
                 const rules::Games& games);

}  // namespace referee::cli
