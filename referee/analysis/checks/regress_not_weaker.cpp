// The bot is not weaker than its previous build: the sequential test of docs/guide/compare.md,
// the other way round: H1 is "as strong", H0 "weaker by a given amount".

#include <fmt/core.h>

#include <cmath>
#include <optional>
#include <utility>

#include "referee/analysis/checks/regress_check.hpp"
#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/statistics/elo.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/config/config_fields.hpp"

namespace referee::checks {
namespace {

constexpr double usual_loss = 20;  // normalised Elo

std::string with_sign(double value, int digits) {
  return fmt::format("{}{:.{}f}", value > 0 ? "+" : "", value, digits);
}

// A number of the config, without zeros that say nothing: "-20", "+2.5".
std::string bound(double value) {
  std::string text = with_sign(value, 2);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

class NotWeaker final : public Check {
 public:
  NotWeaker(std::string name, config::Manifest manifest, const evidence::ComparisonRules& rules)
      : Check(std::move(name), "not-weaker", std::move(manifest)), comparison_(rules) {}

  // The most games it can take; the actual number is not known in advance.
  [[nodiscard]] std::uint64_t games() const override {
    return comparison_.rules().most_pairs * evidence::matches_of_pair(event(), 0).size();
  }
  [[nodiscard]] CheckGame game(std::uint64_t) const override {
    throw std::logic_error("compare() chooses the games of a comparison");
  }
  void note(const match::MatchRecord&) override {}

  [[nodiscard]] evidence::Comparison* comparison() noexcept override { return &comparison_; }
  [[nodiscard]] const evidence::Comparison* comparison() const noexcept override {
    return &comparison_;
  }

  [[nodiscard]] Outcome outcome() const override {
    Outcome outcome;
    outcome.verdict = verdict();
    outcome.reason = reason(outcome.verdict) + figures();
    add_reservations(outcome.details);
    add_faults(outcome.details);
    return outcome;
  }

 private:
  using State = evidence::Comparison::State;

  // A base that fails gives its games away, so it can make a weak bot look strong but no
  // strong bot weak. A partner that fails may do either.
  [[nodiscard]] Verdict verdict() const {
    const bool partner_failed = comparison_.failed(evidence::Role::partner) > 0;
    const bool others_failed = partner_failed || comparison_.failed(evidence::Role::base_bot) > 0;
    switch (comparison_.state()) {
      case State::better:
        return others_failed ? Verdict::undecided : Verdict::passed;
      case State::not_better:
      case State::new_always_failed:
        return partner_failed ? Verdict::undecided : Verdict::failed;
      default:
        return Verdict::undecided;
    }
  }

  [[nodiscard]] std::string reason(Verdict verdict) const {
    const std::string pairs = text::plural(comparison_.count(), "pair");
    const std::string played = text::plural(comparison_.played(), "pair");
    if (comparison_.state() == State::new_always_failed && verdict == Verdict::failed) {
      return fmt::format("it failed in each of {}", played);
    }
    if (verdict == Verdict::passed) {
      return fmt::format("not weaker: {} rather than {} after {}", loss(true), loss(false), pairs);
    }
    if (verdict == Verdict::failed) {
      return fmt::format("weaker: {} rather than {} after {}", loss(false), loss(true), pairs);
    }
    if (comparison_.state() == State::open) {
      return fmt::format("undecided after {}, {}", played,
                         comparison_.missing() > 0 ? "as no more could be played" : "interrupted");
    }
    if (comparison_.state() == State::always_the_same) {
      return fmt::format(
          "undecided: the first {} pairs were one game again and again; give the bots something "
          "random, with {{seed}} in their commands for example",
          comparison_.played());
    }
    if (comparison_.state() == State::only_repetitions) {
      return fmt::format(
          "undecided: of {} only {} different; give the bots more that is random, with {{seed}} in "
          "their commands for example",
          played, text::plural(comparison_.count(), "was", "were"));
    }
    if (comparison_.state() == State::repeats_disagree) {
      return fmt::format(
          "undecided: the {} that are different and all {}, repetitions included, lead to opposite "
          "answers",
          pairs, played);
    }
    if (comparison_.state() == State::limit_too_small) {
      return fmt::format(
          "undecided after {}: a pair differed by {:g} points, more than the limit of {:g}, and "
          "that "
          "speaks against the answer; set \"limit\" to {:g}, with another seed",
          pairs, comparison_.largest_difference(), *comparison_.limit(),
          2 * std::ceil(comparison_.largest_difference()));
    }
    const std::string others = others_failed();
    if (!others.empty()) {
      return fmt::format("undecided after {}: {}, which measures nothing", played, others);
    }
    return fmt::format("undecided after {}, the most that \"max_pairs\" allows", played);
  }

  // "the base failed in 3 games, the partner in 1 game", or nothing.
  [[nodiscard]] std::string others_failed() const {
    std::string text;
    for (const evidence::Role role : {evidence::Role::base_bot, evidence::Role::partner}) {
      const std::uint64_t games = comparison_.failed(role);
      if (games == 0) continue;
      text::add_to_list(
          text, fmt::format("the {} failed in {}", evidence::role_names[evidence::index(role)],
                            text::plural(games, "game")));
    }
    return text;
  }

  // What a hypothesis says: "-20 normalised Elo".
  [[nodiscard]] std::string loss(bool h1) const {
    const evidence::ComparisonRules& rules = comparison_.rules();
    if (rules.by == evidence::Yardstick::points) {
      return fmt::format("{} points", bound(h1 ? rules.points.delta1 : rules.points.delta0));
    }
    return fmt::format("{} {}", bound(h1 ? rules.elo.elo1 : rules.elo.elo0),
                       rules.model == statistics::Model::normalized ? "normalised Elo" : "Elo");
  }

  [[nodiscard]] std::string figures() const {
    if (comparison_.count() < 2) return {};
    // The test has chosen how many pairs there are: what it does not follow is called naive.
    const bool wins = comparison_.rules().by == evidence::Yardstick::wins;
    const statistics::Estimate points = comparison_.mean_difference();
    const auto strength = comparison_.strength();
    const bool has_elo =
        !event().game->cooperative && strength.elo.reach == statistics::Reach::two_sided;
    std::string text = "; ";
    text += wins ? fmt::format("naive points {} ± {:.2f}", with_sign(points.value, 2), points.error)
                 : "points " + bounded(points.value, points.low, points.high, 2);
    if (!has_elo) return text;
    text += wins ? ", Elo " : ", naive Elo ";
    const auto bound = strength.elo_bound;
    return text +
           (bound ? bounded(strength.elo.value, bound, bound, 1)
                  : fmt::format("{} ({} to {})", with_sign(strength.elo.value, 1),
                                with_sign(*strength.elo.low, 1), with_sign(*strength.elo.high, 1)));
  }

  // "+3.10, at least +0.40" after H1, "at most" after H0, else "+3.10 (-1.20 to +7.00)" with the
  // ends that are known.
  [[nodiscard]] std::string bounded(double value, std::optional<double> low,
                                    std::optional<double> high, int digits) const {
    const std::string text = with_sign(value, digits);
    switch (comparison_.state()) {
      case State::better:
        return fmt::format("{}, at least {}", text, with_sign(*low, digits));
      case State::not_better:
        return fmt::format("{}, at most {}", text, with_sign(*high, digits));
      default:
        break;
    }
    if (low && high) {
      return fmt::format("{} ({} to {})", text, with_sign(*low, digits), with_sign(*high, digits));
    }
    // Differences that were cut set no end that they speak against.
    if (low) return fmt::format("{}, at least {}", text, with_sign(*low, digits));
    return high ? fmt::format("{}, at most {}", text, with_sign(*high, digits)) : "unknown";
  }

  // What the answer and its error rates depend on.
  void add_reservations(std::vector<std::string>& details) const {
    if (const auto other = comparison_.conclusions_with_missing()) {
      const auto now = comparison_.conclusion();
      details.push_back(fmt::format("{} missing, because the judge or the machine failed; {}",
                                    text::plural(comparison_.missing(), "pair is", "pairs are"),
                                    (*other)[0] == now && (*other)[1] == now
                                        ? "however they had ended, the answer would be "
                                          "the same"
                                        : "they could change the answer"));
    }
    if (comparison_.cut() > 0) {
      details.push_back(fmt::format(
          "{} cut at the limit of {:g} points, and the figures are those of differences so cut",
          text::plural(comparison_.cut(), "difference was", "differences were"),
          *comparison_.limit()));
    }
    if (comparison_.repeated() > 0 && comparison_.state() != State::always_the_same &&
        comparison_.state() != State::only_repetitions) {
      details.push_back(
          fmt::format("{} of {} only repeated earlier games, move by move, and did not count",
                      comparison_.repeated(), text::plural(comparison_.played(), "pair")));
    }
    if (const auto& question = comparison_.first_question()) {
      details.push_back(
          fmt::format("the games in this folder were played for another question, {}: the error "
                      "rates are those of a question chosen before its games were seen",
                      *question));
    }
  }

  void add_faults(std::vector<std::string>& details) const {
    constexpr std::size_t most = 10;
    for (const evidence::PairFault& fault : comparison_.first_faults()) {
      if (details.size() == most) return;
      details.push_back(fmt::format("game {}: the {} bot failed, {}", fault.match,
                                    evidence::role_names[evidence::index(fault.role)],
                                    bot::name(fault.kind)));
    }
  }

  evidence::Comparison comparison_;
};

double number_or(const text::JsonReader& reader, std::string_view key, double otherwise) {
  const auto found = reader.find(key);
  return found ? found->number() : otherwise;
}

// Keys of one yardstick have no meaning with the other.
void refuse(const text::JsonReader& reader, std::initializer_list<std::string_view> keys,
            const std::string& why) {
  for (const std::string_view key : keys) {
    if (const auto found = reader.find(key)) found->fail(why);
  }
}

evidence::Yardstick read_yardstick(const text::JsonReader& reader, const rules::GameInfo& game) {
  const auto by = reader.find("by");
  if (!by) return game.cooperative ? evidence::Yardstick::points : evidence::Yardstick::wins;
  const std::string text = by->text();
  if (text == "points") return evidence::Yardstick::points;
  if (text != "wins") {
    by->fail(fmt::format("must be \"wins\" or \"points\", not \"{}\"", text));
  }
  if (game.cooperative) {
    by->fail(fmt::format("{} is cooperative and has no winner: only \"points\" can compare bots",
                         game.title));
  }
  return evidence::Yardstick::wins;
}

statistics::Model read_model(const text::JsonReader& reader) {
  const std::string text = reader.text();
  if (text == "normalized") return statistics::Model::normalized;
  if (text == "logistic") return statistics::Model::logistic;
  reader.fail(fmt::format("must be \"normalized\" or \"logistic\", not \"{}\"", text));
}

void read_points(const text::JsonReader& reader, const rules::GameInfo& game,
                 evidence::ComparisonRules& rules) {
  const rules::PointScale& scale = game.point_scale;
  if (const auto limit = reader.find("limit"); limit && scale.exact) {
    limit->fail(
        fmt::format("is for games without limits of their own; in {} the rules set it to {:.0f}",
                    game.title, scale.limit));
  }
  const double limit = number_or(reader, "limit", scale.limit);
  const double points1 = number_or(reader, "points1", 0);
  const double points0 = number_or(reader, "points0", points1 - scale.gain);
  if (!(-limit < points0 && points0 < points1 && points1 < limit && limit <= 1e9)) {
    reader.fail(
        fmt::format("\"points0\" ({:.2f}) must be below \"points1\" ({:.2f}), and both within the "
                    "limit of the differences ({:.2f})",
                    points0, points1, limit));
  }
  rules.points = {points0, points1, -limit, limit};
}

statistics::Hypotheses read_elo(const text::JsonReader& reader) {
  constexpr double most = 2000;
  const double elo1 = number_or(reader, "elo1", 0);
  const double elo0 = number_or(reader, "elo0", elo1 - usual_loss);
  if (!(-most <= elo0 && elo0 < elo1 && elo1 <= most)) {
    reader.fail(fmt::format(
        "\"elo0\" ({:.2f}) must be below \"elo1\" ({:.2f}), both from -2000 to 2000", elo0, elo1));
  }
  return {elo0, elo1};
}

double read_risk(const text::JsonReader& reader, std::string_view key) {
  const auto found = reader.find(key);
  if (!found) return statistics::Risks{}.alpha;
  const double risk = found->number();
  if (!(risk >= 1e-6 && risk < 0.5)) {
    found->fail(
        fmt::format("must be a risk from 0.000001 to below 0.5, not {}", found->value().dump()));
  }
  return risk;
}

evidence::ComparisonRules read_rules(const text::JsonReader& reader, const rules::GameInfo& game) {
  evidence::ComparisonRules rules;
  rules.by = read_yardstick(reader, game);
  rules.risks = {read_risk(reader, "alpha"), read_risk(reader, "beta")};
  if (const auto most = reader.find("max_pairs")) {
    rules.most_pairs = static_cast<std::uint64_t>(most->integer(1, evidence::most_compared_pairs));
  }
  if (rules.by == evidence::Yardstick::points) {
    refuse(reader, {"elo0", "elo1", "model"},
           "belongs to a test by wins; one by points has \"points0\" and \"points1\"");
    read_points(reader, game, rules);
  } else {
    refuse(reader, {"points0", "points1", "limit"},
           "belongs to a test by points; one by wins has \"elo0\" and \"elo1\"");
    if (const auto model = reader.find("model")) rules.model = read_model(*model);
    rules.elo = read_elo(reader);
  }
  return rules;
}

// The same bot under the name that it has in a comparison.
config::BotEntry as_role(config::BotEntry bot, evidence::Role role) {
  bot.name = evidence::role_names[evidence::index(role)];
  return bot;
}

}  // namespace

std::unique_ptr<Check> read_not_weaker(const text::JsonReader& reader, std::string name,
                                       const CheckContext& context) {
  reader.only({"name", "check",     "game",  "budget",  "base",    "partner", "by",
               "elo0", "elo1",      "model", "points0", "points1", "limit",   "alpha",
               "beta", "max_pairs", "deal",  "deal_of", "moves",   "openings"});
  config::Event event = read_check_event(reader, context);
  const evidence::ComparisonRules rules = read_rules(reader, *event.game);
  const config::BotEntry base = read_check_bot(reader.at("base"), {}, context);
  const auto partner = reader.find("partner");
  if (partner && !event.game->cooperative) {
    partner->fail(fmt::format("is for cooperative games, and {} is not one", event.game->title));
  }
  event.bots = {as_role(context.bot, evidence::Role::new_bot),
                as_role(base, evidence::Role::base_bot)};
  if (event.game->cooperative) {
    event.bots.push_back(
        as_role(partner ? read_check_bot(*partner, {}, context) : base, evidence::Role::partner));
  }
  event.rounds = static_cast<int>(evidence::most_compared_pairs);
  config::Manifest manifest = context.base;
  manifest.events.push_back(std::move(event));
  return std::make_unique<NotWeaker>(std::move(name), std::move(manifest), rules);
}

}  // namespace referee::checks
