#include "referee/run/tournament/kept_programs.hpp"

#include <fmt/core.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

#include "referee/base/text/file.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/resolve.hpp"

namespace referee::tournament {

RunCommands commands_of(const config::Manifest& manifest) {
  RunCommands all;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    const auto& bots = manifest.events[event].bots;
    for (std::size_t i = 0; i < bots.size(); ++i) {
      if (bots[i].hash.empty() || !manifest.events[event].plays_on(i)) continue;
      RunCommand& one = all[{event, i}];
      try {
        one.command = toolchain::resolve(bots[i].line(manifest.folder));
      } catch (const program::CommandError& error) {
        one.why_not = error.what();
      }
    }
  }
  return all;
}

std::optional<ProgramWatch::Mark> ProgramWatch::mark_of(
    const std::filesystem::path& file) noexcept {
  struct stat facts {};
  if (::stat(file.c_str(), &facts) != 0) return std::nullopt;
  return Mark{facts.st_dev, facts.st_ino, facts.st_size,        facts.st_mode,
              facts.st_uid, facts.st_gid, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
}

bool ProgramWatch::is_as_marked(const Program& program) noexcept {
  return std::equal(
      program.files.begin(), program.files.end(), program.marks.begin(),
      [](const std::filesystem::path& file, const Mark& mark) { return mark_of(file) == mark; });
}

ProgramWatch::ProgramWatch(const config::Manifest& manifest, const RunCommands& commands)
    : manifest_(manifest) {
  for (const auto& [place, found] : commands) {
    if (!found.command) continue;  // its matches will say so
    Program program;
    program.files = found.command->files;
    program.files.push_back(found.command->program);
    for (const auto& file : program.files) program.marks.push_back(mark_of(file).value_or(Mark{}));
    programs_.emplace(place, std::move(program));
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
  Program program = watched->second;
  std::string hash;
  try {
    for (std::size_t i = 0; i < program.files.size(); ++i) {
      program.marks[i] = mark_of(program.files[i]).value_or(Mark{});
    }
    hash = program::content_hash(toolchain::resolve(entry.line(manifest_.folder)));
  } catch (const program::CommandError&) {
    // All or part of it is gone: that is a change in any case.
  }
  if (hash == entry.hash) {
    touched_[place] = std::move(program);
    return {};
  }
  std::vector<std::filesystem::path> files;
  for (std::size_t i = 0; i < program.files.size(); ++i) {
    if (mark_of(program.files[i]) != watched->second.marks[i]) files.push_back(program.files[i]);
  }
  return files;
}

namespace {

namespace fs = std::filesystem;

// Paths assumed not to be rebuilt during a run.
bool is_of_the_system(const fs::path& file) {
  std::error_code error;
  const std::string real = fs::canonical(file, error).string();
  constexpr std::array<std::string_view, 5> folders{"/usr/", "/bin/", "/sbin/", "/lib", "/nix/"};
  return std::any_of(folders.begin(), folders.end(),
                     [&real](std::string_view folder) { return real.starts_with(folder); });
}

// All of its files that may change.
std::vector<fs::path> files_of(const program::Command& command) {
  std::vector<fs::path> files = command.files;
  files.push_back(command.program);
  std::erase_if(files, is_of_the_system);
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

// Where the copies of `files` belong below `place`: a folder for each folder, names as they are.
std::map<fs::path, fs::path> places_of(const std::vector<fs::path>& files, const fs::path& place) {
  std::map<fs::path, fs::path> folders;
  std::map<fs::path, fs::path> places;
  for (const fs::path& file : files) {
    const fs::path from = file.parent_path();
    const auto to = folders.try_emplace(from, place / std::to_string(folders.size())).first;
    places.emplace(file, to->second / file.filename());
  }
  return places;
}

// Links to all entries of a folder that have no copy, if it is there still.
void link_others(const fs::path& from, const fs::path& to, std::size_t most) {
  std::vector<fs::path> others;
  std::error_code gone;
  for (fs::directory_iterator entry(from, gone), end; !gone && entry != end;
       entry.increment(gone)) {
    others.push_back(entry->path());
    if (others.size() > most) return;
  }
  for (const fs::path& other : others) {
    std::error_code exists;
    fs::create_symlink(other, to / other.filename(), exists);
  }
}

void copy_all(const std::map<fs::path, fs::path>& places) {
  for (const auto& [from, to] : places) {
    fs::create_directories(to.parent_path());
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

std::uint64_t bytes_of(const std::vector<fs::path>& files) {
  std::uint64_t bytes = 0;
  for (const fs::path& file : files) bytes += fs::file_size(file);
  return bytes;
}

}  // namespace

KeptPrograms::KeptPrograms(const config::Manifest& manifest, const RunCommands& commands,
                           fs::path folder)
    : folder_(std::move(folder)) {
  for (const auto& [place, found] : commands) {
    Kept& kept = kept_[place];
    if (!found.command) {
      kept.why_not = found.why_not;
      continue;
    }
    try {
      kept = keep(manifest.events[place.first].bots[place.second], *found.command);
    } catch (const program::CommandError& error) {
      kept.why_not = error.what();
    } catch (const std::system_error& error) {
      kept.why_not = "its program could not be copied: " + text::told(error);
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

KeptPrograms::Kept KeptPrograms::keep(const config::BotEntry& bot,
                                      const program::Command& command) {
  const auto files = files_of(command);
  if (files.empty()) return {};
  if (const auto bytes = bytes_of(files); bytes > most_bytes) {
    return {{},
            fmt::format("its files have {} MiB, and only {} MiB are kept", bytes >> 20,
                        most_bytes >> 20)};
  }
  std::string paths;
  for (const fs::path& file : files) paths += file.string() + '\n';
  // Equal programs at two paths are two bots to us.
  text::make_real_folder(folder());
  const fs::path place =
      folder() / fmt::format("{}-{}", bot.hash.substr(0, 16), text::sha256(paths).substr(0, 8));
  Kept kept{places_of(files, fs::absolute(place)), {}};
  // Several bots may be one program with different words.
  if (right_.contains(place)) return kept;
  const auto is_right = [&](const Copies& copies) {
    const bool real = std::all_of(copies.begin(), copies.end(), [&](const auto& copy) {
      const fs::path& file = copy.second;
      return is_real(place, fs::file_type::directory) &&
             is_real(file.parent_path(), fs::file_type::directory) &&
             is_real(file, fs::file_type::regular);
    });
    return real && program::content_hash(program::with_moved_files(command, copies)) == bot.hash;
  };
  // Another run, or another process that plays a part of this one, may have kept it already.
  if (is_right(kept.copies)) {
    right_.insert(place);
    return kept;
  }
  if (fs::space(folder_).available < bytes_of(files) + least_free) {
    return {{},
            fmt::format("there was no room for a copy: {} MiB are to stay free in {}",
                        least_free >> 20, folder_.parent_path().string())};
  }
  const fs::path draft = fmt::format("{}.{}", place.string(), ::getpid());
  fs::remove_all(draft);
  const Copies copies = places_of(files, fs::absolute(draft));
  copy_all(copies);
  std::error_code error;
  fs::rename(draft, place, error);
  if (error) {  // there is one, and it is wrong or new
    if (!is_right(kept.copies)) {
      fs::remove_all(place);
      fs::rename(draft, place);
    } else {
      fs::remove_all(draft);
    }
  }
  if (is_right(kept.copies)) {
    right_.insert(place);
  } else {
    kept.why_not = "its program was changed before it was kept";
  }
  return kept;
}

program::Command KeptPrograms::instead_of(const program::Command& command, std::size_t event,
                                          std::size_t bot, const std::vector<fs::path>& changed) {
  const auto found = kept_.find({event, bot});
  if (found == kept_.end()) throw program::CommandError("its program is not kept");
  const Kept& kept = found->second;
  if (!kept.why_not.empty()) throw program::CommandError(kept.why_not);
  Copies copies;
  for (const fs::path& file : changed) {
    const auto copy = kept.copies.find(file);
    if (copy == kept.copies.end()) {
      throw program::CommandError(
          fmt::format("{} belongs to the system and is not kept", file.string()));
    }
    copies.insert(*copy);
  }
  for (const auto& [from, to] : kept.copies) {
    const fs::path place = to.parent_path();
    if (linked_.insert(place).second) link_others(from.parent_path(), place, most_links);
  }
  return program::with_moved_files(command, copies);
}

}  // namespace referee::tournament
