#include "referee/analysis/checks/regress_recorded.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "referee/run/store/records.hpp"

namespace referee::checks {
namespace {

using match::MatchRecord;
using rules::Seat;

constexpr std::size_t most_recorded = 100'000;

// Collects the games that the config selects from `records`.
class Collector {
 public:
  Collector(const text::JsonReader& reader, const CheckContext& context, const config::Event& event)
      : reader_(reader), folder_(context.base.folder), game_(*event.game) {
    bot_ = event.bots.front().name;
    if (const auto as = reader.find("as")) bot_ = as->name();
    if (const auto number = reader.find("match")) {
      number_ = static_cast<std::uint64_t>(number->integer(0, most_number));
    }
  }

  std::vector<ReplayedGame> collect() {
    const text::JsonReader records = reader_.at("records");
    if (records.value().is_string()) {
      read(records);
    } else {
      if (records.items() == 0) records.fail("must name at least one file or folder");
      for (std::size_t i = 0; i < records.items(); ++i) read(records.item(i));
    }
    if (games_.empty()) records.fail(why_none());
    return std::move(games_);
  }

 private:
  static constexpr std::int64_t most_number = 1'000'000'000'000;

  void read(const text::JsonReader& source) {
    const std::string text = source.text();
    if (text.find('\0') != std::string::npos) source.fail("must not contain a zero byte");
    const auto status = std::filesystem::status(folder_ / text);
    if (exists(status) && !is_directory(status) && !is_regular_file(status)) {
      // A device or pipe might never end.
      source.fail(fmt::format("'{}' is neither a file nor a folder", (folder_ / text).string()));
    }
    try {
      store::each_record(folder_ / text, [&](const store::RecordEntry& entry) {
        if (!number_ || *number_ == entry.number) add(text, source, entry);
        return true;
      });
    } catch (const store::NoRecords& error) {
      source.fail(error.what());
    } catch (const std::system_error& error) {
      source.fail(error.what());
    }
  }

  void add(const std::string& text, const text::JsonReader& source,
           const store::RecordEntry& entry) {
    MatchRecord record = store::record_of(entry);
    ++seen_;
    if (record.game->name != game_.name) return;
    ++of_game_;
    for (const Seat seat : {Seat::first, Seat::second}) {
      names_.insert(record.bots[rules::index(seat)].name);
      if (record.bots[rules::index(seat)].name != bot_) continue;
      if (games_.size() == most_recorded) {
        source.fail(fmt::format("has more than {} games of the bot; name one with \"match\"",
                                most_recorded));
      }
      games_.push_back(
          {place(text, entry), {&game_, record.seed, record.deal}, seat, plies_of(record, seat)});
    }
  }

  // With the path as the config has it, so that the text is the same on every machine.
  [[nodiscard]] std::string place(const std::string& text, const store::RecordEntry& entry) const {
    const std::string whole = (folder_ / text).string();
    return entry.place.starts_with(whole) ? text + entry.place.substr(whole.size()) : entry.place;
  }

  // Moves that the jury made for the bot are not its own.
  static std::vector<match::Ply> plies_of(const MatchRecord& record, Seat seat) {
    std::vector<match::Ply> plies = record.plies;
    for (const match::MatchFault& fault : record.faults) {
      const auto before = static_cast<std::size_t>(std::max(fault.ply - 1, 0));
      if (fault.seat == seat && before < plies.size()) plies.resize(before);
    }
    return plies;
  }

  [[nodiscard]] std::string why_none() const {
    if (seen_ == 0 && number_) return fmt::format("there is no match {}", *number_);
    if (of_game_ == 0) return fmt::format("there is no game of {}", game_.title);
    constexpr std::size_t most_listed = 10;
    std::vector<std::string> names;
    for (const std::string& name : names_) {
      if (names.size() < most_listed) names.push_back(text::in_quotes(name));
    }
    return fmt::format(
        "no game of {} has a bot \"{}\"; the bots there are {}: say with \"as\" whose moves are "
        "meant",
        game_.title, bot_, text::join(names));
  }

  const text::JsonReader& reader_;
  std::filesystem::path folder_;
  const rules::GameInfo& game_;
  std::string bot_;
  std::optional<std::uint64_t> number_;
  std::vector<ReplayedGame> games_;
  std::set<std::string> names_;
  std::uint64_t seen_ = 0;
  std::uint64_t of_game_ = 0;
};

std::vector<std::string> moves_of(const ReplayedGame& game, Seat seat, std::size_t plies) {
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < std::min(plies, game.plies.size()); ++i) {
    if (game.plies[i].seat == seat) moves.push_back(game.plies[i].line);
  }
  return moves;
}

}  // namespace

RecordedPlan read_recorded(const text::JsonReader& reader, const CheckContext& context) {
  RecordedPlan plan;
  plan.event = read_check_event(reader, context);
  if (const auto command = reader.find("command")) {
    text::Json bot{{"name", context.bot.name}, {"command", command->text()}};
    const config::BotEntry found = read_check_bot({bot, reader.place()}, {}, context);
    plan.event.bots.front().command = found.command;
    plan.event.bots.front().hash = found.hash;
    plan.event.bots.front().toolchain = found.toolchain;
  }
  plan.games = Collector(reader, context, plan.event).collect();
  config::BotEntry recorded;
  recorded.name = plan.event.bots.front().name == "recorded" ? "recorded-2" : "recorded";
  recorded.command = "the moves of the record";
  plan.event.bots.push_back(std::move(recorded));
  return plan;
}

namespace {

// The tournament that the games are stored as: one round for each. The hash of its second bot
// covers the recorded games, so that other records make another tournament.
template <typename Goals>
config::Manifest recorded_manifest(const CheckContext& context, const RecordedPlan& plan,
                                   const Goals& goals) {
  std::string all;
  for (const auto& goal : goals) {
    const ReplayedGame& game = plan.games[goal.recorded];
    all += fmt::format("{}\n{} {} {} {}\n", game.plan.deal, game.plan.seed.value_or(0),
                       rules::index(game.seat), goal.compared, goal.given);
    for (const match::Ply& ply : game.plies) all += ply.relayed + "\n";
  }
  config::Manifest manifest = context.base;
  manifest.events.push_back(plan.event);
  manifest.events.back().rounds = static_cast<int>(goals.size());
  manifest.events.back().bots.back().hash = text::sha256(all);
  manifest.own_deals = true;
  return manifest;
}

}  // namespace

RecordedCheck::RecordedCheck(std::string name, std::string_view kind, const CheckContext& context,
                             RecordedPlan plan, std::vector<Goal> goals)
    : Check(std::move(name), kind, recorded_manifest(context, plan, goals)),
      games_(std::move(plan.games)),
      goals_(std::move(goals)) {}

CheckGame RecordedCheck::game(std::uint64_t index) const {
  const Goal& goal = goals_.at(index);
  const ReplayedGame& recorded = recorded_of(goal);
  const std::size_t seat = rules::index(recorded.seat);
  CheckGame game;
  // Of the two matches of a round, the one with the bot in its recorded seat.
  game.number = 2 * index + seat;
  game.pairing.round = static_cast<int>(index) + 1;
  game.pairing.bots = {seat, 1 - seat};
  game.pairing.seed = recorded.plan.seed.value_or(0);
  game.plan = recorded.plan;
  game.recorded = moves_of(recorded, rules::other(recorded.seat), goal.given);
  game.own_moves = text::join(moves_of(recorded, recorded.seat, goal.given), ",");
  return game;
}

void RecordedCheck::note(const MatchRecord& record) {
  const std::uint64_t index = record.match.value_or(0) / 2;
  const Goal& goal = goals_.at(index);
  const ReplayedGame& recorded = recorded_of(goal);
  Result result;
  for (const match::MatchFault& fault : record.faults) {
    if (fault.seat == recorded.seat) result.fault = fault;
  }
  const std::size_t compared = std::min(goal.compared, recorded.plies.size());
  for (std::size_t i = 0; i < compared && !result.difference; ++i) {
    const match::Ply& right = recorded.plies[i];
    if (right.seat != recorded.seat) continue;
    const bool failed = result.fault && result.fault->ply <= static_cast<int>(i) + 1;
    if (failed) {
      result.difference = {i + 1, fault_text(*result.fault), right.line};
    } else if (i >= record.plies.size() || record.plies[i].relayed != right.relayed) {
      // The game cannot have ended earlier, since all moves were as recorded.
      const bool ended = i >= record.plies.size();
      result.difference = {i + 1, ended ? "nothing" : fmt::format("'{}'", record.plies[i].line),
                           right.line};
    }
  }
  results_[index] = std::move(result);
}

std::string RecordedCheck::where(const Goal& goal) const {
  const ReplayedGame& recorded = recorded_of(goal);
  std::string text = fmt::format("{} as {}", recorded.place,
                                 event().game->seat_names[rules::index(recorded.seat)]);
  if (recorded.plan.seed) text += fmt::format(", seed {}", *recorded.plan.seed);
  return text;
}

std::string RecordedCheck::fault_text(const match::MatchFault& fault) {
  return fmt::format("{} ({})", bot::name(fault.fault.kind),
                     config::reason_with_advice(fault.fault));
}

Outcome RecordedCheck::outcome() const {
  Outcome outcome;
  judge(outcome, goals_, results_);
  if (outcome.details.size() > GameTally::most_details) {
    outcome.details.resize(GameTally::most_details);
  }
  return outcome;
}

}  // namespace referee::checks
