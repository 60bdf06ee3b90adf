#include "referee/show/report/verdicts/batch_report.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/merge_report.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"

namespace referee::report {
namespace {

std::uint64_t matches_in(const config::Manifest& manifest, const evidence::PairRange& pairs) {
  return pairs.size() * evidence::matches_of_pair(manifest.events.at(0), 0).size();
}

// "batch 3, pairs 401 to 600"
std::string batch_name(const evidence::Standing& standing) {
  return fmt::format("batch {}, pairs {} to {}", standing.stage.number, standing.batch.begin + 1,
                     standing.batch.end);
}

std::string how_to_play(const store::Store& store) {
  return fmt::format(
      "  referee shard {0} K/N    for K = 1 to N, on any machines that see the folder\n"
      "  referee merge {0}        when they are done\n",
      text::shell_word(store.folder().string()));
}

}  // namespace

std::string batch_plan_text(const store::Store& store, const evidence::BatchPlan& plan) {
  const std::uint64_t matches = matches_in(store.manifest(), {0, plan.size});
  return fmt::format(
      "comparison {} planned in {}: {}, at most {}, in batches of {} ({} matches)\n"
      "Play a batch, look, and so on until merge tells the result:\n{}",
      store.id(), store.folder().string(), evidence::question_text(plan.rules),
      text::plural(plan.rules.most_pairs, "pair"), text::plural(plan.size, "pair"), matches,
      how_to_play(store));
}

std::string batch_plan_json(const store::Store& store, const evidence::BatchPlan& plan) {
  return json_text({{"comparison", store.id()},
                    {"folder", store.folder().string()},
                    {"question", evidence::question_text(plan.rules)},
                    {"most_pairs", plan.rules.most_pairs},
                    {"batch", plan.size},
                    {"matches", matches_in(store.manifest(), {0, plan.size})}});
}

std::string standing_text(const store::Store& store, const evidence::Standing& standing,
                          const std::optional<std::vector<unsigned>>& parts,
                          const TextStyle& style) {
  if (standing.ended()) {
    std::string text = comparison_text(store.manifest(), standing.comparison, style);
    if (standing.beyond > 0) {
      text += fmt::format("The test stopped at pair {}; {} beyond it and {} not count.\n",
                          standing.comparison.played(),
                          text::plural(standing.beyond, "pair was played", "pairs were played"),
                          standing.beyond == 1 ? "does" : "do");
    }
    return text;
  }
  const std::uint64_t matches = matches_in(store.manifest(), standing.batch);
  std::string text =
      fmt::format("undecided after {}\n", text::plural(standing.comparison.played(), "pair"));
  const std::uint64_t lacking = parts::size_of(standing.lacking);
  if (lacking == matches) {
    return text +
           fmt::format("next: {}, {}\n", batch_name(standing),
                       text::plural(matches, "match", "matches")) +
           how_to_play(store);
  }
  text += fmt::format("{}: {} of {}; missing: {}\n", batch_name(standing), matches - lacking,
                      text::plural(matches, "match", "matches"), match_list(standing.lacking));
  if (parts) text += fmt::format("parts to play: {}\n", part_list(*parts));
  return text;
}

std::string standing_json(const config::Manifest& manifest, const evidence::BatchPlan& plan,
                          const evidence::Standing& standing,
                          const std::optional<std::vector<unsigned>>& parts) {
  text::Json json = comparison_json(manifest, standing.comparison);
  if (!standing.ended()) json["reason"] = "unfinished";
  text::Json& batches = json["batches"];
  batches["comparison"] = manifest.id();
  batches["size"] = plan.size;
  batches["ended"] = standing.ended();
  batches["beyond"] = standing.beyond;
  batches["records"] = standing.reading.records;
  batches["duplicates"] = standing.reading.duplicates;
  if (standing.ended()) return json_text(json);
  batches["number"] = standing.stage.number;
  batches["pairs"] = {standing.batch.begin, standing.batch.end - 1};
  batches["matches"] = matches_in(manifest, standing.batch);
  batches["missing"] = ranges_json(standing.lacking);
  if (parts) batches["missing_parts"] = *parts;
  return json_text(json);
}

std::string batch_part_text(const evidence::Standing& standing, const parts::Shard& part,
                            unsigned stage, std::uint64_t matches, std::uint64_t played) {
  if (standing.ended()) {
    return fmt::format("part {} of {}: nothing to play, the comparison has ended after {}\n",
                       part.number, part.count, text::plural(standing.comparison.played(), "pair"));
  }
  if (stage < standing.stage.number) {
    return fmt::format("part {} of {}: nothing to play, batch {} is complete\n", part.number,
                       part.count, stage);
  }
  return fmt::format("{}, part {} of {}: {} of {} played\n", batch_name(standing), part.number,
                     part.count, played, text::plural(matches, "match", "matches"));
}

std::string batch_part_json(const store::Store& store, const evidence::Standing& standing,
                            const parts::Shard& part, std::uint64_t matches, std::uint64_t played) {
  text::Json json;
  json["comparison"] = store.id();
  json["ended"] = standing.ended();
  if (!standing.ended()) json["batch"] = standing.stage.number;
  json["part"] = part.number;
  json["parts"] = part.count;
  json["matches"] = matches;
  json["played"] = played;
  return json_text(json);
}

}  // namespace referee::report
