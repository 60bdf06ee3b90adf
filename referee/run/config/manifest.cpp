#include "referee/run/config/manifest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/run/config/config_fields.hpp"
#include "referee/run/config/match_beginning.hpp"

namespace referee::config {
namespace {

constexpr std::string_view manifest_schema = "referee-manifest";
// Version 2 has what programs that know only version 1 would take for something else: "grown", and
// {seed} in the commands of a tournament, "give_up_after", and games that do not begin as usual.
// Version 3 has "drawn": deals, and the numbers for {seed}, follow from the seed in another way.
constexpr int manifest_version = 3;
// Of "hashes", which manifests of versions before 1.0 do not have.
constexpr std::string_view hashes_of_folders = "folders";

PlayedBy read_played_by(const text::JsonReader& reader) {
  const std::string text = reader.text();
  for (const PlayedBy command : {PlayedBy::compare, PlayedBy::regress}) {
    if (text == name(command)) return command;
  }
  reader.fail(fmt::format("must be \"compare\" or \"regress\", not \"{}\"", text));
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
  write_times(json, bot.times);
  for (const std::string& variable : bot.environment) {
    const auto equals = variable.find('=');
    json["environment"][variable.substr(0, equals)] = variable.substr(equals + 1);
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
      one["judge"]["folder"] = text::path_text(std::filesystem::path(event.game->outside->folder)
                                                   .lexically_proximate(manifest.folder)
                                                   .string());
    }
    one["format"] = formats::name(event.format.kind);
    if (!formats::fixes_its_rounds(event.format.kind)) one["rounds"] = event.rounds;
    formats::write_format(one, event.format);
    write_times(one, event.times);
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
                                          const std::filesystem::path& folder,
                                          const rules::Games& games) {
  const text::JsonReader game = reader.at("game");
  const auto judge = reader.find("judge");
  const rules::GameInfo* found = judge ? games.of_manifest(judge->value().dump(), folder.native())
                                       : rules::find_game(game.text());
  if (found == nullptr) fail_for_game(game);
  return *found;
}

Event event_from_manifest(const text::JsonReader& reader, const std::filesystem::path& folder,
                          const rules::Games& games) {
  Event event;
  const rules::GameInfo& game = game_from_manifest(reader, folder, games);
  static_cast<void>(reader.at("budget"));
  event.times = read_times(reader);
  if (const auto faults = reader.find("give_up_after")) {
    event.give_up_after = read_give_up_after(*faults);
  }
  const text::JsonReader bots = reader.at("bots");
  event.bots =
      read_bots(bots, {"note", "hash", "version"}, std::min(game.fewest_seats, rules::usual_seats));
  event.game = &seated(game, bots, event.bots.size());
  for (std::size_t i = 0; i < event.bots.size(); ++i) {
    const text::JsonReader item = bots.item(i);
    BotEntry& bot = event.bots[i];
    bot.hash = item.at("hash").text();
    const auto version = item.find("version");
    if (!version) continue;
    bot.version = static_cast<unsigned>(version->integer(2, most_rounds));
    if (!bot.name.ends_with(fmt::format("@{}", bot.version))) {
      item.at("name").fail(fmt::format("must end in @{}, its version", bot.version));
    }
  }
  static_cast<void>(reader.at("format"));
  event.format = formats::read_format(reader, {*event.game, event.bots.size()});
  if (!formats::fixes_its_rounds(event.format.kind))
    event.rounds = read_rounds(reader.at("rounds"));
  formats::check_rounds(reader, event.format, event.rounds);
  event.beginning = read_beginning(reader, *event.game, {}, {});
  return event;
}

}  // namespace

std::string hash_of(const BotEntry& bot, const program::Command& command) {
  const program::Contents contents = program::contents_of(command);
  if (const std::string text = program::left_out_text(contents); !text.empty()) {
    text::warn(
        "of what belongs to \"{}\" the contents of {} are not watched, only names and sizes: at "
        "most {} files and {} MiB of a bot's folder are",
        bot.name, text, program::most_own_files, program::most_own_bytes >> 20);
  }
  return program::content_hash(command, contents, program::Covers::folder);
}

std::string Manifest::id() const {
  return text::sha256(text::dump(identity_json(*this))).substr(0, 16);
}

text::Json to_json(const Manifest& manifest) {
  text::Json json = identity_json(manifest);
  if (manifest.covers == program::Covers::folder) json["hashes"] = hashes_of_folders;
  json["folder"] = text::path_text(manifest.folder.string());
  if (!manifest.config.empty()) json["config"] = text::path_text(manifest.config.string());
  return json;
}

Manifest manifest_from_json(const text::JsonReader& reader, const rules::Games& games) {
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
  const auto hashes = reader.find("hashes");
  manifest.covers = hashes && hashes->text() == hashes_of_folders ? program::Covers::folder
                                                                  : program::Covers::program;
  if (const auto folder = reader.find("folder"))
    manifest.folder = text::path_of_text(folder->text());
  for (const text::JsonReader& game : reader.at("games").all()) {
    manifest.events.push_back(event_from_manifest(game, manifest.folder, games));
  }
  if (const auto config = reader.find("config"))
    manifest.config = text::path_of_text(config->text());
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
    options.times = event.times_of(i);
    options.limits = entry.limits;
    options.environment = entry.environment;
    options.isolated = manifest.isolation != Isolation::off;
    options.ponders = manifest.ponders;
    result.push_back(match::contestant(options, *event.game));
  }
  return result;
}

namespace {

std::string here_and_there(const std::string& what, const text::Json& there,
                           const text::Json& here) {
  return fmt::format("{} ({} there, {} here)", what, text::dump(there), text::dump(here));
}

// The first key in which two objects differ, or nothing.
std::optional<std::string> differing_key(const text::Json& there, const text::Json& here) {
  for (const text::Json* side : {&there, &here}) {
    for (const auto& [key, ignored] : side->items()) {
      const auto in_there = there.find(key);
      const auto in_here = here.find(key);
      if (in_there == there.end() || in_here == here.end() || *in_there != *in_here) return key;
    }
  }
  return std::nullopt;
}

text::Json all_of(const text::Json& list, const std::string& key) {
  text::Json values = text::Json::array();
  for (const text::Json& item : list) values.push_back(item.at(key));
  return values;
}

std::string difference_of_bots(const std::string& game, const text::Json& there,
                               const text::Json& here) {
  const text::Json names_there = all_of(there, "name");
  const text::Json names_here = all_of(here, "name");
  // A bot whose program was changed plays on as "mine@2"; that is not a difference of the config.
  const auto is_same = [](const text::Json& name_there, const text::Json& name_here) {
    const std::string before = name_there.get<std::string>();
    const std::string now = name_here.get<std::string>();
    return before == now || before.starts_with(now + '@');
  };
  if (names_there.size() != names_here.size()) {
    return here_and_there("the bots of " + game, names_there, names_here);
  }
  for (std::size_t i = 0; i < names_there.size(); ++i) {
    if (is_same(names_there[i], names_here[i])) continue;
    return here_and_there(fmt::format("the name of bot {} of {}", i + 1, game), names_there[i],
                          names_here[i]);
  }
  for (std::size_t i = 0; i < there.size(); ++i) {
    const auto key = differing_key(there[i], here[i]);
    if (!key) continue;
    const std::string bot = fmt::format("the bot {} of {}", here[i].at("name").dump(), game);
    if (*key == "hash") return fmt::format("the program of {}, which has been changed since", bot);
    return here_and_there(fmt::format("\"{}\" of {}", *key, bot),
                          there[i].value(*key, text::Json()), here[i].value(*key, text::Json()));
  }
  return "the bots of " + game;
}

}  // namespace

std::string difference(const Manifest& there_manifest, const Manifest& here_manifest) {
  const text::Json there = to_json(there_manifest);
  const text::Json here = to_json(here_manifest);
  if (there_manifest.played_by != here_manifest.played_by) {
    return fmt::format("the command that plays it (referee {} there, referee {} here)",
                       name(there_manifest.played_by), name(here_manifest.played_by));
  }
  for (const std::string key : {"seed", "clock", "isolation"}) {
    if (there.at(key) != here.at(key)) {
      return here_and_there("the " + key, there.at(key), here.at(key));
    }
  }
  if (there_manifest.ponders != here_manifest.ponders) {
    return here_and_there("\"ponder\"", there_manifest.ponders, here_manifest.ponders);
  }
  if (there_manifest.drawn != here_manifest.drawn) {
    return there_manifest.drawn ? "the seed (drawn there, chosen here)"
                                : "the seed (chosen there, drawn here)";
  }
  const text::Json& games_there = there.at("games");
  const text::Json& games_here = here.at("games");
  const text::Json names_there = all_of(games_there, "game");
  const text::Json names_here = all_of(games_here, "game");
  if (names_there != names_here) return here_and_there("the games", names_there, names_here);
  for (std::size_t i = 0; i < games_there.size(); ++i) {
    const auto key = differing_key(games_there[i], games_here[i]);
    if (!key) continue;
    const std::string game = names_here[i].get<std::string>();
    const text::Json value_there = games_there[i].value(*key, text::Json());
    const text::Json value_here = games_here[i].value(*key, text::Json());
    if (*key == "bots") return difference_of_bots(game, value_there, value_here);
    if (*key == "judge") {
      const auto hash = [](const text::Json& judge) {
        constexpr std::size_t enough = 12;
        return judge.is_object() ? judge.at("hash").get<std::string>().substr(0, enough) : "none";
      };
      return fmt::format(
          "the judge of {}, which has been changed since (hash {} there, {} here); bring back the "
          "files that it had, or play in a new folder",
          game, hash(value_there), hash(value_here));
    }
    if (*key == "content" || *key == "matches")
      return "the games of " + game;  // values too long to show
    return here_and_there(fmt::format("the {} of {}", *key, game), value_there, value_here);
  }
  return "its manifest";
}

}  // namespace referee::config
