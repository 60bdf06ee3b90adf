#!/usr/bin/env python3
"""Judges that start compiled programs: referees of others by their adaptors, generators and scorers of
`solve`, helpers of one's own judge.

    compiled_test.py REFEREE
"""

import json
import pathlib
import shutil
import subprocess
import tempfile

from program import JUDGES, InFolder, main

# One program, which is what its name says.
PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <sys/stat.h>

namespace {

// A number of each player below 100; the larger one wins.
int caia() {
  int said[2] = {};
  std::string text = "Start";
  for (int i = 0; i < 2; ++i) {
    std::cout << i + 1 << ' ' << text << "\nI listen " << i + 1 << std::endl;
    if (!(std::cin >> text)) return 1;
    said[i] = std::atoi(text.c_str());
  }
  std::cout << "M report " << (said[0] > said[1]) << ' ' << (said[1] > said[0]) << " ok" << std::endl;
  return 0;
}

int brutaltester() {
  int said[2] = {};
  std::string text;
  std::getline(std::cin, text);
  for (int i = 0; i < 2; ++i) {
    std::cout << "###Input " << i << "\n100\n###Output " << i << " 1" << std::endl;
    if (!std::getline(std::cin, text)) return 1;
    said[i] = std::atoi(text.c_str());
  }
  std::cout << (said[0] > said[1] ? "###End 0 1" : "###End 1 0") << std::endl;
  return 0;
}

int gen(const char* seeds) {
  std::string seed;
  std::ifstream(seeds) >> seed;
  mkdir("in", 0755);
  std::ofstream("in/0000.txt") << 1 << '\n' << seed << '\n';
  return 0;
}

int vis(const char* out) {
  std::string answer;
  std::ifstream(out) >> answer;
  std::cerr << "Score = " << answer << std::endl;
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string path = words[0];
  const std::string name = path.substr(path.rfind('/') + 1);
  if (name == "caia") return caia();
  if (name == "brutaltester") return brutaltester();
  if (name == "gen" && count == 2) return gen(words[1]);
  if (name == "vis" && count == 3) return vis(words[2]);
  if (name == "helper") return std::puts("9") < 0;
  return 2;
}
"""
# Says what its helper says; whoever says that wins.
OWN = """
import subprocess
import referee_judge

class Own(referee_judge.Game):
    def start(self, deal):
        said = subprocess.run(["./helper"], capture_output=True, text=True, check=True).stdout
        self.wanted, self.won = said.strip(), [0, 0]
        return 1

    def why_not(self, line):
        return None

    def play(self, seat, move):
        self.won[seat - 1] = int(move == self.wanted)
        return 2 if seat == 1 else 0

    def result(self):
        return self.won

referee_judge.run(Own)
"""
OWN_IN_CPP = r"""
#include "referee_judge.hpp"

#include <cstdio>
#include <fstream>

struct Own : referee_judge::Game {
  int start(const std::string&) override {
    char said[16] = "";
    FILE* const helper = popen("./helper", "r");
    if (helper == nullptr || fgets(said, sizeof said, helper) == nullptr) throw std::runtime_error("no helper");
    pclose(helper);
    std::string more;
    if (!(std::ifstream("more.txt") >> more)) throw std::runtime_error("no more.txt");
    wanted = std::string(1, said[0]) + more;
    may_leave("(end)");
    return 1;
  }
  std::optional<std::string> why_not(const std::string&) const override { return std::nullopt; }
  int play(int seat, const std::string& move) override {
    if (move == "wrong") {
      convict(seat, "no\nmove");
      convict(seat, "it fails once");
      return 0;
    }
    may_leave("(end)");
    if (move != wanted && move != "(end)") return seat;
    won[seat - 1] = move == wanted ? 1 : 0;
    return seat == 1 ? 2 : 0;
  }
  Pair result() const override { return {won[0], won[1]}; }

  std::string wanted;
  int won[2] = {0, 0};
};

int main() { return referee_judge::run<Own>(); }
"""
SAYS = "import sys\nsys.stdin.readline()\nprint(sys.argv[1], flush=True)\n"


class Compiled(InFolder):
    @classmethod
    def setUpClass(cls):
        kept = tempfile.TemporaryDirectory()
        cls.addClassCleanup(kept.cleanup)
        cls.built = pathlib.Path(kept.name) / "program"
        source = cls.built.with_suffix(".cpp")
        source.write_text(PROGRAM)
        subprocess.run(["c++", "-std=c++17", "-o", cls.built, source], check=True)

    def program(self, place):
        (self.path / place).parent.mkdir(exist_ok=True)
        shutil.copy(self.built, self.path / place)

    def set_keys(self, game, **keys):
        path = self.path / game / "game.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), **keys}))

    def second_wins(self, game, low="7", high="9"):
        (self.path / "says.py").write_text(SAYS)
        said = self.says(0, "match", f"./{game}", f"python3 says.py {low}", f"python3 says.py {high}", "--seed", 1)
        self.assertIn("says.py-2 won against says.py-1", said)

    def own(self, name, text, **keys):
        game = self.path / "own"
        game.mkdir()
        (game / name).write_text(text)
        library = "referee_judge" + pathlib.Path(name).suffix.replace("cpp", "hpp")
        shutil.copy(JUDGES / "lib" / library, game)
        files = [library, "helper"]
        if name.endswith("cpp"):
            (game / "more.txt").write_text("9\n")
            files.append("more.txt")
        self.program("own/helper")
        (game / "game.json").write_text(json.dumps({"name": "my.own", "judge": name, "files": files,
                                                    "judge_processes": 2, **keys}))

    def test_a_referee_of_caia(self):
        self.program("caia")
        self.says(0, "new", "--judge", "caia", "./caia", "game")
        self.second_wins("game")

    def test_a_referee_of_brutaltester(self):
        self.program("brutaltester")
        self.says(0, "new", "--judge", "brutaltester", "./brutaltester", "game")
        self.second_wins("game")

    def test_a_generator_and_a_scorer(self):
        self.says(0, "new", "--judge", "solve", "game")
        self.program("game/gen")
        self.program("game/vis")
        self.set_keys("game", files=["referee_judge.py", "gen", "vis"],
                      arguments=["goal=max", "lines=1", "gen=./gen {seeds}", "score=./vis {in} {out}"])
        self.second_wins("game")

    def test_a_helper_of_a_judge(self):
        self.own("judge.py", OWN)
        self.second_wins("own")

    def test_a_helper_of_a_judge_that_is_a_command(self):
        self.own("judge.py", OWN, judge="python3 judge.py", files=["judge.py", "referee_judge.py", "helper"])
        self.second_wins("own")

    def test_a_helper_of_a_judge_that_is_compiled(self):
        self.own("judge.cpp", OWN_IN_CPP)
        self.second_wins("own", high="99")

    def test_a_judge_that_is_compiled_convicts_a_seat(self):
        self.own("judge.cpp", OWN_IN_CPP)
        (self.path / "says.py").write_text(SAYS)
        record = json.loads(
            self.says(1, "match", "./own", "python3 says.py wrong", "python3 says.py 99", "--json"))
        self.assertEqual([(fault["seat"], fault["reason"]) for fault in record["faults"]], [(1, "no move")])

    def test_one_that_may_not_be_executed(self):
        self.own("judge.py", OWN)
        helper = self.path / "own" / "helper"
        helper.chmod(0o644)
        (self.path / "says.py").write_text(SAYS)
        told = self.referee(3, "match", "./own", "python3 says.py 7", "python3 says.py 9")
        self.assertIn(f"may not be executed; try: chmod +x {helper.resolve()}", told)
        self.assertNotIn("name it among", told)
        helper.chmod(0o755)
        self.second_wins("own")


if __name__ == "__main__":
    main()
