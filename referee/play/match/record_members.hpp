// The format of a record as data: its objects, their members, where each value goes when it is read
// and what is written. record_reader.cpp reads by it; what writes by it is declared below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "referee/base/text/json_text.hpp"
#include "referee/play/match/record.hpp"
#include "rules/catalogue.hpp"

// A namespace of its own: its names are short ones.
namespace referee::match::record_members {

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
// What is being read or written now, of each kind of object; a Record is const where it is written.
template <typename Record>
class Now {
 public:
  template <typename Part>
  using As = std::conditional_t<std::is_const_v<Record>, const Part, Part>;

  template <typename Part>
  void go_to(Part& part) {
    std::get<Part*>(parts_) = &part;
  }
  template <typename Part>
  [[nodiscard]] As<Part>& at() const {
    if constexpr (std::is_same_v<Part, rules::SeatResult>) {
      return at<SeatScore>().result;
    } else if constexpr (std::is_same_v<Part, Fault>) {
      return at<MatchFault>().fault;
    } else if constexpr (std::is_same_v<Part, bot::Departure>) {
      return at<BotMeasurements>().departure;
    } else {
      return *std::get<As<Part>*>(parts_);
    }
  }

 private:
  template <typename... Parts>
  using Pointers = std::tuple<As<Parts>*...>;
  Pointers<MatchRecord, BotIdentity, program::SourceFacts, program::ReadFacts, SeatScore,
           MatchFault, bot::Fact, Measurements, BotMeasurements, Ply>
      parts_;
};

using Source = Now<const MatchRecord>;

struct Target : Now<MatchRecord> {
  const rules::Games& games;
  std::size_t index = 0;  // of the element, in the innermost list by seat
  bool relayed = false;   // the ply that is being read says what was relayed
  // Its name, and the hash of its judge if it has one: both together say what the game is.
  std::string game = {};
  std::string judge = {};
};

// A value as it is read.
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
using Has = bool (*)(const Source&);
using Write = void (*)(text::JsonText&, Source&);

// What a value must be, and what is done with it; with an object when it begins.
struct Form {
  Kind kind;
  Node node = Node::record;  // of an object
  std::int64_t least = 0;    // of a whole number
  std::int64_t most = 0;
  Set set = nullptr;
  const Form* element = nullptr;  // of a list
  bool by_seat = false;           // a list with an element for each seat
};

// Which readers need a member.
enum class Use : std::uint8_t {
  whole,  // only whole records
  front,  // summaries, too; those of the record itself come before its plies
};

// When a member is there.
enum class Presence : std::uint8_t {
  required,  // a record without it is refused
  usual,     // it is always written; records from elsewhere may lack it
  some,      // it is left out where there is nothing to say
};

struct Member {
  Node within;
  std::string_view key;
  Form form;
  Presence presence;
  Has has;      // whether there is anything to write; null: always
  Write write;  // its value
  Use use = Use::whole;
};

// The members of a node in the order in which they are written, and in which errors name what is
// missing, with a bit for each of the front.
struct Members {
  const Member* begin = nullptr;
  const Member* end = nullptr;
  std::uint32_t front = 0;
};
const Members& members_of(Node node) noexcept;

// The highest value that a whole number may have.
std::int64_t most_of(const Form& form, const MatchRecord& record);

// What follows from an object once all of it is there.
void end(Node node, Target& target);

// A record before anything is read.
MatchRecord nothing_read();

// Write the members of such an object, and the member "result" of a record.
void write_members(text::JsonText& json, const MatchRecord& record);
void write_members(text::JsonText& json, const MatchFault& fault);
void write_members(text::JsonText& json, const Ply& ply);
void write_result(text::JsonText& json, const MatchRecord& record);

}  // namespace referee::match::record_members
