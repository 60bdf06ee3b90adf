#include "referee/analysis/evidence/question.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/run/store/whole_file.hpp"

namespace referee::evidence {
namespace {

constexpr std::string_view schema = "referee-question";

std::string read_question(const std::filesystem::path& file) {
  const auto json = text::Json::parse(text::read_text(file), nullptr, false);
  const auto is = [&](const char* key) { return json.contains(key) && json[key].is_string(); };
  if (!json.is_object() || !is("schema") || json["schema"] != schema || !is("question")) {
    throw text::InputError(fmt::format(
        "{}: this file does not say which question a comparison asked; remove it if you do not "
        "need to know",
        file.string()));
  }
  return json["question"];
}

void write_question(const std::filesystem::path& file, const std::string& question) {
  const text::Json json{{"schema", schema}, {"version", 1}, {"question", question}};
  store::WholeFile out(file);
  out.write(json.dump(2) + '\n');
  out.finish_new();
}

}  // namespace

std::string hypotheses_text(const ComparisonRules& rules) {
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
  const bool far = !rules.by_differences() && rules.far_stop;
  return fmt::format("{}, alpha {}, beta {}{}", hypotheses_text(rules), rules.risks.alpha,
                     rules.risks.beta, far ? ", with the far stop" : "");
}

std::optional<std::string> other_question(const std::filesystem::path& folder,
                                          const ComparisonRules& rules) {
  const std::filesystem::path file = folder / "question.json";
  const std::string question = question_text(rules);
  if (!std::filesystem::exists(file)) {
    write_question(file, question);
    return std::nullopt;
  }
  const std::string first = read_question(file);
  return first == question ? std::nullopt : std::optional(first);
}

}  // namespace referee::evidence
