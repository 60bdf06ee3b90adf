// What a new game begins with: a judge that plays, its rules, two bots and a config.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/starter/starter.hpp"

namespace referee::starter {

// A file of rules/judges/, as it was at build time.
struct JudgePart {
  std::string_view language;  // "python"
  std::string_view path;      // in the folder of its game, or of the library: "bots/first.cpp"
  std::string_view text;
};
std::span<const JudgePart> judge_parts() noexcept;

// The languages in which there is a judge, by their usual names: "python".
std::vector<std::string_view> judge_languages();

// Those of a small complete game, which is called `name` in records: it has a dot, see judge.md.
// game.json first, then the judge. `language` is one of judge_languages(). `schemas`: as for
// starter_files().
std::vector<StarterFile> judge_files(std::string_view language, const std::string& name,
                                     const std::string& schemas = {});

}  // namespace referee::starter
