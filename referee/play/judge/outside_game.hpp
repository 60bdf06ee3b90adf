// A game that a folder describes: its judge, and what the rest of the program knows of it.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/judge/game_file.hpp"
#include "referee/play/judge/judge_pool.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "rules/game_info.hpp"
#include "rules/scene.hpp"

namespace referee::judge {

// Must not move or end while the program runs: others keep pointers to it.
class OutsideGame {
 public:
  // The game of this folder, made absolute. Compiles and starts the judge once, to learn its
  // abilities; logs what its game has to do without. Throws text::InputError, JudgeError, and what
  // toolchain and bot throw.
  explicit OutsideGame(std::filesystem::path folder);
  // The game as a manifest has it: starts nothing. If the judge is gone, or is another one,
  // whatever needs it throws text::InputError, which says that and what to do.
  OutsideGame(std::filesystem::path folder, const text::JsonReader& facts);
  OutsideGame(const OutsideGame&) = delete;
  OutsideGame& operator=(const OutsideGame&) = delete;

  [[nodiscard]] const rules::GameInfo& info() const noexcept { return info_; }
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] bool there() const noexcept { return missing_.empty(); }
  // The abilities of its judge, see JudgeProcess.
  [[nodiscard]] const std::vector<std::string>& abilities() const noexcept { return can_; }
  // The judge's program, compiled if necessary. May be called from any thread.
  const JudgeProgram& program();
  JudgePool& pool();

 private:
  [[nodiscard]] std::string why_missing() const;
  // `game`: the contents of game.json.
  void fill_in(const text::Json& game);
  void check_judge_is_there() const;
  [[nodiscard]] bool can(std::string_view word) const;
  [[nodiscard]] std::string deal(std::uint64_t seed);
  const rules::Layout& layout();

  const std::filesystem::path folder_;
  GameFile file_;
  std::string hash_;
  std::string missing_;  // why there is no judge; empty if there is
  std::string page_;
  std::vector<std::string> can_;
  std::mutex mutex_;  // guards what follows
  std::optional<JudgeProgram> program_;
  std::optional<JudgePool> pool_;
  std::optional<rules::Layout> layout_;
  rules::GameInfo info_;
};

// Lets the current judge draw games of another judge, with a warning instead of an error: for verbs
// that only show. Its drawing may have changed.
void show_changed_judges() noexcept;

}  // namespace referee::judge
