#include "referee/run/config/match_beginning.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/config_fields.hpp"
#include "rules/by_seat.hpp"

namespace referee::config {
namespace {

std::optional<std::string> read_deal(const text::JsonReader& event, const rules::GameInfo& game,
                                     const std::filesystem::path& folder,
                                     const RecordNamed& record_named) {
  const auto deal = event.find("deal");
  const auto log = event.find("deal_of");
  if (deal && log) log->fail("replaces \"deal\"; give one of the two");
  if (deal) return deal->text();
  if (!log) return std::nullopt;
  if (!record_named) log->fail("names a recorded match, which cannot be read here");
  try {
    const match::MatchRecord record = record_named(log->text(), folder);
    if (record.game->name != game.name) {
      log->fail(fmt::format("that match is one of {}, not of {}", record.game->name, game.name));
    }
    return match::whole_deal(game, record.deal);
  } catch (const text::JsonError&) {
    throw;
  } catch (const text::InputError& error) {
    log->fail(error.what());
  } catch (const std::system_error& error) {
    log->fail(error.what());
  }
}

// The text of the file that a value names.
std::string text_of_file(const text::JsonReader& name, const std::filesystem::path& folder) {
  try {
    return text::read_text(folder / name.text());
  } catch (const std::system_error& error) {
    name.fail(error.what());
  }
}

std::vector<std::string> read_moves(const text::JsonReader& moves,
                                    const std::filesystem::path& folder) {
  if (moves.value().is_string()) return match::words_of_text(text_of_file(moves, folder));
  std::vector<std::string> list;
  for (const text::JsonReader& move : moves.all()) list.push_back(move.text());
  return list;
}

match::Openings read_openings(const text::JsonReader& reader, const std::filesystem::path& folder) {
  match::Openings openings;
  if (!reader.value().is_string() && !reader.value().is_array()) {
    reader.only({"random_plies"});
    openings.random_plies =
        static_cast<int>(reader.at("random_plies").integer(1, match::most_random_plies));
    return openings;
  }
  std::string text;
  if (reader.value().is_string()) {
    text = text_of_file(reader, folder);
  } else {
    for (const text::JsonReader& line : reader.all()) text += line.text() + '\n';
  }
  openings.lines = match::openings_of_text(text);
  if (openings.lines.empty()) reader.fail("has no opening; each needs a line of its own");
  return openings;
}

}  // namespace

match::Beginning read_beginning(const text::JsonReader& event, const rules::GameInfo& game,
                                const std::filesystem::path& folder,
                                const RecordNamed& record_named) {
  match::Beginning beginning;
  beginning.deal = read_deal(event, game, folder, record_named);
  const auto moves = event.find("moves");
  if (moves) beginning.moves = read_moves(*moves, folder);
  if (const auto openings = event.find("openings")) {
    if (moves)
      openings->fail("varies the first moves, and \"moves\" fixes them; give one of the two");
    beginning.openings = read_openings(*openings, folder);
  }
  return beginning;
}

void write_beginning(text::Json& event, const match::Beginning& beginning) {
  if (beginning.deal) event["deal"] = *beginning.deal;
  if (!beginning.moves.empty()) event["moves"] = beginning.moves;
  const match::Openings& openings = beginning.openings;
  if (openings.random_plies > 0) event["openings"]["random_plies"] = openings.random_plies;
  for (const auto& line : openings.lines) event["openings"].push_back(text::join(line, " "));
}

MatchBeginning beginning_of(const Event& event, const Pairing& pairing) {
  MatchBeginning begin{event.beginning.plan(*event.game, pairing.seed), {}};
  begin.moves = event.beginning.moves_of(begin.plan, pairing.seed);
  return begin;
}

std::string why_other_beginning(std::string_view line, const Event& event, const Pairing& pairing) {
  if (event.beginning.usual()) return {};
  const match::MatchRecord record =
      match::record_of_line(line, "the record", rules::OneGame(*event.game));
  const MatchBeginning begin = beginning_of(event, pairing);
  if (event.beginning.deal && record.deal != begin.plan.deal) return "its deal is another one";
  const std::vector<std::string>& moves = begin.moves;
  const auto given = static_cast<std::size_t>(record.given);
  const auto words = [](std::size_t plies) { return text::plural(plies, "ply", "plies"); };
  if (given > moves.size() || given > record.plies.size()) {
    return fmt::format("the record says that it began with {}, but its opening has {}",
                       words(given), moves.size());
  }
  for (std::size_t i = 0; i < given; ++i) {
    if (record.plies[i].line == moves[i]) continue;
    return fmt::format("ply {} of its opening is {}; the record has {}", i + 1,
                       text::safe_text(moves[i]), text::safe_text(record.plies[i].line));
  }
  // A bot that fails leaves the opening, and an opening may be the whole game.
  const auto& faults = record.faults;
  const bool left = std::any_of(faults.begin(), faults.end(), [&](const match::MatchFault& fault) {
    return static_cast<std::size_t>(fault.gone_from()) == given + 1;
  });
  if (given < moves.size() && given < record.plies.size() && !left) {
    return fmt::format("its opening has {}; the record says that it began with {}",
                       words(moves.size()), given);
  }
  return {};
}

std::string why_unplayable(const Manifest& manifest, std::size_t event) {
  constexpr int most_tried = 20'000;
  const Event& one = manifest.events.at(event);
  // Random openings are legal wherever they are drawn.
  if (one.beginning.usual() || (one.beginning.openings.random_plies > 0 && !one.beginning.deal)) {
    return {};
  }
  Pairing pairing;
  pairing.event = event;
  const auto why = [&] {
    const MatchBeginning begin = beginning_of(one, pairing);
    return match::why_unplayable(begin.plan, begin.moves);
  };
  if (one.beginning.deal && one.beginning.openings.lines.empty()) return why();
  const Schedule schedule(manifest);
  const int deals = one.format.kind == formats::FormatKind::knockout
                        ? one.format.deals + one.format.tie_break
                    : one.format.kind == formats::FormatKind::ladder ? one.format.pairs
                                                                     : 1;
  const int rounds = std::min(schedule.rounds_of(event), std::max(1, most_tried / deals));
  for (pairing.round = 1; pairing.round <= rounds; ++pairing.round) {
    for (int deal = 0; deal < deals; ++deal) {
      set_seed(pairing, manifest, deal);
      if (const std::string text = why(); !text.empty()) {
        return fmt::format("on the deal of round {}, {}", pairing.round, text);
      }
    }
  }
  return {};
}

std::unique_ptr<const rules::BySeat<match::Contestant>> with_marks(const match::Contestants& bots,
                                                                   const Event& event,
                                                                   const Pairing& pairing) {
  const auto any_has = [&bots](std::string_view mark) {
    return std::any_of(bots.begin(), bots.end(),
                       [mark](const match::Contestant* bot) { return has_mark(*bot, mark); });
  };
  const bool told_moves = any_has(moves_mark);
  if (!told_moves && !any_has(seed_mark)) return {};
  rules::BySeat<std::string> moves(bots.size());
  if (told_moves) {
    const MatchBeginning begin = beginning_of(event, pairing);
    for (const match::Seat seat : moves.seats()) {
      moves[seat] = match::moves_of_seat(begin.plan, begin.moves, seat);
    }
  }
  return std::make_unique<const rules::BySeat<match::Contestant>>(
      bots.size(), [&](match::Seat seat) {
        const std::string seed = seed_text(pairing.told().value_or(pairing.seed));
        return with_mark(with_mark(*bots[seat], seed_mark, seed), moves_mark, moves[seat]);
      });
}

}  // namespace referee::config
