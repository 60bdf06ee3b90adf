#include "referee/run/store/store.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/run/config/generations.hpp"
#include "referee/run/config/ladder_growth.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/planned.hpp"
#include "referee/run/store/reading.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
namespace {

using std::filesystem::path;

// The manifests of a store, numbered from 1.
constexpr std::string_view manifest_prefix = "manifest-";
constexpr std::string_view manifest_suffix = ".json";
path manifest_path(const path& folder, std::size_t number = 1) {
  return number == 1 ? folder / "manifest.json"
                     : numbered_path(folder, manifest_prefix, number, manifest_suffix);
}

// Whether that name exists; true for broken links, too. Throws StoreError.
bool is_there(const path& file) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) return false;
  if (error) throw store_error("read", file, error.value());
  return true;
}

// Throws StoreError, JsonError.
config::Manifest read_manifest(const path& file, const rules::Games& games) {
  const text::Json json = text::parse_json(read_shared(file), file.string());
  return config::manifest_from_json(text::JsonReader(json, file.string() + ":"), games);
}

void make_folder(const path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && !std::filesystem::is_directory(folder, error) && !error) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (error) throw store_error("make the folder", folder, error.value());
}

// Throws JsonError if there is a manifest with a number above `missing`, which does not exist.
void check_none_after(const path& folder, std::size_t missing) {
  const std::size_t highest = highest_number(folder, manifest_prefix, manifest_suffix);
  if (highest <= missing) return;
  throw text::JsonError(fmt::format("{} is missing, but {}, which goes on from it, is there",
                                    manifest_path(folder, missing).string(),
                                    manifest_path(folder, highest).filename().string()));
}

// All manifests from the first to the newest. Throws StoreError, JsonError.
std::vector<config::Manifest> read_history(const path& folder, const rules::Games& games) {
  std::vector<config::Manifest> history{read_manifest(manifest_path(folder), games)};
  while (true) {
    const path next = manifest_path(folder, history.size() + 1);
    if (!is_there(next)) {
      check_none_after(folder, history.size() + 1);
      return history;
    }
    config::Manifest manifest = read_manifest(next, games);
    if (manifest.extends != history.back().id()) {
      throw text::JsonError(
          fmt::format("{}: extends: must be \"{}\", the id of the manifest before it, not \"{}\"",
                      next.string(), history.back().id(), manifest.extends));
    }
    history.push_back(std::move(manifest));
  }
}

std::vector<config::Manifest> history_to_extend(const path& folder, const rules::Games& games) {
  try {
    return read_history(folder, games);
  } catch (const text::JsonError& error) {
    throw StoreError(fmt::format(
        "{}; without its manifest nothing can be added to this folder: choose another one with "
        "--out",
        error.what()));
  }
}

// A Swiss tournament that was begun without looking ahead, by 0.1.0 say, keeps its pairings.
config::Manifest with_pairings_of(const config::Manifest& there, config::Manifest manifest) {
  for (std::size_t i = 0; i < std::min(there.events.size(), manifest.events.size()); ++i) {
    formats::Format& format = manifest.events[i].format;
    format.look_ahead = format.look_ahead && there.events[i].format.look_ahead;
  }
  return manifest;
}

// Which file may be the changed one.
std::string newest_file(const config::Manifest& manifest, const config::Renewed& renewed) {
  for (const config::Event& event : manifest.events) {
    for (const config::BotEntry& bot : event.bots) {
      if (bot.name != renewed.now || event.game->name != renewed.game) continue;
      try {
        const program::Command command = toolchain::resolve(bot.line(manifest.folder, event.game));
        return program::newest_text(program::contents_of(command, manifest.covers));
      } catch (const program::CommandError&) {
        return {};
      }
    }
  }
  return {};
}

// Why a folder does not belong to this manifest, and what the user can do.
std::string refusal(const config::Manifest& there, const config::Generation& mine,
                    ChangedPrograms changed) {
  const std::string differs = "holds another tournament, which differs in ";
  const std::string elsewhere = "choose another folder with --out";
  if (mine.renewed.empty()) {
    const std::string why = mine.obstacle.empty() ? "" : "; " + mine.obstacle;
    return fmt::format("{}{}{}; {}", differs,
                       config::difference(there, mine.refused ? *mine.refused : mine.manifest), why,
                       elsewhere);
  }
  const config::Renewed& bot = mine.renewed.front();
  const std::string newest = newest_file(mine.manifest, bot);
  std::string text = fmt::format(
      "{}the program of the bot \"{}\" of {}, which has been changed since{}; ", differs,
      bot.before, bot.game, newest.empty() ? "" : fmt::format(" ({})", newest));
  if (changed == ChangedPrograms::offer) {
    text += fmt::format(
        "use --accept-changed to play it as \"{}\" and keep what the old one has played, or ",
        bot.now);
  }
  return text + elsewhere;
}

// How many matches are planned is the same for all manifests of a ladder.
std::vector<config::Manifest> with_planned(const path& folder,
                                           std::vector<config::Manifest> history) {
  if (!config::is_ladder(history.back())) return history;
  const std::uint64_t planned = read_planned(folder);
  for (config::Manifest& manifest : history) manifest.events.front().format.planned = planned;
  return history;
}

}  // namespace

Store::Store(path folder, std::vector<config::Manifest> history, const rules::Games& games)
    : games_(&games),
      folder_(std::move(folder)),
      history_(with_planned(folder_, std::move(history))),
      id_(history_.back().id()),
      seal_(read_seal(seal_path(folder_))) {
  if (!seal_ || seal_->tournament == id_) return;
  throw ForeignStore(fmt::format("{} is the seal of another tournament, {}; this is {}",
                                 seal_path(folder_).string(), seal_->tournament, id_));
}

Store Store::create(const path& folder, const config::Manifest& given, ChangedPrograms changed,
                    const rules::Games& games) {
  make_folder(folder);
  const bool ladder = config::is_ladder(given);
  if (!is_there(manifest_path(folder))) {
    if (ladder) config::require_programs(given);
    if (const auto records = record_files(folder); !records.empty()) {
      throw ForeignStore(fmt::format(
          "{} holds match records ({}) but no manifest.json that says of which tournament; choose "
          "another folder with --out",
          folder.string(), records.front().filename().string()));
    }
    if (write_new_file(manifest_path(folder), text::dump(config::to_json(given), 2) + "\n")) {
      Store store(folder, {given}, games);
      store.written_ = true;
      return store;
    }
  }
  std::vector<config::Manifest> history = history_to_extend(folder, games);
  const config::Manifest manifest = config::hashed_like(history.back(), given);
  const auto generation = [&] {
    if (!ladder) return config::generation_of(with_pairings_of(history.back(), manifest), history);
    return config::ladder_generation(manifest, history,
                                     [&] { return Store(folder, history, games).played(); });
  };
  const config::Generation mine = generation();
  if (mine.manifest.id() == history.back().id()) {
    history.back() = mine.manifest;  // with the folder that commands are relative to here
    return {folder, std::move(history), games};
  }
  const bool refused = !mine.renewed.empty() && changed != ChangedPrograms::accept;
  if ((mine.renewed.empty() && mine.added.empty()) || refused) {
    throw ForeignStore(
        fmt::format("{} {}", folder.string(), refusal(history.back(), mine, changed)));
  }
  if (is_there(seal_path(folder))) {
    throw ForeignStore(
        fmt::format("{} is sealed; remove {} to go on with {}, or choose another folder with --out",
                    folder.string(), seal_path(folder).string(),
                    mine.renewed.empty()
                        ? text::join_with(mine.added, "and")
                        : fmt::format("another program of \"{}\"", mine.renewed.front().before)));
  }
  {
    // A process that plays there continues with the manifest that it began with.
    const Claim claim(folder, Claim::Kind::alone);
    // What has been played until now says where a ladder's new period begins.
    write_new_file(
        manifest_path(folder, history.size() + 1),
        text::dump(config::to_json(ladder ? generation().manifest : mine.manifest), 2) + "\n");
  }
  // Another process may have extended the folder in the meantime: read it again.
  Store store = create(folder, given, changed, games);
  store.added_ = mine.added;
  store.written_ = true;
  return store;
}

Store Store::open(const path& folder, const rules::Games& games) {
  if (!is_there(folder)) throw StoreError("there is no folder " + folder.string());
  const path file = manifest_path(folder);
  if (!is_there(file)) {
    throw StoreError(folder.string() + " holds no tournament: it has no manifest.json");
  }
  return {folder, read_history(folder, games), games};
}

ReadingReport Store::read(const Takers& takers) const {
  if (seal_) {
    ReadingReport report = read_sealed(*seal_, takers);
    std::size_t there = 0;
    for (const Seal::File& file : seal_->files) there += is_there(folder_ / file.name) ? 1U : 0U;
    if (const auto all = files().size(); all > there) {
      report.notes.push_back(
          fmt::format("{} that came after the seal: left out", text::plural(all - there, "file")));
    }
    return report;
  }
  std::vector<Seal::File> all;
  for (const path& file : files()) all.push_back({file.filename().string(), LineReader::whole, {}});
  return read_files(all, takers);
}

ReadingReport Store::read_files(const std::vector<Seal::File>& files, const Takers& takers) const {
  Reading reading(folder_, history_, *games_);
  reading.read(files, takers);
  return reading.report();
}

ReadingReport Store::read_sealed(const Seal& seal, const Takers& takers) const {
  std::optional<RecordsHash> own;
  Takers of_seal = takers;
  of_seal.extent = match::Extent::front;
  if (takers.hash == nullptr) {
    own.emplace(hashed_from_begin(manifest(), config::Schedule(manifest()).size()));
    of_seal.hash = &*own;
  }
  std::string broken;
  std::vector<Seal::File> there;
  for (const Seal::File& file : seal.files) {
    if (is_there(folder_ / file.name)) {
      there.push_back(file);
    } else {
      broken = file.name + " is missing";
    }
  }
  Reading reading(folder_, history_, *games_);
  reading.read(there, of_seal);
  if (const std::uint64_t left = reading.records(); broken.empty() && left != seal.records) {
    broken = fmt::format("{} records are left of {}", left, seal.records);
  }
  if (broken.empty() && of_seal.hash->hex() != seal.hash) broken = "records have been changed";
  ReadingReport report = reading.report();
  if (!broken.empty()) {
    report.broken_seal = fmt::format("the seal of {} does not hold: {}", folder_.string(), broken);
    report.notes.insert(report.notes.begin(), report.broken_seal);
  }
  return report;
}

std::vector<bool> Store::played() const {
  std::vector<bool> played;
  const ReadingReport reading = read(
      [&played](const MatchSummary& match, std::string_view) {
        if (match.match >= played.size()) played.resize(match.match + 1, false);
        played[match.match] = true;
      },
      {}, match::Extent::front);
  if (!reading.broken_seal.empty()) throw BrokenSeal(reading.broken_seal);
  return played;
}

std::uint64_t hashed_from_begin(const config::Manifest& manifest, std::uint64_t matches) {
  return manifest.played_by == config::PlayedBy::compare || config::is_ladder(manifest) ? 0
                                                                                        : matches;
}

path usual_folder(const path& name) {
  if (!name.empty() && name != "." && name != ".." && !name.has_parent_path()) {
    return path("results") / name;
  }
  throw text::InputError(fmt::format(
      "'{}' is no name for a folder of results/: choose one with --out", name.string()));
}

std::vector<path> Store::files() const { return record_files(folder_); }

}  // namespace referee::store
