#include "referee/show/report/earlier.hpp"

#include <fmt/core.h>

#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

constexpr std::string_view programs_title =
    "Earlier programs of changed bots, not part of the standings";

std::string line_of(const tournament::EarlierPrograms::Row& row) {
  const tournament::Tally& total = row.total;
  std::string text =
      fmt::format("{}: {}, {}, mean score {}", row.game->title, text::safe_text(row.bot),
                  text::plural(total.games, "game"), mean_text(total.score, total.games));
  if (!row.game->cooperative) {
    text += fmt::format(", {} won, {} drawn, {} lost", total.wins, total.draws, total.losses);
  }
  return text;
}

}  // namespace

std::string earlier_text(const std::vector<tournament::EarlierPrograms::Row>& rows) {
  if (rows.empty()) return {};
  std::string text = "\n" + std::string(programs_title) + ":\n";
  for (const auto& row : rows) text += "  " + line_of(row) + "\n";
  return text;
}

std::string earlier_markdown(const std::vector<tournament::EarlierPrograms::Row>& rows) {
  if (rows.empty()) return {};
  std::string text = "\n" + std::string(programs_title) + ":\n\n";
  for (const auto& row : rows) text += "- " + markdown_text(line_of(row)) + "\n";
  return text;
}

void add_earlier(text::Json& standings, const std::vector<tournament::EarlierPrograms::Row>& rows) {
  for (const auto& row : rows) {
    text::Json json{{"game", row.game->name},
                    {"bot", row.bot},
                    {"games", row.total.games},
                    {"score", row.total.score}};
    if (!row.game->cooperative) {
      json["wins"] = row.total.wins;
      json["draws"] = row.total.draws;
      json["losses"] = row.total.losses;
    }
    standings["earlier"].push_back(std::move(json));
  }
}

}  // namespace referee::report
