#include "referee/evidence/comparison_log.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/evidence/question.hpp"
#include "referee/store/store.hpp"
#include "referee/text/error.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::evidence {
namespace {

constexpr std::string_view log_schema = "referee-comparison-log";

text::Json json_of(const LoggedComparison& one) {
  text::Json json;
  json["schema"] = log_schema;
  json["version"] = 1;
  json["game"] = one.game;
  json["new"] = {{"command", one.new_command}, {"hash", one.new_hash}};
  json["base"] = {{"command", one.base_command}, {"hash", one.base_hash}};
  json["question"] = one.question;
  json["seed"] = one.seed;
  json["alpha"] = one.alpha;
  json["decision"] = one.decision;
  json["pairs"] = one.pairs;
  return json;
}

// Throws nlohmann's exceptions for what has another form.
LoggedComparison read_line(const std::string& line) {
  const auto json = text::Json::parse(line);
  if (json.at("schema") != log_schema) throw std::invalid_argument("another schema");
  LoggedComparison one;
  one.game = json.at("game");
  one.new_command = json.at("new").at("command");
  one.new_hash = json.at("new").at("hash");
  one.base_command = json.at("base").at("command");
  one.base_hash = json.at("base").at("hash");
  one.question = json.at("question");
  one.seed = json.at("seed");
  one.alpha = json.at("alpha");
  one.decision = json.at("decision");
  one.pairs = json.at("pairs");
  return one;
}

}  // namespace

bool LoggedComparison::asks_the_same(const LoggedComparison& other) const noexcept {
  return game == other.game && new_hash == other.new_hash && base_hash == other.base_hash &&
         question == other.question;
}

bool LoggedComparison::is_same(const LoggedComparison& other) const noexcept {
  return asks_the_same(other) && seed == other.seed;
}

LoggedComparison logged(const store::Manifest& manifest, const Comparison& comparison) {
  const store::Event& event = manifest.events.at(0);
  LoggedComparison one;
  one.game = event.game->name;
  one.new_command = event.bots[0].command;
  one.new_hash = event.bots[0].hash;
  one.base_command = event.bots[1].command;
  one.base_hash = event.bots[1].hash;
  one.question = hypotheses_text(comparison.rules());
  one.seed = manifest.seed;
  one.alpha = comparison.rules().risks.alpha;
  one.decision = statistics::name(comparison.decision());
  one.pairs = comparison.count();
  return one;
}

ComparisonLog::ComparisonLog(std::filesystem::path file) : file_(std::move(file)) {
  if (!std::filesystem::exists(file_)) return;
  std::ifstream in(file_);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    LoggedComparison one;
    try {
      one = read_line(line);
    } catch (const std::exception&) {
      throw text::InputError(
          fmt::format("{}, line {}: this is no line of a log of comparisons; give another file to "
                      "--log, or remove the line",
                      file_.string(), number));
    }
    const std::size_t place = place_of(one);
    if (place > all_.size()) {
      all_.push_back(std::move(one));
    } else {
      all_[place - 1] = std::move(one);
    }
  }
  if (in.bad()) throw store::StoreError(fmt::format("{}: cannot be read", file_.string()));
}

std::size_t ComparisonLog::place_of(const LoggedComparison& comparison) const noexcept {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const LoggedComparison& one) {
    return one.is_same(comparison);
  });
  return static_cast<std::size_t>(found - all_.begin()) + 1;
}

std::string ComparisonLog::warning_about(const LoggedComparison& comparison) const {
  for (const LoggedComparison& one : all_) {
    if (!one.asks_the_same(comparison) || one.is_same(comparison)) continue;
    return fmt::format(
        "the same programs were asked the same question before, with seed {}: {} after {} pairs; "
        "who asks until the answer is right gets any answer. A larger --max-pairs with that seed "
        "and the --out of that comparison continues it",
        one.seed, one.decision, one.pairs);
  }
  return {};
}

void ComparisonLog::add(const LoggedComparison& comparison) {
  std::ofstream out(file_, std::ios::app);
  out << json_of(comparison).dump() + '\n' << std::flush;
  if (!out) throw store::StoreError(fmt::format("{}: cannot be written", file_.string()));
  const std::size_t place = place_of(comparison);
  if (place > all_.size()) {
    all_.push_back(comparison);
  } else {
    all_[place - 1] = comparison;
  }
}

double alpha_of_series(double whole, std::size_t place) noexcept {
  const auto k = static_cast<double>(place);
  return whole / (k * (k + 1));
}

}  // namespace referee::evidence
