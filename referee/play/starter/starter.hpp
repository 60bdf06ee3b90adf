// The files of a new bot: a source that compiles and plays, configs and a workflow; and those of a
// new game: a judge that plays, its rules, two bots and a config.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/toolchain/languages.hpp"
#include "referee/play/starter/foreign.hpp"
#include "rules/game_info.hpp"

namespace referee::starter {

// The languages in which there is a skeleton and a part of this game, in the official order. They
// are those of most bots; sources in the other official languages are compiled all the same.
std::vector<const toolchain::Language*> languages_for(const rules::GameInfo& game);

// The names by which a language may be asked for, in small letters: "c++", "cpp"; the first is the
// usual one.
std::vector<std::string> names_of(const toolchain::Language& language);

struct StarterFile {
  std::string path;  // relative to the new folder
  std::string text;
};

// The bot's source first, then a config of a small tournament, a config of checks, and a workflow
// for GitHub. `language` is one of languages_for(game). `schemas`: the folder with those of
// configs, which the configs name for editors; may be empty.
std::vector<StarterFile> starter_files(const rules::GameInfo& game,
                                       const toolchain::Language& language,
                                       const std::string& schemas = {});

// The judges of rules/judges/: a small game in each of several languages, by the usual names of
// these ("python"), and the others by their names ("hex").
std::vector<std::string_view> judges();

// The files of a complete game, which is called `name` in records: it has a dot, see judge.md.
// game.json first, then the judge. `judge` is one of judges(). `schemas`: as for starter_files().
std::vector<StarterFile> judge_files(std::string_view judge, const std::string& name,
                                     const std::string& schemas = {});

// The adaptors for referees that others wrote: "codingame".
std::vector<std::string_view> adaptors();

// The files of a game whose referee others wrote, all but its program, which is to lie beside them.
// `adaptor` is one of adaptors().
std::vector<StarterFile> adaptor_files(std::string_view adaptor, const std::string& name,
                                       const ForeignReferee& referee,
                                       const std::string& schemas = {});

// A bot without its game, in one language: a file of skeletons/ as it was at build time, like the
// next two. It has these marks: @PART@ (where the game's part goes, see rules::BotPart), @GAME@,
// @TITLE@, @CONTEST@ and @FILE@ (its own name).
struct Skeleton {
  std::string_view ending;  // "cpp"
  std::string_view text;
};
std::span<const Skeleton> skeletons() noexcept;

// A file of rules/judges/.
struct JudgePart {
  std::string_view judge;  // "python", "hex", "codingame"
  std::string_view path;   // in the folder of its game, or of the library: "bots/first.cpp"
  std::string_view text;
};
std::span<const JudgePart> judge_parts() noexcept;

// docs/ci/github.yml
std::string_view workflow() noexcept;

}  // namespace referee::starter
