// Writes programs for the kernel's seccomp: for each system call a list of rules, the first that
// matches decides. (libseccomp, which is used for the names, has no order of rules, so "these
// arguments, but not those" cannot be expressed.)
#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace referee::walls {

// The result of a call: SECCOMP_RET_ALLOW, fails_with(ENOSYS), ...
using Action = std::uint32_t;
constexpr Action fails_with(int error) noexcept {
  return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error);
}

// The bits of `mask` in argument number `argument`, counted from 0, are one of `values`.
struct Condition {
  unsigned argument;
  std::uint64_t mask;
  std::vector<std::uint64_t> values;  // without a mask for the upper half, of 32 bits each
};
// All 64 bits of the argument.
inline Condition equal(unsigned argument, std::uint64_t value) {
  return {argument, ~std::uint64_t{0}, {value}};
}
// The argument's lower half, which is all that the kernel reads in numbers of 32 bits.
inline Condition bits(unsigned argument, std::uint32_t mask, std::uint32_t value) {
  return {argument, mask, {value}};
}
inline Condition is(unsigned argument, std::uint32_t value) {
  return bits(argument, 0xFFFFFFFF, value);
}
// One of these values, at most 200.
template <typename Values>
Condition is_one_of(unsigned argument, const Values& values) {
  Condition condition{argument, 0xFFFFFFFF, {}};
  for (const auto value : values) condition.values.push_back(static_cast<std::uint32_t>(value));
  return condition;
}
inline Condition is_one_of(unsigned argument, std::initializer_list<int> values) {
  return is_one_of<std::initializer_list<int>>(argument, values);
}

struct Rule {
  Action action;
  std::vector<Condition> conditions;  // all of them hold; without any it always matches
};

// The architectures whose system calls programs make here, as AUDIT_ARCH_ numbers: this machine's,
// and the 32-bit one whose programs its kernel may run, too; 0 without one.
std::uint32_t native_arch() noexcept;
std::uint32_t compat_arch() noexcept;

class FilterProgram {
 public:
  // `otherwise`: the action for calls that no rule matches; `later`: for calls whose number is
  // above `last_call`, which did not exist when the rules were made.
  FilterProgram(Action otherwise, Action later, int last_call);

  // Appends a rule for the system call `name`; it concerns each architecture that has such a call.
  void add(std::string_view name, Rule rule);
  void add(std::initializer_list<std::string_view> names, Action action);

  // The instructions for the calls of one architecture, once it is known to be that one. Those that
  // compare with a value of 32 bits are BPF_JMP | BPF_JEQ | BPF_K.
  [[nodiscard]] std::vector<sock_filter> decide(std::uint32_t arch) const;

 private:
  Action otherwise_;
  Action later_;
  int last_call_;
  std::map<std::string, std::vector<Rule>, std::less<>> calls_;
};

// The whole program: the rules of each architecture decide on its calls. Calls of an architecture
// without any end the process.
struct Filters {
  const FilterProgram* native = nullptr;
  const FilterProgram* compat = nullptr;
  // Calls of 32 bits are made only from the lowest 4 GiB, where all code of 32-bit programs is.
  bool compat_from_below = false;
};
std::vector<sock_filter> assemble(const Filters& filters);

// Makes a program shorter without changing its decisions: the kernel translates all of it whenever
// a bot starts. Jumps that end at the same return, directly or through other jumps, share one, and
// unreachable instructions are left out. `program`: instructions as the kernel accepts them, which
// jump forward only, and the last of which returns. assemble() has done that.
std::vector<sock_filter> shortened(std::vector<sock_filter> program);

// The number of a system call, also of some that the installed libseccomp is too old to know;
// negative if this architecture has no such call.
int call_number(std::string_view name, std::uint32_t arch = native_arch());
// The name of a system call; "number 500" where it is not known.
std::string call_name(int number, std::uint32_t arch = native_arch());

}  // namespace referee::walls
