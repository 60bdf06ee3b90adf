#include "referee/cli/parts.hpp"

#include <string>

#include "referee/cli/exit_code.hpp"
#include "referee/store/changed_bots.hpp"
#include "referee/store/shard.hpp"

namespace referee::cli {

void require_parts(const store::Manifest& manifest) {
  const std::string why = store::why_undividable(manifest);
  if (!why.empty()) throw UsageError(why);
}

void require_same_bots(const store::Store& store) {
  const auto changed = store::changed_bots(store.manifest());
  if (changed.empty()) return;
  throw store::ForeignStore(store::describe(store.manifest(), changed.front()) +
                            "; all parts need the same program");
}

}  // namespace referee::cli
