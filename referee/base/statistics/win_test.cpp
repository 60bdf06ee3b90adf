#include "referee/base/statistics/win_test.hpp"

namespace referee::statistics {
namespace {

constexpr double far_share = 0.2;  // of the risks

Risks part_of(const Risks& risks, double share) noexcept {
  return {share * risks.alpha, share * risks.beta};
}

}  // namespace

Risks ratio_risks(const WinQuestion& question) noexcept {
  return question.far_stop ? part_of(question.risks, 1 - far_share) : question.risks;
}

Risks far_risks(const WinQuestion& question) noexcept { return part_of(question.risks, far_share); }

WinTest::WinTest(const WinQuestion& question)
    : question_(question), ratio_risks_(ratio_risks(question)) {
  static_cast<void>(bounds(question.risks));  // refuses impossible risks
  sprt_ = statistics::sprt(pairs_, question.elo, ratio_risks_, question.model);
  if (question.far_stop) far_.emplace(question.elo, far_risks(question), question.model);
}

void WinTest::add(GameResult one, GameResult two) {
  pairs_.add(one, two);
  sprt_ = statistics::sprt(pairs_, question_.elo, ratio_risks_, question_.model);
  if (far_) far_->add(static_cast<std::size_t>(one) + static_cast<std::size_t>(two));
  if (decision_ != Decision::proceed) return;
  decision_ = sprt_.decision;
  if (decision_ == Decision::proceed && far_) {
    decision_ = far_->decision();
    stopped_far_ = decision_ != Decision::proceed;
  }
}

}  // namespace referee::statistics
