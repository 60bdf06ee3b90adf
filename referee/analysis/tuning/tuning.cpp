#include "referee/analysis/tuning/tuning.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_set>

#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/parts/merging.hpp"
#include "referee/run/store/answer.hpp"
#include "referee/run/store/own_results.hpp"
#include "rules/random.hpp"

namespace referee::tuning {

namespace {

constexpr std::size_t longest_name = 100;

config::BotEntry entry_of(const Question& question, const Values& values, std::string name) {
  config::BotEntry entry = question.event().bots.at(0);
  entry.command = command_with(question.command, question.parameters, values);
  entry.name = std::move(name);
  return entry;
}

Point point_of(const std::vector<Parameter>& parameters, const Values& values) {
  Point point;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    point.push_back(position_of(parameters[i], std::stod(values[i])));
  }
  return point;
}

Values values_of(const std::vector<Parameter>& parameters, const Point& point) {
  Values values;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    values.push_back(value_at(parameters[i], point[i]));
  }
  return values;
}

// The matches of one deal of a duel.
struct Pair {
  std::array<double, 2> scores{};  // sums, of the first and of the second bot
  std::array<double, 2> games{};
  std::array<store::Answer, 2> answers;  // instead of these, in a game of one seat
  std::vector<std::uint64_t> hashes;

  [[nodiscard]] double difference(const rules::GameInfo& game) const {
    if (game.seats() > 1) return scores[0] / games[0] - scores[1] / games[1];
    const store::Worths worths = store::worths_of(game, answers[0], answers[1]);
    return worths.one - worths.other;
  }
};

void add_match(Pair& pair, const store::MatchSummary& match, const config::Pairing& pairing,
               evidence::Yardstick by) {
  pair.hashes.push_back(store::game_hash(match));
  if (match.seats.size() == 1) {
    pair.answers.at(pairing.bots[0]) = store::answer_of(match);
    return;
  }
  const statistics::GameResult first = evidence::first_seat_result(match);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const std::size_t bot = pairing.bots[seat];
    if (bot > 1) continue;  // an opponent
    const auto result = seat == 0 ? first : statistics::swapped(first);
    pair.scores[bot] += by == evidence::Yardstick::points
                            ? static_cast<double>(match.seats[seat].score)
                            : static_cast<int>(result) / 2.0;
    ++pair.games[bot];
  }
}

// By rounds of the event, which are its deals.
Observed observed_of(const std::map<int, Pair>& pairs, const rules::GameInfo& game) {
  Observed observed;
  std::unordered_set<std::uint64_t> seen;
  for (const auto& [round, pair] : pairs) {
    bool is_new = false;
    for (const std::uint64_t hash : pair.hashes) is_new |= seen.insert(hash).second;
    if (!is_new) continue;
    const double difference = pair.difference(game);
    const double away = difference - observed.mean;
    observed.mean += away / static_cast<double>(++observed.count);
    observed.squares += away * (difference - observed.mean);
  }
  return observed;
}

}  // namespace

Response response_of(const Question& question) {
  const bool duel = evidence::opponents_of(question.event()) == 0;
  return duel && question.rules.by == evidence::Yardstick::wins ? Response::scores
                                                                : Response::points;
}

std::vector<Duel> duels_of(const std::vector<Parameter>& parameters,
                           const std::vector<Tuner::Duel>& points, std::uint64_t pairs) {
  std::vector<Duel> duels;
  for (const auto& [first, second] : points) {
    Duel duel{values_of(parameters, first), values_of(parameters, second), 0};
    const bool played = duel.first == duel.second ||
                        std::any_of(duels.begin(), duels.end(), [&duel](const Duel& other) {
                          return (other.first == duel.first && other.second == duel.second) ||
                                 (other.first == duel.second && other.second == duel.first);
                        });
    if (!played) duels.push_back(std::move(duel));
  }
  for (std::size_t i = 0; i < duels.size(); ++i) {
    duels[i].pairs =
        std::max<std::uint64_t>(1, pairs / duels.size() + (i < pairs % duels.size() ? 1 : 0));
  }
  return duels;
}

config::Manifest round_manifest(const Question& question, unsigned round,
                                const std::vector<Duel>& duels) {
  config::Manifest manifest = question.manifest;
  manifest.played_by = config::PlayedBy::tournament;
  manifest.seed = rules::derived_seed(question.manifest.seed, "tuning round", round);
  manifest.events.clear();
  for (std::size_t i = 0; i < duels.size(); ++i) {
    const Duel& duel = duels[i];
    config::Event event = question.event();
    event.rounds = static_cast<int>(duel.pairs);
    const auto name = [&](const Values& values, std::size_t number) {
      std::string all = name_of(question.parameters, values);
      return all.size() <= longest_name ? all : fmt::format("point {}", number);
    };
    event.bots[0] = entry_of(question, duel.first, name(duel.first, 2 * i + 1));
    event.bots[1] = entry_of(question, duel.second, name(duel.second, 2 * i + 2));
    if (event.bots.size() > 2) {
      event.format.kind = formats::FormatKind::gauntlet;
      event.format.challengers = 2;
    }
    manifest.events.push_back(std::move(event));
  }
  return manifest;
}

config::Manifest comparison_manifest(const Question& question, const Values& values) {
  config::Manifest manifest = question.manifest;
  manifest.seed = rules::derived_seed(question.manifest.seed, "tuning comparison", 0);
  config::BotEntry& bot = manifest.events.at(0).bots.at(0);
  bot = entry_of(question, values, bot.name);
  return manifest;
}

std::optional<RoundResult> result_of(const store::Store& store, const Question& question,
                                     const std::vector<Duel>& duels, Missing missing) {
  const config::Schedule schedule(store.manifest());
  std::vector<std::map<int, Pair>> pairs(duels.size());
  RoundResult result;
  const store::ReadingReport reading =
      store.read([&](const store::MatchSummary& match, std::string_view) {
        const config::Pairing pairing = schedule.at(match.match);
        add_match(pairs.at(pairing.event)[pairing.round], match, pairing, question.rules.by);
        ++result.matches;
        if (store::has_fault(match)) ++result.faults;
      });
  parts::require_intact(store, reading);
  if (reading.records < schedule.size() && missing == Missing::waited_for) return std::nullopt;
  for (std::size_t i = 0; i < duels.size(); ++i) {
    const std::size_t matches = schedule.size_of(i) / duels[i].pairs;
    std::erase_if(pairs[i], [&](const auto& pair) { return pair.second.hashes.size() < matches; });
    result.missing += duels[i].pairs - pairs[i].size();
    if (pairs[i].empty()) continue;
    Observed observed = observed_of(pairs[i], *question.event().game);
    observed.first = point_of(question.parameters, duels[i].first);
    observed.second = point_of(question.parameters, duels[i].second);
    result.pairs += observed.count;
    result.observed.push_back(std::move(observed));
  }
  if (result.observed.empty()) return std::nullopt;
  return result;
}

namespace {

Tuner tuner_of(const Question& question) {
  TunerSetup setup;
  for (const Parameter& parameter : question.parameters) {
    setup.start.push_back(position_of(parameter, std::stod(parameter.start)));
    setup.steps.push_back(step_of(parameter));
  }
  setup.response = response_of(question);
  setup.seed = question.manifest.seed;
  setup.rounds = rounds_of(question.pairs, question.search);
  setup.search = question.search;
  return Tuner(std::move(setup));
}

// There is no other folder to choose for a part of a tuning, so that what is wrong with a manifest
// there is all that is to be said.
store::Store store_in(const std::filesystem::path& folder, const config::Manifest& manifest,
                      Access access, const rules::Games& games) {
  if (std::filesystem::exists(folder / "manifest.json")) {
    static_cast<void>(store::Store::open(folder, games));
  }
  const auto create = access == Access::plays ? store::create_own : store::Store::create;
  return create(folder, manifest, store::ChangedPrograms::refuse, games);
}

}  // namespace

Tuning::Tuning(std::filesystem::path folder, Question question, Access access,
               const rules::Games& games)
    : games_(games),
      folder_(std::move(folder)),
      question_(std::move(question)),
      access_(access),
      rounds_(rounds_of(question_.pairs, question_.search)),
      tuner_(tuner_of(question_)) {
  update();
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
    const std::uint64_t pairs = pairs_of(question_.pairs, round(), rounds_, question_.search);
    const auto wanted = static_cast<unsigned>(std::min(most_duels, pairs));
    const auto duels = duels_of(question_.parameters, tuner_.next(wanted), pairs);
    if (duels.empty()) {
      tuner_.add({});
      continue;
    }
    const auto folder = folder_of(round() + 1);
    const bool only_reads = access_ == Access::only_reads;
    if (only_reads && !std::filesystem::exists(folder / "manifest.json")) return;
    auto store = store_in(folder, round_manifest(question_, round() + 1, duels), access_, games_);
    if (was_passed()) missing = Missing::passed_over;
    auto result = result_of(store, question_, duels, missing);
    if (result && result->missing == 0 && !store.seal() && !only_reads) {
      // What counts no longer changes, whatever arrives late.
      static_cast<void>(parts::merge(store));
      store = store::Store::open(store.folder(), games_);
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
  return store_in(comparison_folder(), comparison_manifest(question_, best()), access_, games_);
}

std::optional<evidence::Comparison> Tuning::compared() const {
  if (!ended() || found_nothing()) return std::nullopt;
  if (!std::filesystem::exists(comparison_folder() / "manifest.json")) return std::nullopt;
  return evidence::comparison_so_far(comparison(), question_.rules);
}

}  // namespace referee::tuning
