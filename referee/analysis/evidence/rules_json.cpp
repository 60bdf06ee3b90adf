#include "referee/analysis/evidence/rules_json.hpp"

#include <stdexcept>

#include <nlohmann/json.hpp>

namespace referee::evidence {
namespace {

statistics::Model model_of(const text::JsonReader& reader) {
  if (reader.text() == "normalized") return statistics::Model::normalized;
  if (reader.text() == "logistic") return statistics::Model::logistic;
  reader.fail("expected \"normalized\" or \"logistic\"");
}

ComparisonRules rules_of(const text::JsonReader& json, const config::Event& event) {
  ComparisonRules rules;
  rules.most_pairs = static_cast<std::uint64_t>(
      json.at("most_pairs").integer(1, static_cast<std::int64_t>(most_compared_pairs)));
  rules.risks = {json.at("alpha").number(), json.at("beta").number()};
  rules.field = is_field(event);
  const auto by = json.at("by");
  if (by.text() == "wins" && !rules.field) {
    rules.elo = {json.at("elo0").number(), json.at("elo1").number()};
    rules.model = model_of(json.at("model"));
    const auto far_stop = json.find("far_stop");
    rules.far_stop = far_stop && far_stop->boolean();
    return rules;
  }
  if (by.text() != "points" && by.text() != "wins") by.fail("expected \"wins\" or \"points\"");
  if (by.text() == "points") rules.by = Yardstick::points;
  const auto limit = json.find("limit");
  const double highest = limit ? limit->number() : event.game->point_scale.limit;
  rules.points = {json.at("points0").number(), json.at("points1").number(), -highest, highest};
  return rules;
}

}  // namespace

void write_rules(text::Json& json, const ComparisonRules& rules) {
  json["most_pairs"] = rules.most_pairs;
  json["alpha"] = rules.risks.alpha;
  json["beta"] = rules.risks.beta;
  if (!rules.by_differences()) {
    json["by"] = "wins";
    json["model"] = rules.model == statistics::Model::logistic ? "logistic" : "normalized";
    json["elo0"] = rules.elo.elo0;
    json["elo1"] = rules.elo.elo1;
    json["far_stop"] = rules.far_stop;
  } else {
    json["by"] = rules.by == Yardstick::wins ? "wins" : "points";
    json["points0"] = rules.points.delta0;
    json["points1"] = rules.points.delta1;
    json["limit"] = rules.points.highest;
  }
}

ComparisonRules read_rules(const text::JsonReader& json, const config::Event& event) {
  ComparisonRules rules = rules_of(json, event);
  try {
    static_cast<void>(Comparison(rules));
  } catch (const std::invalid_argument& error) {
    json.fail(error.what());
  }
  return rules;
}

}  // namespace referee::evidence
