// Compilers as they are found: a shell script of the test's in the place of each.
#include "referee/machine/toolchain/compiler.hpp"

#include <algorithm>

#include "folder.hpp"
#include "referee/base/text/error.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

class CompilerTest : public InOwnCache {
 protected:
  CompilerTest() {
    fs::create_directory(folder_ / "bin");
    set("PATH", (folder_ / "bin").string());
  }

  void compiler(const std::string& name, const std::string& script) const {
    fs::remove(folder_ / "bin" / name);
    write("bin/" + name, "#!/bin/sh\n" + script, true);
  }
};

TEST_F(CompilerTest, IsAskedForItsVersionOnce) {
  const Language& pascal = *language_of("bot.pas");
  EXPECT_FALSE(find_compiler(pascal));
  compiler("fpc", "echo \"Compiler $1 3.2.2 of 2021\"\n");
  const auto found = find_compiler(pascal);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "fpc");
  EXPECT_EQ(found->version, "3.2.2");
  EXPECT_EQ(found->title(), "fpc 3.2.2");
  EXPECT_TRUE(fs::path(found->words.front()).is_absolute());
  EXPECT_FALSE(fs::is_empty(folder_ / "cache/referee/compilers"));
  compiler("fpc", "echo 4.10.1 # another file\n");
  EXPECT_EQ(find_compiler(pascal)->version, "4.10.1");
}

TEST_F(CompilerTest, WithoutAVersionHasItsName) {
  compiler("ghc", "echo no version; exit 1\n");
  const auto found = find_compiler(*language_of("bot.hs"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->version, "");
  EXPECT_EQ(found->title(), "ghc");
}

TEST_F(CompilerTest, D8IsPreferredToNode) {
  const Language& javascript = *language_of("bot.js");
  compiler("node", "echo v18.2.0\n");
  EXPECT_EQ(find_compiler(javascript)->title(), "node 18.2.0");
  compiler("d8", "exit\n");
  EXPECT_EQ(find_compiler(javascript)->title(), "d8");
}

TEST_F(CompilerTest, OneThatIsNeededAndMissingIsNamedWithItsPackage) {
  try {
    need_compiler(*language_of("bot.ml"), "'bot.ml'");
    FAIL() << "it was found";
  } catch (const text::MachineError& error) {
    EXPECT_STREQ(error.what(),
                 "'bot.ml' is OCaml, and ocamlopt is not installed; on Debian and Ubuntu, as root: "
                 "apt install ocaml-nox");
  }
}

TEST_F(CompilerTest, AllLanguagesAreDescribed) {
  compiler("fpc", "echo 3.2.2\n");
  const auto notes = describe_languages();
  ASSERT_EQ(notes.size(), languages().size());
  for (const LanguageNote& note : notes) {
    EXPECT_EQ(note.available, note.language == "Pascal") << note.language;
    EXPECT_EQ(note.available, note.advice.empty()) << note.language;
    EXPECT_FALSE(note.official.empty()) << note.language;
  }
  const auto pascal = std::find_if(notes.begin(), notes.end(),
                                   [](const LanguageNote& note) { return note.available; });
  EXPECT_EQ(pascal->compiler, "fpc 3.2.2");
  EXPECT_EQ(notes.front().advice,
            "gcc is not installed; on Debian and Ubuntu, as root: apt "
            "install gcc");
}

}  // namespace
}  // namespace referee::toolchain
