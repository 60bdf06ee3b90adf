// The format of a record as data: its objects, their members, and where each value goes.
// record_reader.cpp goes by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "referee/play/match/record.hpp"
#include "rules/catalogue.hpp"

// A namespace of its own: its names are short ones.
namespace referee::match::record_reader {

enum class Kind : std::uint8_t { text, whole, number, exact, boolean, object, list, raw };

// The objects of a record.
enum class Node : std::uint8_t {
  judge,
  record,
  bot,
  source,
  read,
  result,
  seat,
  fault,
  fact,
  measured,
  run,
  ply
};
// Where a value goes.
struct Target {
  const rules::Games& games;
  MatchRecord whole;
  std::size_t index = 0;  // of the element, in the innermost list of a pair
  bool relayed = false;   // the ply that is being read says what was relayed
  // Its name, and the hash of its judge if it has one: both together say what whole.game is.
  std::string game = {};
  std::string judge = {};

  // What is being read now, of each kind of object.
  template <typename Part>
  [[nodiscard]] Part& at();
};
// clang-format off
template <> inline MatchRecord& Target::at() { return whole; }
template <> inline BotIdentity& Target::at() { return whole.bots[index]; }
template <> inline program::SourceFacts& Target::at() { return *whole.bots[index].source; }
template <> inline program::ReadFacts& Target::at() { return whole.bots[index].read.back(); }
template <> inline SeatScore& Target::at() { return whole.scores[index]; }
template <> inline rules::SeatResult& Target::at() { return whole.scores[index].result; }
template <> inline MatchFault& Target::at() { return whole.faults.back(); }
template <> inline bot::Fact& Target::at() { return whole.faults.back().fault.facts.back(); }
template <> inline Measurements& Target::at() { return whole.measured; }
template <> inline BotMeasurements& Target::at() { return whole.measured.bots[index]; }
template <> inline bot::Departure& Target::at() { return whole.measured.bots[index].departure; }
template <> inline Ply& Target::at() { return whole.plies.back(); }
// clang-format on

// A value as it is written.
struct Value {
  std::string_view text = {};  // also of an exact number, which may be written as a text
  std::int64_t whole = 0;
  double number = 0;
  bool flag = false;
};

// Thrown for a value of the right kind that is wrong, or for an object that is.
struct Wrong {
  std::string what;
};

using Set = void (*)(Target&, const Value&);

// What a value must be, and what is done with it; with an object when it begins.
struct Form {
  Kind kind;
  Node node = Node::record;  // of an object
  std::int64_t least = 0;    // of a whole number
  std::int64_t most = 0;
  Set set = nullptr;
  const Form* element = nullptr;  // of a list
  bool pair = false;              // a list with an element for each seat
};

// Which readers need a member.
enum class Use : std::uint8_t {
  whole,  // only whole records
  front,  // summaries, too; those of the record itself come before its plies
};

struct Member {
  Node within;
  std::string_view key;
  Form form;
  bool required = false;
  Use use = Use::whole;
};

// The members of a node, in the order in which errors name what is missing, with a bit for each
// of the front.
struct Members {
  const Member* begin = nullptr;
  const Member* end = nullptr;
  std::uint32_t front = 0;
};
const Members& members_of(Node node) noexcept;

// The highest value that a whole number may have.
std::int64_t most_of(const Form& form);

// What follows from an object once all of it is there.
void end(Node node, Target& target);

// A record before anything is read.
MatchRecord nothing_read();

}  // namespace referee::match::record_reader
