#include "referee/config/manifest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/config/beginning.hpp"
#include "referee/config/changed_bots.hpp"
#include "referee/config/config_fields.hpp"
#include "referee/config/marks.hpp"
#include "referee/config/schedule.hpp"
#include "referee/formats/swiss_lookahead.hpp"
#include "referee/match/budget.hpp"
#include "referee/program/checkout.hpp"
#include "referee/program/content_hash.hpp"
#include "referee/text/file.hpp"
#include "referee/text/sha256.hpp"

namespace referee::config {
namespace {

constexpr std::string_view manifest_schema = "referee-manifest";
// Version 2 has what programs that know only version 1 would take for something else: "grown", and
// {seed} in the commands of a tournament, "give_up_after", and games that do not begin as usual.
// Version 3 has "drawn": deals, and the numbers for {seed}, follow from the seed in another way.
constexpr int manifest_version = 3;
constexpr int most_rounds = 1'000'000;

double seconds(kernel::Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

PlayedBy read_played_by(const text::JsonReader& reader) {
  const std::string text = reader.text();
  for (const PlayedBy command : {PlayedBy::compare, PlayedBy::regress}) {
    if (text == name(command)) return command;
  }
  reader.fail(fmt::format("must be \"compare\" or \"regress\", not \"{}\"", text));
}

int rounds_of(const text::JsonReader& reader) {
  return static_cast<int>(reader.integer(1, most_rounds));
}

void check_names(const text::JsonReader& list, const std::vector<BotEntry>& bots) {
  if (bots.size() < 2) {
    list.fail(fmt::format("must have at least two bots, not {}", bots.size()));
  }
  std::set<std::string> names;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    if (!names.insert(bots[i].name).second) {
      list.item(i).fail(fmt::format(
          "the name \"{}\" is taken by an earlier bot; each bot needs its own", bots[i].name));
    }
  }
}

// "commit 1a2b3c4d5e6f": what was checked out where the bot's program lies; empty elsewhere, and
// for random moves, which are not a program of the caller's.
std::string note_of(const program::Command& command) {
  if (command.text == toolchain::random_command) return {};
  constexpr std::size_t enough = 12;
  const std::filesystem::path& file = command.source          ? command.source->file
                                      : command.files.empty() ? command.program
                                                              : command.files.front();
  const std::string commit = program::commit_at(file);
  return commit.empty() ? commit : "commit " + commit.substr(0, enough);
}

// Finds each bot's program and takes its hash, once for bots that share one. Sources are compiled
// at the same time. In a ladder one whose program is gone gets no hash, since it may have played
// before; and one without a note gets the commit that its program lies in.
void hash_bots(const text::JsonReader& list, Event& event, const std::filesystem::path& folder) {
  std::vector<BotEntry>& bots = event.bots;
  const bool ladder = event.format.kind == formats::FormatKind::ladder;
  std::map<std::vector<std::filesystem::path>, std::string> known;  // by files
  std::vector<toolchain::BotLine> lines;
  for (BotEntry& bot : bots) {
    if (ladder && is_gone(bot, folder)) continue;
    bot.toolchain = toolchain::toolchain_of(bot.line(folder));
    lines.push_back(bot.line(folder));
  }
  toolchain::prepare(lines);
  for (std::size_t i = 0; i < bots.size(); ++i) {
    if (ladder && is_gone(bots[i], folder)) continue;
    try {
      const program::Command command = toolchain::resolve(bots[i].line(folder));
      if (ladder && bots[i].note.empty()) bots[i].note = note_of(command);
      std::vector<std::filesystem::path> files{command.program};
      files.insert(files.end(), command.files.begin(), command.files.end());
      files.insert(files.end(), command.read.begin(), command.read.end());
      std::string& hash = known[std::move(files)];
      if (hash.empty()) hash = program::content_hash(command);
      bots[i].hash = hash;
    } catch (const program::CommandError& error) {
      list.item(i)
          .at(list.item(i).find("source") ? "source" : "command")
          .fail(fmt::format("bot \"{}\": {}", bots[i].name, error.what()));
    }
  }
}

// A bot with what only tournaments have: its note, and keys that the caller reads.
BotEntry read_noted_bot(const text::JsonReader& reader,
                        std::initializer_list<std::string_view> others) {
  if (!reader.value().is_object()) return read_bot(reader);  // which says what is wrong
  text::Json plain = reader.value();
  plain.erase("note");
  for (const std::string_view key : others) plain.erase(std::string(key));
  BotEntry bot = read_bot(text::JsonReader(plain, reader.place()));
  if (const auto note = reader.find("note")) bot.note = note->name();
  return bot;
}

int give_up_after_of(const text::JsonReader& reader) {
  constexpr int most_faults = 1'000'000;
  return static_cast<int>(reader.integer(1, most_faults));
}

// What an event inherits from the config around it.
struct Defaults {
  std::optional<int> rounds;
  std::optional<kernel::Duration> budget;
  match::TurnLimits turns;
  int give_up_after = 0;
  unsigned toolchain = 0;
  double speed = 1;
};

// Reads the format and rounds of an event whose bots have been read.
void read_rounds(const text::JsonReader& reader, const Defaults& defaults,
                 const Overrides& overrides, Event& event) {
  if (const auto format = reader.find("format"); format && format->value() == "recorded") {
    format->fail("is that of games played elsewhere, which `referee import` brings in");
  }
  event.format = formats::read_format(reader, {*event.game, event.bots.size()});
  if (formats::fixes_its_rounds(event.format.kind)) {
    if (overrides.rounds) {
      reader.at("format").fail(
          event.format.kind == formats::FormatKind::ladder
              ? "a ladder goes on with each run; instead of --rounds use --games"
              : "a knockout has as many rounds as it needs; leave out --rounds");
    }
    return;
  }
  event.rounds = defaults.rounds.value_or(1);
  std::string_view source = "\"rounds\" of all games";
  if (const auto rounds = reader.find("rounds")) {
    event.rounds = rounds_of(*rounds);
    source = {};
  }
  if (overrides.rounds) {
    event.rounds = *overrides.rounds;
    source = "--rounds";
  }
  formats::check_rounds(reader, event.format, event.rounds, source);
  const bool official = event.format.kind == formats::FormatKind::official;
  if (!official && event.format.kind != formats::FormatKind::swiss) return;
  if (!reader.find("look_ahead")) event.format.look_ahead = true;
  if (!formats::look_ahead_matters(
          event.bots.size(),
          static_cast<std::uint64_t>(official ? event.format.swiss_rounds : event.rounds))) {
    event.format.look_ahead = false;
  }
}

Event event_of(const text::JsonReader& reader, const Defaults& defaults, const Overrides& overrides,
               const std::filesystem::path& folder) {
  Event event;
  event.game = &read_game(reader.at("game"), folder);
  event.budget = defaults.budget.value_or(event.game->budget);
  if (const auto budget = reader.find("budget")) event.budget = read_duration(*budget);
  if (overrides.budget) event.budget = *overrides.budget;
  event.budget = match::here(event.budget, defaults.speed);
  event.turns = {event.game->turn_limit, event.game->first_turn_limit};
  if (defaults.turns.every > kernel::Duration{}) event.turns.every = defaults.turns.every;
  if (defaults.turns.first > kernel::Duration{}) event.turns.first = defaults.turns.first;
  read_turn_limits(reader, event.turns);
  if (overrides.turns.every > kernel::Duration{}) event.turns.every = overrides.turns.every;
  if (overrides.turns.first > kernel::Duration{}) event.turns.first = overrides.turns.first;
  event.turns = match::here(event.turns, defaults.speed);
  event.give_up_after = defaults.give_up_after;
  if (const auto faults = reader.find("give_up_after")) {
    event.give_up_after = give_up_after_of(*faults);
  }
  const text::JsonReader bots = reader.at("bots");
  for (std::size_t i = 0; i < bots.items(); ++i) {
    event.bots.push_back(read_noted_bot(bots.item(i), {}));
    unsigned& toolchain = event.bots.back().toolchain;
    if (toolchain == 0) toolchain = defaults.toolchain;
    toolchain = overrides.toolchain.value_or(toolchain);
  }
  check_names(bots, event.bots);
  read_rounds(reader, defaults, overrides, event);
  event.beginning = read_beginning(reader, *event.game, folder, overrides.record_named);
  for (std::size_t i = 0; i < event.bots.size(); ++i) {
    if (!event.bots[i].note.empty() && event.format.kind != formats::FormatKind::ladder) {
      bots.item(i).at("note").fail("belongs to the format \"ladder\", in which bots are versions");
    }
  }
  hash_bots(bots, event, folder);
  return event;
}

// A run needs memory for each match of the plan.
void check_size(const text::JsonReader& reader, const Manifest& manifest) {
  constexpr std::uint64_t most_matches = 1'000'000'000;
  const std::uint64_t matches = Schedule(manifest).size();
  if (matches <= most_matches) return;
  reader.fail(
      fmt::format("plays {} matches in all, more than the {} that a tournament may have; lower "
                  "\"rounds\" or the number of bots",
                  matches, most_matches));
}

// That each match can begin as the config says.
void check_beginning(const text::JsonReader& reader, const Manifest& manifest, std::size_t event) {
  const std::string why = why_unplayable(manifest, event);
  if (why.empty()) return;
  if (!manifest.events[event].beginning.moves.empty()) {
    reader.at("moves").fail(why);
  }
  if (!manifest.events[event].beginning.openings.none()) reader.at("openings").fail(why);
  reader.at(reader.find("deal") ? "deal" : "deal_of").fail(why);
}

text::Json bot_json(const BotEntry& bot) {
  text::Json json;
  json["name"] = bot.name;
  json["command"] = bot.command;
  json["hash"] = bot.hash;
  if (bot.version > 1) json["version"] = bot.version;
  if (bot.toolchain > 0) json["toolchain"] = bot.toolchain;
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    const std::uint64_t value = bot.limits.*key.value;
    if (value > 0) json[std::string(key.name)] = value;
  }
  if (!bot.environment.empty()) {
    for (const std::string& variable : bot.environment) {
      const auto equals = variable.find('=');
      json["environment"][variable.substr(0, equals)] = variable.substr(equals + 1);
    }
  }
  for (const std::string& path : bot.read) json["read"].push_back(path);
  if (bot.alone) json["alone"] = true;
  if (!bot.note.empty()) json["note"] = bot.note;
  return json;
}

// The lowest version with all that is in the manifest, so that others keep their ids.
int version_of(const Manifest& manifest) {
  const bool begins_elsewhere =
      std::any_of(manifest.events.begin(), manifest.events.end(),
                  [](const Event& event) { return !event.beginning.usual(); });
  const bool has_news =
      manifest.played_by == PlayedBy::tournament &&
      std::any_of(manifest.events.begin(), manifest.events.end(), [](const Event& event) {
        return event.give_up_after > 0 || event.format.tie_break > 0 || event.format.look_ahead ||
               std::any_of(event.bots.begin(), event.bots.end(), [](const BotEntry& bot) {
                 return bot.command.find(seed_mark) != std::string::npos ||
                        bot.command.find(moves_mark) != std::string::npos;
               });
      });
  if (manifest.drawn) return 3;
  return manifest.grown || has_news || begins_elsewhere ? 2 : 1;
}

text::Json identity_json(const Manifest& manifest) {
  text::Json json;
  json["schema"] = manifest_schema;
  json["version"] = version_of(manifest);
  if (manifest.played_by != PlayedBy::tournament) json["played_by"] = name(manifest.played_by);
  json["seed"] = manifest.seed;
  if (manifest.drawn) json["drawn"] = true;
  json["clock"] = kernel::name(manifest.clock);
  if (manifest.speed != 1) json["speed"] = manifest.speed;
  json["isolation"] = name(manifest.isolation);
  if (manifest.ponders) json["ponder"] = true;
  if (manifest.own_deals) json["own_deals"] = true;
  if (!manifest.extends.empty()) json["extends"] = manifest.extends;
  if (manifest.grown) json["grown"] = true;
  json["games"] = text::Json::array();
  for (const Event& event : manifest.events) {
    text::Json one;
    one["game"] = event.game->name;
    if (event.game->outside) {
      one["judge"] = text::Json::parse(event.game->outside->facts);
      one["judge"]["folder"] =
          std::filesystem::path(event.game->outside->folder).lexically_proximate(manifest.folder);
    }
    one["format"] = formats::name(event.format.kind);
    if (!formats::fixes_its_rounds(event.format.kind)) one["rounds"] = event.rounds;
    formats::write_format(one, event.format);
    one["budget"] = seconds(event.budget);
    if (event.turns.every > kernel::Duration{}) one["turn_limit"] = seconds(event.turns.every);
    if (event.turns.first > kernel::Duration{})
      one["first_turn_limit"] = seconds(event.turns.first);
    if (event.give_up_after > 0) one["give_up_after"] = event.give_up_after;
    write_beginning(one, event.beginning);
    one["bots"] = text::Json::array();
    for (const BotEntry& bot : event.bots) one["bots"].push_back(bot_json(bot));
    json["games"].push_back(std::move(one));
  }
  return json;
}

// The game that the manifest describes, whether its judge is there or not.
const rules::GameInfo& game_from_manifest(const text::JsonReader& reader,
                                          const std::filesystem::path& folder) {
  const text::JsonReader game = reader.at("game");
  const auto judge = reader.find("judge");
  if (!judge) return read_game(game, folder);
  const auto* found = rules::find_game(game.text(), judge->value().dump(), folder.native());
  if (found == nullptr) game.fail(fmt::format("unknown game \"{}\"", game.text()));
  return *found;
}

Event event_from_manifest(const text::JsonReader& reader, const std::filesystem::path& folder) {
  Event event;
  event.game = &game_from_manifest(reader, folder);
  event.budget = read_duration(reader.at("budget"));
  read_turn_limits(reader, event.turns);
  if (const auto faults = reader.find("give_up_after")) {
    event.give_up_after = give_up_after_of(*faults);
  }
  const text::JsonReader bots = reader.at("bots");
  for (std::size_t i = 0; i < bots.items(); ++i) {
    text::JsonReader item = bots.item(i);
    const std::string hash = item.at("hash").text();
    event.bots.push_back(read_noted_bot(item, {"hash", "version"}));
    event.bots.back().hash = hash;
    if (const auto version = item.find("version")) {
      event.bots.back().version = static_cast<unsigned>(version->integer(2, most_rounds));
      const std::string suffix = fmt::format("@{}", event.bots.back().version);
      if (!event.bots.back().name.ends_with(suffix)) {
        item.at("name").fail(fmt::format("must end in {}, its version", suffix));
      }
    }
  }
  check_names(bots, event.bots);
  static_cast<void>(reader.at("format"));
  event.format = formats::read_format(reader, {*event.game, event.bots.size()});
  if (!formats::fixes_its_rounds(event.format.kind)) event.rounds = rounds_of(reader.at("rounds"));
  formats::check_rounds(reader, event.format, event.rounds);
  event.beginning = read_beginning(reader, *event.game, {}, {});
  return event;
}

}  // namespace

std::string_view name(PlayedBy command) noexcept {
  switch (command) {
    case PlayedBy::compare:
      return "compare";
    case PlayedBy::regress:
      return "regress";
    default:
      return "tournament";
  }
}

std::string Manifest::id() const { return text::sha256(identity_json(*this).dump()).substr(0, 16); }

Manifest parse_config(std::string_view text, const std::string& source,
                      const std::filesystem::path& folder, const Overrides& overrides) {
  const text::Json json = text::parse_json(text, source);
  const text::JsonReader reader(json, source + ":");
  Manifest manifest;
  manifest.folder = std::filesystem::absolute(folder).lexically_normal();
  if (const auto seed = reader.find("seed")) {
    manifest.seed = read_seed(*seed);
  } else if (overrides.unchosen && !overrides.seed) {
    manifest.seed = overrides.unchosen->seed;
    manifest.drawn = overrides.unchosen->drawn;
  }
  if (const auto clock = reader.find("clock")) manifest.clock = read_clock(*clock);
  manifest.isolation = isolation_of(reader, overrides.isolation);
  if (const auto ponder = reader.find("ponder")) manifest.ponders = ponder->boolean();
  manifest.seed = overrides.seed.value_or(manifest.seed);
  manifest.clock = overrides.clock.value_or(manifest.clock);

  Defaults defaults;
  if (const auto year = reader.find("toolchain")) defaults.toolchain = read_toolchain(*year);
  if (const auto speed = reader.find("speed")) manifest.speed = read_speed(*speed);
  manifest.speed = overrides.speed.value_or(manifest.speed);
  defaults.speed = manifest.speed;
  const auto games = reader.find("games");
  if (!games) {
    reader.only({"$schema",     "seed",       "clock",
                 "isolation",   "toolchain",  "speed",
                 "game",        "games",      "rounds",
                 "budget",      "bots",       "format",
                 "challengers", "seats",      "swiss_rounds",
                 "qualify",     "deals",      "give_up_after",
                 "deal",        "deal_of",    "moves",
                 "openings",    "tie_break",  "look_ahead",
                 "ponder",      "turn_limit", "first_turn_limit",
                 "pairs"});
    manifest.events.push_back(event_of(reader, defaults, overrides, manifest.folder));
    check_size(reader, manifest);
    check_beginning(reader, manifest, 0);
    return manifest;
  }
  reader.only({"$schema", "seed", "clock", "isolation", "toolchain", "speed", "games", "rounds",
               "budget", "turn_limit", "first_turn_limit", "give_up_after", "ponder"});
  read_turn_limits(reader, defaults.turns);
  if (const auto rounds = reader.find("rounds")) defaults.rounds = rounds_of(*rounds);
  if (const auto budget = reader.find("budget")) defaults.budget = read_duration(*budget);
  if (const auto faults = reader.find("give_up_after")) {
    defaults.give_up_after = give_up_after_of(*faults);
  }
  if (games->items() == 0) games->fail("must list at least one game");
  for (std::size_t i = 0; i < games->items(); ++i) {
    const text::JsonReader game = games->item(i);
    game.only({"game",
               "rounds",
               "budget",
               "bots",
               "format",
               "challengers",
               "seats",
               "swiss_rounds",
               "qualify",
               "deals",
               "give_up_after",
               "deal",
               "deal_of",
               "moves",
               "openings",
               "tie_break",
               "look_ahead",
               "turn_limit",
               "first_turn_limit",
               "pairs"});
    manifest.events.push_back(event_of(game, defaults, overrides, manifest.folder));
  }
  const auto ladder = std::find_if(
      manifest.events.begin(), manifest.events.end(),
      [](const Event& event) { return event.format.kind == formats::FormatKind::ladder; });
  if (ladder != manifest.events.end() && manifest.events.size() > 1) {
    games->item(static_cast<std::size_t>(ladder - manifest.events.begin()))
        .at("format")
        .fail("a ladder is a tournament of its own; give each game of these a config");
  }
  check_size(reader, manifest);
  for (std::size_t i = 0; i < games->items(); ++i) {
    check_beginning(games->item(i), manifest, i);
  }
  return manifest;
}

Manifest read_config(const std::filesystem::path& file, const Overrides& overrides) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  Manifest manifest = parse_config(text::read_text(file), file.string(), folder, overrides);
  manifest.config = std::filesystem::absolute(file).lexically_normal();
  return manifest;
}

text::Json to_json(const Manifest& manifest) {
  text::Json json = identity_json(manifest);
  json["folder"] = manifest.folder.string();
  if (!manifest.config.empty()) json["config"] = manifest.config.string();
  return json;
}

Manifest manifest_from_json(const text::JsonReader& reader) {
  if (reader.at("schema").text() != manifest_schema) reader.fail("this is not a manifest");
  const text::JsonReader version = reader.at("version");
  if (version.integer(1, 1'000'000) > manifest_version) {
    version.fail(
        fmt::format("is newer than this program, which knows version {}", manifest_version));
  }
  Manifest manifest;
  if (const auto command = reader.find("played_by")) manifest.played_by = read_played_by(*command);
  manifest.seed = read_seed(reader.at("seed"));
  if (const auto drawn = reader.find("drawn")) manifest.drawn = drawn->boolean();
  manifest.clock = read_clock(reader.at("clock"));
  manifest.isolation = read_isolation(reader.at("isolation"));
  if (const auto ponder = reader.find("ponder")) manifest.ponders = ponder->boolean();
  if (const auto speed = reader.find("speed")) manifest.speed = read_speed(*speed);
  if (const auto own = reader.find("own_deals")) manifest.own_deals = own->boolean();
  if (const auto extends = reader.find("extends")) manifest.extends = extends->text();
  if (const auto grown = reader.find("grown")) manifest.grown = grown->boolean();
  if (const auto folder = reader.find("folder")) manifest.folder = folder->text();
  const text::JsonReader games = reader.at("games");
  for (std::size_t i = 0; i < games.items(); ++i) {
    manifest.events.push_back(event_from_manifest(games.item(i), manifest.folder));
  }
  if (const auto config = reader.find("config")) manifest.config = config->text();
  return manifest;
}

std::vector<match::Contestant> contestants(const Manifest& manifest, const Event& event) {
  std::vector<match::Contestant> result;
  for (std::size_t i = 0; i < event.bots.size(); ++i) {
    const BotEntry& entry = event.bots[i];
    if (!event.plays_on(i)) {
      result.emplace_back().identity = {entry.name, entry.command, entry.hash, {}};
      continue;
    }
    match::ContestantOptions options;
    options.identity = {entry.name, entry.command, entry.hash, {}};
    options.read = entry.read;
    options.toolchain = entry.toolchain;
    options.alone = entry.alone;
    options.folder = manifest.folder;
    options.budget = event.budget;
    options.turns = event.turns;
    options.limits = entry.limits;
    options.environment = entry.environment;
    options.isolated = manifest.isolation != Isolation::off;
    options.ponders = manifest.ponders;
    result.push_back(match::contestant(options, *event.game));
  }
  return result;
}

}  // namespace referee::config
