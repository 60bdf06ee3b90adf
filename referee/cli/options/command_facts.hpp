// The verbs and options as plain data, from which the manual and the shells'
// completion are made. It comes from the same tables as the help, see CommandLine::facts().
#pragma once

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

}  // namespace referee::cli
