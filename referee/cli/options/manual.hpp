// The manual pages: referee.1 and one for each verb.
#pragma once

#include <string>
#include <vector>

#include "referee/cli/options/command_facts.hpp"

namespace referee::cli {

struct ManualPage {
  std::string name;  // "referee-match.1"
  std::string text;  // for man
};

// `version` is in the pages' footers. The same facts always give the same pages.
std::vector<ManualPage> manual_pages(const ProgramFacts& program, const std::string& version);

}  // namespace referee::cli
