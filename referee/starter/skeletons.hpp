// The files of this folder's skeletons/, and the workflow of docs/ci/, as they were at build time.
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

// docs/ci/github.yml
std::string_view workflow() noexcept;

}  // namespace referee::starter
