#include "referee/analysis/tuning/tune_question.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <system_error>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/config/generations.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::tuning {

namespace {

constexpr std::string_view form =
    "type NAME=START:LOW:HIGH, e.g. c=1.4:0.5:3, d=8:4:16:int or e=1:0.01:100:log";

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw text::InputError(fmt::format("--param '{}': {}", text, why));
}

bool is_name(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '-';
  });
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  constexpr double most = 1e12;
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(std::abs(value) <= most)) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// Without zeros that say nothing.
std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, std::max(0, decimals));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

int digits_before_point(double value) { return static_cast<int>(std::floor(std::log10(value))); }

void check_range(std::string_view text, const Parameter& parameter, double start) {
  const auto& [name, typed, low, high, integer, logarithmic] = parameter;
  if (!(low < high)) {
    refuse(text, fmt::format("LOW ({}) must be below HIGH ({})", low, high));
  }
  if (start < low || start > high) {
    refuse(text, fmt::format("START ({}) must be from LOW ({}) to HIGH ({})", typed, low, high));
  }
  if (logarithmic && low <= 0) {
    refuse(text,
           fmt::format("LOW ({}) must be above 0 with :log; raise it or leave :log out", low));
  }
  if (!integer) return;
  for (const double value : {start, low, high}) {
    if (value == std::round(value)) continue;
    refuse(text, fmt::format("{} is not a whole number; round it or leave :int out", value));
  }
}

}  // namespace

Parameter parameter_of(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) refuse(text, fmt::format("there is no '='; {}", form));
  Parameter parameter;
  parameter.name = text.substr(0, equals);
  if (!is_name(parameter.name)) {
    refuse(text,
           fmt::format("'{}' is not a name of letters, digits, '_' and '-' that begins with a "
                       "letter; {}",
                       parameter.name, form));
  }
  if (parameter.name == "seed" || parameter.name == "moves") {
    refuse(text, fmt::format("{{{0}}} in a command has a meaning of its own; call the parameter "
                             "otherwise, e.g. my_{0}",
                             parameter.name));
  }
  const auto parts = split(text.substr(equals + 1), ':');
  if (parts.size() < 3) {
    refuse(text, fmt::format("{} of START, LOW and HIGH {} missing; {}", 3 - parts.size(),
                             parts.size() == 2 ? "is" : "are", form));
  }
  std::vector<double> numbers;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = number_of(parts[i]);
    if (!number) {
      constexpr std::string_view places[] = {"START", "LOW", "HIGH"};
      refuse(text, fmt::format("{} must be a number of at most 1e12, not '{}'; {}", places[i],
                               parts[i], form));
    }
    numbers.push_back(*number);
  }
  for (std::size_t i = 3; i < parts.size(); ++i) {
    bool& wanted = parts[i] == "log" ? parameter.logarithmic : parameter.integer;
    if ((parts[i] != "int" && parts[i] != "log") || wanted) {
      refuse(text,
             fmt::format("after HIGH may come :int and :log, each once, not ':{}'", parts[i]));
    }
    wanted = true;
  }
  parameter.start = parts[0];
  parameter.low = numbers[1];
  parameter.high = numbers[2];
  check_range(text, parameter, numbers[0]);
  return parameter;
}

std::string text_of(const Parameter& parameter) {
  return fmt::format("{}={}:{}:{}{}{}", parameter.name, parameter.start, parameter.low,
                     parameter.high, parameter.integer ? ":int" : "",
                     parameter.logarithmic ? ":log" : "");
}

double position_of(const Parameter& parameter, double value) {
  const auto& [name, start, low, high, integer, logarithmic] = parameter;
  const double position =
      logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return std::clamp(position, 0.0, 1.0);
}

std::string value_at(const Parameter& parameter, double position) {
  const auto& [name, start, low, high, integer, logarithmic] = parameter;
  const double exact =
      logarithmic ? low * std::pow(high / low, position) : low + position * (high - low);
  if (integer) return fixed(std::round(std::clamp(exact, low, high)), 0);
  const double told = logarithmic ? std::abs(exact) : high - low;
  std::string text = fixed(exact, 3 - digits_before_point(told));
  // Rounding must not leave the range.
  const auto value = number_of(text);
  if (value && (*value < low || *value > high)) {
    return fmt::format("{}", *value < low ? low : high);
  }
  return text;
}

double step_of(const Parameter& parameter) {
  if (!parameter.integer) return 0;
  return position_of(parameter, parameter.low + 1);
}

Values start_of(const std::vector<Parameter>& parameters) {
  Values values;
  for (const Parameter& parameter : parameters) values.push_back(parameter.start);
  return values;
}

std::string command_with(const std::string& command, const std::vector<Parameter>& parameters,
                         const Values& values) {
  std::string result = command;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string mark = '{' + parameters[i].name + '}';
    for (auto at = result.find(mark); at != std::string::npos;
         at = result.find(mark, at + values[i].size())) {
      result.replace(at, mark.size(), values[i]);
    }
  }
  return result;
}

std::string name_of(const std::vector<Parameter>& parameters, const Values& values) {
  std::string name;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    name += fmt::format("{}{}={}", i > 0 ? " " : "", parameters[i].name, values[i]);
  }
  return name;
}

void check_parameters(const std::string& command, const std::vector<Parameter>& parameters) {
  if (parameters.empty()) {
    throw text::InputError(fmt::format("--param is missing: {}", form));
  }
  if (parameters.size() > most_parameters) {
    throw text::InputError(fmt::format("at most {} parameters can be tuned at a time, not {}",
                                       most_parameters, parameters.size()));
  }
  std::set<std::string> names;
  for (const Parameter& parameter : parameters) {
    if (!names.insert(parameter.name).second) {
      throw text::InputError(
          fmt::format("--param {} is given twice; give each parameter once", parameter.name));
    }
    if (command.find('{' + parameter.name + '}') == std::string::npos) {
      throw text::InputError(
          fmt::format("the command has no {{{0}}}, where the values of --param {0} would go: {1}",
                      parameter.name, command));
    }
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (auto at = command.find('{'); at != std::string::npos; at = command.find('{', at + 1)) {
    const auto end = command.find('}', at);
    if (end == std::string::npos) break;
    const std::string name = command.substr(at + 1, end - at - 1);
    if (name == "seed" || name == "moves" || !is_name(name) || names.contains(name)) continue;
    throw text::InputError(
        fmt::format("{{{0}}} in the command has no --param {0}=START:LOW:HIGH; {1}", name,
                    text::suggestion(name, known, "the parameters are ")));
  }
}

namespace {

namespace fs = std::filesystem;

constexpr std::string_view schema = "referee-tuning";

fs::path file_in(const fs::path& folder) { return folder / "tune.json"; }

std::vector<std::string> texts_of(const std::vector<Parameter>& parameters) {
  std::vector<std::string> texts;
  for (const Parameter& parameter : parameters) texts.push_back(text_of(parameter));
  return texts;
}

text::Json json_of(const Question& question) {
  text::Json json;
  json["schema"] = schema;
  json["version"] = question.search == Search::first ? 1 : 2;
  json["command"] = question.command;
  json["parameters"] = texts_of(question.parameters);
  json["pairs"] = question.pairs;
  evidence::write_rules(json["comparison"], question.rules);
  json["manifest"] = config::to_json(question.manifest);
  return json;
}

void write(const fs::path& folder, const Question& question) {
  store::WholeFile out(file_in(folder));
  out.write(text::dump(json_of(question), 2) + '\n');
  out.finish();
}

}  // namespace

std::string difference(const Question& there, const Question& here) {
  const auto differ = [](std::string_view what, const auto& one, const auto& other) {
    return fmt::format("{} ({} there, {} here)", what, one, other);
  };
  if (there.command != here.command) return differ("the command", there.command, here.command);
  if (there.parameters != here.parameters) {
    return differ("--param", text::join(texts_of(there.parameters)),
                  text::join(texts_of(here.parameters)));
  }
  if (there.pairs != here.pairs) return differ("--pairs", there.pairs, here.pairs);
  if (there.manifest.id() != here.manifest.id()) {
    return config::difference(there.manifest, here.manifest);
  }
  const std::string one = evidence::question_text(there.rules);
  const std::string other = evidence::question_text(here.rules);
  return one == other ? std::string() : differ("the comparison at its end", one, other);
}

std::string Question::id() const {
  return text::sha256(fmt::format("{} {} {} {} {}", command, text::join(texts_of(parameters)),
                                  pairs, manifest.id(), evidence::question_text(rules)))
      .substr(0, 16);
}

bool has_question(const fs::path& folder) {
  std::error_code none;
  return fs::exists(file_in(folder), none);
}

Question keep_question(const fs::path& folder, Question question, const rules::Games& games) {
  if (has_question(folder)) {
    const Question there = kept_question(folder, games);
    question.manifest = config::hashed_like(there.manifest, question.manifest);
    if (const std::string why = difference(there, question); !why.empty()) {
      throw text::InputError(
          fmt::format("{} has another tuning: it differs in {}; give the same command, or another "
                      "folder",
                      folder.string(), why));
    }
    question.search = there.search;
    if (there.rules.most_pairs != question.rules.most_pairs) write(folder, question);
    return question;
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw store::StoreError(
        fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  }
  if (fs::exists(folder / "manifest.json")) {
    throw text::InputError(
        fmt::format("{} has a tournament or a comparison; give another folder for this tuning",
                    folder.string()));
  }
  write(folder, question);
  return question;
}

Question kept_question(const fs::path& folder, const rules::Games& games) {
  const fs::path file = file_in(folder);
  const text::Json parsed = text::parse_json(store::read_shared(file), file.string());
  const text::JsonReader json(parsed, file.string() + ":");
  if (json.at("schema").text() != schema) json.fail("is not the question of referee tune");
  const bool is_first = json.at("version").integer(1, 2) == 1;
  json.only({"schema", "version", "command", "parameters", "pairs", "comparison", "manifest"});
  Question question;
  question.search = is_first ? Search::first : Search::local;
  question.command = json.at("command").text();
  const text::JsonReader list = json.at("parameters");
  for (std::size_t i = 0; i < list.items(); ++i) {
    question.parameters.push_back(parameter_of(list.item(i).text()));
  }
  check_parameters(question.command, question.parameters);
  question.pairs = static_cast<std::uint64_t>(json.at("pairs").integer(1, most_pairs));
  question.manifest = config::manifest_from_json(json.at("manifest"), games);
  question.rules = evidence::read_rules(json.at("comparison"), question.event());
  return question;
}

}  // namespace referee::tuning
