// The files of this folder's skeletons/ and of rules/judges/, and the workflow of docs/ci/, as they
// were at build time.
#pragma once

#include <span>
#include <string_view>

namespace referee::starter {

// A bot without its game, in one language. It has these marks: @PART@ (where the game's part goes,
// see rules::BotPart), @GAME@, @TITLE@, @CONTEST@ and @FILE@ (its own name).
struct Skeleton {
  std::string_view ending;  // "cpp"
  std::string_view text;
};
std::span<const Skeleton> skeletons() noexcept;

// A file of rules/judges/.
struct JudgePart {
  std::string_view language;  // "python"
  std::string_view path;      // in the folder of its game, or of the library: "bots/first.cpp"
  std::string_view text;
};
std::span<const JudgePart> judge_parts() noexcept;

// docs/ci/github.yml
std::string_view workflow() noexcept;

}  // namespace referee::starter
