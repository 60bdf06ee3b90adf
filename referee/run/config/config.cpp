#include "referee/run/config/config.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/git_commit.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/bot_folder.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/run/config/config_fields.hpp"
#include "referee/run/config/generations.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/formats/official.hpp"
#include "referee/run/formats/swiss_lookahead.hpp"

namespace referee::config {
namespace {

// The keys of every config, those of a game, and those for all games of a config with several.
constexpr auto config_keys = std::to_array<std::string_view>(
    {"$schema", "seed", "clock", "isolation", "toolchain", "speed", "games", "ponder"});
constexpr auto game_keys = std::to_array<std::string_view>(
    {"game",          "rounds", "budget",       "bots",       "format",
     "challengers",   "seats",  "swiss_rounds", "qualify",    "deals",
     "give_up_after", "deal",   "deal_of",      "moves",      "openings",
     "tie_break",     "tables", "look_ahead",   "turn_limit", "first_turn_limit",
     "pairs"});
constexpr auto default_keys = std::to_array<std::string_view>(
    {"rounds", "budget", "turn_limit", "first_turn_limit", "give_up_after"});

template <typename... Lists>
std::vector<std::string_view> keys_of(const Lists&... lists) {
  std::vector<std::string_view> all;
  (all.insert(all.end(), lists.begin(), lists.end()), ...);
  return all;
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
  std::map<std::vector<std::filesystem::path>, std::string> known;  // by files and first word
  std::vector<toolchain::BotLine> lines;
  for (BotEntry& bot : bots) {
    if (ladder && is_gone(bot, folder)) continue;
    bot.toolchain = toolchain::toolchain_of(bot.line(folder, event.game));
    lines.push_back(bot.line(folder, event.game));
  }
  toolchain::prepare(lines);
  std::vector<std::optional<program::Command>> commands(bots.size());
  std::vector<program::Command*> found;
  const auto for_each_bot = [&](const auto& work) {
    for (std::size_t i = 0; i < bots.size(); ++i) {
      try {
        work(i);
      } catch (const program::CommandError& error) {
        list.item(i)
            .at(list.item(i).find("source") ? "source" : "command")
            .fail(fmt::format("bot \"{}\": {}", bots[i].name, error.what()));
      }
    }
  };
  for_each_bot([&](std::size_t i) {
    if (ladder && is_gone(bots[i], folder)) return;
    const program::Command& command =
        commands[i].emplace(toolchain::resolve(bots[i].line(folder, event.game)));
    program::check_static_data(command, match::limits_of(*event.game, bots[i].limits).memory);
    if (ladder && bots[i].note.empty()) bots[i].note = note_of(command);
    found.push_back(&*commands[i]);
  });
  program::set_apart(found);
  for_each_bot([&](std::size_t i) {
    if (!commands[i]) return;
    const program::Command& command = *commands[i];
    // Only a program that is named by its path brings its folder.
    std::vector<std::filesystem::path> files{command.program, command.words.front()};
    files.insert(files.end(), command.files.begin(), command.files.end());
    files.insert(files.end(), command.folders.begin(), command.folders.end());
    files.insert(files.end(), command.read.begin(), command.read.end());
    std::string& hash = known[std::move(files)];
    if (hash.empty()) hash = hash_of(bots[i], command);
    bots[i].hash = hash;
  });
}

// What an event inherits from the config around it.
struct Defaults {
  std::optional<int> rounds;
  kernel::TimeLimits times;
  int give_up_after = 0;
  unsigned toolchain = 0;
  double speed = 1;
};

// What a config with several games says for all of them.
void read_defaults(const text::JsonReader& reader, Defaults& defaults) {
  defaults.times = read_times(reader);
  if (const auto rounds = reader.find("rounds")) defaults.rounds = read_rounds(*rounds);
  if (const auto faults = reader.find("give_up_after")) {
    defaults.give_up_after = read_give_up_after(*faults);
  }
}

// Reads the format and rounds of an event whose bots have been read.
void read_format(const text::JsonReader& reader, const Defaults& defaults,
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
  if (event.format.seeds) {
    if (const auto rounds = reader.find("rounds")) {
      rounds->fail("\"deals\" names the seeds of all rounds; leave it out");
    }
    if (overrides.rounds)
      reader.at("deals").fail("names the seeds of all rounds; leave out --rounds");
    event.rounds = static_cast<int>(event.format.seeds->last - event.format.seeds->first) + 1;
    return;
  }
  event.rounds = defaults.rounds.value_or(1);
  std::string_view source = "\"rounds\" of all games";
  if (const auto rounds = reader.find("rounds")) {
    event.rounds = read_rounds(*rounds);
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
  const rules::GameInfo& game = read_any_game(reader.at("game"), folder, overrides.games);
  const text::JsonReader bots = reader.at("bots");
  event.bots = read_bots(bots, {"note"}, std::min(game.fewest_seats, rules::usual_seats));
  event.game = &seated(game, bots, event.bots.size());
  event.times =
      match::local_times(match::chosen_or(overrides.limits.of_all().times,
                                          match::chosen_or(read_times(reader), defaults.times)),
                         *event.game, defaults.speed);
  event.give_up_after = defaults.give_up_after;
  if (const auto faults = reader.find("give_up_after")) {
    event.give_up_after = read_give_up_after(*faults);
  }
  for (BotEntry& bot : event.bots) {
    if (bot.toolchain == 0) bot.toolchain = defaults.toolchain;
    bot.toolchain = overrides.toolchain.value_or(bot.toolchain);
    bot.times = match::to_local(bot.times, defaults.speed);
    give_limits(bot, overrides.limits, defaults.speed);
  }
  read_format(reader, defaults, overrides, event);
  event.beginning = read_beginning(reader, *event.game, folder, overrides.record_named);
  for (std::size_t i = 0; i < event.bots.size(); ++i) {
    if (!event.bots[i].note.empty() && event.format.kind != formats::FormatKind::ladder &&
        !event.game->alone()) {
      bots.item(i).at("note").fail(
          "belongs to the format \"ladder\", in which bots are versions, and to games in which "
          "bots play alone");
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

// A config may come from somebody else, and what it opens to bots is told: what lies beside it is
// part of it.
void tell_opened(const std::string& source, const Manifest& manifest) {
  std::vector<std::string> opened;
  for (const Event& event : manifest.events) {
    for (const BotEntry& bot : event.bots) {
      for (const std::string& path : bot.read) {
        const auto real = program::real_path(manifest.folder / path);
        if (program::is_within(real, program::real_path(manifest.folder))) continue;
        std::string one = fmt::format("{} to {}", real.string(), bot.name);
        if (std::find(opened.begin(), opened.end(), one) == opened.end()) {
          opened.push_back(std::move(one));
        }
      }
    }
  }
  if (!opened.empty()) {
    text::note("{} opens {}", text::safe_text(source), text::safe_text(text::join(opened)));
  }
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

}  // namespace

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
  const text::JsonReader::Elsewhere of_bots{bot_keys(), "a bot's entry in \"bots\""};
  reader.only(games ? keys_of(config_keys, default_keys) : keys_of(config_keys, game_keys),
              {of_bots, {keys_of(game_keys), "a game's entry in \"games\""}});
  const std::vector<text::JsonReader> events =
      games ? games->all() : std::vector<text::JsonReader>{reader};
  if (events.empty()) games->fail("must list at least one game");
  if (games) {
    read_defaults(reader, defaults);
    for (const text::JsonReader& event : events) {
      event.only(keys_of(game_keys), {of_bots, {keys_of(config_keys), "the top of the config"}});
    }
  }
  for (const text::JsonReader& event : events) {
    manifest.events.push_back(event_of(event, defaults, overrides, manifest.folder));
    const bool ladder = manifest.events.back().format.kind == formats::FormatKind::ladder;
    if (ladder && events.size() > 1) {
      event.at("format").fail(
          "a ladder is a tournament of its own; give each game of these a config");
    }
  }
  std::vector<match::LimitList::Names> names;
  for (const Event& event : manifest.events) {
    for (const BotEntry& bot : event.bots) names.push_back({bot.name});
  }
  overrides.limits.check_names(names);
  tell_opened(source, manifest);
  check_size(reader, manifest);
  for (std::size_t i = 0; i < events.size(); ++i) check_beginning(events[i], manifest, i);
  return manifest;
}

Manifest read_config(const std::filesystem::path& file, const Overrides& overrides) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  Manifest manifest = parse_config(text::read_text(file), file.string(), folder, overrides);
  manifest.config = std::filesystem::absolute(file).lexically_normal();
  return manifest;
}

namespace {

text::Json bot_json(const toolchain::FolderBot& bot, const match::LimitList& limits) {
  text::Json entry{{"name", bot.name}, {"command", bot.command}, {"alone", true}};
  const kernel::ChosenLimits chosen = limits.with_all({bot.name}).chosen;
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (chosen.*key.value > 0) entry[std::string(key.name)] = chosen.*key.value;
  }
  write_times(entry, limits.of({bot.name}).times);
  return entry;
}

// What comes before the bots.
text::Json head_json(const FolderSettings& settings, std::size_t bots, const Overrides& overrides) {
  const rules::GameInfo& game = settings.game;
  text::Json json;
  json["game"] = game.outside ? std::string_view(game.outside->folder) : game.name;
  json["format"] = settings.format;
  if (overrides.seed) json["seed"] = *overrides.seed;
  if (overrides.clock) json["clock"] = kernel::name(*overrides.clock);
  write_times(json, overrides.limits.of_all().times);
  if (overrides.speed) json["speed"] = *overrides.speed;
  if (overrides.toolchain) json["toolchain"] = *overrides.toolchain;
  if (settings.format == "official") {
    const auto most = static_cast<unsigned>(bots);
    json["swiss_rounds"] = settings.swiss_rounds.value_or(
        std::min(formats::official_swiss_rounds, std::max(most, 2U) - 1));
    json["qualify"] = settings.qualify.value_or(std::min(formats::official_qualify, most));
  }
  if (overrides.rounds) json["rounds"] = *overrides.rounds;
  return json;
}

}  // namespace

std::string folder_config(const FolderSettings& settings, const toolchain::BotFolder& found,
                          const Overrides& overrides) {
  const text::Json head = head_json(settings, found.bots.size(), overrides);
  std::string text = "{\n";
  for (const auto& [key, value] : head.items()) {
    text += fmt::format("  \"{}\": {},\n", key, text::dump(value));
  }
  text += "  \"bots\": [\n";
  std::string_view separator;
  for (const toolchain::FolderBot& bot : found.bots) {
    text += separator;
    std::string_view before = "    {";
    const text::Json entry = bot_json(bot, overrides.limits);
    for (const auto& [key, value] : entry.items()) {
      text += fmt::format("{}\"{}\": {}", std::exchange(before, ", "), key, text::dump(value));
    }
    text += '}';
    separator = ",\n";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace referee::config
