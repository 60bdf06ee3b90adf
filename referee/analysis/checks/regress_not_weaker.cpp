// The bot is not weaker than its previous build: a comparison as of docs/guide/compare.md whose
// usual hypotheses are the other way round: H1 is "as strong", H0 "weaker by a given amount".

#include <fmt/core.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "referee/analysis/checks/regress_check.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/log.hpp"

namespace referee::checks {
namespace {

class NotWeaker final : public Check {
 public:
  NotWeaker(std::string name, config::Manifest manifest, const evidence::ComparisonRules& rules)
      : Check(std::move(name), "not-weaker", std::move(manifest)), comparison_(rules) {}

  [[nodiscard]] evidence::Comparison* comparison() noexcept override { return &comparison_; }
  [[nodiscard]] const evidence::Comparison* comparison() const noexcept override {
    return &comparison_;
  }

  // A base that fails gives its games away, so it can make a weak bot look strong but no
  // strong bot weak. A partner that fails may do either.
  [[nodiscard]] Outcome outcome() const override {
    using evidence::Role;
    const bool partner_failed = comparison_.failed(Role::partner) > 0;
    const bool base_failed = comparison_.failed(Role::base_bot) > 0;
    Outcome outcome;
    switch (comparison_.decision()) {
      case statistics::Decision::accept_h1:
        if (!partner_failed && !base_failed) outcome.verdict = Verdict::passed;
        break;
      case statistics::Decision::accept_h0:
        if (!partner_failed) outcome.verdict = Verdict::failed;
        break;
      default:
        break;
    }
    return outcome;
  }

 private:
  evidence::Comparison comparison_;
};

constexpr evidence::AskedNames key_names{
    .by = "\"by\"",
    .elo = "\"elo\"",
    .points = "\"points\"",
    .score = "",
    .limit = "\"limit\"",
    .model = "\"model\"",
    .alpha = "\"alpha\"",
    .beta = "\"beta\"",
};

std::optional<double> number_at(const text::JsonReader& reader, std::string_view key) {
  const auto found = reader.find(key);
  return found ? std::optional(found->number()) : std::nullopt;
}

// The two hypotheses of a key, [LO, HI]. Each had a key of its own before, "elo0" and "elo1".
evidence::Asked::Bounds bounds_at(const text::JsonReader& reader, const std::string& key) {
  const auto pair = reader.find(key);
  const evidence::Asked::Bounds apart{number_at(reader, key + "0"), number_at(reader, key + "1")};
  const bool are_apart = apart.first || apart.second;
  if (pair && are_apart) {
    pair->fail(fmt::format("leave out \"{0}0\" and \"{0}1\", which are the two numbers here", key));
  }
  if (are_apart) {
    text::note_once("{}: \"{}0\" and \"{}1\" are one key now: \"{}\": [LO, HI]", reader.place(),
                    key, key, key);
  }
  if (!pair) return apart;
  if (!pair->value().is_array() || pair->items() != 2) {
    pair->fail(fmt::format("must be [LO, HI], two numbers, not {}", pair->value().dump()));
  }
  return {pair->item(0).number(), pair->item(1).number()};
}

// The value of a key that is one of two words; nothing without the key.
template <typename T>
std::optional<T> one_of(const text::JsonReader& reader, std::string_view key,
                        const std::array<std::pair<std::string_view, T>, 2>& words) {
  const auto found = reader.find(key);
  if (!found) return std::nullopt;
  const std::string text = found->text();
  for (const auto& [word, value] : words) {
    if (text == word) return value;
  }
  found->fail(
      fmt::format("must be \"{}\" or \"{}\", not \"{}\"", words[0].first, words[1].first, text));
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

evidence::ComparisonRules read_question(const text::JsonReader& reader,
                                        const rules::GameInfo& game) {
  using evidence::Yardstick;
  using statistics::Model;
  evidence::Asked asked;
  asked.not_weaker = true;
  asked.by =
      one_of<Yardstick>(reader, "by", {{{"wins", Yardstick::wins}, {"points", Yardstick::points}}});
  asked.model = one_of<Model>(reader, "model",
                              {{{"normalized", Model::normalized}, {"logistic", Model::logistic}}});
  asked.elo = bounds_at(reader, "elo");
  asked.points = bounds_at(reader, "points");
  asked.limit = number_at(reader, "limit");
  asked.risks = {read_risk(reader, "alpha"), read_risk(reader, "beta")};
  if (const auto most = reader.find("max_pairs")) {
    asked.most_pairs = static_cast<std::uint64_t>(most->integer(1, evidence::most_compared_pairs));
  }
  try {
    return evidence::rules_of(asked, &game, key_names);
  } catch (const std::invalid_argument& error) {
    reader.fail(error.what());
  }
}

// The same bot under the name that it has in a comparison.
config::BotEntry as_role(config::BotEntry bot, evidence::Role role) {
  bot.name = evidence::role_names[evidence::index(role)];
  return bot;
}

}  // namespace

std::unique_ptr<Check> read_not_weaker(const text::JsonReader& reader, std::string name,
                                       const CheckContext& context) {
  reader.only({"name", "check",     "game",  "budget",  "base",    "partner", "by",    "elo",
               "elo0", "elo1",      "model", "points",  "points0", "points1", "limit", "alpha",
               "beta", "max_pairs", "deal",  "deal_of", "moves",   "openings"});
  config::Event event = read_check_event(reader, context);
  const evidence::ComparisonRules rules = read_question(reader, *event.game);
  const config::BotEntry base = read_check_bot(reader.at("base"), {}, context, event.game);
  const auto partner = reader.find("partner");
  if (partner && !event.game->cooperative) {
    partner->fail(fmt::format("is for cooperative games, and {} is not one", event.game->title));
  }
  event.bots = {as_role(context.bot, evidence::Role::new_bot),
                as_role(base, evidence::Role::base_bot)};
  if (event.game->cooperative) {
    event.bots.push_back(as_role(partner ? read_check_bot(*partner, {}, context, event.game) : base,
                                 evidence::Role::partner));
  }
  event.rounds = static_cast<int>(evidence::most_compared_pairs);
  config::Manifest manifest = context.base;
  manifest.events.push_back(std::move(event));
  return std::make_unique<NotWeaker>(std::move(name), std::move(manifest), rules);
}

}  // namespace referee::checks
