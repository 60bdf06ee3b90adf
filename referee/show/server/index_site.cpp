#include "referee/show/server/index_site.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/records.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/headline.hpp"
#include "referee/show/server/gate.hpp"

namespace referee::server {
namespace {

namespace fs = std::filesystem;
using text::Json;

constexpr int ticks_between_scans = 20;  // two seconds

bool is_result(const fs::path& folder) {
  std::error_code none;
  return fs::exists(folder / "manifest.json", none);
}

// When a file of the folder changed last; 0 if that cannot be read.
std::int64_t changed_at(const fs::path& folder) {
  std::int64_t last = 0;
  std::error_code none;
  for (const auto& file : fs::directory_iterator(folder, none)) {
    struct stat found {};
    if (::stat(file.path().c_str(), &found) == 0) {
      last = std::max(last, static_cast<std::int64_t>(found.st_mtim.tv_sec));
    }
  }
  return last;
}

// Who won, of a folder whose matches are those of a tournament; else what it is.
std::string said_of(const store::Store& store) {
  const bool ranked = store.manifest().played_by == config::PlayedBy::tournament;
  report::GamesPlayed played;
  tournament::Standings standings(store.manifest());
  std::uint64_t matches = 0;
  store.read(
      [&](const store::MatchSummary& match, std::string_view) {
        ++matches;
        if (!ranked) return;
        played.add(match);
        standings.add(match);
      },
      [](const store::MatchSummary&, std::string_view) {}, match::Extent::front);
  const std::string count = text::plural(matches, "match", "matches");
  if (!ranked) return "games of a comparison, " + count;
  const Json headlines = report::headlines_json(standings.ranked(), played);
  const std::string title = headlines.at("title");
  return title.empty() ? count : fmt::format("{}, {}", title, count);
}

}  // namespace

bool has_results_within(const fs::path& folder) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (is_result(entry.path())) return true;
  }
  return false;
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

page::ServedPage IndexSite::page() const { return page::served_page(head_); }

Json IndexSite::state() const {
  Json list = Json::array();
  for (const Result& one : results_) {
    Json row{{"n", one.number},
             {"name", text::safe_text(one.name)},
             {"changed", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(one.changed))}};
    if (one.read) {
      row["games"] = one.games;
      row["said"] = one.said;
    }
    list.push_back(std::move(row));
  }
  return Json{{"results", std::move(list)}};
}

void IndexSite::scan() {
  std::vector<Result> now;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder_, none)) {
    if (!is_result(entry.path())) continue;
    Result result;
    result.name = entry.path().filename().string();
    result.changed = changed_at(entry.path());
    const auto before = std::find_if(results_.begin(), results_.end(),
                                     [&](const Result& one) { return one.name == result.name; });
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
    return a.changed != b.changed ? a.changed > b.changed : a.name < b.name;
  });
  const auto key = [](const Result& one) { return std::pair(one.number, one.changed); };
  const bool same = std::equal(now.begin(), now.end(), results_.begin(), results_.end(),
                               [&](const Result& a, const Result& b) { return key(a) == key(b); });
  results_ = std::move(now);
  if (!same) events_.publish("index", state());
}

void IndexSite::read(Result& result) const {
  try {
    const store::Store store = store::open_store(folder_ / result.name);
    std::vector<std::string> games;
    for (const auto& event : store.manifest().events) games.emplace_back(event.game->title);
    result.games = text::join(games);
    result.said = said_of(store);
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
  std::string html = page_of_(folder_ / found->name);
  std::string policy = page::policy_of(html);
  return Answer{200, "text/html; charset=utf-8", std::move(html), {}, std::move(policy)};
}

}  // namespace referee::server
