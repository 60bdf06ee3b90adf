#include "referee/show/report/standings/store_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/rating_games.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/standings/standings_report.hpp"

namespace referee::report {

StoreStandings standings_in(const store::Store& store, const StandingsView& view) {
  tournament::Standings standings(store.manifest(), view.selection);
  evidence::RatingGames games(store.manifest());
  tournament::EarlierPrograms earlier(store.manifest());
  StoreStandings found;
  std::optional<tournament::TurnTimes> turns;
  if (view.times && form_named(standings_forms(), view.form).has_turns) {
    turns.emplace(store.manifest(), view.selection);
  }
  if (view.selection.all() && form_named(standings_forms(), view.form).has_sentences) {
    found.report.played.emplace();
  }
  const auto add = [&](const store::MatchSummary& match, std::string_view line) {
    standings.add(match);
    if (turns) turns->add(match, line);
    if (view.ratings) games.add(match);
    if (found.report.played) found.report.played->add(match);
    found.faults = found.faults || store::has_fault(match);
  };
  // Without turns not to their ends: a million records take seconds instead of minutes.
  const auto read = store.read(
      add, [&](const store::MatchSummary& match, std::string_view) { earlier.add(match); },
      turns ? match::Extent::whole : match::Extent::front);
  for (const std::string& note : read.notes) text::warn("{}", note);
  found.whole = read.broken_seal.empty();
  found.report.id = store.id();
  found.report.events = standings.ranked();
  if (view.ratings) found.report.games = games.events();
  found.report.view = {view.anchor, view.wide};
  found.report.times = view.times;
  if (turns) found.report.turns = turns->events();
  found.report.earlier = earlier.rows();
  found.report.wide = view.wide;
  found.report.words = view.words;
  return found;
}

Printed print_standings(std::ostream& out, const store::Store& store, const StandingsView& view,
                        const TextStyle& style) {
  StoreStandings found = standings_in(store, view);
  found.report.style = style;
  out << form_named(standings_forms(), view.form).write(found.report);
  return static_cast<const Printed&>(found);
}

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
  return text::dump(json, 2) + "\n";
}

}  // namespace referee::report
