// A tournament or a comparison in progress, followed in a browser: docs/internals/live-protocol.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/run/store/follower.hpp"
#include "referee/show/page/result_page.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/standings/leaders.hpp"
#include "referee/show/server/live_match.hpp"
#include "referee/show/server/site.hpp"

namespace referee::server {

class TournamentSite final : public Site {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Throws as store::open_store().
  TournamentSite(const std::filesystem::path& folder, const page::Pages& pages);

  // Where the page has the result.
  [[nodiscard]] std::string_view result_at() const { return rules_ ? "#/result" : "#/standings"; }
  // Whether a match is finished.
  [[nodiscard]] bool has_results() const { return !finished_.empty(); }
  [[nodiscard]] page::ServedPage page() const override;
  [[nodiscard]] EventLog& events() override { return events_; }
  [[nodiscard]] text::Json state() const override;
  // A match, which is looked for among all records; the page with a picture of its result.
  [[nodiscard]] std::optional<Work> work(std::string_view path, std::string_view query) override;
  [[nodiscard]] std::optional<Answer> get(std::string_view path, std::string_view query) override;
  void tick() override { look(std::chrono::steady_clock::now()); }

  // Reads the folder, and publishes what is new. Throws like store::Follower::poll().
  void look(Time now);

 private:
  void begin_again();
  void follow_running();
  // Adds events to those that are published at the end of a look; a fault only once, whether it was
  // seen in the running match or in its record.
  void tell(const text::Json& events);
  void rank(Time now);
  [[nodiscard]] text::Json games() const;
  [[nodiscard]] text::Json head() const;
  [[nodiscard]] text::Json run() const;
  [[nodiscard]] std::optional<Answer> rows_from(std::uint64_t first) const;

  std::filesystem::path folder_;
  text::Json head_;
  std::optional<evidence::ComparisonRules> rules_;  // of a comparison
  EventLog events_;
  store::Follower follower_;
  std::unique_ptr<report::Leaders> leaders_;
  tournament::GamesPlayed played_;
  std::vector<store::MatchSummary> finished_;  // in the order in which they were found
  std::map<std::uint64_t, LiveMatch> running_;
  text::Json told_ = text::Json::array();  // events to be published
  std::deque<text::Json> faults_;          // the last ones
  text::Json standings_;
  bool outdated_ = false;  // whether the standings are
  Time next_look_{};
  Time next_ranking_{};
};

}  // namespace referee::server
