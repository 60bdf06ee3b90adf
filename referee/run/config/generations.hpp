// A tournament continues with a further manifest when the program of a bot changes, and when it
// grows: more rounds, further bots, further games. Manifests are never changed; the newest one
// counts.
//
// The further manifest has the events and bots of the previous one at the same positions, and new
// ones after them. A bot may differ only in hash, name and version; an event, besides its bots,
// only in the number of rounds, which may be larger. Only a round robin or a gauntlet can have more
// bots or rounds: in other formats, who meets whom follows from the bots and rounds that they began
// with.
//
// So each match of the previous manifest is one of the new manifest, too: the same positions in the
// list, the same round, the same seed, but perhaps another number (see Renumbering). A record
// of two unchanged bots is the same in the new manifest and counts. Records of an earlier program
// stay in the store under its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"

namespace referee::config {

// Match numbers of the earlier manifests of a store.
//
// When a tournament grows, its matches get other numbers: a bot more means more pairs in each
// round, a round more of one game moves all games after it. Records keep the number of the manifest
// that they were played by. This class says which number they have now.
class Renumbering {
 public:
  // The manifests of a store from the first to the newest. Each has the events and bots of the one
  // before it at the same positions, and at least as many rounds.
  explicit Renumbering(const std::vector<Manifest>& history);
  Renumbering(const Renumbering&) = delete;
  Renumbering& operator=(const Renumbering&) = delete;

  // The numbers that one manifest gave.
  class Numbers {
   public:
    [[nodiscard]] const std::string& id() const noexcept { return id_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }  // matches
    // The number that match `number` has now. Precondition: number < size().
    [[nodiscard]] std::uint64_t now(std::uint64_t number) const;

   private:
    friend class Renumbering;
    struct Part {
      std::uint64_t begin = 0;  // of the event's matches
      std::uint64_t begin_now = 0;
      // Set if the event had fewer bots, else both null.
      const Schedule::Plan* then = nullptr;
      const Schedule::Plan* now = nullptr;
    };
    std::string id_;
    std::uint64_t size_ = 0;
    std::vector<Part> parts_;
  };

  // Null if no manifest of the store has this id.
  [[nodiscard]] const Numbers* find(std::string_view id) const;

  [[nodiscard]] const Schedule& newest() const { return schedules_.back(); }

 private:
  std::vector<Schedule> schedules_;  // oldest first
  std::vector<Numbers> numbers_;
};

// The name of a bot in a store: "mine", from version 2 on "mine@2".
std::string versioned_name(const std::string& plain, unsigned version);

// A bot whose program differs from the one in the newest manifest.
struct Renewed {
  std::string game;
  std::string before;  // its name so far: "mine"
  std::string now;     // its name from now on: "mine@2", or an earlier name of this program
};

struct Generation {
  Manifest manifest;               // the config, with the names that bots have in the store
  std::vector<Renewed> renewed;    // empty if no program differs
  std::vector<std::string> added;  // for people: rounds, bots and games
  // The reason why a config with seemingly more, or fewer rounds cannot continue; may be empty.
  std::string obstacle;
  // If the config cannot continue the store: the config without its permitted differences.
  std::optional<Manifest> refused;
};

// The manifest with which `config` continues `history`, the manifests of a store from the first to
// the newest. That is the newest one if nothing has changed. If `config` differs in more than
// programs and growth, nothing is renewed or added, and the result has an id that is not in the
// history.
Generation generation_of(const Manifest& config, const std::vector<Manifest>& history);

// `config` with hashes that cover what those of the store's newest manifest cover: one that an
// earlier version began goes on with hashes of programs alone. Throws program::CommandError.
Manifest hashed_like(const Manifest& newest, const Manifest& config);

// Whether the program that the command names by a path is not there.
bool is_gone(const BotEntry& bot, const std::filesystem::path& folder);

}  // namespace referee::config
