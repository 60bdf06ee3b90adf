// Pictures as SVG: a position, and a result to send round, in 1200 x 630 units, as previews of
// links have it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/play/match/record.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "rules/scene.hpp"

namespace referee::scenes {

// An SVG document of its own, which needs no fonts, scripts or other files. `title` is its name
// for people who cannot see it; `captions` are lines of text below the board. Both may have any
// bytes: they are made safe.
std::string svg_of(const rules::Layout& layout, const rules::Scene& scene, const std::string& title,
                   const std::vector<std::string>& captions);

// A place in a larger picture.
struct Frame {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};
// The same position as an element that fills this place, without captions.
std::string svg_within(const rules::Layout& layout, const rules::Scene& scene,
                       const std::string& title, const Frame& frame);

// How a match ended: the sentence, both scores, the last position.
std::string match_card(const match::MatchRecord& match);

// Who won the first event of a tournament and how sure that is; its first bots, in formats that
// rank by means or ratings with their intervals on one axis; and how the game ended that decided
// it, which is read from the records at `log`. `title` is the tournament's. Throws as
// store::each_record.
std::string tournament_card(const std::string& title, const std::filesystem::path& log,
                            const std::vector<tournament::EventStandings>& events,
                            const tournament::GamesPlayed& played);

}  // namespace referee::scenes
