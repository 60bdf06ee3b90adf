// The verbs and options as plain data, and what is made of them: the manual, the shells'
// completion, the short help. It comes from the same tables as the help, see CommandLine::facts().
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace referee::cli {

struct OptionFacts {
  std::vector<std::string> names;  // "-j", "--jobs"; of a positional argument its name: "game"
  bool positional = false;
  bool required = false;
  bool flag = false;                 // it takes no value
  bool many = false;                 // it may be given several times
  std::string unit;                  // of the value: "FILE", "N (1 to 1024)", "cpu|wall"
  std::vector<std::string> choices;  // the only words allowed; empty if others are
  std::string title;                 // that it is listed under; empty: that of most options
  std::string help;                  // on one line
};

struct VerbFacts {
  std::string name;
  std::string about;
  std::string group;  // "Play", "Look", ...
  std::vector<OptionFacts> options;
  std::vector<OptionFacts> inherited;  // options of all verbs, except those that it has itself
  std::string footer;                  // paragraphs, examples, exit codes
};

struct ProgramFacts {
  std::string about;
  std::vector<OptionFacts> options;  // those of all verbs
  std::vector<VerbFacts> verbs;
  std::string footer;
};

// ---- the manual pages: referee.1 and one for each verb ----

struct ManualPage {
  std::string name;  // "referee-match.1"
  std::string text;  // for man
};

// `version` is in the pages' footers. The same facts always give the same pages.
std::vector<ManualPage> manual_pages(const ProgramFacts& program, const std::string& version);

// ---- completion for shells ----

// The candidates for word number `cursor` (from 0) of the words behind the program's name, a line
// each: the word, and behind a tab what it means, if there is more to say. The lines ":files" and
// ":folders" mean what the shell itself finds. A word that is broken at an equals sign, as
// bash does it, is put together. Reads configs and folders that are named before the cursor, to
// know their bots; what cannot be read offers nothing.
std::vector<std::string> candidates(const ProgramFacts& program,
                                    const std::vector<std::string>& words, std::size_t cursor);

// ---- -h: some twenty lines, with the usual options and two examples ----

std::string short_help(const VerbFacts& verb);
std::string short_help(const ProgramFacts& program);

}  // namespace referee::cli
