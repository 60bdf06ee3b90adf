#include "referee/cli/pages.hpp"

#include <fmt/core.h>

#include <iostream>
#include <optional>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/version.hpp"
#include "referee/show/page/results.hpp"
#include "referee/show/report/live/counting_line.hpp"

namespace referee::cli {

page::Pages pages(const rules::Games& games) {
  return page::Pages(fmt::format("referee {}", version_number()), games);
}

std::unique_ptr<OutputFile> page_of_kept_games(const std::string& file, const std::string& out) {
  if (file.empty()) return nullptr;
  if (out.empty()) {
    throw UsageError("--html also shows the games, so they have to be kept: add --out DIR");
  }
  return std::make_unique<OutputFile>(OutputFile::Options{"--html", file, {}, false});
}

bool write_page(OutputFile& out, const page::ResultPage& page) {
  const bool whole = page.write([&out](std::string_view text) { out.write(text); });
  out.finish();
  return whole;
}

bool save_result(const std::string& file, const std::string& log, bool quiet,
                 const rules::Games& games) {
  OutputFile out({"--save", file, {log}, false});
  std::optional<report::CountingLine> line;
  if (!quiet) {
    line.emplace(std::cerr, live_display(quiet), [] { return terminal_width(2); });
  }
  const page::ResultPage page =
      pages(games).of_result(log, [&](std::uint64_t done, std::uint64_t all) {
        if (line) line->at(done, all);
      });
  const bool picture = shown_in(file, "--save") == Shown::picture;
  if (picture && page.picture().empty()) {
    throw UsageError(
        fmt::format("'{}' has no standings to draw; name the folder of a tournament, or save a "
                    "page: --save {}.html",
                    log, page::result_name(log)));
  }
  if (!picture) return write_page(out, page);
  out.write(page.picture());
  out.finish();
  return true;
}

}  // namespace referee::cli
