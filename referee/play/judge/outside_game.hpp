// A game that a folder describes: its judge, and what the rest of the program knows of it; and
// those that this process has loaded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/judge/game_file.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "rules/catalogue.hpp"
#include "rules/game_info.hpp"
#include "rules/scene.hpp"

namespace referee::judge {

// The folder of a game, and what the caller lets its judge read besides; absolute.
struct GamePlace {
  std::filesystem::path folder;
  std::vector<std::filesystem::path> read = {};
};

// Which judge may start for a game that a record or a manifest describes.
enum class Starts : std::uint8_t {
  none,  // none: the caller has not named its folder
  same,  // the one that judged there
  any,   // the one that is there now, with a warning if it is another one
};

// Must not move or end while the program runs: others keep pointers to it.
class OutsideGame {
 public:
  // The game of this folder. Compiles and starts the judge once, to learn its abilities; logs what
  // its game has to do without. Throws text::InputError, JudgeError, and what toolchain and bot
  // throw.
  explicit OutsideGame(GamePlace place);
  // The game as a record has it, with the hash of its judge: starts the judge, likewise, if it may.
  // If not, whatever needs the judge throws text::InputError, which says why and what to do.
  OutsideGame(GamePlace place, std::string_view hash, Starts starts);
  // The game as a manifest has it. Starts nothing itself; else as for a record.
  OutsideGame(GamePlace place, const text::JsonReader& facts, Starts starts);
  OutsideGame(const OutsideGame&) = delete;
  OutsideGame& operator=(const OutsideGame&) = delete;

  [[nodiscard]] const rules::GameInfo& info() const noexcept { return info_; }
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return place_.folder; }
  [[nodiscard]] bool there() const noexcept { return missing_.empty(); }
  // The abilities of its judge, see JudgeProcess.
  [[nodiscard]] const std::vector<std::string>& abilities() const noexcept { return can_; }
  // The judge's program, compiled if necessary. May be called from any thread.
  const JudgeProgram& program();
  JudgePool& pool();

 private:
  [[nodiscard]] std::string why_missing(Starts starts) const;
  void learn_abilities();
  // `game`: the contents of game.json.
  void fill_in(const text::Json& game);
  void check_judge_is_there() const;
  [[nodiscard]] bool can(std::string_view word) const;
  [[nodiscard]] std::string deal(std::uint64_t seed);
  const rules::Layout& layout();

  const GamePlace place_;
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

// The games that this process has loaded: registry.cpp.

// A rules::GameFinder. What the caller typed may be the path of a folder with a game.json, relative
// to `folder` or to the current directory; its name is then known to this user's later calls, for
// records, which only have the name. A name that nobody typed is that of a game of this call. What
// a record or a manifest describes starts only the judge with its hash, and only from a folder that
// the caller has typed, in this call or an earlier one.
// Throws text::InputError and JudgeError.
const rules::GameInfo* find_outside(const rules::GameQuery& query);

// The game of a folder that the caller typed. `read`, unless empty: what the caller lets its judge
// read besides, now and in later calls.
OutsideGame& outside_game_at(std::string_view folder, const std::vector<std::string>& read = {});

// For the rest of this call, games of the name that this folder has are those of its judge, even if
// another one judged. Remembers nothing. Throws text::InputError if there is no game.
void look_with(std::string_view folder);

}  // namespace referee::judge
