#include "referee/text/file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace referee::text {
namespace {

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

}  // namespace
}  // namespace referee::text
