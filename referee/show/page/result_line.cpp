#include "referee/show/page/result_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/analysis/tuning/tuning.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/records.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"

namespace referee::page {
namespace {

namespace fs = std::filesystem;

// "better: Elo +63.9, at least +12.0, LLR +3.01 (-2.94 to 2.94), 230 pairs"
std::string said_of(const config::Event& event, const evidence::Comparison& comparison) {
  using State = evidence::Comparison::State;
  std::string said(comparison.state() == State::measured ? "measured"
                                                         : evidence::name(comparison.conclusion()));
  if (comparison.state() == State::open) said = report::leaning_text(comparison);
  std::replace(said.begin(), said.end(), '_', ' ');
  std::string figures;
  for (const report::Figure& figure : report::figures_of(event, comparison)) {
    for (const std::string_view name : {"Elo", "points", "score, %", "LLR", "evidence"}) {
      if (figure.name == name) text::add_to_list(figures, figure.name + ' ' + figure.value);
    }
    if (figure.name != "LLR") continue;
    const auto& bounds = comparison.sprt().bounds;
    figures += fmt::format(" ({:.2f} to {:.2f})", bounds.lower, bounds.upper);
  }
  text::add_to_list(figures, text::plural(comparison.count(), "pair"));
  return said + ": " + figures;
}

std::string said_of(const tuning::Tuning& tuning) {
  if (tuning.pairs() == 0) return "no round is complete";
  const auto& parameters = tuning.question().parameters;
  const std::string best = text::safe_text(tuning::name_of(parameters, tuning.best()));
  if (!tuning.ended()) {
    return fmt::format("best so far {}, {} of {} rounds", best, tuning.round(), tuning.rounds());
  }
  return tuning.found_nothing() ? fmt::format("nothing better than {}, the start", best)
                                : "best " + best;
}

// Who won.
std::string said_of(const store::Store& store, const std::function<void()>& before_record) {
  tournament::GamesPlayed played;
  tournament::Standings standings(store.manifest());
  std::uint64_t matches = 0;
  store.read(
      [&](const store::MatchSummary& match, std::string_view) {
        before_record();
        ++matches;
        played.add(match);
        standings.add(match);
      },
      [](const store::MatchSummary&, std::string_view) {}, match::Extent::front);
  std::string count = text::plural(matches, "match", "matches");
  if (store.manifest().played_by != config::PlayedBy::tournament) return count;
  const text::Json headlines = report::headlines_json(standings.ranked(), played);
  const std::string title = headlines.at("title");
  return title.empty() ? count : fmt::format("{}, {}", title, count);
}

}  // namespace

ResultLine line_of(const fs::path& folder, const rules::Games& games,
                   const std::function<void()>& before_record) {
  using config::PlayedBy;
  ResultLine found;
  try {
    if (tuning::has_question(folder)) {
      const tuning::Tuning tuning(folder, tuning::kept_question(folder, games),
                                  tuning::Access::only_reads, games);
      const config::Event& event = tuning.question().event();
      found.kind = "tuning";
      found.games = event.game->title;
      found.said = said_of(tuning);
      if (const auto comparison = tuning.compared()) {
        found.decision = statistics::name(comparison->decision());
        found.said += "; " + said_of(event, *comparison);
      }
      return found;
    }
    const store::Store store = store::open_store(folder, games);
    const config::Manifest& manifest = store.manifest();
    std::vector<std::string> titles;
    for (const auto& event : manifest.events) titles.emplace_back(event.game->title);
    found.games = text::join(titles);
    found.kind = manifest.played_by == PlayedBy::compare   ? "comparison"
                 : manifest.played_by == PlayedBy::regress ? "check"
                                                           : "tournament";
    if (manifest.played_by == PlayedBy::compare && evidence::has_rules(folder)) {
      const auto comparison = evidence::comparison_so_far(store, evidence::kept_rules(store));
      found.decision = statistics::name(comparison.decision());
      found.said = said_of(manifest.events.at(0), comparison);
    } else {
      found.said = said_of(store, before_record);
    }
  } catch (const std::exception& error) {
    found.said = fmt::format("cannot be read: {}", text::safe_text(error.what()));
  }
  return found;
}

}  // namespace referee::page
