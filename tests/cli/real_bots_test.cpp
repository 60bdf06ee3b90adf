// Programs and set-ups as people have them: they play, or the fault says what to type.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

// Reaches its first move, which is none: a bot that has come so far has found all it needs.
constexpr const char* python_bot =
    "import sys\nsys.stdin.readline()\nprint('no move', flush=True)\nsys.stdin.read()\n";

class RealBots : public InFolder {
 protected:
  // The fault of a bot against a random one.
  Json fault(const std::string& command, const Words& options = {}) const {
    const Json all = record(command, options)["faults"];
    return all.empty() ? Json{{"kind", "none"}, {"reason", ""}} : all[0];
  }
  Json record(const std::string& command, const Words& options = {}) const {
    Words words =
        Words{"match", "black-hole", command, "referee random black-hole", "--json", "--quiet"} +
        options;
    return Json::parse(expect(1, words));
  }
  void expect_plays(const std::string& command, const Words& options = {}) const {
    const Json found = fault(command, options);
    EXPECT_EQ(found["kind"], "illegal") << command << ": " << found;
  }
  void expect_reason(const std::string& part, const Json& found) const {
    const auto reason = found["reason"].get<std::string>();
    EXPECT_NE(reason.find(part), std::string::npos) << reason;
  }
  // A fact of a fault, with its name.
  static bool has_fact(const Json& found, const std::string& what, const std::string& name) {
    for (const Json& fact : found.value("facts", Json::array())) {
      if (fact["what"] == what && fact["name"] == name) return true;
    }
    return false;
  }
  bool shell(const std::string& text) const {
    return std::system(
               ("cd '" + folder_.string() + "' && " + text + " > /dev/null 2>&1").c_str()) == 0;
  }
};

TEST_F(RealBots, ABookInTheCurrentFolderIsOneOptionAway) {
  fs::create_directory(path("build"));
  fs::create_directory(path("data"));
  write("data/book.txt", "1\n2\n");
  write("bot.cpp", R"(
#include <fstream>
#include <iostream>
#include <string>
int main() {
  if (!std::ifstream("data/book.txt")) return 1;
  std::string line;
  std::getline(std::cin, line);
  std::cout << "no move" << std::endl;
  while (std::getline(std::cin, line)) continue;
})");
  ASSERT_TRUE(shell("g++ -o build/bot bot.cpp"));
  const std::string folder = fs::canonical(folder_).string();
  const Json refused = fault("build/bot");
  expect_reason("it may not read the folder in which it runs", refused);
  EXPECT_TRUE(has_fact(refused, "folder", folder)) << refused;
  expect_plays("build/bot", {"--read", "data"});
  const Json read = record("build/bot", {"--read", "data", "--read", "bot.cpp"})["bots"][0]["read"];
  EXPECT_EQ(read[0], (Json{{"path", "data"}, {"files", 1}, {"bytes", 4}}));
  EXPECT_EQ(read[1]["path"], "bot.cpp");
  EXPECT_EQ(read[1]["hash"].get<std::string>().size(), 64U);
}

TEST_F(RealBots, TheConfigHasTheSameKey) {
  fs::create_directory(path("bin"));
  fs::create_directory(path("data"));
  write("data/book.txt", "1\n");
  write_program("bin/bot.sh",
                "#!/bin/sh\nread line || exit\nread book < data/book.txt || exit 1\n"
                "echo no move\nwhile read line; do :; done\n");
  write("mine.json", R"({"game": "black-hole", "bots": [
    {"name": "a", "command": "bin/bot.sh", "read": ["data"]},
    {"name": "b", "command": "referee random black-hole"}]})");
  expect(1, {"tournament", "mine.json", "--quiet", "--out", "out"});
  for (const Json& one : records_in(path("out"))) {
    EXPECT_EQ(one["faults"][0]["kind"], "illegal") << one["faults"];
    const std::size_t seat = one["bots"][0]["name"] == "a" ? 0 : 1;
    EXPECT_EQ(one["bots"][seat]["read"],
              (Json::parse(R"([{"path": "data", "files": 1, "bytes": 2}])")));
  }
  write("wrong.json", R"({"game": "black-hole", "bots": [
    {"name": "a", "command": "bin/bot.sh", "read": ["nothing"]},
    {"name": "b", "command": "referee random black-hole"}]})");
  const Ended ended = referee({"tournament", "wrong.json", "--quiet"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("which it is to read, does not exist"), std::string::npos) << ended.err;
}

TEST_F(RealBots, TheRefusedFileIsNamed) {
  fs::create_directory(path("bin"));
  fs::create_directory(path("data"));
  write("data/book.txt", "1\n");
  write("bin/bot.py", "open('data/book.txt')\n");
  const std::string book = fs::canonical(path("data/book.txt")).string();
  const Json refused = fault("python3 bin/bot.py");
  expect_reason("it may not read " + book, refused);
  EXPECT_TRUE(has_fact(refused, "file", book)) << refused;
  // Python takes what it may not read for missing.
  write("helper.py", "");
  write("bin/bot.py", "import sys\nsys.path.insert(0, '.')\nimport helper\n");
  expect_reason("it may not read " + fs::canonical(path("helper.py")).string(),
                fault("python3 bin/bot.py"));
}

TEST_F(RealBots, PythonFindsItsModulesAndEnvironments) {
  fs::create_directories(path("bots/package"));
  write("bot.py", python_bot);
  write("bots/bot.py", python_bot);
  write("bots/package/__init__.py", "");
  write("bots/package/__main__.py", python_bot);
  expect_plays("python3 -m bot");
  expect_plays("python3 -m bots.package");
  if (!shell("python3 -m venv --without-pip elsewhere/venv")) GTEST_SKIP() << "no module venv";
  expect_plays("elsewhere/venv/bin/python bots/bot.py");
}

TEST_F(RealBots, PythonFindsPackagesOfItsUser) {
  const Ended version =
      run({"python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"}, folder_);
  const std::string number = version.out.substr(0, version.out.find('\n'));
  const fs::path packages = path("home/.local/lib/python" + number + "/site-packages");
  fs::create_directories(packages);
  write("home/.local/lib/python" + number + "/site-packages/mine.py", "value = 1\n");
  fs::create_directory(path("bots"));
  write("bots/bot.py", std::string("import mine\n") + python_bot);
  const char* before = std::getenv("HOME");
  const std::string home = before != nullptr ? before : "/";
  ::setenv("HOME", path("home").c_str(), 1);
  expect_plays("python3 bots/bot.py");
  ::setenv("HOME", home.c_str(), 1);
}

TEST_F(RealBots, PythonIsThatOfPyenv) {
  fs::create_directories(path("pyenv/shims"));
  fs::create_directories(path("pyenv/versions/3.99/bin"));
  write_program("pyenv/shims/mypython", "#!/bin/sh\nexec pyenv exec mypython\n");
  fs::create_symlink("/usr/bin/env", path("pyenv/versions/3.99/bin/mypython"));
  write("pyenv/version", "3.99\n");
  // A program that env starts.
  write_program("bot.sh", "#!/bin/sh\nread line\necho no move\nwhile read line; do :; done\n");
  expect_plays(path("pyenv/shims/mypython").string() + " sh bot.sh");
}

TEST_F(RealBots, AnotherInterpreterThanTheShellsIsTold) {
  fs::create_directory(path("first"));
  write_program("first/sh", "#!/bin/bash\n");
  write("bot.sh", "read line\necho no move\nwhile read line; do :; done\n");
  const std::string path_before = std::getenv("PATH");
  ::setenv("PATH", (path("first").string() + ":" + path_before).c_str(), 1);
  const std::string other = "referee random black-hole";
  write("c.json", config_of("black-hole", 1, {{"mine", "sh bot.sh"}, {"other", other}}));
  const std::vector<Ended> all{
      referee({"match", "black-hole", "sh bot.sh", other, "--json"}),
      referee({"tournament", "c.json", "--out", "o"}),
      referee({"compare", "sh bot.sh", other, "--game", "black-hole", "--max-pairs", "1"})};
  ::setenv("PATH", path_before.c_str(), 1);
  const std::string note =
      "; a shell starts " + path("first/sh").string() + ", which is a script\n";
  for (const Ended& ended : all) {
    const auto found = ended.err.find(note);
    ASSERT_NE(found, std::string::npos) << ended.err;
    EXPECT_EQ(ended.err.find(note, found + 1), std::string::npos) << "told twice: " << ended.err;
  }
}

TEST_F(RealBots, AFileOfTheNameOfAProgramOfTheSystemIsNotStartedSilently) {
  write_program("true", "#!/bin/sh\nread line\n");
  const Ended ended = referee({"match", "black-hole", "true", "referee random black-hole"});
  EXPECT_NE(ended.err.find("referee: 'true' is /"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("; for the file in this folder give ./true\n"), std::string::npos)
      << ended.err;
}

// It is nobody's choice but the script's, so its caller has to name it.
TEST_F(RealBots, ARelativeInterpreterIsNamedInTheCommand) {
  fs::create_directory(path("bin"));
  fs::create_symlink("/bin/sh", path("bin/mysh"));
  write_program("bot", "#!bin/mysh\nread line\necho no move\nwhile read line; do :; done\n");
  const Ended ended = referee({"match", "black-hole", "./bot", "referee random black-hole"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("name it in the command: \"bin/mysh "), std::string::npos) << ended.err;
  expect_plays("bin/mysh ./bot");
}

TEST_F(RealBots, SanitizersKeepTheirMemoryLimit) {
  write("bot.cpp", R"(
#include <cstring>
#include <iostream>
#include <string>
#include <vector>
int main(int count, char**) {
  std::string line;
  std::getline(std::cin, line);
  std::vector<std::string> all;
  while (count > 1) all.emplace_back(1 << 20, 'x');
  std::cout << "no move" << std::endl;
  while (std::getline(std::cin, line)) continue;
})");
  if (!shell("g++ -fsanitize=address -o bot bot.cpp")) GTEST_SKIP() << "no AddressSanitizer";
  expect_plays("./bot");
  expect_plays("./bot", {"--trust"});
  EXPECT_EQ(fault("./bot fill", {"--limit", "memory=128"})["kind"], "memory");
}

TEST_F(RealBots, WrappersWorkOrTellWhatToType) {
  write_program("bot.sh", "#!/bin/sh\nread line\necho no move\nwhile read line; do :; done\n");
  expect_plays("nice ./bot.sh");
  expect_plays("env A=1 ./bot.sh");
  expect_reason("it was refused a child process", fault("timeout 100 ./bot.sh"));
  expect_plays("timeout 100 ./bot.sh", {"--limit", "processes=1"});
  expect_reason("a bot may not choose its processors", fault("taskset -c 0 ./bot.sh"));
  // Wrappers of one's own: one that looks for its folder, one that starts its bot as a child.
  write_program("wraps.sh", "#!/bin/sh\n\"$(dirname \"$0\")/bot.sh\"\n");
  expect_reason("it was refused a child process", fault("./wraps.sh"));
  expect_plays("./wraps.sh", {"--limit", "processes=2"});
  if (run({"sh", "-c", "command -v strace"}, folder_).code != 0) GTEST_SKIP() << "no strace";
  expect_reason("it was refused a child process", fault("strace -o /dev/null ./bot.sh"));
  expect_plays("strace -o /dev/null ./bot.sh", {"--trust"});
}

TEST_F(RealBots, RootIsToldAboutClosedFolders) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root has bots without their rights";
  constexpr unsigned nobody = 65534;
  fs::create_directory(path("closed"));
  write_program("closed/bot.sh", "#!/bin/sh\nread line\necho no move\n");
  fs::copy_file("/bin/cat", path("closed/bot"));
  ASSERT_EQ(::chown(path("closed").c_str(), nobody, nobody), 0);
  ASSERT_EQ(::chmod(path("closed").c_str(), 0700), 0);
  for (const char* command : {"closed/bot", "closed/bot.sh"}) {
    const Json found = fault(command);
    expect_reason(path("closed").string() +
                      " belongs to nobody and is closed to others, and root's bots have none of "
                      "root's rights",
                  found);
    EXPECT_TRUE(has_fact(found, "owner", "nobody")) << found;
  }
}

TEST_F(RealBots, DoctorKnowsWhatCanPlay) {
  const Json all = Json::parse(referee({"doctor", "--json"}).out)["bots"];
  ASSERT_FALSE(all.empty());
  bool python = false;
  for (const Json& one : all) {
    if (one["name"] == "python3") python = one["available"].get<bool>() && one["means"] != "";
    EXPECT_TRUE(one["available"].get<bool>() || one["advice"] != "") << one;
  }
  EXPECT_TRUE(python) << all;
  EXPECT_NE(referee({"doctor"}).out.find("\nYour bots:\n"), std::string::npos);
}

}  // namespace
