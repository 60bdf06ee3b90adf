// referee merge: brings the parts of a tournament together.

#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/cli/exit_code.hpp"
#include "referee/cli/records.hpp"
#include "referee/cli/verbs.hpp"
#include "referee/store/merge.hpp"
#include "referee/text/log.hpp"
#include "referee/text/words.hpp"

namespace referee::cli {
namespace {

using store::MatchRange;
using store::MergeReport;

struct MergeOptions {
  std::string folder;
  std::optional<unsigned> parts;
  bool json = false;
};

bool overlap(const std::vector<MatchRange>& missing, const std::vector<MatchRange>& part) {
  return std::any_of(missing.begin(), missing.end(), [&part](const MatchRange& one) {
    return std::any_of(part.begin(), part.end(), [&one](const MatchRange& other) {
      return one.begin < other.end && other.begin < one.end;
    });
  });
}

// Which of so many parts lack a match.
std::vector<unsigned> parts_with(const store::Manifest& manifest,
                                 const std::vector<MatchRange>& missing, unsigned parts) {
  std::vector<unsigned> list;
  for (unsigned number = 1; number <= parts && !missing.empty(); ++number) {
    if (overlap(missing, store::ranges_of(manifest, {number, parts}))) list.push_back(number);
  }
  return list;
}

// "3, 10-19, 40 and 7 more"; so many at most.
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

std::string in_words(const MergeReport& report, const std::vector<unsigned>* parts) {
  std::string text =
      fmt::format("{} of {}", report.records, text::plural(report.matches, "match", "matches"));
  if (report.sealed) return fmt::format("{}: complete and sealed, {}\n", text, report.hash);
  text += fmt::format("; missing: {}\n", listed(report.missing, range_text));
  if (parts != nullptr) {
    const auto number = [](unsigned part) { return fmt::format("{}", part); };
    text += fmt::format("parts to play: {}\n", listed(*parts, number));
  }
  return text;
}

text::Json as_json(const std::string& id, const MergeReport& report,
                   const std::vector<unsigned>* parts) {
  text::Json json;
  json["tournament"] = id;
  json["matches"] = report.matches;
  json["records"] = report.records;
  json["duplicates"] = report.duplicates;
  json["complete"] = report.missing.empty();
  json["missing"] = text::Json::array();
  for (const MatchRange& range : report.missing) {
    json["missing"].push_back({range.begin, range.end - 1});
  }
  if (parts != nullptr) json["missing_parts"] = *parts;
  json["sealed"] = report.sealed;
  if (report.sealed) json["sha256"] = report.hash;
  return json;
}

int merge(const MergeOptions& options) {
  const auto store = open_store(options.folder);
  if (options.parts) {
    const std::string why = store::why_undividable(store.manifest());
    if (!why.empty()) throw UsageError("--parts: " + why);
  }
  const MergeReport report = store::merge(store);
  for (const std::string& note : report.notes) text::warn("{}", note);
  std::vector<unsigned> parts;
  if (options.parts) parts = parts_with(store.manifest(), report.missing, *options.parts);
  const auto* told = options.parts ? &parts : nullptr;
  std::cout << (options.json ? as_json(store.id(), report, told).dump(2) + "\n"
                             : in_words(report, told));
  return report.sealed ? done : failed;
}

}  // namespace

void add_merge(CommandLine& program) {
  const Verb verb = program.add("merge", "Join the parts of a tournament; seal it if complete");
  auto options = std::make_shared<MergeOptions>();
  verb.option("folder", &options->folder, "The folder with the files of all parts").required();
  verb.option("--parts", &options->parts, "Also list which of N parts have missing matches")
      .unit("N")
      .within(1, 100'000);
  verb.flag("--json", options->json, "Print the report as JSON");
  verb.footer(
      "Merging again changes nothing. Files that are added to a sealed tournament do\n"
      "not count; verify and standings check that nothing in it was changed or lost.\n\n"
      "Examples:\n"
      "  referee merge shared/mine\n"
      "  referee merge shared/mine --parts 3 --json\n\n"
      "Exit code 0 if the tournament is complete, 1 if something is missing, 2 if a\n"
      "file belongs to another tournament. See docs/parts.md.");
  verb.runs([options] { return merge(*options); });
}

}  // namespace referee::cli
