// `referee regress`: a config with a bot and the checks that it has to pass, and the run of one
// check. docs/regress.schema.json describes the config, docs/ci/README.md the checks.
//
// A check lists its games, gets each result once, in any order, and judges by the results so far.
// The same games give the same judgement in the same words. The games are matches of an ordinary
// tournament or comparison, and are played and stored like one.
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
#include "referee/run/config/config.hpp"
#include "referee/run/config/schedule.hpp"

namespace referee::tournament {
struct RunContext;
enum class RunEnd : std::uint8_t;
}  // namespace referee::tournament
namespace referee::evidence {
class CompareObserver;
}  // namespace referee::evidence

namespace referee::checks {

enum class Verdict : std::uint8_t { passed, failed, undecided };
inline constexpr std::string_view name(Verdict verdict) noexcept {
  if (verdict == Verdict::passed) return "passed";
  return verdict == Verdict::failed ? "failed" : "undecided";
}

struct Outcome {
  Verdict verdict = Verdict::undecided;
  std::string reason;                // without a full stop
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

  // The comparison that run_check() fills, if the check is one; else null. Then there are no games
  // to list or to note, and the words of the outcome are those of any comparison, in show/report.
  [[nodiscard]] virtual evidence::Comparison* comparison() noexcept { return nullptr; }
  [[nodiscard]] virtual const evidence::Comparison* comparison() const noexcept { return nullptr; }

  // The number of games it wants, and game `index` of them.
  [[nodiscard]] virtual std::uint64_t games() const { return 0; }
  [[nodiscard]] virtual CheckGame game(std::uint64_t /*index*/) const { return {}; }
  virtual void note(const match::MatchRecord& /*record*/) {}

  // The judgement on the games so far. It is undecided while games are missing, unless the others
  // suffice.
  [[nodiscard]] virtual Outcome outcome() const = 0;

 private:
  std::string name_;
  std::string_view kind_;
  config::Manifest manifest_;
};

struct Regress {
  config::BotEntry bot;
  config::Manifest base;  // seed, clock, isolation and folder of all checks; no events
  std::vector<std::unique_ptr<Check>> checks;
};

// Reads a config and everything that its checks need: hashes programs and reads records, relative
// to the config's folder. `overrides` come from the command line; their rounds are ignored.
// Throws JsonError for errors in the text or in a record that it names, StoreError, and
// std::system_error if the file cannot be read.
Regress read_regress(const std::filesystem::path& file, const config::Overrides& overrides);
Regress parse_regress(std::string_view text, const std::string& source,
                      const std::filesystem::path& folder, const config::Overrides& overrides);

// The result of one check.
struct CheckResult {
  const Check* check = nullptr;
  Outcome outcome;
  std::optional<double> seconds;  // wall time of this run; absent if the check was not started
};

// The verdict of all checks: failed if one failed, else undecided if one is, else passed.
Verdict verdict_of(const std::vector<CheckResult>& results);

// Plays the games of `check`, which has no results yet. With a store, its records count first, and
// every finished game is appended to it, so an interrupted check continues as if nothing had
// happened. The observer gets pairs if the check has a comparison. Throws like
// tournament::play_matches(); then all bots have ended.
tournament::RunEnd run_check(Check& check, const store::Store* store,
                             const tournament::RunContext& context,
                             evidence::CompareObserver& observer);

}  // namespace referee::checks
