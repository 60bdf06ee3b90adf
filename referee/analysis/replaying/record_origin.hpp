// Where a recorded match comes from, and what the bots that it names may open when it is played
// again. A record is a file that somebody else may have written, and so is each command in it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/machine/program/origin.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/store/records.hpp"

namespace referee::replaying {

// Own: a game that `match` or `play` has kept here, or one in a folder of this user's own results
// (store::is_own()) with the commands of its manifest. `line`: of the record, `log`: where it was
// read.
program::Origin origin_of(const std::filesystem::path& log, std::string_view line,
                          const match::MatchRecord& record, const rules::Games& games);

// Throws text::InputError, which says what to type, if a bot may not run without walls: the command
// is that of a record from elsewhere.
void require_own(program::Origin origin, const match::BotIdentity& bot);

// What a bot of the record asks for.
struct Wanted {
  const program::Command& command;
  const match::BotIdentity& recorded;
  std::filesystem::path folder;    // of relative paths in the record
  std::vector<std::string> given;  // what the caller lets it read, relative to the current folder
};

// Throws text::InputError, which says what to type, if the bot of a record from elsewhere would get
// a file that is neither of the system nor what the caller has given: unless the hash in the record
// shows that whoever wrote it knew all of it, and it lies beside the program.
void require_reach(const Wanted& wanted);

// Throws text::InputError for a path that the record's bot could read and that the caller has not
// given: if it holds something else now, and always if the record is from elsewhere.
void require_read(const Wanted& wanted, program::Origin origin);

}  // namespace referee::replaying
