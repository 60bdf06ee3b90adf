// Runtimes as attackers: what they do behind a bot's back, and much more of it, must cost its rival
// next to nothing. They are live ammunition, so they play inside the fence.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "runtimes.hpp"
#include "tests/machine/bot/sequential.hpp"
#include "tests/machine/hostile/fence.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

// Both play Black Hole: with the first word `attack` while threads wake all the time, timers ring
// and memory has to be collected, with `quiet` without that. Either way they rest before each move,
// so that all of it gets going.
constexpr const char* java_source = R"(
import java.io.*;
import java.util.*;
import java.util.concurrent.*;
public class Attack {
  static volatile byte[] waste;
  static void daemon(Runnable work) {
    Thread thread = new Thread(() -> { while (true) work.run(); });
    thread.setDaemon(true);
    thread.start();
  }
  static void nap(int nanoseconds) {
    try { Thread.sleep(0, nanoseconds); } catch (InterruptedException e) { }
  }
  public static void main(String[] words) throws Exception {
    if (words[0].equals("attack")) {
      for (int i = 0; i < 100; ++i) daemon(() -> { waste = new byte[100_000]; nap(500_000); });
      daemon(() -> { System.gc(); nap(999_999); });
      ScheduledExecutorService timers = Executors.newScheduledThreadPool(4, task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
      });
      for (int i = 0; i < 200; ++i) {
        timers.scheduleAtFixedRate(() -> { }, i, 1, TimeUnit.MILLISECONDS);
      }
    }
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    List<String> taken = new ArrayList<>();
    int brown = 5, value = 1;
    for (String line; (line = in.readLine()) != null && !line.equals("Quit");) {
      if (!line.equals("Start")) taken.add(line.substring(0, 2));
      if (brown-- > 0 || value > 15) continue;
      for (int i = 0; i < 64; ++i) {
        String field = "" + (char) ('A' + i / 8) + (char) ('1' + i % 8);
        if (i / 8 + i % 8 > 7 || taken.contains(field)) continue;
        taken.add(field);
        Thread.sleep(10);
        System.out.println(field + "=" + value++);
        break;
      }
    }
  }
}
)";
constexpr const char* go_source = R"(
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"time"
)

var waste []byte

func attack() {
	for i := 0; i < 100; i++ {
		go func() {
			runtime.LockOSThread()
			for {
				waste = make([]byte, 100000)
				time.Sleep(500 * time.Microsecond)
			}
		}()
	}
	for i := 0; i < 200; i++ {
		ticker := time.NewTicker(time.Millisecond)
		go func() {
			for range ticker.C {
			}
		}()
	}
	go func() {
		for {
			runtime.GC()
			time.Sleep(5 * time.Millisecond)
		}
	}()
}

func main() {
	if os.Args[1] == "attack" {
		attack()
	}
	taken := map[string]bool{}
	brown, value := 5, 1
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() && lines.Text() != "Quit" {
		if lines.Text() != "Start" {
			taken[lines.Text()[:2]] = true
		}
		brown--
		if brown >= 0 || value > 15 {
			continue
		}
		for i := 0; i < 64; i++ {
			field := string(rune('A'+i/8)) + string(rune('1'+i%8))
			if i/8+i%8 > 7 || taken[field] {
				continue
			}
			taken[field] = true
			time.Sleep(10 * time.Millisecond)
			fmt.Printf("%s=%d\n", field, value)
			value++
			break
		}
	}
}
)";

// What the rival may be charged more than in a quiet game, in seconds of CPU time, as for all
// hostile bots (tests/machine/hostile/measured.cpp).
constexpr double allowance = 0.020;

// Inside the fence, in a folder with copies of the programs.
class Duel {
 public:
  Duel(fs::path folder, std::string referee, std::string rival, std::string attacker)
      : folder_(std::move(folder)),
        referee_(std::move(referee)),
        rival_(rival + " 1"),
        attacker_(std::move(attacker)) {}

  // By turns with quiet games, until it is decided. Returns what the test has to complain about.
  std::string fight(const std::string& clock, bool first) {
    sequential::Test costs;
    while (!costs.decided()) {
      const Seconds attacked = play("attack", clock, first);
      const Seconds quiet = play("quiet", clock, first);
      if (!complaint_.empty()) return complaint_;
      costs.add(attacked.rival - quiet.rival > allowance);
    }
    if (costs.is_seldom()) return "";
    return "the rival was charged too much " + costs.text();
  }

 private:
  struct Seconds {
    double attacker;
    double rival;
  };

  Seconds play(const std::string& kind, const std::string& clock, bool first) {
    std::vector<std::string> bots{attacker_ + " " + kind, rival_};
    if (!first) std::swap(bots[0], bots[1]);
    const Ended ended =
        run({referee_, "match", "black-hole", bots[0], bots[1], "--limit", "memory=1024", "--limit",
             "budget=120", "--clock", clock, "--seed", "1", "--json", "--quiet"},
            folder_);
    if (ended.code != 0) complaint_ = "a fault or an error: " + ended.out + ended.err;
    if (!complaint_.empty()) return {};
    const Json measured = Json::parse(ended.out)["measured"]["bots"];
    return {measured[first ? 0 : 1]["cpu_us"].get<double>() / 1e6,
            measured[first ? 1 : 0]["cpu_us"].get<double>() / 1e6};
  }

  fs::path folder_;
  std::string referee_;
  std::string rival_;  // does the same cheap work in each game
  std::string attacker_;
  std::string complaint_;
};

constexpr int cannot_be_tried = 77;  // as the fence says that, too

// Each clock and seat. Returns the number of failures.
int fight_inside(const fs::path& folder, const std::string& referee, const std::string& rival,
                 const fs::path& attacker) {
  const std::string command =
      attacker.extension() == ".class"
          ? "java -Xmx128m -cp " + attacker.parent_path().string() + " Attack"
          : attacker.string();
  // It may be installed in a folder that only root can open.
  if (attacker.extension() == ".class" && !in_path("java")) return cannot_be_tried;
  int failures = 0;
  for (const char* clock : {"cpu", "wall"}) {
    for (const bool first : {true, false}) {
      const std::string complaint =
          Duel(folder / "tmp", referee, rival, command).fight(clock, first);
      if (complaint.empty()) continue;
      ++failures;
      std::cout << "on the clock " << clock << (first ? ", first: " : ", second: ") << complaint
                << std::endl;
    }
  }
  return failures;
}

class RuntimeAttackers : public InFolder, public testing::WithParamInterface<fence::User> {
 protected:
  void SetUp() override {
    if (GetParam() == fence::User::root && ::geteuid() != 0) {
      GTEST_SKIP() << "only root can try it as root";
    }
  }
  // With the compiled attacker.
  void attack(const std::string& compile, const std::string& attacker) {
    const std::string command = "cd '" + path(".").string() + "' && " + compile;
    ASSERT_EQ(std::system(command.c_str()), 0);
    const auto failures = fence::run_inside(
        {built::file("referee"), built::file("black-hole-greedy"), path(attacker)},
        ::geteuid() == 0 ? GetParam() : fence::User::root, {});
    if (!failures)
      GTEST_SKIP()
          << "this system allows no namespaces to make the fence with, or this user no Java";
    EXPECT_EQ(*failures, 0);
  }
};

TEST_P(RuntimeAttackers, CostTheirRivalNextToNothingInJava) {
  if (!in_path("java") || !in_path("javac")) GTEST_SKIP() << "java or javac is not in PATH";
  write("Attack.java", java_source);
  attack("javac Attack.java", "Attack.class");
}

TEST_P(RuntimeAttackers, CostTheirRivalNextToNothingInGo) {
  if (!in_path("go")) GTEST_SKIP() << "go is not in PATH";
  write("attack.go", go_source);
  attack("GOCACHE=\"$PWD/cache\" go build -o attack attack.go", "attack");
}

INSTANTIATE_TEST_SUITE_P(Users, RuntimeAttackers,
                         testing::Values(fence::User::root, fence::User::nobody),
                         [](const auto& user) {
                           return user.param == fence::User::root ? "as_root" : "as_user";
                         });

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  if (words.size() == 6 && words[1] == "--inside") {
    return fight_inside(words[2], words[3], words[4], words[5]);
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
