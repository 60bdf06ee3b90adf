#include "referee/cli/options/evidence_options.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/cli/exit_code.hpp"

namespace referee::cli {
namespace {

// Beyond any tournament, and whole in a double with room for sums.
constexpr std::uint64_t most = 1'000'000'000'000;

std::vector<std::uint64_t> numbers_of(std::string_view text, const std::string& option) {
  std::vector<std::uint64_t> numbers;
  while (true) {
    const auto comma = text.find(',');
    std::string_view word = text.substr(0, comma);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number > most) {
      throw UsageError(fmt::format(
          "{}: '{}' is not a count; it must be a whole number from 0 to {}", option, word, most));
    }
    numbers.push_back(number);
    if (comma == std::string_view::npos) return numbers;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

statistics::PairCounts parse_pairs(const std::string& text) {
  const auto n = numbers_of(text, "--pairs");
  if (n.size() == 5) return statistics::PairCounts::joined(n[0], n[1], n[2], n[3], n[4]);
  if (n.size() == 6) return statistics::PairCounts::split(n[0], n[1], n[2], n[3], n[4], n[5]);
  throw UsageError(fmt::format(
      "--pairs takes 5 counts (LL,LD,WL+DD,WD,WW) or 6 (LL,LD,WL,DD,WD,WW), not {}", n.size()));
}

statistics::GameCounts parse_games(const std::string& text) {
  const auto n = numbers_of(text, "--games");
  if (n.size() == 3) return {n[0], n[1], n[2]};
  throw UsageError(fmt::format("--games takes 3 counts (W,L,D), not {}", n.size()));
}

void CountOptions::add_to(const Verb& verb) {
  verb.option("--pairs", &pairs,
              "Play nothing; results of pairs: two losses, loss and draw, even, win and draw, two "
              "wins; or six "
              "numbers, with even pairs split into win and loss, and two draws")
      .unit("LL,LD,WL+DD,WD,WW");
  verb.option("--games", &games, "Play nothing; results of single games: wins, losses, draws")
      .unit("W,L,D");
}

CountOptions::Counts CountOptions::counts() const {
  if (!pairs.empty() && !games.empty()) {
    throw UsageError("--pairs and --games exclude each other; give one of them");
  }
  if (!pairs.empty()) return parse_pairs(pairs);
  return parse_games(games);
}

void SprtOptions::add_to(const Verb& verb) {
  verb.option("--alpha", &alpha, "Accepted risk of choosing H1 when H0 holds; default: 0.05")
      .unit("SHARE");
  verb.option("--beta", &beta, "Accepted risk of choosing H0 when H1 holds; default: 0.05")
      .unit("SHARE");
  verb.option("--model", &model,
              "Unit of elo0 and elo1: normalized (default) or logistic Elo; for --games bayesian, "
              "too")
      .one_of({"normalized", "logistic", "bayesian"});
}

void SprtOptions::require_pairs() const {
  if (model == "bayesian") {
    throw UsageError("--model bayesian is for single games (--games), not for pairs");
  }
}

statistics::Risks SprtOptions::risks() const {
  if (!(alpha > 0) || !(beta > 0) || !(alpha + beta < 1)) {
    throw UsageError("--alpha and --beta must be above 0 and their sum below 1");
  }
  return {alpha, beta};
}

report::SprtQuestion SprtOptions::question() const {
  constexpr double farthest = 4000;
  if (!(elo0 >= -farthest && elo0 < elo1 && elo1 <= farthest)) {
    throw UsageError("--elo0 must be below --elo1, and both from -4000 to 4000");
  }
  report::SprtQuestion question;
  question.hypotheses = {elo0, elo1};
  question.risks = risks();
  if (model == "logistic") question.model = statistics::Model::logistic;
  if (model == "bayesian") question.model = statistics::Model::bayesian;
  return question;
}

}  // namespace referee::cli
