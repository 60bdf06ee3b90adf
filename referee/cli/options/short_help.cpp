#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/options/command_facts.hpp"

namespace referee::cli {
namespace {

// Those that most people need.
constexpr std::array<std::string_view, 20> usual_options{
    "--game",  "--limit", "--seed", "--jobs",  "--out",    "--save",   "--bots",
    "--param", "--pairs", "--as",   "--html",  "--boards", "--seat",   "--hint",
    "--only",  "--bot",   "--json", "--times", "--window", "--ratings"};
constexpr std::size_t most_shown = 9;
constexpr std::size_t examples_shown = 2;

// Up to its first semicolon or full stop: the rest is in the whole help.
std::string_view first_words(std::string_view help) {
  auto stop = help.find(". ");
  while (stop != std::string_view::npos && help.substr(0, stop).ends_with("e.g")) {
    stop = help.find(". ", stop + 1);
  }
  return help.substr(0, std::min(help.find(';'), stop));
}

// The first lines under "Examples:" in the text below the options.
std::string examples_of(const std::string& footer) {
  std::istringstream in(footer);
  std::string examples;
  std::size_t shown = 0;
  bool found = false;
  for (std::string line; std::getline(in, line);) {
    if (found && (line.empty() || shown == examples_shown)) break;
    if (found) {
      examples += line + '\n';
      if (!line.ends_with('\\')) ++shown;
    }
    found = found || line.starts_with("Example");
  }
  return examples.empty() ? examples : "\nExamples:\n" + examples;
}

std::string row(const std::string& head, std::string_view help) {
  constexpr std::size_t width = 22;
  const std::string words = text::wrapped(std::string(first_words(help)), 78 - width, 0);
  std::string text;
  std::istringstream in(words);
  std::string before = fmt::format("  {:<{}}", head, width - 2);
  if (head.size() > width - 4) before += fmt::format("\n{:<{}}", "", width);
  for (std::string line; std::getline(in, line);) {
    text += std::exchange(before, std::string(width, ' ')) + line + '\n';
  }
  return text;
}

}  // namespace

std::string short_help(const VerbFacts& verb) {
  std::string usage = "Usage: referee " + verb.name;
  std::string rows;
  std::size_t shown = 0;
  for (const OptionFacts& option : verb.options) {
    if (option.positional) {
      const std::string name = option.names.front() + (option.many ? "..." : "");
      usage += option.required ? " " + name : " [" + name + "]";
    }
    const bool usual = option.positional || std::find(usual_options.begin(), usual_options.end(),
                                                      option.names.back()) != usual_options.end();
    if (!usual || shown == most_shown) continue;
    ++shown;
    const bool unit = !option.positional && !option.flag && option.choices.empty();
    rows += row(text::join(option.names, ",") +
                    (unit ? " " + option.unit.substr(0, option.unit.find(' ')) : ""),
                option.help);
  }
  return fmt::format("{}\n{} [options]\n\n{}{}\nAll options: referee {} --help\n", verb.about,
                     usage, rows, examples_of(verb.footer), verb.name);
}

std::string short_help(const ProgramFacts& program) {
  std::vector<std::pair<std::string, std::string>> groups;
  for (const VerbFacts& verb : program.verbs) {
    if (verb.group.empty()) continue;
    if (groups.empty() || groups.back().first != verb.group) groups.emplace_back(verb.group, "");
    text::add_to_list(groups.back().second, verb.name);
  }
  std::string rows;
  for (const auto& [group, verbs] : groups) rows += row(group, verbs);
  return fmt::format(
      "{}Usage: referee VERB [words] [options]\n\n{}{}\n"
      "Of one verb: referee VERB -h; in full: referee VERB --help, referee --help\n",
      program.about, rows, examples_of(program.footer));
}

}  // namespace referee::cli
