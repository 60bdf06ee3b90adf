// Bots in other languages under the default walls and limits: their runtimes must start, find
// their own files, and play.
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

bool in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (fs::exists(fs::path(folder) / program)) return true;
  }
  return false;
}

// Each plays the moves on its command line, those after -- for the second seat.
class Runtimes : public InFolder {
 protected:
  Runtimes() {
    const Json record =
        Json::parse(expect(0, {"match", "turn-right", "referee random turn-right --seed 1",
                               "referee random turn-right --seed 2", "--json", "--quiet"}));
    plies_ = record["plies"].size();
    for (const int seat : {1, 2}) {
      if (seat == 2) moves_ += " --";
      for (const Json& ply : record["plies"]) {
        if (ply["seat"] == seat) moves_ += " " + ply["line"].get<std::string>();
      }
    }
  }

  void play(const std::string& command) {
    SCOPED_TRACE(command);
    const std::string bot = command + moves_;
    const Json record = Json::parse(
        expect(0, {"match", "turn-right", bot, bot, "--memory", "1024", "--json", "--quiet"}));
    EXPECT_EQ(record["plies"].size(), plies_);
    EXPECT_TRUE(record["faults"].empty()) << record["faults"];
  }

  std::string moves_;
  std::size_t plies_ = 0;
};

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

TEST_F(Runtimes, JavaThatFindsNoClassIsToldWhatItMaySee) {
  if (!in_path("java") || !in_path("javac")) GTEST_SKIP() << "java or javac is not in PATH";
  const Json record =
      Json::parse(expect(1, {"match", "turn-right", "java Nothing", "referee random turn-right",
                             "--memory", "1024", "--json"}));
  const auto reason = record["faults"][0]["reason"].get<std::string>();
  EXPECT_NE(reason.find("it may have been refused a file"), std::string::npos) << reason;
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
