#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "referee/machine/walls/filter_program.hpp"

namespace referee::walls {
namespace {

using Code = std::vector<sock_filter>;

bool is_return(const sock_filter& one) noexcept { return BPF_CLASS(one.code) == BPF_RET; }
bool is_skip(const sock_filter& one) noexcept { return one.code == (BPF_JMP | BPF_JA); }
bool is_branch(const sock_filter& one) noexcept {
  return BPF_CLASS(one.code) == BPF_JMP && !is_skip(one);
}

// How far a branch can jump over what follows it.
constexpr std::size_t reach = 255;

// Where one comes to by going to `at`, if there are only jumps before.
std::size_t end_of_skips(const Code& code, std::size_t at) noexcept {
  while (is_skip(code[at])) at += 1 + code[at].k;
  return at;
}

// The last place within reach of the branch at `from` that does the same as `target`.
std::size_t best_target(const Code& code, std::size_t from, std::size_t target) noexcept {
  const std::size_t most = from + 1 + reach;
  const std::size_t end = end_of_skips(code, target);
  if (is_return(code[end])) {
    for (std::size_t at = std::min(most, code.size() - 1); at > target; --at) {
      if (code[at].code == code[end].code && code[at].k == code[end].k) return at;
    }
  }
  return end <= most ? end : target;
}

void redirect(Code& code) {
  for (std::size_t at = 0; at < code.size(); ++at) {
    sock_filter& one = code[at];
    if (is_branch(one)) {
      one.jt = static_cast<std::uint8_t>(best_target(code, at, at + 1 + one.jt) - at - 1);
      one.jf = static_cast<std::uint8_t>(best_target(code, at, at + 1 + one.jf) - at - 1);
    } else if (is_skip(one)) {
      const std::size_t end = end_of_skips(code, at);
      if (is_return(code[end])) {
        one = code[end];
      } else {
        one.k = static_cast<std::uint32_t>(end - at - 1);
      }
    }
  }
}

std::vector<bool> reached(const Code& code) {
  std::vector<bool> result(code.size());
  result[0] = true;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const sock_filter& one = code[at];
    if (!result[at] || is_return(one)) continue;
    if (is_branch(one)) {
      result[at + 1 + one.jt] = true;
      result[at + 1 + one.jf] = true;
    } else {
      result[at + 1 + (is_skip(one) ? one.k : 0)] = true;
    }
  }
  return result;
}

// Without what is not reached, and jumps to what follows them.
Code without_the_rest(const Code& code) {
  std::vector<bool> stays = reached(code);
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (is_skip(code[at]) && code[at].k == 0) stays[at] = false;
  }
  // How many stay before each.
  std::vector<std::size_t> place(code.size() + 1);
  for (std::size_t at = 0; at < code.size(); ++at) place[at + 1] = place[at] + (stays[at] ? 1 : 0);
  Code result;
  result.reserve(place.back());
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (!stays[at]) continue;
    const auto distance = [&](std::size_t over) { return place[at + 1 + over] - place[at] - 1; };
    sock_filter one = code[at];
    if (is_branch(one)) {
      one.jt = static_cast<std::uint8_t>(distance(one.jt));
      one.jf = static_cast<std::uint8_t>(distance(one.jf));
    } else if (is_skip(one)) {
      one.k = static_cast<std::uint32_t>(distance(one.k));
    }
    result.push_back(one);
  }
  return result;
}

}  // namespace

std::vector<sock_filter> shortened(std::vector<sock_filter> program) {
  // What comes nearer may come within reach.
  for (std::size_t before = 0; before != program.size();) {
    before = program.size();
    redirect(program);
    program = without_the_rest(program);
  }
  return program;
}

}  // namespace referee::walls
