#include "referee/cli/pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/records.hpp"
#include "referee/cli/version.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/page/page.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/scenes/match_data.hpp"
#include "referee/show/scenes/pictures.hpp"
#include "referee/show/server/index_site.hpp"

namespace referee::cli {
namespace {

constexpr int page_version = 1;
// Up to this many moves a page says everything about its matches; with more it would be too big to
// send.
constexpr std::uint64_t most_moves_in_full = 40'000;
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

// The first of two walks over the records: what the head of the page says.
struct Overview {
  std::uint64_t matches = 0;
  std::uint64_t moves = 0;
  std::vector<const rules::GameInfo*> games;  // in the order in which they first appear
  std::string begun;  // when the first match to be read and the last one began; empty: not known
  std::string ended;
  std::string machine;  // of the last one
  tournament::GamesPlayed played;
};

// The records of a judge's game say which one it is; the catalogue does not know it.
void note_game(const RecordEntry& entry, const std::string& name, Overview& overview) {
  const auto is_known = [&](const rules::GameInfo* game) { return game->name == name; };
  if (std::any_of(overview.games.begin(), overview.games.end(), is_known)) return;
  overview.games.push_back(record_of(entry).game);
}

// "Linux x86_64, 8 processors", of the facts that records have; empty if they are not known.
std::string machine_text(const std::string& host) {
  const text::Json facts = text::Json::parse(host, nullptr, false);
  if (!facts.is_object()) return {};
  std::string text = facts.value("system", "");
  // Without the release of the system, which says little of its speed.
  const std::size_t release = text.find(' ');
  if (release != std::string::npos) text.erase(release, text.rfind(' ') - release);
  if (const auto count = facts.value("processors", 0U); count > 0) {
    text += (text.empty() ? "" : ", ") + text::plural(count, "processor");
  }
  return text::safe_text(text);
}

// The dates are those of the first and the last record that is read; to look for the earliest
// would be to read all of them in full.
void note_measured(const RecordEntry& entry, Overview& overview) {
  const match::Measurements measured = record_of(entry).measured;
  if (overview.begun.empty()) overview.begun = text::safe_text(measured.started);
  overview.ended = text::safe_text(measured.started);
  overview.machine = machine_text(measured.host);
}

Overview overview_of(const std::vector<std::string>& logs) {
  Overview overview;
  for (const std::string& log : logs) {
    std::string last_line;
    RecordEntry last{};
    each_record(log, [&](const RecordEntry& entry) {
      const store::MatchSummary match = store::summary_of_line(entry.line);
      ++overview.matches;
      overview.moves += static_cast<std::uint64_t>(match.plies);
      overview.played.add(match);
      note_game(entry, match.game, overview);
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

using Writer = std::function<void(std::string_view)>;

Writer to(OutputFile& out) {
  return [&out](std::string_view text) { out.write(text); };
}

// What a page shows.
struct ShownPage {
  text::Json head;
  std::vector<std::string> logs;
  Overview overview;
  std::string card = {};   // a picture of the result; may be empty
  std::string whole = {};  // of a file with one record: the page of its match
};

// Writes the head and all matches of the logs. Where there are several, matches have numbers of the
// page's own, and beside them that of their log and the one that they have in it. Returns whether
// sealed tournaments are what was sealed.
bool write_page(const Writer& write, ShownPage shown) {
  if (!shown.whole.empty()) {
    write(shown.whole);
    return true;
  }
  text::Json& head = shown.head;
  const Overview& overview = shown.overview;
  for (const rules::GameInfo* game : overview.games) add_game(head, *game);
  const bool full = overview.moves <= most_moves_in_full;
  head["detail"] = full ? "full" : "brief";
  if (!overview.begun.empty()) head["begun"] = overview.begun;
  if (!overview.ended.empty()) head["ended"] = overview.ended;
  if (!overview.machine.empty()) head["machine"] = overview.machine;
  page::PageWriter page(write, head, page::front_of(head, nullptr, shown.card),
                        overview.matches <= most_matches_as_text ? page::PageWriter::Packing::none
                                                                 : page::PageWriter::Packing::gzip);
  const bool several = shown.logs.size() > 1;
  bool whole = true;
  std::uint64_t written = 0;
  for (std::size_t part = 0; part < shown.logs.size(); ++part) {
    const std::string& log = shown.logs[part];
    const store::OfficialNumbers official(log);
    const auto report = each_record(log, [&](const RecordEntry& entry) {
      const match::MatchRecord record = record_of(entry);
      scenes::MatchPlace place{several ? written : entry.number, {}, again_of(log, entry.number)};
      if (record.match) place.official = official.of(*record.match);
      text::Json match =
          scenes::match_data(record, place, full ? scenes::Detail::full : scenes::Detail::brief);
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

std::vector<tournament::EventStandings> standings_of(const store::Store& store) {
  tournament::Standings standings(store.manifest());
  store.read([&](const store::MatchSummary& match, std::string_view) { standings.add(match); },
             [](const store::MatchSummary&, std::string_view) {}, match::Extent::front);
  return standings.ranked();
}

text::Json standings_data(const store::Store& store,
                          const std::vector<tournament::EventStandings>& events,
                          const tournament::GamesPlayed& played) {
  text::Json json = report::standings_json(store.id(), events);
  report::add_times(json, events);
  report::add_tables(json, events);
  json["headlines"] = report::headlines_json(events, played);
  return json;
}

}  // namespace

text::Json page_head(const std::string& title, std::string_view kind) {
  text::Json head;
  head["schema"] = "referee-page";
  head["version"] = page_version;
  head["kind"] = kind;
  head["title"] = title;
  head["program"] = fmt::format("referee {}", version_number());
  head["games"] = text::Json::object();
  return head;
}

std::string match_page(const match::MatchRecord& record, const std::string& log,
                       std::uint64_t number) {
  text::Json head = page_head(
      fmt::format("{}: {} against {}", record.game->title, text::safe_text(record.bots[0].name),
                  text::safe_text(record.bots[1].name)),
      "match");
  add_game(head, *record.game);
  const text::Json match =
      scenes::match_data(record, {number, {}, again_of(log, number)}, scenes::Detail::full);
  std::string text;
  page::PageWriter page([&](std::string_view piece) { text += piece; }, head,
                        page::front_of(head, match, scenes::match_card(record)),
                        page::PageWriter::Packing::none);
  page.add(match);
  page.finish();
  return text;
}

namespace {

ShownPage comparison_of(const config::Manifest& manifest, const std::string& log,
                        const evidence::Comparison& comparison) {
  const rules::GameInfo& game = *manifest.events.at(0).game;
  ShownPage page{page_head(fmt::format("{}: new against base", game.title), "comparison"),
                 {log},
                 overview_of({log})};
  add_game(page.head, game);
  page.head["comparison"] = report::comparison_page(manifest, comparison);
  return page;
}

ShownPage tuning_of(const report::TuneReport& report) {
  const tuning::Tuning& tuning = report.tuning;
  const rules::GameInfo& game = *tuning.question().event().game;
  ShownPage page{page_head(fmt::format("Tuning in {}", game.title), "tune"), {}, {}};
  add_game(page.head, game);
  page.head["tune"] = report::tune_page(report);
  if (report.comparison != nullptr) {
    page.head["comparison"] = report::comparison_page(
        tuning::comparison_manifest(tuning.question(), tuning.best()), *report.comparison);
    if (report.comparison->played() > 0) page.logs.push_back(tuning.comparison_folder().string());
  }
  page.overview = overview_of(page.logs);
  return page;
}

// Of the folder of a tournament, or of a file with several records.
ShownPage tournament_of(const std::string& log, Overview overview) {
  const tournament::GamesPlayed played = overview.played;
  ShownPage page{page_head(server::result_name(log), "tournament"), {log}, std::move(overview)};
  std::optional<store::Store> store;
  if (std::filesystem::is_directory(log)) store = open_store(log);
  // Others end when they know enough, so they have no standings to come to.
  if (!store || store->manifest().played_by != config::PlayedBy::tournament) {
    page.head["headlines"] = report::headlines_json(page.overview.games, played);
    return page;
  }
  const auto events = standings_of(*store);
  page.head["standings"] = standings_data(*store, events, played);
  page.card = scenes::tournament_card(server::result_name(log), log, events, played);
  return page;
}

ShownPage page_of(const std::string& log) {
  if (tuning::has_question(log)) {
    const tuning::Tuning tuning(log, tuning::kept_question(log), tuning::Access::only_reads);
    const auto comparison = tuning.compared();
    return tuning_of({tuning, comparison ? &*comparison : nullptr});
  }
  Overview overview = overview_of({log});
  if (overview.matches == 0) throw UsageError(fmt::format("'{}' has no matches yet", log));
  if (!std::filesystem::is_directory(log)) {
    if (overview.matches > 1) return tournament_of(log, std::move(overview));
    ShownPage page{{}, {}, {}};
    each_record(log, [&](const RecordEntry& entry) {
      const match::MatchRecord record = record_of(entry);
      page.card = scenes::match_card(record);
      page.whole = match_page(record, log, entry.number);
      return true;
    });
    return page;
  }
  const store::Store store = open_store(log);
  if (store.manifest().played_by == config::PlayedBy::compare && evidence::has_rules(log)) {
    return comparison_of(store.manifest(), log,
                         evidence::comparison_so_far(store, evidence::kept_rules(store)));
  }
  return tournament_of(log, std::move(overview));
}

}  // namespace

bool write_report_page(const std::string& file, const std::string& log) {
  ShownPage page = page_of(log);
  const bool picture = file.ends_with(".svg");
  if (picture && page.card.empty()) {
    throw UsageError(
        fmt::format("'{}' has no standings to draw; name the folder of a tournament, or save a "
                    "page: --save {}.html",
                    log, server::result_name(log)));
  }
  OutputFile out({"--save", file, {log}, false});
  bool whole = true;
  if (picture) {
    out.write(page.card);
  } else {
    whole = write_page(to(out), std::move(page));
  }
  out.finish();
  return whole;
}

std::string report_page(const std::string& log) {
  std::string html;
  write_page([&](std::string_view text) { html += text; }, page_of(log));
  return html;
}

std::unique_ptr<OutputFile> page_of_kept_games(const std::string& file, const std::string& out) {
  if (file.empty()) return nullptr;
  if (out.empty()) {
    throw UsageError("--html also shows the games, so they have to be kept: add --out DIR");
  }
  return std::make_unique<OutputFile>(OutputFile::Options{"--html", file, {}, false});
}

void write_comparison_page(OutputFile& out, const store::Store& store,
                           const evidence::Comparison& comparison) {
  write_page(to(out), comparison_of(store.manifest(), store.folder().string(), comparison));
  out.finish();
}

void write_regress_page(OutputFile& out, const std::vector<std::string>& logs,
                        const report::RegressReport& report) {
  text::Json head =
      page_head(fmt::format("Checks of {}", text::safe_text(report.bot.name)), "regress");
  for (const checks::CheckResult& result : report.results) {
    add_game(head, *result.check->event().game);
  }
  head["regress"] = report::regress_page(report);
  write_page(to(out), {std::move(head), logs, overview_of(logs)});
  out.finish();
}

void write_tune_page(OutputFile& out, const report::TuneReport& report) {
  write_page(to(out), tuning_of(report));
  out.finish();
}

}  // namespace referee::cli
