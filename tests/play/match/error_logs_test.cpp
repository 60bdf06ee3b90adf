#include "referee/play/match/error_logs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/utf8.hpp"
#include "tests/folder.hpp"

namespace referee::match {
namespace {

namespace fs = std::filesystem;

class ErrorLogsTest : public folder::InFolder {
 protected:
  [[nodiscard]] std::string read(const fs::path& file) const {
    std::ifstream in(folder_ / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(ErrorLogsTest, AreNamedByGameMatchSeatAndOpponent) {
  ErrorLogs logs(folder_, "box", 17, {"ann", "bob"});
  const auto sinks = logs.sinks();
  sinks[0]("one\n");
  sinks[1]("two\n");
  sinks[0](std::string("\0\xff", 2));
  EXPECT_EQ(logs.finish(), 0);
  EXPECT_EQ(read("ann/box-000017-seat-1-against-bob.log"), std::string("one\n\0\xff", 6));
  EXPECT_EQ(read("bob/box-000017-seat-2-against-ann.log"), "two\n");
  // One that writes nothing has no file, and what an earlier try left goes.
  ErrorLogs again(folder_, "box", 17, {"ann", "bob"});
  again.sinks()[1]("three\n");
  EXPECT_EQ(again.finish(), 0);
  EXPECT_FALSE(fs::exists(folder_ / "ann/box-000017-seat-1-against-bob.log"));
  EXPECT_EQ(read("bob/box-000017-seat-2-against-ann.log"), "three\n");
}

TEST_F(ErrorLogsTest, StayInTheFolderWhateverABotIsCalled) {
  ErrorLogs logs(folder_, "box", 0, {"../up", ".hidden\n"});
  logs.sinks()[0]("x");
  logs.sinks()[1]("y");
  logs.finish();
  EXPECT_EQ(
      read("_.._up~8c722b8ae2c9de45/box-000000-seat-1-against-_.hidden_~d704c9ea56f26f6e.log"),
      "x");
  EXPECT_EQ(
      read("_.hidden_~d704c9ea56f26f6e/box-000000-seat-2-against-_.._up~8c722b8ae2c9de45.log"),
      "y");
}

// Names that differ in what a file's name cannot have, or only behind its length.
TEST_F(ErrorLogsTest, EachBotHasAFolderOfItsOwn) {
  const std::string longer(90, 'a');
  const std::vector<std::string> names{
      "a b", "a_b", "a/b", "a~b", longer + "1", longer + "2", longer.substr(0, 80)};
  for (const std::string& name : names) {
    ErrorLogs logs(folder_, "box", 1, {name, "rival"});
    logs.sinks()[0]("x");
    logs.finish();
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}),
            static_cast<std::ptrdiff_t>(names.size()));
}

TEST_F(ErrorLogsTest, AnyNameFitsIntoThatOfAFile) {
  std::string longest;
  for (int i = 0; i < 200; ++i) longest += "\U00020000";  // four bytes each
  ErrorLogs logs(folder_, "box", 1, {longest, "a" + longest});
  logs.sinks()[0]("x");
  logs.finish();
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    for (std::string_view rest = entry.path().native(); !rest.empty();) {
      const text::Character character = text::first_character(rest);
      EXPECT_TRUE(character.valid) << entry.path() << ": whole characters";
      rest.remove_prefix(character.bytes);
    }
  }
}

TEST_F(ErrorLogsTest, FollowNoLink) {
  const fs::path elsewhere = folder_ / "elsewhere";
  fs::create_directory(elsewhere);
  fs::create_directory(folder_ / "logs");
  std::ofstream(elsewhere / "kept") << "kept";
  // In place of a bot's folder, at the beginning or during the game.
  fs::create_directory_symlink(elsewhere, folder_ / "logs/a");
  EXPECT_THROW(ErrorLogs(folder_ / "logs", "box", 1, {"a", "b"}), text::InputError);
  EXPECT_THROW(ErrorLogs(folder_ / "logs", "box", 1, {"b", "a"}), text::InputError);
  ErrorLogs logs(folder_ / "logs", "box", 1, {"b", "c"});
  fs::create_directory_symlink(elsewhere, folder_ / "logs/b");
  logs.sinks()[0]("x");
  EXPECT_THROW(logs.finish(), text::SystemError);
  // In place of a file, and of the folder of all.
  fs::create_directory(folder_ / "logs/d");
  ErrorLogs again(folder_ / "logs", "box", 1, {"d", "e"});
  fs::create_symlink(elsewhere / "kept", folder_ / "logs/d/box-000001-seat-1-against-e.log");
  again.sinks()[0]("x");
  EXPECT_THROW(again.finish(), text::SystemError);
  fs::create_directory_symlink(elsewhere, folder_ / "all");
  EXPECT_THROW(ErrorLogs(folder_ / "all", "box", 1, {"a", "b"}), text::InputError);
  EXPECT_THROW(ErrorLogs(folder_ / "all/", "box", 1, {"a", "b"}), text::InputError);
  EXPECT_EQ(std::distance(fs::directory_iterator(elsewhere), {}), 1);
  EXPECT_EQ(read("elsewhere/kept"), "kept");
}

TEST_F(ErrorLogsTest, EndAtTheirSizeAndSaySo) {
  ErrorLogs logs(folder_, "box", 1, {"a", "b"});
  const std::string piece(1'000'000, 'x');
  for (int i = 0; i < 10; ++i) logs.sinks()[0](piece);
  EXPECT_EQ(logs.finish(), 1);
  const std::string text = read("a/box-000001-seat-1-against-b.log");
  const std::string note = "\n[referee: " + std::to_string(10'000'000 - most_log_bytes) +
                           " further bytes are left out]\n";
  EXPECT_EQ(text.size(), most_log_bytes + note.size());
  EXPECT_TRUE(text.ends_with("x" + note));
}

TEST_F(ErrorLogsTest, AFileThatCannotBeWrittenIsTold) {
  std::ofstream(folder_ / "a") << "in the way";
  EXPECT_THROW(ErrorLogs(folder_, "box", 1, {"a", "b"}), text::InputError);
}

}  // namespace
}  // namespace referee::match
