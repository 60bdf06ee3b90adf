// Results that arrive before their turn.

#include "referee/run/formats/early_results.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee::formats {
namespace {

// Rounds of two matches, 0 and 1, 2 and 3, and so on: a round is known once both matches of the
// round before have been taken.
class Rounds {
 public:
  struct Result {
    int match = 0;
    std::string text;
  };

  void add(int match, const std::string& text) {
    early_.add({match, text}, [this](const Result& result) { return take(result); });
  }
  [[nodiscard]] const std::vector<std::string>& taken() const { return taken_; }
  [[nodiscard]] std::vector<std::string> waiting() const {
    std::vector<std::string> texts;
    for (const Result& result : early_) texts.push_back(result.text);
    return texts;
  }

 private:
  Turn take(const Result& result) {
    if (result.match / 2 > round_) return Turn::later;
    taken_.push_back(result.text);
    if (++count_ % 2 != 0) return Turn::taken;
    ++round_;
    return Turn::opened;
  }

  EarlyResults<Result> early_;
  int round_ = 0;
  int count_ = 0;
  std::vector<std::string> taken_;
};

using Texts = std::vector<std::string>;

TEST(EarlyResults, TakesAtOnceWhoseTurnItIs) {
  Rounds rounds;
  rounds.add(1, "one");
  rounds.add(0, "zero");
  rounds.add(2, "two");
  EXPECT_EQ(rounds.taken(), (Texts{"one", "zero", "two"}));
  EXPECT_TRUE(rounds.waiting().empty());
}

TEST(EarlyResults, KeepsTheOthersInTheOrderOfTheirArrival) {
  Rounds rounds;
  for (const int match : {4, 2, 0}) rounds.add(match, std::to_string(match));
  EXPECT_EQ(rounds.taken(), (Texts{"0"}));
  EXPECT_EQ(rounds.waiting(), (Texts{"4", "2"}));
}

TEST(EarlyResults, OneResultMayOpenSeveralRounds) {
  Rounds rounds;
  for (const int match : {5, 3, 4, 2, 0}) rounds.add(match, std::to_string(match));
  rounds.add(1, "1");
  EXPECT_EQ(rounds.taken(), (Texts{"0", "1", "3", "2", "5", "4"}));
  EXPECT_TRUE(rounds.waiting().empty());
}

// A duplicate must not overtake the record that came first.
TEST(EarlyResults, OfTwoResultsOfOneMatchTheFirstStaysTheFirst) {
  Rounds rounds;
  rounds.add(0, "0");
  rounds.add(4, "first");
  rounds.add(2, "2");
  rounds.add(3, "3");
  rounds.add(4, "second");
  rounds.add(1, "1");
  EXPECT_EQ(rounds.taken(), (Texts{"0", "1", "2", "3", "first", "second"}));
}

}  // namespace
}  // namespace referee::formats
