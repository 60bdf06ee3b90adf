#include "folder.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

namespace cli_test {

namespace fs = std::filesystem;

std::vector<std::string> all_games() {
  std::ifstream in(REFEREE_SOURCE_DIR "/rules/games.txt");
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with('#')) names.push_back(line.substr(0, line.find(' ')));
  }
  if (names.empty()) throw std::runtime_error("cannot read the list of games");
  return names;
}

std::string list_of_games() {
  std::string text;
  for (const std::string& game : all_games()) text += (text.empty() ? "" : ", ") + game;
  return text;
}

fs::path InFolder::random_program() {
#ifdef REFEREE_PLAIN_BOTS
  return fs::path(REFEREE_PLAIN_BOTS) / "referee";
#else
  return built::file("referee");
#endif
}

InFolder::InFolder() {
#ifdef REFEREE_PLAIN_BOTS
  ::setenv("PATH", (REFEREE_PLAIN_BOTS ":" + std::string(std::getenv("PATH"))).c_str(), 1);
#endif
  std::string pattern = (fs::temp_directory_path() / "referee-cli-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = fs::canonical(pattern);
  // What is compiled is kept here, not in the cache of whoever runs the tests.
  ::setenv("XDG_CACHE_HOME", path(".cache").c_str(), 1);
  // Who runs the tests may have chosen a Python, which is not that of the tests.
  ::unsetenv("PYENV_VERSION");
}

InFolder::~InFolder() {
  std::error_code ignored;  // a folder left behind fails no test
  fs::remove_all(folder_, ignored);
}

void InFolder::write(std::string_view name, std::string_view text) const {
  std::ofstream out(path(name), std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path(name).string());
}

void InFolder::write_program(std::string_view name, std::string_view text) const {
  write(name, text);
  fs::permissions(path(name), fs::perms::owner_all);
}

std::string InFolder::read(std::string_view name) const {
  std::ifstream in(path(name), std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path(name).string());
  return {std::istreambuf_iterator<char>(in), {}};
}

Words InFolder::command(const Words& arguments) {
  Words words{built::file("referee")};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::vector<std::string> InFolder::record_files(std::string_view store) const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path(store))) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".jsonl")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Ended InFolder::referee(const Words& arguments, const std::string& input) const {
  return run(command(arguments), folder_, input);
}

std::string InFolder::expect(int code, const Words& arguments) const {
  const Ended ended = referee(arguments);
  EXPECT_EQ(ended.code, code) << ended.out << ended.err;
  return ended.out;
}

void InFolder::expect_error(int code, const std::string& message, const Words& arguments) const {
  const Ended ended = referee(arguments);
  EXPECT_EQ(ended.code, code);
  const std::string whole = "referee: error: " + message + "\n";
  if (const auto open = whole.find(others_words); open != std::string::npos) {
    EXPECT_EQ(ended.err.substr(0, open), whole.substr(0, open));
  } else {
    EXPECT_EQ(ended.err, whole);
  }
  EXPECT_EQ(ended.out, "");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Json without_measured(const std::string& line) {
  Json record = Json::parse(line);
  record.erase("measured");
  return record;
}

std::vector<Json> records_in(const fs::path& store) {
  std::vector<Json> records;
  for (const auto& entry : fs::directory_iterator(store)) {
    if (entry.path().extension() != ".jsonl") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    for (std::string line; std::getline(in, line);) records.push_back(without_measured(line));
  }
  std::sort(records.begin(), records.end(),
            [](const Json& a, const Json& b) { return a["match"] < b["match"]; });
  return records;
}

std::string config_of(const std::string& game, int rounds,
                      const std::vector<std::pair<std::string, std::string>>& bots) {
  Json config{{"game", game}, {"seed", config_seed}, {"rounds", rounds}, {"bots", Json::array()}};
  for (const auto& [name, command] : bots) {
    config["bots"].push_back({{"name", name}, {"command", command}});
  }
  return config.dump(2) + "\n";
}

std::string small_config(const std::string& game, int rounds) {
  return config_of(game, rounds,
                   {{"own", "referee random " + game}, {"example", built::word(game + "-greedy")}});
}

std::string config_of_all(std::uint64_t seed, std::vector<Json> games) {
  for (Json& game : games) game.erase("seed");
  return Json{{"seed", seed}, {"games", std::move(games)}}.dump();
}

}  // namespace cli_test
