#include "referee/base/text/machine.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "referee/base/text/error.hpp"

namespace referee::text {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Sets a variable as long as it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* now = ::getenv(name)) before_ = now;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(Machine, ASentenceNamesWhatWasTriedOnWhatAndTheCure) {
  EXPECT_EQ(system_text("write", "/data/x", ENOSPC),
            "cannot write /data/x: No space left on device; make room there or choose another "
            "place");
  EXPECT_EQ(system_text("read", "xyz", ENOENT), "cannot read xyz: No such file or directory");
  EXPECT_EQ(std::string(SystemError("read", "x", ENOENT).what()), system_text("read", "x", ENOENT));
  EXPECT_EQ(SystemError("read", "x", ENOENT).code().value(), ENOENT);
}

TEST(Machine, EachLackHasACure) {
  for (const int error : {ENOSPC, EDQUOT, EROFS, EACCES, EPERM, ENOSYS, EFBIG, EAGAIN, EMFILE,
                          ENFILE, ENOMEM, EIO, ESTALE, ENOLCK}) {
    EXPECT_FALSE(cure_of(error).empty()) << error;
    EXPECT_FALSE(cure_of(error, "/data/x").empty()) << error;
  }
  // Of threads and processes.
  EXPECT_TRUE(contains(system_text("make a thread", EPERM), "container"));
  EXPECT_TRUE(contains(system_text("make a thread", EAGAIN), "ulimit -u"));
  EXPECT_TRUE(contains(system_text("make a thread", EAGAIN), "--jobs"));
}

TEST(Machine, AFileSystemAndAFileBeingWrittenAreTold) {
  for (const int error : {ENOSYS, EOPNOTSUPP}) {
    EXPECT_TRUE(contains(system_text("make a thread", error), "container"));
    EXPECT_EQ(cure_of(error, "/mnt/x"), "that file system cannot do that: choose another place");
  }
  EXPECT_EQ(cure_of(ETXTBSY, "/a/bot"),
            "another program is writing it, a compiler or a copy: try again when it is complete");
}

TEST(Machine, LimitsAreToldWithTheirValues) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_TRUE(contains(cure_of(EMFILE), "ulimit -n is " + std::to_string(limit.rlim_cur)));
}

TEST(Machine, AFolderThatAVariableNamesIsToldWithIt) {
  const Variable cache("XDG_CACHE_HOME", "/some/cache");
  const Variable temporary("TMPDIR", "/some/tmp");
  EXPECT_TRUE(contains(cure_of(EROFS, "/some/cache/referee/x"), "XDG_CACHE_HOME"));
  EXPECT_TRUE(contains(cure_of(ENOSPC, "/some/tmp/referee-x"), "set TMPDIR to another place"));
  EXPECT_EQ(cure_of(EROFS, "/some/tmp/results"), "choose another place");
  EXPECT_THROW(
      {
        try {
          temporary_folder();
        } catch (const MachineError& error) {
          EXPECT_TRUE(contains(error.what(), "TMPDIR names /some/tmp")) << error.what();
          throw;
        }
      },
      MachineError);
}

TEST(Machine, WhatTheLibraryThrowsBecomesASentence) {
  EXPECT_EQ(message_of(fs::filesystem_error("cannot copy file", "/a", "/b/c",
                                            std::error_code(EROFS, std::generic_category()))),
            "cannot copy file /b/c: Read-only file system; choose another place");
  // What std::thread throws, bare.
  const std::string bare =
      message_of(std::system_error(std::error_code(EPERM, std::generic_category())));
  EXPECT_TRUE(bare.starts_with("cannot make a thread")) << bare;
  EXPECT_TRUE(contains(bare, "container")) << bare;
  EXPECT_TRUE(contains(message_of(std::bad_alloc()), "cannot get more memory"))
      << message_of(std::bad_alloc());
  EXPECT_EQ(message_of(MachineError("as it is")), "as it is");
}

TEST(Machine, ALackIsKnownByTheWordsOfCLibraries) {
  EXPECT_EQ(lack_told_in("/tmp/x.s: fatal error: No space left on device\n"), ENOSPC);
  EXPECT_EQ(lack_told_in("sh: fork: Resource temporarily unavailable"), EAGAIN);
  EXPECT_EQ(lack_told_in("bot.cpp:3: error: 'x' was not declared"), std::nullopt);
}

}  // namespace
}  // namespace referee::text
