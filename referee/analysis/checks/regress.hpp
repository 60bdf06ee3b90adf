// A regression config: a bot and the checks that it has to pass. docs/regress.schema.json describes
// the format, docs/ci/README.md explains it.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/checks/regress_check.hpp"
#include "referee/run/config/config.hpp"

namespace referee::checks {

// The kinds of checks, as in configs, in the order of the guide.
struct CheckKind {
  std::string_view name;
  CheckReader read;
};
std::span<const CheckKind> check_kinds() noexcept;

struct Regress {
  config::BotEntry bot;
  config::Manifest base;  // seed, clock, isolation and folder of all checks; no events
  std::vector<std::unique_ptr<Check>> checks;
};

// Reads a config and everything that its checks need: hashes programs and reads records, relative
// to the config's folder. `overrides` come from the command line; their rounds are ignored.
// Throws JsonError for errors in the text or in a record that it names, StoreError, and
// std::system_error if the file cannot be read.
Regress read_regress(const std::filesystem::path& file, const config::Overrides& overrides);
Regress parse_regress(std::string_view text, const std::string& source,
                      const std::filesystem::path& folder, const config::Overrides& overrides);

}  // namespace referee::checks
