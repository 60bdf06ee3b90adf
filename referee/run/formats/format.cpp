#include "referee/run/formats/format.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/words.hpp"
#include "referee/run/formats/tables.hpp"

namespace referee::formats {
namespace {

struct Named {
  FormatKind kind;
  std::string_view name;
  std::array<std::string_view, 4> keys;  // its own ones
};
constexpr std::array formats{
    Named{FormatKind::round_robin, "round-robin", {"tables", "deals"}},
    Named{FormatKind::gauntlet, "gauntlet", {"challengers"}},
    Named{FormatKind::swiss, "swiss", {"seats", "look_ahead"}},
    Named{FormatKind::knockout, "knockout", {"deals", "tie_break"}},
    Named{FormatKind::official, "official", {"swiss_rounds", "qualify", "seats", "look_ahead"}},
    Named{FormatKind::ladder, "ladder", {"pairs", "periods"}},
    Named{FormatKind::recorded, "recorded", {"source", "content", "columns", "matches"}},
};

const Named& entry_of(FormatKind kind) noexcept {
  return *std::find_if(formats.begin(), formats.end(),
                       [kind](const Named& format) { return format.kind == kind; });
}

bool has_key(const Named& format, std::string_view key) {
  return std::find(format.keys.begin(), format.keys.end(), key) != format.keys.end();
}

FormatKind kind_of(const text::JsonReader& reader) {
  const std::string wanted = reader.text();
  std::vector<std::string_view> names;
  for (const Named& format : formats) {
    if (format.name == wanted) return format.kind;
    if (format.kind != FormatKind::recorded) names.push_back(format.name);  // not for configs
  }
  reader.fail(fmt::format("unknown format \"{}\"; {}", wanted,
                          text::suggestion(wanted, names, "the formats are", '"')));
}

// Refuses keys that belong to other formats, and names these formats.
void check_keys(const text::JsonReader& event, const Named& format) {
  for (const std::string_view key : format_keys) {
    const auto found = event.find(key);
    if (key == "format" || !found || has_key(format, key)) continue;
    std::vector<std::string> owners;
    for (const Named& other : formats) {
      if (has_key(other, key)) owners.push_back(text::in_quotes(other.name));
    }
    found->fail(fmt::format("belongs to the format {}, not to \"{}\"",
                            text::join_with(owners, "or"), format.name));
  }
}

SeatOrders seats_of(const text::JsonReader& reader) {
  const std::string text = reader.text();
  if (text == "both") return SeatOrders::both;
  if (text == "one") return SeatOrders::one;
  reader.fail(fmt::format("must be \"both\" or \"one\", not \"{}\"", text));
}

TableChoice tables_of(const text::JsonReader& reader, const FormatContext& context) {
  if (context.game.seats() <= rules::usual_seats) {
    reader.fail("is for games of more than two seats");
  }
  const std::string text = reader.text();
  if (text != "balanced" && text != "all") {
    reader.fail(fmt::format("must be \"balanced\" or \"all\", not \"{}\"", text));
  }
  return text == "all" ? TableChoice::all : TableChoice::balanced;
}

// "0-99".
NumberRange seeds_of(const text::JsonReader& reader, const FormatContext& context) {
  if (context.game.seats() > 1) {
    reader.fail(
        "of a round robin names the seeds of a game of one seat; elsewhere \"rounds\" says "
        "how many deals there are");
  }
  const std::string text = reader.text();
  NumberRange range;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, range.first);
  const bool has_two = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
  const auto last = std::from_chars(has_two ? first.ptr + 1 : end, end, range.last);
  if (!has_two || last.ec != std::errc() || last.ptr != end || range.last > rules::max_seed ||
      range.first > range.last || range.last - range.first >= most_seeds) {
    reader.fail(
        fmt::format("must be the first and the last seed, such as \"0-99\", at most {} of "
                    "them, not \"{}\"",
                    most_seeds, text));
  }
  return range;
}

int whole(const text::JsonReader& reader, std::int64_t least, std::int64_t most) {
  return static_cast<int>(reader.integer(least, most));
}

// Formats that depend on who won need an adversarial game, and pairing by points has a limit on
// the number of bots.
void check_game(const text::JsonReader& place, const Named& format, const FormatContext& context) {
  const FormatKind kind = format.kind;
  if (kind == FormatKind::round_robin || kind == FormatKind::recorded) return;
  if (context.game.seats() != rules::usual_seats) {
    place.fail(fmt::format("\"{}\" is for games of two, and {} has {}; choose \"round-robin\"",
                           format.name, context.game.title,
                           text::plural(context.game.seats(), "seat")));
  }
  if (kind == FormatKind::gauntlet) return;
  if (context.game.cooperative) {
    place.fail(
        fmt::format("\"{}\" needs winners, and in {} both bots work together; choose "
                    "\"round-robin\" or \"gauntlet\"",
                    format.name, context.game.title));
  }
  const bool by_points = kind == FormatKind::swiss || kind == FormatKind::official;
  if (by_points && context.bots > most_swiss_bots) {
    place.fail(fmt::format("\"{}\" is for at most {} bots, not {}", format.name, most_swiss_bots,
                           context.bots));
  }
}

std::vector<std::size_t> positions_of(const text::JsonReader& period, std::string_view key,
                                      std::size_t bots) {
  std::vector<std::size_t> positions;
  const auto list = period.find(key);
  for (std::size_t i = 0; list && i < list->items(); ++i) {
    positions.push_back(
        static_cast<std::size_t>(list->item(i).integer(0, static_cast<std::int64_t>(bots) - 1)));
  }
  return positions;
}

LadderPeriod read_period(const text::JsonReader& reader, const LadderPeriod& before) {
  constexpr auto most = static_cast<std::int64_t>(most_ladder_matches);
  LadderPeriod period;
  const text::JsonReader begin = reader.at("begin");
  period.begin =
      static_cast<std::uint64_t>(begin.integer(static_cast<std::int64_t>(before.begin), most));
  if (period.begin % 2 != 0) begin.fail("must be even: pairs of games stay together");
  period.bots = static_cast<std::size_t>(
      reader.at("bots").integer(static_cast<std::int64_t>(before.bots), most));
  period.left = positions_of(reader, "left", before.bots);
  period.back = positions_of(reader, "back", before.bots);
  const auto skipped = reader.find("skipped");
  for (std::size_t i = 0; skipped && i < skipped->items(); ++i) {
    const text::JsonReader range = skipped->item(i);
    if (range.items() != 2) range.fail("must be the first and the last number");
    const std::int64_t first = range.item(0).integer(0, most);
    const std::int64_t last =
        range.item(1).integer(first, static_cast<std::int64_t>(period.begin) - 1);
    period.skipped.push_back({static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last)});
  }
  const auto choice = reader.find("choice");
  if (choice && choice->text() != "counts") choice->fail("must be \"counts\"");
  period.from_results = !choice;
  return period;
}

void read_ladder(const text::JsonReader& event, std::size_t bots, Format& format) {
  if (const auto pairs = event.find("pairs")) format.pairs = whole(*pairs, 1, most_ladder_pairs);
  const auto periods = event.find("periods");
  if (!periods) {
    if (bots > most_swiss_bots) {
      event.at("format").fail(
          fmt::format("a ladder is for at most {} bots, not {}", most_swiss_bots, bots));
    }
    format.periods = {{0, bots, {}, {}, {}}};
    return;
  }
  LadderPeriod before;
  for (std::size_t i = 0; i < periods->items(); ++i) {
    format.periods.push_back(read_period(periods->item(i), before));
    before = format.periods.back();
  }
  if (before.bots != bots || format.periods.front().begin != 0) {
    periods->fail("must begin with match 0, and end with all bots of the list");
  }
}

text::Json period_json(const LadderPeriod& period) {
  text::Json json{{"begin", period.begin}, {"bots", period.bots}};
  if (!period.from_results) json["choice"] = "counts";
  if (!period.left.empty()) json["left"] = period.left;
  if (!period.back.empty()) json["back"] = period.back;
  for (const auto& [first, last] : period.skipped) {
    json["skipped"].push_back(text::Json::array({first, last}));
  }
  return json;
}

// Each match is [number, round, first bot, second bot], and the phase where the list names it.
void read_recorded(const text::JsonReader& event, std::int64_t bots, Format& format) {
  format.source = event.at("source").name();
  format.content = event.at("content").text();
  if (const auto columns = event.find("columns")) format.columns = columns->name();
  const text::JsonReader list = event.at("matches");
  if (list.items() == 0) list.fail("must list at least one match");
  constexpr std::int64_t any = std::int64_t{1} << 53;
  for (std::size_t i = 0; i < list.items(); ++i) {
    const text::JsonReader item = list.item(i);
    if (item.items() != 4 && item.items() != 5) {
      item.fail("must be a number, a round and two bots");
    }
    RecordedMatch match;
    match.number = item.item(0).integer(0, any);
    match.round = whole(item.item(1), 1, 1'000'000'000);
    match.bots = {static_cast<std::size_t>(item.item(2).integer(0, bots - 1)),
                  static_cast<std::size_t>(item.item(3).integer(0, bots - 1))};
    if (match.bots[0] == match.bots[1]) item.fail("a bot cannot meet itself");
    if (item.items() == 5) match.phase = item.item(4).name();
    format.matches.push_back(match);
  }
}

}  // namespace

std::string_view name(FormatKind kind) noexcept { return entry_of(kind).name; }

Format read_format(const text::JsonReader& event, const FormatContext& context) {
  Format format;
  const auto kind = event.find("format");
  if (kind) format.kind = kind_of(*kind);
  const Named& entry = entry_of(format.kind);
  check_keys(event, entry);
  if (kind) check_game(*kind, entry, context);
  const auto bots = static_cast<std::int64_t>(context.bots);
  if (const auto value = event.find("challengers")) format.challengers = whole(*value, 1, bots - 1);
  if (const auto value = event.find("seats")) format.seats = seats_of(*value);
  if (const auto value = event.find("tables")) {
    format.tables = tables_of(*value, context);
    if (!tables_of_a_round(context.bots, context.game.seats(), format.tables)) {
      value->fail("are more than can be counted; leave it out");
    }
  }
  if (const auto value = event.find("deals")) {
    if (format.kind == FormatKind::knockout) {
      format.deals = whole(*value, 1, most_knockout_deals);
    } else {
      format.seeds = seeds_of(*value, context);
    }
  }
  if (const auto value = event.find("look_ahead")) format.look_ahead = value->boolean();
  if (const auto value = event.find("tie_break")) {
    format.tie_break = whole(*value, 0, most_tie_break_deals);
  }
  if (format.kind == FormatKind::official) {
    format.swiss_rounds = whole(event.at("swiss_rounds"), 1, most_swiss_rounds);
    format.qualify = whole(event.at("qualify"), 2, bots);
  }
  if (format.kind == FormatKind::ladder) read_ladder(event, context.bots, format);
  if (format.kind == FormatKind::recorded) read_recorded(event, bots, format);
  if (const auto rounds = event.find("rounds"); rounds && fixes_its_rounds(format.kind)) {
    rounds->fail(format.kind == FormatKind::ladder
                     ? "a ladder goes on with each run; --games says how many games a run plays"
                     : "a knockout has as many rounds as it needs; \"deals\" says how many deals "
                       "each pairing plays");
  }
  return format;
}

bool plays_on(const Format& format, std::size_t bot) {
  const auto has = [bot](const std::vector<std::size_t>& list) {
    return std::find(list.begin(), list.end(), bot) != list.end();
  };
  for (auto period = format.periods.rbegin(); period != format.periods.rend(); ++period) {
    if (has(period->left)) return false;
    if (has(period->back)) return true;
  }
  return true;
}

void check_rounds(const text::JsonReader& event, const Format& format, int rounds,
                  std::string_view source) {
  if (format.kind != FormatKind::swiss || rounds <= most_swiss_rounds) return;
  const std::string text =
      fmt::format("a Swiss tournament has at most {} rounds, not {}", most_swiss_rounds, rounds);
  if (source.empty()) event.at("rounds").fail(text);
  event.at("format").fail(fmt::format("{} as {} says", text, source));
}

void write_format(text::Json& event, const Format& format) {
  switch (format.kind) {
    case FormatKind::round_robin:
      if (format.tables == TableChoice::all) event["tables"] = "all";
      if (format.seeds) {
        event["deals"] = fmt::format("{}-{}", format.seeds->first, format.seeds->last);
      }
      return;
    case FormatKind::gauntlet:
      event["challengers"] = format.challengers;
      return;
    case FormatKind::knockout:
      event["deals"] = format.deals;
      if (format.tie_break > 0) event["tie_break"] = format.tie_break;
      return;
    case FormatKind::ladder:
      event["pairs"] = format.pairs;
      for (const LadderPeriod& period : format.periods) {
        event["periods"].push_back(period_json(period));
      }
      return;
    case FormatKind::recorded:
      event["source"] = format.source;
      event["content"] = format.content;
      if (!format.columns.empty()) event["columns"] = format.columns;
      event["matches"] = text::Json::array();
      for (const RecordedMatch& match : format.matches) {
        text::Json item{match.number, match.round, match.bots[0], match.bots[1]};
        if (!match.phase.empty()) item.push_back(match.phase);
        event["matches"].push_back(std::move(item));
      }
      return;
    case FormatKind::official:
      event["swiss_rounds"] = format.swiss_rounds;
      event["qualify"] = format.qualify;
      break;
    case FormatKind::swiss:
      break;
  }
  if (format.look_ahead) event["look_ahead"] = true;
  event["seats"] = format.seats == SeatOrders::both ? "both" : "one";
}

}  // namespace referee::formats
