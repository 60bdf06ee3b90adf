// The question of `referee tune`, as its folder keeps it in tune.json. All games follow from it,
// and from the results of earlier rounds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/analysis/tuning/surface.hpp"
#include "referee/run/config/manifest.hpp"

namespace referee::tuning {

// A parameter of a bot whose best value is sought: its range, and the form of its values in a
// command.
struct Parameter {
  std::string name;
  std::string start;  // as it was typed
  double low = 0;
  double high = 1;
  bool integer = false;      // only whole numbers are played
  bool logarithmic = false;  // ratios count

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// Reads NAME=START:LOW:HIGH, followed by :int, :log or both. Throws text::InputError, which says
// what to type.
Parameter parameter_of(std::string_view text);
// The same text again.
std::string text_of(const Parameter& parameter);

// The place of a value in the range: 0 is LOW, 1 is HIGH.
double position_of(const Parameter& parameter, double value);
// The value in a command at a position: a whole number, or one with enough digits to distinguish a
// thousandth of the range.
std::string value_at(const Parameter& parameter, double position);
// The distance of two positions whose values always differ: a whole number's step where it is
// largest, else 0.
double step_of(const Parameter& parameter);

// Values of all parameters, as commands have them.
using Values = std::vector<std::string>;
Values start_of(const std::vector<Parameter>& parameters);

// The command with each {NAME} replaced.
std::string command_with(const std::string& command, const std::vector<Parameter>& parameters,
                         const Values& values);
// "c=1.4 d=8"
std::string name_of(const std::vector<Parameter>& parameters, const Values& values);

inline constexpr std::size_t most_parameters = 16;
// Throws text::InputError if there are none or too many, if two have one name, if the command does
// not have the mark of one, or has a mark that belongs to none.
void check_parameters(const std::string& command, const std::vector<Parameter>& parameters);

inline constexpr std::uint64_t most_pairs = 1'000'000;

struct Question {
  std::string command;  // with a mark for each parameter: "./bot --c {c}"
  std::vector<Parameter> parameters;
  std::uint64_t pairs = 0;  // of all rounds, 1 to most_pairs
  // A comparison of the bot, with the start values, with itself: how everything is played.
  config::Manifest manifest;
  // Rules of the comparison that ends the tuning; `by` also counts in the rounds.
  evidence::ComparisonRules rules;
  Search search = Search::local;  // `first` in a folder of version 1

  [[nodiscard]] const config::Event& event() const { return manifest.events.at(0); }
  // Changes with everything except the number of pairs that the comparison may take.
  [[nodiscard]] std::string id() const;
};

// The first difference between two questions, for people; empty if there is none.
std::string difference(const Question& there, const Question& here);

// Whether the folder has one.
bool has_question(const std::filesystem::path& folder);
// Keeps the question, makes the folder if necessary, and returns what is in it. A folder that has
// the question already goes on with its search, and may be given another limit of pairs for its
// comparison. Throws text::InputError, naming the difference,
// if it has another question or belongs to something else, and StoreError.
Question keep_question(const std::filesystem::path& folder, Question question,
                       const rules::Games& games = rules::own_games());
// Reads the question. Throws JsonError, text::InputError and StoreError.
Question kept_question(const std::filesystem::path& folder,
                       const rules::Games& games = rules::own_games());

}  // namespace referee::tuning
