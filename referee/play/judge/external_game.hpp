// A rules::Game that asks a judge for its rules.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/judge/answers.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "rules/by_seat.hpp"
#include "rules/game.hpp"
#include "rules/game_info.hpp"

namespace referee::judge {

// A copy asks a process of its own, and only when it is asked something itself; then that process
// plays the game up to there, and must answer as the first one did. Every function that is not
// noexcept throws JudgeError if the judge breaks the protocol.
class ExternalGame final : public rules::Game {
 public:
  // Begins a game. `info` is that of the pool's game. Throws std::invalid_argument if the judge
  // says that this is not a deal.
  ExternalGame(JudgePool& pool, const rules::GameInfo& info, std::string_view deal);

  [[nodiscard]] Seat to_move() const noexcept override { return to_move_; }
  [[nodiscard]] bool over() const noexcept override { return over_; }
  void take_lines(Seat seat, std::string& out) override;
  [[nodiscard]] rules::Verdict play(std::string_view line) override;
  [[nodiscard]] rules::Verdict check(std::string_view line) const override;
  // The verdict for a person who is about to play this line: as check(), but it also refuses a line
  // that the judge would accept only to convict the seat of it.
  [[nodiscard]] rules::Verdict warning(std::string_view line) const;
  [[nodiscard]] std::string_view relayed() const noexcept override { return relayed_; }
  [[nodiscard]] bool hides() const noexcept override { return hidden_; }
  [[nodiscard]] std::span<const rules::Conviction> convictions() const noexcept override {
    return convictions_;
  }
  [[nodiscard]] bool secret() const noexcept override { return info_.outside->secret && !over_; }
  [[nodiscard]] std::string draw_for(Seat seat) const override;
  [[nodiscard]] rules::Scene scene_for(Seat seat) const override;
  [[nodiscard]] std::chrono::milliseconds turn_limit() const noexcept override { return limit_; }
  [[nodiscard]] std::string_view exit_line() const noexcept override { return exit_line_; }
  void took(std::chrono::milliseconds time) override { took_ = time; }
  [[nodiscard]] bool lists_moves() const noexcept override;
  // These three throw text::InputError if the judge lists no moves.
  [[nodiscard]] std::uint32_t legal_count() const override;
  void legal_move(std::uint32_t number, rules::MoveLine& out) const override;
  void random_move(rules::Stream& stream, rules::MoveLine& out) const override;
  // See check_size() below.
  void check_size(std::size_t unread) const;
  void forfeit(Seat seat) override { forfeit_for(seat, "ILLEGAL"); }
  void forfeit_for(Seat seat, std::string_view word) override;
  [[nodiscard]] rules::Result result() const override;
  [[nodiscard]] std::string draw() const override;
  [[nodiscard]] rules::Scene scene() const override;
  [[nodiscard]] std::unique_ptr<rules::Game> clone() const override;

 private:
  ExternalGame(const ExternalGame& other) = default;
  ExternalGame& operator=(const ExternalGame&) = delete;

  // The process, with this position.
  JudgeProcess& process() const;
  [[nodiscard]] ReadState state_in(const Lines& lines, std::size_t first,
                                   rules::BySeat<std::string>& told) const;
  void take(ReadState state);
  // Takes the seats that the judge has convicted as such that forfeited.
  void convict();
  // The result with who forfeited; fails a judge whose scores are impossible.
  [[nodiscard]] rules::Result checked(rules::Result result) const;
  void check_turns() const;
  // The judge's refusal of `line`.
  [[nodiscard]] rules::Verdict refusal(const Lines& lines, std::string_view line) const;
  // Fails a judge that has answered neither "legal" nor "illegal", or has added something.
  [[noreturn]] void no_verdict(const Lines& lines) const;
  // Refuses lines that are too long or not plain text, without asking the judge.
  [[nodiscard]] rules::Verdict by_referee(std::string_view line) const;
  [[nodiscard]] std::string last_moves() const;
  // The answer to `request`, a form of `draw`, as lines that terminals may show.
  [[nodiscard]] std::string drawn(std::string_view request) const;
  // Adds to a scene what follows without the judge.
  void complete(rules::Scene& scene) const;

  JudgePool& pool_;
  const rules::GameInfo& info_;
  const std::string deal_;
  mutable Lease lease_;                 // empty in a copy that has not been asked
  std::vector<std::string> requests_;   // since the start: "play ...", "timed ...", "forfeit ..."
  std::vector<std::uint8_t> accepted_;  // for each request: 0 if the line was refused
  rules::BySeat<std::string> lines_;    // lines that have not been given to the seats
  std::string relayed_;
  Seat to_move_ = Seat::first;
  bool over_ = false;
  rules::BySeat<bool> moved_;  // seats whose own line the judge has accepted
  rules::BySeat<bool> forfeited_;
  bool is_to_end_ = false;  // the judge has been told that a fault ends the game
  std::vector<rules::Conviction> convictions_;  // by the last answer
  rules::Result result_;                        // valid once it is over
  std::size_t plies_ = 0;
  std::size_t played_ = 0;  // bytes of all lines so far, as they are kept
  bool hidden_ = false;
  std::size_t shown_ = 0;  // number of requests after which nothing was hidden
  std::chrono::milliseconds limit_{};
  std::string exit_line_;
  std::chrono::milliseconds took_{};  // of the line that is played next
  // Moves that the judge has called legal in this position: it must not refuse them.
  mutable std::set<std::string, std::less<>> promised_;
};

// Fails the judge of a game that is larger than a game may be: its lines so far, those that wait
// for a seat's turn, and `unread` bytes more, which the bots have been given and have not read.
// Throws JudgeError. Does nothing for a game without a judge.
void check_size(const rules::Game& game, std::size_t unread);

}  // namespace referee::judge
