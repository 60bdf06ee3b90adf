#include "referee/machine/program/runtimes.hpp"

#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/machine/program/executable.hpp"

namespace referee::program {
namespace {

RuntimeNote note_on_interpreter(const std::string& name) {
  try {
    const Command command = resolve_command(name, "/");
    std::string advice = command.note;
    if (build_of(command.program) == Build::script || command.words.size() > 1) {
      advice =
          "is a script; if it starts others, its bot needs --limit processes=N, or \"processes\": "
          "N in "
          "a config";
    }
    return {name, true, command.program.string(), advice};
  } catch (const CommandError& error) {
    return {name, false, "", error.what()};
  }
}

RuntimeNote note_on_compat_programs() {
  const std::string name = "32-bit programs";
  if (!runs_compat_programs()) return {name, false, "", compat_advice()};
  const char* loader = "/lib/ld-linux.so.2";
  if (std::filesystem::exists(loader)) return {name, true, loader, ""};
  return {name, true, "statically linked ones",
          "others need a loader; " + advice_on({What::library})};
}

}  // namespace

std::vector<RuntimeNote> describe_runtimes() {
  std::vector<RuntimeNote> notes{
      {"programs of this machine", true, "C, C++, Rust, Go and others", ""},
      note_on_compat_programs()};
  for (const char* name : {"python3", "java", "node", "perl", "ruby", "php", "lua", "mono"}) {
    notes.push_back(note_on_interpreter(name));
  }
  if (::geteuid() == 0) {
    notes.push_back({"bots in closed folders of other users", false, "",
                     "root's bots have none of root's rights: run referee as the owner (sudo -u "
                     "OWNER referee ...), or chmod o+x the folder"});
  }
  return notes;
}

}  // namespace referee::program
