// Whether a line is a match record, found out without making one of it.
#pragma once

#include <string_view>

namespace referee::match {

// True only if text::parse_json() and record_from_json() accept the line. False for all others, and
// for what is rare: records with faults, with files that bots may read, with keys that look alike.
// Takes a fraction of the time of those two, so that they are needed only where this says no.
bool is_plain_record(std::string_view line);

}  // namespace referee::match
