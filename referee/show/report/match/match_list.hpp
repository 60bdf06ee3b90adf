// The list of matches that `referee show` prints: a row each, in the order of their numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/run/store/find_record.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/show/report/in_order.hpp"

namespace referee::report {

// Selects the matches that are listed; all of them unless something is set.
struct MatchFilter {
  std::vector<std::string> bots;  // with this bot in one of the seats; between these, if several
  bool lost = false;              // that the bot lost, by a fault or on the board
  bool faults = false;            // with a fault: of one of `bots`, or of either
  unsigned longest = 0;  // if above 0, that many in which one of `bots`, or either, used most time

  [[nodiscard]] bool any() const { return !bots.empty() || lost || faults || longest > 0; }
  // Whether all matches of one bot are listed.
  [[nodiscard]] bool only_one_bot() const {
    return bots.size() == 1 && !lost && !faults && longest == 0;
  }
  [[nodiscard]] bool takes(const store::MatchSummary& match) const;
  // Whether a seat of this bot counts.
  [[nodiscard]] bool names(const std::string& bot) const;
  // The time that counts for `longest`, in microseconds; 0 if the record has no times.
  [[nodiscard]] std::int64_t time_used(const store::MatchSummary& match) const;
};

class MatchList {
 public:
  // `json`: a line of JSON for each match, without a header. `width`: that of the terminal, to
  // which names are cut; 0: any.
  MatchList(MatchFilter filter, bool json, const store::OfficialNumbers& official, Sink out,
            int width = 0);

  // Names of bots that will come, for the width of their columns.
  void expect_name(std::string_view name);
  void add(std::uint64_t number, const store::MatchSummary& match);
  void finish();
  // The number of matches listed.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

 private:
  [[nodiscard]] std::string row(std::uint64_t number, const store::MatchSummary& match) const;
  [[nodiscard]] std::string json_row(std::uint64_t number, const store::MatchSummary& match) const;
  [[nodiscard]] std::string header() const;

  MatchFilter filter_;
  bool json_;
  const store::OfficialNumbers& official_;
  Sink out_;
  InOrder in_order_;
  int widest_name_ = 24;
  int name_width_ = 12;
  bool begun_ = false;
  std::uint64_t size_ = 0;
  std::multimap<std::int64_t, std::string, std::greater<>> longest_;  // by time
};

}  // namespace referee::report
