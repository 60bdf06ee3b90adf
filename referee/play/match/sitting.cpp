#include "referee/play/match/sitting.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/play/judge/external_game.hpp"
#include "referee/play/match/players.hpp"
#include "rules/by_seat.hpp"
#include "rules/two_seats.hpp"

namespace referee::match {
namespace {

// The moves of one seat among the first plies of a game.
std::vector<std::string> moves_of(const std::vector<Ply>& plies, Seat seat) {
  std::vector<std::string> moves;
  for (const Ply& ply : plies) {
    if (ply.seat == seat) moves.push_back(ply.line);
  }
  return moves;
}

// Gives recorded moves; then it gives up, or, of a game that somebody else only needs up to a move
// of his, ends the game.
class Script final : public Player {
 public:
  struct Enough {};
  enum class Then : bool { gives_up, ends };
  Script(std::vector<std::string> moves, Then then) : moves_(std::move(moves)), then_(then) {}

  Answer answer(std::string_view) override {
    Answer answer;
    if (next_ < moves_.size()) {
      answer.line = moves_[next_++];
    } else if (then_ == Then::ends) {
      throw Enough();
    } else {
      answer.fault = Fault{FaultKind::exit, std::string(resigned)};
    }
    return answer;
  }

 private:
  std::vector<std::string> moves_;
  std::size_t next_ = 0;
  Then then_;
};

// Receives the first move after that many plies, or the fault in its place.
class NextMove final : public MatchListener {
 public:
  explicit NextMove(std::size_t plies) : plies_(plies) {}
  void moved(const Ply& ply, int number, Duration, Duration) override {
    if (static_cast<std::size_t>(number) == plies_ + 1 && is_open()) move = ply.line;
  }
  void failed(const MatchFault& fault) override {
    if (is_open()) failure = fault.fault.reason;
  }
  std::string move;
  std::string failure;

 private:
  [[nodiscard]] bool is_open() const { return move.empty() && failure.empty(); }

  std::size_t plies_;
};

}  // namespace

bool bot_failed(const MatchRecord& record) {
  return std::any_of(record.faults.begin(), record.faults.end(), [&](const MatchFault& fault) {
    return record.bots[rules::index(fault.seat)].command != a_person;
  });
}

rules::Verdict verdict_for_person(const rules::Game& game, std::string_view line) {
  const auto* const judged = dynamic_cast<const judge::ExternalGame*>(&game);
  return judged != nullptr ? judged->warning(line) : game.check(line);
}

SittingBoard::SittingBoard(const MatchPlan& plan)
    : info_(*plan.game), game_(plan.game->start(plan.deal)) {}

void SittingBoard::moved(const Ply& ply, int /*number*/, Duration /*cpu*/, Duration /*wall*/) {
  // The match has accepted it.
  (void)game_->play(ply.line);
  plies_.push_back(ply);
}

void SittingBoard::failed(const MatchFault& fault) { forfeit(*game_, info_, fault); }

Sitting::Sitting(bot::Host& host, SittingOptions options)
    : host_(host), options_(std::move(options)) {
  const Seat own = options_.own_seat;
  identities_[rules::index(own)] = {options_.two ? "first person" : "you", a_person, {}, {}};
  BotIdentity& other = identities_[rules::index(rules::other(own))];
  if (options_.two) {
    other = {"second person", a_person, {}, {}};
  } else if (options_.opponent) {
    other = options_.opponent->identity;
  } else {
    other = {"jury", the_jury, {}, {}};
  }
}

MatchRecord Sitting::play(People& people) {
  std::size_t known = 0;
  for (std::vector<Ply> kept = options_.begun;;) {
    const std::unique_ptr<SittingBoard> board = people.board(known);
    try {
      return play_from(kept, *board, people);
    } catch (const TakenBack& back) {
      kept.assign(board->plies().begin(),
                  board->plies().begin() + static_cast<std::ptrdiff_t>(back.plies));
      known = kept.size();
      host_.settle();
    } catch (const bot::MatchVoid& why) {
      text::warn("{}; it goes on from the last move, with the bot's clock begun again", why.what());
      kept = board->plies();
      known = kept.size();
      host_.settle();
    } catch (const Resigned& person) {
      host_.settle();
      MatchRecord record = given_up(board->plies(), person.seat);
      board->failed(record.faults.front());
      return record;
    }
  }
}

MatchRecord Sitting::given_up(const std::vector<Ply>& plies, Seat seat) const {
  const Seat other = rules::other(seat);
  SittingBoard board(options_.plan);
  Script loser(moves_of(plies, seat), Script::Then::gives_up);
  RandomPlayer jury(jury_stream(options_.plan.seed, other));
  GivenMoves given{moves_of(plies, other)};
  HeldPlayer winner(jury, given);
  const bool first = seat == Seat::first;
  rules::BySeat<Player*> players{&loser, &winner};
  if (!first) std::swap(players[0], players[1]);
  return run_without_bots(options_.plan, options_.settings, options_.budget, players, identities_,
                          &board);
}

MatchRecord Sitting::play_from(const std::vector<Ply>& kept, SittingBoard& board, People& people) {
  const Seat own_seat = options_.own_seat;
  const Seat other_seat = rules::other(own_seat);
  const auto own = people.person(own_seat, board, moves_of(kept, own_seat));
  if (options_.opponent) {
    std::vector<std::string> answers;
    return run_held({host_, options_.plan, options_.settings, &board},
                    {*options_.opponent, other_seat, *own, identities_[rules::index(own_seat)]},
                    moves_of(kept, other_seat), answers);
  }
  const auto without_bots = [&](Player& other) {
    rules::BySeat<Player*> players{own.get(), &other};
    if (own_seat != Seat::first) std::swap(players[0], players[1]);
    return run_without_bots(options_.plan, options_.settings, options_.budget, players, identities_,
                            &board);
  };
  if (options_.two) {
    return without_bots(*people.person(other_seat, board, moves_of(kept, other_seat)));
  }
  RandomPlayer jury(jury_stream(options_.plan.seed, other_seat));
  GivenMoves given{moves_of(kept, other_seat)};
  HeldPlayer held(jury, given);
  return without_bots(held);
}

std::optional<std::size_t> Sitting::without_last(const std::vector<Ply>& plies, Seat seat) const {
  for (std::size_t i = plies.size(); i > 0; --i) {
    if (options_.two || plies[i - 1].seat == seat) return i - 1;
  }
  return std::nullopt;
}

Sitting::Hint Sitting::hint(Seat seat, const std::vector<Ply>& plies) {
  Script other(moves_of(plies, rules::other(seat)), Script::Then::ends);
  NextMove next(plies.size());
  bot::ProcessHost host(walls::probe_protections());
  const auto advise = [&](bot::Host* who) {
    const std::lock_guard lock(advising_mutex_);
    advising_ = who;
  };
  advise(&host);
  try {
    std::vector<std::string> answers;
    run_held({host, options_.plan, options_.settings, &next}, {*options_.adviser, seat, other},
             moves_of(plies, seat), answers);
  } catch (const Script::Enough&) {
    // It has moved.
  } catch (...) {
    advise(nullptr);
    throw;
  }
  advise(nullptr);
  return {options_.adviser->identity.name, next.move, next.failure};
}

void Sitting::interrupt_hint() {
  const std::lock_guard lock(advising_mutex_);
  if (advising_ != nullptr) advising_->interrupt();
}

}  // namespace referee::match
