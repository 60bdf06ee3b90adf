// The outcomes of `referee replay`: what a bot did when its match was played again.
#pragma once

#include <string>
#include <vector>

#include "referee/analysis/replaying/replaying.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/show/report/style.hpp"

namespace referee::report {

// `all` has at least one replay of the task.
text::Json outcomes_json(const replaying::Task& task, const std::vector<replaying::Replayed>& all);

// The number of replays with each outcome, the fault of the first that has one, and if asked for
// what the bot wrote to its standard error then.
std::string outcomes_text(const replaying::Task& task, const std::vector<replaying::Replayed>& all,
                          bool with_stderr, const TextStyle& style);

}  // namespace referee::report
