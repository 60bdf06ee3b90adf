#include "tests/rules/naive/lockstep.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "rules/catalogue.hpp"
#include "rules/two_seats.hpp"
#include "tests/rules/naive/mutate.hpp"

namespace naive {
namespace {

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\x%02x", static_cast<unsigned>(byte));
      out += hex;
    }
  }
  return out + "\"";
}

std::string text_of(const rules::Result& result) {
  std::ostringstream out;
  for (const rules::SeatResult& seat : result.seats) {
    out << "{score " << seat.score << ", game points " << seat.game_points << ", board points "
        << rules::text_of(seat.board_points, "-") << ", outcome " << static_cast<int>(seat.outcome)
        << ", forfeited " << seat.forfeited << "} ";
  }
  return out.str();
}

std::string text_of(Seat seat) { return seat == Seat::first ? "first" : "second"; }

// One game of a plan.
class Lockstep {
 public:
  Lockstep(const Plan& plan, const rules::GameInfo& info, std::uint64_t seed,
           std::vector<std::string>& earlier_moves)
      : plan_(plan),
        seed_(seed),
        deal_(info.deal(seed)),
        naive_(plan.naive(deal_)),
        real_(info.start(deal_)),
        jury_(seed, "jury"),
        choices_(seed, "choices"),
        earlier_moves_(earlier_moves) {}

  void play() {
    compare_position();
    while (!naive_->over()) {
      if (!may_forfeit()) play_ply();
      compare_position();
    }
    compare_lines(Seat::first);
    compare_lines(Seat::second);
    compare_lines(Seat::first);
  }

  int ply() const { return ply_; }
  rules::Result result() const { return naive_->result(); }
  int refused_lines() const { return refused_lines_; }
  int accepted_lines() const { return accepted_lines_; }

 private:
  [[noreturn]] void differ(const std::string& what, const std::string& naive,
                           const std::string& real) const {
    throw Difference(plan_.game + ", seed " + std::to_string(seed_) + ", deal " + in_quotes(deal_) +
                     ", ply " + std::to_string(ply_) + ", moves" + history_ + ": " + what +
                     "\n  naive: " + naive + "\n  real:  " + real);
  }

  void compare(const std::string& what, std::string_view naive, std::string_view real) const {
    if (naive != real) differ(what, in_quotes(naive), in_quotes(real));
  }

  void compare_position() const {
    compare("over", naive_->over() ? "yes" : "no", real_->over() ? "yes" : "no");
    if (!naive_->over()) compare("to move", text_of(naive_->to_move()), text_of(real_->to_move()));
    compare_results("result", *naive_, *real_);
  }

  void compare_results(const std::string& what, const NaiveGame& naive,
                       const rules::Game& real) const {
    const rules::Result expected = naive.result();
    const rules::Result result = real.result();
    if (expected != result) differ(what, text_of(expected), text_of(result));
  }

  void compare_lines(Seat seat) {
    std::string real = "kept ";  // lines are appended
    real_->take_lines(seat, real);
    compare("lines for " + text_of(seat), "kept " + naive_->lines(seat), real);
  }

  bool chance(int one_in) {
    return one_in > 0 && choices_.below(static_cast<std::uint32_t>(one_in)) == 0;
  }

  template <typename T>
  const T& any_of(const std::vector<T>& values) {
    return values[choices_.below(static_cast<std::uint32_t>(values.size()))];
  }

  // A forfeit of the seat to move (a bot's fault in its turn), at times of the
  // other one; its farewell is read at once or after the end.
  bool may_forfeit() {
    if (!chance(plan_.forfeit_one_in)) return false;
    const Seat seat = chance(4) ? other(naive_->to_move()) : naive_->to_move();
    const int times = chance(4) ? 2 : 1;
    for (int i = 0; i < times && !naive_->over(); ++i) {
      naive_->forfeit(seat);
      real_->forfeit(seat);
    }
    history_ += " [" + text_of(seat) + " forfeits]";
    if (chance(2)) compare_lines(seat);
    return true;
  }

  void play_ply() {
    compare_lines(naive_->to_move());
    if (chance(8)) compare_lines(naive_->to_move());  // nothing is given twice
    if (chance(8)) real_ = real_->clone();

    const auto moves = naive_->legal_moves();
    const std::string random = random_move();
    std::string move;
    if (moves && plan_.chooser) move = plan_.chooser(*naive_, *moves, choices_);
    if (move.empty()) move = random;
    if (moves) {
      for (int i = 0; i < plan_.samples; ++i) try_on_copies(any_of(*moves));
    }
    for (int i = 0; i < plan_.mutants; ++i) try_spoiled(spoiled_line(move));

    const std::string relayed = naive_->play(move);
    history_ += " " + move;
    const rules::Verdict verdict = real_->play(move);
    if (!verdict) differ("legal move " + in_quotes(move), "accepted", verdict.reason());
    compare("relayed form of " + in_quotes(move), relayed, real_->relayed());
    remember(move);
    ++ply_;
  }

  // The real game's, always legal, and the same when drawn again.
  std::string random_move() {
    rules::Stream again = jury_;
    rules::MoveLine line;
    rules::MoveLine same;
    real_->random_move(jury_, line);
    real_->random_move(again, same);
    compare("the same random move twice", line.view(), same.view());
    std::string move(line.view());
    if (!naive_->legal(move)) differ("random move " + in_quotes(move), "refused", "chosen");
    if (const auto count = naive_->move_count()) {
      compare("number of legal moves", std::to_string(*count),
              std::to_string(real_->legal_count()));
    }
    return move;
  }

  void try_on_copies(const std::string& move) {
    const auto naive = naive_->clone();
    const auto real = real_->clone();
    const std::string relayed = naive->play(move);
    const rules::Verdict verdict = real->play(move);
    if (!verdict) differ("legal move " + in_quotes(move), "accepted", verdict.reason());
    compare("relayed form of " + in_quotes(move), relayed, real->relayed());
    compare_results("result after " + in_quotes(move), *naive, *real);
    ++accepted_lines_;
  }

  std::string spoiled_line(const std::string& move) {
    switch (choices_.below(8)) {
      case 0:
        return any_of(foreign_lines());
      case 1:
        return earlier_moves_.empty() ? "" : any_of(earlier_moves_);
      case 2:
        return mutated(mutated(move, choices_), choices_);
      default:
        return mutated(move, choices_);
    }
  }

  // Refused lines go to the real game itself, which they must not change.
  void try_spoiled(const std::string& line) {
    if (naive_->legal(line)) {
      try_on_copies(line);
      return;
    }
    const rules::Verdict verdict = real_->play(line);
    if (verdict) differ("line " + in_quotes(line), "refused", "accepted");
    const std::string& reason = verdict.reason();
    const bool plain =
        std::all_of(reason.begin(), reason.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
    if (!plain || reason.back() == '.') {
      differ("line " + in_quotes(line), "a reason in plain text, one line, no full stop",
             in_quotes(reason));
    }
    ++refused_lines_;
  }

  // A pool of moves of other phases and games, of bounded size.
  void remember(const std::string& move) {
    if (earlier_moves_.size() < 500) {
      earlier_moves_.push_back(move);
    } else {
      earlier_moves_[choices_.below(500)] = move;
    }
  }

  const Plan& plan_;
  std::uint64_t seed_;
  std::string deal_;
  std::unique_ptr<NaiveGame> naive_;
  std::unique_ptr<rules::Game> real_;
  rules::Stream jury_;
  rules::Stream choices_;
  std::vector<std::string>& earlier_moves_;
  std::string history_;
  int ply_ = 0;
  int refused_lines_ = 0;
  int accepted_lines_ = 0;
};

}  // namespace

Summary play_in_lockstep(const Plan& plan) {
  const rules::GameInfo* info = rules::find_game(plan.game);
  if (info == nullptr) throw Difference("no game is called " + plan.game);
  Summary summary;
  std::vector<std::string> earlier_moves;
  for (std::uint64_t seed = plan.first_seed; summary.plies < plan.plies; ++seed) {
    Lockstep game(plan, *info, seed, earlier_moves);
    game.play();
    const rules::Result result = game.result();
    const int forfeits =
        static_cast<int>(result.seats[0].forfeited) + static_cast<int>(result.seats[1].forfeited);
    ++summary.games;
    summary.plies += game.ply();
    summary.longest_game = std::max(summary.longest_game, game.ply());
    summary.refused_lines += game.refused_lines();
    summary.accepted_lines += game.accepted_lines();
    if (forfeits == 1) ++summary.one_forfeit;
    if (forfeits == 2) ++summary.two_forfeits;
    summary.results.push_back(result);
  }
  return summary;
}

}  // namespace naive
