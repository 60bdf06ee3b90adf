#include "referee/run/store/records.hpp"

#include <fmt/core.h>

#include "referee/base/text/file.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/play/match/recorded_games.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

RecordsReport each_in_store(const fs::path& folder,
                            const std::function<bool(const RecordEntry&)>& visit,
                            const rules::Games& games) {
  const auto store = open_store(folder, games);
  bool go_on = true;
  const auto report = store.read([&](const MatchSummary& match, std::string_view line) {
    if (!go_on) return;
    go_on = visit({match.match, line, fmt::format("{}: match {}", folder.string(), match.match),
                   match.match, &games});
  });
  if (!go_on) return {};  // the caller stopped early
  const bool whole = report.broken_seal.empty();
  // Whatever the seal does not count was not part of the complete tournament.
  if (store.seal() && whole) return {report.notes, whole, 0, 0};
  return {report.notes, whole, report.damaged, report.foreign};
}

// The number of a record: that of its match in a tournament, else its position.
std::uint64_t number_of(std::string_view line, const std::string& place, std::uint64_t position,
                        const rules::Games& games) {
  try {
    return match::read_line(line, place, match::Extent::front, games)
        .record.match.value_or(position);
  } catch (const text::InputError&) {
    return position;  // reading it as a record will report what is wrong
  }
}

std::string_view without_blanks(std::string_view line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  return line;
}

// Rows have no records in them until they are imported.
void refuse_official_table(std::string_view line, const std::string& name) {
  const rules::GameInfo* game = match::recorded_game_of(line);
  if (game == nullptr || !rules::is_recorded_header(*game->record_format, line)) return;
  throw NoRecords(fmt::format(
      "'{0}' is a table of official games; make records of it first: referee import {1}", name,
      text::shell_word(name)));
}

}  // namespace

Store open_store(const fs::path& folder, const rules::Games& games) {
  const auto status = fs::status(folder);
  if (!fs::exists(status)) throw NoRecords(text::missing(folder));
  if (!fs::is_directory(status)) {
    throw NoRecords(fmt::format("'{}' is a file; name a tournament's folder", folder.string()));
  }
  if (!fs::exists(folder / "manifest.json")) {
    throw NoRecords(fmt::format("the folder '{}' is not a tournament: it has no manifest.json",
                                folder.string()));
  }
  return Store::open(folder, games);
}

void each_record(text::TextFile& file, const rules::Games& games,
                 const std::function<bool(const RecordEntry&)>& visit) {
  const std::string name = file.path().string();
  std::string_view line;
  while (without_blanks(file.peek()).empty() && file.next(line)) {
  }
  const std::string_view first = without_blanks(file.peek());
  if (!first.ends_with('}') && !first.empty()) {
    refuse_official_table(first, name);
    // One record over several lines, formatted by hand or by a tool.
    const std::string text = file.rest();
    visit({number_of(text, name, 1, games), text, name, {}, &games});
    return;
  }
  while (file.next(line)) {
    line = without_blanks(line);
    if (line.empty()) continue;
    const std::string place = fmt::format("{}: line {}", name, file.number());
    const auto number = number_of(line, place, file.number(), games);
    if (!visit({number, line, place, {}, &games})) return;
  }
  if (file.number() == 0) throw NoRecords(fmt::format("'{}' is empty", name));
}

RecordsReport each_record(const fs::path& path, const rules::Games& games,
                          const std::function<bool(const RecordEntry&)>& visit) {
  const auto status = fs::status(path);
  if (!fs::exists(status)) throw NoRecords(text::missing(path));
  if (fs::is_directory(status)) return each_in_store(path, visit, games);
  text::TextFile file(path);
  each_record(file, games, visit);
  return {};
}

match::MatchRecord record_of(const RecordEntry& entry) {
  match::MatchRecord record = match::record_of_line(entry.line, entry.place, *entry.games);
  if (entry.now) record.match = entry.now;
  return record;
}

}  // namespace referee::store
