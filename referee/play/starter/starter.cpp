#include "referee/play/starter/starter.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"

namespace referee::starter {
namespace {

std::string_view ending_of(const toolchain::Language& language) {
  return language.endings.front().substr(1);
}

template <typename List>
auto with_ending(const List& list, std::string_view ending) {
  return std::find_if(list.begin(), list.end(),
                      [&](const auto& one) { return one.ending == ending; });
}

std::string replaced(std::string text, std::string_view mark, std::string_view by) {
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size())) {
    text.replace(at, mark.size(), by);
  }
  return text;
}

// The lines for this game, without their marks.
std::string part_for(std::string_view text, std::string_view game) {
  constexpr std::string_view mark = "  @only ";
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    std::string line(text.substr(begin, end - begin));
    begin = end;
    if (const auto at = line.find(mark); at != std::string::npos) {
      const auto last = line.find('@', at + mark.size());
      if (line.substr(at + mark.size(), last - at - mark.size()) != game) continue;
      line.erase(at, last + 1 - at);
    }
    result += line;
  }
  return result;
}

// Java's main class is called Bot.
std::string source_name(const toolchain::Language& language) {
  const std::string_view stem = language.compiler == "javac" ? "Bot" : "bot";
  return fmt::format("{}.{}", stem, ending_of(language));
}

std::string source_text(const rules::GameInfo& game, const toolchain::Language& language) {
  const auto all = skeletons();
  const auto skeleton = with_ending(all, ending_of(language));
  const auto part = with_ending(game.bot_parts, ending_of(language));
  if (skeleton == all.end() || part == game.bot_parts.end()) {
    throw std::invalid_argument("there is no skeleton in this language");
  }
  std::string text(skeleton->text);
  text = replaced(std::move(text), "@GAME@", game.name);
  text = replaced(std::move(text), "@TITLE@", game.title);
  text = replaced(std::move(text), "@CONTEST@", game.contest);
  text = replaced(std::move(text), "@FILE@", source_name(language));
  // Each mark has a line of its own.
  return replaced(std::move(text), "@PART@\n", part_for(part->text, game.name));
}

// A config that begins with the schema for editors.
text::Json config_with(const std::string& schemas, std::string_view schema) {
  text::Json config = text::Json::object();
  if (!schemas.empty()) config["$schema"] = fmt::format("{}/{}", schemas, schema);
  return config;
}

std::string config_text(const rules::GameInfo& game, const std::string& source,
                        const std::string& schemas) {
  text::Json config = config_with(schemas, "config.schema.json");
  config["game"] = game.name;
  config["rounds"] = 10;
  config["bots"] = {{{"name", "mine"}, {"source", source}},
                    {{"name", "random"},
                     {"command", fmt::format("referee random {} --seed {{seed}}", game.name)}}};
  return text::dump(config, 2) + "\n";
}

std::string regress_text(const rules::GameInfo& game, const std::string& source,
                         const std::string& schemas) {
  text::Json config = config_with(schemas, "regress.schema.json");
  config["game"] = game.name;
  config["bot"] = {{"name", "mine"}, {"source", source}};
  config["checks"] = {
      {{"check", "no-faults"}, {"games", 20}},
      {{"check", "move-time"}, {"at_most", 1.0}, {"first_at_most", 3.0}, {"games", 4}}};
  return text::dump(config, 2) + "\n";
}

// The workflow of docs/ci/, with the bot's compiler and a check added.
std::string workflow_text(const rules::GameInfo& game, const toolchain::Language& language) {
  std::string text(workflow());
  text.erase(0, text.find("name: referee\n"));
  constexpr std::string_view place =
      "      # Build your bot here, and the previous build if a check compares with it.\n";
  const std::string step =
      fmt::format("      - name: Get the compiler of {}\n        run: sudo apt-get install -y {}\n",
                  language.title, language.package);
  constexpr std::string_view regress = "      - name: Check the bot\n";
  const std::string check =
      fmt::format("      - name: Would it be admitted?\n        run: referee check {} ./{}\n\n",
                  game.name, source_name(language));
  text = replaced(std::move(text), regress, check + std::string(regress));
  // Marks for Referee's own tests.
  for (const std::string_view note : {"      # install: run by scripts/test packages\n",
                                      "      # install: not run by the tests of this project\n"}) {
    text = replaced(std::move(text), note, "");
  }
  return "# Checks the bot with each push. PACKAGE says where Referee comes from.\n" +
         replaced(std::move(text), place, step);
}

// The library lies in the folder itself.
std::string game_json(std::string_view text, const std::string& name, const std::string& schemas) {
  text::Json json = config_with(schemas, "game.schema.json");
  json.update(text::parse_json(text, "game.json"));
  json["name"] = name;
  if (json.contains("files")) {
    for (text::Json& file : json["files"]) {
      const std::string path = file.get<std::string>();
      file = path.substr(path.rfind('/') + 1);
    }
  }
  return text::dump(json, 2) + "\n";
}

bool is_bot(const StarterFile& file) { return file.path.starts_with("bots/"); }

std::string judge_tournament(const std::vector<StarterFile>& files, const std::string& schemas) {
  text::Json config = config_with(schemas, "config.schema.json");
  // The folder in which it lies is the game's.
  config["game"] = "./";
  config["rounds"] = 10;
  config["bots"] = text::Json::array();
  for (const StarterFile& file : files) {
    if (!is_bot(file)) continue;
    const std::string name = file.path.substr(file.path.rfind('/') + 1);
    config["bots"].push_back({{"name", name.substr(0, name.rfind('.'))}, {"source", file.path}});
  }
  return text::dump(config, 2) + "\n";
}

// game.json, the judge, what else lies beside it, then the bots.
int rank(const StarterFile& file) {
  if (file.path == "game.json") return 0;
  if (file.path.starts_with("judge.")) return 1;
  return is_bot(file) ? 3 : 2;
}

}  // namespace

std::vector<const toolchain::Language*> languages_for(const rules::GameInfo& game) {
  std::vector<const toolchain::Language*> result;
  const auto all = skeletons();
  for (const toolchain::Language& language : toolchain::languages()) {
    const std::string_view ending = ending_of(language);
    if (with_ending(all, ending) != all.end() &&
        with_ending(game.bot_parts, ending) != game.bot_parts.end()) {
      result.push_back(&language);
    }
  }
  return result;
}

std::vector<std::string> names_of(const toolchain::Language& language) {
  std::string title(language.title);
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::vector<std::string> names{std::string(language.skeleton)};
  for (const std::string& name : {std::string(ending_of(language)), title}) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<StarterFile> starter_files(const rules::GameInfo& game,
                                       const toolchain::Language& language,
                                       const std::string& schemas) {
  const std::string source = source_name(language);
  return {{source, source_text(game, language)},
          {"tournament.json", config_text(game, source, schemas)},
          {"regress.json", regress_text(game, source, schemas)},
          {".github/workflows/referee.yml", workflow_text(game, language)}};
}

std::vector<std::string_view> judges() {
  std::vector<std::string_view> names;
  for (const JudgePart& part : judge_parts()) {
    if (part.path == "game.json") names.push_back(part.judge);
  }
  return names;
}

std::vector<StarterFile> judge_files(std::string_view judge, const std::string& name,
                                     const std::string& schemas) {
  std::vector<StarterFile> files;
  for (const JudgePart& part : judge_parts()) {
    if (part.judge != judge) continue;
    const std::string path(part.path);
    files.push_back(
        {path, path == "game.json" ? game_json(part.text, name, schemas) : std::string(part.text)});
  }
  std::stable_sort(
      files.begin(), files.end(),
      [](const StarterFile& one, const StarterFile& other) { return rank(one) < rank(other); });
  files.push_back({"tournament.json", judge_tournament(files, schemas)});
  return files;
}

std::vector<std::string_view> adaptors() {
  const std::vector<std::string_view> games = judges();
  std::vector<std::string_view> names;
  for (const JudgePart& part : judge_parts()) {
    const bool known = std::find(games.begin(), games.end(), part.judge) != games.end() ||
                       std::find(names.begin(), names.end(), part.judge) != names.end();
    if (!known) names.push_back(part.judge);
  }
  return names;
}

namespace {

// Unless it is for two alone.
void write_seats(const ForeignReferee& referee, text::Json& game) {
  const bool varies = referee.fewest_seats < referee.most_seats;
  if (!varies && referee.most_seats == rules::usual_seats) return;
  text::Json names = text::Json::array();
  for (std::size_t i = 1; i <= referee.most_seats; ++i)
    names.push_back(fmt::format("player {}", i));
  if (varies) {
    game["seats"] = {{"names", std::move(names)}, {"from", referee.fewest_seats}};
  } else {
    game["seats"] = std::move(names);
  }
  // 2 for each other player who has less.
  if (referee.most_seats > rules::usual_seats) {
    game["point_scale"] = {{"limit", 2 * (referee.most_seats - 1)}};
  }
}

}  // namespace

std::vector<StarterFile> adaptor_files(std::string_view adaptor, const std::string& name,
                                       const ForeignReferee& referee, const std::string& schemas) {
  text::Json game = config_with(schemas, "game.schema.json");
  game["name"] = name;
  game["title"] = referee.title.empty() ? name.substr(name.find('.') + 1) : referee.title;
  std::vector<StarterFile> files;
  for (const JudgePart& part : judge_parts()) {
    if (part.judge != adaptor) continue;
    files.push_back({std::string(part.path), std::string(part.text)});
    if (files.size() > 1) game["files"].push_back(part.path);
  }
  game["judge"] = files.front().path;
  write_seats(referee, game);
  const std::string& program = referee.file;
  game["files"].push_back(program);
  if (referee.league)
    game["arguments"].push_back(fmt::format("-Dleague.level={}", *referee.league));
  game["arguments"].push_back(program.ends_with(".jar") ? program : "./" + program);
  game["judge_memory"] = 2048;
  game["judge_processes"] = 1;
  game["patience"] = 30;
  game["farewell"] = false;
  if (adaptor == "codingame") {
    // The engine says the limit of each turn; the sum is up to the game.
    game["budget"] = 600;
    game["soft_limit"] = {{"by", 0.05}, {"turns", 2}};
  } else {
    game["deterministic"] = false;
  }
  files.insert(files.begin(), {"game.json", text::dump(game, 2) + "\n"});
  if (!referee.stub.empty()) files.push_back({"stub.txt", referee.stub});
  return files;
}

}  // namespace referee::starter
