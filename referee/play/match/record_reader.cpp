// Reads a record from its text, value by value, by the table of its members.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_text.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/play/match/record_members.hpp"
#include "rules/random.hpp"

namespace referee::match::record_members {
namespace {

class Reader {
 public:
  Reader(std::string_view line, const std::string& source, Use use, const rules::Games& games)
      : cursor_(line), source_(source), use_(use), target_{{}, games} {
    path_.reserve(8);
    target_.go_to(record_);
  }

  // Throws JsonError, NotJson, or InputError for a game that is not known here.
  void read() {
    object(Node::record);
    if (!has_front_) cursor_.end();
    if (record_.game == nullptr) fail_for_game();
    take_seats();
  }

  // Reads one object into the last of these parts of a record. Throws JsonError.
  template <typename Part>
  static void read_into(MatchRecord& record, std::vector<Part> MatchRecord::*parts, Node node,
                        const text::JsonReader& object) {
    const std::string text = object.value().dump();
    Reader reader(text, object.place(), Use::whole, rules::own_games());
    reader.target_.go_to(record);
    reader.target_.go_to((record.*parts).emplace_back());
    reader.object(node);
  }

  // A key may occur twice, or is of a later version.
  [[nodiscard]] bool is_doubtful() const noexcept { return doubtful_ || cursor_.is_doubtful(); }

  // See ReadLine; `line` is the text that was read.
  [[nodiscard]] ReadLine result(std::string_view line) && {
    ReadLine result{std::move(record_), 0, measured_};
    if (deal_.data() != nullptr && plies_ != nullptr) {
      result.moves = moves_hash(deal_, {plies_, line.data() + line.size()});
    }
    return result;
  }

 private:
  struct Step {
    std::string_view key;  // empty: an element
    std::size_t index = 0;
  };

  void object(Node node) {
    if (cursor_.next() != '{') fail({Kind::object, node});
    const Members& members = members_of(node);
    const Member* likely = members.begin;
    std::uint32_t seen = 0;
    const bool whole = cursor_.object([&](std::string_view key) {
      if (node == Node::measured) record_.measured.known = true;
      const Member* const member = named(key, members, likely);
      if (member == nullptr) {
        doubtful_ = true;
        cursor_.skip();
        return true;
      }
      const std::uint32_t bit = std::uint32_t{1} << (member - members.begin);
      if ((seen & bit) != 0) doubtful_ = true;
      seen |= bit;
      likely = member + 1;
      return node == Node::record ? record_member(*member, seen) : this->member(*member);
    });
    if (!whole) return;
    for (const Member* member = members.begin; member != members.end; ++member) {
      if (member->presence == Presence::required &&
          (seen & std::uint32_t{1} << (member - members.begin)) == 0) {
        fail(fmt::format("the key \"{}\" is missing", member->key));
      }
    }
    end(node, target_);
  }
  // Null if there is none. Usually the likely one.
  static const Member* named(std::string_view key, const Members& members, const Member* likely) {
    if (likely != members.end && likely->key == key) return likely;
    const Member* const found = std::find_if(
        members.begin, members.end, [&](const Member& member) { return member.key == key; });
    return found != members.end ? found : nullptr;
  }

  bool member(const Member& member) {
    path_.push_back({member.key});
    value(member.form, member.use);
    path_.pop_back();
    return true;
  }
  // Of the record itself. Returns false if a summary needs no more.
  bool record_member(const Member& member, std::uint32_t seen) {
    const std::string_view key = cursor_.quoted();
    const char* const begin = cursor_.at();
    const bool close = begin == key.data() + key.size() + 1;  // as to_line() writes it
    if (member.key == "plies") {
      if (close && cursor_.next() == '[') plies_ = begin + 1;
      const std::uint32_t front = members_of(Node::record).front;
      has_front_ = use_ == Use::front && (seen & front) == front && record_.stated_plies &&
                   record_.game != nullptr && !is_doubtful();
      if (has_front_) return false;
    }
    this->member(member);
    if (member.key == "measured") measured_ = {key.data(), cursor_.at()};
    if (close && member.key == "deal") deal_ = {begin + 1, cursor_.at() - 1};
    return true;
  }

  void value(const Form& form, Use use) {
    switch (form.kind) {
      case Kind::text:
        if (cursor_.next() != '"') fail(form);
        return set(form, {.text = cursor_.string()}, use);
      case Kind::raw:
        return raw(form, use);
      case Kind::whole:
      case Kind::number:
      case Kind::exact:
        return number(form, use);
      case Kind::boolean:
        if (cursor_.next() != 't' && cursor_.next() != 'f') fail(form);
        return set(form, {.flag = cursor_.boolean()}, use);
      case Kind::list:
        return list(form, use);
      case Kind::object:
        if (cursor_.next() == '{' && form.set != nullptr) form.set(target_, {});
        return object(form.node);
    }
  }
  void number(const Form& form, Use use) {
    if (form.kind == Kind::exact && cursor_.next() == '"') {
      return set(form, {.text = cursor_.string()}, use);
    }
    const char* const begin = cursor_.at();
    if (const char c = cursor_.next(); c != '-' && (c < '0' || c > '9')) fail(form);
    const text::JsonNumber number = cursor_.number();
    if (form.kind == Kind::whole &&
        (!number.is_whole || number.whole < form.least || number.whole > most_of(form, record_))) {
      fail(form, {begin, cursor_.at()});
    }
    const std::string_view text(begin, static_cast<std::size_t>(cursor_.at() - begin));
    const std::size_t size = text.find_last_not_of(" \t\r\n") + 1;
    set(form, {.text = text.substr(0, size), .whole = number.whole, .number = number.real}, use);
  }
  void list(const Form& form, Use use) {
    if (cursor_.next() != '[') fail(form);
    std::size_t count = 0;
    cursor_.list([&] {
      if (form.by_seat && count == most_seats()) fail_for_seats();
      if (form.by_seat) target_.index = count;
      path_.push_back({{}, count++});
      value(*form.element, use);
      path_.pop_back();
    });
    const rules::GameInfo* const game = record_.game;
    if (form.by_seat && game != nullptr && game->with_seats(count) == nullptr) fail_for_seats();
  }
  // As it is written, but in one line.
  void raw(const Form& form, Use use) {
    const std::string_view text = cursor_.skip();
    if (text.find('\n') == std::string_view::npos && text.find('\r') == std::string_view::npos) {
      return set(form, {.text = text}, use);
    }
    const std::string line = text::parse_json(text, source_).dump();
    set(form, {.text = line}, use);
  }
  void set(const Form& form, const Value& value, Use use) {
    if (use_ == Use::front && use == Use::whole) return;
    try {
      form.set(target_, value);
    } catch (const Wrong& wrong) {
      fail(wrong.what);
    }
  }

  [[nodiscard]] std::string place() const {
    std::string place = source_ + ":";
    for (const Step& step : path_) {
      if (step.key.empty()) {
        place += fmt::format("[{}]", step.index);
      } else {
        place += fmt::format("{}{}", place.ends_with(':') ? " " : ".", step.key);
      }
    }
    return place;
  }
  [[noreturn]] void fail(const std::string& what) const {
    text::JsonReader(text::Json(), place()).fail(what);
  }
  // The value, by default the next one, is not of this form.
  [[noreturn]] void fail(const Form& form, std::string_view text = {}) {
    if (text.empty()) text = cursor_.skip();
    const text::Json value = text::parse_json(text, source_);
    const text::JsonReader reader(value, place());
    switch (form.kind) {
      case Kind::text:
        (void)reader.text();
        break;
      case Kind::whole:
        (void)reader.integer(form.least, most_of(form, record_));
        break;
      case Kind::number:
      case Kind::exact:
        (void)reader.number();
        break;
      case Kind::boolean:
        (void)reader.boolean();
        break;
      case Kind::list:
        (void)reader.items();
        break;
      case Kind::object:
        (void)reader.find("");
        break;
      case Kind::raw:
        break;
    }
    reader.fail("is of another kind");
  }
  // The game with these seats; all lists by seat have an element for each.
  void take_seats() {
    const std::size_t seats = record_.bots.size();
    const auto require = [&](bool holds, std::initializer_list<std::string_view> path) {
      if (holds) return;
      for (const std::string_view key : path) path_.push_back({key});
      fail_for_seats();
    };
    const rules::GameInfo* const game = record_.game->with_seats(seats);
    require(game != nullptr, {"bots"});
    record_.game = game;
    require(record_.scores.size() == seats, {"result", "seats"});
    if (record_.measured.bots.size() == 0) record_.measured.bots.resize(seats);
    require(record_.measured.bots.size() == seats, {"measured", "bots"});
    const auto sits = [&](const auto& one) { return rules::index(one.seat) < seats; };
    require(std::all_of(record_.faults.begin(), record_.faults.end(), sits), {"faults"});
    require(std::all_of(record_.plies.begin(), record_.plies.end(), sits), {"plies"});
  }
  // Those of the game, as soon as it is known.
  [[nodiscard]] std::size_t most_seats() const {
    return record_.game != nullptr ? record_.game->seats() : rules::most_seats;
  }
  [[noreturn]] void fail_for_seats() const {
    const std::size_t least = record_.game != nullptr ? record_.game->fewest_seats : 1;
    const std::size_t most = most_seats();
    fail(least == most
             ? fmt::format("must have an element for each of {} seats", most)
             : fmt::format("must have an element for each of {} to {} seats", least, most));
  }
  [[noreturn]] void fail_for_game() {
    path_.push_back({"game"});
    const std::string& game = target_.game;
    if (target_.judge.empty() || game.find('/') != std::string::npos) {
      fail(fmt::format("unknown game \"{}\"", game));
    }
    // Not a mistake of the record.
    throw text::InputError(fmt::format(
        "{}: the rules of \"{}\" are a program, whose folder is not known here: give the command "
        "`referee show FOLDER` once, with the folder of the game",
        place(), game));
  }

  text::JsonCursor cursor_;
  const std::string& source_;
  const Use use_;
  MatchRecord record_ = nothing_read();
  Target target_;
  std::vector<Step> path_;
  bool doubtful_ = false;
  bool has_front_ = false;       // all that a summary needs has been read
  const char* plies_ = nullptr;  // behind their bracket
  std::string_view deal_;        // as in the line
  std::string_view measured_;
};

}  // namespace
}  // namespace referee::match::record_members

namespace referee::match {

ReadLine read_line(std::string_view line, const std::string& source, Extent extent,
                   const rules::Games& games) {
  using namespace record_members;
  Reader reader(line, source, extent == Extent::front ? Use::front : Use::whole, games);
  const auto check_json = [&] { (void)text::parse_json(line, source); };
  try {
    reader.read();
  } catch (const text::NotJson&) {
    check_json();
    throw text::JsonError(source + ": there are bytes of zero behind its end");
  } catch (const text::JsonError&) {
    check_json();
    throw;
  }
  if (!reader.is_doubtful()) return std::move(reader).result(line);
  check_json();
  if (extent == Extent::front) return read_line(line, source, Extent::whole, games);
  ReadLine result = std::move(reader).result(line);
  result.moves = moves_hash(result.record);
  return result;
}

MatchRecord record_of_line(std::string_view line, const std::string& source,
                           const rules::Games& games) {
  return read_line(line, source, Extent::whole, games).record;
}

void add_event(std::vector<MatchRecord>& running, const text::JsonReader& event,
               const rules::Games& games) {
  using namespace record_members;
  constexpr std::int64_t most = 1'000'000'000'000'000;
  const std::string name = event.at("event").text();
  if (name != "started" && name != "move" && name != "fault" && name != "finished") return;
  const auto number = static_cast<std::uint64_t>(event.at("match").integer(0, most));
  const auto at = std::find_if(running.begin(), running.end(),
                               [number](const MatchRecord& one) { return one.match == number; });
  if (name == "started") {
    MatchRecord match;
    match.match = number;
    match.game = games.of_record(event.at("game").text(), {});
    if (match.game == nullptr) event.at("game").fail("there is no such game");
    if (const auto round = event.find("round")) {
      match.round = static_cast<int>(round->integer(1, 1'000'000'000));
    }
    if (const auto seed = event.find("seed")) {
      match.seed =
          static_cast<std::uint64_t>(seed->integer(0, static_cast<std::int64_t>(rules::max_seed)));
    }
    const text::JsonReader bots = event.at("bots");
    match.game = match.game->with_seats(bots.items());
    if (match.game == nullptr) bots.fail("are not as many as the game has seats");
    match.bots.resize(bots.items());
    match.scores.resize(bots.items());
    match.measured.bots.resize(bots.items());
    for (const Seat seat : match.bots.seats()) {
      match.bots[seat].name = bots.item(rules::index(seat)).text();
    }
    if (at == running.end()) {
      running.push_back(std::move(match));
    } else {
      *at = std::move(match);
    }
    return;
  }
  if (at == running.end()) event.at("match").fail("this match has not started");
  if (name == "finished") {
    running.erase(at);
    return;
  }
  if (name == "fault") {
    Reader::read_into(*at, &MatchRecord::faults, Node::fault, event);
    return;
  }
  if (event.at("ply").integer(1, most) != static_cast<std::int64_t>(at->plies.size()) + 1) {
    event.at("ply").fail("moves before it are missing");
  }
  Reader::read_into(*at, &MatchRecord::plies, Node::ply, event);
  for (auto [key, times] :
       {std::pair{"cpu_us", &at->measured.cpu}, std::pair{"wall_us", &at->measured.wall}}) {
    const auto time = event.find(key);
    times->push_back(std::chrono::microseconds(time ? time->integer(0, most) : 0));
  }
}

}  // namespace referee::match
