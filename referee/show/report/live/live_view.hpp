// A run on a terminal, while it is played, and its standings so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "referee/run/store/store.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/live/display.hpp"
#include "referee/show/report/live/live_line.hpp"
#include "referee/show/report/standings/leaders.hpp"

namespace referee::report {

// A block of lines at the bottom of the output: a progress bar, matches done, time left, rate and
// faults, the running matches with their times, and the top of the standings of the current game,
// with error bars; of a comparison the state of its test. It is redrawn in place, always fits the
// terminal, and is removed at the end. Faults are printed above it as they happen, and stay.
class LiveView final : public Display {
 public:
  struct Size {
    int columns = 80;
    int rows = 24;
  };
  using SizeOf = std::function<Size()>;  // the terminal's present size

  // The standings include the matches that the store has already.
  LiveView(std::ostream& out, Shown shown, bool colour, const SizeOf& size);

  void happened(const tournament::Event& event) override;
  void ended(const store::MatchSummary& match) override;
  void found(const std::vector<store::MatchSummary>& matches) override;
  void tick() override;
  void finish() override;

 private:
  struct Running {
    tournament::MatchStart match;
    Time since;
    bool counted = false;  // its faults are counted
    bool told = false;     // at least one of them is shown; else only counted
  };

  void begin(const tournament::RunBegun& run);
  void start(const tournament::MatchStart& match);
  void fail(const tournament::BotFailed& fault);
  void count(const match::MatchRecord& record);
  void adopt(const store::MatchSummary& match);
  void say(const std::string& line) override;  // writes above the block
  void say_red(const std::vector<std::string>& lines);
  void draw(const std::vector<std::string>& above);
  void lead(const store::MatchSummary& match);
  [[nodiscard]] std::vector<std::string> block(Time time, const Size& size);
  [[nodiscard]] std::string bar(int columns) const;
  [[nodiscard]] std::string figures(Time time, int columns) const;
  [[nodiscard]] std::vector<std::string> running_lines(Time time, std::size_t most) const;
  void rank(Time time, const Size& size, std::size_t rows);

  std::ostream& out_;
  TextStyle style_;
  SizeOf size_;
  LiveLine lines_;
  std::unique_ptr<Leaders> leaders_;          // null: no standings are shown
  std::map<std::uint64_t, Running> running_;  // by number
  std::size_t event_ = 0;                     // the one whose standings are shown
  std::vector<std::string> ranked_;           // its leading rows as they are shown
  bool ranking_stale_ = true;                 // the ranking is out of date
  Size ranked_for_;
  Time next_ranking_;
  Time last_drawn_;
};

}  // namespace referee::report
