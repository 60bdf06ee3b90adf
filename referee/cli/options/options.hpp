// The command line: a program, its verbs and their options. The parser (CLI11) is behind
// this header in one source file, because every file that includes it takes seconds longer to
// compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/cli/options/command_facts.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace referee::cli {

struct Call;

// The variable for the value of an option; it must live as long as the command line. The value of
// an option that is not given is left unchanged. A list collects all values given.
using Value =
    std::variant<std::string*, std::optional<std::string>*, double*, std::optional<double>*,
                 std::uint64_t*, std::optional<std::uint64_t>*, unsigned*, std::optional<unsigned>*,
                 std::optional<int>*, std::vector<std::string>*>;

// One option or positional argument. Each function adds to it and returns it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  // The placeholder for the value in the help: "FILE", "N".
  Option& unit(const std::string& name);
  Option& required();
  // Allows only these words; the help lists them instead of the unit.
  Option& one_of(std::vector<std::string> words);
  // Allows only whole numbers from `least` to `most`; the help shows the range.
  Option& within(std::uint64_t least, std::uint64_t most);
  // `wrong` returns what is wrong with a value; empty if nothing is.
  Option& check(std::function<std::string(const std::string&)> wrong);
  Option& excludes(const Option& other);
  // The value may be left out, and is empty then.
  Option& may_lack_value();
  // A list that takes one value each time the option is given.
  Option& one_at_a_time();

 private:
  CLI::Option* option_;
};

// Carries out what the command line asked for and returns the exit code.
using Action = std::function<int(Call& call)>;

// One verb, e.g. `match`; a handle that may be copied.
class Verb {
 public:
  // `chosen` becomes what the verb does if the words ask for it. Not owned: an action may hold this
  // verb.
  Verb(CLI::App* app, Action* chosen) : app_(app), chosen_(chosen) {}

  // The same verb; the help lists the options that are added to it under this title.
  [[nodiscard]] Verb under(const std::string& title) const;
  // `name` without dashes is a positional argument; "-j,--jobs" are two names of one option, and
  // "--game,game" is both.
  Option option(const std::string& name, Value value, const std::string& help) const;
  Option flag(const std::string& name, bool& value, const std::string& help) const;
  // An earlier name of an option, which works but is not listed.
  Option earlier(const std::string& name, Value value) const;
  // Text after the list of options: examples, exit codes.
  void footer(const std::string& text) const;
  // Sets what the verb does.
  void runs(Action action) const;
  // Whether an option was given; to be called while the verb runs.
  [[nodiscard]] bool given(const std::string& name) const;

 private:
  CLI::App* app_;
  Action* chosen_;
  std::string title_;  // empty: that of most options
};

class CommandLine {
 public:
  CommandLine(const std::string& about, const std::string& version, const std::string& footer);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // Options allowed before the verb or after it.
  [[nodiscard]] Verb all_verbs() const;
  Verb add(const std::string& name, const std::string& about);
  [[nodiscard]] std::vector<std::string> verbs() const;
  // All that the help says, as data.
  [[nodiscard]] ProgramFacts facts() const;

  // The help lists the verbs that are added from now on under this title; under "" not at all.
  void begin_group(const std::string& title);

  // The action that the words ask for. Of a verb with the argument `game`, which is its first word,
  // --game GAME anywhere is the same. If they ask for help or the version, it prints that and
  // returns the exit code. Throws UsageError if they are wrong.
  [[nodiscard]] std::variant<Action, int> parse(const std::vector<std::string>& given);

 private:
  std::unique_ptr<CLI::App> app_;
  std::unique_ptr<Action> chosen_;
  std::string group_ = "Verbs";
};

}  // namespace referee::cli
