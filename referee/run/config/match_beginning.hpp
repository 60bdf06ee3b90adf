// How each match of a tournament begins: its deal, given moves, and the bots' commands, whose marks
// (see marks.hpp) are replaced.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/match.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/marks.hpp"
#include "referee/run/config/schedule.hpp"
#include "rules/by_seat.hpp"

namespace referee::config {

// The match that "deal_of" names, see store::record_named().
using RecordNamed =
    std::function<match::MatchRecord(const std::string& name, const std::filesystem::path& folder)>;

// The keys of an event: "deal" (a text) or "deal_of" (LOG or LOG:N, a recorded match), and "moves"
// (a list of texts, or a file of them), or "openings" ({"random_plies": K}, or a file or a list of
// openings, each a text); files are relative to `folder`. Throws JsonError.
match::Beginning read_beginning(const text::JsonReader& event, const rules::GameInfo& game,
                                const std::filesystem::path& folder,
                                const RecordNamed& record_named);
// Writes "deal", and "moves" as a list, as manifests have them; nothing for the usual beginning.
void write_beginning(text::Json& event, const match::Beginning& beginning);

// The beginning of one match of an event.
struct MatchBeginning {
  match::MatchPlan plan;
  std::vector<std::string> moves;
};
MatchBeginning beginning_of(const Event& event, const Pairing& pairing);

// Describes how the record (a whole line, which can be parsed) departs from the opening of its
// match in the event; empty if it does not, or where games begin as usual: what follows from the
// seed alone is compared elsewhere.
std::string why_other_beginning(std::string_view line, const Event& event, const Pairing& pairing);

// The reason why a match of the event cannot begin as it says, with the round; empty if each can.
// Checks only the first rounds if there are very many.
std::string why_unplayable(const Manifest& manifest, std::size_t event);

// The bots as they play in this match: with its number instead of {seed}, and the given moves of
// their seats instead of {moves}. Null if none has a mark.
std::unique_ptr<const rules::BySeat<match::Contestant>> with_marks(const match::Contestants& bots,
                                                                   const Event& event,
                                                                   const Pairing& pairing);

}  // namespace referee::config
