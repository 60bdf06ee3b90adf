// Whether something happens seldom or often, where a machine that is busy with others can make it
// happen, or not, at any single time.
#pragma once

#include <cmath>
#include <string>

namespace sequential {

// Between "in at most one try of ten" and "in at least three of four" (Wald's test): something
// that happens so often is called seldom in fewer than 1 % of all cases, something so seldom is
// called often in fewer than one case of a million. Four tries without it decide.
inline constexpr double seldom_part = 0.1;
inline constexpr double often_part = 0.75;
inline constexpr double wrongly_seldom = 0.01;
inline constexpr double wrongly_often = 1e-6;
// What lies between the two may take long; then nothing is known, and that is no success.
inline constexpr int most_tries = 200;

class Test {
 public:
  void add(bool happened) {
    ++tries_;
    if (happened) ++times_;
    log_ratio_ += happened ? std::log(often_part / seldom_part)
                           : std::log((1 - often_part) / (1 - seldom_part));
  }
  // Where two things are compared: the last try had it the other way round. On a machine that is so
  // busy that both happen often, this takes back one time that it happened.
  void add_reverse() {
    ++reversed_;
    log_ratio_ -= std::log(often_part / seldom_part);
  }
  [[nodiscard]] bool is_seldom() const { return log_ratio_ <= std::log(wrongly_seldom); }
  [[nodiscard]] bool is_often() const { return log_ratio_ >= -std::log(wrongly_often); }
  [[nodiscard]] bool decided() const { return is_seldom() || is_often() || tries_ >= most_tries; }
  [[nodiscard]] std::string text() const {
    return std::to_string(times_) + " times in " + std::to_string(tries_) + " tries" +
           (reversed_ > 0 ? " (" + std::to_string(reversed_) + " times the other way round)" : "");
  }

 private:
  int tries_ = 0;
  int times_ = 0;
  int reversed_ = 0;
  double log_ratio_ = 0;
};

// Calls `happens` until that is decided.
template <typename Event>
Test try_often(Event happens) {
  Test test;
  while (!test.decided()) test.add(happens());
  return test;
}

}  // namespace sequential
