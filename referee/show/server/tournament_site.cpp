#include "referee/show/server/tournament_site.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/records.hpp"
#include "referee/show/page/card.hpp"
#include "referee/show/page/page.hpp"
#include "referee/show/page/results.hpp"
#include "referee/show/page/tournament_data.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/scenes/match_data.hpp"
#include "referee/show/server/gate.hpp"

namespace referee::server {
namespace {

using namespace std::chrono_literals;
using text::Json;

constexpr auto looks_every = 200ms;
constexpr auto ranks_at_most_every = 1s;
constexpr int ranking_share = 50;  // at most 2 % of the time
constexpr std::uint64_t most_rows = 5'000;
constexpr std::size_t most_faults = 50;

// A match of a tournament as the page shows it.
Answer whole_match(const std::filesystem::path& folder, std::uint64_t number,
                   const rules::Games& games, const std::stop_token& stop) {
  std::optional<Answer> found;
  store::each_record(folder, games, [&](const store::RecordEntry& entry) {
    end_if(stop);
    if (entry.number != number) return true;
    const match::MatchRecord record = store::record_of(entry);
    const std::string again =
        fmt::format("referee replay {} {}", text::shell_word(folder.string()), number);
    found = json_answer(scenes::match_data(record, {number, {}, again}, scenes::Detail::full));
    return false;
  });
  return found.value_or(Answer{404, "text/plain; charset=utf-8", "404: there is no such match\n"});
}

}  // namespace

TournamentSite::TournamentSite(const std::filesystem::path& folder, const page::Pages& pages)
    : folder_(folder),
      head_(pages.head(page::result_name(folder), "tournament")),
      events_(random_token().substr(0, 8)),
      follower_(folder, pages.games()) {
  head_["live"] = "tournament";
  head_["detail"] = "full";
  begin_again();
  look(std::chrono::steady_clock::now());
}

void TournamentSite::begin_again() {
  const store::Store& store = follower_.store();
  if (store.manifest().played_by == config::PlayedBy::compare &&
      evidence::has_rules(store.folder())) {
    rules_ = evidence::kept_rules(store);
    head_["kind"] = "comparison";
  }
  leaders_ = std::make_unique<report::Leaders>(store.manifest());
  played_ = {};
  finished_.clear();
  running_.clear();
  faults_.clear();
  standings_ = nullptr;
  outdated_ = true;
  next_ranking_ = {};
}

Json TournamentSite::games() const {
  Json games = Json::object();
  for (const config::Event& event : follower_.store().manifest().events) {
    const std::string name(event.game->name);
    if (!games.contains(name)) games[name] = scenes::game_data(*event.game);
  }
  return games;
}

Json TournamentSite::head() const {
  Json head = head_;
  head["games"] = games();
  head["standings"] = standings_;
  if (standings_.contains("comparison")) head["comparison"] = standings_["comparison"];
  return head;
}

page::ServedPage TournamentSite::page() const { return page::served_page(head()); }

Json TournamentSite::run() const {
  std::uint64_t total = follower_.total();
  if (rules_) {
    const config::Event& event = follower_.store().manifest().events.at(0);
    total = std::min(total, rules_->most_pairs * evidence::matches_of_pair(event, 0).size());
  }
  return Json{{"played", follower_.is_played()}, {"done", follower_.done()}, {"total", total}};
}

Json TournamentSite::state() const {
  Json running = Json::array();
  for (const auto& [number, match] : running_) {
    for (const Json& event : match.events()) running.push_back(event);
  }
  return Json{{"run", run()},
              {"games", games()},
              {"running", std::move(running)},
              {"faults", faults_},
              {"standings", standings_}};
}

void TournamentSite::look(Time now) {
  if (now < next_look_) return;
  next_look_ = now + looks_every;
  const store::Follower::News news = follower_.poll(now);
  if (news.anew) begin_again();
  for (const store::MatchSummary& match : news.finished) {
    leaders_->add(match);
    played_.add(match);
    finished_.push_back(match);
    outdated_ = true;
  }
  if (news.running) follow_running();
  for (const std::string& line : news.failed) {
    const match::MatchRecord record =
        store::record_of({0, line, folder_.string(), {}, &follower_.store().games()});
    for (const match::MatchFault& fault : record.faults)
      tell(Json::array({scenes::fault_event(record, fault)}));
  }
  const Json told = std::exchange(told_, Json::array());
  if (news.anew) {
    rank(now);
    events_.publish("state", state());
    return;
  }
  if (!told.empty()) events_.publish("events", told);
  if (news.played || !news.finished.empty()) events_.publish("run", run());
  rank(now);
}

void TournamentSite::follow_running() {
  const config::Manifest& manifest = follower_.store().manifest();
  std::erase_if(running_, [&](const auto& shown) {
    const auto& running = follower_.running();
    const bool there = std::any_of(running.begin(), running.end(),
                                   [&](const auto& match) { return match.match == shown.first; });
    if (!there) tell(Json::array({{{"event", "ended"}, {"match", shown.first}}}));
    return !there;
  });
  for (match::MatchRecord match : follower_.running()) {
    match.clock = manifest.clock;
    for (const config::Event& event : manifest.events) {
      if (event.game != match.game) continue;
      match.times = event.times;
      for (match::BotIdentity& bot : match.bots) bot.times = page::times_in(event, bot.name);
    }
    auto at = running_.find(*match.match);
    // A match whose bot was rebuilt meanwhile is played again from its beginning.
    if (at == running_.end() || match.plies.size() < at->second.plies()) {
      const std::string deal = match.game->deal(match.seed.value_or(0));
      at = running_.insert_or_assign(*match.match, LiveMatch(match, deal, false)).first;
      tell(at->second.events());
    }
    tell(at->second.follow(match));
  }
}

void TournamentSite::tell(const Json& events) {
  for (const Json& event : events) {
    if (event.at("event") == "fault") {
      const auto same = [&](const Json& other) {
        return event.at("match") == other.at("match") && event.at("seat") == other.at("seat");
      };
      if (std::any_of(faults_.begin(), faults_.end(), same)) continue;
      faults_.push_back(event);
      if (faults_.size() > most_faults) faults_.pop_front();
    }
    told_.push_back(event);
  }
}

// Not with every match: ranking takes time that matches could use.
void TournamentSite::rank(Time now) {
  if (!outdated_ || now < next_ranking_) return;
  outdated_ = false;
  const auto begin = std::chrono::steady_clock::now();
  const auto events = leaders_->ranked();
  standings_ = page::standings_data(follower_.store().id(), events, played_);
  if (rules_) {
    const store::Store& store = follower_.store();
    standings_["comparison"] =
        report::comparison_page(store.manifest(), evidence::comparison_so_far(store, *rules_));
  } else {
    standings_["headlines"] = report::headlines_json(events, played_);
  }
  events_.publish("standings", standings_);
  const auto cost = std::chrono::steady_clock::now() - begin;
  next_ranking_ = now + std::max<Time::duration>(ranks_at_most_every, ranking_share * cost);
}

std::optional<Answer> TournamentSite::rows_from(std::uint64_t first) const {
  std::string body;
  const std::uint64_t end = std::min<std::uint64_t>(finished_.size(), first + most_rows);
  for (std::uint64_t i = first; i < end; ++i)
    body += line_of(page::match_row(finished_[i], follower_.store().manifest()));
  return Answer{200, "application/x-ndjson", std::move(body)};
}

std::optional<Work> TournamentSite::work(std::string_view path, std::string_view query) {
  constexpr std::string_view one_match = "/match/";
  if (path.starts_with(one_match) && query.empty()) {
    const auto number = number_in(path.substr(one_match.size()));
    if (!number) return std::nullopt;
    return [folder = folder_, number = *number, &games = follower_.store().games()](
               const std::stop_token& stop) { return whole_match(folder, number, games, stop); };
  }
  // A picture is of a result that stays.
  if (path != "/" || rules_ || !has_results() || follower_.done() < follower_.total()) {
    return std::nullopt;
  }
  return [head = head(), folder = folder_, events = leaders_->ranked(), played = played_,
          &games = follower_.store().games()](const std::stop_token&) {
    const std::string card =
        page::tournament_card(page::result_name(folder), folder, events, played, games);
    return page_answer(page::served_page(head, card));
  };
}

std::optional<Answer> TournamentSite::get(std::string_view path, std::string_view query) {
  constexpr std::string_view from = "from=";
  if (path == "/matches" && query.starts_with(from)) {
    const auto first = number_in(query.substr(from.size()));
    if (first) return rows_from(*first);
  }
  return std::nullopt;
}

}  // namespace referee::server
