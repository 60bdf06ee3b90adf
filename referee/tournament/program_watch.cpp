#include "referee/tournament/program_watch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "referee/bot/command.hpp"
#include "referee/store/store.hpp"

namespace referee::tournament {

std::optional<ProgramWatch::Mark> ProgramWatch::mark_of(
    const std::filesystem::path& file) noexcept {
  struct stat facts {};
  if (::stat(file.c_str(), &facts) != 0) return std::nullopt;
  return Mark{facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtim};
}

bool ProgramWatch::same(const Mark& one, const Mark& other) noexcept {
  return one.device == other.device && one.inode == other.inode && one.size == other.size &&
         one.changed.tv_sec == other.changed.tv_sec && one.changed.tv_nsec == other.changed.tv_nsec;
}

bool ProgramWatch::is_as_marked(const Program& program) noexcept {
  return std::equal(program.files.begin(), program.files.end(), program.marks.begin(),
                    [](const std::filesystem::path& file, const Mark& mark) {
                      const auto now = mark_of(file);
                      return now && same(*now, mark);
                    });
}

ProgramWatch::ProgramWatch(const store::Manifest& manifest) : manifest_(manifest) {
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    const auto& bots = manifest.events[event].bots;
    for (std::size_t i = 0; i < bots.size(); ++i) {
      if (bots[i].hash.empty()) continue;
      Program program;
      try {
        const bot::Command command =
            bot::resolve_command(bots[i].command, manifest.folder, bots[i].read);
        program.files = command.files;
        program.files.push_back(command.program);
      } catch (const bot::CommandError&) {
        continue;  // its matches will say so
      }
      for (const auto& file : program.files)
        program.marks.push_back(mark_of(file).value_or(Mark{}));
      programs_.emplace(Place{event, i}, std::move(program));
    }
  }
}

void ProgramWatch::check(std::size_t event, std::size_t bot) {
  const Place place{event, bot};
  const auto watched = programs_.find(place);
  if (watched == programs_.end() || is_as_marked(watched->second)) return;
  const std::lock_guard lock(mutex_);
  if (const auto known = touched_.find(place);
      known != touched_.end() && is_as_marked(known->second)) {
    return;
  }
  const store::Event& of = manifest_.events[event];
  const store::BotEntry& entry = of.bots[bot];
  Program program = watched->second;
  std::string hash;
  try {
    for (std::size_t i = 0; i < program.files.size(); ++i) {
      program.marks[i] = mark_of(program.files[i]).value_or(Mark{});
    }
    hash = bot::content_hash(bot::resolve_command(entry.command, manifest_.folder, entry.read));
  } catch (const bot::CommandError&) {
    // All or part of it is gone: that is a change in any case.
  }
  if (hash != entry.hash) {
    throw store::ForeignStore(fmt::format(
        "the program of the bot \"{}\" of {} was changed while it was playing, so that its matches "
        "would be those of two programs; the matches before are kept where records are kept: let a "
        "run end before its bots are built anew, or build them in another place",
        entry.name, of.game->name));
  }
  touched_[place] = std::move(program);
}

}  // namespace referee::tournament
