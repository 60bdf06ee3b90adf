// The games that one call of the program may meet. What may be started is decided here, from where
// a game comes: the caller has typed its folder, in this call or an earlier one, or only a record
// or a manifest names it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/play/judge/outside_game.hpp"
#include "rules/catalogue.hpp"

namespace referee::judge {

// One for each call, which verbs pass on: as rules::Games to those who read, who thereby can start
// nothing. What it has returned lives as long as it. Threads that play its games end before it.
class Games final : public rules::TypedGames {
 public:
  // Compiles and starts the judge of a folder once, to learn its abilities, and logs what its game
  // has to do without. Its name is then known to this user's later calls. Throws text::InputError,
  // JudgeError, and what toolchain and bot throw.
  const rules::GameInfo* typed(std::string_view name, std::string_view folder = {}) override;

  // The same for a folder. `read`, unless empty: what the caller lets its judge read besides, now
  // and in later calls.
  OutsideGame& at(std::string_view folder, const std::vector<std::string>& read = {});

  // For the rest of this call, games of the name that this folder has are those of its judge, even
  // if another one judged. Remembers nothing. Throws text::InputError if there is no game.
  void look_with(std::string_view folder);

  // What a record or a manifest describes starts, once it is needed, only the judge with its hash,
  // and only from a folder that the caller has typed.
  [[nodiscard]] const rules::GameInfo* of_record(std::string_view name,
                                                 std::string_view hash) const override;
  [[nodiscard]] const rules::GameInfo* of_manifest(std::string_view facts,
                                                   std::string_view folder) const override;

 private:
  OutsideGame& at_path(const std::filesystem::path& given, std::vector<std::filesystem::path> read);
  // These are called with the lock.
  OutsideGame& add(std::unique_ptr<OutsideGame> game) const;
  [[nodiscard]] OutsideGame* typed_at(const std::filesystem::path& path) const;
  [[nodiscard]] OutsideGame* known(std::string_view name, std::string_view hash) const;
  [[nodiscard]] std::pair<std::optional<GamePlace>, Origin> place_of(const std::string& name) const;
  [[nodiscard]] const rules::GameInfo* of_judge(const std::string& name,
                                                std::string_view hash) const;

  mutable std::mutex mutex_;  // of all that follows
  mutable std::vector<std::unique_ptr<OutsideGame>> games_;
  mutable std::map<std::string, OutsideGame*, std::less<>> by_name_;
  std::optional<std::pair<std::string, std::filesystem::path>> looking_;  // name and folder
};

}  // namespace referee::judge
