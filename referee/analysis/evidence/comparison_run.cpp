#include "referee/analysis/evidence/comparison_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/run/config/config_fields.hpp"
#include "referee/run/config/match_beginning.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/hidden.hpp"
#include "referee/run/store/store_writer.hpp"

namespace referee::evidence {
namespace {

// Calls `work`, whose failures get the name of the bot.
template <typename Work>
void for_bot(const config::BotEntry& bot, const Work& work) {
  try {
    work();
  } catch (const program::CommandError& error) {
    const bool own = std::find(role_names.begin(), role_names.end(), bot.name) != role_names.end();
    const std::string who =
        own ? fmt::format("the {} bot", bot.name) : fmt::format("the opponent {}", bot.name);
    throw program::CommandError(fmt::format("{}: {}", who, error.what()));
  }
}

// Of all at once: what walls hide from a bot, the others' files, does not belong to it.
void take_hashes(config::Event& event, const std::filesystem::path& folder) {
  std::vector<config::BotEntry>& bots = event.bots;
  std::vector<program::Command> commands;
  for (const config::BotEntry& bot : bots) {
    for_bot(bot, [&] { commands.push_back(toolchain::resolve(bot.line(folder, event.game))); });
  }
  std::vector<program::Command*> all;
  for (program::Command& command : commands) all.push_back(&command);
  program::set_apart(all);
  for (std::size_t i = 0; i < bots.size(); ++i) {
    for_bot(bots[i], [&] { bots[i].hash = config::hash_of(bots[i], commands[i]); });
  }
}

config::BotEntry entry_of(const CompareSetup& setup, Role part, const std::string& command) {
  config::BotEntry entry;
  entry.name = role_names[index(part)];
  entry.command = command;
  config::give_limits(entry, setup.limits, setup.speed);
  entry.read = setup.read;
  entry.toolchain = setup.toolchain;
  for_bot(entry,
          [&] { entry.toolchain = toolchain::toolchain_of(entry.line(setup.folder, setup.game)); });
  return entry;
}

// The matches of a comparison by their numbers.
class Tasks {
 public:
  Tasks(const config::Manifest& manifest, const store::Store* store)
      : event_(manifest.events.at(0)),
        schedule_(manifest),
        contestants_(config::contestants(manifest, event_)) {
    store::hide_from_bots({&contestants_, 1}, manifest, store);
  }

  [[nodiscard]] tournament::MatchTask at(std::uint64_t number) const {
    const config::Pairing pairing = schedule_.at(number);
    const match::Contestants bots(
        pairing.bots.size(), [&](rules::Seat seat) { return &contestants_[pairing.bots[seat]]; });
    return {number, pairing, bots, config::with_marks(bots, event_, pairing), {}};
  }

 private:
  const config::Event& event_;
  const config::Schedule schedule_;
  std::vector<match::Contestant> contestants_;
};

// Of the batch that has this pair, if so many parts play it.
std::uint64_t end_of_batch(std::uint64_t pair, unsigned parts) {
  const std::uint64_t least = std::max<std::uint64_t>(20, 4 * std::uint64_t{parts});
  std::uint64_t end = least;
  while (end <= pair) end += std::max(least, end / 4);
  return end;
}

// The matches of a comparison, pair by pair, until it is decided.
class Duel final : public tournament::MatchSource {
 public:
  Duel(const config::Manifest& manifest, const store::Store* store, Comparison& comparison,
       CompareObserver& observer, const std::optional<parts::Part>& part)
      : event_(manifest.events.at(0)),
        part_(part),
        tasks_(manifest, store),
        comparison_(comparison),
        observer_(observer) {
    if (store != nullptr) {
      const auto report =
          store->read([this](const store::MatchSummary& match, std::string_view line) {
            before_.insert(match.match);
            results_[match.match] = summary(line);
          });
      if (report.foreign > 0) {
        for (const std::string& note : report.notes) text::warn("{}", note);
      }
    }
    observer.happened(
        tournament::RunBegun{before_.size(), most_pairs() * matches_of_pair(event_, 0).size()});
    count_pairs();
    next_pair_ = comparison_.next();
    end_ = part ? std::min(most_pairs(), end_of_batch(next_pair_, part->count)) : most_pairs();
  }

  [[nodiscard]] bool open() const { return comparison_.state() == Comparison::State::open; }
  [[nodiscard]] store::MatchSummary summary(std::string_view line) const {
    return store::summary_of_line(line, match::Extent::front, nullptr,
                                  rules::OneGame(*event_.game));
  }

  Next next() override {
    while (queue_.empty() && next_pair_ < end_) {
      const std::uint64_t pair = next_pair_++;
      if (part_ && !part_->has(pair)) continue;
      for (const std::uint64_t number : matches_of_pair(event_, pair)) {
        if (!before_.contains(number)) queue_.push_back(number);
      }
    }
    if (queue_.empty()) return None{};
    const std::uint64_t number = queue_.front();
    queue_.pop_front();
    return tasks_.at(number);
  }

  bool counted(const match::MatchRecord& record, std::string_view line) override {
    results_[*record.match] = summary(line);
    count_pairs();
    return open();
  }

  // What is not even tried is not played either, as after an interruption.
  void left_open(std::uint64_t number, bool tried) override {
    const std::lock_guard lock(mutex_);
    if (tried) missing_pairs_.insert(pair_of_match(event_, number));
  }

  // Counts all pairs that are complete, in their order, and passes over those that cannot be.
  void count_pairs() {
    while (open()) {
      const std::uint64_t pair = comparison_.next();
      if (add_pair(comparison_, event_, results_)) {
        observer_.pair_counted(comparison_);
      } else if (is_missing(pair)) {
        comparison_.pass_over();
      } else {
        return;
      }
      for (const std::uint64_t number : matches_of_pair(event_, pair)) results_.erase(number);
    }
  }

 private:
  [[nodiscard]] std::uint64_t most_pairs() const {
    return std::min(comparison_.rules().most_pairs, most_compared_pairs);
  }

  [[nodiscard]] bool is_missing(std::uint64_t pair) {
    const std::lock_guard lock(mutex_);
    return missing_pairs_.contains(pair);
  }

  const config::Event& event_;
  const std::optional<parts::Part> part_;
  const Tasks tasks_;
  std::unordered_set<std::uint64_t> before_;  // matches that the store had at the beginning

  // Of next().
  std::uint64_t next_pair_ = 0;
  std::uint64_t end_ = 0;            // of the pairs to play
  std::deque<std::uint64_t> queue_;  // matches of pairs before next_pair_

  // Used only on the thread of compare(), except for the rules, which never change.
  Comparison& comparison_;
  CompareObserver& observer_;
  std::unordered_map<std::uint64_t, store::MatchSummary> results_;  // of pairs not counted yet

  std::mutex mutex_;                                 // for the next one, which workers add to
  std::unordered_set<std::uint64_t> missing_pairs_;  // a match of theirs was left open
};

}  // namespace

config::Manifest compare_manifest(const CompareSetup& setup) {
  config::Manifest manifest;
  manifest.played_by = config::PlayedBy::compare;
  manifest.seed = setup.seed;
  manifest.clock = setup.clock;
  manifest.speed = setup.speed;
  manifest.isolation = setup.isolated ? config::Isolation::on : config::Isolation::off;
  manifest.folder = std::filesystem::absolute(setup.folder).lexically_normal();
  config::Event event;
  event.game = setup.game;
  event.rounds = static_cast<int>(most_compared_pairs);
  event.times = match::local_times(setup.limits.of_all().times, *setup.game, setup.speed);
  event.beginning = setup.beginning;
  std::vector<toolchain::BotLine> lines;
  for (const std::string& command :
       {setup.new_command, setup.base_command,
        setup.partner_command.empty() ? setup.base_command : setup.partner_command}) {
    lines.push_back({command, setup.folder, setup.read, setup.toolchain});
    lines.back().official = setup.game->official();
  }
  toolchain::prepare(lines);
  event.bots.push_back(entry_of(setup, Role::new_bot, setup.new_command));
  event.bots.push_back(entry_of(setup, Role::base_bot, setup.base_command));
  if (!setup.opponents.empty()) {
    event.format.kind = formats::FormatKind::gauntlet;
    event.format.challengers = 2;
    for (config::BotEntry opponent : setup.opponents) {
      const auto& names = role_names;
      const bool taken = std::find(names.begin(), names.end(), opponent.name) != names.end();
      if (taken) opponent.name = "opponent " + opponent.name;
      config::give_limits(opponent, setup.limits, setup.speed);
      event.bots.push_back(std::move(opponent));
    }
  } else if (is_table(event)) {
    event.format.tables = formats::TableChoice::all;
    for (std::size_t copy = 2; copy < event.game->seats(); ++copy) {
      config::BotEntry base = event.bots[1];
      base.name = fmt::format("{} {}", base.name, copy);
      event.bots.push_back(std::move(base));
    }
  } else if (setup.self_play) {
    for (std::size_t i = 0; i < again_names.size(); ++i) {
      config::BotEntry again = event.bots[i];
      again.name = again_names.at(i);
      event.bots.push_back(std::move(again));
    }
  } else if (setup.game->cooperative) {
    const bool own = !setup.partner_command.empty();
    event.bots.push_back(
        entry_of(setup, Role::partner, own ? setup.partner_command : setup.base_command));
  }
  std::vector<match::LimitList::Names> names;
  for (const config::BotEntry& bot : event.bots) names.push_back({bot.name});
  setup.limits.check_names(names);
  take_hashes(event, setup.folder);
  manifest.events.push_back(std::move(event));
  return manifest;
}

tournament::RunEnd compare(const config::Manifest& manifest, const store::Store* store,
                           const tournament::RunContext& context, Comparison& comparison,
                           CompareObserver& observer, const std::optional<parts::Part>& part) {
  Duel duel(manifest, store, comparison, observer, part);
  if (!duel.open()) return tournament::RunEnd::complete;
  std::optional<store::StoreWriter> writer;
  if (store != nullptr) writer.emplace(*store, part ? part->label() : std::string());
  tournament::play_matches(
      {manifest, writer ? &*writer : nullptr, context,
       most_compared_pairs * matches_of_pair(manifest.events.at(0), 0).size(),
       store != nullptr ? store->folder() / "programs" : std::filesystem::path()},
      duel, observer);
  duel.count_pairs();
  if (context.stop.level() > 0 && duel.open()) return tournament::RunEnd::interrupted;
  return (duel.open() && !part) || comparison.missing() > 0 ? tournament::RunEnd::left_open
                                                            : tournament::RunEnd::complete;
}

Comparison comparison_so_far(const store::Store& store, const ComparisonRules& rules) {
  const config::Event& event = store.manifest().events.at(0);
  std::unordered_map<std::uint64_t, store::MatchSummary> results;
  static_cast<void>(store.read([&results](const store::MatchSummary& match, std::string_view) {
    results.emplace(match.match, match);
  }));
  Comparison comparison(rules);
  while (comparison.state() == Comparison::State::open && add_pair(comparison, event, results)) {
  }
  return comparison;
}

}  // namespace referee::evidence
