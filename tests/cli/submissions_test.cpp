// Files that strangers have sent in: each opens, sees and spoils nothing but itself.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "folder.hpp"
#include "runtimes.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

// Tells, on its standard error, which of these it can read, and leaves.
std::string reader_of(const Words& files) {
  std::string list;
  for (const std::string& file : files) list += "'" + file + "',";
  return "import sys, os\nfor name in [" + list +
         "]:\n"
         "    try: sys.stderr.write('READ %s\\n' % open(name).read()[:9])\n"
         "    except OSError: pass\n"
         "for place in sys.path[:1] + ['.']:\n"
         "    try: sys.stderr.write('LISTED %s\\n' % os.listdir(place))\n"
         "    except OSError: pass\n"
         "sys.stderr.flush()\nprint('bye', flush=True)\n";
}

class Submissions : public InFolder {
 protected:
  void SetUp() override {
    if (!in_path("python3")) GTEST_SKIP() << "python3 is not in PATH";
    fs::create_directories(path("subs"));
    copy("player.py", "ann.py");
    fs::permissions(path("subs/ann.py"), fs::perms(0644));
  }
  void copy(const char* example, const std::string& name) const {
    fs::copy_file(fs::path(REFEREE_SOURCE_DIR) / "bots" / "black-hole" / example,
                  path("subs/" + name));
  }
  // The same as a script that may be executed.
  void write_script(const std::string& name, const std::string& text) const {
    write_program("subs/" + name, "#!/usr/bin/env python3\n" + text);
  }
  [[nodiscard]] Ended check() const {
    return referee({"check", "subs", "--game", "black-hole", "--games", "2", "--json"});
  }
  [[nodiscard]] Ended tournament(const Words& further = {}) const {
    Words words =
        Words{"tournament", "--bots", "subs", "--game", "black-hole", "--rounds", "1"} + further;
    return referee(words);
  }
  [[nodiscard]] static bool is_admitted(const Ended& checked, const std::string& bot) {
    for (const Json& one : Json::parse(checked.out)) {
      if (one["bot"]["name"] != bot) continue;
      for (const Json& point : one["points"]) {
        if (point["finding"] == "failed") return false;
      }
      return true;
    }
    ADD_FAILURE() << bot << " is not in " << checked.out;
    return false;
  }
  // What bots of the folder's tournament wrote to their standard error.
  [[nodiscard]] std::string errors() const {
    std::string all;
    for (const std::string& file : record_files("results/subs")) {
      all += read("results/subs/" + file);
    }
    return all;
  }
};

TEST_F(Submissions, NoneReadsAnother) {
  const Words wanted{path("subs/ann.py"),
                     path("subs/secret.cpp"),
                     "ann.py",
                     "subs/ann.py",
                     path("results/subs/manifest.json"),
                     path("subs/tournament.json")};
  write("subs/secret.cpp", "int main() {}\n");
  write("subs/reader.py", reader_of(wanted));
  write_script("script", reader_of(wanted));
  const Ended checked = check();
  EXPECT_EQ(checked.out.find("READ"), std::string::npos) << checked.out;
  EXPECT_EQ(checked.out.find("secret.cpp'"), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("LISTED ['reader.py']"), std::string::npos) << checked.out;
  EXPECT_EQ(tournament().code, 1);
  EXPECT_EQ(errors().find("READ"), std::string::npos) << errors();
  EXPECT_NE(errors().find("LISTED ['reader.py']"), std::string::npos) << errors();
  EXPECT_NE(errors().find("LISTED ['script']"), std::string::npos) << errors();
}

// A file that is called like a module of Python.
TEST_F(Submissions, NoneStandsInAnothersWay) {
  const std::string own = read("subs/ann.py");
  write("subs/ann.py", "import random, json, string, socket\n" + own);
  write_script("cleo", "import random, json, string, socket\n" + own);
  for (const char* module : {"random", "json", "string", "socket"}) {
    write("subs/" + std::string(module) + ".py", "raise SystemExit(7)\n");
  }
  const Ended checked = check();
  EXPECT_TRUE(is_admitted(checked, "ann"));
  EXPECT_TRUE(is_admitted(checked, "cleo"));
  EXPECT_FALSE(is_admitted(checked, "random"));
  EXPECT_EQ(tournament().code, 1);
  for (const Json& record : records_in(path("results/subs"))) {
    for (const Json& fault : record["faults"]) {
      const std::string name = record["bots"][fault["seat"].get<std::size_t>() - 1]["name"];
      EXPECT_TRUE(name != "ann" && name != "cleo") << record["faults"];
    }
  }
  // Two that stand side by side in a match.
  const Ended match =
      referee({"match", "black-hole", "./subs/ann.py", "./subs/random.py", "--json"});
  EXPECT_EQ(Json::parse(match.out)["faults"][0]["seat"], 2) << match.out;
}

TEST_F(Submissions, ANameAndAFirstLineOpenNothing) {
  fs::create_directory(path("secret"));
  write("secret/key", "topsecret\n");
  const std::string reader = reader_of({path("secret/key"), "secret/key", "key"});
  write("subs/a:..:b.py", reader);
  write_script("c:..:d", reader);
  write_program("subs/e", "#!/usr/bin/env -S python3 -W ignore::" + path("secret").string() +
                              " -B\n" + reader);
  write_program("subs/f", "#!/usr/bin/python3 -X=" + path("secret").string() + "\n" + reader);
  const Ended checked = check();
  EXPECT_EQ(checked.out.find("READ"), std::string::npos) << checked.out;
  const Ended played = tournament();
  EXPECT_NE(played.code, 2) << played.err;
  EXPECT_EQ(errors().find("READ"), std::string::npos) << errors();
}

TEST_F(Submissions, LinksAreNotFollowed) {
  write("secret.py", reader_of({"x"}));
  fs::create_symlink(path("secret.py"), path("subs/dora.py"));
  fs::create_symlink(path("nowhere"), path("subs/eve"));
  const Ended checked = check();
  EXPECT_EQ(Json::parse(checked.out).size(), 1U) << checked.out;
  EXPECT_NE(checked.err.find("skipped dora.py: is a link"), std::string::npos) << checked.err;
}

// Whatever is wrong with one of them, the evening goes on.
TEST_F(Submissions, OneBadFileEndsNothing) {
  copy("player.py", "bob.py");
  fs::permissions(path("subs/bob.py"), fs::perms(0644));
  write("subs/rust.rs", "fn main() {}\n");
  write("subs/wrong.c", "int main() { return nothing; }\n");
  write("subs/main.java", "class A {}\n");
  write("subs/big.py", "");
  fs::resize_file(path("subs/big.py"), (std::uintmax_t{64} << 20) + 1);
  write_program("subs/arm", std::string("\x7f"
                                        "ELF\x02\x01\x01",
                                        7) +
                                std::string(9, '\0') + std::string("\x02\x00\xb7\x00", 4) +
                                std::string(100, '\0'));
  write_program("subs/script", "#!/nowhere/python\n");
  write("subs/closed.py", "");
  ::chmod(path("subs/closed.py").c_str(), 0);
  // Only what is in these folders can be found: no rustc.
  const auto without_rust = [&](const Words& words) {
    Words all{"env", "PATH=/usr/bin:/bin"};
    for (const std::string& word : command(words)) all.push_back(word);
    return run(all, folder_);
  };
  const Ended checked =
      without_rust({"check", "subs", "--game", "black-hole", "--games", "2", "--json"});
  EXPECT_EQ(checked.code, 1) << checked.err;
  EXPECT_TRUE(is_admitted(checked, "ann"));
  EXPECT_TRUE(is_admitted(checked, "bob"));
  for (const char* bad : {"rust", "wrong", "big", "arm", "script", "closed"}) {
    EXPECT_FALSE(is_admitted(checked, bad)) << bad;
  }
  const Ended played =
      without_rust({"tournament", "--bots", "subs", "--game", "black-hole", "--rounds", "1"});
  EXPECT_EQ(played.code, 1) << played.err;
  for (const std::string bad : {"rust", "wrong", "big", "arm", "script", "main"}) {
    if (bad == "rust" && fs::exists("/usr/bin/rustc")) continue;
    EXPECT_NE(played.err.find("left out " + bad + ": "), std::string::npos) << played.err;
  }
  EXPECT_GE(records_in(path("results/subs")).size(), 2U) << played.err;
}

// A compiler must not carry the rival's source into the bot.
TEST_F(Submissions, CompilersSeeNoneEither) {
  for (const char* place : {"/opt/referee-hidden-XXXXXX", "/usr/src/referee-hidden-XXXXXX"}) {
    std::string name = place;
    if (::mkdtemp(name.data()) == nullptr) GTEST_SKIP() << "only root may make " << place;
    const fs::path temporary = std::exchange(folder_, name);
    fs::create_directories(path("subs"));
    fs::create_directories(path("results/now"));
    write("subs/rival.c", "int main(void) { return 0; }\n");
    write("results/now/manifest.json", "{}\n");
    for (const char* secret : {"subs/rival.c", "results/now/manifest.json"}) {
      write("subs/thief.c", "__asm__(\".incbin \\\"" + path(secret).string() +
                                "\\\"\");\nint main(void) { return 0; }\n");
      const Ended ended = referee({"match", "black-hole", "./subs/thief.c", "./subs/rival.c"});
      EXPECT_EQ(ended.code, 1);
      EXPECT_NE(ended.err.find("could not be compiled"), std::string::npos) << place << ended.err;
    }
    fs::remove_all(folder_);
    folder_ = temporary;
  }
}

// The same file in the same place of the cache, and the hash that it always had.
TEST_F(Submissions, ProgramsThatPlayAloneKeepTheirHash) {
  fs::copy_file(built::file("black-hole-greedy"), path("subs/eve"));
  EXPECT_EQ(tournament({"--seed", "1"}).code, 0);
  const Json alone = Json::parse(read("results/subs/manifest.json"))["games"][0]["bots"];
  write("c.json", config_of("black-hole", 1, {{"ann", "subs/ann.py"}, {"eve", "subs/eve"}}));
  expect(0, {"tournament", "c.json", "--plan-only", "--out", "o"});
  const Json beside = Json::parse(read("o/manifest.json"))["games"][0]["bots"];
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(alone[i]["hash"], beside[i]["hash"]);
  EXPECT_EQ(alone[1]["alone"], true);
}

// Walls go off by --trust of this call, whatever a file says.
class Trusted : public InFolder {};

TEST_F(Trusted, ARecordAsksForIt) {
  write_program("bot", "#!/bin/sh\ntouch " + path("pwned").string() + "\nexit 1\n");
  expect(1, {"match", "box", "./bot", "referee random box", "--save", "r.json"});
  Json record = Json::parse(read("r.json"));
  record["isolated"] = false;
  write("r.json", record.dump() + "\n");
  for (const Words& further : {Words{}, Words{"--as-recorded"}, Words{"--free", "changed"},
                               Words{"--json"}, Words{"--under", "env"}}) {
    Words words = Words{"replay", "r.json", "--seat", "1"} + further;
    const Ended ended = referee(words);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_NE(ended.err.find("r.json says \"isolated\": false: bots would run without isolation"),
              std::string::npos)
        << ended.err;
    EXPECT_NE(ended.err.find("add --trust"), std::string::npos) << ended.err;
  }
  EXPECT_FALSE(fs::exists(path("pwned")));
  // A command of the caller's own has walls whatever the record says.
  EXPECT_EQ(referee({"replay", "r.json", "--seat", "1", "--command", "./bot"}).code, 1);
  EXPECT_FALSE(fs::exists(path("pwned")));
  const Ended trusted = referee({"replay", "r.json", "--seat", "1", "--trust"});
  EXPECT_NE(trusted.err.find("the record has 'bot' run ./bot"), std::string::npos) << trusted.err;
  EXPECT_TRUE(fs::exists(path("pwned")));
}

// In a debugger it has none.
TEST_F(Trusted, NoForeignRecordRunsUnderATool) {
  write_program("bot", "#!/bin/sh\ntouch " + path("pwned").string() + "\nexit 1\n");
  expect(1, {"match", "box", "./bot", "referee random box", "--save", "r.json"});
  write("c.json", config_of("box", 1, {{"a", "./bot"}, {"b", "referee random box"}}));
  expect(1, {"tournament", "c.json", "--out", "o", "--quiet"});
  Json record = Json::parse(read("r.json"));
  record["bots"][0].erase("hash");
  record["bots"][0]["command"] = "/bin/sh -c 'touch pwned'";
  write("mailed.json", record.dump() + "\n");
  fs::copy(path("o"), path("sent"));
  const auto under = [](const Words& log) {
    return Words{"replay"} + log + Words{"--seat", "1", "--under", "env"};
  };
  for (const Words& log : {Words{"mailed.json"}, Words{"sent", "0"}}) {
    const Ended refused = referee(under(log));
    EXPECT_EQ(refused.code, 2) << refused.err;
    EXPECT_NE(refused.err.find("--under runs a bot without protections, and the record that has"),
              std::string::npos)
        << refused.err;
    EXPECT_FALSE(fs::exists(path("pwned")));
  }
  for (const Words& words : {under({"last"}), under({"r.json"}), under({"o", "0"}),
                             under({"mailed.json"}) + Words{"--command", "./bot"},
                             under({"mailed.json"}) + Words{"--trust"}}) {
    const Ended ended = referee(words);
    EXPECT_TRUE(fs::remove(path("pwned"))) << words[1] << ended.err;
  }
}

TEST_F(Trusted, ConfigsAndManifestsAskForIt) {
  Json config = Json::parse(small_config("black-hole", 1));
  config["isolation"] = "off";
  config["seed"] = 1;
  write("c.json", config.dump());
  write("regress.json", R"({"game": "box", "isolation": "off", "bot": "referee random box",
                            "checks": [{"check": "no-faults", "games": 2}]})");
  for (const Words& words :
       {Words{"tournament", "c.json", "--out", "o"},
        Words{"tournament", "c.json", "--plan-only", "--out", "o"},
        Words{"view", "c.json", "--no-browser", "--out", "o"}, Words{"regress", "regress.json"}}) {
    const Ended ended = referee(words);
    EXPECT_EQ(ended.code, 2) << words.front();
    EXPECT_NE(ended.err.find("says \"isolation\": \"off\""), std::string::npos) << ended.err;
  }
  expect(0, {"tournament", "c.json", "--plan-only", "--out", "o", "--trust"});
  const Words part{"tournament", "c.json", "--part", "1/1", "--out", "o"};
  EXPECT_EQ(referee(part).code, 2);
  EXPECT_TRUE(record_files().empty());
  Words trusted = part + Words{"--trust"};
  expect(0, trusted);
  expect(0, {"merge", "o"});
}

}  // namespace
