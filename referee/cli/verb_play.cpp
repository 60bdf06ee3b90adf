// referee play: a person against a bot, the jury, or another person at the same terminal.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/game_names.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/output_file.hpp"
#include "referee/cli/person.hpp"
#include "referee/cli/verbs.hpp"
#include "referee/match/budget.hpp"
#include "referee/match/contestant.hpp"
#include "referee/match/players.hpp"
#include "referee/match/record_json.hpp"
#include "referee/report/match_text.hpp"
#include "referee/store/store.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"

namespace referee::cli {
namespace {

using match::Ply;
using match::Seat;

// Without a clock a bot may think as long as it likes; its process still has an end.
constexpr std::chrono::hours no_clock{24};
// What stands for a command in the record.
constexpr const char* a_person = "(person)";
constexpr const char* the_jury = "(jury)";

struct PersonOptions {
  PlayOptions play;
  bot::ChosenLimits limits;
  std::vector<std::string> read;
  std::string game;
  std::string bot;
  std::string seat;
  bool two = false;
  std::string hint;
  std::string out;
};

Seat seat_named(const std::string& name, const rules::GameInfo& game) {
  if (name.empty() || name == "1" || name == game.seat_names[0]) return Seat::first;
  if (name == "2" || name == game.seat_names[1]) return Seat::second;
  throw UsageError(fmt::format("--seat: '{}' is no seat of {}; give 1 ({}, which begins) or 2 ({})",
                               name, game.name, game.seat_names[0], game.seat_names[1]));
}

// The moves of one seat, or of both, among the first plies of a game.
std::vector<std::string> moves_of(const std::vector<Ply>& plies, std::optional<Seat> seat) {
  std::vector<std::string> moves;
  for (const Ply& ply : plies) {
    if (!seat || ply.seat == *seat) moves.push_back(ply.line);
  }
  return moves;
}

// Gives recorded moves and then ends the game, once somebody else has moved.
class UpToNow final : public match::Player {
 public:
  struct Enough {};
  explicit UpToNow(std::vector<std::string> moves) : moves_(std::move(moves)) {}

  match::Answer answer(std::string_view) override {
    if (next_ == moves_.size()) throw Enough();
    match::Answer answer;
    answer.line = moves_[next_++];
    return answer;
  }
  void dismiss(std::string_view, const match::Fault&) override {}
  void part(std::string_view) override {}

 private:
  std::vector<std::string> moves_;
  std::size_t next_ = 0;
};

// Hears the first move after so many plies, or the fault in its place.
class NextMove final : public match::MatchListener {
 public:
  explicit NextMove(std::size_t plies) : plies_(plies) {}
  void moved(const Ply& ply, int number, match::Duration, match::Duration) override {
    if (static_cast<std::size_t>(number) == plies_ + 1 && said.empty()) said = ply.line;
  }
  void failed(const match::MatchFault& fault) override {
    if (said.empty()) said = fmt::format("it failed: {}", fault.fault.reason);
  }
  std::string said;

 private:
  std::size_t plies_;
};

// One game, from its first move to its end, however often moves are taken back.
class Session {
 public:
  Session(const PersonOptions& options, const rules::GameInfo& game)
      : options_(options),
        game_(game),
        plan_(match::MatchPlan::from_seed(game, options.play.seed.value_or(any_seed()))),
        own_seat_(seat_named(options.seat, game)),
        other_seat_(rules::other(own_seat_)),
        host_(bot::probe_protections()),
        watch_([this] {
          interrupted_ = true;
          host_.interrupt();
        }),
        lines_(interrupted_) {
    settings_.clock = options.play.clock_kind().value_or(bot::ClockKind::cpu);
    settings_.isolated = !options.play.trust;
    settings_.host_facts = host_facts(bot::probe_protections(), settings_.isolated);
    identities_[rules::index(own_seat_)] = {options.two ? "first person" : "you", a_person, {}, {}};
    match::BotIdentity& other = identities_[rules::index(other_seat_)];
    if (options.two) {
      other = {"second person", a_person, {}, {}};
    } else if (options.bot.empty()) {
      other = {"jury", the_jury, {}, {}};
    } else {
      opponent_ = contestant(options.bot);
      if (!opponent_->spec.command) throw UsageError(opponent_->spec.launch_error);
      opponent_->identity.hash = bot::content_hash(*opponent_->spec.command);
      other = opponent_->identity;
    }
    if (!options.hint.empty()) {
      adviser_ = contestant(options.hint);
      if (!adviser_->spec.command) throw UsageError("--hint: " + adviser_->spec.launch_error);
    }
    style_ = on_terminal(2) ? report::TextStyle{true, terminal_width(2)} : report::TextStyle{};
  }

  match::MatchRecord play() {
    for (std::vector<Ply> kept;;) {
      SharedBoard board(plan_, {identities_[0].name, identities_[1].name}, std::cerr);
      board.keep_quiet_until(kept.size());
      try {
        return play_from(kept, board);
      } catch (const TakenBack& back) {
        kept.assign(board.plies().begin(),
                    board.plies().begin() + static_cast<std::ptrdiff_t>(back.plies));
        host_.settle();
      }
    }
  }

 private:
  [[nodiscard]] match::Contestant contestant(const std::string& command) const {
    match::ContestantOptions bot;
    bot.identity = {bot::short_name(command, "."), command, {}, {}};
    bot.folder = ".";
    bot.budget = budget();
    bot.limits = options_.limits;
    bot.read = options_.read;
    bot.toolchain = options_.play.toolchain_year().value_or(0);
    bot.isolated = !options_.play.trust;
    return match::contestant(bot, game_);
  }
  [[nodiscard]] match::Duration budget() const {
    const auto given = options_.play.budget_duration();
    return given ? match::here(*given, options_.play.speed_factor().value_or(1)) : no_clock;
  }

  match::MatchRecord play_from(const std::vector<Ply>& kept, SharedBoard& board) {
    const auto person_at = [&](Seat seat) {
      Person::Table table{board, lines_, std::cerr, style_, !options_.two, {}};
      if (adviser_) table.hint = [this, seat, &board] { return hint(seat, board.plies()); };
      return Person(std::move(table), seat, moves_of(kept, seat));
    };
    Person own = person_at(own_seat_);
    if (opponent_) {
      std::vector<std::string> answers;
      const auto moves = moves_of(kept, other_seat_);
      return match::run_held(host_, plan_, settings_, *opponent_, other_seat_, own,
                             identities_[rules::index(own_seat_)], moves, answers, &board);
    }
    const auto without_bots = [&](match::Player& other) {
      const bool first = own_seat_ == Seat::first;
      match::Player& one = first ? own : other;
      match::Player& two = first ? other : own;
      return match::run_without_bots(plan_, settings_, budget(), one, two, identities_, &board);
    };
    if (options_.two) {
      Person other = person_at(other_seat_);
      return without_bots(other);
    }
    match::JuryPlayer jury(board.game(), match::jury_stream(plan_.seed, other_seat_));
    match::HeldPlayer held(jury, moves_of(kept, other_seat_));
    return without_bots(held);
  }

  // What the adviser plays in this seat when it is held to the game so far.
  std::string hint(Seat seat, const std::vector<Ply>& plies) {
    UpToNow other(moves_of(plies, rules::other(seat)));
    NextMove next(plies.size());
    bot::Host host(bot::probe_protections());
    std::vector<std::string> answers;
    try {
      match::run_held(host, plan_, settings_, *adviser_, seat, other, {}, moves_of(plies, seat),
                      answers, &next);
    } catch (const UpToNow::Enough&) {
      // It has moved.
    }
    return fmt::format("{}: {}", text::safe_text(adviser_->identity.name),
                       text::safe_text(next.said));
  }

  const PersonOptions& options_;
  const rules::GameInfo& game_;
  const match::MatchPlan plan_;
  Seat own_seat_;
  Seat other_seat_;
  match::MatchSettings settings_;
  std::array<match::BotIdentity, 2> identities_;
  std::optional<match::Contestant> opponent_;
  std::optional<match::Contestant> adviser_;
  report::TextStyle style_;
  std::atomic<bool> interrupted_ = false;
  bot::Host host_;
  InterruptWatch watch_;
  TypedLines lines_;
};

int play(const PersonOptions& options) {
  const rules::GameInfo& game = game_named(options.game);
  if (options.two && !options.bot.empty()) {
    throw UsageError("--two is for two persons; leave it out, or the bot");
  }
  std::optional<OutputFile> file;
  if (!options.out.empty()) file.emplace(OutputFile::Options{"--out", options.out, {}, true});
  Session session(options, game);
  match::MatchRecord record;
  try {
    record = session.play();
  } catch (const Left&) {
    std::cerr << "\nyou left; nothing is saved\n";
    return done;
  }
  const std::string line = match::to_line(record);
  const std::string unwritten = try_to_write(file, line + '\n');
  if (options.play.json) {
    std::cout << line << '\n';
  } else {
    const bool kept = !options.out.empty() && unwritten.empty();
    std::cout << '\n'
              << report::match_text(record, output_style(),
                                    kept
                                        ? "The moves: referee show " + text::shell_word(options.out)
                                        : std::string(),
                                    "");
  }
  if (!unwritten.empty()) throw store::StoreError(unwritten);
  const bool bot_failed =
      std::any_of(record.faults.begin(), record.faults.end(), [&](const match::MatchFault& fault) {
        return record.bots[rules::index(fault.seat)].command != a_person;
      });
  return bot_failed ? failed : done;
}

}  // namespace

void add_play(CommandLine& program) {
  const Verb verb = program.add("play", "Play a game yourself, in the terminal");
  auto options = std::make_shared<PersonOptions>();
  verb.option("game", &options->game, "The game; see referee games").required();
  verb.option("bot", &options->bot,
              "Command of the bot that you play against; without one, random moves");
  verb.option("--seat", &options->seat, "Your seat: 1, which begins, or 2, or its name; default: 1")
      .unit("SEAT");
  verb.flag("--two", options->two, "Two persons play, both at this terminal");
  verb.option("--hint", &options->hint, "The bot that `hint` asks").unit("COMMAND");
  options->play.add_to(verb);
  add_limit_options(verb, options->limits);
  add_read_option(verb, options->read);
  verb.option("--out", &options->out, "Append the record to this file, as one line of JSON")
      .unit("FILE")
      .check(must_be_named);
  verb.footer(with_games(
      "At the prompt type a move, or `help`: `?` lists the legal moves, `? TEXT` those with\n"
      "TEXT in them, `undo` takes back your last move and what followed, `hint` asks the\n"
      "bot of --hint, `resign` gives up. The page of the game, referee games NAME, says\n"
      "what moves look like.\n\n"
      "No clock runs unless --budget sets one, for the bot. After `undo` the bot is started\n"
      "anew and given the game so far; a bot with random numbers of its own may not fit it.\n"
      "The board shows everything, also what a game hides from its players. It and the\n"
      "prompt are on standard error, the result is on standard output.\n\n"
      "Examples:\n"
      "  referee play {game}\n"
      "  referee play {game} ./mybot --seat 2 --hint ./better\n"
      "  referee play {game} --two --out game.json\n\n"
      "Exit code 1 if the bot failed."));
  verb.runs([options] { return play(*options); });
}

}  // namespace referee::cli
