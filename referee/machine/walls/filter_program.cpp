#include "referee/machine/walls/filter_program.hpp"

#include <fmt/core.h>
#include <seccomp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

namespace referee::walls {
namespace {

using Code = std::vector<sock_filter>;

constexpr sock_filter load(std::size_t offset) noexcept {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}
constexpr sock_filter returns(Action action) noexcept { return BPF_STMT(BPF_RET | BPF_K, action); }
constexpr sock_filter skip(std::size_t instructions) noexcept {
  return BPF_STMT(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(instructions));
}
void append(Code& code, const Code& more) { code.insert(code.end(), more.begin(), more.end()); }

// Compares one half of an argument, and goes on with the `rest` of the rule if it has one of the
// values, else behind it.
Code compare_half(unsigned argument, bool upper, std::uint32_t mask,
                  const std::vector<std::uint64_t>& values, std::size_t rest) {
  // Of little-endian machines, as all are that this runs on.
  Code code{load(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t) +
                 (upper ? sizeof(std::uint32_t) : 0))};
  if (mask != 0xFFFFFFFF) code.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
  for (std::size_t left = values.size(); left > 0; --left) {
    const auto value = static_cast<std::uint32_t>(values[left - 1] >> (upper ? 32 : 0));
    const bool last = left == 1;
    // Over the other comparisons and the jump behind them, if there is one.
    const bool far = rest > 255;
    const auto match = static_cast<std::uint8_t>(left - 1 + (far ? 1 : 0));
    const auto fail = static_cast<std::uint8_t>(last && !far ? rest : 0);
    code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, match, fail));
    if (last && far) code.push_back(skip(rest));
  }
  return code;
}

// Built from its end, so that each jump knows how far it goes.
Code assemble_rule(const Rule& rule) {
  Code code{returns(rule.action)};
  for (auto one = rule.conditions.rbegin(); one != rule.conditions.rend(); ++one) {
    for (const bool upper : {true, false}) {
      const auto mask = static_cast<std::uint32_t>(one->mask >> (upper ? 32 : 0));
      if (mask == 0) continue;
      Code before = compare_half(one->argument, upper, mask, one->values, code.size());
      append(before, code);
      code = std::move(before);
    }
  }
  return code;
}

Code assemble_rules(const std::vector<Rule>& rules, Action otherwise) {
  Code code;
  for (const Rule& rule : rules) {
    append(code, assemble_rule(rule));
    if (rule.conditions.empty()) return code;
  }
  code.push_back(returns(otherwise));
  return code;
}

// Calls with neighbouring numbers that share their code.
struct Range {
  std::uint32_t first;
  std::uint32_t calls;  // how many numbers the kernel tries in it
  Code code;
};

// Where to cut, so that about as many calls are on either side: the kernel tries each of them, and
// those that do not exist make wide ranges.
const Range* middle_of(const Range* begin, const Range* end) {
  std::uint64_t all = 0;
  for (const Range* one = begin; one != end; ++one) all += one->calls;
  std::uint64_t lower = begin->calls;
  const Range* middle = begin + 1;
  while (middle + 1 < end && 2 * lower + middle->calls <= all) lower += (middle++)->calls;
  return middle;
}

// A binary search instead of a list: when the filter is installed the kernel tries it on
// every system call there is, which takes 150 us for each bot with a list.
Code search(const Range* begin, const Range* end) {
  if (end - begin == 1) return begin->code;
  const Range* middle = middle_of(begin, end);
  const Code lower = search(begin, middle);
  Code code;
  if (lower.size() <= 255) {
    const auto over = static_cast<std::uint8_t>(lower.size());
    code.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, middle->first, over, 0));
  } else {
    code.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, middle->first, 0, 1));
    code.push_back(skip(lower.size()));
  }
  append(code, lower);
  append(code, search(middle, end));
  return code;
}

bool same(const Code& one, const Code& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const sock_filter& a, const sock_filter& b) {
                      return a.code == b.code && a.jt == b.jt && a.jf == b.jf && a.k == b.k;
                    });
}

// Calls that libseccomp may be too old to know. The numbers are the same on all machines.
constexpr std::array<std::pair<std::string_view, int>, 14> young{{{"cachestat", 451},
                                                                  {"fchmodat2", 452},
                                                                  {"map_shadow_stack", 453},
                                                                  {"futex_wake", 454},
                                                                  {"futex_wait", 455},
                                                                  {"futex_requeue", 456},
                                                                  {"mseal", 462},
                                                                  {"setxattrat", 463},
                                                                  {"getxattrat", 464},
                                                                  {"listxattrat", 465},
                                                                  {"removexattrat", 466},
                                                                  {"open_tree_attr", 467},
                                                                  {"file_getattr", 468},
                                                                  {"file_setattr", 469}}};

struct Free {
  void operator()(char* text) const noexcept { std::free(text); }
};

int young_number(std::string_view name) {
  const auto* found = std::find_if(young.begin(), young.end(),
                                   [name](const auto& call) { return call.first == name; });
  return found == young.end() ? -1 : found->second;
}

// Empty if libseccomp does not know it.
std::string old_name(int number, std::uint32_t arch) {
  const std::unique_ptr<char, Free> name(seccomp_syscall_resolve_num_arch(arch, number));
  return name ? name.get() : "";
}

// Asked for the number of a call on sockets, libseccomp gives one of its own for socketcall(2).
// The calls by themselves, which the kernel has since Linux 4.3, it knows only the other way round.
const std::map<std::string, int, std::less<>>& compat_numbers() {
  static const auto numbers = [] {
    std::map<std::string, int, std::less<>> result;
    for (int number = 0; number < young.front().second; ++number) {
      if (std::string name = old_name(number, compat_arch()); !name.empty()) {
        result.emplace(std::move(name), number);
      }
    }
    return result;
  }();
  return numbers;
}

}  // namespace

FilterProgram::FilterProgram(Action otherwise, Action later, int last_call)
    : otherwise_(otherwise), later_(later), last_call_(last_call) {}

void FilterProgram::add(std::string_view name, Rule rule) {
  calls_[std::string(name)].push_back(std::move(rule));
}

void FilterProgram::add(std::initializer_list<std::string_view> names, Action action) {
  for (const std::string_view name : names) add(name, {action, {}});
}

Code FilterProgram::decide(std::uint32_t arch) const {
  std::map<int, const std::vector<Rule>*> numbered;
  for (const auto& [name, rules] : calls_) {
    if (const int number = call_number(name, arch); number >= 0) numbered[number] = &rules;
  }
  std::vector<Range> ranges;
  for (int number = 0; number <= last_call_; ++number) {
    const auto found = numbered.find(number);
    Code code = found == numbered.end() ? Code{returns(otherwise_)}
                                        : assemble_rules(*found->second, otherwise_);
    if (ranges.empty() || !same(ranges.back().code, code)) {
      ranges.push_back({static_cast<std::uint32_t>(number), 0, std::move(code)});
    }
    ++ranges.back().calls;
  }
  ranges.push_back({static_cast<std::uint32_t>(last_call_) + 1, 1, {returns(later_)}});
  // x32, whose calls have the architecture of others.
  constexpr std::uint32_t first_x32_call = 0x40000000;
  ranges.push_back({first_x32_call, 0, {returns(SECCOMP_RET_KILL_PROCESS)}});
  Code code{load(offsetof(seccomp_data, nr))};
  append(code, search(ranges.data(), ranges.data() + ranges.size()));
  return code;
}

Code assemble(const Filters& filters) {
  Code program{load(offsetof(seccomp_data, arch))};
  const auto add = [&program](std::uint32_t arch, const Code& code) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, arch, 1, 0));
    program.push_back(skip(code.size()));
    append(program, code);
  };
  if (filters.native != nullptr) add(native_arch(), filters.native->decide(native_arch()));
  if (filters.compat != nullptr && compat_arch() != 0) {
    Code code;
    if (filters.compat_from_below) {
      code = {load(offsetof(seccomp_data, instruction_pointer) + sizeof(std::uint32_t)),
              BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), returns(SECCOMP_RET_KILL_PROCESS)};
    }
    append(code, filters.compat->decide(compat_arch()));
    add(compat_arch(), code);
  }
  program.push_back(returns(SECCOMP_RET_KILL_PROCESS));
  return shortened(std::move(program));
}

std::uint32_t native_arch() noexcept {
  static const std::uint32_t native = seccomp_arch_native();
  return native;
}

std::uint32_t compat_arch() noexcept {
  return native_arch() == SCMP_ARCH_X86_64 ? std::uint32_t{SCMP_ARCH_X86} : 0;
}

int call_number(std::string_view name, std::uint32_t arch) {
  if (arch == compat_arch()) {
    const auto found = compat_numbers().find(name);
    return found == compat_numbers().end() ? young_number(name) : found->second;
  }
  const int number = seccomp_syscall_resolve_name_arch(arch, std::string(name).c_str());
  return number != __NR_SCMP_ERROR ? number : young_number(name);
}

std::string call_name(int number, std::uint32_t arch) {
  std::string name = old_name(number, arch);
  if (!name.empty()) return name;
  const auto* found = std::find_if(young.begin(), young.end(),
                                   [number](const auto& call) { return call.second == number; });
  return found == young.end() ? fmt::format("number {}", number) : std::string(found->first);
}

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
