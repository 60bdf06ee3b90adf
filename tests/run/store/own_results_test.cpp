// Which folders of results are believed to be the user's own.
#include "referee/run/store/own_results.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/folder.hpp"
#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

config::Manifest cup(int rounds) {
  return test::manifest({test::event("box", {"a", "b"}, rounds)});
}

Store created(const fs::path& folder, int rounds = 1) {
  return create_own(folder, cup(rounds), ChangedPrograms::refuse, rules::own_games());
}

class OwnResults : public folder::InFolder {
 protected:
  OwnResults() {
    set("XDG_CACHE_HOME", (folder_ / "cache").string());
    created(own_);
  }
  fs::path own_ = folder_ / "own";
};

TEST_F(OwnResults, AreThoseThatWereMadeHere) {
  EXPECT_TRUE(is_own(own_));
  EXPECT_TRUE(is_own(folder_ / "own/../own"));
  EXPECT_FALSE(is_own(folder_ / "none"));
  fs::copy(own_, folder_ / "copy");
  EXPECT_FALSE(is_own(folder_ / "copy")) << "somebody may have sent it";
  created(folder_ / "copy");
  EXPECT_FALSE(is_own(folder_ / "copy")) << "nothing was written";
  created(folder_ / "copy", 2);
  EXPECT_FALSE(is_own(folder_ / "copy")) << "it only goes on";
  set("XDG_CACHE_HOME", (folder_ / "other").string());
  EXPECT_FALSE(is_own(own_));
}

TEST_F(OwnResults, AreNotThoseThatOthersMayChange) {
  for (const fs::path& path : {own_, own_ / "manifest.json"}) {
    const fs::perms before = fs::status(path).permissions();
    for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
      fs::permissions(path, others, fs::perm_options::add);
      EXPECT_FALSE(is_own(own_)) << path;
      fs::permissions(path, before);
      EXPECT_TRUE(is_own(own_)) << path;
    }
  }
}

TEST_F(OwnResults, AreNotThoseThatHaveChanged) {
  const std::string before = test::read_file(own_ / "manifest.json");
  test::write_file(own_ / "manifest.json", before + " ");
  EXPECT_FALSE(is_own(own_));
  test::write_file(own_ / "manifest.json", before);
  EXPECT_TRUE(is_own(own_));
  test::write_file(own_ / "manifest-0002.json", before);
  EXPECT_FALSE(is_own(own_)) << "a further one may have other commands";
}

// What is added to an own folder comes from the caller, too.
TEST_F(OwnResults, GoOnAsTheUsersOwn) {
  created(own_, 2);
  EXPECT_TRUE(fs::exists(own_ / "manifest-0002.json"));
  EXPECT_TRUE(is_own(own_));
}

}  // namespace
}  // namespace referee::store
