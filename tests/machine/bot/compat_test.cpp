// Bots that are 32-bit programs: they run as others do, within the same limits.

#include <elf.h>
#include <gtest/gtest.h>
#include <linux/net.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "referee/machine/program/executable.hpp"
#include "referee/machine/walls/filter.hpp"
#include "referee/machine/walls/filter_program.hpp"
#include "support.hpp"
#include "tests/folder.hpp"
#include "tests/machine/walls/filter_machine.hpp"

namespace {

using namespace support;
namespace fs = std::filesystem;
using referee::program::Abi;
using referee::program::resolve_command;

class Compat : public folder::InFolder {
 protected:
  void SetUp() override {
    if (!fs::exists(program("dynamic"))) {
      GTEST_SKIP() << "the compiler makes no 32-bit programs (on Debian: apt install g++-multilib)";
    }
    if (!referee::program::runs_compat_programs())
      GTEST_SKIP() << referee::program::compat_advice();
  }

  static std::string file_name(const std::string& kind) {
    return "32-bit-" + kind + "/referee-test-" + kind;
  }
  static fs::path program(const std::string& kind) { return built::file(file_name(kind)); }
  static BotSpec bot(const std::string& command, const fs::path& folder = "/") {
    BotSpec spec = scripted("");
    spec.command = resolve_command(command, folder);
    return spec;
  }
  static BotSpec bot_32(const std::string& script) {
    return bot(built::word(file_name("dynamic")) + " " + script);
  }
};

TEST_F(Compat, RunInEveryMake) {
  for (const char* kind : {"dynamic", "static", "c"}) {
    for (const ClockKind clock : {ClockKind::cpu, ClockKind::wall}) {
      for (const bool isolated : {true, false}) {
        BotSpec spec = bot(built::word(file_name(kind)) + " answer drain");
        spec.isolated = isolated;
        EXPECT_EQ(spec.command->abi, Abi::compat);
        Table table(std::move(spec), clock);
        const Turn turn = table.turn("hello\n");
        EXPECT_FALSE(turn.fault) << kind << ": " << turn.fault->reason;
        EXPECT_EQ(turn.line, "hello") << kind;
        const auto& departure = table.end();
        EXPECT_EQ(departure.exit_code, 0) << kind;
        EXPECT_TRUE(departure.refused.empty()) << kind << ": " << departure.refused.front();
      }
    }
  }
}

TEST_F(Compat, RunBehindAScript) {
  fs::copy_file(program("dynamic"), folder_ / "bot32");
  write("start.sh", "#!/bin/sh\nexec ./bot32 \"$@\"\n", true);
  for (const char* command : {"./start.sh answer drain", "nice ./bot32 answer drain"}) {
    BotSpec spec = bot(command, folder_);
    EXPECT_EQ(spec.command->abi, Abi::both) << command;
    Table table(std::move(spec));
    const Turn turn = table.turn("hello\n");
    EXPECT_FALSE(turn.fault) << command << ": " << turn.fault->reason;
    EXPECT_EQ(turn.line, "hello");
  }
}

TEST_F(Compat, ScriptsThatStartThemElsewhereAreTold) {
  fs::copy_file(program("dynamic"), folder_ / "bot32");
  write("notes", "to have the folder opened\n", true);
  Table table(bot("sh -c 'exec ./bot32 answer' notes", folder_));
  const Turn turn = table.turn();
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->reason,
            "ended by signal 31 (Bad system call) without answering; system calls of another "
            "architecture (int 0x80, x32) are refused; a 32-bit program that a script starts must "
            "be in the script's folder or named in the bot's command");
}

TEST_F(Compat, OtherProgramsMakeTheirOwnCallsOnly) {
  fs::copy_file(program("dynamic"), folder_ / "bot32");
  fs::copy_file("/bin/true", folder_ / "bot64");
  EXPECT_EQ(resolve_command("./bot64 x", folder_).abi, Abi::native) << "beside a 32-bit program";
  write("start.sh", "#!/bin/sh\n", true);
  fs::remove(folder_ / "bot32");
  EXPECT_EQ(resolve_command("./start.sh", folder_).abi, Abi::native);
}

TEST_F(Compat, LimitsHold) {
  BotSpec slow = with_budget(bot_32("read burn:60000000 say:x%n drain"), 100ms);
  Table table(std::move(slow));
  const Turn turn = table.turn();
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->reason, "used more than its budget of 0.1 s of CPU time");

  Table threads(bot_32("read threads:4 burn:20000 say:x%n answer drain"));
  const Turn together = threads.turn();
  EXPECT_FALSE(together.fault) << together.fault->reason;
  // A part of it if a thread had not left its processor yet.
  EXPECT_GE(together.cpu + threads.turn().cpu, 79ms);

  Table forks(bot_32("read fork-burn:1000 say:x%n drain"));
  const Turn refused = forks.turn();
  ASSERT_TRUE(refused.fault);
  EXPECT_NE(refused.fault->reason.find("it was refused a child process"), std::string::npos)
      << refused.fault->reason;

  BotSpec parent = bot_32("read fork-burn:60000 say:x%n drain");
  parent.limits.processes = 2;
  Table children(std::move(parent));
  const Turn with_child = children.turn();
  EXPECT_FALSE(with_child.fault) << with_child.fault->reason;
  // Of a child that has been waited for, the kernel's account leaves out up to 20 ms.
  EXPECT_GE(with_child.cpu, 40ms);
}

TEST_F(Compat, SaysWhatToInstall) {
  Elf32_Ehdr head{};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS32;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  head.e_machine = EM_386;
  head.e_phoff = sizeof head;
  head.e_phentsize = sizeof(Elf32_Phdr);
  head.e_phnum = 1;
  Elf32_Phdr segment{};
  segment.p_type = PT_INTERP;
  segment.p_offset = sizeof head + sizeof segment;
  const std::string loader = "/no/such/loader.so.2";
  segment.p_filesz = static_cast<Elf32_Word>(loader.size() + 1);
  std::string file(sizeof head + sizeof segment, '\0');
  std::memcpy(file.data(), &head, sizeof head);
  std::memcpy(file.data() + sizeof head, &segment, sizeof segment);
  write("bot", file + loader + '\0', true);
  try {
    resolve_command("./bot", folder_);
    FAIL() << "was taken";
  } catch (const referee::program::CommandError& error) {
    EXPECT_EQ(std::string(error.what()),
              "program '" + (folder_ / "bot").string() +
                  "' is built for 32-bit x86 and needs /no/such/loader.so.2, which is not "
                  "installed; on Debian and Ubuntu, as root: apt install libc6-i386 lib32stdc++6");
  }
  // A loader that is there, and a library that is not.
  write("lacks.sh",
        "#!/bin/sh\nread line\necho 'error while loading shared libraries: x' >&2\n"
        "exit 127\n",
        true);
  fs::copy_file(program("c"), folder_ / "c");
  Table table(bot("./lacks.sh", folder_));
  const Turn turn = table.turn();
  ASSERT_TRUE(turn.fault);
  EXPECT_NE(turn.fault->fact(referee::bot::What::library), nullptr) << turn.fault->reason;
}

// ---- the filter ----

constexpr auto let_through = SECCOMP_RET_ALLOW;
constexpr auto is_told = SECCOMP_RET_USER_NOTIF;
constexpr auto is_killed = SECCOMP_RET_KILL_PROCESS;

seccomp_data call_32(const char* name, std::array<std::uint64_t, 6> arguments = {}) {
  return machine::call(referee::walls::call_number(name, referee::walls::compat_arch()), arguments,
                       referee::walls::compat_arch());
}

class CompatFilter : public testing::Test {
 protected:
  void SetUp() override {
    if (referee::walls::compat_arch() == 0) GTEST_SKIP() << "no 32-bit programs on this machine";
  }
  static std::vector<sock_filter> filter(Abi abi) {
    return referee::walls::build_filter({.abi = abi, .notify = true, .count = true});
  }
};

using machine::run;
using referee::walls::fails_with;

TEST_F(CompatFilter, SameRulesByOtherNumbers) {
  const auto only = filter(Abi::compat);
  for (const char* name : {"read", "mmap2", "openat", "set_thread_area", "clock_gettime64",
                           "futex_time64", "stat64", "_llseek", "exit_group", "sigreturn"}) {
    EXPECT_EQ(run(only, call_32(name)), let_through) << name;
  }
  for (const char* name : {"ptrace", "mount", "ipc", "modify_ldt", "vm86", "setuid32", "stime",
                           "clock_settime64", "connect", "uselib", "umount", "swapon"}) {
    EXPECT_EQ(run(only, call_32(name)), is_told) << name;
  }
  EXPECT_EQ(run(only, call_32("clone", {0x3d0f00})), is_told) << "to be counted";
  EXPECT_EQ(run(only, call_32("sendfile64")), fails_with(EINVAL));
  EXPECT_EQ(run(only, call_32("chown32")), fails_with(EPERM));
  EXPECT_EQ(run(only, call_32("fcntl64", {1, 13})), let_through);
  EXPECT_EQ(run(only, call_32("fcntl64", {1, 1024})), fails_with(EPERM)) << "a lease";
  EXPECT_EQ(run(only, call_32("fcntl64", {1, 8})), is_told) << "a receiver of signals";
  EXPECT_EQ(run(only, call_32("socketcall", {SYS_RECV})), let_through);
  EXPECT_EQ(run(only, call_32("socketcall", {SYS_SOCKET})), is_told);
  EXPECT_EQ(run(only, call_32("socketcall", {SYS_SENDMSG})), fails_with(EPERM));
  EXPECT_EQ(run(only, call_32("socket", {AF_INET})), is_told);
  EXPECT_EQ(run(only, call_32("kill", {1, 9})), is_told);
  EXPECT_EQ(run(only, machine::call(470, {}, referee::walls::compat_arch())), fails_with(ENOSYS));
}

TEST_F(CompatFilter, NoMixtures) {
  const auto native = filter(Abi::native);
  EXPECT_EQ(run(native, call_32("read")), is_killed);
  const auto only = filter(Abi::compat);
  for (const char* name : {"read", "mmap", "clone", "kill", "socket", "sendto"}) {
    EXPECT_EQ(run(only, machine::call(referee::walls::call_number(name))), is_killed) << name;
  }
  EXPECT_EQ(run(only, machine::call(0x40000001)), is_killed) << "x32";
  EXPECT_EQ(run(only, machine::call(referee::walls::call_number("prlimit64"), {1})), is_killed);
  // Between the filter and its program.
  EXPECT_EQ(run(only, machine::call(referee::walls::call_number("execve"))), let_through);

  const auto both = filter(Abi::both);
  EXPECT_EQ(run(both, machine::call(referee::walls::call_number("read"))), let_through);
  seccomp_data data = call_32("read");
  data.instruction_pointer = 0xF7F00000;
  EXPECT_EQ(run(both, data), let_through);
  data.instruction_pointer = 0x7F00F7F00000;
  EXPECT_EQ(run(both, data), is_killed) << "int 0x80 in a library of 64 bits";
}

}  // namespace
