#include "referee/machine/program/executable.hpp"

#include <elf.h>

#include <array>
#include <fstream>

#include "referee/machine/program/command.hpp"
#include "tests/folder.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;

class Executable : public folder::InFolder {
 protected:
  static std::string complaint(void (*check)(const fs::path&), const fs::path& file) {
    try {
      check(file);
    } catch (const CommandError& error) {
      return error.what();
    }
    return "none";
  }
};

TEST_F(Executable, KindsAreToldByTheFirstBytes) {
  EXPECT_EQ(build_of("/proc/self/exe"), Build::native);
  EXPECT_EQ(build_of(write("script", "#!/bin/sh -e\nexit\n")), Build::script);
  EXPECT_EQ(build_of(write("text", "# no script\n")), Build::other);
  EXPECT_EQ(build_of(write("cut", ELFMAG)), Build::other);
  EXPECT_EQ(build_of(folder_ / "none"), Build::other);
}

TEST_F(Executable, AProgramForAnyMachineIsMeantToRun) {
  EXPECT_TRUE(is_script_or_program(write("script", "#!x")));
  EXPECT_TRUE(is_script_or_program(write("program", std::string(ELFMAG) + "of another machine")));
  EXPECT_FALSE(is_script_or_program(write("text", "print(1)")));
  EXPECT_FALSE(is_script_or_program(write("short", "#")));
}

TEST_F(Executable, AScriptNamesItsInterpreter) {
  EXPECT_EQ(interpreter_line(write("script", "#!/bin/sh -e\nexit\n")), "/bin/sh -e");
  EXPECT_EQ(interpreter_line(write("short", "#!x")), "x");
  EXPECT_EQ(interpreter_line(write("text", "x\n#!y\n")), "");
}

TEST_F(Executable, OnlyRegularFilesWithTheRightAreExecuted) {
  EXPECT_TRUE(is_executable_file(write("yes", "", true)));
  EXPECT_FALSE(is_executable_file(write("no", "")));
  EXPECT_FALSE(is_executable_file(folder_));
  EXPECT_FALSE(is_executable_file(folder_ / "none"));
}

TEST_F(Executable, WrappersStartWhatFollowsThem) {
  EXPECT_TRUE(is_wrapper("nice"));
  EXPECT_TRUE(is_wrapper("taskset"));
  EXPECT_FALSE(is_wrapper("sh"));
  EXPECT_FALSE(is_wrapper(""));
}

TEST_F(Executable, SourcesAreNamedWithWhatToDo) {
  const auto told = [this](const char* name) {
    return complaint(check_is_no_source, write(name, "x = 1\n"));
  };
  EXPECT_EQ(told("a.cpp"), quote(folder_ / "a.cpp") + " is a source file, not a program");
  EXPECT_TRUE(told("A.class").ends_with("give \"java -cp FOLDER CLASS\""));
  EXPECT_TRUE(told("a.pl").ends_with("give \"perl " + (folder_ / "a.pl").string() + "\""));
  EXPECT_EQ(told("a.txt"), "none");
  EXPECT_EQ(complaint(check_is_no_source, write("b.pl", "#!/usr/bin/perl\n")), "none");
}

TEST_F(Executable, ProgramsAreCheckedBeforeTheyAreStarted) {
  EXPECT_EQ(complaint(check_program, "/proc/self/exe"), "none");
  EXPECT_EQ(complaint(check_program, write("script", "#!/bin/sh\n", true)), "none");
  const auto told = [this](const char* name, std::string_view text) {
    return complaint(check_program, write(name, text, true));
  };
  EXPECT_EQ(complaint(check_program, folder_), quote(folder_) +
                                                   " is a directory, not a program; did you mean " +
                                                   (folder_ / "script").string() + '?');
  EXPECT_EQ(told("empty", ""), quote(folder_ / "empty") + " is empty");
  EXPECT_EQ(told("cut", ELFMAG), quote(folder_ / "cut") + " is a program cut short");
  EXPECT_EQ(told("a.exe", "MZ"),
            quote(folder_ / "a.exe") + " is a program for Windows; build it for Linux");
  EXPECT_TRUE(told("a.jar", "PK\x03\x04").find(" is a Java archive; give ") != std::string::npos);
}

// A program that begins as one with that much of static data does.
std::string with_static_data(std::uint64_t bytes) {
  Elf64_Ehdr head{};
  std::ifstream("/proc/self/exe", std::ios::binary)
      .read(reinterpret_cast<char*>(&head), sizeof head);
  head.e_phoff = sizeof head;
  head.e_phentsize = sizeof(Elf64_Phdr);
  head.e_phnum = 2;
  std::array<Elf64_Phdr, 2> segments{};
  segments[0].p_type = segments[1].p_type = PT_LOAD;
  segments[0].p_flags = PF_R | PF_X;
  segments[0].p_memsz = std::uint64_t{1} << 40;
  segments[1].p_flags = PF_R | PF_W;
  segments[1].p_memsz = bytes;
  return std::string(reinterpret_cast<const char*>(&head), sizeof head) +
         std::string(reinterpret_cast<const char*>(segments.data()), sizeof segments);
}

TEST_F(Executable, StaticDataAreComparedWithTheLimitOfMemory) {
  constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;
  const fs::path big = write("big", with_static_data(3 * gibibyte), true);
  EXPECT_EQ(static_data_of(big), 3 * gibibyte);
  EXPECT_GT(static_data_of("/proc/self/exe"), 0U);
  EXPECT_EQ(static_data_of(write("script", "#!/bin/sh\n", true)), 0U);
  EXPECT_EQ(static_data_of(write("cut", ELFMAG)), 0U);
  for (const char* text : {"./big 5", "nice -n 1 ./big"}) {
    const Command command = resolve_command(text, folder_);
    EXPECT_NO_THROW(check_static_data(command, 3 * gibibyte)) << text;
    EXPECT_NO_THROW(check_static_data(command, 0)) << text;
    try {
      check_static_data(command, 3 * gibibyte - 1);
      ADD_FAILURE() << text << " was taken";
    } catch (const CommandError& error) {
      EXPECT_NE(std::string(error.what()).find("--limit memory=4096"), std::string::npos)
          << error.what();
    }
  }
  // Its words are data for this one.
  EXPECT_NO_THROW(check_static_data(resolve_command("cat ./big", folder_), gibibyte));
}

TEST_F(Executable, ReasonsHaveNoAdvice) {
  const fs::path jar = write("a.jar", "PK\x03\x04");
  try {
    check_program(jar);
    FAIL() << "was taken";
  } catch (const CommandError& error) {
    EXPECT_EQ(error.reason(), quote(jar) + " is a Java archive");
    EXPECT_EQ(error.what(), error.reason() + "; " + advice_on(error.flaw()));
  }
}

TEST_F(Executable, SanitizersAreLookedForInProgramsOnly) {
  EXPECT_TRUE(has_sanitizer(write("bot",
                                  "\x7f"
                                  "ELF ... __asan_init ...")));
  EXPECT_FALSE(has_sanitizer(write("other",
                                   "\x7f"
                                   "ELF ... san_init ...")));
  EXPECT_FALSE(has_sanitizer(write("script", "#!/bin/sh\n# __asan_init\n")));
  EXPECT_FALSE(has_sanitizer(folder_ / "none"));
}

// Where they do not run there is a reason to be told.
TEST_F(Executable, Programs32BitsLongRunOrNot) {
  EXPECT_EQ(runs_compat_programs(), runs_compat_programs());
  EXPECT_TRUE(compat_advice().starts_with("this kernel runs no such programs"));
}

}  // namespace
}  // namespace referee::program
