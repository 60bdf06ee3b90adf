// The choice of the matches of an event; docs/reference/formats.md describes the formats for users.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "rules/by_seat.hpp"
#include "rules/catalogue.hpp"

namespace referee::formats {

enum class FormatKind : std::uint8_t {
  round_robin,  // every bot against every other
  gauntlet,     // the first bots of the list against all others
  swiss,        // rounds in which bots with similar points meet
  knockout,     // the loser of a pairing is out
  official,     // Swiss rounds, then a round robin of the best
  ladder,       // versions that join over the years, in the most informative pairs
  recorded,     // imported: a list of pairings; never in a config, see store/import.hpp
};
std::string_view name(FormatKind kind) noexcept;

// Who sits together in a round of a game of more than two seats, see tables.hpp.
enum class TableChoice : std::uint8_t {
  balanced,  // as many tables as there are bots
  all,       // every group, every rotation
};

// Whether a pairing is played once in each seat order or only once.
enum class SeatOrders : std::uint8_t { both, one };

// An imported match.
struct RecordedMatch {
  std::int64_t number = 0;            // its number where it was played
  int round = 1;                      // from 1
  rules::BySeat<std::size_t> bots{};  // positions in the event's list, by seat
  std::string phase;                  // where it was played: "swiss", "final"; empty: not known

  friend bool operator==(const RecordedMatch&, const RecordedMatch&) = default;
};

inline constexpr std::uint64_t most_ladder_matches = 10'000'000;
inline constexpr int most_ladder_pairs = 100'000;

// A time in a ladder in which the same bots play.
struct LadderPeriod {
  std::uint64_t begin = 0;        // the number of its first match; even
  std::size_t bots = 0;           // bots of the list that have joined; the last of them now
  std::vector<std::size_t> left;  // positions of bots that play no more
  std::vector<std::size_t> back;  // positions of bots that play again
  // Ranges first..last of matches of earlier periods that were not played when it began; nobody
  // plays them any more. Ascending.
  std::vector<std::array<std::uint64_t, 2>> skipped;
  // All its pairs follow from results, as in ladders of earlier versions: see ladder.hpp.
  bool from_results = false;

  friend bool operator==(const LadderPeriod&, const LadderPeriod&) = default;
};

// Numbers first..last, ascending.
struct NumberRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  friend bool operator==(const NumberRange&, const NumberRange&) = default;
};

struct Format {
  FormatKind kind = FormatKind::round_robin;
  TableChoice tables = TableChoice::balanced;  // round robin of a game of more than two seats
  // Round robin of a game of one seat: the seeds of its deals, one for each round. If absent they
  // follow from that of the tournament.
  std::optional<NumberRange> seeds;
  int challengers = 1;                  // gauntlet: bots at the head of the list
  SeatOrders seats = SeatOrders::both;  // swiss, official: of the Swiss rounds
  // Swiss rounds leave no avoidable rematches to later ones, see swiss_lookahead.hpp. Not in
  // tournaments of 0.1.0, which keep their pairings.
  bool look_ahead = false;
  int swiss_rounds = 0;               // official; in swiss they are the event's rounds
  int qualify = 0;                    // official: bots in the round robin at the end
  int deals = 1;                      // knockout: deals of a pairing, each in both seat orders
  int tie_break = 0;                  // knockout: most further deals of a pairing that is tied
  int pairs = 16;                     // ladder: pairs of games in a round
  std::vector<LadderPeriod> periods;  // ladder: at least one, the first begins with 0
  // ladder: the number of matches planned so far. It grows with each run and is not in the
  // manifest; a store keeps it beside that, see store/planned.hpp.
  std::uint64_t planned = most_ladder_matches;
  std::string source;   // recorded: the name of the competition
  std::string content;  // recorded: SHA-256 of the games, in hexadecimal digits
  // recorded: the first line of the list, if it is in the contest's own form; else empty
  std::string columns;
  std::vector<RecordedMatch> matches;  // recorded: at least one

  friend bool operator==(const Format&, const Format&) = default;
};

// Limits that bound memory and search.
inline constexpr int most_swiss_rounds = 1000;
inline constexpr std::size_t most_swiss_bots = 500;
inline constexpr std::uint64_t most_seeds = 1'000'000;
inline constexpr int most_knockout_deals = 10'000;
inline constexpr int most_tie_break_deals = 1000;

// The event that a format is read for.
struct FormatContext {
  const rules::GameInfo& game;
  std::size_t bots = 0;
};

// Whether the format itself sets the number of rounds, so that "rounds" has no meaning.
constexpr bool fixes_its_rounds(FormatKind kind) noexcept {
  return kind == FormatKind::knockout || kind == FormatKind::ladder || kind == FormatKind::recorded;
}

// Whether the bot at this position of the list plays further games: of a ladder, in its last
// period.
bool plays_on(const Format& format, std::size_t bot);

// The format of an event in a config or manifest, from "format" (round robin if
// missing) and the keys of that format. Throws JsonError for a key of another
// format, a value out of range, and a format that does not suit the game.
Format read_format(const text::JsonReader& event, const FormatContext& context);

// Throws JsonError if the format does not allow that many rounds. `source` says where the
// number comes from if not from the event itself: "--rounds".
void check_rounds(const text::JsonReader& event, const Format& format, int rounds,
                  std::string_view source = {});

// Adds all keys of the format, including those that have their default values; but "tie_break" only
// if there is one, so that manifests keep their ids; likewise "look_ahead".
void write_format(text::Json& event, const Format& format);

// All keys that read_format knows, "format" included.
inline constexpr std::array<std::string_view, 15> format_keys{
    "format",  "challengers", "seats",   "swiss_rounds", "qualify",
    "deals",   "tie_break",   "tables",  "look_ahead",   "pairs",
    "periods", "source",      "content", "columns",      "matches"};

}  // namespace referee::formats
