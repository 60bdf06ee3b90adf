#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "hostile.hpp"

namespace hostile {

Game::Game() {
  if (::getenv("HOSTILE_FIRST") != nullptr) brown_left_ = 0;
}

bool Game::read_line(std::string& line) {
  for (;;) {
    const auto end = input_.find('\n');
    if (end != std::string::npos) {
      line = input_.substr(0, end);
      input_.erase(0, end + 1);
      return true;
    }
    std::array<char, 512> buffer;
    const ssize_t size = ::read(0, buffer.data(), buffer.size());
    if (size > 0) {
      input_.append(buffer.data(), static_cast<std::size_t>(size));
    } else if (size == 0 || errno != EINTR) {
      return false;
    }
  }
}

bool Game::wait_for_turn() {
  for (std::string line; read_line(line);) {
    if (line == "Quit") return false;
    if (line != "Start") taken_.push_back(line.substr(0, 2));
    if (brown_left_-- > 0) continue;
    if (next_value_ <= 15) return asked_ = true;
  }
  return false;
}

std::string Game::move() {
  for (char letter = 'A'; letter <= 'H'; ++letter) {
    for (char digit = '1'; digit <= '8' - (letter - 'A'); ++digit) {
      const std::string field{letter, digit};
      if (std::find(taken_.begin(), taken_.end(), field) != taken_.end()) continue;
      taken_.push_back(field);
      return field + "=" + std::to_string(next_value_++);
    }
  }
  return "no move";
}

void Game::write(std::string_view bytes) {
  asked_ = false;
  while (!bytes.empty()) {
    const ssize_t size = ::write(1, bytes.data(), bytes.size());
    if (size > 0) bytes.remove_prefix(static_cast<std::size_t>(size));
    if (size < 0 && errno != EINTR) return;
  }
}

void Game::play_on() {
  while (wait_for_turn()) answer();
}

void Game::succeeded(std::string_view what) {
  if (asked_ || wait_for_turn()) write("SUCCEEDED: " + std::string(what) + "\n");
  play_on();
}

void Game::outcome(bool done, std::string_view what) {
  if (done) {
    succeeded(what);
  } else {
    play_on();
  }
}

void burn(std::chrono::nanoseconds cpu) {
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  };
  for (const auto end = now() + cpu; now() < end;) {
  }
}

int scale() {
  const char* text = ::getenv("HOSTILE_SCALE");
  return text != nullptr ? std::max(1, std::atoi(text)) : 1;
}

void sleep_long() {
  timespec rest{3600, 0};
  while (::nanosleep(&rest, &rest) != 0 && errno == EINTR) {
  }
}

bool refused(long result, int error) { return result < 0 && (errno == error || errno == ENOSYS); }

}  // namespace hostile
