#include "referee/play/match/verify.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/play/match/escaped_line.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/replay.hpp"

namespace referee::match {
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
        jury_{jury_stream(record.seed, Seat::first), jury_stream(record.seed, Seat::second)} {}

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
    constexpr const char* not_found = "the rules do not find it";
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
      case What::fault_beyond:
        if (wrong_fault_.empty())
          wrong_fault_ = place_of(*misfit.fault) + "the rules do not find it";
        break;
      case What::early_end:
        wrong_end_ =
            fmt::format("after move {}: the record ends, but the game is not over", misfit.ply);
        break;
    }
  }

  void compare_scores(const std::array<SeatScore, 2>& right) {
    for (std::size_t i = 0; i < right.size(); ++i) {
      const auto compare = [&](std::string_view what, const auto& given, const auto& by_rules) {
        if (given == by_rules) return;
        wrong_scores_.push_back(fmt::format("seat {}: {} {} in the record, {} by the rules", i + 1,
                                            what, given, by_rules));
      };
      const SeatScore& given = record_.scores[i];
      compare("score", given.result.score, right[i].result.score);
      compare("game points", given.result.game_points, right[i].result.game_points);
      compare("board points", given.result.board_points, right[i].result.board_points);
      compare("status", name(given.status), name(right[i].status));
    }
  }

  const MatchRecord& record_;
  const bool undated_;  // the record does not say when bots failed, nor who made a move
  std::array<rules::Stream, 2> jury_;
  std::array<bool, 2> failed_{};
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
