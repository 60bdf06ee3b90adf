// Opening, creating and refusing the folder of a store.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

using std::filesystem::path;
using test::error_of;
using test::event;
using test::TemporaryFolder;

config::Manifest cup(std::uint64_t seed = 7) {
  return test::manifest({event("box", {"a", "b"}, 2)}, seed);
}

std::vector<std::string> names_in(const path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::string> foreign(const path& folder, const config::Manifest& manifest) {
  return error_of<ForeignStore>([&] { Store::create(folder, manifest); });
}
std::optional<std::string> failure(const path& folder, const config::Manifest& manifest) {
  return error_of<StoreError>([&] { Store::create(folder, manifest); });
}

TEST(StoreFolder, IsMadeWithItsParentsAndHoldsTheManifest) {
  const TemporaryFolder temporary;
  const path folder = temporary.path() / "a" / "b" / "c";
  const Store made = Store::create(folder, cup());
  EXPECT_EQ(made.folder(), folder);
  EXPECT_EQ(made.id(), cup().id());
  EXPECT_EQ(names_in(folder), std::vector<std::string>{"manifest.json"});
  EXPECT_TRUE(made.files().empty());

  const Store opened = Store::open(folder);
  EXPECT_EQ(opened.id(), cup().id());
  EXPECT_EQ(opened.manifest().events, cup().events);
  EXPECT_EQ(opened.manifest().folder, cup().folder);
  struct stat facts {};
  ASSERT_EQ(::stat((folder / "manifest.json").c_str(), &facts), 0);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  EXPECT_EQ(facts.st_mode & 0777U, 0666U & ~mask);
}

TEST(StoreFolder, IsOpenedAgainUnchanged) {
  const TemporaryFolder temporary;
  Store::create(temporary.path(), cup());
  const std::string before = test::read_file(temporary.path() / "manifest.json");
  config::Manifest elsewhere = cup();
  elsewhere.folder = "/somewhere/else";  // not part of the id
  const Store store = Store::create(temporary.path(), elsewhere);
  EXPECT_EQ(store.manifest().folder, "/somewhere/else");
  EXPECT_EQ(test::read_file(temporary.path() / "manifest.json"), before);
  EXPECT_EQ(names_in(temporary.path()), std::vector<std::string>{"manifest.json"});
}

// A Swiss tournament of 0.1.0 goes on with the pairings that it has.
TEST(StoreFolder, KeepsPairingsThatDidNotLookAhead) {
  const TemporaryFolder temporary;
  config::Manifest begun = test::manifest({event("box", {"a", "b", "c", "d"}, 3)});
  begun.events[0].format.kind = formats::FormatKind::swiss;
  config::Manifest now = begun;
  now.events[0].format.look_ahead = true;
  ASSERT_NE(begun.id(), now.id());
  Store::create(temporary.path() / "before", begun);
  EXPECT_EQ(Store::create(temporary.path() / "before", now).id(), begun.id());
  Store::create(temporary.path() / "after", now);
  EXPECT_EQ(Store::open(temporary.path() / "after").id(), now.id());
  EXPECT_TRUE(Store::open(temporary.path() / "after").manifest().events[0].format.look_ahead);
  EXPECT_TRUE(foreign(temporary.path() / "after", begun));
}

TEST(StoreFolder, MayHoldOtherFiles) {
  const TemporaryFolder temporary;
  test::write_file(temporary.path() / "notes.txt", "mine");
  test::write_file(temporary.path() / "manifest.json.tmp-1", "left by a crash");
  const Store store = Store::create(temporary.path(), cup());
  EXPECT_TRUE(store.files().empty());
  EXPECT_EQ(test::read_file(temporary.path() / "notes.txt"), "mine");
  EXPECT_EQ(test::read_file(temporary.path() / "manifest.json.tmp-1"), "left by a crash");
  EXPECT_EQ(Store::open(temporary.path()).id(), cup().id());
}

TEST(StoreFolder, AManifestThatWasLostIsNamed) {
  const TemporaryFolder temporary;
  Store::create(temporary.path(), cup());
  test::write_file(temporary.path() / "manifest-0003.json.tmp-1", "left by a crash");
  test::write_file(temporary.path() / "manifest-3.json", "somebody's");
  EXPECT_EQ(Store::open(temporary.path()).id(), cup().id());
  test::write_file(temporary.path() / "manifest-0003.json", "{}");
  const std::string expected = (temporary.path() / "manifest-0002.json").string() +
                               " is missing, but manifest-0003.json, which goes on from it, is "
                               "there";
  EXPECT_EQ(error_of<text::JsonError>([&] { Store::open(temporary.path()); }), expected);
}

TEST(StoreFolder, WithRecordsButNoManifestIsRefused) {
  const TemporaryFolder temporary;
  test::write_file(temporary.path() / "matches-0001.jsonl", "");
  EXPECT_EQ(foreign(temporary.path(), cup()),
            temporary.path().string() +
                " holds match records (matches-0001.jsonl) but no manifest.json that says of which "
                "tournament; choose another folder with --out");
  EXPECT_EQ(names_in(temporary.path()), std::vector<std::string>{"matches-0001.jsonl"});
}

TEST(StoreFolder, OfAnotherTournamentIsRefusedWithWhatDiffers) {
  const TemporaryFolder temporary;
  const config::Manifest there =
      test::manifest({event("box", {"a", "b"}, 2), event("6561", {"a", "b"}, 2)});
  Store::create(temporary.path(), there);
  const std::string before = test::read_file(temporary.path() / "manifest.json");
  const auto refusal = [&](const auto& change) {
    config::Manifest here = there;
    change(here);
    const std::string text = foreign(temporary.path(), here).value_or("not refused");
    const std::string front =
        temporary.path().string() + " holds another tournament, which differs in ";
    const std::string back = "; choose another folder with --out";
    EXPECT_TRUE(text.starts_with(front) && text.ends_with(back)) << text;
    return text.size() < front.size() + back.size()
               ? text
               : text.substr(front.size(), text.size() - front.size() - back.size());
  };
  EXPECT_EQ(refusal([](config::Manifest& m) { m.seed = 8; }), "the seed (7 there, 8 here)");
  EXPECT_EQ(refusal([](config::Manifest& m) { m.clock = kernel::ClockKind::wall; }),
            "the clock (\"cpu\" there, \"wall\" here)");
  EXPECT_EQ(refusal([](config::Manifest& m) { m.isolation = config::Isolation::off; }),
            "the isolation (\"on\" there, \"off\" here)");
  EXPECT_EQ(refusal([](config::Manifest& m) { m.events.pop_back(); }),
            "the games ([\"box\",\"6561\"] there, [\"box\"] here)");
  EXPECT_EQ(
      refusal([](config::Manifest& m) { m.events[1].rounds = 1; }),
      "the rounds of 6561 (2 there, 1 here); a tournament never has fewer rounds; give it 2 again "
      "(\"rounds\": 2, or --rounds 2)");
  // More rounds are no obstacle, so they are not named as one.
  EXPECT_EQ(refusal([](config::Manifest& m) {
              m.events[0].times.budget /= 2;
              m.events[0].rounds = 3;
            }),
            "the budget of box (30.0 there, 15.0 here)");
  EXPECT_EQ(refusal([](config::Manifest& m) { m.events[0].bots[1].name = "c"; }),
            "the name of bot 2 of box (\"b\" there, \"c\" here)");
  EXPECT_EQ(refusal([](config::Manifest& m) { m.events[0].bots[1].hash = std::string(64, 'b'); }),
            "the program of the bot \"b\" of box, which has been changed since");
  EXPECT_EQ(refusal([](config::Manifest& m) { m.events[0].bots[0].command = "./x"; }),
            "\"command\" of the bot \"a\" of box (\"./a\" there, \"./x\" here)");
  EXPECT_EQ(refusal([](config::Manifest& m) { m.events[0].bots[0].limits.memory = 1; }),
            "\"memory\" of the bot \"a\" of box (null there, 1 here)");
  EXPECT_EQ(test::read_file(temporary.path() / "manifest.json"), before);
}

TEST(StoreFolder, WithABrokenManifestIsRefusedAndLeftAsItIs) {
  const TemporaryFolder temporary;
  const path file = temporary.path() / "manifest.json";
  for (const std::string text : {"", "{\"schema\": \"referee-manifest\"", "{}", "[]",
                                 "{\"schema\": \"referee-manifest\", \"version\": 99}"}) {
    test::write_file(file, text);
    const auto error = failure(temporary.path(), cup());
    EXPECT_TRUE(test::contains(error, file.string() + ":")) << text;
    EXPECT_TRUE(test::contains(error, "choose another one with --out")) << text;
    EXPECT_EQ(test::read_file(file), text);
    EXPECT_TRUE(error_of<text::JsonError>([&] { Store::open(temporary.path()); })) << text;
  }
  EXPECT_EQ(error_of<text::JsonError>([&] { Store::open(temporary.path()); }),
            file.string() + ": version: is newer than this program, which knows version 3");
  EXPECT_EQ(names_in(temporary.path()), std::vector<std::string>{"manifest.json"});
}

TEST(StoreFolder, IsUsuallyOneOfResults) {
  EXPECT_EQ(usual_folder("demo"), path("results/demo"));
  EXPECT_EQ(usual_folder("..."), path("results/..."));
  // The stems of "...json", "..json" and "/".
  for (const path& name : {path("...json").stem(), path("..json").stem(), path()}) {
    EXPECT_EQ(error_of<text::InputError>([&] { usual_folder(name); }),
              "'" + name.string() + "' is no name for a folder of results/: choose one with --out");
  }
}

TEST(StoreFolder, ThatIsAFileIsRefused) {
  const TemporaryFolder temporary;
  const path file = temporary.path() / "file";
  test::write_file(file, "mine");
  EXPECT_EQ(failure(file, cup()), "cannot make the folder " + file.string() + ": Not a directory");
  EXPECT_EQ(failure(file / "below", cup()),
            "cannot make the folder " + (file / "below").string() + ": Not a directory");
  EXPECT_EQ(test::read_file(file), "mine");
}

TEST(StoreFolder, OfWhichTheManifestIsNoFileIsRefused) {
  const TemporaryFolder temporary;
  const path manifest = temporary.path() / "manifest.json";
  std::filesystem::create_directory(manifest);
  EXPECT_EQ(failure(temporary.path(), cup()),
            "cannot read " + manifest.string() + ": Is a directory");
  std::filesystem::remove(manifest);
  std::filesystem::create_symlink("nowhere", manifest);
  EXPECT_EQ(
      failure(temporary.path(), cup()),
      "cannot read " + manifest.string() +
          ": it is a link, a second name of a file, or not a regular file; anyone who may write "
          "there may have made it: look at it, and remove it");
  EXPECT_TRUE(std::filesystem::is_symlink(manifest));
}

TEST(StoreFolder, IsOpenedOnlyIfThereIsAStore) {
  const TemporaryFolder temporary;
  const path none = temporary.path() / "none";
  EXPECT_EQ(error_of<StoreError>([&] { Store::open(none); }),
            "there is no folder " + none.string());
  EXPECT_FALSE(std::filesystem::exists(none));
  EXPECT_EQ(error_of<StoreError>([&] { Store::open(temporary.path()); }),
            temporary.path().string() + " holds no tournament: it has no manifest.json");
}

TEST(StoreFolder, MadeByManyAtOnceHasOneManifest) {
  const TemporaryFolder temporary;
  const path folder = temporary.path() / "store";
  std::vector<pid_t> children;
  for (std::uint64_t i = 0; i < 8; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      // Half of them ask for another tournament: exactly one of the two can win.
      const bool refused = foreign(folder, cup(i % 2)).has_value();
      ::_exit(refused ? 10 : static_cast<int>(i % 2));
    }
    children.push_back(child);
  }
  std::vector<int> ends;
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    ends.push_back(WEXITSTATUS(status));
  }
  const auto winner = static_cast<int>(Store::open(folder).manifest().seed);
  EXPECT_EQ(std::count(ends.begin(), ends.end(), winner), 4);
  EXPECT_EQ(std::count(ends.begin(), ends.end(), 10), 4);
  EXPECT_EQ(names_in(folder), std::vector<std::string>{"manifest.json"});
}

}  // namespace
}  // namespace referee::store
