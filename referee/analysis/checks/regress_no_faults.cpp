// The bot never fails: no illegal move, no time-out, no crash, in N games.

#include <fmt/core.h>

#include <utility>

#include "referee/analysis/checks/regress_games.hpp"
#include "referee/base/text/words.hpp"

namespace referee::checks {
namespace {

class NoFaults final : public GamesCheck {
 public:
  using GamesCheck::GamesCheck;

 private:
  void note(const match::MatchRecord&, std::size_t) override {}

  void judge(Outcome& outcome, bool complete) const override {
    if (tally().faults() > 0) {
      outcome.verdict = Verdict::failed;
      outcome.reason = fmt::format("{} in {}: {}", text::plural(tally().faults(), "fault"),
                                   tally().games_text(), tally().fault_kinds());
      return;
    }
    outcome.reason = "no fault in " + tally().games_text();
    if (!complete) {
      outcome.reason += ", but only " + missing_text();
    } else if (tally().cut_short() > 0) {
      outcome.reason += fmt::format(", but {} of them ended early because an opponent failed",
                                    tally().cut_short());
    } else if (tally().others_always_failed()) {
      outcome.reason += ", but " + tally().others_text();
    } else {
      outcome.verdict = Verdict::passed;
      if (tally().others_failed() > 0) outcome.reason += "; " + tally().others_text();
    }
  }
};

}  // namespace

std::unique_ptr<Check> read_no_faults(const text::JsonReader& reader, std::string name,
                                      const CheckContext& context) {
  reader.only(
      {"name", "check", "game", "budget", "opponents", "games", "deal", "deal_of", "moves"});
  return std::make_unique<NoFaults>(std::move(name), "no-faults", context,
                                    read_games(reader, context, false));
}

}  // namespace referee::checks
