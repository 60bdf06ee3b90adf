#include "referee/analysis/evidence/question.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::evidence {
namespace {

constexpr std::string_view schema = "referee-question";

std::filesystem::path file_in(const std::filesystem::path& folder) {
  return folder / "question.json";
}

text::Json read_question(const std::filesystem::path& file) {
  auto json = text::Json::parse(text::read_text(file), nullptr, false);
  const auto is = [&](const char* key) { return json.contains(key) && json[key].is_string(); };
  if (!json.is_object() || !is("schema") || json["schema"] != schema || !is("question")) {
    throw text::InputError(fmt::format(
        "{}: this file does not say which question a comparison asked; remove it if you do not "
        "need to know",
        file.string()));
  }
  return json;
}

// Parts of one comparison write the same.
void write_question(const std::filesystem::path& file, const ComparisonRules& rules) {
  text::Json json{{"schema", schema}, {"version", 1}, {"question", question_text(rules)}};
  write_rules(json["rules"], rules);
  store::WholeFile out(file);
  out.write(text::dump(json, 2) + '\n');
  out.finish();
}

template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> text, Args&&... args) {
  throw std::invalid_argument(fmt::format(text, std::forward<Args>(args)...));
}

bool is_per_cent(const rules::GameInfo& game) {
  return game.scores == rules::Scores::relative || game.seats() > rules::usual_seats;
}

bool given(const Asked::Bounds& bounds) { return bounds.first || bounds.second; }

Yardstick yardstick(const Asked& asked, const rules::GameInfo* game, const AskedNames& names) {
  const bool cooperative = game != nullptr && game->cooperative;
  const bool elo = given(asked.elo) || asked.model;
  const bool points = given(asked.points) || asked.limit;
  const bool points_count = game != nullptr && (game->cooperative || scale_of(*game).usual);
  const Yardstick usual = points || (points_count && !elo && !asked.until && !given(asked.score))
                              ? Yardstick::points
                              : Yardstick::wins;
  const Yardstick by = asked.by.value_or(usual);
  if (by == Yardstick::points) {
    if (elo || given(asked.score)) {
      refuse("{} and {} are about wins; a question about points has {}",
             asked.field ? names.score : names.elo, names.model, names.points);
    }
    return by;
  }
  if (game != nullptr && game->seats() != rules::usual_seats) {
    refuse("{} has {}: only points can compare bots, by {}", game->title,
           text::plural(game->seats(), "seat"), names.points);
  }
  if (cooperative) {
    refuse("{} is cooperative and has no winner: only points can compare bots, by {}", game->title,
           names.points);
  }
  if (points) {
    refuse("{} and {} are about points; a question about wins has {}", names.points, names.limit,
           asked.field ? names.score : names.elo);
  }
  if (asked.field && elo) {
    refuse(
        "{} and {} are about two bots; against a field a question about wins has {}, in per cent "
        "of the games",
        names.elo, names.model, names.score);
  }
  if (!asked.field && given(asked.score)) refuse("{} needs a field of opponents", names.score);
  return by;
}

// H0 and H1, the absent ones at their usual places, which are `apart`; both within the limit.
std::pair<double, double> bounds_of(const Asked& asked, const Asked::Bounds& bounds, double apart,
                                    double limit, std::string_view name) {
  double h0 = bounds.first.value_or(0);
  double h1 = bounds.second.value_or(h0 + apart);
  if (asked.not_weaker) {
    h1 = bounds.second.value_or(0);
    h0 = bounds.first.value_or(h1 - apart);
  }
  if (!(-limit < h0 && h0 < h1 && h1 < limit)) {
    refuse("{}: the first ({}) must be below the second ({}), and both between {} and {}", name, h0,
           h1, -limit, limit);
  }
  return {h0, h1};
}

statistics::Model model_in(const text::JsonReader& reader) {
  if (reader.text() == "normalized") return statistics::Model::normalized;
  if (reader.text() == "logistic") return statistics::Model::logistic;
  reader.fail("expected \"normalized\" or \"logistic\"");
}

ComparisonRules rules_in(const text::JsonReader& json, const config::Event& event) {
  ComparisonRules rules;
  rules.most_pairs = static_cast<std::uint64_t>(
      json.at("most_pairs").integer(1, static_cast<std::int64_t>(most_compared_pairs)));
  rules.risks = {json.at("alpha").number(), json.at("beta").number()};
  rules.field = is_field(event);
  const auto by = json.at("by");
  if (const auto until = json.find("until")) rules.until = until->number();
  if (by.text() == "wins" && !rules.field) {
    rules.elo = {json.at("elo0").number(), json.at("elo1").number()};
    rules.model = model_in(json.at("model"));
    const auto far_stop = json.find("far_stop");
    rules.far_stop = far_stop && far_stop->boolean();
    return rules;
  }
  if (by.text() != "points" && by.text() != "wins") by.fail("expected \"wins\" or \"points\"");
  if (by.text() == "points") rules.by = Yardstick::points;
  rules.per_cent = is_per_cent(*event.game);
  const auto limit = json.find("limit");
  const double highest = limit ? limit->number() : scale_of(*event.game).limit;
  rules.points = {json.at("points0").number(), json.at("points1").number(), -highest, highest};
  return rules;
}

}  // namespace

ComparisonRules rules_of(const Asked& asked, const rules::GameInfo* game, const AskedNames& names) {
  ComparisonRules rules;
  rules.by = yardstick(asked, game, names);
  rules.per_cent = game != nullptr && is_per_cent(*game);
  rules.field = asked.field;
  rules.most_pairs = asked.most_pairs;
  rules.risks = asked.risks;
  const auto [alpha, beta] = rules.risks;
  if (!(alpha > 0 && beta > 0 && alpha + beta < 1)) {
    refuse("{} and {} must be above 0 and their sum below 1", names.alpha, names.beta);
  }
  if (asked.until && (rules.field || rules.by == Yardstick::points)) {
    refuse("{} measures Elo, of two bots that play each other and by wins", names.until);
  }
  if (rules.by == Yardstick::points) {
    if (game == nullptr)
      refuse("a question about points needs a game, for the limits of its points");
    const rules::PointScale scale = scale_of(*game);
    if (asked.limit && scale.exact) {
      refuse("{} is for games without limits of their own; in {} the rules set it to {}",
             names.limit, game->title, scale.limit);
    }
    const double limit = asked.limit.value_or(scale.limit);
    constexpr double most = 1e9;
    if (!(limit > 0 && limit <= most))
      refuse("{} must be above 0 and at most {:.0f}", names.limit, most);
    const double usual_gain = asked.not_weaker ? 2 * scale.gain : scale.gain;
    const auto [h0, h1] = bounds_of(asked, asked.points, usual_gain, limit, names.points);
    rules.points = {h0, h1, -limit, limit};
  } else if (rules.field) {
    constexpr double whole = 100;  // per cent
    constexpr double usual_gain = 3;
    const auto [h0, h1] = bounds_of(asked, asked.score, usual_gain, whole, names.score);
    rules.points = {h0, h1, -whole, whole};
  } else {
    constexpr double farthest = 4000;
    const double usual_gain = asked.not_weaker ? 20 : 10;
    const auto [h0, h1] = bounds_of(asked, asked.elo, usual_gain, farthest, names.elo);
    rules.elo = {h0, h1};
    rules.model = asked.model.value_or(statistics::Model::normalized);
    rules.until = asked.until;
    if (asked.until && asked.model) {
      refuse("{} measures Elo, and {} belongs to a question; give one of them", names.until,
             names.model);
    }
    if (asked.until && !(*asked.until >= 0.1 && *asked.until <= 400)) {
      refuse("{} takes from 0.1 to 400 Elo", names.until);
    }
    if (rules.model == statistics::Model::bayesian) {
      refuse("{}: bayesian is for single games, not for pairs", names.model);
    }
  }
  return rules;
}

void write_rules(text::Json& json, const ComparisonRules& rules) {
  json["most_pairs"] = rules.most_pairs;
  json["alpha"] = rules.risks.alpha;
  json["beta"] = rules.risks.beta;
  if (!rules.by_differences()) {
    json["by"] = "wins";
    if (rules.until) json["until"] = *rules.until;
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
  ComparisonRules rules = rules_in(json, event);
  try {
    static_cast<void>(Comparison(rules));
  } catch (const std::invalid_argument& error) {
    json.fail(error.what());
  }
  return rules;
}

std::string hypotheses_text(const ComparisonRules& rules) {
  if (rules.until) return fmt::format("by wins, Elo to plus or minus {}", *rules.until);
  if (rules.field && rules.by == Yardstick::wins) {
    return fmt::format("against a field by wins, {} % against {} % of the games",
                       rules.points.delta0, rules.points.delta1);
  }
  if (rules.by == Yardstick::points) {
    return fmt::format("{}by points, {} against {}, limit {}",
                       rules.field ? "against a field " : "", rules.points.delta0,
                       rules.points.delta1, rules.points.highest);
  }
  return fmt::format("by wins, {} {} against {}",
                     rules.model == statistics::Model::normalized ? "normalised Elo" : "Elo",
                     rules.elo.elo0, rules.elo.elo1);
}

std::string question_text(const ComparisonRules& rules) {
  if (rules.until) return hypotheses_text(rules);
  const bool far = !rules.by_differences() && rules.far_stop;
  return fmt::format("{}, alpha {}, beta {}{}", hypotheses_text(rules), rules.risks.alpha,
                     rules.risks.beta, far ? ", with the far stop" : "");
}

std::optional<std::string> other_question(const std::filesystem::path& folder,
                                          const ComparisonRules& rules) {
  const std::filesystem::path file = file_in(folder);
  if (!std::filesystem::exists(file)) {
    write_question(file, rules);
    return std::nullopt;
  }
  const text::Json there = read_question(file);
  const std::string first = there["question"];
  if (first != question_text(rules)) return first;
  const auto limit = there.find("rules");
  // What is not a number there is left, and told by whoever reads the rules.
  const bool has_limit =
      limit != there.end() && limit->contains("most_pairs") && limit->at("most_pairs").is_number();
  if (has_limit && limit->at("most_pairs") != rules.most_pairs) {
    write_question(file, rules);
  }
  return std::nullopt;
}

bool has_rules(const std::filesystem::path& folder) {
  const std::filesystem::path file = file_in(folder);
  return std::filesystem::exists(file) && read_question(file).contains("rules");
}

ComparisonRules kept_rules(const store::Store& store) {
  const std::filesystem::path file = file_in(store.folder());
  if (!has_rules(store.folder())) {
    throw text::InputError(
        fmt::format("{} does not say by which rules its games are compared; give its referee "
                    "compare command again with --out {}",
                    store.folder().string(), text::shell_word(store.folder().string())));
  }
  const text::Json json = read_question(file);
  return read_rules(text::JsonReader(json["rules"], file.string() + ": rules:"),
                    store.manifest().events.at(0));
}

}  // namespace referee::evidence
