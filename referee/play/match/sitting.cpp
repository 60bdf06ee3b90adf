#include "referee/play/match/sitting.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/play/judge/external_game.hpp"
#include "referee/play/match/players.hpp"
#include "rules/by_seat.hpp"

namespace referee::match {
namespace {

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

// Random moves of the jury after these moves of a seat.
class HeldJury final {
 public:
  HeldJury(const MatchPlan& plan, Seat seat, std::vector<std::string> moves)
      : jury_(jury_stream(plan.seed, seat)), given_{std::move(moves)}, held_(jury_, given_) {}

  Player& player() noexcept { return held_; }

 private:
  RandomPlayer jury_;
  GivenMoves given_;
  HeldPlayer held_;
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
  return std::any_of(record.faults.begin(), record.faults.end(),
                     [&](const MatchFault& fault) { return !is_no_bot(record.bots[fault.seat]); });
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

void SittingBoard::failed(const MatchFault& fault) {
  forfeit(*game_, info_, fault);
  faults_.push_back(fault);
}

bool SittingOptions::has_bot() const {
  return std::any_of(chairs.begin(), chairs.end(),
                     [](const Chair& chair) { return chair.bot.has_value(); });
}

std::optional<Seat> SittingOptions::only_person() const {
  for (const Seat seat : chairs.seats()) {
    if (seat != own_seat && is_person(seat)) return std::nullopt;
  }
  return own_seat;
}

rules::BySeat<BotIdentity> SittingOptions::identities() const {
  constexpr std::array<std::string_view, rules::most_seats> ordinals{
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"};
  std::size_t persons = 1;
  return {chairs.size(), [&](Seat seat) -> BotIdentity {
            if (seat == own_seat) return {only_person() ? "you" : "first person", a_person, {}, {}};
            if (chairs[seat].person)
              return {fmt::format("{} person", ordinals[persons++]), a_person, {}, {}};
            if (chairs[seat].bot) return chairs[seat].bot->identity;
            return {"jury", the_jury, {}, {}};
          }};
}

std::vector<std::string> Sitting::Past::moves_of(Seat seat) const {
  std::vector<std::string> moves;
  for (const Ply& ply : plies) {
    if (ply.seat == seat) moves.push_back(ply.line);
  }
  return moves;
}

const MatchFault* Sitting::Past::out(Seat seat, const rules::GameInfo& game) const {
  // Where the jury takes over, the bot is asked again; what a judge finds itself, it finds again.
  if (game.takeover) return nullptr;
  for (const MatchFault& fault : faults) {
    const bool kept = fault.ply <= static_cast<int>(plies.size());
    if (fault.seat == seat && kept && fault.found_after == 0) return &fault;
  }
  return nullptr;
}

Sitting::Sitting(bot::Host& host, SittingOptions options)
    : host_(host), options_(std::move(options)) {}

MatchRecord Sitting::play(People& people) {
  std::size_t known = 0;
  for (Past kept{options_.begun, options_.failed};;) {
    const std::unique_ptr<SittingBoard> board = people.board(known);
    const auto go_on_after = [&](std::size_t plies) {
      kept = {board->plies(), board->faults()};
      kept.plies.resize(plies);
      known = plies;
      host_.settle();
    };
    try {
      return play_from(kept, *board, people);
    } catch (const TakenBack& back) {
      go_on_after(back.plies);
    } catch (const bot::MatchVoid& why) {
      text::warn("{}; it goes on from the last move, with the bot's clock begun again", why.what());
      go_on_after(board->plies().size());
    } catch (const Resigned& person) {
      host_.settle();
      MatchRecord record = given_up({board->plies(), board->faults()}, person.seat);
      board->failed(*fault_of(record, person.seat));
      return record;
    }
  }
}

std::unique_ptr<Player> Sitting::absent(const Past& past, Seat seat) const {
  const MatchFault* const fault = past.out(seat, *options_.plan.game);
  if (fault == nullptr) return nullptr;
  return std::make_unique<RecordedPlayer>(*options_.plan.game, past.moves_of(seat),
                                          jury_stream(options_.plan.seed, seat), *fault);
}

MatchRecord Sitting::given_up(const Past& past, Seat seat) const {
  SittingBoard board(options_.plan);
  Script loser(past.moves_of(seat), Script::Then::gives_up);
  std::vector<std::unique_ptr<Player>> out;
  rules::BySeat<std::optional<HeldJury>> juries(options_.chairs.size());
  const rules::BySeat<Player*> players(juries.size(), [&](Seat one) -> Player* {
    if (one == seat) return &loser;
    out.push_back(absent(past, one));
    if (out.back()) return out.back().get();
    return &juries[one].emplace(options_.plan, one, past.moves_of(one)).player();
  });
  return run_without_bots(options_.plan, options_.settings, options_.budget, players,
                          options_.identities(), &board);
}

MatchRecord Sitting::play_from(const Past& kept, SittingBoard& board, People& people) {
  const rules::BySeat<BotIdentity> identities = options_.identities();
  std::vector<std::unique_ptr<Player>> owned;
  rules::BySeat<std::optional<HeldJury>> juries(options_.chairs.size());
  bool has_bot = false;
  const Occupants who(juries.size(), [&](Seat seat) -> Occupant {
    const auto& bot = options_.chairs[seat].bot;
    owned.push_back(options_.is_person(seat) ? people.person(seat, board, kept.moves_of(seat))
                                             : absent(kept, seat));
    if (owned.back()) return {nullptr, owned.back().get(), identities[seat]};
    if (bot) {
      has_bot = true;
      return {&*bot, nullptr, {}, kept.moves_of(seat)};
    }
    HeldJury& jury = juries[seat].emplace(options_.plan, seat, kept.moves_of(seat));
    return {nullptr, &jury.player(), identities[seat]};
  });
  if (has_bot) return run_seated({host_, options_.plan, options_.settings, &board}, who);
  const rules::BySeat<Player*> players(who.size(), [&](Seat seat) { return who[seat].player; });
  return run_without_bots(options_.plan, options_.settings, options_.budget, players, identities,
                          &board);
}

std::optional<std::size_t> Sitting::without_last(const std::vector<Ply>& plies) const {
  for (std::size_t i = plies.size(); i > 0; --i) {
    if (options_.is_person(plies[i - 1].seat)) return i - 1;
  }
  return std::nullopt;
}

Sitting::Hint Sitting::hint(Seat seat, const SittingBoard& board) {
  const Past past{board.plies(), board.faults()};
  std::vector<std::unique_ptr<Player>> others;
  const Occupants who(options_.chairs.size(), [&](Seat one) -> Occupant {
    if (one == seat) return {&*options_.adviser, nullptr, {}, past.moves_of(seat)};
    others.push_back(absent(past, one));
    if (!others.back()) {
      others.back() = std::make_unique<Script>(past.moves_of(one), Script::Then::ends);
    }
    return {nullptr, others.back().get()};
  });
  NextMove next(past.plies.size());
  bot::ProcessHost host(walls::probe_protections());
  const auto advise = [&](bot::Host* advising) {
    const std::lock_guard lock(advising_mutex_);
    advising_ = advising;
  };
  advise(&host);
  try {
    run_seated({host, options_.plan, options_.settings, &next}, who);
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
