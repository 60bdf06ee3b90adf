// game.json: the properties of a game that are known before its judge is started.
// docs/reference/judge.md has its keys.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "rules/by_seat.hpp"
#include "rules/game_info.hpp"

namespace referee::judge {

struct GameFile {
  std::string name;
  std::string title;
  std::string version = "1";
  std::string judge;                   // a source file or a command
  std::vector<std::string> files;      // relative to the folder
  std::vector<std::string> arguments;  // of a source
  rules::BySeat<std::string> seats{"first", "second"};
  std::size_t fewest_seats = rules::usual_seats;  // from so many up to all of them
  std::vector<rules::RankingKey> ranking{rules::RankingKey::score};
  bool deterministic = true;
  JudgeLimits limits;
  rules::GameInfo info;  // the figures and switches of the game, without the fields above
};

inline constexpr std::string_view game_file_name = "game.json";

// Whether it is the folder of a game.
bool has_game_file(const std::filesystem::path& folder) noexcept;

// Whether this can be the name of a game outside the program: small letters, digits and "-", and at
// least one dot between them.
bool is_outside_name(std::string_view name) noexcept;

// Reads game.json. Throws text::JsonError.
GameFile read_game_file(const text::JsonReader& reader);

}  // namespace referee::judge
