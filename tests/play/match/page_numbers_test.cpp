// The numbers in pages for people are those of the code: of a game's page, which `referee show
// GAME` prints, and of the tables of limits in docs/reference.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/text/file.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/play/match/players.hpp"
#include "rules/catalogue.hpp"

namespace referee::match {
namespace {

std::string on_one_line(const std::string& text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

std::string with_commas(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

TEST(PageNumbers, OfGamesAreThoseInForce) {
  for (const rules::GameInfo& game : rules::games()) {
    const std::string page = on_one_line(std::string(game.page));
    const kernel::Limits limits = limits_of(game, {});
    const auto budget = std::chrono::duration_cast<std::chrono::seconds>(game.budget).count();
    for (const std::string& words : {fmt::format("- Time: {} s for all moves", budget),
                                     fmt::format("may take at most {} s of wall-clock time",
                                                 budget * kernel::wall_limit_factor),
                                     "- Memory: " + text::bytes_text(limits.memory)}) {
      EXPECT_NE(page.find(words), std::string::npos) << game.name << ": " << words;
    }
    if (page.find("writes too much") == std::string::npos) continue;
    EXPECT_NE(page.find(fmt::format("a line of more than {} bytes, more than {} in all",
                                    with_commas(limits.line), text::bytes_text(limits.output))),
              std::string::npos)
        << game.name;
  }
}

// The first two cells of each row.
using Rows = std::vector<std::pair<std::string, std::string>>;
void expect_rows(const char* page, const Rows& rows) {
  const auto file = std::filesystem::path(REFEREE_SOURCE_DIR) / "docs/reference" / page;
  const std::string text = text::read_file(file);
  for (const auto& [name, value] : rows) {
    EXPECT_NE(text.find(fmt::format("\n| {} | {} |", name, value)), std::string::npos)
        << page << ": " << name << " is " << value;
  }
}

TEST(PageNumbers, OfTablesOfLimitsAreThoseInForce) {
  const kernel::Limits limits;
  using text::bytes_text;
  expect_rows(
      "protection.md",
      {{"wall time of its turns (clock `cpu`)",
        fmt::format("{} times the budget", kernel::wall_limit_factor)},
       {"time to leave after the end",
        fmt::format("{} s",
                    std::chrono::duration_cast<std::chrono::seconds>(limits.grace).count())},
       {"memory", "the game's, or " + bytes_text(limits.memory)},
       {"child processes", std::to_string(limits.processes)},
       {"threads of a process", std::to_string(limits.threads)},
       {"open files of a process", std::to_string(limits.open_files)},
       {"size of one file", bytes_text(limits.file_size)},
       {"all files in the scratch folder", bytes_text(limits.disk)},
       {"a line, all output", fmt::format("{} bytes, {}", limits.line, bytes_text(limits.output))},
       {"standard error",
        fmt::format("the first {} and the last {} bytes are kept", with_commas(limits.stderr_head),
                    with_commas(limits.stderr_tail))}});
  const judge::JudgeLimits of_judges;
  expect_rows("judge.md", {{"`memory` | memory limit of a bot, MiB",
                            std::to_string(limits.memory / kernel::mebibyte)},
                           {"`judge_memory` | memory limit of the judge, MiB",
                            std::to_string(of_judges.memory / kernel::mebibyte)}});
  for (const char* page : {"reference/judge.md", "guide/solvers.md"}) {
    const auto file = std::filesystem::path(REFEREE_SOURCE_DIR) / "docs" / page;
    EXPECT_NE(text::read_file(file).find(fmt::format("at most {}", kernel::longest_line)),
              std::string::npos)
        << page;
  }
}

}  // namespace
}  // namespace referee::match
