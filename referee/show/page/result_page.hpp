// What pages show of results: their heads, and the pages of matches, tournaments, comparisons,
// checks and tunings, written with all of their matches.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/tournament/games_played.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/verdicts/regress_report.hpp"
#include "referee/show/report/verdicts/tune_report.hpp"
#include "rules/catalogue.hpp"

namespace referee::page {

// Is told before each record that is read how many were: `done` of `all`, or of an unknown number
// (0) while they are counted. What it throws ends the work.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;
using Writer = std::function<void(std::string_view)>;

// What is known of the matches of a page before they are written.
struct Overview {
  std::uint64_t matches = 0;
  std::uint64_t moves = 0;
  std::vector<const rules::GameInfo*> games;  // in the order in which they first appear
  std::string begun;  // when the first match to be read and the last one began; empty: not known
  std::string ended;
  std::string machine;  // of the last one
  tournament::GamesPlayed played;
  tournament::UnplannedStandings standings;
};

class Pages;

// A page that is to be written. Reads its records a second time for that.
class ResultPage {
 public:
  // Writes the page. Returns false if a sealed tournament is not what was sealed. Throws as
  // store::each_record, and what judges throw.
  bool write(const Writer& write) const;
  // A picture of the result as SVG; empty if there is none: no standings, and not one match.
  [[nodiscard]] const std::string& picture() const noexcept { return picture_; }

 private:
  friend class Pages;
  explicit ResultPage(const Pages& pages);

  text::Json head_;
  std::vector<std::string> logs_;
  Overview overview_;
  std::string picture_;
  std::string whole_;  // of a file with one record: the page of its match
  Progress progress_;
  const rules::Games* games_;
  std::uint64_t most_moves_in_full_;
};

// Makes the pages of one program.
class Pages {
 public:
  // `program`: what the pages name as their maker, "referee 1.2.3". `games`: those that the results
  // may be in; they outlive the pages. Up to `most_moves_in_full` moves a page says everything
  // about its matches; with more it would be too big to send.
  explicit Pages(std::string program, const rules::Games& games = rules::own_games(),
                 std::uint64_t most_moves_in_full = 40'000)
      : program_(std::move(program)), games_(&games), most_moves_in_full_(most_moves_in_full) {}
  [[nodiscard]] const rules::Games& games() const noexcept { return *games_; }
  [[nodiscard]] std::uint64_t most_moves_in_full() const noexcept { return most_moves_in_full_; }

  // What every page says about itself: "match", "tournament" and so on, and a title. Games are
  // added to its "games".
  [[nodiscard]] text::Json head(const std::string& title, std::string_view kind) const;

  // One match. `log` is the file of its record, if any, and `number` its number there.
  [[nodiscard]] std::string of_match(const match::MatchRecord& record, const std::string& log,
                                     std::uint64_t number) const;
  // Everything at `log`: the folder of a tournament, a comparison or a tuning, or a file of
  // records. Throws text::InputError without matches, and as store::each_record.
  [[nodiscard]] ResultPage of_result(const std::string& log, const Progress& progress) const;
  // A comparison with its games.
  [[nodiscard]] ResultPage of_comparison(const store::Store& store,
                                         const evidence::Comparison& comparison) const;
  // Checks. `logs`: the folder with the games of each check, in their order.
  [[nodiscard]] ResultPage of_checks(const std::vector<std::string>& logs,
                                     const report::RegressReport& report) const;
  // A tuning, with the games of the comparison at its end, if that has begun.
  [[nodiscard]] ResultPage of_tuning(const report::TuneReport& report) const;

 private:
  [[nodiscard]] ResultPage comparison_of(const config::Manifest& manifest, const std::string& log,
                                         const evidence::Comparison& comparison,
                                         Overview overview) const;
  [[nodiscard]] ResultPage tuning_of(const report::TuneReport& report,
                                     const Progress& progress) const;
  [[nodiscard]] ResultPage records_of(const std::string& log, Overview overview,
                                      const Progress& progress) const;

  std::string program_;
  const rules::Games* games_;
  std::uint64_t most_moves_in_full_;
};

}  // namespace referee::page
