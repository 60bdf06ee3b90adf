#include "referee/run/config/manifest_difference.hpp"

#include <fmt/core.h>

#include <optional>

#include <nlohmann/json.hpp>

namespace referee::config {
namespace {

std::string here_and_there(const std::string& what, const text::Json& there,
                           const text::Json& here) {
  return fmt::format("{} ({} there, {} here)", what, there.dump(), here.dump());
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
