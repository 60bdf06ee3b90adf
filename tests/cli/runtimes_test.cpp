// Bots in other languages under the default walls and limits: their runtimes must start, find
// their own files, and play.
#include "runtimes.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

// Its answers come from threads, of both kinds that the library makes.
TEST_F(Runtimes, CppWithThreads) {
  compile_and_play("replay.cpp", R"(
#include <algorithm>
#include <future>
#include <iostream>
#include <string>
#include <thread>
#include <vector>
int main(int count, char **words) {
  const std::vector<std::string> all(words + 1, words + count);
  const auto cut = std::find(all.begin(), all.end(), "--");
  auto next = all.end();
  bool begun = false;
  for (std::string line; std::getline(std::cin, line) && line != "Quit";) {
    if (!begun) next = line == "Start" ? all.begin() : cut + 1;
    begun = true;
    if (next == all.end() || next == cut) continue;
    const std::string move = std::async(std::launch::async, [&] { return *next; }).get();
    std::thread([&move] { std::cout << move << std::endl; }).join();
    ++next;
  }
}
)",
                   "g++ -O2 -pthread -o replay replay.cpp");
}

TEST_F(Runtimes, Go) {
  compile_and_play("replay.go", R"(
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	words := os.Args[1:]
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
			answer := make(chan string)
			go func() { answer <- moves[0] }()
			fmt.Println(<-answer)
			moves = moves[1:]
		}
	}
}
)",
                   "go build -o replay replay.go");
}

TEST_F(Runtimes, Pascal) {
  compile_and_play("replay.pas", R"(
program replay;
var
  line: ansistring;
  cut, next: longint;
begin
  cut := 1;
  while paramstr(cut) <> '--' do inc(cut);
  next := 0;
  while not eof do begin
    readln(line);
    if line = 'Quit' then break;
    if next = 0 then
      if line = 'Start' then next := 1 else next := cut + 1;
    if (next <= paramcount) and (next <> cut) then begin
      writeln(paramstr(next));
      flush(output);
      inc(next);
    end;
  end;
end.
)",
                   "fpc -O2 replay.pas");
}

TEST_F(Runtimes, Haskell) {
  compile_and_play("replay.hs", R"(
import System.Environment (getArgs)
import System.IO

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  (first, rest) <- break (== "--") <$> getArgs
  input <- lines <$> getContents
  case takeWhile (/= "Quit") input of
    [] -> return ()
    read@(begin : _) ->
      mapM_ (\(_, move) -> putStrLn move) $
        zip read (if begin == "Start" then first else drop 1 rest)
)",
                   "ghc -O -threaded -o replay replay.hs");
}

TEST_F(Runtimes, OCaml) {
  compile_and_play("replay.ml", R"(
let () =
  let words = List.tl (Array.to_list Sys.argv) in
  let rec split before = function
    | "--" :: rest -> (List.rev before, rest)
    | word :: rest -> split (word :: before) rest
    | [] -> (List.rev before, []) in
  let first, second = split [] words in
  let moves = ref [] and begun = ref false in
  try
    while true do
      let line = input_line stdin in
      if line = "Quit" then exit 0;
      if not !begun then moves := if line = "Start" then first else second;
      begun := true;
      match !moves with
      | move :: rest -> print_endline move; moves := rest
      | [] -> ()
    done
  with End_of_file -> ()
)",
                   "ocamlopt -o replay replay.ml");
}

TEST_F(Runtimes, Java) {
  if (!in_path("java") || !in_path("javac")) GTEST_SKIP() << "java or javac is not in PATH";
  write("Replay.java", R"(
import java.io.*;
import java.util.*;
public class Replay {
  public static void main(String[] words) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    List<String> all = Arrays.asList(words);
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
      "javac -d '" + path("classes").string() + "' '" + path("Replay.java").string() + "'";
  ASSERT_EQ(std::system(compile.c_str()), 0);
  play("java -cp classes Replay");
  play("java -cp lib:classes Replay");
  play("java --class-path=classes Replay");
}

// With the defaults, 64 MiB among them.
TEST_F(Runtimes, JavaStartsInEveryGame) {
  if (!in_path("java") || !in_path("javac")) GTEST_SKIP() << "java or javac is not in PATH";
  write("Refuses.java", R"(
public class Refuses {
  public static void main(String[] words) throws Exception {
    while (System.in.read() != '\n') {}
    System.out.println("no move");
    while (System.in.read() >= 0) {}
  }
}
)");
  const std::string compile =
      "javac -d '" + folder_.string() + "' '" + path("Refuses.java").string() + "'";
  ASSERT_EQ(std::system(compile.c_str()), 0);
  for (const std::string& game : all_games()) {
    const Json record = Json::parse(expect(
        1, {"match", game, "java -cp . Refuses", "referee random " + game, "--json", "--quiet"}));
    EXPECT_EQ(record["faults"][0]["kind"], "illegal") << record["faults"];
    EXPECT_EQ(record["faults"][0]["line"], "no move");
  }
}

TEST_F(Runtimes, JavaShortOfMemoryHasAFaultOfMemory) {
  if (!in_path("java")) GTEST_SKIP() << "java is not in PATH";
  write_program("bot.sh", "#!/bin/sh\nexec java -Xmx200m -Xms200m Nothing\n");
  for (const char* command : {"java -Xmx200m -Xms200m Nothing", "./bot.sh"}) {
    const Json record = Json::parse(expect(
        1, {"match", "turn-right", command, "referee random turn-right", "--json", "--quiet"}));
    EXPECT_EQ(record["faults"][0]["kind"], "memory") << record["faults"];
    EXPECT_FALSE(record["faults"][0].contains("line"));
    const Json& facts = record["faults"][0]["facts"];
    EXPECT_EQ(facts.at(0)["what"], "memory") << facts;
    EXPECT_EQ(facts.at(1)["what"], "java_needs") << facts;
  }
}

TEST_F(Runtimes, JavaThatFindsNoClassIsToldNothingOfFiles) {
  if (!in_path("java") || !in_path("javac")) GTEST_SKIP() << "java or javac is not in PATH";
  const Json record =
      Json::parse(expect(1, {"match", "turn-right", "java Nothing", "referee random turn-right",
                             "--limit", "memory=1024", "--json"}));
  const auto reason = record["faults"][0]["reason"].get<std::string>();
  EXPECT_EQ(reason,
            "left with exit code 1 without answering; of the caller's variables a bot gets PATH, "
            "LANG and "
            "TZ, not CLASSPATH");
}

TEST_F(Runtimes, Node) {
  if (!in_path("node")) GTEST_SKIP() << "node is not in PATH";
  write("replay.js", R"(
const words = process.argv.slice(2), cut = words.indexOf('--');
let moves = null;
require('readline').createInterface({input: process.stdin}).on('line', line => {
  if (line === 'Quit') process.exit(0);
  moves ??= line === 'Start' ? words.slice(0, cut) : words.slice(cut + 1);
  if (moves.length > 0) console.log(moves.shift());
});
)");
  play("node replay.js");
}

TEST_F(Runtimes, Python) {
  if (!in_path("python3")) GTEST_SKIP() << "python3 is not in PATH";
  fs::create_directory(path("bot"));
  write("bot/__main__.py", R"(
import sys
words, moves = sys.argv[1:], None
cut = words.index("--")
for line in sys.stdin:
    if line == "Quit\n":
        break
    if moves is None:
        moves = iter(words[:cut] if line == "Start\n" else words[cut + 1:])
    move = next(moves, None)
    if move is not None:
        print(move, flush=True)
)");
  play("python3 bot/__main__.py");
  play("python3 bot");
}

TEST_F(Runtimes, PythonWithThreadsAndNumpy) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2> /dev/null") != 0) {
    GTEST_SKIP() << "/usr/bin/python3 has no numpy";
  }
  write("replay.py", R"(
import sys, threading, queue
import numpy
words, moves = sys.argv[1:], None
cut = words.index("--")
answers = queue.Queue()
assert (numpy.ones((300, 300)) @ numpy.ones((300, 300))).sum() == 300 ** 3
for line in sys.stdin:
    if line == "Quit\n":
        break
    if moves is None:
        moves = iter(words[:cut] if line == "Start\n" else words[cut + 1:])
    move = next(moves, None)
    if move is not None:
        threading.Thread(target=answers.put, args=(move,)).start()
        print(answers.get(), flush=True)
)");
  play("/usr/bin/python3 replay.py");
}

TEST_F(Runtimes, Perl) {
  if (!in_path("perl")) GTEST_SKIP() << "perl is not in PATH";
  write("replay.pl", R"(
$| = 1;
my ($cut) = grep { $ARGV[$_] eq '--' } 0 .. $#ARGV;
my @moves;
my $begun = 0;
while (my $line = <STDIN>) {
  chomp $line;
  last if $line eq 'Quit';
  @moves = $line eq 'Start' ? @ARGV[0 .. $cut - 1] : @ARGV[$cut + 1 .. $#ARGV] unless $begun++;
  print shift(@moves), "\n" if @moves;
}
)");
  play("perl replay.pl");
}

}  // namespace
