// Runtimes as attackers: what they do behind a bot's back must cost its rival nothing.
#include "runtimes.hpp"

namespace {

using namespace cli_test;

// What a runtime does behind a bot's back, and much more of it: threads that wake all the time,
// timers, memory that has to be collected. The rival is the same program without that, and both
// must come to the end of the game, on either clock.
class RuntimeAttackers : public Runtimes {
 protected:
  void attack(const std::string& command) {
    for (const char* clock : {"cpu", "wall"}) {
      for (const bool first : {true, false}) {
        SCOPED_TRACE(command + " on the clock " + clock + (first ? ", first" : ", second"));
        const std::string bad = command + " attack" + moves_;
        const std::string good = command + " quiet" + moves_;
        const Json record = Json::parse(
            expect(0, {"match", "turn-right", first ? bad : good, first ? good : bad, "--memory",
                       "1024", "--budget", "120", "--clock", clock, "--json", "--quiet"}));
        EXPECT_EQ(record["plies"].size(), plies_);
        EXPECT_TRUE(record["faults"].empty()) << record["faults"];
      }
    }
  }
};

TEST_F(RuntimeAttackers, Java) {
  if (!in_path("java") || !in_path("javac")) GTEST_SKIP() << "java or javac is not in PATH";
  write("Attack.java", R"(
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
    List<String> all = Arrays.asList(words).subList(1, words.length);
    int cut = all.indexOf("--");
    Iterator<String> moves = null;
    for (String line; (line = in.readLine()) != null && !line.equals("Quit");) {
      if (moves == null) {
        moves = (line.equals("Start") ? all.subList(0, cut) : all.subList(cut + 1, all.size())).iterator();
      }
      if (moves.hasNext()) System.out.println(moves.next());
    }
  }
}
)");
  const std::string compile =
      "javac -d '" + path("classes").string() + "' '" + path("Attack.java").string() + "'";
  ASSERT_EQ(std::system(compile.c_str()), 0);
  attack("java -Xmx128m -cp classes Attack");
}

TEST_F(RuntimeAttackers, Go) {
  if (!in_path("go")) GTEST_SKIP() << "go is not in PATH";
  write("attack.go", R"(
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
	for i := 0; i < 200; i++ {
		go func() {
			runtime.LockOSThread()
			for {
				waste = make([]byte, 100000)
				time.Sleep(500 * time.Microsecond)
			}
		}()
	}
	for i := 0; i < 1000; i++ {
		ticker := time.NewTicker(time.Millisecond)
		go func() {
			for range ticker.C {
			}
		}()
	}
	go func() {
		for {
			runtime.GC()
			time.Sleep(time.Millisecond)
		}
	}()
}

func main() {
	if os.Args[1] == "attack" {
		attack()
	}
	words := os.Args[2:]
	cut := 0
	for words[cut] != "--" {
		cut++
	}
	var moves []string
	begun := false
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() && lines.Text() != "Quit" {
		if !begun {
			begun = true
			moves = words[cut+1:]
			if lines.Text() == "Start" {
				moves = words[:cut]
			}
		}
		if len(moves) > 0 {
			fmt.Println(moves[0])
			moves = moves[1:]
		}
	}
}
)");
  const std::string compile =
      "cd '" + path(".").string() + "' && GOCACHE=\"$PWD/cache\" go build -o attack attack.go";
  ASSERT_EQ(std::system(compile.c_str()), 0);
  attack("./attack");
}

}  // namespace
