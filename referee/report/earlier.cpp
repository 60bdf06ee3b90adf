#include "referee/report/earlier.hpp"

#include <cstdio>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/report/table.hpp"
#include "referee/text/utf8.hpp"

namespace referee::report {
namespace {

double mean_of(const tournament::Tally& tally) {
  return static_cast<double>(tally.score) / static_cast<double>(tally.games);
}

constexpr std::string_view title = "Earlier programs of changed bots, not part of the standings";

std::string line_of(const tournament::EarlierPrograms::Row& row) {
  char mean[32];
  std::snprintf(mean, sizeof mean, "%.2f", mean_of(row.total));
  std::string text = std::string(row.game->title) + ": " + text::safe_text(row.bot) + ", " +
                     std::to_string(row.total.games) + (row.total.games == 1 ? " game" : " games") +
                     ", mean score " + mean;
  if (!row.game->cooperative) {
    text += ", " + std::to_string(row.total.wins) + " won, " + std::to_string(row.total.draws) +
            " drawn, " + std::to_string(row.total.losses) + " lost";
  }
  return text;
}

}  // namespace

std::string earlier_text(const std::vector<tournament::EarlierPrograms::Row>& rows) {
  if (rows.empty()) return {};
  std::string text = "\n" + std::string(title) + ":\n";
  for (const auto& row : rows) text += "  " + line_of(row) + "\n";
  return text;
}

std::string earlier_markdown(const std::vector<tournament::EarlierPrograms::Row>& rows) {
  if (rows.empty()) return {};
  std::string text = "\n" + std::string(title) + ":\n\n";
  for (const auto& row : rows) text += "- " + markdown_text(line_of(row)) + "\n";
  return text;
}

void add_earlier(text::Json& standings, const std::vector<tournament::EarlierPrograms::Row>& rows) {
  for (const auto& row : rows) {
    text::Json json;
    json["game"] = row.game->name;
    json["bot"] = row.bot;
    json["games"] = row.total.games;
    json["score"] = row.total.score;
    if (!row.game->cooperative) {
      json["wins"] = row.total.wins;
      json["draws"] = row.total.draws;
      json["losses"] = row.total.losses;
    }
    standings["earlier"].push_back(std::move(json));
  }
}

}  // namespace referee::report
