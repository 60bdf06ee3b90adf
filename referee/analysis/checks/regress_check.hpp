// One check of `referee regress`: which games it needs, and what they say about a bot.
// docs/ci/README.md describes the checks for people.
//
// A check knows nothing of processes and threads. It lists its games, gets each result once, in
// any order, and judges by the results so far. The same games give the same judgement in the same
// words.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/match.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"

namespace referee::checks {

enum class Verdict : std::uint8_t { passed, failed, undecided };
inline constexpr std::string_view name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::passed:
      return "passed";
    case Verdict::failed:
      return "failed";
    default:
      return "undecided";
  }
}

struct Outcome {
  Verdict verdict = Verdict::undecided;
  std::string reason;                // one sentence without a full stop
  std::vector<std::string> details;  // what to look at first, a line each
  // Measurements, by the kind of check; docs/regress-result.schema.json.
  text::Json figures = text::Json::object();
};

// A game of a check.
struct CheckGame {
  std::uint64_t number = 0;  // of the match in the check's store
  config::Pairing pairing;   // its seed gives {seed} in commands
  match::MatchPlan plan;
  // If one seat is played from a record: the moves of that seat, which belongs to the manifest's
  // second bot. The bot under test has the other seat.
  std::optional<std::vector<std::string>> recorded;
  std::string own_moves;  // then replaces {moves} in the bot's command
};

class Check {
 public:
  // `manifest` has one event, with the bot first.
  Check(std::string name, std::string_view kind, config::Manifest manifest)
      : name_(std::move(name)), kind_(kind), manifest_(std::move(manifest)) {}
  virtual ~Check() = default;
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] std::string_view kind() const noexcept { return kind_; }
  // The manifest of the tournament that its games are stored as.
  [[nodiscard]] const config::Manifest& manifest() const noexcept { return manifest_; }
  [[nodiscard]] const config::Event& event() const { return manifest_.events.front(); }

  // The number of games it wants, and game `index` of them. Not for a check with a comparison.
  [[nodiscard]] virtual std::uint64_t games() const = 0;
  [[nodiscard]] virtual CheckGame game(std::uint64_t index) const = 0;
  virtual void note(const match::MatchRecord& record) = 0;

  // The comparison that compare() fills, if the check is a sequential comparison; else null.
  [[nodiscard]] virtual evidence::Comparison* comparison() noexcept { return nullptr; }
  [[nodiscard]] virtual const evidence::Comparison* comparison() const noexcept { return nullptr; }

  // The judgement on the games so far. It is undecided while games are missing, unless the others
  // suffice.
  [[nodiscard]] virtual Outcome outcome() const = 0;

 private:
  std::string name_;
  std::string_view kind_;
  config::Manifest manifest_;
};

// The data that the checks of a config share.
struct CheckContext {
  config::BotEntry bot;
  config::Manifest base;  // seed, clock, isolation, folder; no events
  const rules::GameInfo* game = nullptr;
  unsigned toolchain = 0;                      // of sources, see toolchain::BotLine
  std::optional<kernel::Duration> budget;      // of the config
  std::optional<kernel::Duration> set_budget;  // of the command line; overrides all others
};

// ---- the readers of the kinds, each in a file of its own; all throw JsonError ----

using CheckReader = std::unique_ptr<Check> (*)(const text::JsonReader& reader, std::string name,
                                               const CheckContext& context);
std::unique_ptr<Check> read_no_faults(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_not_weaker(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_score(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_move_time(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_same_moves(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_plays_on(const text::JsonReader&, std::string, const CheckContext&);

// ---- what they share ----

// The event of a check with its game and budget; the bot under test is its only bot so far.
config::Event read_check_event(const text::JsonReader& reader, const CheckContext& context);

// A bot: a text (its command), or an object as in tournament configs, but with an optional name.
// Its program is hashed; a source is compiled. Without a name it gets that of the program, with a
// number if one of `others` has that name; a given name must differ from those of `others`.
config::BotEntry read_check_bot(const text::JsonReader& reader,
                                const std::vector<config::BotEntry>& others,
                                const CheckContext& context);

}  // namespace referee::checks
