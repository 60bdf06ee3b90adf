#include "referee/machine/program/command_error.hpp"

#include <fmt/core.h>

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

std::string advice_on(const Fact& flaw) {
  switch (flaw.what) {
    case What::not_executable:
      return "try: chmod +x " + flaw.name;
    case What::unreadable:
      return "try: chmod +r " + flaw.name;
    case What::not_a_program:
      return fmt::format("give \"{}\"", with_interpreter(flaw.name));
    case What::unquoted:
      return fmt::format("a file whose name has blanks needs quotation marks: \"{}\"", flaw.name);
    case What::interpreter:
      return fmt::format("to run it with that, name it in the command: \"{}\"", flaw.name);
    case What::meant:
      return fmt::format("did you mean {}?", flaw.name);
    case What::shell:
      return flaw.name.find('=') == std::string::npos
                 ? std::string("name the program by its path; a config's bots run in its folder")
                 : fmt::format("give \"env {} COMMAND\", or \"environment\" in a config",
                               flaw.name);
    case What::library:
      return "on Debian and Ubuntu, as root: apt install libc6-i386 lib32stdc++6";
    case What::static_data:
      return fmt::format(
          "--limit memory={0}, or \"memory\": {0} in the bot's entry of a config, allows that",
          flaw.name);
    default:
      return {};
  }
}

std::string interpreter_of(const std::filesystem::path& file) {
  for (const auto& [ending, interpreter] :
       {std::pair{".pl", "perl"}, std::pair{".rb", "ruby"}, std::pair{".lua", "lua"}}) {
    if (file.extension() == ending) return interpreter;
  }
  return {};
}

CommandError::CommandError(const std::string& reason, Fact flaw)
    : InputError(flaw.what == What::unknown ? reason : reason + "; " + advice_on(flaw)),
      reason_(reason),
      flaw_(std::move(flaw)) {}

}  // namespace referee::program
