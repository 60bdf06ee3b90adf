// An interpreter of the programs for the kernel's seccomp, for tests.
#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/machine/walls/filter_program.hpp"

namespace machine {

using referee::walls::Action;

// The kernel's machine for filters, as far as our programs use it.
inline Action run(const std::vector<sock_filter>& program, const seccomp_data& data) {
  std::uint32_t a = 0;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const sock_filter& one = program[at];
    switch (one.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        if (one.k % 4 != 0 || one.k + 4 > sizeof data) throw std::out_of_range("load");
        std::memcpy(&a, reinterpret_cast<const char*>(&data) + one.k, sizeof a);
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        a &= one.k;
        break;
      case BPF_JMP | BPF_JA:
        at += one.k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        at += a == one.k ? one.jt : one.jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        at += a >= one.k ? one.jt : one.jf;
        break;
      case BPF_RET | BPF_K:
        return one.k;
      default:
        throw std::invalid_argument("instruction " + std::to_string(one.code));
    }
  }
  throw std::out_of_range("the program has no end");
}

inline seccomp_data call(int number, std::array<std::uint64_t, 6> arguments = {},
                         std::uint32_t arch = referee::walls::native_arch()) {
  seccomp_data data{};
  data.nr = number;
  data.arch = arch;
  for (std::size_t i = 0; i < arguments.size(); ++i) data.args[i] = arguments[i];
  return data;
}

}  // namespace machine
