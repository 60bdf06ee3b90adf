#include "referee/analysis/replaying/record_origin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include "referee/base/text/error.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/run/store/last_game.hpp"
#include "referee/run/store/own_results.hpp"

namespace referee::replaying {
namespace {

namespace fs = std::filesystem;
using program::Origin;

bool has_commands_of(const config::Manifest& manifest, const match::MatchRecord& record) {
  return std::all_of(record.bots.begin(), record.bots.end(), [&](const auto& bot) {
    return std::any_of(manifest.events.begin(), manifest.events.end(), [&](const auto& event) {
      return event.game->name == record.game->name &&
             std::any_of(event.bots.begin(), event.bots.end(), [&](const auto& entry) {
               return entry.name == bot.name && entry.command == bot.command;
             });
    });
  });
}

bool is_given(const fs::path& real, const std::vector<std::string>& given) {
  return std::any_of(given.begin(), given.end(), [&](const std::string& path) {
    return program::is_within(real, program::real_path(path));
  });
}

// Any bot may read these, or they are made of what it is.
bool is_harmless(const fs::path& real) {
  return program::is_of_system(real) || real == program::real_path("/proc/self/exe") ||
         program::is_within(real, program::real_path(toolchain::cache_folder()));
}

// The program and the files that the command names, but for what the caller's PATH or the system
// has chosen: a program or a script whose name has no folder, the interpreter of a script.
std::vector<fs::path> opened_by(const program::Command& command) {
  std::vector<fs::path> files = command.files;
  const auto written =
      command.source ? command.words : program::command_words(command.text, command.folder);
  const bool by_path = written.front().find('/') != std::string::npos;
  // Words of the first line of a script are in front of it.
  if (command.words.size() <= written.size()) {
    if (by_path) files.insert(files.begin(), command.program);
  } else if (!by_path) {
    std::erase(files, fs::path(command.words[command.words.size() - written.size()]));
  }
  return files;
}

[[noreturn]] void refuse(const Wanted& wanted, const fs::path& path, const std::string& how) {
  throw text::InputError(text::safe_text(
      fmt::format("the record has '{}' run {}, which would open {}; a record from elsewhere opens "
                  "only the program that played, and what lies beside it: {}",
                  wanted.recorded.name, wanted.recorded.command, path.string(), how)));
}

// Whether what is here is what played.
bool is_proven(const Wanted& wanted) {
  const auto& source = wanted.command.source;
  if (source && wanted.recorded.source && source->hash != wanted.recorded.source->hash)
    return false;
  try {
    return !wanted.recorded.hash.empty() &&
           program::content_hash(wanted.command) == wanted.recorded.hash;
  } catch (const program::CommandError&) {
    return false;
  }
}

}  // namespace

Origin origin_of(const fs::path& log, std::string_view line, const match::MatchRecord& record,
                 const rules::Games& games) {
  if (!fs::is_directory(log)) {
    return store::is_kept_game(line) ? Origin::own : Origin::elsewhere;
  }
  return store::is_own(log) && has_commands_of(store::open_store(log, games).manifest(), record)
             ? Origin::own
             : Origin::elsewhere;
}

void require_own(Origin origin, const match::BotIdentity& bot) {
  if (origin != Origin::elsewhere) return;
  throw text::InputError(text::safe_text(fmt::format(
      "--under runs a bot without protections, and the record that has '{}' run {} may come from "
      "anybody; give the command yourself, with --command, or add --trust if you trust it",
      bot.name, bot.command)));
}

void require_reach(const Wanted& wanted) {
  const program::Command& command = wanted.command;
  const bool proven = is_proven(wanted);
  fs::path beside;
  for (const fs::path& file : opened_by(command)) {
    const fs::path real = program::real_path(file);
    if (is_harmless(real) || is_given(real, wanted.given)) continue;
    if (beside.empty()) beside = real.parent_path();
    if (proven && program::is_within(real, beside)) continue;
    refuse(wanted, real,
           fmt::format("give the command yourself, with --command, or add --read {}",
                       text::shell_word(real.string())));
  }
  for (const fs::path& folder : command.folders) {
    const fs::path real = program::real_path(folder);
    if (is_harmless(real) || is_given(real, wanted.given)) continue;
    refuse(wanted, real, fmt::format("add --read {}", text::shell_word(real.string())));
  }
}

void require_read(const Wanted& wanted, Origin origin) {
  for (const program::ReadFacts& one : wanted.recorded.read) {
    const fs::path path = wanted.folder / one.path;
    const fs::path real = program::real_path(path);
    if (is_given(real, wanted.given)) continue;
    const std::string add = fmt::format("--read {}", text::shell_word(real.string()));
    if (origin == Origin::elsewhere) refuse(wanted, real, "add " + add);
    std::error_code none;
    if (!fs::exists(path, none)) continue;  // starting the bot says so
    if (program::read_facts(one.path, wanted.folder).hash == one.hash) continue;
    throw text::InputError(text::safe_text(
        fmt::format("{} holds something else now than '{}' could read in that match; add {} to let "
                    "it read that",
                    real.string(), wanted.recorded.name, add)));
  }
}

}  // namespace referee::replaying
