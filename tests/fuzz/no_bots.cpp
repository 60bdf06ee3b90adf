// The match loop can start bots, but the fuzz targets never do.
#include <cstdlib>

#include "referee/bot/bot.hpp"

namespace referee::bot {

class Bot::Impl {};

Bot::~Bot() = default;
Turn Bot::take_turn(std::string_view) { std::abort(); }
void Bot::leave(std::string_view, Farewell) { std::abort(); }
const Departure& Bot::departure() const noexcept { std::abort(); }
std::unique_ptr<Bot> Host::start(const BotSpec&, ClockKind) { std::abort(); }
void Host::settle() { std::abort(); }
std::optional<Fault> Bot::death_in(std::string_view) { std::abort(); }

}  // namespace referee::bot
