// Why a bot loses: its faults, its worst opponents, its time, and three games to look at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/play/match/lead.hpp"
#include "referee/play/match/record.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

// How a bot's games ended.
struct BotResults {
  std::uint64_t games = 0;
  std::uint64_t won = 0;
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;

  friend bool operator==(const BotResults&, const BotResults&) = default;
};

struct BotAccount {
  BotResults all;
  // Faults of one kind with the same last line of standard error, and the first match with it.
  struct Faults {
    std::string kind;
    std::string last_line;  // empty: it wrote none
    std::uint64_t times = 0;
    std::uint64_t match = 0;
  };
  std::vector<Faults> faults;  // the most frequent ones first
  struct Opponent {
    std::string name;
    BotResults against;
  };
  std::vector<Opponent> worst;  // at most three, who won more games than they lost; the worst first
  // Games in which it used nine tenths of its time or more, and the one in which it used most.
  std::uint64_t in_time_trouble = 0;
  std::uint64_t slowest_match = 0;
  double most_time = 0;  // as a share of its budget; 0: not known
  // Lost games, each with what is to be seen there.
  struct Look {
    std::uint64_t match = 0;
    std::string why;  // "it was ahead by 23 after move 14"
  };
  std::vector<Look> looks;
  bool all_replayed = true;  // false: the leads are those of the first `most_replayed` lost games
};

class BotMatches {
 public:
  explicit BotMatches(std::string bot) : bot_(std::move(bot)) {}

  // Takes note of a match if the bot played in it, each once. Lost games of the program's own rules
  // are played again, at most `most_replayed` of them.
  void add(std::uint64_t number, const match::MatchRecord& record);
  [[nodiscard]] BotAccount account() const;

  static constexpr std::uint64_t most_replayed = 5000;

 private:
  struct Sight {
    std::uint64_t match = 0;
    match::AtMove at;
  };
  void add_seat(std::uint64_t number, const match::MatchRecord& record, rules::Seat seat);
  void add_fault(std::uint64_t number, const match::MatchRecord& record, rules::Seat seat);
  void add_time(std::uint64_t number, const match::MatchRecord& record, rules::Seat seat);
  void look_at(std::uint64_t number, const match::MatchRecord& record, rules::Seat seat);

  std::string bot_;
  BotResults all_;
  std::map<std::string, BotResults> against_;
  std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, std::uint64_t>> faults_;
  std::uint64_t in_time_trouble_ = 0;
  std::uint64_t slowest_match_ = 0;
  double most_time_ = 0;
  std::uint64_t replayed_ = 0;
  bool all_replayed_ = true;
  std::vector<Sight> thrown_;    // games in which it lost a lead, the largest first; at most three
  std::vector<Sight> swings_;    // likewise with a large change of the lead
  std::vector<Sight> shortest_;  // lost games without a fault of its own; `ply`: their length
};

// What `show RESULTS --bot NAME` says before its list, each line ended; names and lines of the bot
// are safe to show. `replay`: the command without a match's number.
std::string account_text(const std::string& bot, const BotAccount& account,
                         const std::string& replay, const TextStyle& style);

}  // namespace referee::report
