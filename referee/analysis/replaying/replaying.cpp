#include "referee/analysis/replaying/replaying.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "referee/analysis/replaying/record_origin.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/marks.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/store/store.hpp"

namespace referee::replaying {

using match::MatchFault;
using match::MatchRecord;
using match::Seat;

namespace {

// The bot as the tournament of `log` has it; nothing if it is not the folder of one.
std::optional<config::BotEntry> entry_of(const std::string& log, const MatchRecord& record,
                                         Seat seat, const rules::Games& games,
                                         std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(log)) return std::nullopt;
  const config::Manifest manifest = store::open_store(log, games).manifest();
  for (const config::Event& event : manifest.events) {
    if (event.game->name != record.game->name) continue;
    for (const config::BotEntry& entry : event.bots) {
      if (entry.name != record.bots[rules::index(seat)].name) continue;
      folder = manifest.folder;
      return entry;
    }
  }
  return std::nullopt;
}

// The number of the match that stood for {seed}; nothing if the record does not say it and `log` is
// not the folder of its tournament.
std::optional<std::uint64_t> seed_of(const std::string& log, const MatchRecord& record,
                                     const rules::Games& games) {
  if (record.seed) return record.seed;
  if (!record.match || !std::filesystem::is_directory(log)) return std::nullopt;
  const store::Store store = store::open_store(log, games);
  config::Schedule schedule(store.manifest());
  store.read([&](const store::MatchSummary& match, std::string_view) {
    schedule.note(match.match, store::figures_of(match));
  });
  if (*record.match >= schedule.size()) return std::nullopt;
  const auto pairing = schedule.find(*record.match);
  return pairing ? std::optional(pairing->seed) : std::nullopt;
}

// Collects what one seat reads, up to its turn at a ply.
class Lines final : public match::RecordVisitor {
 public:
  Lines(Seat seat, int ply) : seat_(seat), ply_(ply) {}

  void reads(Seat seat, std::string_view lines) override {
    if (seat == seat_ && !reached) turns.emplace_back(lines);
  }
  bool before(const rules::Game& game, const match::Ply& /*ply*/, int number) override {
    reached = reached || (number == ply_ && game.to_move() == seat_);
    return number < ply_;
  }
  void failed(const rules::Game& /*game*/, const MatchFault& fault) override {
    reached = reached || (fault.ply == ply_ && fault.seat == seat_);
  }

  std::vector<std::string> turns;
  bool reached = false;

 private:
  Seat seat_;
  int ply_;
};

// The moves of a seat; without `jury`, those that the bot, or a person there, made itself.
std::vector<std::string> moves_of(const MatchRecord& record, Seat seat, bool jury) {
  std::vector<std::string> moves;
  for (const match::Ply& ply : record.plies) {
    if (ply.seat == seat && (jury || !ply.jury)) moves.push_back(ply.line);
  }
  return moves;
}

std::string failed_text(const MatchFault& fault) {
  return fmt::format(
      "failed ({}: {})", bot::name(fault.fault.kind),
      text::with_characters(text::safe_text(config::reason_with_advice(fault.fault))));
}

// The stream of random moves of a seat that has no recorded ones any more.
std::string stream_name(const MatchRecord& record, Seat seat) {
  if (record.bots.size() == rules::usual_seats) return "recorded";
  return fmt::format("recorded-{}", rules::index(seat) + 1);
}

// The fault of a seat that is repeated: one without which others would play on as they did not.
std::optional<MatchFault> fault_to_repeat(const MatchRecord& record, Seat seat) {
  const MatchFault* const fault = match::fault_of(record, seat);
  // What a judge found itself it finds again.
  const bool plays_on = !record.game->takeover && record.bots.size() > rules::usual_seats;
  if (fault == nullptr || !plays_on || fault->found_after > 0) return std::nullopt;
  return *fault;
}

}  // namespace

Seat seat_to_replay(const MatchRecord& record, const std::string& wanted) {
  if (wanted.empty()) return record.faults.empty() ? Seat::first : record.faults.front().seat;
  std::optional<Seat> found;
  std::vector<std::string> called;  // so
  std::vector<std::string> all;
  for (const Seat seat : record.bots.seats()) {
    const std::size_t i = rules::index(seat);
    const std::string& name = record.bots[i].name;
    const std::string_view seat_name = record.game->seat_names[i];
    if (wanted == fmt::format("{}", i + 1) || wanted == seat_name) return seat;
    all.push_back(fmt::format("{} ({})", seat_name, text::safe_text(name)));
    if (wanted != name) continue;
    called.push_back(fmt::format("--seat {}", seat_name));
    found = seat;
  }
  if (called.size() > 1) {
    throw text::InputError(fmt::format("{} bots are called '{}'; name a seat: {}",
                                       record.bots.size() == 2 ? "both" : "several",
                                       text::safe_text(wanted), text::join_with(called, "or")));
  }
  if (found) return *found;
  throw text::InputError(fmt::format("--seat {}: the match has {}", text::safe_text(wanted),
                                     text::join_with(all, "and")));
}

match::Contestant contestant_of(const std::string& log, const MatchRecord& record, Seat seat,
                                const ReplayedBot& bot) {
  match::ContestantOptions options;
  options.identity = record.bots[rules::index(seat)];
  options.folder = ".";
  options.isolated = bot.isolated;
  options.ponders = record.ponders;
  const bool typed = !bot.command.empty();
  const bool own = bot.origin != program::Origin::elsewhere || !bot.isolated;
  const match::BotIdentity recorded = options.identity;
  if (const auto entry = entry_of(log, record, seat, *bot.games, options.folder)) {
    options.limits = entry->limits;
    options.read = entry->read;
    // It may tell any program, also a tool that the bot runs under, to load something.
    if (own) options.environment = entry->environment;
    options.alone = entry->alone;
  }
  if (options.read.empty()) {
    for (const program::ReadFacts& one : options.identity.read) options.read.push_back(one.path);
  }
  if (!own) options.read.clear();
  for (const std::string& path : bot.read) {
    options.read.push_back(std::filesystem::absolute(path).lexically_normal().string());
  }
  options.identity.read.clear();
  const match::GivenLimits limits =
      bot.limits.with_all({options.identity.name, record.game->seat_names[rules::index(seat)],
                           fmt::format("{}", rules::index(seat) + 1)});
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (limits.chosen.*key.value != 0) options.limits.*key.value = limits.chosen.*key.value;
  }
  const kernel::TimeLimits official =
      match::to_official(match::times_of(record, seat), record.speed);
  options.times = match::to_local(match::chosen_or(limits.times, official), bot.speed);
  options.identity.times = {};
  if (options.identity.source) options.toolchain = options.identity.source->toolchain;
  options.identity.source.reset();
  if (!bot.command.empty()) options.toolchain = 0;
  options.toolchain = bot.toolchain.value_or(options.toolchain);
  if (!bot.command.empty()) {
    options.folder = ".";
    options.read = bot.read;
    options.alone = false;
    options.identity.command = bot.command;
    options.identity.hash.clear();
  } else if (options.identity.command.empty() || options.identity.command.starts_with('(')) {
    throw text::InputError(
        fmt::format("the record does not say how '{}' is started; add {} and its command",
                    text::safe_text(options.identity.name), bot.option));
  }
  match::Contestant contestant = match::contestant(options, *record.game);
  if (!typed && bot.isolated && contestant.spec.command) {
    const Wanted wanted{*contestant.spec.command, recorded, options.folder, bot.read};
    require_read(wanted, bot.origin);
    if (!own) require_reach(wanted);
  }
  if (config::has_mark(contestant, config::seed_mark)) {
    if (const auto seed = record.told_seed ? record.told_seed : seed_of(log, record, *bot.games)) {
      contestant =
          config::with_mark(std::move(contestant), config::seed_mark, config::seed_text(*seed));
    }
  }
  if (!config::has_mark(contestant, config::moves_mark)) return contestant;
  const std::size_t given = bot.given.value_or(static_cast<std::size_t>(record.given));
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < std::min(given, record.plies.size()); ++i) {
    if (record.plies[i].seat == seat) moves.push_back(record.plies[i].line);
  }
  return config::with_mark(std::move(contestant), config::moves_mark, text::join(moves, ","));
}

std::vector<std::string> turns_until(const MatchRecord& record, Seat seat, int ply) {
  Lines lines(seat, ply);
  match::replay(record, lines, ply);
  if (lines.reached) return lines.turns;
  throw text::InputError(fmt::format("{} ({}) was not asked for the move at move {}",
                                     text::safe_text(record.bots[rules::index(seat)].name),
                                     record.game->seat_names[rules::index(seat)], ply));
}

std::vector<std::string> begin_of(const MatchRecord& record, std::optional<int> from) {
  std::vector<std::string> moves;
  for (const match::Ply& ply : record.plies) {
    if (ply.jury || (from && moves.size() + 1 >= static_cast<std::size_t>(*from))) break;
    moves.push_back(ply.line);
  }
  if (from && moves.size() + 1 < static_cast<std::size_t>(*from)) {
    throw text::InputError(
        fmt::format("--free {}: the bots of this match made {} before its end, or before a fault",
                    *from, text::plural(moves.size(), "move")));
  }
  return moves;
}

int last_ply(const MatchRecord& record, Seat seat) {
  const MatchFault* fault = match::fault_of(record, seat);
  if (fault != nullptr && fault->ply > 0) return fault->ply;
  for (std::size_t i = record.plies.size(); i > 0; --i) {
    if (record.plies[i - 1].seat == seat && !record.plies[i - 1].jury) return static_cast<int>(i);
  }
  throw text::InputError(text::safe_text(record.bots[rules::index(seat)].name) +
                         " made no move in this match");
}

std::optional<Deviation> deviation(const MatchRecord& recorded, const MatchRecord& played,
                                   Seat seat, const std::vector<std::string>& answers) {
  const MatchFault* const fault = match::fault_of(played, seat);
  std::size_t turn = 0;
  for (std::size_t i = 0; i < recorded.plies.size(); ++i) {
    const match::Ply& right = recorded.plies[i];
    if (right.seat != seat || right.jury) continue;
    const int number = static_cast<int>(i) + 1;
    const std::string move = fmt::format("played {}", match::escape_line(right.line));
    if (fault != nullptr && fault->gone_from() <= number)
      return Deviation{number, failed_text(*fault), move};
    const bool held = turn < answers.size();
    if (!held && i >= played.plies.size()) return Deviation{number, "was not asked", move};
    const std::string& now = held ? answers[turn] : played.plies[i].line;
    const bool same = held ? now == right.line : played.plies[i].relayed == right.relayed;
    if (!same) {
      return Deviation{number, fmt::format("played {}", match::escape_line(now)), move};
    }
    ++turn;
  }
  const MatchFault* const earlier = match::fault_of(recorded, seat);
  if (earlier == nullptr) return std::nullopt;
  if (fault == nullptr) return Deviation{earlier->ply, "did not fail", failed_text(*earlier)};
  if (fault->fault.kind == earlier->fault.kind) return std::nullopt;
  return Deviation{earlier->ply, failed_text(*fault), failed_text(*earlier)};
}

Replayed play(bot::Host& host, const Task& task, const match::MatchSettings& settings) {
  const MatchRecord& recorded = task.recorded;
  const match::MatchPlan plan{recorded.game, recorded.seed,
                              match::whole_deal(*recorded.game, recorded.deal)};
  const match::MatchPlace place{host, plan, settings};
  Replayed played;
  std::vector<std::string> answers;
  if (task.is_free) {
    match::GivenStart start{task.begin};
    start.may_leave[task.seat] = task.may_leave;
    const match::Contestants bots(recorded.bots.size(), [&](Seat seat) {
      return seat == task.seat ? &task.contestant : &*task.others[seat];
    });
    played.record = match::run_given(place, bots, start, played.replaced);
  } else {
    std::vector<std::unique_ptr<match::RecordedPlayer>> others;
    const match::Occupants who(recorded.bots.size(), [&](Seat seat) -> match::Occupant {
      if (seat == task.seat) {
        return {&task.contestant,
                nullptr,
                {},
                task.as_recorded ? moves_of(recorded, seat, false) : std::vector<std::string>(),
                &answers};
      }
      others.push_back(std::make_unique<match::RecordedPlayer>(
          *recorded.game, moves_of(recorded, seat, true),
          rules::Stream(recorded.seed.value_or(0), stream_name(recorded, seat)),
          fault_to_repeat(recorded, seat)));
      return {nullptr,
              others.back().get(),
              {recorded.bots[seat].name, std::string(match::recorded_command), {}, {}}};
    });
    played.record = match::run_seated(place, who);
  }
  played.deviation = deviation(recorded, played.record, task.seat, answers);
  return played;
}

}  // namespace referee::replaying
