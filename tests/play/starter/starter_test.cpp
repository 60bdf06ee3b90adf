
#include "referee/play/starter/starter.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/play/starter/writing.hpp"
#include "rules/catalogue.hpp"

namespace referee::starter {
namespace {

const toolchain::Language& language(std::string_view title) {
  const auto all = toolchain::languages();
  return *std::find_if(all.begin(), all.end(),
                       [title](const toolchain::Language& one) { return one.title == title; });
}

std::vector<std::string> paths_of(const std::vector<StarterFile>& files) {
  std::vector<std::string> paths;
  for (const StarterFile& file : files) paths.push_back(file.path);
  return paths;
}

TEST(Starter, EveryGameHasSkeletonsInTheOfficialOrder) {
  for (const rules::GameInfo& game : rules::games()) {
    const auto languages = languages_for(game);
    EXPECT_FALSE(languages.empty()) << game.name;
    EXPECT_TRUE(std::is_sorted(languages.begin(), languages.end())) << game.name;
  }
}

TEST(Starter, LanguagesHaveSeveralNames) {
  EXPECT_EQ(names_of(language("C++")), (std::vector<std::string>{"cpp", "c++"}));
  EXPECT_EQ(names_of(language("Python 3")), (std::vector<std::string>{"python", "py", "python 3"}));
  EXPECT_EQ(names_of(language("C")), std::vector<std::string>{"c"});
}

TEST(Starter, ABotBeginsWithASourceConfigsAndAWorkflow) {
  const rules::GameInfo& game = rules::games().front();
  for (const toolchain::Language* one : languages_for(game)) {
    const auto files = starter_files(game, *one, "/schemas");
    ASSERT_EQ(files.size(), 4U) << one->title;
    EXPECT_EQ(files[0].path, (one->title == "Java" ? "Bot" : "bot") + std::string(one->endings[0]));
    for (const char* mark : {"@PART@", "@GAME@", "@TITLE@", "@CONTEST@", "@FILE@", "@only"}) {
      EXPECT_EQ(files[0].text.find(mark), std::string::npos) << one->title << ": " << mark;
    }
    const text::Json config = text::parse_json(files[1].text, files[1].path);
    EXPECT_EQ(config.at("$schema"), "/schemas/config.schema.json");
    EXPECT_EQ(config.at("game"), game.name);
    EXPECT_EQ(config.at("bots").at(0).at("source"), files[0].path);
    const text::Json checks = text::parse_json(files[2].text, files[2].path);
    EXPECT_EQ(checks.at("$schema"), "/schemas/regress.schema.json");
    EXPECT_EQ(checks.at("bot").at("source"), files[0].path);
    EXPECT_EQ(files[3].path, ".github/workflows/referee.yml");
    EXPECT_NE(files[3].text.find("apt-get install -y " + std::string(one->package)),
              std::string::npos);
    EXPECT_NE(files[3].text.find(" ./" + files[0].path + "\n"), std::string::npos);
    EXPECT_EQ(files[3].text.find("scripts/test packages"), std::string::npos);
  }
}

TEST(Starter, WithoutSchemasConfigsNameNone) {
  const rules::GameInfo& game = rules::games().front();
  const auto files = starter_files(game, language("C++"));
  EXPECT_FALSE(text::parse_json(files[1].text, files[1].path).contains("$schema"));
  EXPECT_THROW(starter_files(game, language("Python 2")), std::invalid_argument);
}

TEST(Starter, AGameBeginsWithAJudgeItsLibraryAndBots) {
  for (const std::string_view one : judges()) {
    const auto files = judge_files(one, "my.game", "/schemas");
    const auto paths = paths_of(files);
    ASSERT_GE(files.size(), 4U) << one;
    EXPECT_EQ(paths[0], "game.json");
    EXPECT_TRUE(paths[1].starts_with("judge.")) << paths[1];
    EXPECT_EQ(paths.back(), "tournament.json");
    const text::Json game = text::parse_json(files[0].text, files[0].path);
    EXPECT_EQ(game.at("name"), "my.game");
    for (const text::Json& file : game.value("files", text::Json::array())) {
      EXPECT_NE(std::find(paths.begin(), paths.end(), file.get<std::string>()), paths.end())
          << file << " is beside the judge";
    }
    const text::Json config = text::parse_json(files.back().text, files.back().path);
    EXPECT_EQ(config.at("game"), "./");
    EXPECT_EQ(config.at("$schema"), "/schemas/config.schema.json");
    EXPECT_GE(config.at("bots").size(), 1U);
    for (const text::Json& bot : config.at("bots")) {
      EXPECT_NE(std::find(paths.begin(), paths.end(), bot.at("source").get<std::string>()),
                paths.end());
    }
  }
}

}  // namespace
}  // namespace referee::starter

namespace {

using namespace referee::starter;

std::string text_of(const std::string& file) {
  std::ifstream in(REFEREE_SOURCE_DIR "/" + file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Skeletons, AreTheFilesOfTheirFolderWithTheirMarks) {
  EXPECT_EQ(skeletons().size(), 5U);
  for (const Skeleton& one : skeletons()) {
    EXPECT_EQ(one.text,
              text_of("referee/play/starter/skeletons/bot." + std::string(one.ending) + ".in"));
    EXPECT_NE(one.text.find("@PART@\n"), std::string_view::npos) << one.ending;
  }
}

TEST(Skeletons, TheWorkflowIsThatOfTheDocuments) {
  EXPECT_EQ(workflow(), text_of("docs/ci/github.yml"));
}

// Where nothing is known of a file, it is not said to be there.
TEST(WrittenFiles, AreNotTakenToBeThereWhereNobodyCanLook) {
  using referee::starter::StarterFile;
  using referee::starter::write_files;
  namespace fs = std::filesystem;
  std::string pattern = (fs::temp_directory_path() / "starter-test-XXXXXX").string();
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  const fs::path folder = pattern;
  fs::create_symlink("loop", folder / "loop");
  const std::vector<StarterFile> files{{"bot.cpp", "x"}};
  const auto error = [&](const fs::path& place) -> std::string {
    try {
      write_files(place, files);
      return {};
    } catch (const std::exception& thrown) {
      return thrown.what();
    }
  };
  EXPECT_THROW(write_files(folder / "loop", files), referee::text::SystemError);
  EXPECT_NE(error(folder / "loop").find("cannot look for"), std::string::npos);
  EXPECT_EQ(error(folder / "new"), "");
  EXPECT_NE(error(folder / "new").find("has bot.cpp already; nothing was written"),
            std::string::npos);
  std::ofstream(folder / "file") << "x";
  EXPECT_NE(error(folder / "file").find("is a file, so nothing can be written into it"),
            std::string::npos);
  fs::remove_all(folder);
}

}  // namespace
