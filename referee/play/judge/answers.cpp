#include "referee/play/judge/answers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <system_error>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "rules/by_seat.hpp"
#include "rules/catalogue.hpp"

namespace referee::judge {
namespace {

// What is said of one seat.
struct SeatLines {
  std::optional<std::int64_t> score;
  std::optional<rules::Points> points;
  bool points_unknown = false;
  std::optional<int> game_points;
  std::optional<rules::Outcome> outcome;
  std::optional<int> place;
};

rules::Outcome outcome_in(std::string_view word) {
  if (word == "win") return rules::Outcome::win;
  if (word == "lose") return rules::Outcome::lose;
  if (word == "draw") return rules::Outcome::draw;
  throw BadAnswer{
      fmt::format("says \"{}\" where win, lose or draw must be", text::safe_text(word))};
}

template <typename Value>
void set(std::optional<Value>& place, Value value, std::string_view what) {
  if (place) throw BadAnswer{fmt::format("says the {} of a seat twice", what)};
  place = value;
}

rules::Points points_in(std::string_view text) {
  if (const auto points = rules::Points::read(text)) return *points;
  throw BadAnswer{
      fmt::format("says \"{}\" where a number of points must be: digits, with at most {} decimals",
                  text::safe_text(text.substr(0, 100)), rules::Points::most_decimals)};
}

// The places of all seats: those that the judge says, or by their scores. Whoever has others before
// it has a place behind all of them: 1, 1, 3.
rules::BySeat<int> places_of(const rules::BySeat<SeatLines>& seats) {
  const auto is_placed = [](const SeatLines& seat) { return seat.place.has_value(); };
  const bool said = std::any_of(seats.begin(), seats.end(), is_placed);
  rules::BySeat<int> places(seats.size());
  for (const Seat seat : seats.seats()) {
    if (!said || seats[seat].place) continue;
    throw BadAnswer{fmt::format("says places, and none of seat {}", rules::index(seat) + 1)};
  }
  for (const Seat own : seats.seats()) {
    places[own] = 1;
    for (const SeatLines& other : seats) {
      const bool before = said ? other.place < seats[own].place : *other.score > *seats[own].score;
      if (before) ++places[own];
    }
    if (said && places[own] != *seats[own].place) {
      throw BadAnswer{fmt::format("gives seat {} place {}, with {} before it",
                                  rules::index(own) + 1, *seats[own].place,
                                  text::plural(static_cast<std::size_t>(places[own] - 1), "seat"))};
    }
  }
  return places;
}

rules::Outcome outcome_of(int place, const rules::BySeat<int>& places) {
  if (place > 1) return rules::Outcome::lose;
  const bool alone = std::count(places.begin(), places.end(), place) == 1;
  return alone ? rules::Outcome::win : rules::Outcome::draw;
}

// A line that begins with the word "fault".
rules::Conviction conviction_in(std::string_view line, std::size_t seats) {
  take_word(line);
  rules::Conviction found;
  found.seat = seat_in(take_word(line), seats);
  const std::string_view kind = take_word(line);
  if (kind != "illegal" && kind != "timeout") {
    throw BadAnswer{
        fmt::format("says \"{}\" where the kind of a fault, illegal or timeout, must be",
                    text::safe_text(kind))};
  }
  if (kind == "timeout") found.status = rules::Status::timeout;
  found.reason = line;
  if (found.reason.empty()) throw BadAnswer{"says no reason behind the kind of a fault"};
  return found;
}

// The part of a long line in which this place is.
std::string around(std::string_view line, std::size_t place) {
  constexpr std::size_t before = 40;
  constexpr std::size_t most = 120;
  if (line.size() <= most) return text::safe_text(line);
  std::size_t begin = place > before ? place - before : 0;
  begin = std::min(begin, line.size() - most);
  return (begin > 0 ? "..." : "") + text::safe_text(line.substr(begin, most)) +
         (begin + most < line.size() ? "..." : "");
}

}  // namespace

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  return lines;
}

std::string_view take_word(std::string_view& line) {
  const auto end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

bool is_refusal(const Lines& lines) {
  return !lines.empty() && lines.front().starts_with("illegal ");
}

std::string_view only_line(const Lines& lines, std::string_view word, std::string_view form) {
  std::string_view line = lines.empty() ? std::string_view() : lines.front();
  if (lines.size() != 1 || take_word(line) != word)
    throw BadAnswer{fmt::format("must say {}", form)};
  return line;
}

std::int64_t number_in(std::string_view text, std::int64_t least, std::int64_t most) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || number < least || number > most) {
    throw BadAnswer{fmt::format("says \"{}\" where a whole number from {} to {} must be",
                                text::safe_text(text), least, most)};
  }
  return number;
}

Seat seat_in(std::string_view text, std::size_t seats) {
  return rules::seat_at(
      static_cast<std::size_t>(number_in(text, 1, static_cast<std::int64_t>(seats)) - 1));
}

namespace {

// A line of a result.
void read_line(std::string_view line, int most_game_points, rules::BySeat<SeatLines>& seats) {
  const std::string_view whole = line;
  const std::string_view word = take_word(line);
  if (word != "score" && word != "points" && word != "game-points" && word != "outcome" &&
      word != "place") {
    throw BadAnswer{
        fmt::format("says \"{}\" where a result must be", text::safe_text(whole.substr(0, 100)))};
  }
  SeatLines& seat = seats[seat_in(take_word(line), seats.size())];
  if (word == "outcome") {
    set(seat.outcome, outcome_in(line), word);
  } else if (word == "place") {
    set(seat.place, static_cast<int>(number_in(line, 1, std::ssize(seats))), word);
  } else if (word == "game-points") {
    set(seat.game_points, static_cast<int>(number_in(line, 0, most_game_points)), word);
  } else if (word == "points") {
    if (seat.points_unknown || (seat.points && line == "unknown")) {
      throw BadAnswer{"says the points of a seat twice"};
    }
    seat.points_unknown = line == "unknown";
    if (!seat.points_unknown) set(seat.points, points_in(line), word);
  } else {
    set(seat.score, number_in(line, -rules::most_outside_score, rules::most_outside_score), word);
  }
}

rules::Result result_of(const rules::BySeat<SeatLines>& seats) {
  for (const Seat seat : seats.seats()) {
    if (seats[seat].score) continue;
    throw BadAnswer{fmt::format("says no score of seat {} in its result", rules::index(seat) + 1)};
  }
  const rules::BySeat<int> places = places_of(seats);
  rules::Result result;
  result.seats = rules::BySeat<rules::SeatResult>(seats.size());
  for (const Seat at : seats.seats()) {
    rules::SeatResult& seat = result.seats[at];
    seat.score = *seats[at].score;
    seat.board_points = seats[at].points.value_or(seat.score);
    if (seats[at].points_unknown) seat.board_points.reset();
    seat.game_points = seats[at].game_points.value_or(0);
    seat.outcome = seats[at].outcome.value_or(outcome_of(places[at], places));
    if (seats.size() > rules::usual_seats) seat.place = places[at];
  }
  return result;
}

}  // namespace

ReadResult read_result(const Lines& lines, std::size_t first, int most_game_points,
                       std::size_t seats) {
  rules::BySeat<SeatLines> said(seats);
  ReadResult read;
  for (read.next = first; read.next < lines.size() && !read.over; ++read.next) {
    if (lines[read.next] == "over" || lines[read.next] == "over ") {
      read.over = true;
    } else {
      read_line(lines[read.next], most_game_points, said);
    }
  }
  read.result = result_of(said);
  return read;
}

ReadState read_state(const Lines& lines, std::size_t first, int most_game_points,
                     rules::BySeat<std::string>& told) {
  ReadState state;
  std::size_t i = first;
  for (; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (!line.starts_with("tell ")) break;
    take_word(line);
    std::string& lines_of_seat = told[seat_in(take_word(line), told.size())];
    lines_of_seat.append(line).push_back('\n');
  }
  for (; i < lines.size() && lines[i].starts_with("fault "); ++i) {
    state.convictions.push_back(conviction_in(lines[i], told.size()));
  }
  if (i == lines.size()) throw BadAnswer{"says neither \"turn SEAT\" nor \"over\""};
  state.hidden = lines[i] == "hidden" && i + 1 < lines.size();
  if (state.hidden) ++i;
  if (lines[i].starts_with("exit ") && i + 1 < lines.size()) {
    state.exit_line = lines[i++].substr(5);
    if (state.exit_line.empty() || !lines[i].starts_with("turn ")) {
      throw BadAnswer{"must say \"exit\" and a line only before \"turn SEAT\""};
    }
  }
  std::string_view line = lines[i];
  if (take_word(line) == "turn") {
    constexpr std::int64_t most_limit = 1'000'000'000;
    state.turn = seat_in(take_word(line), told.size());
    if (!line.empty()) state.limit = std::chrono::milliseconds(number_in(line, 1, most_limit));
    ++i;
  } else {
    const ReadResult read = read_result(lines, i, most_game_points, told.size());
    if (!read.over) throw BadAnswer{"says a result without \"over\" after it"};
    state.result = read.result;
    i = read.next;
  }
  if (i < lines.size()) {
    throw BadAnswer{fmt::format("goes on after the end of its answer: \"{}\"",
                                text::safe_text(lines[i].substr(0, 100)))};
  }
  return state;
}

std::string last_of(const Dialogue& dialogue) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = dialogue.size() - std::min(dialogue.size(), most); i < dialogue.size();
       ++i) {
    text += fmt::format("\n> {}\n{}", dialogue[i].request, dialogue[i].answer);
  }
  return text;
}

std::string difference(const Exchange& first, std::string_view now) {
  const Lines before = lines_of(first.answer);
  const Lines after = lines_of(now);
  const auto at = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  const std::string_view one = at.first == before.end() ? std::string_view() : *at.first;
  const std::string_view two = at.second == after.end() ? std::string_view() : *at.second;
  const auto place = static_cast<std::size_t>(
      std::mismatch(one.begin(), one.end(), two.begin(), two.end()).first - one.begin());
  const auto told = [place](std::string_view line, bool there) {
    return there ? "'" + around(line, place) + "'" : std::string("nothing");
  };
  return fmt::format(
      "line {} of the answer to `{}` differs at character {}: it was {} at first, and is now {}",
      at.first - before.begin() + 1, text::safe_text(first.request), place + 1,
      told(one, at.first != before.end()), told(two, at.second != after.end()));
}

}  // namespace referee::judge
