// What checks read: of a config bots, games to play and recorded games, and of a played game.

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress_check.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/fault_scene.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/config_fields.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "referee/run/config/match_beginning.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/run/store/records.hpp"
#include "rules/random.hpp"

namespace referee::checks {
namespace {

using match::MatchRecord;
using rules::Seat;

// A bot as text becomes an object, and one without a name gets one; the place in errors
// stays that of the config.
text::Json with_name(const text::JsonReader& reader, const std::vector<config::BotEntry>& others,
                     const std::filesystem::path& folder) {
  text::Json json = reader.value();
  if (json.is_string()) json = text::Json{{"command", json}};
  if (!json.is_object() || json.contains("name")) return json;
  const auto command = json.find(json.contains("source") ? "source" : "command");
  if (command == json.end() || !command->is_string()) return json;
  const std::string name = program::short_name(command->get<std::string>(), folder);
  std::string free = name;
  const auto taken = [&](const config::BotEntry& other) { return other.name == free; };
  for (int i = 2; std::any_of(others.begin(), others.end(), taken); ++i) {
    free = fmt::format("{}-{}", name, i);
  }
  json["name"] = free;
  return json;
}

}  // namespace

config::BotEntry read_check_bot(const text::JsonReader& reader,
                                const std::vector<config::BotEntry>& others,
                                const CheckContext& context, const rules::GameInfo* game) {
  const std::filesystem::path& folder = context.base.folder;
  const bool text = reader.value().is_string();
  if (!text && !reader.value().is_object()) {
    reader.fail("must be a bot's command, or an object with \"command\" or \"source\"");
  }
  const text::Json json = with_name(reader, others, folder);
  const text::JsonReader object(json, reader.place());
  config::BotEntry entry = config::read_bot(object);
  entry.times = match::to_local(entry.times, context.base.speed);
  config::give_limits(entry, context.limits, context.base.speed);
  for (const config::BotEntry& other : others) {
    if (other.name == entry.name) {
      reader.fail(fmt::format("the name \"{}\" is taken by an earlier bot; each bot needs its own",
                              entry.name));
    }
  }
  try {
    if (entry.toolchain == 0) entry.toolchain = context.toolchain;
    entry.toolchain = toolchain::toolchain_of(entry.line(folder, game));
    entry.hash = config::hash_of(entry, toolchain::resolve(entry.line(folder, game)));
  } catch (const program::CommandError& error) {
    (text ? reader : object.at(object.find("source") ? "source" : "command"))
        .fail(fmt::format("bot \"{}\": {}", entry.name, error.what()));
  }
  return entry;
}

config::Event read_check_event(const text::JsonReader& reader, const CheckContext& context) {
  config::Event event;
  event.game = context.game;
  if (const auto game = reader.find("game")) {
    event.game = &config::read_compared_game(*game, context.base.folder, context.games);
  }
  if (event.game == nullptr) {
    reader.fail("the key \"game\" is missing, here or for all checks at the top");
  }
  event.times = match::local_times(
      match::chosen_or(context.limits.of_all().times,
                       match::chosen_or(config::read_times(reader), context.times)),
      *event.game, context.base.speed);
  event.bots.push_back(context.bot);
  event.beginning = config::read_beginning(reader, *event.game, context.base.folder,
                                           store::naming_records(context.of_records()));
  return event;
}

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
        read_check_bot({random, reader.place() + ".opponents"}, event.bots, context, event.game));
    return;
  }
  if (opponents->items() == 0) opponents->fail("must list at least one bot");
  for (std::size_t i = 0; i < opponents->items(); ++i) {
    event.bots.push_back(read_check_bot(opponents->item(i), event.bots, context, event.game));
  }
}

// Collects the games that the config selects from `records`.
class Collector {
 public:
  Collector(const text::JsonReader& reader, const CheckContext& context, const config::Event& event)
      : reader_(reader),
        folder_(context.base.folder),
        games_known_(context.of_records()),
        game_(*event.game) {
    bot_ = event.bots.front().name;
    if (const auto as = reader.find("as")) bot_ = as->name();
    if (const auto number = reader.find("match")) {
      number_ = static_cast<std::uint64_t>(number->integer(0, most_number));
    }
  }

  std::vector<ReplayedGame> collect() {
    const text::JsonReader records = reader_.at("records");
    if (records.value().is_string()) {
      read(records);
    } else {
      if (records.items() == 0) records.fail("must name at least one file or folder");
      for (std::size_t i = 0; i < records.items(); ++i) read(records.item(i));
    }
    if (games_.empty()) records.fail(why_none());
    return std::move(games_);
  }

 private:
  static constexpr std::int64_t most_number = 1'000'000'000'000;

  void read(const text::JsonReader& source) {
    const std::string text = source.text();
    if (text.find('\0') != std::string::npos) source.fail("must not contain a zero byte");
    const auto status = std::filesystem::status(folder_ / text);
    if (exists(status) && !is_directory(status) && !is_regular_file(status)) {
      // A device or pipe might never end.
      source.fail(fmt::format("'{}' is neither a file nor a folder", (folder_ / text).string()));
    }
    try {
      store::each_record(folder_ / text, games_known_, [&](const store::RecordEntry& entry) {
        if (!number_ || *number_ == entry.number) add(text, source, entry);
        return true;
      });
    } catch (const store::NoRecords& error) {
      source.fail(error.what());
    } catch (const std::system_error& error) {
      source.fail(error.what());
    }
  }

  void add(const std::string& text, const text::JsonReader& source,
           const store::RecordEntry& entry) {
    MatchRecord record = store::record_of(entry);
    ++seen_;
    if (record.game->name != game_.name) return;
    match::require_two(*record.game, record.bots.size());
    ++of_game_;
    for (const Seat seat : record.bots.seats()) {
      names_.insert(record.bots[rules::index(seat)].name);
      if (record.bots[rules::index(seat)].name != bot_) continue;
      if (games_.size() == most_recorded) {
        source.fail(fmt::format("has more than {} games of the bot; name one with \"match\"",
                                most_recorded));
      }
      games_.push_back(
          {place(text, entry), {&game_, record.seed, record.deal}, seat, plies_of(record, seat)});
    }
  }

  // With the path as the config has it, so that the text is the same on every machine.
  [[nodiscard]] std::string place(const std::string& text, const store::RecordEntry& entry) const {
    const std::string whole = (folder_ / text).string();
    return entry.place.starts_with(whole) ? text + entry.place.substr(whole.size()) : entry.place;
  }

  // Moves that the jury made for the bot are not its own.
  static std::vector<match::Ply> plies_of(const MatchRecord& record, Seat seat) {
    std::vector<match::Ply> plies = record.plies;
    for (const match::MatchFault& fault : record.faults) {
      const auto before = static_cast<std::size_t>(std::max(fault.ply - 1, 0));
      if (fault.seat == seat && before < plies.size()) plies.resize(before);
    }
    return plies;
  }

  [[nodiscard]] std::string why_none() const {
    if (seen_ == 0 && number_) return fmt::format("there is no match {}", *number_);
    if (of_game_ == 0) return fmt::format("there is no game of {}", game_.title);
    constexpr std::size_t most_listed = 10;
    std::vector<std::string> names;
    for (const std::string& name : names_) {
      if (names.size() < most_listed) names.push_back(text::in_quotes(name));
    }
    return fmt::format(
        "no game of {} has a bot \"{}\"; the bots there are {}: say with \"as\" whose moves are "
        "meant",
        game_.title, bot_, text::join(names));
  }

  const text::JsonReader& reader_;
  std::filesystem::path folder_;
  const rules::Games& games_known_;
  const rules::GameInfo& game_;
  std::string bot_;
  std::optional<std::uint64_t> number_;
  std::vector<ReplayedGame> games_;
  std::set<std::string> names_;
  std::uint64_t seen_ = 0;
  std::uint64_t of_game_ = 0;
};

}  // namespace

namespace {

// Most checks play against somebody.
void require_opponent(const text::JsonReader& reader, const config::Event& event) {
  if (event.game->seats() > 1) return;
  reader.at("check").fail(
      fmt::format("needs an opponent, and {} is played alone; \"not-weaker\" compares two solvers",
                  event.game->title));
}

}  // namespace

GamesPlan read_games(const text::JsonReader& reader, const CheckContext& context, bool seeds) {
  GamesPlan plan;
  plan.event = read_check_event(reader, context);
  require_opponent(reader, plan.event);
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

config::Manifest GamesPlan::manifest(const CheckContext& context) const {
  config::Manifest manifest = context.base;
  manifest.events.push_back(event);
  if (!seeds.empty()) {
    // Another list is another tournament.
    std::string all;
    for (const std::uint64_t seed : seeds) all += fmt::format("{} ", seed);
    manifest.seed = rules::Stream::fnv1a64(all) % rules::max_seed;
    manifest.own_deals = true;
  }
  return manifest;
}

RecordedPlan read_recorded(const text::JsonReader& reader, const CheckContext& context) {
  RecordedPlan plan;
  plan.event = read_check_event(reader, context);
  require_opponent(reader, plan.event);
  if (const auto command = reader.find("command")) {
    text::Json bot{{"name", context.bot.name}, {"command", command->text()}};
    const config::BotEntry found =
        read_check_bot({bot, reader.place()}, {}, context, plan.event.game);
    plan.event.bots.front().command = found.command;
    plan.event.bots.front().hash = found.hash;
    plan.event.bots.front().toolchain = found.toolchain;
  }
  plan.games = Collector(reader, context, plan.event).collect();
  config::BotEntry recorded;
  recorded.name = plan.event.bots.front().name == "recorded" ? "recorded-2" : "recorded";
  recorded.command = "the moves of the record";
  plan.event.bots.push_back(std::move(recorded));
  return plan;
}

namespace {

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

PlayedGame played_game(const match::MatchRecord& record, std::size_t seat) {
  PlayedGame game;
  game.where = fmt::format("game {} as {} against {}", record.match.value_or(0),
                           record.game->seat_names[seat], record.bots[1 - seat].name);
  if (record.seed) game.where += fmt::format(", seed {}", *record.seed);
  game.score = static_cast<double>(record.scores[seat].result.score);
  game.hash = moves_of(record);
  for (const match::MatchFault& fault : record.faults) {
    const bool own = rules::index(fault.seat) == seat;
    const std::string& name = record.bots[rules::index(fault.seat)].name;
    const std::string kind(bot::name(fault.fault.kind));
    game.failures.push_back(
        {own, kind, name + '\n' + kind + '\n' + fault.fault.reason,  // no name has a newline
         fmt::format("{}: {}{} at move {}: {}{}", game.where, own ? "" : name + " failed, ", kind,
                     fault.ply, text::with_characters(config::reason_with_advice(fault.fault)),
                     last_words(record, fault))});
    game.other_failed = game.other_failed || !own;
  }
  game.cut_short = game.other_failed && !record.game->takeover;
  return game;
}

}  // namespace referee::checks
