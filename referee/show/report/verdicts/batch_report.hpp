// Output of `referee compare --plan-only`, `shard` and `merge` for a comparison in parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/analysis/evidence/batches.hpp"
#include "referee/run/parts/shard.hpp"
#include "referee/run/store/store.hpp"
#include "referee/show/report/style.hpp"

namespace referee::report {

// The games that will be played, and how.
std::string batch_plan_text(const store::Store& store, const evidence::BatchPlan& plan);
std::string batch_plan_json(const store::Store& store, const evidence::BatchPlan& plan);

// The state of a comparison: its result, or what is to be played next. `parts`: those that lack a
// match, if somebody asked for them.
std::string standing_text(const store::Store& store, const evidence::Standing& standing,
                          const std::optional<std::vector<unsigned>>& parts,
                          const TextStyle& style);
// The JSON of the comparison (comparison_json) with the further member "batches". All but that
// depends only on the pairs up to the last one that counts.
std::string standing_json(const config::Manifest& manifest, const evidence::BatchPlan& plan,
                          const evidence::Standing& standing,
                          const std::optional<std::vector<unsigned>>& parts);

// One part of the batch, when it has been played: `played` of `matches`. There are none if the
// comparison has ended, or if the part was one of an earlier batch, `stage`.
std::string batch_part_text(const evidence::Standing& standing, const parts::Shard& part,
                            unsigned stage, std::uint64_t matches, std::uint64_t played);
std::string batch_part_json(const store::Store& store, const evidence::Standing& standing,
                            const parts::Shard& part, std::uint64_t matches, std::uint64_t played);

}  // namespace referee::report
