#include "referee/show/report/merge_report.hpp"

#include <fmt/core.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "referee/base/text/words.hpp"

namespace referee::report {
namespace {

using parts::MatchRange;

std::string range_text(const MatchRange& range) {
  if (range.end == range.begin + 1) return fmt::format("{}", range.begin);
  return fmt::format("{}-{}", range.begin, range.end - 1);
}

// "3, 10-19, 40 and 7 more"
std::string match_list(const std::vector<MatchRange>& matches) {
  constexpr std::size_t most = 10;
  std::vector<std::string> texts;
  for (const MatchRange& range : matches) {
    if (texts.size() < most) texts.push_back(range_text(range));
  }
  std::string all = text::join(texts);
  if (matches.size() > most) all += fmt::format(" and {} more", matches.size() - most);
  return all;
}

// The first and the last match of each range.
text::Json ranges_json(const std::vector<MatchRange>& ranges) {
  text::Json json = text::Json::array();
  for (const MatchRange& range : ranges) json.push_back({range.begin, range.end - 1});
  return json;
}

}  // namespace

std::string merge_text(const parts::MergeReport& report) {
  std::string text =
      fmt::format("{} of {}", report.records, text::plural(report.matches, "match", "matches"));
  if (report.missing.empty()) {
    return fmt::format("{}: complete{}, {}\n", text, report.sealed ? " and sealed" : "",
                       report.hash);
  }
  text += fmt::format("; missing: {}\n", match_list(report.missing));
  if (report.playable != report.missing) {
    text += fmt::format("to be played now: {}\n", match_list(report.playable));
  }
  return text;
}

std::string merge_json(const std::string& id, const parts::MergeReport& report) {
  text::Json json;
  json["tournament"] = id;
  json["matches"] = report.matches;
  json["records"] = report.records;
  json["duplicates"] = report.duplicates;
  json["complete"] = report.missing.empty();
  json["missing"] = ranges_json(report.missing);
  json["playable"] = ranges_json(report.playable);
  json["sealed"] = report.sealed;
  if (report.missing.empty()) json["sha256"] = report.hash;
  return json.dump(2) + "\n";
}

}  // namespace referee::report
