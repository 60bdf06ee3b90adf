#include "referee/show/server/index_site.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/analysis/tuning/tuning.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/records.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/server/gate.hpp"

namespace referee::server {
namespace {

namespace fs = std::filesystem;
using text::Json;

constexpr int ticks_between_scans = 20;  // two seconds

// When a file of the folder changed last; 0 if that cannot be read. A tuning's are in its rounds.
std::int64_t changed_at(const fs::path& folder) {
  std::int64_t last = 0;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    struct stat found {};
    if (::stat(entry.path().c_str(), &found) == 0) {
      last = std::max(last, static_cast<std::int64_t>(found.st_mtim.tv_sec));
    }
    if (is_result(entry.path())) last = std::max(last, changed_at(entry.path()));
  }
  return last;
}

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
std::string said_of(const store::Store& store) {
  tournament::GamesPlayed played;
  tournament::Standings standings(store.manifest());
  std::uint64_t matches = 0;
  store.read(
      [&](const store::MatchSummary& match, std::string_view) {
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

bool is_result(const fs::path& folder) {
  std::error_code none;
  return fs::exists(folder / "manifest.json", none) || tuning::has_question(folder);
}

bool has_results_within(const fs::path& folder) {
  std::error_code none;
  const fs::directory_iterator entries(folder, none);
  return std::any_of(begin(entries), end(entries),
                     [](const auto& entry) { return is_result(entry.path()); });
}

std::string result_name(const fs::path& log) {
  const fs::path path = fs::absolute(log).lexically_normal();
  const auto name = path.has_filename() ? path.filename() : path.parent_path().filename();
  return text::safe_text(name.string());
}

IndexSite::IndexSite(fs::path folder, Json head,
                     std::function<std::string(const fs::path&)> page_of)
    : folder_(std::move(folder)),
      head_(std::move(head)),
      page_of_(std::move(page_of)),
      events_(random_token().substr(0, 8)) {
  head_["live"] = "index";
  scan();
}

page::ServedPage IndexSite::page() const {
  Json head = head_;
  head["results"] = state()["results"];
  return page::served_page(head);
}

Json IndexSite::state() const {
  Json list = Json::array();
  for (const Result& one : results_) {
    Json row{{"n", one.number},
             {"name", result_name(one.folder)},
             {"changed", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(one.changed))}};
    if (one.read) {
      row["kind"] = one.kind;
      row["games"] = one.games;
      row["said"] = one.said;
      if (!one.decision.empty()) row["decision"] = one.decision;
    }
    list.push_back(std::move(row));
  }
  return Json{{"results", std::move(list)}};
}

void IndexSite::scan() {
  std::vector<Result> now;
  std::error_code none;
  std::vector<fs::path> folders;
  // A tuning is before its rounds.
  if (is_result(folder_)) folders.push_back(folder_);
  for (const auto& entry : fs::directory_iterator(folder_, none)) {
    if (is_result(entry.path())) folders.push_back(entry.path());
  }
  for (const fs::path& folder : folders) {
    Result result;
    result.folder = folder;
    result.changed = changed_at(folder);
    const auto before = std::find_if(results_.begin(), results_.end(),
                                     [&](const Result& one) { return one.folder == folder; });
    if (before == results_.end()) {
      result.number = next_number_++;
    } else if (before->changed == result.changed) {
      result = *before;
    } else {
      // What is known stays until it is read again.
      const std::int64_t changed = result.changed;
      result = *before;
      result.changed = changed;
      result.read = false;
    }
    now.push_back(std::move(result));
  }
  std::sort(now.begin(), now.end(), [](const Result& a, const Result& b) {
    return a.changed != b.changed ? a.changed > b.changed : a.folder < b.folder;
  });
  const auto key = [](const Result& one) { return std::pair(one.number, one.changed); };
  const bool same = std::equal(now.begin(), now.end(), results_.begin(), results_.end(),
                               [&](const Result& a, const Result& b) { return key(a) == key(b); });
  results_ = std::move(now);
  if (!same) events_.publish("index", state());
}

void IndexSite::read(Result& result) {
  using config::PlayedBy;
  try {
    if (tuning::has_question(result.folder)) {
      const tuning::Tuning tuning(result.folder, tuning::kept_question(result.folder),
                                  tuning::Access::only_reads);
      const config::Event& event = tuning.question().event();
      result.kind = "tuning";
      result.games = event.game->title;
      result.said = said_of(tuning);
      if (const auto comparison = tuning.compared()) {
        result.decision = statistics::name(comparison->decision());
        result.said += "; " + said_of(event, *comparison);
      }
      return;
    }
    const store::Store store = store::open_store(result.folder);
    const config::Manifest& manifest = store.manifest();
    std::vector<std::string> games;
    for (const auto& event : manifest.events) games.emplace_back(event.game->title);
    result.games = text::join(games);
    result.kind = manifest.played_by == PlayedBy::compare   ? "comparison"
                  : manifest.played_by == PlayedBy::regress ? "check"
                                                            : "tournament";
    if (manifest.played_by == PlayedBy::compare && evidence::has_rules(result.folder)) {
      const auto comparison = evidence::comparison_so_far(store, evidence::kept_rules(store));
      result.decision = statistics::name(comparison.decision());
      result.said = said_of(manifest.events.at(0), comparison);
    } else {
      result.said = said_of(store);
    }
  } catch (const std::exception& error) {
    result.said = fmt::format("cannot be read: {}", text::safe_text(error.what()));
  }
}

void IndexSite::tick() {
  if (++ticks_ % ticks_between_scans == 0) scan();
  const auto next =
      std::find_if(results_.begin(), results_.end(), [](const Result& one) { return !one.read; });
  if (next == results_.end()) return;
  read(*next);
  next->read = true;
  events_.publish("index", state());
}

std::optional<Answer> IndexSite::get(std::string_view path, std::string_view /*query*/) {
  constexpr std::string_view one_result = "/result/";
  if (!path.starts_with(one_result)) return std::nullopt;
  const auto number = number_in(path.substr(one_result.size()));
  const auto found = std::find_if(results_.begin(), results_.end(), [&](const Result& one) {
    return number && one.number == *number;
  });
  if (found == results_.end()) return std::nullopt;
  std::string html = page_of_(found->folder);
  std::string policy = page::policy_of(html);
  return Answer{200, "text/html; charset=utf-8", std::move(html), {}, std::move(policy)};
}

}  // namespace referee::server
