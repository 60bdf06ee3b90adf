#include "referee/machine/bot/fault.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/refused_call.hpp"
#include "referee/machine/program/last_words.hpp"
#include "referee/machine/walls/environment.hpp"
#include "referee/machine/walls/refused_file.hpp"

namespace referee::bot {
namespace {

std::string refusal_of(std::string_view call) {
  switch (call_for(call)) {
    case CallFor::process:
      return "it was refused a child process";
    case CallFor::network:
      return "it was refused the network, which no bot has";
    case CallFor::signal:
      return "it was refused sending a signal to another process";
    case CallFor::thread:
      return "it was refused another thread";
    case CallFor::timer:
      return fmt::format("it was refused another timer (a bot may make {} in a game)", most_timers);
    case CallFor::other:
      break;
  }
  return fmt::format("it was refused the system call {}", call);
}

void add(Fault& fault, std::string_view words, Fact fact) {
  add_words(fault, words);
  fault.facts.push_back(std::move(fact));
}

}  // namespace

Fault memory_fault(std::size_t limit) {
  return {FaultKind::memory,
          fmt::format("used more than its memory limit of {}", text::bytes_text(limit)),
          {{What::memory, limit}}};
}

Fault java_memory_fault(std::size_t limit, std::size_t needed) {
  Fault fault = memory_fault(limit);
  fault.facts.push_back({What::java_needs, needed});
  return fault;
}

Fault disk_fault(std::size_t limit) {
  return {FaultKind::flood,
          fmt::format("more than {} of files in its scratch folder", text::bytes_text(limit)),
          {{What::disk, limit}}};
}

void add_words(Fault& fault, std::string_view words) {
  fault.reason += "; ";
  fault.reason += words;
}

void add_refusals(Fault& fault, const std::vector<std::string>& calls) {
  std::vector<std::string> told;
  for (const std::string& call : calls) {
    fault.facts.push_back({What::refused, 0, call});
    std::string words = refusal_of(call);
    if (std::find(told.begin(), told.end(), words) != told.end()) continue;
    add_words(fault, words);
    told.push_back(std::move(words));
  }
}

void add_file_size(Fault& fault, std::size_t limit) {
  if (fault.fact(What::file_size) != nullptr) return;
  add(fault, fmt::format("its limit for one file is {}", text::bytes_text(limit)),
      {What::file_size, limit});
}

void add_foreign_call(Fault& fault, const program::Command& command) {
  add_words(fault, "system calls of another architecture (int 0x80, x32) are refused");
  if (command.abi == program::Abi::native && !command.files.empty()) {
    add_words(fault,
              "a 32-bit program that a script starts must be in the script's folder or named in "
              "the bot's command");
  }
}

void add_last_words(Fault& fault, std::string_view last_words, const kernel::Limits& limits,
                    program::Abi abi) {
  const auto tells = [last_words](std::initializer_list<std::string_view> words) {
    return program::contains_any(last_words, words);
  };
  if (tells({"Too many open files", "too many open files", "EMFILE"})) {
    add(fault, fmt::format("it may have {} files open", limits.open_files),
        {What::open_files, limits.open_files});
  }
  if (tells({"File too large", "file too large", "EFBIG"})) add_file_size(fault, limits.file_size);
  if (tells({"'s affinity:"})) {
    add(fault, "a bot may not choose its processors", {What::processors});
  }
  if (tells({"o such device or address"}) &&
      tells({"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})) {
    add_words(fault,
              "its standard output is a socket, which cannot be opened by a name: write to "
              "descriptor 1, not to /dev/stdout");
  }
  if (abi != program::Abi::native && tells({"error while loading shared libraries"})) {
    add(fault, "a library for 32-bit programs is not installed", {What::library});
  }
}

void add_missed_variable(Fault& fault, std::string_view last_words,
                         std::span<const std::string> given) {
  const std::string_view variable = program::variable_missed(last_words);
  const std::string setting = std::string(variable) + '=';
  const bool has_it = std::any_of(given.begin(), given.end(), [&setting](const std::string& word) {
    return word.starts_with(setting);
  });
  if (variable.empty() || has_it) return;
  add(fault,
      fmt::format("of the caller's variables a bot gets {}, not {}",
                  text::join_with(walls::passed_variables, "and"), variable),
      {What::environment, 0, std::string(variable)});
}

void add_refused_file(Fault& fault, const walls::RefusedFile& file) {
  add(fault, file.text(), {file.what, 0, file.path.string()});
  if (!file.owner.empty()) fault.facts.push_back({What::owner, 0, file.owner});
}

}  // namespace referee::bot
