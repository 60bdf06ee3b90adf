// Shared by several verbs: seeds, games by name and in help texts, the terminal, the machine's
// facts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/machine/walls/protections.hpp"
#include "referee/play/judge/games.hpp"
#include "referee/play/match/record.hpp"
#include "referee/show/report/form.hpp"
#include "rules/by_seat.hpp"
#include "rules/game_info.hpp"

namespace referee::cli {

// A drawn seed: 53 random bits, too many for a bot to try.
std::uint64_t any_seed();

// The game that the caller typed, see judge::Games::typed(). Throws UsageError for an unknown one,
// naming the closest one; and InputError for a game that two cannot play, see match::for_two().
const rules::GameInfo& game_named(const std::string& name, judge::Games& games);
// The same for bots that are compared: a game that one plays alone, or else two, or else more.
const rules::GameInfo& compared_game(const std::string& name, judge::Games& games);
// The same for any number of seats.
const rules::GameInfo& any_game_named(const std::string& name, judge::Games& games);

// `text` with names of games put in: a typical one for {game}, its title for {title}, and a
// cooperative one for {cooperative}. Other words in braces stay.
std::string with_games(std::string text);

// The limits of the games whose rules set none, with their titles: "400 in ..., 2000 in ...".
std::string games_without_limit();

// The facts about this machine that every record contains, as one line of JSON. The
// protections have the names under which `referee doctor` prints them.
std::string host_facts(const walls::Protections& protections, bool isolated);

// A bot is named after what it runs; bots of one name are distinguished by their folders, else by
// their seats.
rules::BySeat<std::string> names_of(const std::vector<std::string>& commands);

// For a log that store::log_named() found: says on standard error which game it is, and how old.
void tell_last_game(const std::string& name, const match::MatchRecord& record);

// Only --trust in this call removes walls. Throws UsageError if a file asks for
// bots without walls; `says` names the file and quotes it.
void require_trust(bool trust, const std::string& says);

// Throws EnvironmentError if this machine lacks a protection that isolation needs.
void require_isolation(const walls::Protections& protections);

// Displays must not slow down matches: lowers the priority of this thread, and of
// those that it starts from now on.
void step_back();

// Whether this stream (1 or 2) goes to a terminal that can show colours.
bool on_terminal(int descriptor);
int terminal_width(int descriptor);
int terminal_rows(int descriptor);
// Whether standard error can show a display that redraws itself: a terminal without debug lines.
bool live_display(bool quiet);
// The style of results on standard output: coloured and as wide as the terminal, or plain and of
// any width.
report::TextStyle output_style();

}  // namespace referee::cli
