// Results that arrive before their turn: of matches whose pairings depend on results that are
// still missing. This is common, since several processes may write a store at the same time, and
// files are read in the order of their names.
#pragma once

#include <cstdint>
#include <list>
#include <utility>

namespace referee::formats {

// The fate of a result that was offered.
enum class Turn : std::uint8_t {
  later,   // its turn has not come: it waits
  taken,   // it was handled
  opened,  // it was handled, and others may be due now
};

// Keeps results, in the order of arrival, until their turn comes. The caller decides whose turn it
// is, and handles the result, in a function Turn(Result&), which must not touch this object.
template <typename Result>
class EarlyResults {
 public:
  // Offers a result and, if that opens the turn of others, the waiting ones. Returns whether it
  // did.
  template <typename Take>
  bool add(Result result, const Take& take) {
    const Turn turn = take(result);
    if (turn == Turn::later) hold(std::move(result));
    if (turn != Turn::opened) return false;
    release(take);
    return true;
  }

  // Keeps a result without offering it, if the caller knows that its turn has not come.
  void hold(Result result) { waiting_.push_back(std::move(result)); }

  // Offers all waiting results, oldest first. Whenever a result opens the turn of others, starts
  // again with the oldest, so that of several results of one match the first one is taken first.
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

  // The waiting results, the oldest first.
  [[nodiscard]] auto begin() const noexcept { return waiting_.begin(); }
  [[nodiscard]] auto end() const noexcept { return waiting_.end(); }

 private:
  std::list<Result> waiting_;
};

}  // namespace referee::formats
