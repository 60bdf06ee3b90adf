#include "referee/match/verify.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "referee/match/match.hpp"
#include "referee/match/players.hpp"
#include "referee/match/record_json.hpp"
#include "referee/match/replay.hpp"

namespace referee::match {
namespace {

const MatchFault* fault_of(const MatchRecord& record, Seat seat) {
  for (const MatchFault& fault : record.faults) {
    if (fault.seat == seat) return &fault;
  }
  return nullptr;
}

// What the bot of `seat` said, up to and including the fault that ended it. The
// jury's moves are left out: the match makes them again.
std::vector<Answer> answers_of(const MatchRecord& record, Seat seat) {
  const MatchFault* fault = fault_of(record, seat);
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const Ply& ply = record.plies[i];
    if (fault != nullptr && i + 1 >= static_cast<std::size_t>(fault->ply)) break;
    if (ply.seat != seat || ply.jury) continue;
    Answer answer;
    answer.line = ply.line;
    answers.push_back(std::move(answer));
  }
  if (fault != nullptr) {
    Answer answer;
    if (fault->line && fault->fault.kind == FaultKind::illegal) {
      answer.line = *fault->line;
    } else {
      answer.fault = fault->fault;
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

std::string where(std::size_t ply, Seat seat) {
  return "ply " + std::to_string(ply) + ", seat " + std::to_string(rules::index(seat) + 1);
}

std::string in_quotes(std::string_view text) { return "'" + escape_line(text) + "'"; }

class Comparison {
 public:
  Comparison(const MatchRecord& record, const MatchRecord& played)
      : record_(record), played_(played) {}

  std::vector<std::string> run() {
    if (compare_plies() && compare_faults()) compare_scores();
    return std::move(found_);
  }
  std::vector<std::string> run_on_scores() {
    compare_scores();
    return std::move(found_);
  }

 private:
  void add(std::string text) { found_.push_back(std::move(text)); }

  // The fault with which the replay left the recorded game at this ply, if it did.
  const MatchFault* new_fault_at(std::size_t ply) const {
    for (const MatchFault& fault : played_.faults) {
      if (static_cast<std::size_t>(fault.ply) != ply) continue;
      const MatchFault* recorded = fault_of(record_, fault.seat);
      if (recorded == nullptr || recorded->ply != fault.ply) return &fault;
    }
    return nullptr;
  }

  static std::string in_words(const MatchFault& fault) {
    return std::string(bot::name(fault.fault.kind)) + " (" + fault.fault.reason + ")";
  }

  static std::string explain(const MatchFault& fault) {
    if (fault.fault.reason == ReplayPlayer::exhausted) return "the bot was to move here";
    if (fault.fault.kind == FaultKind::illegal) return fault.fault.reason;
    return "here the bot fails: " + in_words(fault);
  }

  bool compare_plies() {
    for (std::size_t i = 0; i < record_.plies.size(); ++i) {
      const Ply& recorded = record_.plies[i];
      const std::string place = where(i + 1, recorded.seat) + ", " + in_quotes(recorded.line);
      if (const MatchFault* fault = new_fault_at(i + 1)) {
        add(place + ": " + explain(*fault));
        return false;
      }
      if (i >= played_.plies.size()) {
        add(place + ": the game was over before this move");
        return false;
      }
      const Ply& played = played_.plies[i];
      if (recorded == played) continue;
      if (recorded.seat != played.seat) {
        add(place + ": it was the other seat's turn");
      } else if (recorded.jury != played.jury) {
        add(place + (played.jury ? ": the jury was to move here" : ": the bot was to move here"));
      } else if (recorded.line != played.line) {
        add(place + ": the jury's move here is " + in_quotes(played.line));
      } else {
        add(place + ": is relayed as " + in_quotes(played.relayed) + ", not as " +
            in_quotes(recorded.relayed));
      }
      return false;
    }
    return true;
  }

  bool compare_faults() {
    for (const MatchFault& fault : record_.faults) {
      if (!compare_fault(fault)) return false;
    }
    for (const MatchFault& fault : played_.faults) {
      if (fault_of(record_, fault.seat) != nullptr) continue;
      if (fault.fault.reason == ReplayPlayer::exhausted) {
        add_early_end();
      } else {
        add("after " + where(static_cast<std::size_t>(fault.ply), fault.seat) + ": " +
            fault.fault.reason);
      }
      return false;
    }
    // After a takeover the jury goes on by itself.
    if (played_.plies.size() > record_.plies.size()) {
      add_early_end();
      return false;
    }
    return true;
  }

  void add_early_end() {
    add("after ply " + std::to_string(record_.plies.size()) +
        ": the record ends, but the game is not over");
  }

  bool compare_fault(const MatchFault& recorded) {
    const std::string place = "fault at " +
                              where(static_cast<std::size_t>(recorded.ply), recorded.seat) + ", " +
                              in_words(recorded) + ": ";
    const MatchFault* played = fault_of(played_, recorded.seat);
    if (played == nullptr || fault_of(record_, recorded.seat) != &recorded ||
        played->ply != recorded.ply) {
      add(place + "the rules do not find it");
    } else if (recorded.fault.kind == FaultKind::illegal && !recorded.line) {
      add(place + "the record does not say what the bot wrote");
    } else if (*played != recorded) {
      add(place + "the rules find " + in_words(*played));
    } else {
      return true;
    }
    return false;
  }

  void compare_scores() {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string seat = "seat " + std::to_string(i + 1) + ": ";
      const SeatScore& recorded = record_.scores[i];
      const SeatScore& played = played_.scores[i];
      const auto compare = [&](const char* what, int given, int right) {
        if (given != right) {
          add(seat + what + " " + std::to_string(given) + " in the record, " +
              std::to_string(right) + " by the rules");
        }
      };
      compare("score", recorded.result.score, played.result.score);
      compare("game points", recorded.result.game_points, played.result.game_points);
      compare("board points", recorded.result.board_points, played.result.board_points);
      if (recorded.status != played.status) {
        add(seat + "status " + recorded.status + " in the record, " + played.status +
            " by the rules");
      }
    }
  }

  const MatchRecord& record_;
  const MatchRecord& played_;
  std::vector<std::string> found_;
};

// A record that does not say when a bot failed.
std::vector<std::string> verify_undated(const MatchRecord& record) {
  Replayed replayed = replay(record);
  if (!replayed.found.empty()) return std::move(replayed.found);
  MatchRecord played;
  for (std::size_t i = 0; i < 2; ++i) {
    played.scores[i] = {replayed.result.seats[i],
                        std::string(status_of(replayed.result.seats[i].outcome))};
  }
  for (const MatchFault& fault : record.faults) {
    played.scores[rules::index(fault.seat)].status = bot::official_status(fault.fault.kind);
  }
  return Comparison(record, played).run_on_scores();
}

bool is_undated(const MatchFault& fault) { return fault.ply == 0; }

}  // namespace

std::vector<std::string> verify(const MatchRecord& record) {
  if (record.seed && record.game->deal(*record.seed) != record.deal) {
    return {"the deal '" + record.deal + "' is not the one of seed " +
            std::to_string(*record.seed) + ", which is '" + record.game->deal(*record.seed) + "'"};
  }
  if (std::any_of(record.faults.begin(), record.faults.end(), is_undated)) {
    return verify_undated(record);
  }
  ReplayPlayer first(answers_of(record, Seat::first));
  ReplayPlayer second(answers_of(record, Seat::second));
  try {
    const MatchRecord played = play({record.game, record.seed, record.deal}, first, second);
    return Comparison(record, played).run();
  } catch (const std::invalid_argument& error) {
    return {std::string("the deal cannot be played: ") + error.what()};
  }
}

}  // namespace referee::match
