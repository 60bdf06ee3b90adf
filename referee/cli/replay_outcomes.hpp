// The outcomes of `referee replay`: what a bot did when its match was played again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/cli/replaying.hpp"

namespace referee::cli {

// One replay and where it left the record.
struct Replayed {
  bool is_free = false;  // both bots ran
  match::MatchRecord record;
  std::optional<Deviation> deviation;
};

// `all` has at least one replay of the bot in that seat of `recorded`.
text::Json outcomes_json(const match::MatchRecord& recorded, match::Seat seat,
                         const std::vector<Replayed>& all);

// The number of replays with each outcome, the fault of the first that has one, and if asked for
// what the bot wrote to its standard error then.
std::string outcomes_text(const match::MatchRecord& recorded, match::Seat seat,
                          const std::vector<Replayed>& all, bool with_stderr);

}  // namespace referee::cli
