// The programs of a run: which commands it has, whether they change while it runs, what it goes on
// with then, and the results of earlier ones.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "referee/machine/program/contents.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/tournament/kept_programs.hpp"
#include "referee/run/tournament/run_programs.hpp"
#include "referee/run/tournament/standings.hpp"
#include "rules/by_seat.hpp"
#include "tests/run/store/support.hpp"

namespace referee::tournament {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<fs::path>;
using test::contains;
using test::error_of;

// Two scripts that play, in a folder of their own.
class Programs : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"a", "b"}) write(name, "#!/bin/sh\nexit 0\n");
    manifest_ = test::manifest({test::event("box", {"a", "b"}, 1)});
    manifest_.folder = folder();
    for (config::BotEntry& bot : manifest_.events[0].bots) {
      bot.hash = program::content_hash(toolchain::resolve(bot.line(folder(), nullptr)));
    }
  }

  [[nodiscard]] const fs::path& folder() const { return temporary_.path(); }
  [[nodiscard]] fs::path file(const std::string& name) const { return folder() / name; }
  // As builds do: the name leads to another file then.
  void write(const std::string& name, const std::string& text) const {
    test::write_file(file(name + ".new"), text);
    fs::permissions(file(name + ".new"), fs::perms(0755));
    fs::rename(file(name + ".new"), file(name));
  }
  void rebuild(const std::string& name) const { write(name, "#!/bin/sh\nexit 1\n"); }
  // What a shell runs for this command.
  static fs::path script_of(const program::Command& command) { return command.files.front(); }
  [[nodiscard]] match::Contestant contestant(std::size_t bot) const {
    return config::contestants(manifest_, manifest_.events[0]).at(bot);
  }

 private:
  test::TemporaryFolder temporary_;

 protected:
  config::Manifest manifest_;
};

TEST_F(Programs, OfARunAreThoseOfTheBotsThatPlay) {
  manifest_.events[0].bots.push_back(manifest_.events[0].bots[0]);
  manifest_.events[0].bots[2].hash.clear();  // its program is gone
  fs::remove(file("b"));
  const RunCommands commands = commands_of(manifest_);
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_EQ(script_of(*commands.at({0, 0}).command), file("a"));
  EXPECT_EQ(commands.at({0, 0}).why_not, "");
  EXPECT_FALSE(commands.at({0, 1}).command);
  EXPECT_NE(commands.at({0, 1}).why_not, "");
}

TEST_F(Programs, AreWatchedForOtherContents) {
  ProgramWatch watch(manifest_, commands_of(manifest_));
  EXPECT_EQ(watch.changed(0, 0), Files{});
  EXPECT_EQ(watch.changed(0, 7), Files{}) << "there is no such bot";
  write("a", test::read_file(file("a")));
  EXPECT_EQ(watch.changed(0, 0), Files{}) << "the same content";
  rebuild("a");
  EXPECT_EQ(watch.changed(0, 0), Files{file("a")});
  EXPECT_EQ(watch.changed(0, 1), Files{});
  fs::remove(file("b"));
  EXPECT_EQ(watch.changed(0, 1), Files{file("b")});
}

TEST_F(Programs, AreKeptAsTheyWereAtTheBegin) {
  const RunCommands commands = commands_of(manifest_);
  test::write_file(file("data"), "data");
  KeptPrograms kept(manifest_, commands, file("kept"));
  rebuild("a");
  const program::Command& own = *commands.at({0, 0}).command;
  const program::Command command = kept.instead_of(own, 0, 0, {file("a")});
  const fs::path copy = script_of(command);
  EXPECT_EQ(copy.parent_path().parent_path().parent_path(), file("kept"));
  EXPECT_TRUE(test::read_file(copy) == "#!/bin/sh\nexit 0\n");
  EXPECT_EQ(program::content_hash(command), manifest_.events[0].bots[0].hash);
  EXPECT_EQ(test::read_file(copy.parent_path() / "data"), "data") << "no link to it";
  const auto why = [&](std::size_t bot, const Files& changed) {
    return error_of<program::CommandError>(
        [&] { static_cast<void>(kept.instead_of(own, 0, bot, changed)); });
  };
  EXPECT_EQ(why(9, {}), "its program is not kept");
  EXPECT_TRUE(contains(why(0, {"/bin/sh"}), "belongs to the system"));
}

// In a folder in which others may write, too.
TEST_F(Programs, AreNotKeptWhereALinkLeads) {
  const RunCommands commands = commands_of(manifest_);
  fs::create_directory(file("elsewhere"));
  fs::create_directory_symlink(file("elsewhere"), file("kept"));
  EXPECT_TRUE(
      contains(error_of<text::InputError>([&] { KeptPrograms(manifest_, commands, file("kept")); }),
               "kept is a link or a file, and what belongs there is written into folders "
               "alone"));
  fs::remove(file("kept"));
  // The copies of an earlier run, replaced by links.
  const program::Command& own = *commands.at({0, 0}).command;
  fs::path copy;
  {
    KeptPrograms kept(manifest_, commands, file("kept"));
    copy = script_of(kept.instead_of(own, 0, 0, {file("a")}));
  }
  const fs::path place = copy.parent_path().parent_path();
  for (const fs::path& link : {copy, copy.parent_path(), place}) {
    fs::remove_all(file("elsewhere"));
    fs::rename(link, file("elsewhere"));
    fs::create_symlink(file("elsewhere"), link);
    KeptPrograms kept(manifest_, commands, file("kept"));
    EXPECT_EQ(script_of(kept.instead_of(own, 0, 0, {file("a")})), copy);
    EXPECT_FALSE(fs::is_symlink(link)) << link;
    EXPECT_TRUE(fs::exists(file("elsewhere")));
  }
}

// Bots in folders of their own, with weights that count.
class ProgramsWithWeights : public Programs {
 protected:
  void SetUp() override {
    Programs::SetUp();
    for (config::BotEntry& bot : manifest_.events[0].bots) {
      const fs::path own = file("of-" + bot.name);
      fs::create_directories(own / "nets");
      fs::rename(file(bot.name), own / bot.name);
      test::write_file(own / "nets/net", "1");
      test::write_file(own / "notes.md", "");
      bot.command = "of-" + bot.name + "/" + bot.name;
      bot.hash = config::hash_of(bot, toolchain::resolve(bot.line(folder(), nullptr)));
    }
  }
  [[nodiscard]] program::Command own() const { return *commands_of(manifest_).at({0, 0}).command; }
};

TEST_F(ProgramsWithWeights, AreWatchedForAllThatBelongsToThem) {
  ProgramWatch watch(manifest_, commands_of(manifest_));
  EXPECT_EQ(watch.changed(0, 0), Files{});
  test::write_file(file("of-a/more.md"), "");
  EXPECT_EQ(watch.changed(0, 0), Files{}) << "that is no bot's";
  test::write_file(file("of-a/nets/more"), "");
  EXPECT_EQ(watch.changed(0, 0), Files{file("of-a/nets/more")});
  fs::remove(file("of-a/nets/more"));
  EXPECT_EQ(watch.changed(0, 0), Files{});
  test::write_file(file("of-a/nets/net"), "22");
  EXPECT_EQ(watch.changed(0, 0), Files{file("of-a/nets/net")});
  EXPECT_EQ(watch.changed(0, 1), Files{});
}

TEST_F(ProgramsWithWeights, AreKeptWithThem) {
  KeptPrograms kept(manifest_, commands_of(manifest_), file("kept"));
  const Files changed{file("of-a/nets/net"), file("of-a/nets/new")};
  for (const fs::path& one : changed) test::write_file(one, "22");
  const program::Command command = kept.instead_of(own(), 0, 0, changed);
  const fs::path place = script_of(command).parent_path();
  EXPECT_EQ(place.parent_path().parent_path(), file("kept"));
  EXPECT_EQ(test::read_file(place / "nets/net"), "1");
  EXPECT_FALSE(fs::exists(place / "nets/new")) << "it was not there at the begin";
  EXPECT_TRUE(fs::is_symlink(place / "notes.md"));
  // By the paths that it has where it runs.
  EXPECT_EQ(test::read_file(command.folder / "of-a/nets/net"), "1");
  EXPECT_EQ(test::read_file(command.folder / "of-b/nets/net"), "1");
  EXPECT_NE(command.folder, folder());
}

TEST_F(ProgramsWithWeights, ThatAreGivenToThemAreNotKept) {
  config::BotEntry& bot = manifest_.events[0].bots[0];
  fs::create_directory(file("given"));
  test::write_file(file("given/net"), "1");
  bot.read = {"given"};
  bot.hash = config::hash_of(bot, toolchain::resolve(bot.line(folder(), nullptr)));
  const RunCommands commands = commands_of(manifest_);
  ProgramWatch watch(manifest_, commands);
  KeptPrograms kept(manifest_, commands, file("kept"));
  test::write_file(file("given/net"), "2");
  const Files changed = watch.changed(0, 0);
  EXPECT_EQ(changed, Files{file("given/net")}) << "of the same size";
  EXPECT_EQ(error_of<program::CommandError>(
                [&] { static_cast<void>(kept.instead_of(own(), 0, 0, changed)); }),
            file("given/net").string() + " is given to it to read and is not kept");
}

TEST_F(Programs, AreKeptInATemporaryFolderWithoutAPlace) {
  fs::path copy;
  {
    KeptPrograms kept(manifest_, commands_of(manifest_), {});
    const RunCommands commands = commands_of(manifest_);
    copy = script_of(kept.instead_of(*commands.at({0, 0}).command, 0, 0, {file("a")}));
    EXPECT_TRUE(fs::exists(copy));
  }
  EXPECT_FALSE(fs::exists(copy));
}

TEST_F(Programs, ThatChangedBeforeTheyWereKeptAreNotThere) {
  rebuild("a");
  KeptPrograms kept(manifest_, commands_of(manifest_), file("kept"));
  const auto why = error_of<program::CommandError>([&] {
    static_cast<void>(kept.instead_of(*commands_of(manifest_).at({0, 0}).command, 0, 0, {}));
  });
  EXPECT_EQ(why, "its program was changed before it was kept");
}

TEST_F(Programs, OfAMatchAreCopiesOnceOneIsRebuilt) {
  RunPrograms programs(manifest_, file("kept"));
  const match::Contestant a = contestant(0);
  const match::Contestant b = contestant(1);
  config::Pairing pairing;
  pairing.bots = {1, 0};
  const auto before = programs.lineup(pairing, {&b, &a});
  EXPECT_EQ(before.instead, nullptr);
  EXPECT_TRUE(programs.held(pairing, before));
  rebuild("a");
  EXPECT_FALSE(programs.held(pairing, before)) << "it may have played with the new one";
  const auto after = programs.lineup(pairing, {&b, &a});
  ASSERT_NE(after.instead, nullptr);
  EXPECT_EQ(after.is_kept, (rules::BySeat<bool>{false, true}));
  ASSERT_EQ(after.news.size(), 1U);
  EXPECT_EQ(after.news[0].bot, "a");
  EXPECT_EQ(script_of(*(*after.instead)[0].spec.command), file("b"));
  EXPECT_NE(script_of(*(*after.instead)[1].spec.command), file("a"));
  EXPECT_TRUE(programs.held(pairing, after));
  EXPECT_TRUE(programs.lineup(pairing, {&b, &a}).news.empty()) << "said once";
}

TEST_F(Programs, ThatAreNotKeptEndTheRunWhenTheyChange) {
  test::write_file(file("file"), "");
  RunPrograms programs(manifest_, file("file") / "kept");  // which cannot be made
  const match::Contestant a = contestant(0);
  const match::Contestant b = contestant(1);
  config::Pairing pairing;
  pairing.bots = {0, 1};
  EXPECT_EQ(programs.lineup(pairing, {&a, &b}).instead, nullptr);
  rebuild("a");
  EXPECT_TRUE(contains(error_of<store::ForeignStore>([&] {
                         programs.lineup(pairing, {&a, &b});
                       }),
                       "its program could not be copied"));
}

TEST_F(Programs, ThatWereStartedCanBeStartedAgain) {
  RunPrograms programs(manifest_, file("kept"));
  const match::Contestant a = contestant(0);
  const match::Contestant b = contestant(1);
  config::Pairing pairing;
  pairing.bots = {0, 1};
  match::MatchRecord record;
  record.faults.push_back({rules::Seat::second, 1, {bot::FaultKind::launch, "no room"}, {}});
  programs.require_launches(pairing, {&a, &b}, record);  // it never was
  programs.require_launches(pairing, {&a, &b}, {});
  EXPECT_TRUE(contains(error_of<text::MachineError>([&] {
                         programs.require_launches(pairing, {&a, &b}, record);
                       }),
                       "the bot \"b\" was started before in this run and cannot be started any "
                       "more: no room"));
}

TEST_F(Programs, OfEarlierManifestsHaveRowsOfTheirOwn) {
  EarlierPrograms earlier(manifest_);
  store::MatchSummary match;
  match.game = "box";
  match.bots = {"old", "a"};
  match.seats[0].score = 3;
  match.seats[0].status = match::Status::win;
  earlier.add(match);
  earlier.add(match);
  match.bots = {"b", "ancient"};
  earlier.add(match);
  match.game = "no such game";
  earlier.add(match);
  const auto rows = earlier.rows();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].bot, "ancient");
  EXPECT_EQ(rows[1].bot, "old");
  EXPECT_EQ(rows[1].game->name, "box");
  EXPECT_EQ(rows[1].total.games, 2U);
  EXPECT_EQ(rows[1].total.wins, 2U);
  EXPECT_EQ(rows[1].total.score, 6);
}

}  // namespace
}  // namespace referee::tournament
