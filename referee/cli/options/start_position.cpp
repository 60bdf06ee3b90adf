#include "referee/cli/options/start_position.hpp"

#include <fmt/core.h>

#include <iostream>
#include <system_error>

#include "referee/base/text/file.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/play/last_game.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/show/report/live/run_count.hpp"
#include "referee/show/report/match/match_text.hpp"

namespace referee::cli {
namespace {

constexpr auto title = "How games begin";

void check(const match::MatchPlan& plan, const std::vector<std::string>& moves,
           const std::string& option) {
  if (const std::string why = match::why_unplayable(plan, moves); !why.empty()) {
    throw UsageError(fmt::format("{}: {}", option, why));
  }
}

std::string text_of_file(const std::string& file) {
  try {
    return text::read_text(file);
  } catch (const std::system_error& error) {
    throw UsageError(fmt::format("--moves: {}", error.what()));
  }
}

}  // namespace

void StartOptions::add_to(const Verb& all) {
  const Verb verb = all.under(title);
  verb.option("--deal", &deal,
              "The random part of the game, as records have it, instead of a seed's")
      .unit("TEXT");
  verb.option("--deal-of", &deal_of, "The deal of this match: LOG, or LOG:N for match N of several")
      .unit("LOG:N");
  verb.option(
          "--moves", &moves,
          "Begin with the moves in this file, of both seats in turn, separated by blanks or "
          "newlines. {moves} in a bot's command becomes the bot's own moves, separated by commas")
      .unit("FILE")
      .check(must_be_named);
}

match::MatchPlan StartOptions::plan(const rules::GameInfo& game, std::uint64_t seed) const {
  if (deal && !deal_of.empty()) throw UsageError("--deal and --deal-of exclude each other");
  if (deal) {
    match::MatchPlan plan{&game, std::nullopt, *deal};
    check(plan, {}, "--deal");
    return plan;
  }
  if (deal_of.empty()) return match::MatchPlan::from_seed(game, seed);
  const match::MatchRecord record = store::record_named(log_named(deal_of));
  if (record.game->name != game.name) {
    throw UsageError(
        fmt::format("--deal-of: that match is one of {}, not of {}", record.game->name, game.name));
  }
  match::MatchPlan plan{&game, record.seed, match::whole_deal(game, record.deal)};
  check(plan, {}, "--deal-of");
  return plan;
}

std::vector<std::string> StartOptions::given_moves(const match::MatchPlan& plan) const {
  if (moves.empty()) return {};
  std::vector<std::string> given = match::words_of_text(text_of_file(moves));
  check(plan, given, "--moves");
  return given;
}

match::Beginning StartOptions::beginning(const rules::GameInfo& game) const {
  match::Beginning beginning;
  if (deal || !deal_of.empty()) beginning.deal = plan(game, 0).deal;
  if (!moves.empty()) beginning.moves = match::words_of_text(text_of_file(moves));
  return beginning;
}

void OpeningOptions::add_to(const Verb& all) {
  const Verb verb = all.under(title);
  verb.option("--random-plies", &random_plies,
              "Begin each pair with this many random moves, the same in both games; a bot learns "
              "its own from {moves} in its command")
      .unit("K")
      .within(1, match::most_random_plies);
  verb.option("--openings", &file,
              "Begin each pair with one of the lines of this file, moves of both seats in turn")
      .unit("FILE")
      .check(must_be_named);
}

match::Openings OpeningOptions::read(bool moves_given) const {
  if (int{moves_given} + int{random_plies.has_value()} + int{!file.empty()} > 1) {
    throw UsageError("--moves, --openings and --random-plies exclude each other; give one");
  }
  match::Openings openings;
  if (random_plies) openings.random_plies = static_cast<int>(*random_plies);
  if (file.empty()) return openings;
  openings.lines = match::openings_of_text(text_of_file(file));
  if (openings.lines.empty()) {
    throw UsageError(fmt::format("--openings: {} has no opening; each needs a line of its own",
                                 text::safe_text(file)));
  }
  return openings;
}

void tell_replaced(const match::MatchRecord& record,
                   const std::vector<match::ReplacedAnswer>& replaced) {
  for (const match::Seat seat : {match::Seat::first, match::Seat::second}) {
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
    std::cerr << "referee: "
              << report::replaced_text(report::bot_and_seat(record, seat), text::join(answers))
              << '\n';
  }
}

}  // namespace referee::cli
