#include "referee/cli/parts.hpp"

#include <string>

#include "referee/cli/exit_code.hpp"
#include "referee/run/config/changed_bots.hpp"
#include "referee/run/parts/shard.hpp"

namespace referee::cli {

void require_parts(const config::Manifest& manifest) {
  const std::string why = parts::why_undividable(manifest);
  if (!why.empty()) throw UsageError(why);
}

void require_same_bots(const store::Store& store) {
  const auto changed = config::changed_bots(store.manifest());
  if (changed.empty()) return;
  throw store::ForeignStore(config::describe(store.manifest(), changed.front()) +
                            "; all parts need the same program");
}

}  // namespace referee::cli
