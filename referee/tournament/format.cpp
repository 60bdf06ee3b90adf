#include "referee/tournament/format.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace referee::tournament {
namespace {

using match::JsonReader;

struct Named {
  FormatKind kind;
  std::string_view name;
  std::array<std::string_view, 3> keys;  // its own ones
};
constexpr std::array formats{
    Named{FormatKind::round_robin, "round-robin", {}},
    Named{FormatKind::gauntlet, "gauntlet", {"challengers"}},
    Named{FormatKind::swiss, "swiss", {"seats"}},
    Named{FormatKind::knockout, "knockout", {"deals"}},
    Named{FormatKind::official, "official", {"swiss_rounds", "qualify", "seats"}},
};

const Named& entry_of(FormatKind kind) noexcept {
  return *std::find_if(formats.begin(), formats.end(),
                       [kind](const Named& format) { return format.kind == kind; });
}

bool has_key(const Named& format, std::string_view key) {
  return std::find(format.keys.begin(), format.keys.end(), key) != format.keys.end();
}

FormatKind kind_of(const JsonReader& reader) {
  const std::string wanted = reader.text();
  std::vector<std::string_view> names;
  std::string all;
  for (const Named& format : formats) {
    if (format.name == wanted) return format.kind;
    names.push_back(format.name);
    all += (all.empty() ? "" : ", ") + std::string(format.name);
  }
  const auto guess = match::nearest_in(wanted, names);
  reader.fail("unknown format \"" + wanted + "\"; " +
              (guess ? "did you mean \"" + *guess + "\"?" : "the formats are " + all));
}

// Refuses keys that other formats have, naming those.
void check_keys(const JsonReader& event, const Named& format) {
  for (const std::string_view key : format_keys) {
    const auto found = event.find(key);
    if (key == "format" || !found || has_key(format, key)) continue;
    std::string owners;
    for (const Named& other : formats) {
      if (!has_key(other, key)) continue;
      owners += (owners.empty() ? "\"" : " or \"") + std::string(other.name) + "\"";
    }
    found->fail("belongs to the format " + owners + ", not to \"" + std::string(format.name) +
                "\"");
  }
}

SeatOrders seats_of(const JsonReader& reader) {
  const std::string text = reader.text();
  if (text == "both") return SeatOrders::both;
  if (text == "one") return SeatOrders::one;
  reader.fail("must be \"both\" or \"one\", not \"" + text + "\"");
}

int whole(const JsonReader& reader, std::int64_t least, std::int64_t most) {
  return static_cast<int>(reader.integer(least, most));
}

// Formats that ask who won need games that somebody can win, and pairing by points
// has its limits.
void check_game(const JsonReader& place, const Named& format, const FormatContext& context) {
  if (format.kind == FormatKind::round_robin || format.kind == FormatKind::gauntlet) return;
  if (context.game.cooperative) {
    place.fail("\"" + std::string(format.name) + "\" needs winners, and in " +
               std::string(context.game.title) +
               " both bots work together; choose \"round-robin\" or \"gauntlet\"");
  }
  if (format.kind != FormatKind::knockout && context.bots > most_swiss_bots) {
    place.fail("\"" + std::string(format.name) + "\" is for at most " +
               std::to_string(most_swiss_bots) + " bots, not " + std::to_string(context.bots));
  }
}

}  // namespace

std::string_view name(FormatKind kind) noexcept { return entry_of(kind).name; }

Format read_format(const JsonReader& event, const FormatContext& context) {
  Format format;
  const auto kind = event.find("format");
  if (kind) format.kind = kind_of(*kind);
  const Named& entry = entry_of(format.kind);
  check_keys(event, entry);
  if (kind) check_game(*kind, entry, context);
  const auto bots = static_cast<std::int64_t>(context.bots);
  if (const auto value = event.find("challengers")) format.challengers = whole(*value, 1, bots - 1);
  if (const auto value = event.find("seats")) format.seats = seats_of(*value);
  if (const auto value = event.find("deals")) format.deals = whole(*value, 1, most_knockout_deals);
  if (format.kind == FormatKind::official) {
    format.swiss_rounds = whole(event.at("swiss_rounds"), 1, most_swiss_rounds);
    format.qualify = whole(event.at("qualify"), 2, bots);
  }
  if (const auto rounds = event.find("rounds"); rounds && fixes_its_rounds(format.kind)) {
    rounds->fail(
        "a knockout has as many rounds as it needs; \"deals\" says how many deals each "
        "pairing plays");
  }
  return format;
}

void check_rounds(const JsonReader& event, const Format& format, int rounds) {
  if (format.kind != FormatKind::swiss || rounds <= most_swiss_rounds) return;
  event.fail("a Swiss tournament has at most " + std::to_string(most_swiss_rounds) +
             " rounds, not " + std::to_string(rounds));
}

void write_format(match::Json& event, const Format& format) {
  switch (format.kind) {
    case FormatKind::round_robin:
      return;
    case FormatKind::gauntlet:
      event["challengers"] = format.challengers;
      return;
    case FormatKind::knockout:
      event["deals"] = format.deals;
      return;
    case FormatKind::official:
      event["swiss_rounds"] = format.swiss_rounds;
      event["qualify"] = format.qualify;
      break;
    case FormatKind::swiss:
      break;
  }
  event["seats"] = format.seats == SeatOrders::both ? "both" : "one";
}

}  // namespace referee::tournament
