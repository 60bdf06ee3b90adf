#include "referee/base/text/log.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "referee/base/text/error.hpp"

namespace {

namespace fs = std::filesystem;

// An argument of debug() that counts how often it is formatted.
struct Witness {
  int* formatted;
};

}  // namespace

template <>
struct fmt::formatter<Witness> {
  constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
  template <typename Context>
  auto format(const Witness& witness, Context& context) const {
    ++*witness.formatted;
    return context.out();
  }
};

namespace referee::text {
namespace {

class LogFile : public testing::Test {
 protected:
  LogFile() {
    std::string pattern = (fs::temp_directory_path() / "log-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    folder_ = pattern;
  }
  ~LogFile() override {
    set_up_log({});
    fs::remove_all(folder_);
  }
  [[nodiscard]] fs::path file() const { return folder_ / "a.log"; }
  [[nodiscard]] std::string read() const {
    std::ifstream in(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
};

TEST_F(LogFile, TellsALineOnceUntilTheLogIsSetUpAnew) {
  testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) {
    note_once("{} is small", "a");
    warn_once("{} is small", "b");
  }
  std::string told = testing::internal::GetCapturedStderr();
  EXPECT_EQ(told, "referee: info: a is small\nreferee: warning: b is small\n");
  set_up_log({});
  testing::internal::CaptureStderr();
  note_once("{} is small", "a");
  told = testing::internal::GetCapturedStderr();
  EXPECT_EQ(told, "referee: info: a is small\n");
}

TEST(Told, IsALineThatDisturbsNoTerminal) {
  testing::internal::CaptureStderr();
  tell("in {}", "x\x1b[31m\ny");
  tell("\u3000::error::x");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "in x\\x1b[31m\\x0ay\n\u3000\\x3a:error::x\n");
}

TEST_F(LogFile, ALineThatNobodyWantsIsNotFormatted) {
  int formatted = 0;
  set_up_log({});
  EXPECT_FALSE(debug_wanted());
  debug("{}", Witness{&formatted});
  EXPECT_EQ(formatted, 0);
  set_up_log({false, file().string()});
  EXPECT_TRUE(debug_wanted());
  EXPECT_FALSE(debug_on_stderr());
  debug("{}", Witness{&formatted});
  EXPECT_EQ(formatted, 1);
}

TEST_F(LogFile, GetsEveryLineAndEscapesWhatMovesATerminal) {
  set_up_log({false, file().string()});
  debug("line {}: '{}'", 1, "a\n\x1b[2J");
  warn("line {}", 2);
  const std::string text = read();
  EXPECT_NE(text.find("] debug: line 1: 'a\\x0a\\x1b[2J'\n"), std::string::npos) << text;
  EXPECT_NE(text.find("] warning: line 2\n"), std::string::npos) << text;
}

TEST_F(LogFile, GetsNotesWhoeverIsHushed) {
  set_up_log({false, file().string()});
  hush_notes();
  testing::internal::CaptureStderr();
  note("worth {}", "knowing");
  warn("heard");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "referee: warning: heard\n");
  EXPECT_NE(read().find("] info: worth knowing\n"), std::string::npos) << read();
}

TEST_F(LogFile, IsAppendedTo) {
  for (int run = 0; run < 2; ++run) {
    set_up_log({false, file().string()});
    debug("run {}", run);
  }
  EXPECT_NE(read().find("run 0\n"), std::string::npos);
  EXPECT_NE(read().find("run 1\n"), std::string::npos);
}

TEST_F(LogFile, ThatCannotBeWrittenIsTheMachinesFailure) {
  const std::string name = (folder_ / "no" / "a.log").string();
  try {
    set_up_log({false, name});
    FAIL() << "no error";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.what(), "cannot write the log " + name + ": No such file or directory");
  }
  EXPECT_FALSE(fs::exists(folder_ / "no"));
}

}  // namespace
}  // namespace referee::text
