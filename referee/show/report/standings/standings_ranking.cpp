// The ranking keys of the standings, in words.
#include <fmt/core.h>

#include <array>

#include "referee/base/text/words.hpp"
#include "referee/show/report/standings/standings_tables.hpp"

namespace referee::report {

using formats::FormatKind;
using tournament::EventStandings;

namespace {

// By RankingKey.
constexpr std::array key_texts{"score", "game points", "score among those still tied",
                               "fewer games lost by a fault"};

std::string game_keys(const rules::GameInfo& game) {
  std::string text;
  for (const rules::RankingKey key : game.ranking) {
    text::add_to_list(text, key_texts[static_cast<std::size_t>(key)], ", then ");
  }
  return text;
}

}  // namespace

std::string ranking_keys(const EventStandings& event) {
  std::string game = game_keys(*event.game);
  std::string swiss = "Swiss points, then Buchholz, then " + game;
  switch (event.format) {
    case FormatKind::gauntlet:
      return "role, challengers first, then " + game;
    case FormatKind::swiss:
      return swiss;
    case FormatKind::knockout:
      return event.tie_break == 0
                 ? "rounds survived"
                 : fmt::format(
                       "rounds survived, ties being played off over up to {}",
                       text::plural(static_cast<std::uint64_t>(event.tie_break), "further deal"));
    case FormatKind::official:
      return "stage: first the qualified, by " + game +
             ", in the final round robin alone; then the others, by " + swiss;
    case FormatKind::ladder:
      return "Elo, the first version being 0";
    case FormatKind::round_robin:
    case FormatKind::recorded:
      break;
  }
  return game;
}

std::string event_ranking(const EventStandings& event) {
  return "Ranked by " + ranking_keys(event) +
         (event.game->cooperative ? "; the two bots of a game work together." : ".");
}

std::string_view group_name(const formats::Placed& bot, FormatKind format) {
  if (bot.group == 0) return "-";
  if (format == FormatKind::gauntlet) return bot.group == 1 ? "challenger" : "other";
  return bot.group == 1 ? "final" : "Swiss";
}

std::string halves_text(int half_points) {
  return fmt::format("{}{}", half_points / 2, half_points % 2 == 0 ? "" : ".5");
}

}  // namespace referee::report
