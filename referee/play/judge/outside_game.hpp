// A game that a folder describes: its judge, and what the rest of the program knows of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/program/origin.hpp"
#include "referee/play/judge/game_file.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "rules/game_info.hpp"
#include "rules/scene.hpp"

namespace referee::judge {

using program::Origin;

// The folder of a game, and what the caller lets its judge read besides; absolute.
struct GamePlace {
  std::filesystem::path folder;
  std::vector<std::filesystem::path> read = {};
};

// Must not move while others keep pointers to it, nor end before the threads that have played it.
// No constructor starts anything. The judge starts when something of it is needed: by learn(), and
// by `deal`, `start` and `layout` of its info().
class OutsideGame {
 public:
  // The game of this folder, which the caller has typed. Throws text::InputError.
  explicit OutsideGame(GamePlace place);
  // The game as a record has it, with the hash of its judge. Of a folder of the caller's own it is
  // that judge that may start; of one typed for this, the one that is there now, with a warning if
  // it is another one; else none. Whatever needs a judge that may not start throws
  // text::InputError, which says why and what to do. Likewise as a manifest has it.
  OutsideGame(GamePlace place, std::string_view hash, Origin origin);
  OutsideGame(GamePlace place, const text::JsonReader& facts, Origin origin);
  ~OutsideGame();
  OutsideGame(const OutsideGame&) = delete;
  OutsideGame& operator=(const OutsideGame&) = delete;

  // Compiles and starts the judge, once, to learn its abilities, if nothing has told them; info()
  // is complete then. Throws text::InputError, JudgeError, and what toolchain and bot throw. May be
  // called from any thread.
  void learn();

  [[nodiscard]] const rules::GameInfo& info() const noexcept { return info_; }
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return place_.folder; }
  // Whether its judge is there and may start.
  [[nodiscard]] bool has_judge() const noexcept { return missing_.empty(); }
  [[nodiscard]] Origin origin() const noexcept { return origin_; }
  // What game.json says; info() has a takeover only if the judge can do it.
  [[nodiscard]] bool promises_takeover() const noexcept { return file_.info.takeover; }
  // The abilities of its judge, see JudgeProcess.
  [[nodiscard]] const std::vector<std::string>& abilities() const noexcept { return can_; }
  // The judge's program for a game of so many seats, compiled if necessary. May be called from any
  // thread.
  const JudgeProgram& program(std::size_t seats);
  const JudgeProgram& program() { return program(info_.seats()); }
  JudgePool& pool(std::size_t seats);
  JudgePool& pool() { return pool(info_.seats()); }

 private:
  [[nodiscard]] std::string why_missing() const;
  // `game`: the contents of game.json.
  void fill_in(const text::Json& game);
  // What depends on the abilities of the judge.
  void fill_in_abilities();
  void check_judge_is_there() const;
  [[nodiscard]] bool can(std::string_view word) const;
  // The judge's program, where nobody has said how many seats there are.
  [[nodiscard]] JudgeProgram compiled();
  // Makes `info` one of so many seats.
  void seat(rules::GameInfo& info, std::size_t seats);
  [[nodiscard]] std::string deal(std::uint64_t seed, std::size_t seats);
  const rules::Layout& layout();

  const GamePlace place_;
  const Origin origin_ = Origin::typed;
  GameFile file_;
  std::string hash_;
  std::string missing_;  // why there is no judge; empty if there is
  std::string page_;
  std::string game_;  // the contents of game.json
  std::vector<std::string> can_;
  std::once_flag learnt_;
  std::once_flag laid_out_;
  rules::Layout layout_;
  std::mutex mutex_;  // guards what follows
  // By the number of seats.
  std::map<std::size_t, JudgeProgram> programs_;
  std::map<std::size_t, JudgePool> pools_;
  rules::GameInfo info_;
  std::map<std::size_t, rules::GameInfo> smaller_;  // of fewer seats
};

}  // namespace referee::judge
