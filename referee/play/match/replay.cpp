#include "referee/play/match/replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/record.hpp"
#include "rules/by_seat.hpp"

namespace referee::match {
namespace {

bool is_undated(const MatchFault& fault) { return fault.ply == 0; }

class Walk {
  using What = Misfit::What;

 public:
  Walk(const MatchRecord& record, RecordVisitor& visitor, int last_ply)
      : record_(record), visitor_(visitor), last_ply_(last_ply), left_(record.bots.size()) {}

  Replayed run() {
    Replayed replayed;
    replayed.misfit = go();
    if (game_ != nullptr) replayed.result = game_->result();
    if (all_failed_) {
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
      if (Found found = convictions_after(number)) return found;
    }
    return end(moves);
  }

  void take_undated_faults() {
    rules::BySeat<bool> seats(left_.size());
    for (const MatchFault& fault : record_.faults) {
      if (!is_undated(fault)) continue;
      visitor_.failed(*game_, fault);
      seats[rules::index(fault.seat)] = true;
    }
    all_failed_ = std::find(seats.begin(), seats.end(), false) == seats.end();
    if (record_.game->takeover && !all_failed_) forfeit_undated();
  }

  void forfeit_undated() {
    for (const MatchFault& fault : record_.faults) {
      if (is_undated(fault) && !game_->over()) forfeit(*game_, *record_.game, fault);
    }
  }

  // The faults of a ply come before its move.
  Found faults_at(int number) {
    for (const MatchFault& fault : record_.faults) {
      if (fault.ply != number || fault.found_after > 0) continue;
      if (!game_->over()) give_lines(game_->to_move());
      visitor_.failed(*game_, fault);
      if (game_->over()) return Misfit{What::fault_after_end, number, {}, &fault};
      if (game_->to_move() != fault.seat) {
        return Misfit{What::fault_in_other_turn, number, {}, &fault};
      }
      // Judges may have passed the line on to another program, and then refused it.
      if (record_.game->outside && fault.line && game_->play(*fault.line)) {
        return Misfit{What::fault_beyond, number, {}, &fault};
      }
      forfeit(*game_, *record_.game, fault);
      leaves(fault);
      if (Found found = convictions_after(number - 1)) return found;
    }
    return {};
  }

  void leaves(const MatchFault& fault) {
    if (fault.fault.kind == FaultKind::illegal) give_lines(fault.seat);
    left_[rules::index(fault.seat)] = true;
  }

  // The faults that the judge finds of lines that it had accepted are those of the record.
  Found convictions_after(int made) {
    for (const MatchFault& fault : record_.faults) {
      if (fault.found_after != made || made == 0 || left_[rules::index(fault.seat)]) continue;
      const auto found = game_->convictions();
      const bool again = std::any_of(found.begin(), found.end(),
                                     [&](const auto& one) { return one.seat == fault.seat; });
      if (again) {
        visitor_.failed(*game_, fault);
        leaves(fault);
      } else if (!is_followed_by_fault(made)) {
        return Misfit{What::acquittal, made, {}, &fault};
      }
    }
    for (const rules::Conviction& one : game_->convictions()) {
      if (!left_[rules::index(one.seat)]) return Misfit{What::conviction, made, one.reason};
    }
    return {};
  }

  // Then it may come with the other seat's fault, which is behind this move.
  [[nodiscard]] bool is_followed_by_fault(int made) const {
    return std::any_of(record_.faults.begin(), record_.faults.end(), [&](const MatchFault& fault) {
      return fault.found_after == 0 && fault.ply == made + 1 && !left_[rules::index(fault.seat)];
    });
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
      if (fault.found_before() > moves + 1) {
        return Misfit{What::fault_beyond, fault.ply, {}, &fault};
      }
    }
    if (!record_.game->takeover) forfeit_undated();
    if (!game_->over() && !all_failed_) return Misfit{What::early_end, moves, {}};
    for (const Seat seat : left_.seats()) give_lines(seat);
    return {};
  }

  const MatchRecord& record_;
  RecordVisitor& visitor_;
  const int last_ply_;
  std::unique_ptr<rules::Game> game_;
  bool all_failed_ = false;  // nobody knows when
  rules::BySeat<bool> left_;
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

namespace {

std::string in_quotes(std::string_view text) { return "'" + escape_line(text) + "'"; }

std::string place_of(const Ply& ply, int number) {
  return fmt::format("move {}, seat {}, {}: ", number, number_of(ply.seat), in_quotes(ply.line));
}

std::string in_words(FaultKind kind, std::string_view reason) {
  return fmt::format("{} ({})", bot::name(kind), reason);
}

std::string place_of(const MatchFault& fault) {
  return fmt::format("fault at move {}, seat {}, {}: ", fault.ply, number_of(fault.seat),
                     in_words(fault.fault.kind, fault.fault.reason));
}

// Besides what the walk itself finds: whether the jury moved where it had to, what it had to move,
// and whether bots failed as the record says.
class Inspection final : public RecordVisitor {
 public:
  explicit Inspection(const MatchRecord& record)
      : record_(record),
        undated_(std::any_of(record.faults.begin(), record.faults.end(),
                             [](const MatchFault& fault) { return fault.ply == 0; })),
        jury_(record.bots.size(), [&](Seat seat) { return jury_stream(record.seed, seat); }),
        failed_(record.bots.size()) {}

  std::vector<std::string> run() {
    const Replayed replayed = replay(record_, *this);
    if (replayed.misfit) note(*replayed.misfit);
    // After a move that differs nothing else can be compared, after a fault no score.
    for (const std::string* found : {&wrong_move_, &wrong_fault_, &wrong_end_}) {
      if (!found->empty()) return {*found};
    }
    compare_scores(scores_of(replayed.result, record_.faults));
    return std::move(wrong_scores_);
  }

  bool before(const rules::Game& game, const Ply& ply, int number) override {
    // Where this does not hold the walk itself ends here.
    const bool in_turn = !game.over() && game.to_move() == ply.seat;
    if (undated_ || !in_turn) return true;
    const bool jury = failed_[rules::index(ply.seat)];
    if (jury != ply.jury) {
      wrong_move_ = place_of(ply, number) +
                    (jury ? "the jury was to move here" : why_not_the_jury(ply.seat, number));
    } else if (jury) {
      compare_jury_move(game, ply, number);
    }
    return wrong_move_.empty();
  }

  void failed(const rules::Game& game, const MatchFault& fault) override {
    if (undated_) return;
    const std::string wrong = wrong_with(game, fault);
    if (!wrong.empty() && wrong_fault_.empty()) wrong_fault_ = place_of(fault) + wrong;
    failed_[rules::index(fault.seat)] = true;
  }

 private:
  static constexpr const char* not_found = "the rules do not find it";

  // A move of the jury of a seat that has not failed.
  [[nodiscard]] std::string why_not_the_jury(Seat seat, int number) const {
    for (const MatchFault& fault : record_.faults) {
      if (fault.seat == seat && fault.ply > number) {
        return "here the bot fails: " + in_words(fault.fault.kind, fault.fault.reason);
      }
    }
    return "the bot was to move here";
  }

  // The jury's moves follow from the seed alone.
  void compare_jury_move(const rules::Game& game, const Ply& ply, int number) {
    rules::MoveLine line;
    game.random_move(jury_[rules::index(ply.seat)], line);
    if (line.view() == ply.line) return;
    // A deal that was recorded elsewhere may run out: then no move is legal.
    if (const rules::Verdict verdict = game.check(line.view()); !verdict) {
      wrong_move_ = "the deal cannot be played: the jury's move was refused: " + verdict.reason();
    } else {
      wrong_move_ = place_of(ply, number) + "the jury's move here is " + in_quotes(line.view());
    }
  }

  [[nodiscard]] std::string wrong_with(const rules::Game& game, const MatchFault& fault) const {
    if (fault.found_after > 0) return wrong_with_conviction(game, fault);
    if (game.over() || game.to_move() != fault.seat || failed_[rules::index(fault.seat)]) {
      return not_found;
    }
    const FaultKind kind = fault.fault.kind;
    if (kind != FaultKind::illegal) {
      return fault.line ? "the rules find " + in_words(kind, fault.fault.reason) : std::string();
    }
    if (!fault.line) return "the record does not say what the bot wrote";
    const rules::Verdict verdict = game.check(*fault.line);
    if (verdict) return not_found;
    if (verdict.reason() == fault.fault.reason && verdict.word() == fault.word) return {};
    return "the rules find " + in_words(kind, verdict.reason());
  }

  [[nodiscard]] static std::string wrong_with_conviction(const rules::Game& game,
                                                         const MatchFault& fault) {
    for (const rules::Conviction& one : game.convictions()) {
      if (one.seat != fault.seat) continue;
      if (one.reason == fault.fault.reason && kind_of(one) == fault.fault.kind) return {};
      return "the rules find " + in_words(kind_of(one), one.reason);
    }
    return not_found;
  }

  void note(const Misfit& misfit) {
    using What = Misfit::What;
    const auto here = [&] {
      return place_of(record_.plies[static_cast<std::size_t>(misfit.ply) - 1], misfit.ply);
    };
    switch (misfit.what) {
      case What::deal:
        wrong_move_ = "the deal cannot be played: " + misfit.reason;
        break;
      case What::after_the_end:
        wrong_move_ = here() + "the game was over before this move";
        break;
      case What::other_turn:
        wrong_move_ = here() + "it was the other seat's turn";
        break;
      case What::illegal:
        wrong_move_ = here() + misfit.reason;
        break;
      case What::relayed:
        wrong_move_ =
            fmt::format("{}is relayed as {}, not as {}", here(), in_quotes(misfit.reason),
                        in_quotes(record_.plies[static_cast<std::size_t>(misfit.ply) - 1].relayed));
        break;
      case What::fault_after_end:
      case What::fault_in_other_turn:
        break;  // failed() has said so
      case What::conviction:
        wrong_fault_ =
            fmt::format("after move {}: the rules find a fault that the record lacks: {}",
                        misfit.ply, misfit.reason);
        break;
      case What::acquittal:
      case What::fault_beyond:
        if (wrong_fault_.empty()) wrong_fault_ = place_of(*misfit.fault) + not_found;
        break;
      case What::early_end:
        wrong_end_ =
            fmt::format("after move {}: the record ends, but the game is not over", misfit.ply);
        break;
    }
  }

  void compare_scores(const rules::BySeat<SeatScore>& right) {
    for (std::size_t i = 0; i < right.size(); ++i) {
      const auto compare = [&](std::string_view what, const auto& given, const auto& by_rules) {
        if (given == by_rules) return;
        wrong_scores_.push_back(fmt::format("seat {}: {} {} in the record, {} by the rules", i + 1,
                                            what, given, by_rules));
      };
      const SeatScore& given = record_.scores[i];
      compare("score", given.result.score, right[i].result.score);
      compare("game points", given.result.game_points, right[i].result.game_points);
      // Records by others may leave out points that are always 0.
      const auto& points = right[i].result.board_points;
      if (given.result.board_points || points.value_or(0) != 0) {
        compare("board points", rules::text_of(given.result.board_points, "unknown"),
                rules::text_of(points, "unknown"));
      }
      compare("status", name(given.status), name(right[i].status));
    }
  }

  const MatchRecord& record_;
  const bool undated_;  // the record does not say when bots failed, nor who made a move
  rules::BySeat<rules::Stream> jury_;
  rules::BySeat<bool> failed_;
  std::string wrong_move_;
  std::string wrong_fault_;
  std::string wrong_end_;
  std::vector<std::string> wrong_scores_;
};

// A game whose judge cannot say what happened.
void require_judge(const MatchRecord& record) {
  const auto& judge = record.game->outside;
  if (judge && !judge->deterministic) {
    throw text::InputError(fmt::format(
        "{} cannot be verified: its game.json says that it is not deterministic, so the same moves "
        "may come to another result",
        record.game->name));
  }
}

}  // namespace

std::vector<std::string> verify(const MatchRecord& record) {
  require_judge(record);
  if (record.seed && record.game->deal(*record.seed) != record.deal) {
    return {fmt::format("the deal '{}' is not the one of seed {}, which is '{}'", record.deal,
                        *record.seed, record.game->deal(*record.seed))};
  }
  std::vector<std::string> found = Inspection(record).run();
  if (static_cast<std::size_t>(record.given) > record.plies.size()) {
    found.push_back(fmt::format("{} plies are said to be given, but the record has {}",
                                record.given, record.plies.size()));
  }
  if (record.stated_plies && *record.stated_plies != record.plies.size()) {
    found.push_back(fmt::format("result.plies is {}, but the record has {} plies",
                                *record.stated_plies, record.plies.size()));
  }
  return found;
}

}  // namespace referee::match
