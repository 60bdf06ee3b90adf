#include "referee/analysis/evidence/batches.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/question.hpp"
#include "referee/base/statistics/forecast.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/run/parts/merge.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/whole_file.hpp"

namespace referee::evidence {
namespace {

constexpr std::string_view plan_schema = "referee-batches";
constexpr std::int64_t newest_plan = 2;  // 1 had no far stop, and its points perhaps no limit
constexpr std::uint64_t least_batch = 10;

std::filesystem::path plan_file(const store::Store& store) {
  return store.folder() / "batches.json";
}

text::Json json_of(const BatchPlan& plan, const std::string& comparison) {
  text::Json json;
  json["schema"] = plan_schema;
  json["version"] = newest_plan;
  json["comparison"] = comparison;
  json["batch"] = plan.size;
  write_rules(json, plan.rules);
  return json;
}

// Of differences that nobody has seen. In per cent: of two games each, with common deals.
double usual_deviation(const ComparisonRules& rules, const config::Event& event) {
  const double one = rules.by == Yardstick::wins ? 35 : 10 * event.game->point_scale.gain;
  return one / std::sqrt(static_cast<double>(std::max<std::size_t>(1, opponents_of(event))));
}

// The test's pairs on the average if H1 holds exactly.
double expected_pairs(const ComparisonRules& rules, const config::Event& event) {
  if (!rules.by_differences()) {
    const double deviation = std::sqrt((1 - 0.1) / 8);  // of equal bots, a tenth of draws
    return statistics::forecast(rules.win_question(), {rules.elo.elo1, deviation, rules.most_pairs})
        .mean_pairs;
  }
  constexpr std::uint64_t runs = 100;
  return statistics::forecast(
             rules.points, rules.risks,
             {rules.points.delta1, usual_deviation(rules, event), rules.most_pairs}, runs)
      .mean_pairs;
}

// Takes pairs in their order, as far as they are complete.
class Walk {
 public:
  using Read = std::function<store::ReadingReport(const store::Store::Visit&)>;

  Walk(const store::Store& store, const BatchPlan& plan, const Read& read)
      : event_(store.manifest().events.at(0)), standing_(plan.rules) {
    standing_.reading = read([this](const store::MatchSummary& match, std::string_view) {
      results_.emplace(match.match, match);
    });
    parts::require_intact(standing_.reading);
  }

  Standing finish(std::uint64_t size) {
    while (!standing_.ended() && add_pair(standing_.comparison, event_, results_)) {
    }
    if (standing_.ended()) {
      count_beyond();
    } else {
      find_batch(size);
    }
    return std::move(standing_);
  }

 private:
  [[nodiscard]] bool is_complete(std::uint64_t pair) const {
    const auto matches = matches_of_pair(event_, pair);
    return std::all_of(matches.begin(), matches.end(),
                       [this](std::uint64_t match) { return results_.contains(match); });
  }

  void count_beyond() {
    for (const auto& [number, match] : results_) {
      const std::uint64_t pair = pair_of_match(event_, number);
      if (pair < standing_.comparison.played() || number != matches_of_pair(event_, pair)[0]) {
        continue;
      }
      if (is_complete(pair)) ++standing_.beyond;
    }
  }

  void find_batch(std::uint64_t size) {
    const std::uint64_t number = standing_.comparison.played() / size;
    const std::uint64_t begin = number * size;
    standing_.batch = {begin, std::min(begin + size, standing_.comparison.rules().most_pairs)};
    standing_.stage.number = static_cast<unsigned>(number) + 1;
    standing_.stage.together = static_cast<unsigned>(matches_of_pair(event_, 0).size());
    std::vector<parts::MatchRange>& all = standing_.stage.events.emplace_back();
    for (std::uint64_t pair = begin; pair < standing_.batch.end; ++pair) {
      for (const std::uint64_t match : matches_of_pair(event_, pair)) {
        parts::append(all, match);
        const auto found = results_.find(match);
        if (found == results_.end()) {
          parts::append(standing_.lacking, match);
        } else if (found->second.seats[0].fault || found->second.seats[1].fault) {
          parts::append(standing_.failed, match);
        }
      }
    }
  }

  const config::Event& event_;
  Standing standing_;
  std::unordered_map<std::uint64_t, store::MatchSummary> results_;
};

}  // namespace

std::uint64_t usual_batch(const ComparisonRules& rules, const config::Event& event) {
  const double quarter = std::ceil(expected_pairs(rules, event) / 4);
  const auto pairs = std::max(least_batch, static_cast<std::uint64_t>(quarter));
  return std::min(pairs, rules.most_pairs);
}

void keep_plan(const store::Store& store, const BatchPlan& plan) {
  if (const auto first = other_question(store.folder(), plan.rules)) {
    throw text::InputError(
        fmt::format("the games of {} are played for another question: {}; ask that one, or give "
                    "another folder",
                    store.folder().string(), *first));
  }
  store::WholeFile out(plan_file(store));
  out.write(json_of(plan, store.id()).dump(2) + '\n');
  out.finish();
}

BatchPlan kept_plan(const store::Store& store) {
  const std::filesystem::path file = plan_file(store);
  if (!std::filesystem::exists(file)) {
    throw text::InputError(
        fmt::format("{0} has a comparison that is not planned to be played in parts; to go on with "
                    "it in parts, give its referee compare with --plan-only --out {0}",
                    store.folder().string()));
  }
  const text::Json parsed = text::parse_json(store::read_shared(file), file.string());
  const text::JsonReader json(parsed, file.string() + ":");
  json.only({"schema", "version", "comparison", "batch", "most_pairs", "alpha", "beta", "by",
             "model", "elo0", "elo1", "far_stop", "points0", "points1", "limit"});
  if (json.at("schema").text() != plan_schema) json.fail("is not a plan of batches");
  static_cast<void>(json.at("version").integer(1, newest_plan));
  if (const auto comparison = json.at("comparison"); comparison.text() != store.id()) {
    comparison.fail(
        fmt::format("this plan is that of the comparison {}, and the folder has {}; "
                    "remove the file and plan again",
                    comparison.text(), store.id()));
  }
  BatchPlan plan;
  plan.size = static_cast<std::uint64_t>(
      json.at("batch").integer(1, static_cast<std::int64_t>(most_compared_pairs)));
  plan.rules = read_rules(json, store.manifest().events.at(0));
  return plan;
}

Standing standing(const store::Store& store, const BatchPlan& plan) {
  const auto read = [&](const store::Store::Visit& visit) { return store.read(visit); };
  return Walk(store, plan, read).finish(plan.size);
}

Standing merge_batches(const store::Store& store, const BatchPlan& plan) {
  store::Seal seal;
  store::RecordsHash hash(0);
  const auto read = [&](const store::Store::Visit& visit) {
    return parts::read_to_seal(store, visit, hash, seal);
  };
  Standing standing = Walk(store, plan, read).finish(plan.size);
  const std::uint64_t closed = store.stage_seal() ? store.stage_seal()->records : 0;
  const bool complete =
      standing.ended() || parts::size_of(standing.lacking) == standing.stage.matches();
  if (complete && seal.records > closed) {
    const std::string why = parts::close_stage(store, store.closed_stages() + 1, seal);
    if (!why.empty()) standing.reading.notes.push_back(why);
  }
  return standing;
}

}  // namespace referee::evidence
