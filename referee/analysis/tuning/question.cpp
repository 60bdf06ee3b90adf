#include "referee/analysis/tuning/question.hpp"

#include <fmt/core.h>

#include <system_error>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/config/manifest_difference.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/store/whole_file.hpp"

namespace referee::tuning {
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
  json["version"] = 1;
  json["command"] = question.command;
  json["parameters"] = texts_of(question.parameters);
  json["pairs"] = question.pairs;
  evidence::write_rules(json["comparison"], question.rules);
  json["manifest"] = config::to_json(question.manifest);
  return json;
}

// The first difference between what the folder has and what is asked for; empty if there is none.
std::string difference_of(const Question& there, const Question& here) {
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

void write(const fs::path& folder, const Question& question) {
  store::WholeFile out(file_in(folder));
  out.write(json_of(question).dump(2) + '\n');
  out.finish();
}

}  // namespace

std::string Question::id() const {
  return text::sha256(fmt::format("{} {} {} {} {}", command, text::join(texts_of(parameters)),
                                  pairs, manifest.id(), evidence::question_text(rules)))
      .substr(0, 16);
}

bool has_question(const fs::path& folder) {
  std::error_code none;
  return fs::exists(file_in(folder), none);
}

void keep_question(const fs::path& folder, const Question& question) {
  if (has_question(folder)) {
    const Question there = kept_question(folder);
    const std::string difference = difference_of(there, question);
    if (!difference.empty()) {
      throw text::InputError(
          fmt::format("{} has another tuning: it differs in {}; give the same command, or another "
                      "folder",
                      folder.string(), difference));
    }
    if (there.rules.most_pairs != question.rules.most_pairs) write(folder, question);
    return;
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
}

Question kept_question(const fs::path& folder) {
  const fs::path file = file_in(folder);
  const text::Json parsed = text::parse_json(store::read_shared(file), file.string());
  const text::JsonReader json(parsed, file.string() + ":");
  if (json.at("schema").text() != schema) json.fail("is not the question of referee tune");
  static_cast<void>(json.at("version").integer(1, 1));
  json.only({"schema", "version", "command", "parameters", "pairs", "comparison", "manifest"});
  Question question;
  question.command = json.at("command").text();
  const text::JsonReader list = json.at("parameters");
  for (std::size_t i = 0; i < list.items(); ++i) {
    question.parameters.push_back(parameter_of(list.item(i).text()));
  }
  check_parameters(question.command, question.parameters);
  question.pairs = static_cast<std::uint64_t>(json.at("pairs").integer(1, most_pairs));
  question.manifest = config::manifest_from_json(json.at("manifest"));
  question.rules = evidence::read_rules(json.at("comparison"), question.event());
  return question;
}

}  // namespace referee::tuning
