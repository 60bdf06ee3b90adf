// What the tests of this room share: small tournaments, their records, folders.
#pragma once

#include <stdlib.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/play/match/record_json.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/store/store.hpp"
#include "rules/catalogue.hpp"

namespace referee::test {

// A game that ended with these points.
inline formats::GameFigures game(int first, int second) {
  return {formats::SeatFigures{first, 0, false}, formats::SeatFigures{second, 0, false}};
}

// A folder of its own, removed at the end. Its name is none that the referee gives to its own, so
// that errors give the advice for folders of users.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "test-referee-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    root_ = name;
    path_ = root_ / "folder";
    std::filesystem::create_directory(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path root_;  // of its own, so that no error message names another test's folder
  std::filesystem::path path_;
};

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const std::filesystem::path& file, std::string_view text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

inline config::Event event(std::string_view game, const std::vector<std::string>& bots,
                           int rounds) {
  config::Event event;
  event.game = rules::find_game(game);
  if (event.game == nullptr) throw std::logic_error("no such game");
  event.rounds = rounds;
  event.times.budget = event.game->budget;
  for (const std::string& name : bots) {
    config::BotEntry bot;
    bot.name = name;
    bot.command = "./" + name;
    bot.hash = std::string(64, 'a');
    event.bots.push_back(std::move(bot));
  }
  return event;
}

inline config::Manifest manifest(std::vector<config::Event> events, std::uint64_t seed = 7) {
  config::Manifest manifest;
  manifest.seed = seed;
  manifest.events = std::move(events);
  manifest.folder = "/bots";
  return manifest;
}

// Match `number` as a runner would record it; not a game that could be replayed. `schedule`: of the
// manifest, where pairings follow from results.
inline match::MatchRecord record(const config::Manifest& manifest, const config::Schedule& schedule,
                                 std::uint64_t number) {
  const config::Pairing pairing = schedule.at(number);
  const config::Event& event = manifest.events[pairing.event];
  match::MatchRecord record;
  record.tournament = manifest.id();
  record.match = number;
  record.round = pairing.round;
  record.game = event.game;
  record.seed = pairing.seed;
  record.deal = event.game->deal(pairing.seed);
  record.times.budget = event.times.budget;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const config::BotEntry& bot = event.bots[pairing.bots[seat]];
    record.bots[seat] = {bot.name, bot.command, bot.hash, {}};
    record.scores[seat].result.score = static_cast<int>(100 + number + seat);
    record.scores[seat].result.board_points = static_cast<int>(10 + seat);
    record.scores[seat].status = seat == 0 ? match::Status::lose : match::Status::win;
    record.measured.bots[seat].cpu = std::chrono::microseconds(1000 + seat);
    record.measured.bots[seat].wall = std::chrono::microseconds(2000 + seat);
  }
  record.measured.started = "2025-03-01T12:00:00Z";
  record.plies = {{rules::Seat::first, "Ikv", "Ikv364521", false},
                  {rules::Seat::second, "Hbh", "Hbh123456", false}};
  return record;
}

inline match::MatchRecord record(const config::Manifest& manifest, std::uint64_t number) {
  return record(manifest, config::Schedule(manifest), number);
}

inline std::string line(const config::Manifest& manifest, std::uint64_t number) {
  return match::to_line(record(manifest, number));
}

inline store::RecordDigest digest(const std::string& line) {
  return store::digest_of(line, match::read_line(line, "line", match::Extent::whole).measured);
}

// What a reading found.
struct Found {
  std::vector<std::uint64_t> matches;
  std::vector<std::string> lines;
  store::ReadingReport report;
};

inline Found read_all(const store::Store& store) {
  Found found;
  found.report = store.read([&found](const store::MatchSummary& summary, std::string_view line) {
    found.matches.push_back(summary.match);
    found.lines.emplace_back(line);
  });
  return found;
}

// The schedule as far as the store's records say.
inline config::Schedule schedule_of(const store::Store& store) {
  config::Schedule schedule(store.manifest());
  store.read([&schedule](const store::MatchSummary& match, std::string_view) {
    schedule.note(match.match, store::figures_of(match));
  });
  return schedule;
}

// The text of the exception of this kind that `action` throws; nothing if it
// throws none.
template <typename Error, typename Action>
std::optional<std::string> error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return std::nullopt;
}

inline bool contains(const std::optional<std::string>& text, std::string_view part) {
  return text && text->find(part) != std::string::npos;
}

}  // namespace referee::test
