// What summary_of_line reads of a record: the keys it wants, where they are and
// what kind of value each has. The format is that of referee/match/record_json.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace referee::store::summary_keys {

// What a value in a record means. The four kinds of values are adjacent.
enum class Item : std::uint8_t {
  none,  // nothing that is wanted here
  // texts
  schema,
  tournament,
  game,
  name,
  status,
  fault_kind,
  // whole numbers
  version,
  match,
  round,
  seed,
  plies,
  score,
  game_points,
  board_points,
  fault_seat,
  cpu_us,
  wall_us,
  waited_us,
  // objects
  record,
  bot,
  result,
  seat,
  fault,
  measured,
  run,
  // lists
  bots,
  seats,
  faults,
  runs,
};

enum class Kind : std::uint8_t { text, number, object, list, fraction, boolean, null };

constexpr std::array kind_words{"a text", "a whole number",           "an object",
                                "a list", "a number with a fraction", "true or false",
                                "null"};

constexpr Kind kind_of(Item item) noexcept {
  if (item <= Item::fault_kind) return Kind::text;
  if (item <= Item::waited_us) return Kind::number;
  if (item <= Item::run) return Kind::object;
  return Kind::list;
}

struct ItemKey {
  Item within;
  std::string_view text;
  Item item;
};

constexpr std::array keys{
    ItemKey{Item::record, "schema", Item::schema},
    ItemKey{Item::record, "version", Item::version},
    ItemKey{Item::record, "tournament", Item::tournament},
    ItemKey{Item::record, "match", Item::match},
    ItemKey{Item::record, "round", Item::round},
    ItemKey{Item::record, "seed", Item::seed},
    ItemKey{Item::record, "game", Item::game},
    ItemKey{Item::record, "bots", Item::bots},
    ItemKey{Item::record, "result", Item::result},
    ItemKey{Item::record, "faults", Item::faults},
    ItemKey{Item::record, "measured", Item::measured},
    ItemKey{Item::bot, "name", Item::name},
    ItemKey{Item::result, "seats", Item::seats},
    ItemKey{Item::result, "plies", Item::plies},
    ItemKey{Item::seat, "score", Item::score},
    ItemKey{Item::seat, "status", Item::status},
    ItemKey{Item::seat, "game_points", Item::game_points},
    ItemKey{Item::seat, "board_points", Item::board_points},
    ItemKey{Item::fault, "kind", Item::fault_kind},
    ItemKey{Item::fault, "seat", Item::fault_seat},
    ItemKey{Item::measured, "bots", Item::runs},
    ItemKey{Item::run, "cpu_us", Item::cpu_us},
    ItemKey{Item::run, "wall_us", Item::wall_us},
    ItemKey{Item::run, "waited_us", Item::waited_us},
};

constexpr Item item_of(Item within, std::string_view text) noexcept {
  for (const ItemKey& key : keys) {
    if (key.within == within && key.text == text) return key.item;
  }
  return Item::none;
}

constexpr std::string_view key_of(Item item) noexcept {
  for (const ItemKey& key : keys) {
    if (key.item == item) return key.text;
  }
  return {};
}

constexpr Item element_of(Item list) noexcept {
  switch (list) {
    case Item::bots:
      return Item::bot;
    case Item::seats:
      return Item::seat;
    case Item::faults:
      return Item::fault;
    default:
      return Item::run;
  }
}

// One bit for each item, two for those that each seat has.
constexpr std::uint64_t bit(Item item, std::size_t seat = 0) noexcept {
  return std::uint64_t{1} << (2 * static_cast<unsigned>(item) + seat);
}
constexpr std::uint64_t both(Item item) noexcept { return bit(item, 0) | bit(item, 1); }

constexpr std::uint64_t everything =
    bit(Item::schema) | bit(Item::version) | bit(Item::tournament) | bit(Item::match) |
    bit(Item::round) | bit(Item::game) | bit(Item::seed) | both(Item::name) | bit(Item::plies) |
    both(Item::score) | both(Item::status) | bit(Item::seats) | bit(Item::faults) |
    both(Item::cpu_us) | both(Item::wall_us);

}  // namespace referee::store::summary_keys
