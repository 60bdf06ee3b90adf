// Errors about what was typed: each message, word for word. No game is played for them.
#include <iterator>
#include <sstream>

#include "in_process.hpp"

namespace {

using namespace cli_test;

// What is typed, without quotation marks, and what is said: as far as `...`.
struct Typed {
  std::string words;
  std::string message;
  int code = 2;
};

class Messages : public InProcess {
 protected:
  Messages() {
    Json config = Json::parse(config_of("black-hole", 1, {{"a", bot(1)}, {"b", bot(2)}}));
    write("c.json", config.dump());
    expect(0, {"tournament", "c.json", "--out", "o", "--plan-only"});
    expect(0, {"tournament", "c.json", "--out", "t", "--quiet"});
    expect(0, {"match", "black-hole", bot(1), bot(2), "--save", "r.json"});
    config.erase("seed");
    write("unseeded.json", config.dump());
    config["bots"][0]["note"] = "mine";
    write("noted.json", config.dump());
    config["format"] = "ladder";
    config["seed"] = 7;
    config.erase("rounds");
    write("ladder.json", config.dump());
    for (const char* folder : {"sub", "empty", "one"}) {
      std::filesystem::create_directory(path(folder));
    }
    write("sub/c.json", config_of("box", 1, {{"a", "../bot"}, {"b", "../bot 2"}}));
    write_program("one/bob", "#!/bin/sh\n");
    write("rg.json", R"({"game": "box", "bot": "./bot", "checks": [)"
                     R"({"check": "no-faults"}, {"check": "move-time", "at_most": 5}]})");
    write("games.csv", "game,round\n");
    write("empty.jsonl", "");
  }

  void expect_messages(const std::vector<Typed>& rows) const {
    for (const auto& [words, message, code] : rows) {
      SCOPED_TRACE(words);
      std::istringstream in(words);
      const Ended ended = referee(Words{std::istream_iterator<std::string>(in), {}});
      EXPECT_EQ(ended.code, code);
      EXPECT_EQ(ended.out, "");
      const std::string whole = "referee: error: " + message;
      if (whole.ends_with("...")) {
        EXPECT_TRUE(ended.err.starts_with(whole.substr(0, whole.size() - 3))) << ended.err;
      } else {
        EXPECT_EQ(ended.err, whole + "\n");
      }
    }
  }
};

TEST_F(Messages, OfVerbsThatPlay) {
  const std::string usage = "; usage: referee match GAME BOTS... [options]; see referee help match";
  const std::string no_seed =
      "the same command with --plan-only instead of --part makes a folder for all parts, p";
  expect_messages({
      {"match blackhole a b", "unknown game 'blackhole'; did you mean 'black-hole'?"},
      {"match chess a b", "unknown game 'chess'; the games are " + list_of_games()},
      {"random bx", "unknown game 'bx'; did you mean 'box'?"},
      {"match box a b --limit budget=0",
       "--limit: budget=0: must be a number of seconds from 0.000001 to 1000000"},
      {"match box a b --limit other:budget=1",
       "--limit other:...: no bot is called that; the bots are a, b, player 1, player 2, 1, 2"},
      {"match box a b --memory 64",
       "referee match has no option --memory any more; give --limit memory=MIB"},
      {"match box a b --limt 3", "referee match has no option --limt; did you mean --limit?"},
      {"match box a b --nothing-like-it=3",
       "referee match has no option --nothing-like-it; referee match --help lists its options"},
      {"match box python3 a.py b",
       "box has 2 seats: name a bot for each, not 3 bots; a command with blanks needs quotation "
       "marks: \"python3 bot.py\""},
      {"match box", "bots is required" + usage},
      {"match box a", "box has 2 seats: name a bot for each, not 1 bot"},
      {"match box a b --seed -1", "--seed: ..."},
      {"match box ./bot ./bot --save no/such/folder/log.jsonl",
       "cannot write no/such/folder/log.jsonl: No such file or directory", 3},
      {"match box ./bot ./bot --deal @r.json",
       "--deal: that match is one of black-hole, not of box"},
      {"match black-hole ./bot ./bot --deal x", "--deal: 'x' is not a deal of black-hole: ..."},
      {"match black-hole ./bot ./bot --moves nofile",
       "--moves: cannot read nofile: No such file or directory"},
      {"play box --two",
       "referee play has no option --two any more; give `human` in place of the bot"},
      {"play box --seat 3",
       "--seat: box has no seat '3'; give 1 (player 1, which begins) or 2 (player 2)"},
      {"play box --no-browser", "--port and --no-browser go with --window"},
      {"replay r.json --until 3", "--until goes with --stdin-to or --under"},
      {"replay r.json --opponent jury",
       "--opponent goes with --free; else the other seats are recorded"},
      {"replay r.json --free 99",
       "--free 99: the bots of this match made 30 moves before its end, or before a fault"},
      {"replay r.json --bot ./other",
       "referee replay has no option --bot any more; give --command CMD"},
      {"replay r.json --command bot-1",
       "--command takes a command; --seat bot-1 replays the bot of that name"},
      {"replay t", "'t' has several matches; name one by its number: referee show t lists them"},
      {"tournament gone.json", "'gone.json' does not exist"},
      {"tournament sub", "'sub' is a folder; name a config file, e.g. configs/demo.json"},
      {"tournament", "config is missing: name a config file, or a folder of bots with --bots"},
      {"tournament c.json --bots sub",
       "a config lists its bots itself: give it, or --bots, not both"},
      {"tournament c.json --game box",
       "--game, --format, --swiss-rounds and --qualify are for --bots; a config has keys for them"},
      {"tournament --bots nowhere --game box", "'nowhere' does not exist"},
      {"tournament --bots one",
       "--bots needs the game: add --game GAME; referee show games lists them"},
      {"tournament --bots one --game box --qualify 2",
       "--swiss-rounds and --qualify belong to --format official, not round-robin"},
      {"tournament --bots empty --game box",
       "there is no bot in empty: no source file and no program"},
      {"tournament --bots one --game box", "there is only one bot in one: bob"},
      {"tournament c.json --games 3",
       "--games and --minutes are for configs with \"format\": \"ladder\""},
      {"tournament ladder.json --rounds 3",
       "ladder.json: format: a ladder goes on with each run; instead of --rounds use --games"},
      {"tournament noted.json",
       "noted.json: bots[0].note: belongs to the format \"ladder\", in which bots are versions, "
       "and to games in which bots play alone"},
      {"tournament c.json --part 4/3 --out p",
       "--part: '4/3' is not a part; of 3 there are 1/3 to 3/3"},
      {"tournament c.json --part 1/3", "--part needs --out DIR, for its records"},
      {"tournament c.json --part 1/2 --plan-only --out p", "--plan-only plays no --part"},
      {"tournament unseeded.json --part 1/2 --out p",
       "--part: all parts need one seed: give --seed or the key \"seed\"; or else " + no_seed},
      {"tournament ladder.json --part 1/2 --out p",
       "--part: how many games of the ladder are played has to be planned: " + no_seed},
      {"merge o --parts 3",
       "referee merge has no option --parts any more; play all parts again: one that lacks "
       "nothing ends at once"},
      {"merge o nowhere", "'nowhere' does not exist"},
      {"shard o 1/3",
       "'shard' is now referee tournament CONFIG --part K/N --out DIR, also of compare and tune"},
      {"submit o", "'submit' is now a script for Slurm or GNU parallel, see docs/guide/parts.md"},
  });
  EXPECT_FALSE(std::filesystem::exists(path("p")));
}

TEST_F(Messages, OfEvidence) {
  const std::string compare = "compare ./bot ./bot --game box ";
  std::vector<Typed> rows{
      {"compare a b --game bocks", "unknown game 'bocks'; the games are " + list_of_games()},
      {"compare ./bot ./bot",
       "give the game and both bots, GAME NEW BASE; or --results W,L,D or "
       "LL,LD,WL+DD,WD,WW; see referee help compare"},
      {compare + "--partner x", "--partner is for cooperative games, and Box is not one"},
      {"compare ./bot ./bot --game 6561 --against empty --partner x",
       "--partner is one bot and --against several; give one of them"},
      {"compare ./bot ./bot --game 6561 --elo 0,5",
       "6561 is cooperative and has no winner: only points can compare bots, by --points"},
      {compare + "--elo 5", "--elo takes two numbers, H0 and H1, such as --elo 0,10; not '5'"},
      {compare + "--elo ±1,2", "--elo ±D takes one number, such as --elo ±10; not '±1,2'"},
      {compare + "--against empty", "there is no bot in empty: no source file and no program"},
      {compare + "--against sub/c.json",
       "the commands in sub/c.json are relative to its folder; start referee compare there"},
      {compare + "--openings 0", "--openings: 0 random moves; give 1 to 1000, or ./0 for a file"},
      {compare + "--openings 2 --moves r.json",
       "--moves and --openings exclude each other; give one"},
      {compare + "--html x.html",
       "--html also shows the games, so they have to be kept: add --out DIR"},
      {"compare a b --elo0 -5", "referee compare has no option --elo0 any more; give --elo LO,HI"},
      {"compare --games=1,2,3",
       "referee compare has no option --games any more; give --results W,L,D"},
      {"tune a --score1 5", "referee tune has no option --score1 any more; give --score LO,HI"},
      {"compare a b --by points",
       "referee compare has no option --by any more; give --points LO,HI for points, --elo LO,HI "
       "for wins"},
      {"compare --series-alpha 0.05",
       "referee compare has no option --series-alpha any more; give --alpha SHARE: of a series "
       "that has the risk R, comparison k may take R / (k (k + 1))"},
      {"compare a b --log=comparisons.jsonl",
       "referee compare has no option --log any more; give --out DIR: each comparison keeps its "
       "question, its games and its answer there"},
      {"elo --games 1,2,3", "'elo' is now referee compare --results W,L,D or LL,LD,WL+DD,WD,WW"},
      {"plan compare",
       "'plan' is now a table in docs/guide/compare.md: how many pairs a comparison takes"},
      {"compare a b --results 1,2,3", "--results are known already: give no game and no bots"},
      {"compare --results 1,2,3,4",
       "--results takes 3 counts of games (W,L,D), or 5 (LL,LD,WL+DD,WD,WW) or 6 "
       "(LL,LD,WL,DD,WD,WW) of pairs, not 4"},
      {"compare --results 1,2,3 --elo 5,5",
       "--elo: the first (5) must be below the second (5), and both between -4000 and 4000"},
      {"compare --results 1,2,3 --alpha nan",
       "--alpha and --beta must be above 0 and their sum below 1"},
      {"compare --results 1,2,3,4,5 --model bayesian",
       "--model: bayesian is for single games, not for pairs"},
      {"tune box ./bot{x} --param x=1:0:9 --out u",
       "--pairs N is missing: how many pairs of games to look for the values with, e.g. --pairs "
       "400"},
      {"tune box ./bot{x} --param x=1:0:9 --pairs 8",
       "--out DIR is missing: the folder that keeps what is played"},
      {"tune ./bot{x} --param x=1:0:9 --pairs 8 --out u",
       "command is required; usage: referee tune GAME COMMAND [options]; see referee help tune"},
      {"regress gone.json", "'gone.json' does not exist"},
      {"regress sub", "'sub' is a folder; name a config file"},
      {"regress rg.json --only nofaults",
       "--only: the config has no check 'nofaults'; did you mean 'no-faults'?"},
      {"regress rg.json --only x",
       "--only: the config has no check 'x'; it has no-faults, move-time"},
      {"regress rg.json --junit rg.json",
       "--junit: 'rg.json' is an input and would be overwritten; name another file"},
      {"regress rg.json --summary .", "--summary: '.' is a folder; name a file"},
  };
  for (const std::string gone : {"--forecast", "--true", "--deviation", "--sample", "--draws"}) {
    rows.push_back({"compare " + gone,
                    "referee compare has no option " + gone +
                        " any more; docs/guide/compare.md has a table of how many pairs a test "
                        "takes, and a run says how many are left"});
  }
  for (const std::string word : {"", "x", "-1", "1.5", "1000000000001"}) {
    const std::string text = "1," + word + ",3";
    rows.push_back(
        {"compare --results " + text,
         "--results takes counts, whole numbers from 0 to 1000000000000; not '" + text + "'"});
  }
  expect_messages(rows);
}

TEST_F(Messages, OfVerbsThatShow) {
  const std::string served =
      "--port, --no-browser and --show are for the page that is served: leave them out";
  const std::string not_in_there =
      "is in the folder of a tournament, which is for its records alone; name a file elsewhere";
  expect_messages({
      {"show o", "'o' has no matches yet"},
      {"show o 0", "'o' has no matches yet"},
      {"show t 99", "'t' has no match 99, only matches 0 to 1"},
      {"show t one", "match: 'one' is not a whole number"},
      {"show t -1", "match: the number of a match is 0 or more, not -1..."},
      {"show nowhere", "'nowhere' does not exist"},
      {"show 6562", "'6562' does not exist; did you mean 'referee show 6561'?"},
      {"show empty.jsonl", "'empty.jsonl' is empty"},
      {"show c.json",
       "c.json: line 1: the key \"schema\" is missing; expected a match record: name a file that "
       "referee "
       "match --json wrote, or a tournament's folder"},
      {"show r.json --json --bot bot-3", "--bot: r.json has no bot 'bot-3'; did you mean 'bot-1'?"},
      {"show t --plies 3",
       "--plies goes with the number of a match: referee show t NUMBER --plies"},
      {"show t --stderr",
       "--stderr goes with the number of a match: referee show t NUMBER --stderr"},
      {"show t --scenes",
       "--scenes goes with the number of a match: referee show t NUMBER --scenes"},
      {"show t --html x.html",
       "--html goes with the number of a match: referee show t NUMBER --html"},
      {"show t 0 --plies 31-900", "--plies 31-900: the game has only 30 moves"},
      {"show t 0 --plies 99 --svg x.svg", "--plies 99: the game has only 30 moves"},
      {"show t 0 --svg t/board.svg", "--svg: 't/board.svg' " + not_in_there},
      {"show t 0 --ply 3", "referee show has no option --ply any more; give --plies P"},
      {"show t 1 --boards some", "--boards: ..."},
      {"show t --lost", "--lost goes with --bot NAME, the bot that lost"},
      {"show t 1 --faults",
       "--bot, --lost, --faults and --longest choose from the list: leave out 1"},
      {"games box",
       "'games' is now referee show games, and referee show GAME for the rules of one"},
      {"standings nowhere", "'nowhere' does not exist"},
      {"standings empty", "the folder 'empty' is not a tournament: it has no manifest.json"},
      {"standings c.json", "'c.json' is a file; name a tournament's folder"},
      {"standings t --anchor nobody", "--anchor: no game of this tournament has a bot 'nobody'"},
      {"standings t --cross", "--cross needs --csv; the other forms have the cross table already"},
      {"standings t --csv --ratings", "--csv has no ratings; --json or --markdown has"},
      {"standings t --csv --anchor a", "--csv has no ratings; --json or --markdown has"},
      {"standings t --markdown --times",
       "--markdown has no more times; leave it out, or take --json or --csv"},
      {"standings t --csv --cross --times", "--cross has no times; leave out --cross or --times"},
      {"standings t --bot a", "--bot: name two bots or more; matches between them count"},
      {"standings t --bot a --bot nobody", "--bot: no game of this tournament has a bot 'nobody'"},
      {"standings t --round 0",
       "--round: '0' is not a round, such as 3, or rounds, such as 3-7; they count from 1"},
      {"standings t --round 7-3", "--round: '7-3' ends before it begins; 3-7?"},
      {"standings t --round 1 --ratings",
       "ratings are of all matches; leave out --bot and --round, or the ratings"},
      {"standings t --debug-log t/a.log", "--debug-log: 't/a.log' " + not_in_there},
      {"show games --debug-log no/a.log",
       "cannot write the log no/a.log: No such file or directory", 3},
      {"verify c.jso", "'c.jso' does not exist; did you mean c.json?"},
      {"verify empty", "the folder 'empty' is not a tournament: it has no manifest.json"},
      {"export nowhere", "'nowhere' does not exist"},
      {"export t --as official",
       "'t' has no game of Box, 0.1 and Sudoku, and others have no official form"},
      {"export t --players",
       "referee export has no option --players any more; give --as official-players"},
      {"export t --save no/such/folder.csv",
       "cannot write no/such/folder.csv: No such file or directory", 3},
      {"export r.json --save r.json",
       "--save: 'r.json' is an input and would be overwritten; name another file"},
      {"export r.json --save t/new.csv", "--save: 't/new.csv' " + not_in_there},
      {"export r.json --save t", "--save: 't' is a folder; name a file"},
      {"import none.csv", "'none.csv' does not exist"},
      {"import games.csv", "games.csv: line 1: the column score1 is missing"},
      {"view o --save o.html", "'o' has no matches yet"},
      {"view nowhere",
       "'nowhere' does not exist; name the folder of a tournament, or a config file"},
      {"view nowhere --save x.html",
       "'nowhere' does not exist; name the folder of a tournament, or a file of records"},
      {"view t --save t/page.html", "--save: 't/page.html' " + not_in_there},
      {"view t --save nowhere/x.html", "cannot write nowhere/x.html: No such file or directory", 3},
      {"view t --save t.png",
       "--save: 't.png' is neither a page, FILE.html, nor a picture, FILE.svg; \"save picture\" on "
       "the page makes a PNG, and the browser prints a PDF"},
      {"view c.json --terminal", "'c.json' is a file; name a tournament's folder"},
      {"view t --terminal --save", "--terminal and --save exclude each other"},
      {"view t --terminal --port 80", served},
      {"view t --terminal --show", served},
      {"view t --game box", "--game goes with --save"},
      {"view t --out x", "--out and --jobs go with a config; a folder is only followed"},
      {"watch o", "'watch' is now referee view DIR --terminal"},
      {"report o", "'report' is now referee view DIR --save FILE"},
  });
}

TEST_F(Messages, FilesAndFoldersHaveNames) {
  for (const Words& words : std::vector<Words>{{"export", "t"},
                                               {"match", "box", "a", "b"},
                                               {"tournament", "c.json"},
                                               {"import", "games.csv"},
                                               {"regress", "rg.json"},
                                               {"compare", "a", "b", "--game", "box"}}) {
    const Ended ended = referee(words + Words{"--out", ""});
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(ended.err.starts_with("referee: error: --out: the name must not be empty\n"))
        << ended.err;
  }
}

}  // namespace
