#include "referee/cli/options/start_position.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/run/store/last_game.hpp"
#include "referee/show/report/live/pace.hpp"
#include "referee/show/report/match/match_text.hpp"

namespace referee::cli {
namespace {

constexpr auto title_of_starts = "How games begin";

void check(const match::MatchPlan& plan, const std::vector<std::string>& moves,
           const std::string& option) {
  if (const std::string why = match::why_unplayable(plan, moves); !why.empty()) {
    throw UsageError(fmt::format("{}: {}", option, why));
  }
}

std::string text_of_file(const std::string& file, const char* option) {
  try {
    return text::read_text(file);
  } catch (const std::system_error& error) {
    throw UsageError(fmt::format("{}: {}", option, error.what()));
  }
}

}  // namespace

void StartOptions::add_to(const Verb& all) {
  const Verb verb = all.under(title_of_starts);
  verb.option(
          "--deal", &deal,
          "The random part of the game, as records have it, instead of a seed's; @LOG or @LOG:N: "
          "that of a recorded match, or of match N of several")
      .unit("TEXT|@LOG:N");
  verb.option(
          "--moves", &moves,
          "Begin with the moves in this file, of both seats in turn, separated by blanks or "
          "newlines. {moves} in a bot's command becomes the bot's own moves, separated by commas")
      .unit("FILE")
      .check(must_be_named);
}

match::MatchPlan StartOptions::plan(const rules::GameInfo& game, std::uint64_t seed,
                                    const rules::Games& games) const {
  if (!deal) return match::MatchPlan::from_seed(game, seed);
  if (!deal->starts_with('@')) {
    match::MatchPlan plan{&game, std::nullopt, *deal};
    check(plan, {}, "--deal");
    return plan;
  }
  const match::MatchRecord record =
      store::record_named(store::log_named(deal->substr(1)), {}, games);
  if (record.game->name != game.name) {
    throw UsageError(
        fmt::format("--deal: that match is one of {}, not of {}", record.game->name, game.name));
  }
  match::MatchPlan plan{&game, record.seed, match::whole_deal(game, record.deal)};
  check(plan, {}, "--deal");
  return plan;
}

std::vector<std::string> StartOptions::given_moves(const match::MatchPlan& plan) const {
  if (moves.empty()) return {};
  std::vector<std::string> given = match::words_of_text(text_of_file(moves, "--moves"));
  check(plan, given, "--moves");
  return given;
}

match::Beginning StartOptions::beginning(const rules::GameInfo& game,
                                         const rules::Games& games) const {
  match::Beginning beginning;
  if (deal) beginning.deal = plan(game, 0, games).deal;
  if (!moves.empty()) beginning.moves = match::words_of_text(text_of_file(moves, "--moves"));
  return beginning;
}

void OpeningOptions::add_to(const Verb& all) {
  const Verb verb = all.under(title_of_starts);
  verb.option("--openings", &given,
              "Begin each pair with one of the lines of this file, moves of both seats in turn, or "
              "with K random moves, the same in both games; a bot learns its own from {moves} in "
              "its command")
      .unit("FILE|K")
      .check(must_be_named);
}

match::Openings OpeningOptions::read(bool moves_given) const {
  if (moves_given && !given.empty()) {
    throw UsageError("--moves and --openings exclude each other; give one");
  }
  match::Openings openings;
  if (given.empty()) return openings;
  if (std::all_of(given.begin(), given.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    const auto [stop, error] =
        std::from_chars(given.data(), given.data() + given.size(), openings.random_plies);
    if (error != std::errc() || openings.random_plies < 1 ||
        openings.random_plies > static_cast<int>(match::most_random_plies)) {
      throw UsageError(fmt::format("--openings: {} random moves; give 1 to {}, or ./{} for a file",
                                   given, match::most_random_plies, given));
    }
    return openings;
  }
  openings.lines = match::openings_of_text(text_of_file(given, "--openings"));
  if (openings.lines.empty()) {
    throw UsageError(fmt::format("--openings: {} has no opening; each needs a line of its own",
                                 text::safe_text(given)));
  }
  return openings;
}

void tell_replaced(const match::MatchRecord& record,
                   const std::vector<match::ReplacedAnswer>& replaced) {
  for (const match::Seat seat : record.bots.seats()) {
    std::vector<std::string> answers;
    for (const match::ReplacedAnswer& one : replaced) {
      if (one.seat != seat) continue;
      answers.push_back(fmt::format("{} at move {}", text::safe_text(one.answer), one.ply));
    }
    if (answers.empty()) continue;
    constexpr std::size_t most = 3;
    if (answers.size() > most) {
      answers.resize(most);
      answers.emplace_back("...");
    }
    text::tell("referee: {}",
               report::replaced_text(report::bot_and_seat(record, seat), text::join(answers)));
  }
}

}  // namespace referee::cli
