#include "referee/machine/bot/refused_call.hpp"

#include <array>
#include <utility>

namespace referee::bot {

CallFor call_for(std::string_view call) {
  constexpr auto known =
      std::to_array<std::pair<std::string_view, CallFor>>({{"socket", CallFor::network},
                                                           {"connect", CallFor::network},
                                                           {"bind", CallFor::network},
                                                           {"listen", CallFor::network},
                                                           {"accept", CallFor::network},
                                                           {"accept4", CallFor::network},
                                                           {"fork", CallFor::process},
                                                           {"vfork", CallFor::process},
                                                           {"clone", CallFor::process},
                                                           {"clone3", CallFor::process},
                                                           {"execve", CallFor::process},
                                                           {"kill", CallFor::signal},
                                                           {"tgkill", CallFor::signal},
                                                           {"tkill", CallFor::signal},
                                                           {"thread", CallFor::thread},
                                                           {"timer_create", CallFor::timer},
                                                           {"timerfd_create", CallFor::timer}});
  for (const auto& [name, what] : known) {
    if (name == call) return what;
  }
  return CallFor::other;
}

}  // namespace referee::bot
