#include "referee/show/server/index_site.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/analysis/tuning/tuning.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/records.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/page/results.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/server/gate.hpp"

namespace referee::server {
namespace {

namespace fs = std::filesystem;
using text::Json;

constexpr int ticks_between_scans = 20;  // two seconds

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
std::string said_of(const store::Store& store, const std::stop_token& stop) {
  tournament::GamesPlayed played;
  tournament::Standings standings(store.manifest());
  std::uint64_t matches = 0;
  store.read(
      [&](const store::MatchSummary& match, std::string_view) {
        end_if(stop);
        ++matches;
        played.add(match);
        standings.add(match);
      },
      [](const store::MatchSummary&, std::string_view) {}, match::Extent::front);
  const std::string count = text::plural(matches, "match", "matches");
  if (store.manifest().played_by != config::PlayedBy::tournament) return count;
  const Json headlines = report::headlines_json(standings.ranked(), played);
  const std::string title = headlines.at("title");
  return title.empty() ? count : fmt::format("{}, {}", title, count);
}

}  // namespace

IndexSite::IndexSite(fs::path folder, page::Pages pages)
    : folder_(std::move(folder)),
      pages_(std::move(pages)),
      head_(pages_.head(fmt::format("Results in {}", page::result_name(folder_)), "tournament")),
      events_(random_token().substr(0, 8)) {
  head_["live"] = "index";
  take(folders_in(folder_));
}

page::ServedPage IndexSite::page() const {
  Json head = head_;
  head["results"] = state()["results"];
  return page::served_page(head);
}

Json IndexSite::state() const {
  Json list = Json::array();
  for (const Result& one : results_) {
    constexpr std::int64_t second = 1'000'000'000;
    Json row{{"n", one.number},
             {"name", page::result_name(one.folder.path)},
             {"changed",
              fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(one.folder.changed / second))}};
    if (one.said) {
      row["kind"] = one.said->kind;
      row["games"] = one.said->games;
      row["said"] = one.said->said;
      if (!one.said->decision.empty()) row["decision"] = one.said->decision;
    }
    list.push_back(std::move(row));
  }
  return Json{{"results", std::move(list)}};
}

std::vector<IndexSite::Folder> IndexSite::folders_in(const fs::path& folder) {
  std::vector<Folder> folders;
  for (fs::path& path : page::results_in(folder)) {
    const std::int64_t changed = page::changed_at(path);
    folders.push_back({std::move(path), changed});
  }
  std::sort(folders.begin(), folders.end(), [](const Folder& a, const Folder& b) {
    return a.changed != b.changed ? a.changed > b.changed : a.path < b.path;
  });
  return folders;
}

// What is known of a result that has changed stays until it has been read again.
void IndexSite::take(std::vector<Folder> folders) {
  std::vector<Result> now;
  for (Folder& folder : folders) {
    const auto before = std::find_if(results_.begin(), results_.end(), [&](const Result& one) {
      return one.folder.path == folder.path;
    });
    Result result;
    if (before != results_.end()) {
      result = *before;
    } else {
      result.number = next_number_++;
    }
    result.folder = std::move(folder);
    now.push_back(std::move(result));
  }
  const bool same =
      std::equal(now.begin(), now.end(), results_.begin(), results_.end(),
                 [](const Result& a, const Result& b) {
                   return a.number == b.number && a.folder.changed == b.folder.changed;
                 });
  results_ = std::move(now);
  if (!same) events_.publish("index", state());
}

void IndexSite::take(Read read) {
  const auto found = std::find_if(results_.begin(), results_.end(),
                                  [&](const Result& one) { return one.number == read.number; });
  if (found == results_.end()) return;
  found->said = std::move(read.said);
  found->known = read.changed;
  found->in_work = false;
  events_.publish("index", state());
}

IndexSite::Said IndexSite::read(const fs::path& folder, const std::stop_token& stop) const {
  using config::PlayedBy;
  Said found;
  try {
    if (tuning::has_question(folder)) {
      const tuning::Tuning tuning(folder, tuning::kept_question(folder, pages_.games()),
                                  tuning::Access::only_reads, pages_.games());
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
    const store::Store store = store::open_store(folder, pages_.games());
    const config::Manifest& manifest = store.manifest();
    std::vector<std::string> games;
    for (const auto& event : manifest.events) games.emplace_back(event.game->title);
    found.games = text::join(games);
    found.kind = manifest.played_by == PlayedBy::compare   ? "comparison"
                 : manifest.played_by == PlayedBy::regress ? "check"
                                                           : "tournament";
    if (manifest.played_by == PlayedBy::compare && evidence::has_rules(folder)) {
      const auto comparison = evidence::comparison_so_far(store, evidence::kept_rules(store));
      found.decision = statistics::name(comparison.decision());
      found.said = said_of(manifest.events.at(0), comparison);
    } else {
      found.said = said_of(store, stop);
    }
  } catch (const std::exception& error) {
    found.said = fmt::format("cannot be read: {}", text::safe_text(error.what()));
  }
  return found;
}

void IndexSite::begin_scan() {
  if (scanning_) return;
  scanner_.begin([this](const std::stop_token&) {
    std::vector<Folder> folders = folders_in(folder_);
    const std::lock_guard lock(mutex_);
    scanned_ = std::move(folders);
  });
  scanning_ = true;
}

void IndexSite::begin_reading(Result& result) {
  readers_.begin(
      [this, number = result.number, folder = result.folder](const std::stop_token& stop) {
        Read found{number, folder.changed, read(folder.path, stop)};
        const std::lock_guard lock(mutex_);
        read_.push_back(std::move(found));
      });
  result.in_work = true;
}

void IndexSite::tick() {
  std::optional<std::vector<Folder>> scanned;
  std::vector<Read> found;
  {
    const std::lock_guard lock(mutex_);
    scanned = std::exchange(scanned_, std::nullopt);
    found = std::exchange(read_, {});
  }
  if (scanned) {
    scanning_ = false;
    take(std::move(*scanned));
  }
  for (Read& one : found) take(std::move(one));
  try {
    if (++ticks_ % ticks_between_scans == 0) begin_scan();
    for (Result& one : results_) {
      const bool known = one.said && one.known == one.folder.changed;
      if (!known && !one.in_work) begin_reading(one);
    }
  } catch (const text::SystemError& error) {
    text::debug("{}; the next tick tries again", error.what());  // no thread is left for that
  }
}

std::optional<Work> IndexSite::work(std::string_view path, std::string_view /*query*/) {
  constexpr std::string_view one_result = "/result/";
  if (!path.starts_with(one_result)) return std::nullopt;
  const auto number = number_in(path.substr(one_result.size()));
  const auto found = std::find_if(results_.begin(), results_.end(), [&](const Result& one) {
    return number && one.number == *number;
  });
  if (found == results_.end()) return std::nullopt;
  return [pages = pages_, folder = found->folder.path.string()](const std::stop_token& stop) {
    const page::ResultPage page = pages.of_result(
        folder, [&stop](std::uint64_t /*done*/, std::uint64_t /*all*/) { end_if(stop); });
    std::string html;
    page.write([&](std::string_view text) { html += text; });
    std::string policy = page::policy_of(html);
    return page_answer({std::move(html), std::move(policy)});
  };
}

}  // namespace referee::server
