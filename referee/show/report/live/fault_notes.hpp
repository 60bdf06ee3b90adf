// Faults, and bots that do not end cleanly after a game, as lines for people, while matches are
// played.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/play/match/record.hpp"
#include "referee/run/store/match_summary.hpp"

namespace referee::report {

// A fault is printed with the bot's last words and the command that shows it. One for the same
// reason as an earlier one of the bot in that game is only counted, and so is every one after
// `in_full` different reasons of one kind, so that a broken bot does not fill the screen. An end
// that is not clean is reported once for each bot.
class FaultNotes {
 public:
  static constexpr std::uint64_t in_full = 5;

  // `folder`: where the records are kept, as a user would write it; empty if they are not kept.
  // `games`: of the matches that are known only by their summaries.
  explicit FaultNotes(std::string folder = {}, const rules::Games& games = rules::own_games())
      : folder_(std::move(folder)), games_(games) {}

  // The lines about the faults of a match, without newlines.
  std::vector<std::string> add(const match::MatchRecord& record);
  // Counts the faults of a match known only by its summary.
  void count(const store::MatchSummary& match);
  // The last words of the bots that failed in this match: for one that was added while it was
  // played, when they were not known.
  [[nodiscard]] static std::vector<std::string> last_words(const match::MatchRecord& record);
  // The faults that were only counted, for after all matches.
  [[nodiscard]] std::vector<std::string> counted() const;

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  struct Kind {
    std::string name;   // "crash fault"
    std::string where;  // "of alpha in GAME"
    std::uint64_t count = 0;
    std::set<std::string> reasons;  // reported ones
  };

  void add_ends(const match::MatchRecord& record, std::vector<std::string>& lines);
  Kind& kind_of(std::string_view game, std::string_view title, bot::FaultKind kind,
                const std::string& bot);

  std::string folder_;
  const rules::Games& games_;
  std::uint64_t count_ = 0;
  std::map<std::string, Kind> kinds_;                                  // by game, kind and bot
  std::map<std::pair<std::string, std::string>, std::uint64_t> ends_;  // games, by game and bot
};

}  // namespace referee::report
