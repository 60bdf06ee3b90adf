// How the running matches of a tournament are shown to other processes: the one that plays writes
// their events to a small file in the folder while somebody watches.
// docs/internals/live-protocol.md lists the drawbacks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/play/match/record.hpp"

namespace referee::store {

struct LiveState {
  std::string tournament;  // its id
  // A number that changes each time the file is written.
  std::uint64_t written = 0;
  // Those that are being played, each with its number, game, round, seed, names of bots, and what
  // has happened so far.
  std::vector<match::MatchRecord> matches;
};

// live.json, or live-2-of-10.json for a part with that label; and all of these in a folder.
std::filesystem::path live_path(const std::filesystem::path& folder, std::string_view label);
std::vector<std::filesystem::path> live_files(const std::filesystem::path& folder);

// Replaces the file, so that readers see either the old one or the new one. `events`: lines as
// match::started_line() and its neighbours write them. Returns 0 or the error, as in errno.
int write_live(const std::filesystem::path& file, std::string_view tournament,
               std::uint64_t written, std::string_view events);
// Nothing if the file does not exist, or this version does not understand it.
std::optional<LiveState> read_live(const std::filesystem::path& file,
                                   const rules::Games& games = rules::own_games());

// While this object lives, processes that play in the folder see that somebody watches, unless
// no file can be written or locked, they do not notice; is_heard() is false then.
class Watching {
 public:
  explicit Watching(const std::filesystem::path& folder);
  ~Watching();  // removes the file, unless others watch
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

  [[nodiscard]] bool is_heard() const noexcept { return static_cast<bool>(file_); }

 private:
  std::filesystem::path path_;
  text::Descriptor file_;
};
bool is_watched(const std::filesystem::path& folder);

}  // namespace referee::store
