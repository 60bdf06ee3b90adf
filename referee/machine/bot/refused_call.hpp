// What a system call is for that the walls refused to a bot, by its name as Refusals notes it.
#pragma once

#include <cstdint>
#include <string_view>

namespace referee::bot {

enum class CallFor : std::uint8_t { network, process, signal, thread, timer, other };

// `other` for names that are not known.
CallFor call_for(std::string_view call);

// The timers that a bot may make in a game. Each expires in an interrupt at the opponent's expense,
// for which the bot need not wake; no runtime makes more than one or two.
inline constexpr int most_timers = 32;

}  // namespace referee::bot
