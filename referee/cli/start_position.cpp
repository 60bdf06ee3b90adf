#include "referee/cli/start_position.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "referee/cli/exit_code.hpp"
#include "referee/cli/output_file.hpp"
#include "referee/cli/records.hpp"
#include "referee/report/match_text.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"

namespace referee::cli {
namespace {

// "results/demo:17"; without a number, or with a file of that name, the only match there.
match::MatchRecord record_named(const std::string& name) {
  const auto colon = name.rfind(':');
  const std::string number = colon == std::string::npos ? "" : name.substr(colon + 1);
  const bool is_number = !number.empty() && number.size() <= 18 &&
                         number.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number || std::filesystem::exists(name))
    return record_of(find_record(name, std::nullopt).entry());
  return record_of(find_record(name.substr(0, colon), std::stoull(number)).entry());
}

void check_deal(const rules::GameInfo& game, const std::string& deal, const std::string& option) {
  try {
    (void)game.start(deal);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("{}: '{}' is no deal of {}: {}", option, text::safe_text(deal),
                                 game.name, error.what()));
  }
}

std::vector<std::string> words_of_file(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw UsageError(fmt::format("--moves: cannot read '{}'", file));
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

}  // namespace

void StartOptions::add_to(const Verb& verb) {
  verb.option("--deal", &deal,
              "The random part of the game, as records have it, instead of a seed's")
      .unit("TEXT");
  verb.option("--deal-of", &deal_of, "The deal of this match: LOG, or LOG:N for match N of several")
      .unit("LOG:N");
  verb.option("--moves", &moves,
              "Begin with the moves in this file, of both seats in turn, between blanks or lines. "
              "{moves} in a bot's command becomes its own of them, with commas")
      .unit("FILE")
      .check(must_be_named);
}

match::MatchPlan StartOptions::plan(const rules::GameInfo& game, std::uint64_t seed) const {
  if (deal && !deal_of.empty()) throw UsageError("--deal and --deal-of exclude each other");
  if (deal) {
    check_deal(game, *deal, "--deal");
    return {&game, std::nullopt, *deal};
  }
  if (deal_of.empty()) return match::MatchPlan::from_seed(game, seed);
  const match::MatchRecord record = record_named(deal_of);
  if (record.game != &game) {
    throw UsageError(
        fmt::format("--deal-of: that match is one of {}, not of {}", record.game->name, game.name));
  }
  check_deal(game, record.deal, "--deal-of");
  return {&game, record.seed, whole_deal(game, record.deal)};
}

std::string whole_deal(const rules::GameInfo& game, const std::string& deal) {
  const auto words_of = [](const std::string& text) {
    std::istringstream in(text);
    return std::vector<std::string>{std::istream_iterator<std::string>(in), {}};
  };
  const std::vector<std::string> known = words_of(deal);
  const std::vector<std::string> model = words_of(game.deal(0));
  std::string whole = deal;
  for (std::size_t i = known.size(); i < model.size(); ++i) whole += ' ' + model[i];
  return whole;
}

std::vector<std::string> StartOptions::given_moves(const match::MatchPlan& plan) const {
  if (moves.empty()) return {};
  std::vector<std::string> given = words_of_file(moves);
  const auto game = plan.game->start(plan.deal);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (game->over()) {
      throw UsageError(
          fmt::format("--moves: the game ends with move {}; {} follow", i, given.size() - i));
    }
    if (const auto verdict = game->play(given[i]); !verdict) {
      throw UsageError(fmt::format("--moves: move {}, '{}', is not legal: {}", i + 1,
                                   text::safe_text(given[i]), text::safe_text(verdict.reason())));
    }
  }
  if (game->over()) throw UsageError("--moves: nothing is left to play after these moves");
  return given;
}

std::string moves_of_seat(const match::MatchPlan& plan, const std::vector<std::string>& moves,
                          match::Seat seat) {
  std::vector<std::string> own;
  const auto game = plan.game->start(plan.deal);
  for (const std::string& move : moves) {
    if (game->to_move() == seat) own.push_back(move);
    (void)game->play(move);  // given_moves() has checked it
  }
  return text::join(own, ",");
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
    std::cerr << fmt::format(
        "referee: {} would have played {}; it does not know that another move was made, so its "
        "later moves may mean nothing; a bot can take the given moves from {{moves}} in its "
        "command\n",
        report::bot_and_seat(record, seat), text::join(answers));
  }
}

}  // namespace referee::cli
