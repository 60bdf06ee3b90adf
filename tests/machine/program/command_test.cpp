// Commands, and the last words of what they start.
#include "referee/machine/program/command.hpp"

#include <elf.h>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "referee/base/text/sha256.hpp"
#include "referee/machine/program/command_error.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/machine/program/last_words.hpp"
#include "referee/machine/program/places.hpp"
#include "tests/folder.hpp"

namespace {

namespace fs = std::filesystem;
using referee::program::Command;
using referee::program::CommandError;
using referee::program::resolve_command;
using referee::program::split_words;
using Words = std::vector<std::string>;

class CommandTest : public folder::InFolder {
 protected:
  fs::path make(const std::string& name, const std::string& content, mode_t mode = 0755) {
    const fs::path file = write(name, content);
    ::chmod(file.c_str(), mode);
    return file;
  }
  // The head of a program for `machine`.
  static std::string program(int machine = own_machine(), char order = ELFDATA2LSB) {
    std::string head = ELFMAG;
    head.resize(64, '\0');
    head[EI_CLASS] = ELFCLASS64;
    head[EI_DATA] = order;
    head[order == ELFDATA2LSB ? 18 : 19] = static_cast<char>(machine & 0xff);
    head[order == ELFDATA2LSB ? 19 : 18] = static_cast<char>(machine >> 8);
    return head;
  }
  static int own_machine() {
    std::ifstream self("/proc/self/exe", std::ios::binary);
    std::string head(20, '\0');
    self.read(head.data(), 20);
    return static_cast<unsigned char>(head[18]) | static_cast<unsigned char>(head[19]) << 8;
  }
  // What resolve_command complains about.
  std::string complaint(const std::string& text) {
    try {
      resolve_command(text, folder_);
      return "none";
    } catch (const CommandError& error) {
      return error.what();
    }
  }
  std::string quoted(const std::string& name) const {
    return "'" + (folder_ / name).string() + "'";
  }
};

std::string split_complaint(const std::string& text) {
  try {
    split_words(text);
    return "none";
  } catch (const CommandError& error) {
    return error.what();
  }
}

TEST(SplitWords, AsAShellDoes) {
  EXPECT_EQ(split_words("a b\tc\nd"), (Words{"a", "b", "c", "d"}));
  EXPECT_EQ(split_words("  a  "), Words{"a"});
  EXPECT_EQ(split_words("'a b' \"c d\" e\\ f"), (Words{"a b", "c d", "e f"}));
  EXPECT_EQ(split_words("a'b'\"c\"d"), Words{"abcd"});
  EXPECT_EQ(split_words("a '' \"\""), (Words{"a", "", ""}));
  EXPECT_EQ(split_words(R"("a\"b\\c\$d\`e\f")"), Words{R"(a"b\c$d`e\f)"});
  EXPECT_EQ(split_words(R"('a\b')"), Words{R"(a\b)"});
  EXPECT_EQ(split_words("a|b >c $d *"), (Words{"a|b", ">c", "$d", "*"}));
}

TEST(SplitWords, AreJoinedAgain) {
  for (const Words& words :
       {Words{"a", "b c", "", "d'e"}, Words{"$x", "a\\b", "\""}, Words{"one"}}) {
    EXPECT_EQ(split_words(referee::program::join_words(words)), words);
  }
  EXPECT_EQ(referee::program::join_words(Words{"./bot", "a b"}), "./bot 'a b'");
}

TEST(SplitWords, Complaints) {
  EXPECT_EQ(split_complaint(""), "the command is empty; give a program, e.g. ./mybot");
  EXPECT_EQ(split_complaint(" \t"), "the command is empty; give a program, e.g. ./mybot");
  EXPECT_EQ(split_complaint("a 'b"), "the command has a ' without its closing '");
  EXPECT_EQ(split_complaint("a \"b"), "the command has a \" without its closing \"");
  EXPECT_EQ(split_complaint("a\\"),
            "the command ends in a single backslash; write \\\\ for a backslash");
}

TEST_F(CommandTest, RelativeToItsFolder) {
  const fs::path file = make("sub/bot", program());
  const Command command = resolve_command("./sub/bot x", folder_);
  EXPECT_EQ(command.program, file);
  EXPECT_EQ(command.words, (Words{file.string(), "x"}));
  EXPECT_EQ(command.folder, folder_);
  EXPECT_EQ(command.text, "./sub/bot x");
  EXPECT_TRUE(command.files.empty());
}

TEST_F(CommandTest, FilesOnTheCommandLine) {
  make("bot", program());
  const fs::path weights = make("data/weights", "1 2 3", 0644);
  const Command command = resolve_command("./bot data/weights data nothing", folder_);
  EXPECT_EQ(command.files, std::vector<fs::path>{weights});
  EXPECT_EQ(command.folders, std::vector<fs::path>{folder_ / "data"});
}

TEST_F(CommandTest, ListsOnTheCommandLine) {
  make("bot", program());
  const fs::path jar = make("lib/bot.jar", "PK", 0644);
  const Command command =
      resolve_command("./bot -cp lib/bot.jar:lib::none --weights=lib x=lib /:/", folder_);
  EXPECT_EQ(command.files, std::vector<fs::path>{jar});
  EXPECT_EQ(command.folders, (std::vector<fs::path>{folder_ / "lib", folder_ / "lib"}));
}

TEST_F(CommandTest, PathPrefersPrograms) {
  make("first/tool", "#!/bin/sh\n");
  const fs::path real = make("second/tool", program());
  const fs::path only = make("second/only-a-script", "#!/bin/sh\n");
  const char* before = std::getenv("PATH");
  const std::string saved = before != nullptr ? before : "";
  ::setenv("PATH",
           ((folder_ / "first").string() + ":" + (folder_ / "second").string() + ":/usr/bin:/bin")
               .c_str(),
           1);
  EXPECT_EQ(resolve_command("tool", folder_).program, real);
  EXPECT_EQ(resolve_command("tool", folder_).words, Words{"tool"});
  EXPECT_EQ(resolve_command("only-a-script", folder_).words.at(1), only.string());
  EXPECT_EQ(complaint("no-such-tool"), "program 'no-such-tool' is not in PATH");
  make("mybot.sh", "exec ./bot\n");
  EXPECT_EQ(referee::program::short_name("sh mybot.sh 3", folder_), "mybot.sh");
  EXPECT_EQ(referee::program::short_name("bin/referee random box --seed 1", folder_), "random");
  make("mybot", program());
  EXPECT_EQ(complaint("mybot"), "program 'mybot' is not in PATH; did you mean ./mybot?");
  ::setenv("PATH", saved.c_str(), 1);
}

TEST_F(CommandTest, ScriptsRunThroughTheirInterpreter) {
  const fs::path script = make("bot.sh", "#!/bin/sh -e\nexit 0\n");
  const Command command = resolve_command("./bot.sh one", folder_);
  EXPECT_EQ(command.program, "/bin/sh");
  EXPECT_EQ(command.words, (Words{"/bin/sh", "-e", script.string(), "one"}));
  EXPECT_EQ(command.files, std::vector<fs::path>{script});
  const fs::path env = make("env.sh", "#!/usr/bin/env sh\n");
  EXPECT_EQ(resolve_command("./env.sh", folder_).words, (Words{"sh", env.string()}));
}

// What its caller has not named stays closed, whatever the first line of the script says.
TEST_F(CommandTest, AScriptOpensNothingForItself) {
  make("secret/key", "secret", 0644);
  make("secret/tool", program());
  make("mod.py", "", 0644);
  const std::string secret = (folder_ / "secret").string();
  for (const std::string& line :
       Words{"/bin/sh " + secret, "/bin/sh -x=" + secret + ":" + secret + "/key",
             "/usr/bin/env -S sh secret/key", std::string("/usr/bin/env -S python3 -m mod")}) {
    const fs::path script = make("bot", "#!" + line + "\n");
    const Command command = resolve_command("./bot", folder_);
    EXPECT_EQ(command.files, std::vector<fs::path>{script}) << line;
    EXPECT_TRUE(command.folders.empty()) << line;
  }
  for (const std::string& line :
       Words{secret + "/tool", std::string("./secret/tool"), "/usr/../" + secret + "/tool",
             "/usr/bin/env " + secret + "/tool"}) {
    make("bot", "#!" + line + "\n");
    EXPECT_NE(complaint("./bot").find("which is neither in PATH nor of the system"),
              std::string::npos)
        << line << ": " << complaint("./bot");
  }
  // The caller may name what it likes.
  const Command command = resolve_command("./secret/tool ./bot secret", folder_);
  EXPECT_EQ(command.folders, std::vector<fs::path>{folder_ / "secret"});
}

// A name with colons is a name.
TEST_F(CommandTest, AFileIsNoListOfFiles) {
  make("above", "", 0644);
  for (const char* name : {"a:..:b", ":..", "-x=..:y", "a:above"}) {
    const fs::path file = make("bots/" + std::string(name), program());
    make("bots/" + std::string(name) + ".sh", "#!/bin/sh\n");
    EXPECT_TRUE(resolve_command(fmt::format("'./{}'", name), folder_ / "bots").folders.empty());
    const Command script = resolve_command(fmt::format("'./{}.sh'", name), folder_ / "bots");
    EXPECT_TRUE(script.folders.empty()) << name;
    EXPECT_EQ(script.files, std::vector<fs::path>{fs::path(file.string() + ".sh")});
    const Command word = resolve_command(fmt::format("/bin/sh './{}'", name), folder_ / "bots");
    EXPECT_TRUE(word.folders.empty()) << name;
    EXPECT_EQ(word.files, std::vector<fs::path>{file});
  }
}

TEST_F(CommandTest, AFileIsMeantWhateverItsName) {
  make("ann", program());
  for (const char* name : {"ann v2", "ann's bot", "python3 ann.py", "say \"hi\"", "a\\b"}) {
    const fs::path file = make(name, program());
    EXPECT_EQ(resolve_command("./" + std::string(name), folder_).program, file);
    EXPECT_EQ(resolve_command(name, folder_).program, file);
    EXPECT_EQ(referee::program::short_name(name, folder_), name);
  }
  EXPECT_EQ(resolve_command("./ann v3", folder_).words.size(), 2U);
  make("my bot", program());
  EXPECT_EQ(complaint("./my bot --depth 3"),
            "program " + quoted("my") +
                " does not exist; a file whose name has blanks needs quotation marks: "
                "\"'./my bot' --depth 3\"");
}

TEST_F(CommandTest, TheNearestFileIsNamed) {
  make("Bot.java", "");
  EXPECT_EQ(complaint("./bot.jaav"), "program " + quoted("bot.jaav") +
                                         " does not exist; did you mean " +
                                         (folder_ / "Bot.java").string() + "?");
}

TEST_F(CommandTest, WordsOfShellsAreTold) {
  make("bot", program());
  for (const std::string word : {"2>err.txt", "|", "&", "&&", ">", ">>x", "2>&1", "&>x", ";"}) {
    EXPECT_EQ(
        resolve_command("./bot " + word + " x", folder_).note,
        "no shell runs the command: '" + word +
            "' goes to the bot as a word, which writes no file and starts nothing; --logs DIR "
            "keeps what a bot writes to its standard error");
  }
  for (const std::string word : {"a>b", "->", "x;y", "2", "--out=>"}) {
    EXPECT_EQ(resolve_command("./bot '" + word + "'", folder_).note, "") << word;
  }
  EXPECT_EQ(complaint("cd mine && ./bot"),
            "'cd' is for a shell, and no shell runs the command; name the program by its path; a "
            "config's bots run in its folder");
  EXPECT_EQ(complaint("A_B=1 ./bot"),
            "'A_B=1' is for a shell, and no shell runs the command; give \"env A_B=1 COMMAND\", or "
            "\"environment\" in a config");
}

TEST_F(CommandTest, AFolderInThePlaceOfAProgramNamesTheProgramInIt) {
  make("mine/readme", "x", 0644);
  EXPECT_EQ(complaint("mine"), quoted("mine") + " is a directory, not a program");
  make("mine/player", program());
  make("mine/zebra", program());
  for (const char* word : {"mine", "./mine", "mine/"}) {
    EXPECT_TRUE(complaint(word).ends_with(" is a directory, not a program; did you mean " +
                                          (folder_ / "mine/player").string() + "?"))
        << complaint(word);
  }
}

TEST_F(CommandTest, Complaints) {
  make("plain", program(), 0644);
  make("folder/file", "");
  make("words", "hello\n");
  make("short", ELFMAG);
  make("empty-script", "#!\n");
  make("lost", "#!/no/such/thing\n");
  EXPECT_EQ(complaint("./missing"), "program " + quoted("missing") + " does not exist");
  EXPECT_EQ(complaint("./plain"), "program " + quoted("plain") +
                                      " is not executable; try: chmod +x " +
                                      (folder_ / "plain").string());
  EXPECT_EQ(complaint("./folder"), quoted("folder") + " is a directory, not a program");
  EXPECT_EQ(complaint("./words"),
            quoted("words") +
                " is neither a program of this machine nor a script nor a source file in one of "
                "the official languages: a script must begin with a line such as #!/usr/bin/env "
                "python3");
  EXPECT_EQ(complaint("./short"), quoted("short") + " is a program cut short");
  EXPECT_EQ(complaint("./empty-script"),
            "script " + quoted("empty-script") + " names no interpreter after #!");
  EXPECT_EQ(complaint("./lost"), "the interpreter of script " + quoted("lost") +
                                     ": program '/no/such/thing' does not exist");
  EXPECT_EQ(complaint("/dev/null"), "'/dev/null' is not a regular file");
  EXPECT_EQ(complaint(std::string("./a\0b", 5)), "the command contains a zero byte");
  EXPECT_EQ(complaint("./a " + std::string(std::size_t{128} << 10, 'x')),
            "the command is longer than 128 KiB");
}

TEST_F(CommandTest, OtherMachines) {
  const int other = own_machine() == EM_AARCH64 ? EM_X86_64 : EM_AARCH64;
  make("other", program(other));
  const std::string text = complaint("./other");
  EXPECT_TRUE(text.starts_with("program " + quoted("other") + " is built for ")) << text;
  make("big-endian", program(EM_PPC64, ELFDATA2MSB));
  EXPECT_NE(complaint("./big-endian").find("64-bit PowerPC"), std::string::npos);
}

TEST_F(CommandTest, SanitizersAreFoundWhereverTheirNameIs) {
  const auto sanitized = [&](std::size_t at, const std::string& symbol) {
    std::string bytes = program();
    bytes.resize(at, '_');
    make("bot", bytes + symbol + "after");
    return resolve_command("./bot", folder_).sanitized;
  };
  constexpr std::size_t block = 1 << 16;
  for (std::size_t at = block - 16; at < block + 16; ++at) {
    EXPECT_TRUE(sanitized(at, "__tsan_init")) << at;
    EXPECT_FALSE(sanitized(at, "__hwasan_initialised san_init _asan_ini")) << at;
  }
  EXPECT_TRUE(sanitized(1000, "san_init__asan_init"));
  EXPECT_TRUE(sanitized(3 * block, "__msan_init"));
  EXPECT_FALSE(sanitized(3 * block, ""));
}

TEST_F(CommandTest, HashFollowsTheContent) {
  make("bot", program());
  make("data", "1", 0644);
  const auto hash = [&](const char* text) { return content_hash(resolve_command(text, folder_)); };
  const std::string alone = hash("./bot");
  const std::string with = hash("./bot data");
  EXPECT_EQ(alone, referee::text::sha256(program()));
  EXPECT_NE(alone, with);
  make("data", "2", 0644);
  EXPECT_NE(hash("./bot data"), with);
  fs::copy_file(folder_ / "bot", folder_ / "copy");
  EXPECT_EQ(hash("./copy"), alone);
}

using namespace referee::program;

TEST(LastWords, AreKnownByWhatRuntimesSay) {
  EXPECT_TRUE(tells_of_memory("what():  std::bad_alloc\n"));
  EXPECT_TRUE(tells_of_memory("java.lang.OutOfMemoryError: Java heap space"));
  EXPECT_EQ(words_of_memory("cc1: virtual memory exhausted: no"), "irtual memory exhausted");
  EXPECT_FALSE(tells_of_memory("out of ideas"));
  EXPECT_TRUE(tells_of_java("# There is insufficient memory for the Java Runtime Environment"));
  EXPECT_FALSE(tells_of_java("MemoryError"));
  EXPECT_TRUE(tells_of_permission("PermissionError: [Errno 13]"));
  EXPECT_FALSE(tells_of_permission("python3: No module named bot"));
  EXPECT_FALSE(tells_of_permission(""));
}

TEST(LastWords, BeginWithALineThatIsNotAMove) {
  EXPECT_TRUE(may_be_last_words("#"));
  EXPECT_TRUE(may_be_last_words("Error occurred during initialization of VM"));
  EXPECT_TRUE(may_be_last_words("Out of memory!"));
  EXPECT_FALSE(may_be_last_words("A3"));
  EXPECT_FALSE(may_be_last_words(""));
}

TEST(LastWords, OneOfSeveralIsEnough) {
  EXPECT_TRUE(contains_any("a b c", {"x", "b"}));
  EXPECT_FALSE(contains_any("a b c", {"x", "bc"}));
  EXPECT_FALSE(contains_any("a", {}));
}

}  // namespace
