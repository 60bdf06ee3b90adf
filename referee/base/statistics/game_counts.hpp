// Numbers of results of each kind, as one of two players ("the first") sees them.
#pragma once

#include <cstdint>
#include <optional>

namespace referee::statistics {

// One game as the first player sees it.
enum class GameResult : std::uint8_t { loss = 0, draw = 1, win = 2 };

// The same game's result for the other side.
constexpr GameResult swapped(GameResult result) noexcept {
  return static_cast<GameResult>(2 - static_cast<int>(result));
}

// Counts of single games.
struct GameCounts {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;

  void add(GameResult game, std::uint64_t count = 1) noexcept {
    (game == GameResult::win ? wins : game == GameResult::draw ? draws : losses) += count;
  }
  [[nodiscard]] std::uint64_t total() const noexcept { return wins + losses + draws; }
  // Points of the first player: 1 for a win, 1/2 for a draw.
  [[nodiscard]] double points() const noexcept {
    return static_cast<double>(wins) + static_cast<double>(draws) / 2;
  }
  // The same games as the second player sees them.
  [[nodiscard]] GameCounts swapped() const noexcept { return {losses, wins, draws}; }

  // The games that are not among `some` of them.
  friend GameCounts operator-(const GameCounts& all, const GameCounts& some) noexcept {
    return {all.wins - some.wins, all.losses - some.losses, all.draws - some.draws};
  }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

// Pairs of games: one deal played in both seat orders. The two games share their luck,
// so pairs, not games, may be treated as independent of each other.
struct PairCounts {
  std::uint64_t ll = 0;    // both lost
  std::uint64_t ld = 0;    // a loss and a draw
  std::uint64_t even = 0;  // a win and a loss, or two draws
  std::uint64_t wd = 0;    // a win and a draw
  std::uint64_t ww = 0;    // both won
  // The part of `even` that were two draws, if known. Only the ratio of wl() to dd depends on it.
  std::optional<std::uint64_t> dd;

  // Counts with the two kinds of even pairs kept apart.
  static PairCounts split(std::uint64_t ll, std::uint64_t ld, std::uint64_t wl, std::uint64_t dd,
                          std::uint64_t wd, std::uint64_t ww) noexcept {
    return {ll, ld, wl + dd, wd, ww, dd};
  }
  // Counts with the even pairs as one number; `dd` stays absent.
  static PairCounts joined(std::uint64_t ll, std::uint64_t ld, std::uint64_t even, std::uint64_t wd,
                           std::uint64_t ww) noexcept {
    return {ll, ld, even, wd, ww, std::nullopt};
  }

  // Counts one more pair. The first pair sets `dd`, so that even pairs are distinguished.
  void add(GameResult one, GameResult two) noexcept {
    if (total() == 0) dd = 0;
    switch (static_cast<int>(one) + static_cast<int>(two)) {
      case 0:
        ++ll;
        break;
      case 1:
        ++ld;
        break;
      case 2:
        ++even;
        if (dd && one == GameResult::draw) ++*dd;
        break;
      case 3:
        ++wd;
        break;
      default:
        ++ww;
        break;
    }
  }
  [[nodiscard]] std::uint64_t total() const noexcept { return ll + ld + even + wd + ww; }
  // Even pairs of a win and a loss, where known.
  [[nodiscard]] std::optional<std::uint64_t> wl() const noexcept {
    return dd ? std::optional(even - *dd) : std::nullopt;
  }
  // The same pairs as the second player sees them.
  [[nodiscard]] PairCounts swapped() const noexcept { return {ww, wd, even, ld, ll, dd}; }

  friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

}  // namespace referee::statistics
