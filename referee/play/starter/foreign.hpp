// What the program of a referee that others wrote, and the files beside it, say of its game before
// it is started.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "rules/by_seat.hpp"

namespace referee::starter {

// What a user may know better.
struct ForeignChoice {
  std::optional<unsigned> seats;   // for how many players the game is
  std::optional<unsigned> league;  // of CodinGame's engine, from 1
};

struct ForeignReferee {
  std::string file;     // the name of the program
  std::string title;    // of the game; empty: not known
  std::string stub;     // what its authors tell bots of their input, the text; empty: not known
  std::string players;  // for how many it is, and who says so: "2 to 4 (config/config.ini)"
  std::size_t fewest_seats = rules::usual_seats;
  std::size_t most_seats = rules::usual_seats;
  std::optional<unsigned> league = {};
  std::string why_league;  // who says so
};

// Looks at a program that `adaptor` is to run: whether a jar has CodinGame's engine in it, and the
// folder `config` of its game, where the jar lies or one folder above, as Maven leaves it. Throws
// text::InputError for a program that cannot be it, for a game of more players than there are
// seats, or of another number than its adaptor knows, and for a league that it has not.
ForeignReferee look_at(std::string_view adaptor, const std::filesystem::path& program,
                       const ForeignChoice& choice);

// What has been found, in lines for people; empty for an adaptor that looks for nothing.
std::string words_about(std::string_view adaptor, const ForeignReferee& referee);

// The folder for its game, below the current one: named after the program, in small letters.
std::filesystem::path folder_for(const std::filesystem::path& program);

}  // namespace referee::starter
