#include "referee/match/until_judged.hpp"

#include "referee/text/log.hpp"

namespace referee::match {

void tell_void(const bot::MatchVoid& why) { text::warn("{}; it is played again", why.what()); }

}  // namespace referee::match
