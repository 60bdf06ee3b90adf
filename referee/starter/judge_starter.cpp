#include "referee/starter/judge_starter.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "referee/text/json_reader.hpp"

namespace referee::starter {
namespace {

// The library lies in the folder itself.
std::string game_json(std::string_view text, const std::string& name, const std::string& schemas) {
  text::Json json = text::Json::object();
  if (!schemas.empty()) json["$schema"] = schemas + "/game.schema.json";
  json.update(text::parse_json(text, "game.json"));
  json["name"] = name;
  if (json.contains("files")) {
    for (text::Json& file : json["files"]) {
      const std::string path = file.get<std::string>();
      file = path.substr(path.rfind('/') + 1);
    }
  }
  return json.dump(2) + "\n";
}

bool is_bot(const StarterFile& file) { return file.path.starts_with("bots/"); }

std::string tournament_json(const std::vector<StarterFile>& files, const std::string& schemas) {
  text::Json config;
  if (!schemas.empty()) config["$schema"] = schemas + "/config.schema.json";
  // The folder in which it lies is the game's.
  config["game"] = "./";
  config["rounds"] = 10;
  config["bots"] = text::Json::array();
  for (const StarterFile& file : files) {
    if (!is_bot(file)) continue;
    const std::string name = file.path.substr(file.path.rfind('/') + 1);
    config["bots"].push_back({{"name", name.substr(0, name.rfind('.'))}, {"source", file.path}});
  }
  return config.dump(2) + "\n";
}

// game.json, the judge, what else lies beside it, then the bots.
int rank(const StarterFile& file) {
  if (file.path == "game.json") return 0;
  if (file.path.starts_with("judge.")) return 1;
  return is_bot(file) ? 3 : 2;
}

}  // namespace

std::vector<std::string_view> judge_languages() {
  std::vector<std::string_view> languages;
  for (const JudgePart& part : judge_parts()) {
    if (languages.empty() || languages.back() != part.language) languages.push_back(part.language);
  }
  return languages;
}

std::vector<StarterFile> judge_files(std::string_view language, const std::string& name,
                                     const std::string& schemas) {
  std::vector<StarterFile> files;
  for (const JudgePart& part : judge_parts()) {
    if (part.language != language) continue;
    const std::string path(part.path);
    files.push_back(
        {path, path == "game.json" ? game_json(part.text, name, schemas) : std::string(part.text)});
  }
  std::stable_sort(
      files.begin(), files.end(),
      [](const StarterFile& one, const StarterFile& other) { return rank(one) < rank(other); });
  files.push_back({"tournament.json", tournament_json(files, schemas)});
  return files;
}

}  // namespace referee::starter
