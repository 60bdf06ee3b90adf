// A temporary folder for one test, and the program run in it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "child.hpp"
#include "tests/built.hpp"

namespace cli_test {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

inline Words operator+(Words one, const Words& two) {
  one.insert(one.end(), two.begin(), two.end());
  return one;
}

// The names of all games, from rules/games.txt, and the same as messages list them: "6561, 2187".
std::vector<std::string> all_games();
std::string list_of_games();

// At the end of an expected error: what follows are a library's words, which are not the same in
// each of its versions.
inline constexpr std::string_view others_words = " ... in a library's words";

// A fixture: each test has a folder of its own, removed afterwards.
class InFolder : public testing::Test {
 protected:
  InFolder();
  ~InFolder() override;

  // A file in the folder.
  [[nodiscard]] std::filesystem::path path(std::string_view name) const { return folder_ / name; }
  void write(std::string_view name, std::string_view text) const;
  void write_program(std::string_view name, std::string_view text) const;  // executable
  [[nodiscard]] std::string read(std::string_view name) const;
  // The names of the files with records of a store, sorted.
  [[nodiscard]] std::vector<std::string> record_files(std::string_view store = "o") const;

  // Runs the program with these arguments in the folder.
  [[nodiscard]] virtual Ended referee(const Words& arguments, const std::string& input = "") const;
  [[nodiscard]] static Words command(const Words& arguments);
  // The program that is the bot `referee random GAME`: a copy of it is one, too.
  [[nodiscard]] static std::filesystem::path random_program();
  // Runs it and expects this exit code; returns what it wrote.
  std::string expect(int code, const Words& arguments) const;
  // Expects an error of exactly this text, after "referee: error: ", as far as `others_words`.
  void expect_error(int code, const std::string& message, const Words& arguments) const;

  std::filesystem::path folder_;
};

// The lines of a text, without their ends.
std::vector<std::string> lines_of(const std::string& text);

// All records of a store, without measurements and sorted by match. These must be the same for the
// same tournament.
std::vector<Json> records_in(const std::filesystem::path& store);

// A record without measurements, which differ between identical runs.
Json without_measured(const std::string& line);

// The seed of these configs. Of a small one, the program would warn where a game has secrets.
constexpr std::uint64_t config_seed = std::uint64_t{1} << 52;

// A config of one game, between bots given by name and command. It names a seed, so that it is
// the same tournament in each folder.
std::string config_of(const std::string& game, int rounds,
                      const std::vector<std::pair<std::string, std::string>>& bots);

// Two simple bots: the program's own and an example.
std::string small_config(const std::string& game, int rounds);

// Several games in one config, from configs of one game each.
std::string config_of_all(std::uint64_t seed, std::vector<Json> games);

}  // namespace cli_test
