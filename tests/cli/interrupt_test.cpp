// A run that is interrupted loses no finished match and leaves no process behind.
#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "gate.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Interrupt : public InFolder {
 protected:
  static constexpr int rounds = 4;
  static constexpr std::size_t matches = 2 * rounds;

  Interrupt() {
    adopt_orphans();
    // Each match opens and closes it once; events of two kinds in turn are never merged.
    begun_ = ::inotify_init1(IN_CLOEXEC);
    if (begun_ < 0 ||
        ::inotify_add_watch(begun_, gate_.pipe().c_str(), IN_OPEN | IN_CLOSE_NOWRITE) < 0) {
      throw std::runtime_error("inotify");
    }
    write("c.json",
          config_of("box", rounds, {{"gated", "./gated"}, {"own", "referee random box"}}));
    fs::create_directory(path("o"));
  }
  ~Interrupt() override { ::close(begun_); }

  [[nodiscard]] std::size_t recorded() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(path("o"))) {
      if (entry.path().extension() != ".jsonl") continue;
      count += lines_of(read("o/" + entry.path().filename().string())).size();
    }
    return count;
  }

  // Waits until this many matches have begun. Each match begins after the record before it is
  // in the store.
  void wait_for_beginnings(int count) const {
    for (int seen = 0; seen < count;) {
      constexpr int most_wait = 10 * 60'000;  // ms
      pollfd event{begun_, POLLIN, 0};
      if (::poll(&event, 1, most_wait) <= 0) throw std::runtime_error("no match begins");
      alignas(inotify_event) std::array<char, 4096> events{};
      const ssize_t size = ::read(begun_, events.data(), events.size());
      for (ssize_t at = 0; at < size;) {
        inotify_event one{};
        std::memcpy(&one, events.data() + at, sizeof one);
        if ((one.mask & IN_OPEN) != 0) ++seen;
        at += static_cast<ssize_t>(sizeof one + one.len);
      }
    }
  }

  // A run in which three matches are in the store and the fourth has begun.
  [[nodiscard]] std::unique_ptr<Child> run_to_the_fourth() const {
    return run_to_the_fourth(command(words()));
  }
  [[nodiscard]] std::unique_ptr<Child> run_to_the_fourth(const Words& command) const {
    gate_.admit(3);
    auto child = std::make_unique<Child>(command, folder_);
    child->wait_for_change(path("o"), [this] { return recorded() == 3; });
    wait_for_beginnings(4);
    return child;
  }

  [[nodiscard]] static Words words() {
    return {"tournament", "c.json", "--out", "o", "--jobs", "1"};
  }

  // The same command continues, and the result is that of an uninterrupted run.
  void expect_continuation(std::size_t before) const {
    EXPECT_EQ(processes_left(), "");  // the bot of a killed run would take a token before it ends
    ASSERT_EQ(recorded(), before);
    EXPECT_EQ(expect(0, {"verify", "o"}).substr(0, 2), std::to_string(before) + " ");
    gate_.admit(matches - before);
    const Ended ended = referee(words());
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(ended.err.starts_with("8 matches, " + std::to_string(before) + " played already, " +
                                      std::to_string(matches - before) + " to play\n"))
        << ended.err;
    gate_.admit(matches);
    expect(0, {"tournament", "c.json", "--out", "undisturbed", "--jobs", "1"});
    EXPECT_EQ(records_in(path("o")), records_in(path("undisturbed")));
    EXPECT_EQ(expect(0, {"standings", "o", "--json"}),
              expect(0, {"standings", "undisturbed", "--json"}));
  }

  const Gate gate_{folder_};
  int begun_ = -1;  // inotify: becomes readable when a match begins
};

TEST_F(Interrupt, OnceFinishesTheRunningMatch) {
  const auto child = run_to_the_fourth();
  child->signal(SIGINT);
  child->wait_for_stderr(
      "finishing 1 running match; again to leave at once; the same command continues\n");
  gate_.admit(1);
  const Ended ended = child->end();
  EXPECT_EQ(ended.code, 130);
  EXPECT_TRUE(ended.err.ends_with("referee: warning: interrupted; the same command continues\n"))
      << ended.err;
  EXPECT_NE(ended.err.find("4 still to play"), std::string::npos) << ended.err;
  EXPECT_NE(ended.out.find("4 of 8 matches"), std::string::npos) << ended.out;
  expect_continuation(4);
}

TEST_F(Interrupt, CtrlCDoesNotReachTheBots) {
  const auto child = run_to_the_fourth();
  child->signal_group(SIGINT);
  child->wait_for_stderr("finishing 1 running match");
  gate_.admit(1);
  EXPECT_EQ(child->end().code, 130);
  for (const Json& record : records_in(path("o"))) EXPECT_EQ(record["faults"], Json::array());
  EXPECT_EQ(recorded(), 4U);
}

TEST_F(Interrupt, TwiceLeavesAtOnce) {
  const auto child = run_to_the_fourth();
  child->signal(SIGINT);
  child->wait_for_stderr("finishing 1 running match");
  child->signal(SIGINT);
  const Ended ended = child->end();
  EXPECT_NE(ended.err.find("\nleaving at once; the same command continues\n"), std::string::npos)
      << ended.err;
  EXPECT_EQ(ended.code, 130);
  expect_continuation(3);
}

// As shell scripts start background processes.
TEST_F(Interrupt, ASignalThatWasIgnoredBeforeStaysIgnored) {
  Words shell{"sh", "-c", "trap '' INT; exec \"$@\"", "sh"};
  for (const std::string& word : command(words())) shell.push_back(word);
  const auto child = run_to_the_fourth(shell);
  child->signal(SIGINT);
  child->signal(SIGTERM);
  child->wait_for_stderr("finishing 1 running match");
  gate_.admit(1);
  const Ended ended = child->end();
  EXPECT_EQ(ended.code, 130);
  EXPECT_EQ(ended.err.find("leaving at once"), std::string::npos) << ended.err;
  EXPECT_EQ(recorded(), 4U);
}

TEST_F(Interrupt, BeingKilledLosesNothingAndLeavesNobody) {
  const auto child = run_to_the_fourth();
  child->signal(SIGKILL);
  EXPECT_EQ(child->end().code, 128 + SIGKILL);
  EXPECT_TRUE(fs::exists(path("o/playing.json"))) << "what a dead player claims blocks nobody";
  expect_continuation(3);
  EXPECT_FALSE(fs::exists(path("o/playing.json")));
}

// A second player would play everything twice.
TEST_F(Interrupt, ASecondPlayerIsToldWhoPlaysAndSeesTheStandings) {
  const auto child = run_to_the_fourth();
  const std::string held =
      "referee: error: o is being played by process " + std::to_string(child->pid()) + " on ";
  for (const Words& second :
       {words(), Words{"tournament", "c.json", "--part", "1/2", "--out", "o"}}) {
    const Ended ended = referee(second);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_TRUE(ended.err.starts_with(held)) << ended.err;
    EXPECT_NE(ended.err.find(" since 20"), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("(" + built::word("referee") +
                             " tournament c.json --out o --jobs 1); wait for its end"),
              std::string::npos)
        << ended.err;
    EXPECT_NE(ended.out.find("3 of 8 matches"), std::string::npos) << ended.out;
  }
  EXPECT_EQ(recorded(), 3U);
  gate_.admit(matches - 3);
  EXPECT_EQ(child->end().code, 0);
  EXPECT_EQ(recorded(), matches);
  EXPECT_FALSE(fs::exists(path("o/playing.json")));
}

TEST_F(Interrupt, ComparisonsAndChecksHaveOnePlayerToo) {
  const Words compare{"compare",
                      "referee random box",
                      "referee random box --seed 1",
                      "--game",
                      "box",
                      "--out",
                      "compared",
                      "--max-pairs",
                      "1",
                      "--quiet"};
  static_cast<void>(referee(compare));
  write("r.json", R"({"game": "box", "bot": "./box-greedy", "checks": [)"
                  R"({"check": "no-faults", "games": 2}]})");
  const Words regress{"regress", "r.json", "--out", "r", "--quiet"};
  expect(0, regress);
  for (const auto& [folder, words] : {std::pair{std::string("compared"), compare},
                                      std::pair{std::string("r/no-faults"), regress}}) {
    const std::string file = folder + "/playing.json";
    EXPECT_FALSE(fs::exists(path(file)));
    write(file, "");
    const int held = ::open(path(file).c_str(), O_RDWR | O_CLOEXEC);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    ASSERT_EQ(::fcntl(held, F_OFD_SETLK, &lock), 0);
    const Ended ended = referee(words);
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(ended.err.starts_with("referee: error: " + folder +
                                      " is being played by another process; wait for its end"))
        << ended.err;
    EXPECT_NE(ended.out.find(folder == "compared" ? "2 games, 1 pair" : "2 of "), std::string::npos)
        << ended.out;
    ::close(held);
    static_cast<void>(referee(words));
    EXPECT_FALSE(fs::exists(path(file)));
  }
}

TEST_F(Interrupt, OfAMatchLeavesNobody) {
  // Nobody opens this gate; the bot says that it is there by making a file.
  write_program("stuck", "#!/bin/sh\n: > here\nread -r token < gate\nexec ./box-greedy\n");
  Child child(command({"match", "box", "./stuck", "referee random box", "--trust"}), folder_);
  child.wait_for_change(folder_, [this] { return fs::exists(path("here")); });
  child.signal(SIGINT);
  EXPECT_EQ(child.end().code, 130);
  EXPECT_EQ(processes_left(), "");
}

}  // namespace
