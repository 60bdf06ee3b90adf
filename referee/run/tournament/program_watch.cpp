#include "referee/run/tournament/program_watch.hpp"

#include <algorithm>
#include <string>

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

}  // namespace referee::tournament
