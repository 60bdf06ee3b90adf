#include "referee/run/tournament/kept_programs.hpp"

#include <fmt/core.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <system_error>

#include "referee/base/text/file.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/machine/program/moved_files.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/resolve.hpp"

namespace referee::tournament {

RunCommands commands_of(const config::Manifest& manifest) {
  RunCommands all;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    const auto& bots = manifest.events[event].bots;
    std::vector<program::Command*> commands;
    for (std::size_t i = 0; i < bots.size(); ++i) {
      if (bots[i].hash.empty() || !manifest.events[event].plays_on(i)) continue;
      RunCommand& one = all[{event, i}];
      try {
        one.command =
            toolchain::resolve(bots[i].line(manifest.folder, manifest.events[event].game));
        commands.push_back(&*one.command);
      } catch (const program::CommandError& error) {
        one.why_not = error.what();
      }
    }
    program::set_apart(commands);
  }
  for (auto& [place, one] : all) {
    if (one.command) one.contents = program::contents_of(*one.command, manifest.covers);
  }
  return all;
}

void ProgramWatch::mark(Program& program, const program::Contents& contents) {
  program.files.clear();
  program.folders.clear();
  for (const auto& file : contents.named) program.files.emplace(file, program::mark_of(file));
  for (const auto* list : {&contents.files, &contents.left_out}) {
    for (const program::OwnFile& file : *list) {
      program.files.emplace(file.path, program::mark_of(file.path));
    }
  }
  for (const auto& folder : contents.folders) {
    program.folders.emplace(folder, program::mark_of(folder));
  }
}

bool ProgramWatch::is_as_marked(const Program& program) {
  const auto is_same = [](const auto& one) { return program::mark_of(one.first) == one.second; };
  return std::all_of(program.files.begin(), program.files.end(), is_same) &&
         std::all_of(program.folders.begin(), program.folders.end(), is_same);
}

ProgramWatch::ProgramWatch(const config::Manifest& manifest, const RunCommands& commands)
    : manifest_(manifest) {
  for (const auto& [place, found] : commands) {
    if (!found.command) continue;  // its matches will say so
    Program& program = programs_[place];
    program.command = *found.command;
    mark(program, found.contents);
  }
}

std::vector<std::filesystem::path> ProgramWatch::changed(std::size_t event, std::size_t bot) {
  const BotPlace place{event, bot};
  const auto watched = programs_.find(place);
  if (watched == programs_.end() || is_as_marked(watched->second)) return {};
  const std::lock_guard lock(mutex_);
  if (const auto known = touched_.find(place);
      known != touched_.end() && is_as_marked(known->second)) {
    return {};
  }
  const config::BotEntry& entry = manifest_.events[event].bots[bot];
  Program now;
  std::string hash;
  try {
    now.command = toolchain::resolve(entry.line(manifest_.folder, manifest_.events[event].game));
    now.command.of_others = watched->second.command.of_others;
    const program::Contents contents = program::contents_of(now.command, manifest_.covers);
    mark(now, contents);
    hash = program::content_hash(now.command, contents, manifest_.covers);
  } catch (const program::CommandError&) {
    // All or part of it is gone: that is a change in any case.
  }
  if (hash == entry.hash) {
    touched_[place] = std::move(now);
    return {};
  }
  std::vector<std::filesystem::path> files;
  for (const auto& [file, before] : watched->second.files) {
    if (program::mark_of(file) != before) files.push_back(file);
  }
  for (const auto& [file, ignored] : now.files) {
    if (!watched->second.files.contains(file)) files.push_back(file);
  }
  if (files.empty()) files.push_back(watched->second.command.program);
  return files;
}

namespace {

namespace fs = std::filesystem;
using Paths = std::map<fs::path, fs::path>;

// What is copied: all that may change, but for what is found only by the path that `read` gives.
// Behind a link to a program, the program itself, which finds its data there.
std::vector<fs::path> kept_files_of(const program::Command& command,
                                    const program::Contents& contents) {
  std::vector<fs::path> files = command.files;
  files.push_back(command.program);
  files.push_back(program::real_path(command.program));
  for (const program::OwnFile& file : contents.files) {
    if (!file.root.empty()) files.push_back(file.path);
  }
  std::erase_if(
      files, [](const fs::path& file) { return program::is_of_system(program::real_path(file)); });
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

// The bot's folder in which a file is, or else its own.
fs::path root_of(const fs::path& file, const std::vector<fs::path>& roots) {
  fs::path longest;
  for (const fs::path& root : roots) {
    const bool longer = root.native().size() > longest.native().size();
    if (longer && program::is_within(file, root)) longest = root;
  }
  return longest.empty() ? file.parent_path() : longest;
}

struct Places {
  Paths files;
  Paths folders;
};

// Where the copies of `files` belong below `place`: a folder for each folder, names as they are.
Places places_of(const std::vector<fs::path>& files, const std::vector<fs::path>& roots,
                 const fs::path& place) {
  Places places;
  for (const fs::path& file : files) {
    const fs::path from = root_of(file, roots);
    const auto to =
        places.folders.try_emplace(from, place / std::to_string(places.folders.size())).first;
    places.files.emplace(file, to->second / file.lexically_relative(from));
  }
  return places;
}

// Links to all entries of a folder that have no copy, if it is there still; false if they are too
// many. `left_out`: what was not there at the beginning.
bool link_others(const fs::path& from, const fs::path& to, const std::set<fs::path>& left_out) {
  std::vector<fs::path> others;
  std::error_code gone;
  for (fs::directory_iterator entry(from, gone), end; !gone && entry != end;
       entry.increment(gone)) {
    others.push_back(entry->path());
    if (others.size() > KeptPrograms::most_links) return false;
  }
  bool all = true;
  for (const fs::path& other : others) {
    std::error_code unknown;
    const fs::path link = to / other.filename();
    if (fs::is_directory(fs::symlink_status(link, unknown))) {
      all = link_others(other, link, left_out) && all;
    } else if (!left_out.contains(other)) {
      fs::create_symlink(other, link, unknown);
    }
  }
  return all;
}

// Where the copy of a link to one of the other files leads; empty for a file.
fs::path link_for(const fs::path& from, const fs::path& to, const Paths& places) {
  const auto real = places.find(program::real_path(from));
  return real == places.end() || real->first == from
             ? fs::path()
             : real->second.lexically_relative(to.parent_path());
}

void copy_all(const Paths& places) {
  for (const auto& [from, to] : places) {
    fs::create_directories(to.parent_path());
    if (const fs::path link = link_for(from, to, places); !link.empty()) {
      fs::create_symlink(link, to);
      continue;
    }
    fs::copy_file(from, to);
    // Executable for the same users as other bots; read-only against accidents.
    fs::permissions(to, fs::status(from).permissions() & fs::perms(0555));
  }
}

// Whether a name is that of a file or folder itself: a link may lead to files of others.
bool is_real(const fs::path& path, fs::file_type type) {
  std::error_code none;
  return fs::symlink_status(path, none).type() == type;
}

// Whether all folders from `place` down to a file are real.
bool is_way_real(const fs::path& file, const fs::path& place) {
  fs::path folder = file.parent_path();
  for (; folder != place; folder = folder.parent_path()) {
    if (!is_real(folder, fs::file_type::directory)) return false;
  }
  return is_real(place, fs::file_type::directory);
}

std::uint64_t bytes_of(const std::vector<fs::path>& files) {
  std::uint64_t bytes = 0;
  for (const fs::path& file : files) bytes += fs::file_size(file);
  return bytes;
}

std::map<fs::path, std::string> hashes_of(const std::vector<fs::path>& files) {
  std::map<fs::path, std::string> hashes;
  for (const fs::path& file : files) hashes.emplace(file, program::file_hash(file));
  return hashes;
}

// Whether these copies, below `place`, are files with these hashes, or the links that are due.
bool are_right(const Paths& copies, const fs::path& place,
               const std::map<fs::path, std::string>& hashes) {
  return std::all_of(copies.begin(), copies.end(), [&](const auto& one) {
    const auto& [from, to] = one;
    std::error_code error;
    if (!is_way_real(to, place)) return false;
    const fs::path link = link_for(from, to, copies);
    if (!link.empty()) return fs::read_symlink(to, error) == link;
    return is_real(to, fs::file_type::regular) && program::file_hash(to) == hashes.at(from);
  });
}

// Moves a draft to its place, unless what somebody else has put there meanwhile is right.
template <typename IsRight>
void put_in_place(const fs::path& draft, const fs::path& place, IsRight is_right) {
  std::error_code taken;
  fs::rename(draft, place, taken);
  if (!taken) return;
  if (is_right()) {
    fs::remove_all(draft);
    return;
  }
  fs::remove_all(place);
  fs::rename(draft, place);
}

}  // namespace

KeptPrograms::KeptPrograms(const config::Manifest& manifest, const RunCommands& commands,
                           fs::path folder)
    : covers_(manifest.covers), folder_(std::move(folder)) {
  for (const auto& [place, found] : commands) {
    Kept& kept = kept_[place];
    if (!found.command) {
      kept.why_not = found.why_not;
      continue;
    }
    try {
      kept = keep(manifest.events[place.first].bots[place.second], found);
    } catch (const program::CommandError& error) {
      kept.why_not = error.what();
    } catch (const std::system_error& error) {
      kept.why_not = "its program could not be copied: " + text::message_of(error);
    }
  }
}

KeptPrograms::~KeptPrograms() {
  if (!temporary_) return;
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

const fs::path& KeptPrograms::folder() {
  if (folder_.empty()) {
    folder_ = text::new_folder(text::temporary_folder(), "referee-programs-");
    temporary_ = true;
  }
  return folder_;
}

KeptPrograms::Kept KeptPrograms::keep(const config::BotEntry& bot, const RunCommand& found) {
  const program::Command& command = *found.command;
  const auto files = kept_files_of(command, found.contents);
  if (files.empty()) return {};
  if (const auto bytes = bytes_of(found.contents.named); bytes > most_bytes) {
    return {.why_not = fmt::format("its files have {} MiB, and only {} MiB are kept", bytes >> 20,
                                   most_bytes >> 20)};
  }
  std::string paths;
  for (const fs::path& file : files) paths += file.string() + '\n';
  // Equal programs at two paths are two bots to us.
  text::make_real_folder(folder());
  const fs::path place = fs::absolute(
      folder() / fmt::format("{}-{}", bot.hash.substr(0, 16), text::sha256(paths).substr(0, 8)));
  const Places places = places_of(files, found.contents.roots, place);
  Kept kept{place, places.files, places.folders, {}};
  // Several bots may be one program with different words.
  if (right_.contains(place)) return kept;
  constexpr const char* too_late = "its program was changed before it was kept";
  const auto hashes = hashes_of(files);
  if (program::content_hash(command, found.contents, covers_) != bot.hash) {
    return {.why_not = too_late};
  }
  // Another run, or another process that plays a part of this one, may have kept it already.
  if (!are_right(kept.copies, place, hashes)) {
    if (fs::space(folder_).available < bytes_of(files) + least_free) {
      return {.why_not = fmt::format("there was no room for a copy: {} MiB are to stay free in {}",
                                     least_free >> 20, folder_.parent_path().string())};
    }
    const fs::path draft = fmt::format("{}.{}", place.string(), ::getpid());
    fs::remove_all(draft);
    copy_all(places_of(files, found.contents.roots, draft).files);
    put_in_place(draft, place, [&] { return are_right(kept.copies, place, hashes); });
    if (!are_right(kept.copies, place, hashes)) return {.why_not = too_late};
  }
  right_.insert(place);
  return kept;
}

KeptPrograms::Copies KeptPrograms::linked(const Kept& kept, const program::Command& command,
                                          const std::vector<fs::path>& changed) {
  const auto known = linked_.find(kept.place);
  if (known != linked_.end()) return known->second;
  std::set<fs::path> added;
  for (const fs::path& file : changed) {
    if (!kept.copies.contains(file)) added.insert(file);
  }
  Copies folders = kept.folders;
  fs::path here = command.folder;
  if (!here.has_filename()) here = here.parent_path();
  std::error_code exists;
  const auto is_below = [&here](const auto& one) {
    return one.first != here && program::is_within(one.first, here);
  };
  if (!program::is_shared_folder(here) && std::any_of(folders.begin(), folders.end(), is_below)) {
    const fs::path mirror = folders.try_emplace(here, kept.place / "cwd").first->second;
    text::make_real_folder(mirror);
    for (const auto& one : kept.folders) {
      if (!is_below(one)) continue;
      fs::path link = mirror;
      const fs::path way = one.first.lexically_relative(here);
      for (const fs::path& part : way.parent_path()) text::make_real_folder(link /= part);
      fs::create_symlink(one.second, link / way.filename(), exists);
    }
  }
  for (const auto& [from, to] : Copies(folders)) {
    // A bot that runs in a folder with so many entries runs there still.
    if (!link_others(from, to, added) && from == here) folders.erase(from);
  }
  return linked_[kept.place] = std::move(folders);
}

program::Command KeptPrograms::instead_of(const program::Command& command, std::size_t event,
                                          std::size_t bot, const std::vector<fs::path>& changed) {
  const auto found = kept_.find({event, bot});
  if (found == kept_.end()) throw program::CommandError("its program is not kept");
  const Kept& kept = found->second;
  if (!kept.why_not.empty()) throw program::CommandError(kept.why_not);
  for (const fs::path& file : changed) {
    const bool in_a_folder =
        std::any_of(kept.folders.begin(), kept.folders.end(),
                    [&file](const auto& one) { return program::is_within(file, one.first); });
    if (kept.copies.contains(file) || in_a_folder) continue;
    throw program::CommandError(fmt::format("{} {} and is not kept", file.string(),
                                            program::is_of_system(program::real_path(file))
                                                ? "belongs to the system"
                                                : "is given to it to read"));
  }
  Copies moves = linked(kept, command, changed);
  moves.insert(kept.copies.begin(), kept.copies.end());
  return program::with_moved_files(command, moves);
}

}  // namespace referee::tournament
