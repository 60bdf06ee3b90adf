// Results that arrive before their turn: matches of a round that depends on results which are
// still missing. Several processes may write a store at the same time, and files are read in the
// order of their names, so such results are nothing unusual.
#pragma once

#include <cstdint>
#include <list>
#include <utility>

namespace referee::formats {

// What became of a result that was offered.
enum class Turn : std::uint8_t {
  later,   // its turn has not come: it waits
  taken,   // it has been dealt with
  opened,  // likewise, and the turn of others may have come with it
};

// Keeps results until their turn comes, in the order of arrival. Whose turn it is, and what to do
// then, is up to the caller: a function Turn(Result&), which must not touch this object.
template <typename Result>
class EarlyResults {
 public:
  // Offers a result, and if it opens the turn of others, those that wait. Returns whether it did.
  template <typename Take>
  bool add(Result result, const Take& take) {
    const Turn turn = take(result);
    if (turn == Turn::later) hold(std::move(result));
    if (turn != Turn::opened) return false;
    release(take);
    return true;
  }

  // For callers who know themselves that the turn of a result has not come.
  void hold(Result result) { waiting_.push_back(std::move(result)); }

  // Offers everything that waits, the oldest first. Starts again with the oldest whenever a result
  // opens the turn of others: of several results of one match the first one must stay the first.
  template <typename Take>
  void release(const Take& take) {
    for (auto result = waiting_.begin(); result != waiting_.end();) {
      const Turn turn = take(*result);
      if (turn == Turn::later) {
        ++result;
        continue;
      }
      result = waiting_.erase(result);
      if (turn == Turn::opened) result = waiting_.begin();
    }
  }

  // What still waits, the oldest first.
  [[nodiscard]] auto begin() const noexcept { return waiting_.begin(); }
  [[nodiscard]] auto end() const noexcept { return waiting_.end(); }

 private:
  std::list<Result> waiting_;
};

}  // namespace referee::formats
