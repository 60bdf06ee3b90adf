// referee doctor: what this machine offers for keeping bots apart.

#include <fmt/core.h>

#include <iostream>
#include <memory>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/machine/program/runtimes.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/toolchain/compiler.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "referee/machine/walls/protections.hpp"

namespace referee::cli {
namespace {

void print_json(const walls::Protections& protections) {
  text::Json result;
  result["kernel"] = protections.kernel;
  result["processors"] = protections.processors;
  result["root"] = protections.root;
  result["protections"] = text::Json::array();
  for (const walls::ProtectionNote& note : walls::describe(protections)) {
    result["protections"].push_back({{"name", note.name},
                                     {"available", note.available},
                                     {"on", note.on},
                                     {"means", note.means},
                                     {"advice", note.advice}});
  }
  result["bots"] = text::Json::array();
  for (const program::RuntimeNote& note : program::describe_runtimes()) {
    result["bots"].push_back({{"name", note.name},
                              {"available", note.available},
                              {"means", note.means},
                              {"advice", note.advice}});
  }
  result["sources"] = text::Json::array();
  for (const toolchain::LanguageNote& note : toolchain::describe_languages()) {
    result["sources"].push_back({{"language", note.language},
                                 {"available", note.available},
                                 {"compiler", note.compiler},
                                 {"official", note.official},
                                 {"advice", note.advice}});
  }
  const toolchain::CacheUse use = toolchain::cache_use();
  result["cache"] = {
      {"folder", toolchain::cache_folder().string()}, {"builds", use.builds}, {"bytes", use.bytes}};
  result["missing_for_require"] = walls::missing_for_isolation(protections);
  result["host"] = text::Json::parse(host_facts(protections, true));
  std::cout << text::dump(result, 2) << '\n';
}

void print_sources() {
  std::cout << fmt::format("\nYour bots as source files, with the official commands of {}:\n",
                           toolchain::newest_year());
  for (const toolchain::LanguageNote& note : toolchain::describe_languages()) {
    std::cout << fmt::format("{} {}", note.available ? "yes " : "no  ", note.language);
    if (note.available) {
      std::cout << fmt::format(": {} (officially {})", note.compiler, note.official);
    }
    std::cout << '\n';
    if (!note.advice.empty()) std::cout << "     " << note.advice << '\n';
  }
  const toolchain::CacheUse use = toolchain::cache_use();
  constexpr double mebibyte = 1 << 20;
  std::cout << fmt::format(
      "     {}, {:.1f} MiB, in {}; to remove them: rm -r {}\n", text::plural(use.builds, "build"),
      static_cast<double>(use.bytes) / mebibyte, toolchain::cache_folder().string(),
      text::shell_word((toolchain::cache_folder() / "builds").string()));
}

void print_text(const walls::Protections& protections) {
  std::cout << fmt::format(
      "Linux {}, {}, {}\n\n", protections.kernel,
      text::plural(static_cast<std::uint64_t>(protections.processors), "processor"),
      protections.root ? "root" : "ordinary user");
  for (const walls::ProtectionNote& note : walls::describe(protections)) {
    std::cout << (note.on ? "on   " : "off  ") << note.name;
    if (!note.means.empty()) std::cout << ": " << note.means;
    std::cout << '\n';
    if (!note.advice.empty()) std::cout << "     " << note.advice << '\n';
  }
  std::cout << "\nYour bots:\n";
  for (const program::RuntimeNote& note : program::describe_runtimes()) {
    std::cout << (note.available ? "yes  " : "no   ") << note.name;
    if (!note.means.empty()) std::cout << ": " << note.means;
    std::cout << '\n';
    if (!note.advice.empty()) std::cout << "     " << note.advice << '\n';
  }
  print_sources();
  const auto missing = walls::missing_for_isolation(protections);
  std::cout << '\n'
            << (missing.empty() ? "\"isolation\": \"require\" is possible here."
                                : "\"isolation\": \"require\" is not possible here:");
  for (const std::string& name : missing) std::cout << ' ' << name;
  std::cout << '\n';
}

}  // namespace

void add_doctor(CommandLine& program) {
  const Verb verb = program.add("doctor", "Show which protections and bots this machine can have");
  auto json = std::make_shared<bool>(false);
  add_json_option(verb, *json);
  verb.footer(
      "\"host\" in the JSON is the summary that every record contains.\n\n"
      "Exit code 1 if this machine lacks a protection that \"isolation\": \"require\"\n"
      "needs.");
  verb.runs([json](Call& /*call*/) {
    const walls::Protections protections = walls::probe_protections();
    *json ? print_json(protections) : print_text(protections);
    return walls::missing_for_isolation(protections).empty() ? done : failed;
  });
}

}  // namespace referee::cli
