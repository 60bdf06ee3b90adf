// Official records on their way into a store, and a list of players: accepted or
// refused with an ImportError. What is accepted agrees with the rules, comes back as the
// same row, and makes a manifest that can be read again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "check.hpp"
#include "referee/play/match/recorded_games.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/run/store/import.hpp"

namespace {

using namespace referee;

void import(const std::string& text, const store::PlayerNames& names) {
  const auto competition = store::import_games({{"file", "name", text}}, names);
  const config::Event& event = competition.manifest.events.front();
  const rules::RecordFormat& format = *event.game->record_format;
  const auto& matches = event.format.matches;
  fuzz::check(matches.size() == competition.records.size(), "another number of matches");
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const match::MatchRecord& record = competition.records[i];
    for (const std::string& found : match::verify(record)) fuzz::check(false, "verify", found);
    const auto game = match::recorded_game(record, matches[i].number);
    const std::string row = rules::to_row(format, game, true);
    const std::string header = rules::header_line(format, true);
    const auto again = rules::parse_recorded(format, row, rules::RecordedColumns(format, header));
    fuzz::check(rules::to_row(format, again, true) == row, "another row after a round trip", row);
  }
  const text::Json json = config::to_json(competition.manifest);
  const auto again = config::manifest_from_json(text::JsonReader(json, "manifest:"));
  fuzz::check(again.id() == competition.manifest.id(), "another id after a round trip");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto refused = [](const store::ImportError& error) {
    fuzz::check(!std::string_view(error.what()).empty(), "no words");
  };
  try {
    import(text, {});
  } catch (const store::ImportError& error) {
    refused(error);
  }
  try {
    (void)store::parse_player_names(text, "players");
  } catch (const store::ImportError& error) {
    refused(error);
  }
  return 0;
}
