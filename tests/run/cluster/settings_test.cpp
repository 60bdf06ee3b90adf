// Profiles of referee submit, what a folder remembers, and their schema.
#include "referee/run/cluster/settings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "tests/run/store/support.hpp"
#include "tests/show/report/schema.hpp"

namespace referee::cluster {
namespace {

using Strings = std::vector<std::string>;

class SettingsFile : public ::testing::Test {
 protected:
  SettingsFile() {
    ::setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", (folder_.path() / "config").c_str(), 1);
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / settings_name; }
  [[nodiscard]] text::Json json() const {
    return text::parse_json(text::read_file(file()), settings_name);
  }
  static report::Schema schema() { return report::published_schema("submit"); }
  // Why a profile is refused; empty if it is not.
  [[nodiscard]] std::string error_of(const std::string& text) const {
    test::write_file(file(), text);
    try {
      static_cast<void>(read_settings(file()));
      return {};
    } catch (const text::JsonError& error) {
      return error.what();
    }
  }

  test::TemporaryFolder folder_;
};

Settings everything() {
  Settings settings;
  settings.on = "parallel";
  settings.parts = 40;
  settings.processors = 4;
  settings.program = "/opt/referee";
  settings.before = "module load gcc";
  settings.hosts = "/etc/hosts.txt";
  settings.transfer = true;
  settings.ssh = "ssh -F config";
  settings.options = {"--nice=5"};
  settings.queued = 7;
  settings.tries = 2;
  settings.pause = 1.5;
  settings.look_every = 2;
  settings.patience = 60;
  return settings;
}

TEST_F(SettingsFile, IsReadAsItWasWritten) {
  EXPECT_EQ(remembered(folder_.path(), "id"), Settings());
  remember(folder_.path(), "id", everything());
  EXPECT_EQ(remembered(folder_.path(), "id"), everything());
  Settings few;
  few.on = "slurm";
  remember(folder_.path(), "id", few);
  EXPECT_EQ(remembered(folder_.path(), "id"), few);
}

// For another user, who has a profile of his own.
TEST_F(SettingsFile, TheFolderRemembersNumbers) {
  remember(folder_.path(), "id", everything());
  std::filesystem::remove_all(folder_.path() / "cache");
  std::filesystem::create_directories(folder_.path() / "config/referee");
  test::write_file(folder_.path() / "config/referee/submit.json",
                   R"({"before": "mine", "parts": 1})");
  Settings expected;
  expected.on = "parallel";
  expected.before = "mine";
  expected.parts = 40;
  expected.processors = 4;
  expected.queued = 7;
  expected.tries = 2;
  expected.pause = 1.5;
  expected.look_every = 2;
  expected.patience = 60;
  EXPECT_EQ(remembered(folder_.path(), "id"), expected);
}

TEST_F(SettingsFile, TheSchemaSaysWhatItHas) {
  report::Schema schema = this->schema();
  remember(folder_.path(), "id", everything());
  EXPECT_EQ(schema.check(json()), Strings{}) << json().dump(2);
  const auto kept =
      std::filesystem::directory_iterator(folder_.path() / "cache/referee/submissions");
  const text::Json whole = text::parse_json(text::read_file(kept->path()), "kept");
  EXPECT_EQ(schema.check(whole), Strings{}) << whole.dump(2);
  EXPECT_EQ(schema.never_seen(), Strings{});
  EXPECT_EQ(schema.undescribed(), Strings{});
}

// At each limit of the schema, and beyond it.
TEST_F(SettingsFile, TheSchemaHasTheLimitsOfTheProgram) {
  const text::Json described = text::parse_json(
      text::read_file(std::string(REFEREE_SOURCE_DIR) + "/docs/submit.schema.json"), "schema");
  for (const auto& [key, property] : described.at("properties").items()) {
    for (const char* limit : {"minimum", "maximum"}) {
      if (!property.contains(limit)) continue;
      text::Json value = property[limit];
      EXPECT_EQ(error_of(text::Json{{key, value}}.dump()), "") << key;
      const double beyond = std::string(limit) == "minimum" ? -1 : 1;
      if (value.is_number_integer()) {
        value = value.get<int>() + static_cast<int>(beyond);
      } else {
        value = value.get<double>() + beyond;
      }
      EXPECT_NE(error_of(text::Json{{key, value}}.dump()), "") << key << ' ' << value;
    }
  }
  EXPECT_NE(error_of(R"({"version": 2})"), "");
  EXPECT_NE(error_of(R"({"on": "pbs"})"), "");
  EXPECT_NE(error_of(R"({"other": 1})"), "");
}

TEST_F(SettingsFile, PathsInItAreBesideIt) {
  EXPECT_EQ(error_of(R"({"hosts": "machines.txt"})"), "");
  EXPECT_EQ(read_settings(file()).hosts, (folder_.path() / "machines.txt").string());
}

}  // namespace
}  // namespace referee::cluster
