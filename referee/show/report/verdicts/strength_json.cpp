#include <array>

#include <nlohmann/json.hpp>

#include "referee/show/report/verdicts/strength.hpp"

namespace referee::report {
namespace {

using statistics::Estimate;

void add_common(text::Json& json, const statistics::Strength& strength, std::string_view unit) {
  add_estimate(json, "elo", strength.elo);
  add_estimate(json, "nelo", strength.normalized_elo);
  const auto& plain = strength.plain;
  json["elo_plain_error"] = value_if(plain.has_value(), plain ? plain->elo : 0);
  json["nelo_plain_error"] = value_if(plain.has_value(), plain ? plain->normalized_elo : 0);
  json["los"] = strength.superiority;
  json["score"] = strength.score;
  json["count"] = strength.count;
  json["unit"] = unit;
}

}  // namespace

void add_estimate(text::Json& json, const std::string& name, const Estimate& estimate) {
  const bool known = estimate.reach != statistics::Reach::nothing;
  json[name] = value_if(known, estimate.value);
  json[name + "_error"] = value_if(known, estimate.error);
  json[name + "_low"] = or_null(estimate.low);
  json[name + "_high"] = or_null(estimate.high);
  json[name + "_reach"] = statistics::name(estimate.reach);
  json[name + "_conservative"] = estimate.conservative;
}

void add_strength(text::Json& json, const statistics::PairCounts& pairs) {
  add_common(json, statistics::strength(pairs), "pairs");
  json["counts"] = {{"ll", pairs.ll},
                    {"ld", pairs.ld},
                    {"even", pairs.even},
                    {"wl", pairs.dd ? text::Json(*pairs.wl()) : text::Json(nullptr)},
                    {"dd", pairs.dd ? text::Json(*pairs.dd) : text::Json(nullptr)},
                    {"wd", pairs.wd},
                    {"ww", pairs.ww}};
  const auto ratios = statistics::ratios(pairs);
  json["pairs_ratio"] = or_null(ratios.pairs);
  json["draw_ratio"] = or_null(ratios.draws);
  json["wl_dd_ratio"] = or_null(ratios.wl_dd);
}

void add_strength(text::Json& json, const statistics::GameCounts& games) {
  add_common(json, statistics::strength(games), "games");
  json["counts"] =
      text::Json{{"wins", games.wins}, {"losses", games.losses}, {"draws", games.draws}};
  json["draw_ratio"] = or_null(statistics::draw_ratio(games));
}

void add_sprt(text::Json& json, const statistics::SprtState& state, const SprtQuestion& question) {
  json["llr"] = state.llr;
  json["lower"] = state.bounds.lower;
  json["upper"] = state.bounds.upper;
  json["decision"] = statistics::name(state.decision);
  json["model"] = name(question.model);
  json["elo0"] = question.hypotheses.elo0;
  json["elo1"] = question.hypotheses.elo1;
  json["alpha"] = question.risks.alpha;
  json["beta"] = question.risks.beta;
}

}  // namespace referee::report
