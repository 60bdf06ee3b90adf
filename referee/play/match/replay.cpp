#include "referee/play/match/replay.hpp"

#include <array>
#include <stdexcept>
#include <utility>

namespace referee::match {
namespace {

bool is_undated(const MatchFault& fault) { return fault.ply == 0; }

class Walk {
  using What = Misfit::What;

 public:
  Walk(const MatchRecord& record, RecordVisitor& visitor, int last_ply)
      : record_(record), visitor_(visitor), last_ply_(last_ply) {}

  Replayed run() {
    Replayed replayed;
    replayed.misfit = go();
    if (game_ != nullptr) replayed.result = game_->result();
    if (both_failed_) {
      for (rules::SeatResult& seat : replayed.result.seats) {
        seat.score = seat.game_points = 0;
        seat.outcome = rules::Outcome::draw;
        seat.forfeited = true;
      }
    }
    replayed.game = std::move(game_);
    return replayed;
  }

 private:
  using Found = std::optional<Misfit>;

  Found go() {
    try {
      game_ = record_.game->start(record_.deal);
    } catch (const std::invalid_argument& error) {
      return Misfit{What::deal, 0, error.what()};
    }
    take_undated_faults();
    const int moves = static_cast<int>(record_.plies.size());
    for (int number = 1; number <= moves; ++number) {
      if (number > last_ply_) return {};
      if (Found found = faults_at(number)) return found;
      const Ply& ply = record_.plies[static_cast<std::size_t>(number) - 1];
      if (!game_->over()) give_lines(game_->to_move());
      if (!visitor_.before(*game_, ply, number)) return {};
      if (Found found = play(ply, number)) return found;
      visitor_.after(*game_, ply, number);
    }
    return end(moves);
  }

  void take_undated_faults() {
    std::array<bool, 2> seats{};
    for (const MatchFault& fault : record_.faults) {
      if (!is_undated(fault)) continue;
      visitor_.failed(*game_, fault);
      seats[rules::index(fault.seat)] = true;
    }
    both_failed_ = seats[0] && seats[1];
    if (record_.game->takeover && !both_failed_) forfeit_undated();
  }

  void forfeit_undated() {
    for (const MatchFault& fault : record_.faults) {
      if (is_undated(fault) && !game_->over()) forfeit(*game_, *record_.game, fault);
    }
  }

  // The faults of a ply come before its move.
  Found faults_at(int number) {
    for (const MatchFault& fault : record_.faults) {
      if (fault.ply != number) continue;
      if (!game_->over()) give_lines(game_->to_move());
      visitor_.failed(*game_, fault);
      if (game_->over()) return Misfit{What::fault_after_end, number, {}, &fault};
      if (game_->to_move() != fault.seat) {
        return Misfit{What::fault_in_other_turn, number, {}, &fault};
      }
      // A judge may have passed the line on before it refused it.
      if (record_.game->outside && fault.line && game_->play(*fault.line)) {
        return Misfit{What::fault_beyond, number, {}, &fault};
      }
      forfeit(*game_, *record_.game, fault);
      if (fault.fault.kind == FaultKind::illegal) give_lines(fault.seat);
      left_[rules::index(fault.seat)] = true;
    }
    return {};
  }

  // What lines a seat is given may depend on when it is asked for, so the jury takes its lines too.
  void give_lines(Seat seat) {
    lines_.clear();
    game_->take_lines(seat, lines_);
    if (!lines_.empty() && !left_[rules::index(seat)]) visitor_.reads(seat, lines_);
  }

  Found play(const Ply& ply, int number) {
    if (game_->over()) return Misfit{What::after_the_end, number, {}};
    if (game_->to_move() != ply.seat) return Misfit{What::other_turn, number, {}};
    if (const rules::Verdict verdict = game_->play(ply.line); !verdict) {
      return Misfit{What::illegal, number, verdict.reason()};
    }
    if (game_->relayed() != ply.relayed) {
      return Misfit{What::relayed, number, std::string(game_->relayed())};
    }
    return {};
  }

  Found end(int moves) {
    if (Found found = faults_at(moves + 1)) return found;
    for (const MatchFault& fault : record_.faults) {
      if (fault.ply > moves + 1) return Misfit{What::fault_beyond, fault.ply, {}, &fault};
    }
    if (!record_.game->takeover) forfeit_undated();
    if (!game_->over() && !both_failed_) return Misfit{What::early_end, moves, {}};
    for (const Seat seat : {Seat::first, Seat::second}) give_lines(seat);
    return {};
  }

  const MatchRecord& record_;
  RecordVisitor& visitor_;
  const int last_ply_;
  std::unique_ptr<rules::Game> game_;
  bool both_failed_ = false;  // nobody knows when
  std::array<bool, 2> left_{};
  std::string lines_;
};

}  // namespace

Replayed replay(const MatchRecord& record, RecordVisitor& visitor, int last_ply) {
  return Walk(record, visitor, last_ply).run();
}

Replayed replay(const MatchRecord& record) {
  RecordVisitor nobody;
  return replay(record, nobody);
}

}  // namespace referee::match
