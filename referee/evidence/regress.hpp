// A regression config: a bot and the checks that it has to pass. docs/regress.schema.json
// describes it, docs/ci/README.md explains it.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/evidence/regress_check.hpp"

namespace referee::evidence {

// The kinds of checks, as in configs, in the order of the guide.
struct CheckKind {
  std::string_view name;
  CheckReader read;
};
std::span<const CheckKind> check_kinds() noexcept;

struct Regress {
  store::BotEntry bot;
  store::Manifest base;  // seed, clock, isolation and folder of all checks; no events
  std::vector<std::unique_ptr<Check>> checks;
};

// Reads a config with everything that its checks need: programs are hashed and records
// read, relative to the config's folder. `overrides` are those of the command line; rounds
// mean nothing here. Throws JsonError for what is wrong in the text or in a record that it
// names, StoreError, std::system_error if the file cannot be read.
Regress read_regress(const std::filesystem::path& file, const store::Overrides& overrides);
Regress parse_regress(std::string_view text, const std::string& source,
                      const std::filesystem::path& folder, const store::Overrides& overrides);

}  // namespace referee::evidence
