// How a member is read and written whose value has a place in a record, `&Ply::line`: what follows
// from the type of that. record_members.cpp makes its table of these.
#pragma once

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "referee/base/text/json_text.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/record_members.hpp"

namespace referee::match::record_members {

// Puts a value into a place, as the type of that has it. Times are microseconds.
template <typename Place>
void put_into(Place& place, const Value& value) {
  if constexpr (std::is_same_v<Place, bool>) {
    place = value.flag;
  } else if constexpr (std::is_same_v<Place, Seat>) {
    place = rules::seat_at(static_cast<std::size_t>(value.whole - 1));
  } else if constexpr (std::is_same_v<Place, Duration>) {
    place = std::chrono::microseconds(value.whole);
  } else if constexpr (std::is_integral_v<Place>) {
    place = static_cast<Place>(value.whole);
  } else {
    place = value.text;
  }
}
template <typename Place>
void put_into(std::optional<Place>& place, const Value& value) {
  put_into(place.emplace(), value);
}
template <typename Place>
void put_into(std::vector<Place>& place, const Value& value) {
  put_into(place.emplace_back(), value);
}

// The place `&Ply::line` of the object that is being read or written.
template <auto Which, typename Record>
auto& place_in(const Now<Record>& now) {
  return [&]<typename Part, typename Place>(Place Part::*) -> auto& {
    return now.template at<Part>().*Which;
  }
  (Which);
}
template <auto Which>
void put(Target& target, const Value& value) {
  put_into(place_in<Which>(target), value);
}
// Makes room for so many seats, of which nothing has been read.
template <typename Part>
void grow(rules::BySeat<Part>& list, std::size_t seats) {
  while (list.size() < seats) {
    list.resize(list.size() + 1);
    if constexpr (std::is_same_v<Part, SeatScore>) {
      list[list.size() - 1].result.board_points.reset();
    }
  }
}
// An object begins, or an element of a list of them.
template <auto Which>
void begin(Target& target, const Value&) {
  auto& place = place_in<Which>(target);
  if constexpr (requires { place.emplace_back(); }) {
    target.go_to(place.emplace_back());
  } else if constexpr (requires { place.emplace(); }) {
    target.go_to(place.emplace());
  } else if constexpr (requires { place[target.index]; }) {
    grow(place, target.index + 1);
    target.go_to(place[target.index]);
  } else {
    target.go_to(place);
  }
}

// Whether there is anything to write.
template <auto Which>
bool has(const Source& from) {
  const auto& place = place_in<Which>(from);
  if constexpr (requires { place.has_value(); }) {
    return place.has_value();
  } else if constexpr (requires { place.empty(); }) {
    return !place.empty();
  } else if constexpr (requires { place.seats(); }) {
    return place.size() > 0;
  } else {
    return place > std::remove_cvref_t<decltype(place)>{};
  }
}

// Writes all members of an object, by the table.
template <Node node>
void write_object(text::JsonText& json, Source& from);

// Writes what is in a place, of which objects are such a node.
template <Node node, typename Place>
void write_value(text::JsonText& json, Source& from, const Place& place) {
  if constexpr (requires { place.has_value(); }) {
    write_value<node>(json, from, *place);
  } else if constexpr (std::is_same_v<Place, Seat>) {
    json.value(number_of(place));
  } else if constexpr (std::is_same_v<Place, Duration>) {
    json.value(whole_microseconds(place));
  } else if constexpr (std::is_same_v<Place, rules::Points>) {
    json.raw(place.text());
  } else if constexpr (std::is_enum_v<Place>) {
    json.value(name(place));
  } else if constexpr (requires { json.value(place); }) {
    json.value(place);
  } else if constexpr (requires { place.begin(); }) {
    json.list(place, [&](const auto& one) { write_value<node>(json, from, one); });
  } else {
    from.go_to(place);
    write_object<node>(json, from);
  }
}
template <auto Which, Node node = Node::record>
void write(text::JsonText& json, Source& from) {
  write_value<node>(json, from, place_in<Which>(from));
}

constexpr Form text(Set set = nullptr) { return {Kind::text, {}, 0, 0, set}; }
constexpr Form boolean() { return {Kind::boolean}; }
constexpr Form number(Set set) { return {Kind::number, {}, 0, 0, set}; }
constexpr Form exact(Set set) { return {Kind::exact, {}, 0, 0, set}; }
constexpr Form raw(Set set) { return {Kind::raw, {}, 0, 0, set}; }
constexpr Form whole(std::int64_t least, std::int64_t most, Set set = nullptr) {
  return {Kind::whole, {}, least, most, set};
}
constexpr Form object(Node node, Set begin = nullptr) { return {Kind::object, node, 0, 0, begin}; }
constexpr Form list(const Form& element, bool by_seat = false) {
  return {Kind::list, {}, 0, 0, nullptr, &element, by_seat};
}

using enum Presence;
constexpr Use front = Use::front;

// A member that is read into a place and written from there.
template <auto Which>
constexpr Member value(Node within, std::string_view key, Form form, Presence presence,
                       Use use = Use::whole) {
  form.set = put<Which>;
  return {within, key, form, presence, presence == some ? has<Which> : nullptr, write<Which>, use};
}
// The same of a list of objects, which has one for each seat if it is a list by seat.
template <auto Which, Node node>
constexpr Form object_in = object(node, begin<Which>);
template <auto Which, Node node>
constexpr Member objects(Node within, std::string_view key, Presence presence,
                         Use use = Use::whole) {
  using Place = std::remove_reference_t<decltype(place_in<Which>(std::declval<Target&>()))>;
  constexpr bool by_seat = !requires(Place place) { place.emplace_back(); };
  const Form form = list(object_in<Which, node>, by_seat);
  const Has has_any = presence == some ? has<Which> : nullptr;
  return {within, key, form, presence, has_any, write<Which, node>, use};
}

// Throws Wrong.
inline Duration duration_of(const Value& value) {
  constexpr double most = 1e6;
  if (!(value.number > 0) || value.number > most) {
    throw Wrong{"must be a number of seconds above 0"};
  }
  return Duration(std::llround(value.number * 1e9));
}
template <typename Part, std::size_t which, typename Record>
auto& limit_in(const Now<Record>& now) {
  return now.template at<Part>().times.*time_keys[which].limit;
}
// The same of the limit of time that has this number in time_keys, of a record or of a bot.
template <typename Part, std::size_t which>
constexpr Member limit(Node within, Presence presence) {
  const auto set = [](Target& target, const Value& value) {
    limit_in<Part, which>(target) = duration_of(value);
  };
  const auto has = [](const Source& from) { return limit_in<Part, which>(from) > Duration{}; };
  const auto write = [](text::JsonText& json, Source& from) {
    const Duration limit = limit_in<Part, which>(from);
    json.value(std::chrono::duration<double>(limit).count());
  };
  return {within, time_keys[which].name, number(set), presence, has, write};
}

}  // namespace referee::match::record_members
