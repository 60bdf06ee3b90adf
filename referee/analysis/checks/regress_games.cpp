#include "referee/analysis/checks/regress_games.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/fault_scene.hpp"
#include "referee/play/match/random_bot.hpp"
#include "referee/run/config/config_fields.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "rules/random.hpp"

namespace referee::checks {
namespace {

constexpr int usual_games = 20;
constexpr int most_games = 100'000;

int read_rounds(const text::JsonReader& reader) {
  const std::int64_t games = reader.integer(2, most_games);
  if (games % 2 != 0) {
    reader.fail(fmt::format(
        "must be an even number, because each deal is played in both seats, not {}", games));
  }
  return static_cast<int>(games / 2);
}

std::vector<std::uint64_t> read_seeds(const text::JsonReader& reader) {
  std::vector<std::uint64_t> seeds;
  std::set<std::uint64_t> seen;
  if (reader.items() == 0) reader.fail("must list at least one seed");
  if (reader.items() > most_games / 2) {
    reader.fail(fmt::format("must have at most {} seeds", most_games / 2));
  }
  for (std::size_t i = 0; i < reader.items(); ++i) {
    const text::JsonReader item = reader.item(i);
    seeds.push_back(config::read_seed(item));
    if (!seen.insert(seeds.back()).second) {
      item.fail(fmt::format("the seed {} occurs twice in the list", seeds.back()));
    }
  }
  return seeds;
}

void read_opponents(const text::JsonReader& reader, const CheckContext& context,
                    config::Event& event) {
  const auto opponents = reader.find("opponents");
  if (!opponents) {
    const text::Json random{{"command", match::random_bot(*event.game, " --seed {seed}")},
                            {"name", event.bots.front().name == "random" ? "random-2" : "random"}};
    event.bots.push_back(
        read_check_bot({random, reader.place() + ".opponents"}, event.bots, context));
    return;
  }
  if (opponents->items() == 0) opponents->fail("must list at least one bot");
  for (std::size_t i = 0; i < opponents->items(); ++i) {
    event.bots.push_back(read_check_bot(opponents->item(i), event.bots, context));
  }
}

// What the bot wrote last to its standard error, on one line; empty if nothing.
std::string last_words(const match::MatchRecord& record, const match::MatchFault& fault) {
  constexpr std::size_t most_lines = 3;
  for (const match::FaultScene& scene : match::fault_scenes(record)) {
    if (scene.fault != &fault) continue;
    const auto lines = text::last_lines(scene.errors, most_lines);
    if (!lines.empty()) return "; it wrote last: " + text::join(lines, " | ");
  }
  return {};
}

std::uint64_t moves_of(const match::MatchRecord& record) {
  std::uint64_t hash = rules::Stream::fnv1a64(record.deal);
  for (const match::Ply& ply : record.plies) {
    hash = rules::Stream::mix(hash + rules::Stream::fnv1a64(ply.line));
  }
  return hash;
}

}  // namespace

GamesPlan read_games(const text::JsonReader& reader, const CheckContext& context, bool seeds) {
  GamesPlan plan;
  plan.event = read_check_event(reader, context);
  plan.event.rounds = usual_games / 2;
  const auto games = reader.find("games");
  if (games) plan.event.rounds = read_rounds(*games);
  if (const auto list = seeds ? reader.find("seeds") : std::nullopt) {
    if (plan.event.beginning.deal) list->fail("leave out the deal or this list of deals");
    if (games) list->fail("leave out \"games\" or this list, which says how many there are");
    plan.seeds = read_seeds(*list);
    plan.event.rounds = static_cast<int>(plan.seeds.size());
  }
  read_opponents(reader, context, plan.event);
  plan.event.format.kind = formats::FormatKind::gauntlet;
  if (plan.event.bots.size() == 2) plan.event.format = {};
  return plan;
}

config::Manifest manifest_of(const CheckContext& context, const GamesPlan& plan) {
  config::Manifest manifest = context.base;
  manifest.events.push_back(plan.event);
  if (!plan.seeds.empty()) {
    // Another list is another tournament.
    std::string all;
    for (const std::uint64_t seed : plan.seeds) all += fmt::format("{} ", seed);
    manifest.seed = rules::Stream::fnv1a64(all) % rules::max_seed;
    manifest.own_deals = true;
  }
  return manifest;
}

void GameTally::add(const match::MatchRecord& record, std::size_t seat) {
  ++games_;
  moves_.insert(moves_of(record));
  bool other = false;
  for (const match::MatchFault& fault : record.faults) {
    const std::string kind(bot::name(fault.fault.kind));
    const bool own = rules::index(fault.seat) == seat;
    const std::string other_failed =
        own ? "" : fmt::format("{} failed, ", record.bots[rules::index(fault.seat)].name);
    // A name cannot have a newline.
    const std::string key =
        record.bots[rules::index(fault.seat)].name + '\n' + kind + '\n' + fault.fault.reason;
    Repeated& like = (own ? own_ : others_)[key];
    const std::uint64_t number = record.match.value_or(0);
    if (like.count++ == 0 || number < like.number) {
      like.number = number;
      like.text =
          fmt::format("{}: {}{} at move {}: {}{}", game_text(record, seat), other_failed, kind,
                      fault.ply, text::with_characters(config::reason_with_advice(fault.fault)),
                      last_words(record, fault));
    }
    if (own) {
      ++faults_;
      ++kinds_[kind];
    }
    other = other || !own;
  }
  if (!other) return;
  ++others_failed_;
  if (!record.game->takeover) ++cut_short_;
}

std::string GameTally::fault_kinds() const {
  std::string text;
  for (const auto& [kind, count] : kinds_) {
    text::add_to_list(text, fmt::format("{} {}", count, kind));
  }
  return text;
}

std::vector<std::string> GameTally::fault_details() const {
  std::vector<const Repeated*> faults;
  for (const auto& [key, like] : faults_ > 0 ? own_ : others_) faults.push_back(&like);
  std::sort(faults.begin(), faults.end(), [](const Repeated* a, const Repeated* b) {
    return std::tie(a->number, a->text) < std::tie(b->number, b->text);
  });
  if (faults.size() > most_details) faults.resize(most_details);
  std::vector<std::string> details;
  for (const Repeated* like : faults) {
    details.push_back(like->text);
    if (like->count == 1) continue;
    details.back() +=
        fmt::format("; {} for the same reason", text::plural(like->count - 1, "more game"));
  }
  return details;
}

std::string GameTally::games_text() const {
  std::string text = text::plural(games_, "game");
  if (different() == games_) return text;
  return fmt::format("{} ({})", text, text::plural(different(), "different one"));
}

std::string GameTally::others_text() const {
  if (others_failed_ == 0) return {};
  if (others_always_failed()) return "an opponent failed in each game";
  return fmt::format("an opponent failed in {} of the games", others_failed_);
}

text::Json GameTally::json() const {
  text::Json json;
  json["games"] = games_;
  json["different"] = different();
  json["faults"] = text::Json::object();
  for (const auto& [kind, count] : kinds_) json["faults"][kind] = count;
  json["others_failed"] = others_failed_;
  return json;
}

std::string game_text(const match::MatchRecord& record, std::size_t seat) {
  std::string text = fmt::format("game {} as {} against {}", record.match.value_or(0),
                                 record.game->seat_names[seat], record.bots[1 - seat].name);
  if (record.seed) text += fmt::format(", seed {}", *record.seed);
  return text;
}

GamesCheck::GamesCheck(std::string name, std::string_view kind, const CheckContext& context,
                       GamesPlan plan)
    : Check(std::move(name), kind, manifest_of(context, plan)),
      seeds_(std::move(plan.seeds)),
      schedule_(manifest()) {}

CheckGame GamesCheck::game(std::uint64_t index) const {
  CheckGame game;
  game.number = index;
  game.pairing = schedule_.at(index);
  if (fixed_deals()) game.pairing.seed = seeds_[static_cast<std::size_t>(game.pairing.round) - 1];
  game.plan = match::MatchPlan::from_seed(*event().game, game.pairing.seed);
  return game;
}

void GamesCheck::note(const match::MatchRecord& record) {
  const std::size_t seat = record.bots[0].name == event().bots.front().name ? 0 : 1;
  tally_.add(record, seat);
  note(record, seat);
}

std::string GamesCheck::missing_text() const {
  return fmt::format("{} of {} played", tally_.games(),
                     text::plural(games(), "game was", "games were"));
}

Outcome GamesCheck::outcome() const {
  Outcome outcome;
  outcome.figures = tally_.json();
  outcome.details = tally_.fault_details();
  judge(outcome, tally_.games() == games());
  return outcome;
}

}  // namespace referee::checks
