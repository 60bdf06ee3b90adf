#include "referee/show/server/wish.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"

namespace referee::server {
namespace {

using Kind = Wish::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 7> wish_words{{{"move", Kind::move},
                                                                       {"why", Kind::why},
                                                                       {"undo", Kind::undo},
                                                                       {"from", Kind::from},
                                                                       {"hint", Kind::hint},
                                                                       {"resign", Kind::resign},
                                                                       {"again", Kind::again}}};

void require(bool good, const char* what) {
  if (!good) throw text::InputError(what);
}

}  // namespace

Wish read_wish(std::string_view body) {
  const text::Json json = text::parse_json(body, "the wish");
  const auto text_of = [&](const char* key, const char* what) {
    require(json.contains(key) && json.at(key).is_string(), what);
    return json.at(key).get<std::string>();
  };
  const auto number_of = [&](const char* key, const char* what) {
    require(json.contains(key) && json.at(key).is_number_unsigned(), what);
    return json.at(key).get<std::size_t>();
  };
  require(json.is_object(), "a wish is an object");
  const std::string word = text_of("do", "a wish says what to do");
  const auto* const known = std::find_if(wish_words.begin(), wish_words.end(),
                                         [&](const auto& one) { return one.first == word; });
  require(known != wish_words.end(), "do must be move, why, undo, from, hint, resign or again");
  Wish wish;
  wish.kind = known->second;
  if (wish.kind == Kind::move || wish.kind == Kind::why) {
    wish.move = text_of("move", "a move is a text");
  }
  if (wish.kind == Kind::from) wish.to = number_of("to", "to is how many moves are kept");
  if (wish.kind != Kind::again) wish.ply = number_of("ply", "ply is how many moves you have seen");
  return wish;
}

}  // namespace referee::server
