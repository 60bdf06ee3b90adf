// What a program is started with, and why it is not started.
#include "referee/machine/walls/launcher.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <variant>

#include "tests/folder.hpp"

namespace referee::walls {
namespace {

namespace fs = std::filesystem;

class LauncherTest : public folder::InFolder {
 protected:
  std::variant<Child, LaunchFailure> launch(const program::Command& command) {
    return launcher_.launch(command, {"ONE=1", "TWO=a b"}, sandbox_, -1);
  }
  [[nodiscard]] program::Command shell(const std::string& script) const {
    return program::resolve_command("/bin/sh -c '" + script + "'", folder_);
  }
  // All that comes out of a pipe up to its end.
  static std::string all_of(const text::Descriptor& pipe) {
    std::string text;
    std::array<char, 4096> buffer{};
    while (true) {
      pollfd one{pipe.get(), POLLIN, 0};
      ::poll(&one, 1, -1);
      const ssize_t got = ::read(pipe.get(), buffer.data(), buffer.size());
      if (got <= 0) return text;
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
  }

  Launcher launcher_{true};
  const Sandbox sandbox_ = Sandbox::limits_only({});
};

TEST_F(LauncherTest, GivesAProgramThreePipesItsFolderAndItsVariables) {
  auto result = launch(shell("read line; echo $line $ONE \"$TWO\" $HOME; pwd; echo bad >&2"));
  ASSERT_TRUE(std::holds_alternative<Child>(result));
  auto& child = std::get<Child>(result);
  EXPECT_FALSE(child.listener);
  EXPECT_GE(child.cpu_at_exec, kernel::Duration{});
  ASSERT_EQ(::write(child.in.get(), "go\n", 3), 3);
  EXPECT_EQ(all_of(child.out), "go 1 a b\n" + folder_.string() + "\n");
  EXPECT_EQ(all_of(child.err), "bad\n");
  pollfd ended{child.pidfd.get(), POLLIN, 0};
  EXPECT_EQ(::poll(&ended, 1, -1), 1);
  EXPECT_EQ(::waitpid(child.pid, nullptr, 0), child.pid);
}

TEST_F(LauncherTest, GivesAProgramASessionOfItsOwn) {
  auto result = launch(shell("read line"));
  ASSERT_TRUE(std::holds_alternative<Child>(result));
  auto& child = std::get<Child>(result);
  EXPECT_EQ(::getsid(child.pid), child.pid);
  EXPECT_EQ(::getpgid(child.pid), child.pid);
  child.in.reset();
  EXPECT_EQ(::waitpid(child.pid, nullptr, 0), child.pid);
}

TEST_F(LauncherTest, AFailureOfTheBotIsNotOneOfTheMachine) {
  program::Command command = shell("exit");
  command.program = folder_ / "none";
  auto result = launch(command);
  ASSERT_TRUE(std::holds_alternative<LaunchFailure>(result));
  EXPECT_FALSE(std::get<LaunchFailure>(result).environment);
  EXPECT_EQ(
      std::get<LaunchFailure>(result).reason,
      "program '" + command.program.string() + "' could not be started: No such file or directory");

  command = shell("exit");
  command.folder = folder_ / "gone";
  result = launch(command);
  ASSERT_TRUE(std::holds_alternative<LaunchFailure>(result));
  EXPECT_FALSE(std::get<LaunchFailure>(result).environment);
  EXPECT_TRUE(std::get<LaunchFailure>(result).reason.starts_with("folder '"));
  EXPECT_LT(::waitpid(-1, nullptr, WNOHANG), 0) << "not even a zombie is left";
}

}  // namespace
}  // namespace referee::walls
