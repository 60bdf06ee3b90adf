// Players made by hand, and games to play with them: no processes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/match/match.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/record_json.hpp"
#include "rules/catalogue.hpp"
#include "rules/client.hpp"
#include "rules/random.hpp"

namespace match_test {

namespace text = referee::text;

using referee::match::Answer;
using referee::match::Fault;
using referee::match::FaultKind;
using referee::match::MatchPlan;
using referee::match::MatchRecord;
using referee::match::Player;
using rules::Seat;

const rules::GameInfo& game(std::string_view name);
std::vector<std::string> game_names();
// A game's name as a part of a test's name.
std::string test_name(std::string game);

// A bot without a process: follows the game by the lines that it reads and plays
// random moves. It may be told to fail once.
class ClientPlayer final : public Player {
 public:
  ClientPlayer(const rules::GameInfo& info, std::uint64_t seed)
      : client_(info), stream_(seed, "test-bot") {}

  // At its `turn`-th answer (from 1) it fails: with a fault, or by a line.
  void fail_at(int turn, Fault fault) { fail_turn_ = turn, fault_ = std::move(fault); }
  void write_at(int turn, std::string line) { fail_turn_ = turn, bad_line_ = std::move(line); }

  Answer answer(std::string_view lines) override;
  void dismiss(std::string_view lines, const Fault& fault) override;
  void part(std::string_view lines) override;

  // What it read at each of its turns, and at the end.
  std::vector<std::string> reads;
  std::string farewell;
  int dismissed = 0;
  int parted = 0;
  std::optional<Fault> dismissed_for;

 private:
  void read(std::string_view lines);

  rules::Client client_;
  rules::Stream stream_;
  int turn_ = 0;
  int fail_turn_ = 0;
  std::optional<Fault> fault_;
  std::optional<std::string> bad_line_;
};

// Gives prepared answers. When they run out it answers with an `exit` fault whose reason is
// ReplayPlayer::exhausted.
class ReplayPlayer final : public Player {
 public:
  static constexpr std::string_view exhausted = "no further answer was prepared";

  explicit ReplayPlayer(std::vector<Answer> answers) : answers_(std::move(answers)) {}

  Answer answer(std::string_view lines) override;
  void dismiss(std::string_view, const Fault&) override {}
  void part(std::string_view) override {}

  [[nodiscard]] std::size_t left() const noexcept { return answers_.size() - next_; }

 private:
  std::vector<Answer> answers_;
  std::size_t next_ = 0;
};

// Where a bot is made to fail: at this ply of the match (from 1).
struct Failure {
  int ply = 0;
  FaultKind kind = FaultKind::illegal;
};

// Plays a whole match between two ClientPlayers, of which some fail. In all games
// the seats alternate strictly, Turn Right's automatic placement left out.
struct Played {
  explicit Played(const MatchPlan& what, const std::vector<Failure>& failures = {},
                  std::uint64_t players_seed = 7);

  MatchPlan plan;
  ClientPlayer first;
  ClientPlayer second;
  MatchRecord record;

  [[nodiscard]] const ClientPlayer& player(Seat seat) const {
    return seat == Seat::first ? first : second;
  }
};

// What ClientPlayers are told to say for an `illegal` fault, and the reason of all
// others.
inline constexpr std::string_view bad_line = "not a move\x01\\";
std::string reason_of(FaultKind kind);

// A copy with the fields that a match between hand-made players leaves empty: a
// record as a tournament would write it.
MatchRecord completed(MatchRecord record);

// The record as JSON without what differs between identical runs.
text::Json without_measured(const MatchRecord& record);

// The record as it is read back from its JSON text.
MatchRecord reread(const MatchRecord& record);
MatchRecord record_from(const text::Json& json);

}  // namespace match_test
