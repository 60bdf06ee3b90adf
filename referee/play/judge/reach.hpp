// What a judge may open. Its game's folder may come from anybody, and so may what game.json says: a
// judge opens what lies in that folder, and what the caller has named for it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/program/command.hpp"

namespace referee::judge {

// Whether a file with this hash is one of Referee's own, of rules/judges/lib/ or adaptors/, which
// game.json may name wherever it lies.
bool is_shipped(std::string_view sha256) noexcept;

// Links count as what they lead to. All functions throw text::InputError, with the key of
// game.json.
class Reach {
 public:
  // `folder`: of the game, absolute. `read`: further files and folders that the caller has named.
  Reach(std::filesystem::path folder, std::span<const std::filesystem::path> read);

  // A file that game.json names, relative to the folder.
  void check_file(std::string_view key, const std::string& name) const;
  // Words that a program gets: files and folders of the system may be among them.
  void check_words(std::string_view key, std::span<const std::string> words) const;
  // What the resolved command would open, beside what toolchain has built. What the caller has
  // named becomes a part of Command::read: its folder stays closed.
  void limit(program::Command& command) const;

 private:
  [[nodiscard]] bool is_inside(const std::filesystem::path& real) const;
  [[nodiscard]] bool is_named(const std::filesystem::path& real) const;
  void check(std::string_view key, std::string_view name, const std::filesystem::path& real) const;
  [[noreturn]] void refuse(std::string_view key, std::string_view name,
                           const std::filesystem::path& real) const;

  std::filesystem::path folder_;
  std::filesystem::path real_;               // that folder without links
  std::vector<std::filesystem::path> read_;  // without links
};

}  // namespace referee::judge
