#include "referee/machine/program/command_error.hpp"

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace referee::program {
namespace {

std::string with_interpreter(const std::filesystem::path& file) {
  if (file.extension() == ".class") return "java -cp FOLDER CLASS";
  const std::string interpreter =
      file.extension() == ".jar" ? "java -jar" : interpreter_of(file.string());
  return interpreter + ' ' + file.string();
}

}  // namespace

std::string advice_on(const Flaw& flaw) {
  switch (flaw.kind) {
    case Flaw::Kind::none:
      break;
    case Flaw::Kind::not_executable:
      return "try: chmod +x " + flaw.name;
    case Flaw::Kind::unreadable:
      return "try: chmod +r " + flaw.name;
    case Flaw::Kind::not_a_program:
      return fmt::format("give \"{}\"", with_interpreter(flaw.name));
    case Flaw::Kind::unquoted:
      return fmt::format("a file whose name has blanks needs quotation marks: \"{}\"", flaw.name);
    case Flaw::Kind::interpreter:
      return fmt::format("to run it with that, name it in the command: \"{}\"", flaw.name);
    case Flaw::Kind::meant:
      return fmt::format("did you mean {}?", flaw.name);
    case Flaw::Kind::library:
      return "on Debian and Ubuntu, as root: apt install libc6-i386 lib32stdc++6";
    case Flaw::Kind::static_data:
      return fmt::format(
          "--limit memory={0}, or \"memory\": {0} in the bot's entry of a config, allows that",
          flaw.name);
  }
  return {};
}

std::string interpreter_of(const std::filesystem::path& file) {
  for (const auto& [ending, interpreter] :
       {std::pair{".pl", "perl"}, std::pair{".rb", "ruby"}, std::pair{".lua", "lua"}}) {
    if (file.extension() == ending) return interpreter;
  }
  return {};
}

CommandError::CommandError(const std::string& reason, Flaw flaw)
    : InputError(flaw.kind == Flaw::Kind::none ? reason : reason + "; " + advice_on(flaw)),
      reason_(reason),
      flaw_(std::move(flaw)) {}

}  // namespace referee::program
