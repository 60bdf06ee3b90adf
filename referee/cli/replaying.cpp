#include "referee/cli/replaying.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/records.hpp"
#include "referee/machine/program/content_hash.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/marks.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/figures.hpp"
#include "referee/run/store/store.hpp"
#include "referee/show/report/match/match_text.hpp"

namespace referee::cli {

using match::MatchFault;
using match::MatchRecord;
using match::Seat;

namespace {

constexpr std::array both_seats{Seat::first, Seat::second};

// The bot as the tournament of `log` has it; nothing if it is not the folder of one.
std::optional<config::BotEntry> entry_of(const std::string& log, const MatchRecord& record,
                                         Seat seat, std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(log)) return std::nullopt;
  const config::Manifest manifest = store::open_store(log).manifest();
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
std::optional<std::uint64_t> seed_of(const std::string& log, const MatchRecord& record) {
  if (record.seed) return record.seed;
  if (!record.match || !std::filesystem::is_directory(log)) return std::nullopt;
  const store::Store store = store::open_store(log);
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

std::string failed_text(const MatchFault& fault) {
  return fmt::format("failed ({}: {})", bot::name(fault.fault.kind),
                     report::reason_text(fault.fault));
}

}  // namespace

const MatchFault* fault_of(const MatchRecord& record, Seat seat) {
  for (const MatchFault& fault : record.faults) {
    if (fault.seat == seat) return &fault;
  }
  return nullptr;
}

Seat seat_to_replay(const MatchRecord& record, const std::string& wanted) {
  if (wanted.empty()) return record.faults.empty() ? Seat::first : record.faults.front().seat;
  std::optional<Seat> found;
  for (const Seat seat : both_seats) {
    const std::size_t i = rules::index(seat);
    if (wanted == fmt::format("{}", i + 1) || wanted == record.game->seat_names[i]) return seat;
    if (wanted != record.bots[i].name) continue;
    if (found) {
      throw UsageError(fmt::format("both bots are called '{}'; name a seat: --seat {} or --seat {}",
                                   text::safe_text(wanted), record.game->seat_names[0],
                                   record.game->seat_names[1]));
    }
    found = seat;
  }
  if (found) return *found;
  throw UsageError(fmt::format("--seat {}: the match has {} ({}) and {} ({})",
                               text::safe_text(wanted), record.game->seat_names[0],
                               text::safe_text(record.bots[0].name), record.game->seat_names[1],
                               text::safe_text(record.bots[1].name)));
}

match::Contestant contestant_of(const std::string& log, const MatchRecord& record, Seat seat,
                                const ReplayedBot& bot) {
  match::ContestantOptions options;
  options.identity = record.bots[rules::index(seat)];
  options.folder = ".";
  options.isolated = bot.isolated;
  options.ponders = record.ponders;
  if (const auto entry = entry_of(log, record, seat, options.folder)) {
    options.limits = entry->limits;
    options.read = entry->read;
    options.environment = entry->environment;
    options.alone = entry->alone;
  }
  if (options.read.empty()) {
    for (const program::ReadFacts& one : options.identity.read) options.read.push_back(one.path);
  }
  options.identity.read.clear();
  const match::GivenLimits limits =
      bot.limits.with_all({options.identity.name, record.game->seat_names[rules::index(seat)],
                           seat == Seat::first ? "1" : "2"});
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (limits.chosen.*key.value != 0) options.limits.*key.value = limits.chosen.*key.value;
  }
  const match::TimeLimits official = match::there(match::times_of(record, seat), record.speed);
  options.times = match::here(match::chosen_or(limits.times, official), bot.speed);
  options.identity.times = {};
  if (options.identity.source) options.toolchain = options.identity.source->toolchain;
  options.identity.source.reset();
  if (!bot.command.empty()) options.toolchain = 0;
  options.toolchain = bot.toolchain.value_or(options.toolchain);
  if (!bot.command.empty()) {
    options.folder = ".";
    options.read.clear();
    options.alone = false;
    options.identity.command = bot.command;
    options.identity.hash.clear();
  } else if (options.identity.command.empty() || options.identity.command.starts_with('(')) {
    throw UsageError(
        fmt::format("the record does not say how '{}' is started; add {} and its command",
                    text::safe_text(options.identity.name), bot.option));
  }
  match::Contestant contestant = match::contestant(options, *record.game);
  if (config::has_mark(contestant, config::seed_mark)) {
    if (const auto seed = record.told_seed ? record.told_seed : seed_of(log, record)) {
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

std::vector<std::string> own_moves(const MatchRecord& record, Seat seat) {
  std::vector<std::string> moves;
  for (const match::Ply& ply : record.plies) {
    if (ply.seat == seat && !ply.jury) moves.push_back(ply.line);
  }
  return moves;
}

std::vector<std::string> all_moves(const MatchRecord& record, Seat seat) {
  std::vector<std::string> moves;
  for (const match::Ply& ply : record.plies) {
    if (ply.seat == seat) moves.push_back(ply.line);
  }
  return moves;
}

std::string lines_until(const MatchRecord& record, Seat seat, int ply) {
  std::string text;
  for (const std::string& turn : turns_until(record, seat, ply)) text += turn;
  return text;
}

std::vector<std::string> turns_until(const MatchRecord& record, Seat seat, int ply) {
  Lines lines(seat, ply);
  match::replay(record, lines, ply);
  if (lines.reached) return lines.turns;
  throw UsageError(fmt::format("{} ({}) was not asked for the move at move {}",
                               text::safe_text(record.bots[rules::index(seat)].name),
                               record.game->seat_names[rules::index(seat)], ply));
}

std::optional<Deviation> deviation(const MatchRecord& recorded, const MatchRecord& played,
                                   Seat seat, const std::vector<std::string>& answers) {
  const MatchFault* const fault = fault_of(played, seat);
  std::size_t turn = 0;
  for (std::size_t i = 0; i < recorded.plies.size(); ++i) {
    const match::Ply& right = recorded.plies[i];
    if (right.seat != seat || right.jury) continue;
    const int number = static_cast<int>(i) + 1;
    const std::string move = fmt::format("played {}", match::escape_line(right.line));
    if (fault != nullptr && fault->ply <= number)
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
  const MatchFault* const earlier = fault_of(recorded, seat);
  if (earlier == nullptr) return std::nullopt;
  if (fault == nullptr) return Deviation{earlier->ply, "did not fail", failed_text(*earlier)};
  if (fault->fault.kind == earlier->fault.kind) return std::nullopt;
  return Deviation{earlier->ply, failed_text(*fault), failed_text(*earlier)};
}

}  // namespace referee::cli
