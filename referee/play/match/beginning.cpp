#include "referee/play/match/beginning.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "rules/random.hpp"

namespace referee::match {
namespace {

// Is the game over, or can one move end it? Of moves without number only some are tried; the same
// holds for many where each is `slow`, because a judge is asked.
bool may_end_at_once(const rules::Game& game, bool slow) {
  const std::uint32_t without_number = slow ? 32 : 2'000'000;
  const std::uint32_t some = slow ? 16 : 1000;
  if (game.over()) return true;
  const std::uint32_t count = game.legal_count();
  const std::uint32_t step = count > without_number ? count / some : 1;
  rules::MoveLine move;
  for (std::uint32_t number = 0; number < count; number += step) {
    const auto next = game.clone();
    game.legal_move(number, move);
    (void)next->play(move.view());
    if (next->over()) return true;
  }
  return false;
}

// Random moves from the beginning, or nothing if the game may end with the next one.
std::optional<std::vector<std::string>> random_moves(const MatchPlan& plan, int plies,
                                                     rules::Stream& stream) {
  const auto game = plan.game->start(plan.deal);
  std::vector<std::string> moves;
  rules::MoveLine move;
  for (int ply = 0; ply < plies; ++ply) {
    if (game->over()) return std::nullopt;
    game->random_move(stream, move);
    moves.emplace_back(move.view());
    (void)game->play(moves.back());
  }
  if (may_end_at_once(*game, plan.game->outside.has_value())) return std::nullopt;
  return moves;
}

}  // namespace

const rules::GameInfo& for_two(const rules::GameInfo& game) {
  if (const rules::GameInfo* two = game.with_seats(rules::usual_seats)) return *two;
  require_two(game, game.fewest_seats);
  return game;
}

void require_two(const rules::GameInfo& game, std::size_t bots) {
  if (bots == rules::usual_seats) return;
  throw text::InputError(fmt::format(
      "{} is played by {} here: so far only `referee match`, `play`, `replay`, "
      "`show`, `view`, `verify` and `check` of its folder know games that are not for two",
      game.name, text::plural(bots, "bot")));
}

std::vector<std::string> Beginning::moves_of(const MatchPlan& plan, std::uint64_t seed) const {
  if (openings.none()) return moves;
  rules::Stream stream(seed, "opening");
  if (!openings.lines.empty()) {
    return openings.lines[stream.below(static_cast<std::uint32_t>(openings.lines.size()))];
  }
  constexpr int tries = 100;
  for (int plies = openings.random_plies; plies > 0; --plies) {
    for (int i = 0; i < tries; ++i) {
      if (auto found = random_moves(plan, plies, stream)) return *std::move(found);
    }
  }
  return {};
}

std::vector<std::vector<std::string>> openings_of_text(const std::string& text) {
  std::vector<std::vector<std::string>> openings;
  std::istringstream in(text);
  std::string line;
  while (std::getline(in, line)) {
    auto moves = words_of_text(line);
    if (!moves.empty() && !moves.front().starts_with('#')) openings.push_back(std::move(moves));
  }
  return openings;
}

std::string why_unplayable(const MatchPlan& plan, const std::vector<std::string>& moves) {
  std::unique_ptr<rules::Game> game;
  try {
    game = plan.game->start(plan.deal);
  } catch (const std::invalid_argument& error) {
    return fmt::format("'{}' is not a deal of {}: {}", text::safe_text(plan.deal), plan.game->name,
                       error.what());
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (game->over()) {
      return fmt::format("the game ends with move {}; {} follow", i, moves.size() - i);
    }
    if (const auto verdict = game->play(moves[i]); !verdict) {
      return fmt::format("move {}, '{}', is not legal: {}", i + 1, text::safe_text(moves[i]),
                         text::safe_text(verdict.reason()));
    }
  }
  return game->over() ? "nothing is left to play after these moves" : std::string();
}

std::vector<std::string> words_of_text(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

std::string whole_deal(const rules::GameInfo& game, const std::string& deal) {
  const std::vector<std::string> known = words_of_text(deal);
  const std::vector<std::string> model = words_of_text(game.deal(0));
  std::string whole = deal;
  for (std::size_t i = known.size(); i < model.size(); ++i) whole += ' ' + model[i];
  return whole;
}

std::string moves_of_seat(const MatchPlan& plan, const std::vector<std::string>& moves, Seat seat) {
  std::vector<std::string> own;
  const auto game = plan.game->start(plan.deal);
  for (const std::string& move : moves) {
    if (game->to_move() == seat) own.push_back(move);
    (void)game->play(move);
  }
  return text::join(own, ",");
}

std::string game_word(const rules::GameInfo& game) {
  if (!game.outside) return std::string(game.name);
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path path = fs::proximate(game.outside->folder, ignored);
  if (path.empty() || *path.begin() == "..") path = game.outside->folder;
  std::string word = path.string();
  if (word != "." && word.find('/') == std::string::npos) word.insert(0, "./");
  return text::shell_word(word);
}

}  // namespace referee::match
