// Bots in other languages, compiled by the tests where there is a compiler.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace cli_test {

inline bool in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code closed;  // to this user
    if (std::filesystem::exists(std::filesystem::path(folder) / program, closed)) return true;
  }
  return false;
}

// Each bot plays the moves on its command line; those after -- are for the second seat.
class Runtimes : public InFolder {
 protected:
  Runtimes() {
    const Json record =
        Json::parse(expect(0, {"match", "turn-right", "referee random turn-right --seed 1",
                               "referee random turn-right --seed 2", "--json", "--quiet"}));
    plies_ = record["plies"].size();
    for (const int seat : {1, 2}) {
      if (seat == 2) moves_ += " --";
      for (const Json& ply : record["plies"]) {
        if (ply["seat"] == seat) moves_ += " " + ply["line"].get<std::string>();
      }
    }
  }

  // `compiler`: of a source; else empty.
  void play(const std::string& command, const std::string& compiler = "") {
    SCOPED_TRACE(command);
    const std::string bot = command + moves_;
    const Json record = Json::parse(expect(
        0, {"match", "turn-right", bot, bot, "--limit", "memory=1024", "--json", "--quiet"}));
    EXPECT_EQ(record["plies"].size(), plies_);
    EXPECT_TRUE(record["faults"].empty()) << record["faults"];
    const Json source = record["bots"][0].value("source", Json::object());
    EXPECT_NE(source.value("compiler", "").find(compiler), std::string::npos) << source;
    const Json& on = record["measured"]["host"]["on"];
    EXPECT_NE(std::find(on.begin(), on.end(), "system calls"), on.end()) << on;
  }

  // Writes the source, compiles it with the words of `compiler` in the test's folder, and plays
  // with what was made, and with the source. Skips where there is no such compiler.
  void compile_and_play(const std::string& file, const std::string& source,
                        const std::string& compiler) {
    const std::string program = compiler.substr(0, compiler.find(' '));
    if (!in_path(program)) GTEST_SKIP() << program << " is not in PATH";
    write(file, source);
    const std::string compile = "cd '" + path(".").string() + "' && GOCACHE=\"$PWD/cache\" " +
                                compiler + " > compiler.log 2>&1 || { cat compiler.log; exit 1; }";
    ASSERT_EQ(std::system(compile.c_str()), 0);
    play("./replay");
    play("./" + file, program);  // as the official command makes it
  }

  std::string moves_;
  std::size_t plies_ = 0;
};

}  // namespace cli_test
