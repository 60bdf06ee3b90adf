
#include "referee/base/text/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/machine.hpp"

namespace referee::text {
namespace {

namespace fs = std::filesystem;

std::error_code failure_at(const std::filesystem::path& file) {
  try {
    (void)read_file(file);
  } catch (const std::system_error& error) {
    const std::string begin = "cannot read " + file.string() + ": " + error.code().message();
    EXPECT_TRUE(std::string(error.what()).starts_with(begin)) << error.what();
    return error.code();
  }
  return {};
}

TEST(ReadFile, GivesAllBytes) {
  std::string name = (std::filesystem::temp_directory_path() / "referee-file-XXXXXX").string();
  const int file = ::mkstemp(name.data());
  ASSERT_GE(file, 0);
  EXPECT_EQ(read_file(name), "");
  const std::string bytes = std::string(200'000, 'a') + '\0' + "\r\n\xff";
  ASSERT_EQ(::write(file, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  ::close(file);
  EXPECT_EQ(read_file(name), bytes);
  std::filesystem::remove(name);
}

// Files whose size is not known beforehand.
TEST(ReadFile, ReadsWhatTheKernelMakesUp) {
  EXPECT_TRUE(read_file("/proc/self/stat").starts_with(std::to_string(::getpid()) + " ("));
}

TEST(ReadFile, SaysWhyItFailed) {
  EXPECT_EQ(failure_at("/no/such/file"), std::errc::no_such_file_or_directory);
  EXPECT_EQ(failure_at("/"), std::errc::is_a_directory);
  // Opens, but cannot be read.
  EXPECT_EQ(failure_at("/proc/self/mem"), std::errc::io_error);
}

// Of what a caller may name, this is what reading might not end for.
TEST(ReadFile, RefusesWhatMightNeverEnd) {
  const auto refusal = [](const fs::path& file) -> std::string {
    try {
      (void)read_file(file);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  std::string folder = (fs::temp_directory_path() / "referee-file-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string pipe = folder + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal(pipe), "cannot read " + pipe + ": it is a named pipe; name a file");
  fs::create_symlink(pipe, folder + "/link");
  EXPECT_NE(refusal(folder + "/link"), "");
  for (const char* device : {"/dev/zero", "/dev/urandom", "/dev/full"}) {
    EXPECT_NE(refusal(device).find("it is a device"), std::string::npos) << device;
  }
  EXPECT_EQ(read_file("/dev/null"), "");
  fs::remove_all(folder);
}

class Texts : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "referee-texts-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::vector<std::string> lines(const fs::path& path) {
    TextFile file(path);
    std::vector<std::string> all;
    for (std::string_view line; file.next(line);) all.emplace_back(line);
    EXPECT_EQ(file.number(), all.size());
    return all;
  }
  static std::string refusal(const fs::path& path) {
    try {
      (void)read_text(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }
  fs::path folder_;
};

TEST_F(Texts, HaveLinesOfALimitedLength) {
  const std::string line(longest_line / 2, 'x');
  EXPECT_EQ(lines(write("t", line + "\n" + line + "\n" + line)).size(), 3U);
  TextFile file(write("t", "short\n" + line + line + line));
  std::string_view taken;
  EXPECT_TRUE(file.next(taken));
  EXPECT_THROW(file.next(taken), InputError);
  EXPECT_THROW(file.peek(), InputError);
}

TEST_F(Texts, HaveLinesHoweverTheyEnd) {
  const std::vector<std::string> three{"a", "", "b"};
  for (const char* text : {"a\n\nb", "a\n\nb\n", "a\r\n\r\nb\r\n",
                           "\xef\xbb\xbf"
                           "a\r\n\nb"}) {
    EXPECT_EQ(lines(write("t", text)), three) << text;
  }
  EXPECT_TRUE(lines(write("t", "")).empty());
  EXPECT_TRUE(lines(write("t", "\xef\xbb\xbf")).empty());
  EXPECT_EQ(lines(write("t", "\n")), std::vector<std::string>{""});
  EXPECT_EQ(lines(write("t", "\xef\xbb")), std::vector<std::string>{"\xef\xbb"});
  const std::string wide(200'000, 'x');
  EXPECT_EQ(lines(write("t", wide + "\r\n" + wide)), (std::vector<std::string>{wide, wide}));
}

TEST_F(Texts, CanBeLookedAtBeforeTheyAreTaken) {
  TextFile file(write("t", "\xef\xbb\xbfone\ntwo\n"));
  EXPECT_EQ(file.peek(), "one");
  EXPECT_EQ(file.peek(), "one");
  std::string_view line;
  EXPECT_TRUE(file.next(line));
  EXPECT_EQ(TextFile(write("u", "one\n\r\n\ntwo\r\nthree")).peek_row(), "two");
  EXPECT_EQ(TextFile(write("u", "one\n\n")).peek_row(), "");
  EXPECT_EQ(file.rest(), "two\n");
  EXPECT_EQ(file.peek(), "");
  EXPECT_FALSE(file.next(line));
}

// Written in parts, the mark in two of them.
TEST_F(Texts, ComeThroughPipes) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  std::thread writer([&] {
    for (const std::string_view part : {"\xef", "\xbb\xbfon", "e\ntw", "o"}) {
      EXPECT_EQ(::write(ends[1], part.data(), part.size()), static_cast<ssize_t>(part.size()));
    }
    ::close(ends[1]);
  });
  EXPECT_EQ(lines("/dev/fd/" + std::to_string(ends[0])), (std::vector<std::string>{"one", "two"}));
  writer.join();
  ::close(ends[0]);
}

TEST_F(Texts, AreNotWhatOnlyLooksLikeThem) {
  const auto name = (folder_ / "t").string();
  EXPECT_EQ(refusal(write("t", std::string("\xff\xfe"
                                           "a\0",
                                           4))),
            "'" + name + "' is UTF-16; save it as UTF-8, or try: iconv -f UTF-16 -t UTF-8 " + name +
                " > NEW");
  EXPECT_EQ(refusal(write("t", "\x1f\x8b\x08")),
            "'" + name + "' is compressed; try: gzip -dc " + name + " > NEW");
  EXPECT_EQ(
      refusal(write("t", "PK\x03\x04")),
      "'" + name + "' is a zip archive or a spreadsheet; unpack it, or save the table as CSV");
}

TEST_F(Texts, HaveNeighbours) {
  fs::create_directory(folder_ / "results");
  write("results/cup.json", "");
  write("Bot.java", "");
  write(".hidden.json", "");
  const auto near = [this](const std::string& name) { return nearest_path(folder_ / name); };
  const auto mean = [this](const std::string& name) {
    return "; did you mean " + (folder_ / name).string() + "?";
  };
  EXPECT_EQ(near("results/cup.jso"), mean("results/cup.json"));
  EXPECT_EQ(near("resutls/cup.json"), mean("results/cup.json"));
  EXPECT_EQ(near("BOT.JAVA"), mean("Bot.java"));
  EXPECT_EQ(near("bto.java"), mean("Bot.java"));
  EXPECT_EQ(near("hidden.jsn"), "");
  EXPECT_EQ(near("nothing-like-that"), "");
  EXPECT_EQ(near("Bot.java"), "");
  EXPECT_EQ(near("resutls/none-of-these"), "");
  EXPECT_EQ(missing(folder_ / "zzz"), "'" + (folder_ / "zzz").string() + "' does not exist");
}

}  // namespace
}  // namespace referee::text

namespace {

namespace fs = std::filesystem;
using namespace referee::text;

class NewFile : public testing::Test {
 protected:
  NewFile() : folder_(new_folder(temporary_folder(), "referee-test-")) {}
  ~NewFile() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  const fs::path folder_;
};

TEST_F(NewFile, FoldersAreNewAndOfThisUserAlone) {
  const fs::path one = new_folder(folder_, "x-");
  EXPECT_NE(new_folder(folder_, "x-"), one);
  EXPECT_TRUE(one.filename().string().starts_with("x-"));
  EXPECT_EQ(fs::status(one).permissions(), fs::perms::owner_all);
  EXPECT_TRUE(new_folder_if_possible(folder_ / "missing", "x-").empty());
  EXPECT_EQ(errno, ENOENT);
  EXPECT_THROW(new_folder(folder_ / "missing", "x-"), SystemError);
}

TEST_F(NewFile, ANameThatIsTakenStaysWhatItIs) {
  const fs::path from = write("from", "new");
  const fs::path taken = write("taken", "old");
  EXPECT_EQ(rename_new(from, taken), EEXIST);
  EXPECT_EQ(read_file(taken), "old");
  EXPECT_EQ(rename_new(from, folder_ / "to"), 0);
  EXPECT_EQ(read_file(folder_ / "to"), "new");
  EXPECT_FALSE(fs::exists(from));
  EXPECT_EQ(rename_new(from, folder_ / "again"), ENOENT);
}

TEST_F(NewFile, ReplacesWhateverTheDraftWasBefore) {
  const fs::path file = write("file", "old");
  const fs::path secret = write("secret", "secret");
  const fs::path draft = folder_ / "draft";
  fs::create_symlink(secret, draft);
  EXPECT_EQ(replace_file(file, draft, "new", Readers::this_user), 0);
  EXPECT_EQ(read_file(file), "new");
  EXPECT_EQ(read_file(secret), "secret");
  EXPECT_FALSE(fs::is_symlink(file));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const mode_t before = ::umask(022);
  EXPECT_EQ(replace_file(file, draft, "newer", Readers::as_umask_says), 0);
  ::umask(before);
  EXPECT_EQ(static_cast<unsigned>(fs::status(file).permissions()), 0644U);
}

TEST_F(NewFile, LeavesNothingBehindWhereItCannotReplace) {
  const fs::path taken = folder_ / "taken";
  fs::create_directories(taken / "inside");
  EXPECT_EQ(replace_file(taken, folder_ / "draft", "text", Readers::this_user), EISDIR);
  EXPECT_EQ(entries(), 1U);
  EXPECT_EQ(replace_file(folder_ / "no/file", folder_ / "no/draft", "", Readers::this_user),
            ENOENT);
}

}  // namespace

namespace referee::text {
namespace {

bool is_open(int number) { return ::fcntl(number, F_GETFD) != -1; }

TEST(Descriptor, ClosesWhatItOwns) {
  Descriptor one(::open("/dev/null", O_RDONLY));
  const int number = one.get();
  ASSERT_TRUE(one);
  Descriptor other = std::move(one);
  EXPECT_FALSE(one);  // NOLINT(bugprone-use-after-move): it owns nothing
  EXPECT_EQ(other.get(), number);
  other = Descriptor(::open("/dev/null", O_RDONLY));
  EXPECT_FALSE(is_open(number));
  const int second = other.release();
  EXPECT_FALSE(other);
  EXPECT_TRUE(is_open(second));
  { const Descriptor last(second); }
  EXPECT_FALSE(is_open(second));
}

}  // namespace
}  // namespace referee::text
