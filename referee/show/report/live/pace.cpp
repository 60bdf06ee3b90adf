#include "referee/show/report/live/pace.hpp"

#include <cmath>

#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto sample_interval = 1s;
constexpr auto sample_window = 60s;

double seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

void Pace::begin(Time time, std::uint64_t done) { samples_ = {{time, done}}; }

void Pace::sample(Time time, std::uint64_t done) {
  if (time - samples_.back().time >= sample_interval) samples_.push_back({time, done});
  while (samples_.size() > 2 && time - samples_.front().time > sample_window) samples_.pop_front();
}

double Pace::rate(Time time, std::uint64_t done) const {
  const double span = seconds(time - samples_.front().time);
  const auto played = static_cast<double>(done - samples_.front().done);
  return span > 0 ? played / span : 0;
}

std::string Pace::left(Time time, std::uint64_t done, std::uint64_t total) const {
  const double now = rate(time, done);
  if (now <= 0 || done >= total) return {};
  const double wait = std::ceil(static_cast<double>(total - done) / now);
  constexpr double most = 1000.0 * 3600;
  if (wait > most) return "more than 1000 h left";
  return "about " + wait_text(std::chrono::seconds(static_cast<std::int64_t>(wait))) + " left";
}

std::string rate_text(double rate) {
  return fixed(rate, rate < 10 ? 2 : rate < 100 ? 1 : 0) + "/s";
}

}  // namespace referee::report
