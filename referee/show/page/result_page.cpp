#include "referee/show/page/result_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/show/page/card.hpp"
#include "referee/show/page/page.hpp"
#include "referee/show/page/results.hpp"
#include "referee/show/page/tournament_data.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/scenes/match_data.hpp"

namespace referee::page {
namespace {

using store::RecordEntry;

constexpr int page_version = 1;
constexpr std::uint64_t most_matches_as_text = 8;

void add_game(text::Json& head, const rules::GameInfo& game) {
  head["games"][std::string(game.name)] = scenes::game_data(game);
}

std::string again_of(const std::string& log, std::uint64_t number) {
  if (log.empty()) return {};
  std::string again = fmt::format("referee replay {}", text::shell_word(log));
  if (std::filesystem::is_directory(log)) again += fmt::format(" {}", number);
  return again;
}

void tell(const Progress& progress, std::uint64_t done, std::uint64_t all) {
  if (progress) progress(done, all);
}

// The records of a judge's game say which one it is; the catalogue does not know it.
void note_game(const RecordEntry& entry, const std::string& name, Overview& overview) {
  const auto is_known = [&](const rules::GameInfo* game) { return game->name == name; };
  if (std::any_of(overview.games.begin(), overview.games.end(), is_known)) return;
  const match::MatchRecord record = store::record_of(entry);
  overview.games.push_back(record.game);
  overview.standings.add(*record.game, record.clock);
}

// "Linux x86_64, 8 processors", of the facts that records have, as far as they are known: those of
// another program may have any form.
std::string machine_text(const std::string& host) {
  const text::Json facts = text::Json::parse(host, nullptr, false);
  const auto fact = [&](const char* key) {
    return facts.is_object() && facts.contains(key) ? facts.at(key) : text::Json();
  };
  std::string text;
  if (const text::Json system = fact("system"); system.is_string()) {
    text = system.get_ref<const std::string&>();
  }
  // Without the release of the system, which says little of its speed.
  const std::size_t release = text.find(' ');
  if (release != std::string::npos) text.erase(release, text.rfind(' ') - release);
  const text::Json count = fact("processors");
  if (const auto number = count.is_number_unsigned() ? count.get<std::uint64_t>() : 0; number > 0) {
    text += (text.empty() ? "" : ", ") + text::plural(number, "processor");
  }
  return text::safe_text(text);
}

// The dates are those of the first and the last record that is read; to look for the earliest
// would be to read all of them in full.
void note_measured(const RecordEntry& entry, Overview& overview) {
  const match::Measurements measured = store::record_of(entry).measured;
  if (overview.begun.empty()) overview.begun = text::safe_text(measured.started);
  overview.ended = text::safe_text(measured.started);
  overview.machine = machine_text(measured.host);
}

// The first of two walks over the records: what the head of the page says.
Overview overview_of(const std::vector<std::string>& logs, const Progress& progress,
                     const rules::Games& games) {
  Overview overview;
  for (const std::string& log : logs) {
    std::string last_line;
    RecordEntry last{};
    store::each_record_warned(log, games, [&](const RecordEntry& entry) {
      tell(progress, overview.matches, 0);
      const store::MatchSummary match =
          store::summary_of_line(entry.line, match::Extent::front, nullptr, games);
      ++overview.matches;
      overview.moves += static_cast<std::uint64_t>(match.plies);
      overview.played.add(match);
      note_game(entry, match.game, overview);
      overview.standings.add(match);
      if (overview.matches == 1) note_measured(entry, overview);
      last_line = entry.line;
      last = entry;
      return true;
    });
    last.line = last_line;
    if (!last_line.empty()) note_measured(last, overview);
  }
  return overview;
}

std::vector<tournament::EventStandings> standings_of(const store::Store& store,
                                                     const Overview& overview,
                                                     const Progress& progress) {
  tournament::Standings standings(store.manifest());
  const auto add = [&](const store::MatchSummary& match, std::string_view) {
    tell(progress, overview.matches, 0);
    standings.add(match);
  };
  store.read(
      add, [](const store::MatchSummary&, std::string_view) {}, match::Extent::front);
  return standings.ranked();
}

// Of results that have no standings to come to: those that end when enough is known, and files.
text::Json unplanned_data(const Overview& overview) {
  return standings_data({}, overview.standings.ranked(), overview.played);
}

}  // namespace

ResultPage::ResultPage(const Pages& pages)
    : games_(&pages.games()), most_moves_in_full_(pages.most_moves_in_full()) {}

// Where there are several logs, matches have numbers of the page's own, and beside them that of
// their log and the one that they have in it.
bool ResultPage::write(const Writer& write) const {
  if (!whole_.empty()) {
    write(whole_);
    return true;
  }
  text::Json head = head_;
  for (const rules::GameInfo* game : overview_.games) add_game(head, *game);
  const scenes::Detail detail =
      overview_.moves <= most_moves_in_full_ ? scenes::Detail::full : scenes::Detail::brief;
  head["detail"] = detail == scenes::Detail::full ? "full" : "brief";
  if (!overview_.begun.empty()) head["begun"] = overview_.begun;
  if (!overview_.ended.empty()) head["ended"] = overview_.ended;
  if (!overview_.machine.empty()) head["machine"] = overview_.machine;
  PageWriter page(write, head, front_of(head, nullptr, picture_),
                  overview_.matches <= most_matches_as_text ? PageWriter::Packing::none
                                                            : PageWriter::Packing::gzip);
  const bool several = logs_.size() > 1;
  bool whole = true;
  std::uint64_t written = 0;
  for (std::size_t part = 0; part < logs_.size(); ++part) {
    const std::string& log = logs_[part];
    const store::OfficialNumbers official(log, *games_);
    const auto report = store::each_record_warned(log, *games_, [&](const RecordEntry& entry) {
      tell(progress_, written, overview_.matches);
      const match::MatchRecord record = store::record_of(entry);
      scenes::MatchPlace place{several ? written : entry.number, {}, again_of(log, entry.number)};
      if (record.match) place.official = official.of(*record.match);
      text::Json match = scenes::match_data(record, place, detail);
      if (several) {
        match["part"] = part;
        match["own"] = entry.number;
      }
      page.add(match);
      ++written;
      return true;
    });
    whole = whole && report.whole;
  }
  page.finish();
  return whole;
}

text::Json Pages::head(const std::string& title, std::string_view kind) const {
  text::Json head;
  head["schema"] = "referee-page";
  head["version"] = page_version;
  head["kind"] = kind;
  head["title"] = title;
  head["program"] = program_;
  head["games"] = text::Json::object();
  return head;
}

std::string Pages::of_match(const match::MatchRecord& record, const std::string& log,
                            std::uint64_t number) const {
  text::Json own =
      head(fmt::format("{}: {}", record.game->title, report::players_text(record)), "match");
  add_game(own, *record.game);
  const text::Json match =
      scenes::match_data(record, {number, {}, again_of(log, number)}, scenes::Detail::full);
  std::string text;
  PageWriter page([&](std::string_view piece) { text += piece; }, own,
                  front_of(own, match, match_card(record)), PageWriter::Packing::none);
  page.add(match);
  page.finish();
  return text;
}

ResultPage Pages::comparison_of(const config::Manifest& manifest, const std::string& log,
                                const evidence::Comparison& comparison, Overview overview) const {
  const rules::GameInfo& game = *manifest.events.at(0).game;
  ResultPage page(*this);
  page.head_ = head(fmt::format("{}: new against base", game.title), "comparison");
  page.logs_ = {log};
  page.overview_ = std::move(overview);
  add_game(page.head_, game);
  page.head_["comparison"] = report::comparison_page(manifest, comparison);
  page.head_["standings"] = unplanned_data(page.overview_);
  return page;
}

ResultPage Pages::tuning_of(const report::TuneReport& report, const Progress& progress) const {
  const tuning::Tuning& tuning = report.tuning;
  const rules::GameInfo& game = *tuning.question().event().game;
  ResultPage page(*this);
  page.head_ = head(fmt::format("Tuning in {}", game.title), "tune");
  add_game(page.head_, game);
  page.head_["tune"] = report::tune_page(report);
  if (report.comparison != nullptr) {
    page.head_["comparison"] = report::comparison_page(
        tuning::comparison_manifest(tuning.question(), tuning.best()), *report.comparison);
    if (report.comparison->played() > 0) {
      page.logs_.push_back(tuning.comparison_folder().string());
    }
  }
  page.overview_ = overview_of(page.logs_, progress, *games_);
  page.head_["standings"] = unplanned_data(page.overview_);
  return page;
}

// Of the folder of a tournament, or of a file with several records.
ResultPage Pages::records_of(const std::string& log, Overview overview,
                             const Progress& progress) const {
  ResultPage page(*this);
  page.head_ = head(result_name(log), "tournament");
  page.logs_ = {log};
  page.overview_ = std::move(overview);
  const tournament::GamesPlayed& played = page.overview_.played;
  std::optional<store::Store> store;
  if (std::filesystem::is_directory(log)) store = store::open_store(log, *games_);
  text::Json& standings = page.head_["standings"];
  if (!store || store->manifest().played_by != config::PlayedBy::tournament) {
    standings = unplanned_data(page.overview_);
    standings["headlines"] = report::headlines_json(page.overview_.games, played);
    return page;
  }
  const auto events = standings_of(*store, page.overview_, progress);
  standings = standings_data(store->id(), events, played);
  standings["headlines"] = report::headlines_json(events, played);
  page.picture_ = tournament_card(result_name(log), log, events, played, *games_);
  return page;
}

ResultPage Pages::of_result(const std::string& log, const Progress& progress) const {
  ResultPage page(*this);
  if (tuning::has_question(log)) {
    const tuning::Tuning tuning(log, tuning::kept_question(log, *games_),
                                tuning::Access::only_reads, *games_);
    const auto comparison = tuning.compared();
    page = tuning_of({tuning, comparison ? &*comparison : nullptr}, progress);
    page.progress_ = progress;
    return page;
  }
  Overview overview = overview_of({log}, progress, *games_);
  if (overview.matches == 0) {
    throw text::InputError(fmt::format("'{}' has no matches yet", log));
  }
  const bool folder = std::filesystem::is_directory(log);
  if (!folder && overview.matches == 1) {
    store::each_record_warned(log, *games_, [&](const RecordEntry& entry) {
      const match::MatchRecord record = store::record_of(entry);
      page.picture_ = match_card(record);
      page.whole_ = of_match(record, log, entry.number);
      return true;
    });
    return page;
  }
  std::optional<store::Store> store;
  if (folder) store = store::open_store(log, *games_);
  if (store && store->manifest().played_by == config::PlayedBy::compare &&
      evidence::has_rules(log)) {
    page = comparison_of(store->manifest(), log,
                         evidence::comparison_so_far(*store, evidence::kept_rules(*store)),
                         std::move(overview));
  } else {
    page = records_of(log, std::move(overview), progress);
  }
  page.progress_ = progress;
  return page;
}

ResultPage Pages::of_comparison(const store::Store& store,
                                const evidence::Comparison& comparison) const {
  const std::string log = store.folder().string();
  return comparison_of(store.manifest(), log, comparison, overview_of({log}, {}, *games_));
}

ResultPage Pages::of_checks(const std::vector<std::string>& logs,
                            const report::RegressReport& report) const {
  ResultPage page(*this);
  page.head_ = head(fmt::format("Checks of {}", text::safe_text(report.bot.name)), "regress");
  for (const checks::CheckResult& result : report.results) {
    add_game(page.head_, *result.check->event().game);
  }
  page.head_["regress"] = report::regress_page(report);
  page.logs_ = logs;
  page.overview_ = overview_of(logs, {}, *games_);
  page.head_["standings"] = unplanned_data(page.overview_);
  return page;
}

ResultPage Pages::of_tuning(const report::TuneReport& report) const {
  return tuning_of(report, {});
}

}  // namespace referee::page
