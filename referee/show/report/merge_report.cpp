#include "referee/show/report/merge_report.hpp"

#include <fmt/core.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "referee/base/text/words.hpp"

namespace referee::report {
namespace {

using parts::MatchRange;
using parts::MergeReport;

template <typename List, typename Text>
std::string listed(const List& list, Text text) {
  constexpr std::size_t most = 10;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(list.size(), most); ++i) texts.push_back(text(list[i]));
  std::string all = text::join(texts);
  if (list.size() > most) all += fmt::format(" and {} more", list.size() - most);
  return all;
}

std::string range_text(const MatchRange& range) {
  if (range.end == range.begin + 1) return fmt::format("{}", range.begin);
  return fmt::format("{}-{}", range.begin, range.end - 1);
}

std::string stage_text(const MergeReport& report) {
  const unsigned number = report.stage.number;
  const std::uint64_t matches = report.stage.matches();
  std::string text;
  if (report.closed) text = fmt::format("; stage {} is complete", number - 1);
  const std::uint64_t lacking = parts::size_of(report.lacking);
  if (lacking == 0) return fmt::format("{}; stage {} is complete\n", text, number);
  const std::string list = match_list(report.lacking);
  if (lacking == matches) {
    return fmt::format("{}; stage {} has {}: {}\n", text, number,
                       text::plural(matches, "match", "matches"), list);
  }
  return fmt::format("{}; stage {} lacks {} of {}: {}\n", text, number, lacking,
                     text::plural(matches, "match", "matches"), list);
}

}  // namespace

text::Json ranges_json(const std::vector<MatchRange>& ranges) {
  text::Json json = text::Json::array();
  for (const MatchRange& range : ranges) json.push_back({range.begin, range.end - 1});
  return json;
}

std::string part_list(const std::vector<unsigned>& parts) {
  return listed(parts, [](unsigned part) { return fmt::format("{}", part); });
}

std::string match_list(const std::vector<MatchRange>& matches) {
  return listed(matches, range_text);
}

std::string merge_text(const MergeReport& report,
                       const std::optional<std::vector<unsigned>>& parts) {
  std::string text =
      fmt::format("{} of {}", report.records, text::plural(report.matches, "match", "matches"));
  if (report.sealed) return fmt::format("{}: complete and sealed, {}\n", text, report.hash);
  text += report.has_stages ? stage_text(report)
                            : fmt::format("; missing: {}\n", match_list(report.missing));
  if (parts) {
    text += fmt::format("parts to play: {}\n", part_list(*parts));
  }
  return text;
}

std::string merge_json(const std::string& id, const MergeReport& report,
                       const std::optional<std::vector<unsigned>>& parts) {
  text::Json json;
  json["tournament"] = id;
  json["matches"] = report.matches;
  json["records"] = report.records;
  json["duplicates"] = report.duplicates;
  json["complete"] = report.missing.empty();
  json["missing"] = ranges_json(report.missing);
  if (report.has_stages && !report.sealed) {
    json["stage"]["number"] = report.stage.number;
    json["stage"]["matches"] = report.stage.matches();
    json["stage"]["missing"] = ranges_json(report.lacking);
  }
  if (parts) json["missing_parts"] = *parts;
  json["sealed"] = report.sealed;
  if (report.sealed) json["sha256"] = report.hash;
  return json.dump(2) + "\n";
}

}  // namespace referee::report
