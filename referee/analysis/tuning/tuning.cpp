#include "referee/analysis/tuning/tuning.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "referee/run/parts/merge.hpp"

namespace referee::tuning {
namespace {

constexpr std::uint64_t most_rounds = 12;
constexpr std::uint64_t most_duels = 8;  // of a round

Tuner tuner_of(const Question& question) {
  TunerSetup setup;
  for (const Parameter& parameter : question.parameters) {
    setup.start.push_back(position_of(parameter, std::stod(parameter.start)));
    setup.steps.push_back(step_of(parameter));
  }
  setup.response = response_of(question);
  setup.seed = question.manifest.seed;
  return Tuner(std::move(setup));
}

}  // namespace

Tuning::Tuning(std::filesystem::path folder, Question question)
    : folder_(std::move(folder)),
      question_(std::move(question)),
      // A few pairs are more than one round only if a round has some duels.
      rounds_(static_cast<unsigned>(
          std::clamp<std::uint64_t>(question_.pairs / most_duels, 1, most_rounds))),
      tuner_(tuner_of(question_)) {
  update();
}

std::uint64_t Tuning::pairs_of(unsigned round) const {
  return question_.pairs * (round + 1) / rounds_ - question_.pairs * round / rounds_;
}

std::filesystem::path Tuning::folder_of(unsigned round) const {
  return folder_ / fmt::format("round-{:02}", round);
}

bool Tuning::was_passed() const {
  const auto next = round() + 1 < rounds_ ? folder_of(round() + 2) : comparison_folder();
  return std::filesystem::exists(next / "manifest.json");
}

void Tuning::update(Missing missing) {
  open_.reset();
  while (!ended()) {
    const std::uint64_t pairs = pairs_of(round());
    const auto wanted = static_cast<unsigned>(std::min(most_duels, pairs));
    const auto duels = duels_of(question_.parameters, tuner_.next(wanted), pairs);
    if (duels.empty()) {
      tuner_.add({});
      continue;
    }
    auto store =
        store::Store::create(folder_of(round() + 1), round_manifest(question_, round() + 1, duels));
    if (was_passed()) missing = Missing::passed_over;
    auto result = result_of(store, question_, duels, missing);
    if (result && result->missing == 0 && !store.seal()) {
      // What counts no longer changes, whatever arrives late.
      static_cast<void>(parts::merge(store));
      store = store::Store::open(store.folder());
      result = result_of(store, question_, duels);
    }
    if (!result) {
      open_ = std::move(store);
      return;
    }
    missing = Missing::waited_for;
    pairs_ += result->pairs;
    missing_ += result->missing;
    matches_ += result->matches;
    faults_ += result->faults;
    tuner_.add(result->observed);
  }
}

Values Tuning::best() const {
  Values values;
  for (std::size_t i = 0; i < question_.parameters.size(); ++i) {
    const Parameter& parameter = question_.parameters[i];
    const std::string found = value_at(parameter, tuner_.best()[i]);
    values.push_back(std::stod(found) == std::stod(parameter.start) ? parameter.start : found);
  }
  return values;
}

store::Store Tuning::comparison() const {
  return store::Store::create(comparison_folder(), comparison_manifest(question_, best()));
}

}  // namespace referee::tuning
