// Finds the verb, runs it, and turns errors into exit codes: see call.hpp.

#include <fmt/core.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/call.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/command_facts.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/cli/version.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/toolchain/build.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/play/judge/outside_game.hpp"
#include "referee/run/store/store.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {
namespace {

int report(int code, const std::exception& error) {
  text::error("{}", text::message_of(error));
  return code;
}

// A terminal gets no control characters that a source may have put in.
void show_compiler_output(std::string_view output) {
  std::cerr << text::safe_lines(output, on_terminal(2));
  if (!output.empty() && !output.ends_with('\n')) std::cerr << '\n';
}

// Options of the program itself, whatever the verb.
struct GlobalOptions {
  text::LogOptions log;

  void add_to(const Verb& program) {
    program.flag("--verbose", log.verbose,
                 "Say on standard error what the referee is doing, also after the verb");
    program
        .option("--debug-log", &log.file,
                "Append that, with time and thread, to a file, also after the verb")
        .unit("FILE")
        .check(must_be_named);
  }
};

int result_of(const Action& action, const GlobalOptions& options, Call& call) {
  try {
    if (!options.log.file.empty()) check_no_record(options.log.file, "--debug-log");
    text::set_up_log(options.log);
    return action(call);
  } catch (const bot::Interrupted&) {
    return interrupted;
  } catch (const store::BrokenSeal& error) {
    return report(failed, error);  // an input error, but above all a check that did not hold
  } catch (const toolchain::CompileError& error) {
    show_compiler_output(error.output());
    return report(failed, error);
  } catch (const judge::JudgeError& error) {
    std::cerr << text::safe_lines(error.details(), on_terminal(2));
    return report(environment, error);
  } catch (const text::InputError& error) {
    return report(usage, error);
  } catch (const std::exception& error) {
    // text::MachineError, and what the standard library throws when the machine fails.
    return report(environment, error);
  }
}

// The exit code, unless what was printed did not arrive (a full disk).
int with_output_checked(int code) {
  std::cout.flush();
  if (std::cout || code == environment) return code;
  return report(environment, text::MachineError(std::string(no_standard_output)));
}

// Verbs of earlier releases, and what to type instead.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> former_verbs{{
    {"elo", "referee compare --results W,L,D or LL,LD,WL+DD,WD,WW"},
    {"sprt", "referee compare --results LL,LD,WL+DD,WD,WW --elo LO,HI"},
    {"plan", "a table in docs/guide/compare.md: how many pairs a comparison takes"},
    {"shard", "referee tournament CONFIG --part K/N --out DIR, also of compare and tune"},
    {"submit", "a script for Slurm or GNU parallel, see docs/guide/parts.md"},
    {"watch", "referee view DIR --terminal"},
    {"report", "referee view DIR --save FILE"},
    {"games", "referee show games, and referee show GAME for the rules of one"},
}};

// Throws UsageError for an unknown verb. Options, right or wrong, are left to the parser.
void check_verb(const CommandLine& program, const std::string& word) {
  if (word.starts_with('-')) return;
  const std::vector<std::string> verbs = program.verbs();
  std::vector<std::string> begun;  // verbs that begin with the word
  for (const std::string& verb : verbs) {
    if (verb == word) return;
    if (!word.empty() && verb.starts_with(word)) begun.push_back(verb);
  }
  for (const auto& [former, now] : former_verbs) {
    if (word == former) throw UsageError(fmt::format("'{}' is now {}", former, now));
  }
  const std::optional<std::string> guess =
      begun.size() == 1 ? begun.front() : text::nearest_in(word, verbs);
  throw UsageError(fmt::format(
      "unknown verb '{}'; {}", word,
      guess ? fmt::format("did you mean '{}'?", *guess) : "referee --help lists the verbs"));
}

// The words of the command line; `help` and `help VERB` become the option --help, `version` becomes
// --version.
std::vector<std::string> words_of(const CommandLine& program, std::vector<std::string> words) {
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    if (words.size() > 1) throw UsageError("help explains one verb, as in referee help show");
    words.emplace_back("--help");
  }
  if (!words.empty() && words.front() == "version") words.front() = "--version";
  if (!words.empty()) check_verb(program, words.front());
  return words;
}

// Hidden entry points for shells and packaging: `referee --complete N WORD...` lists what a shell
// may offer for the word number N (from 1) of a call, `referee --manual FOLDER` writes the manual
// pages there.
std::optional<int> serve_shells(const CommandLine& program, const std::vector<std::string>& words) {
  if (words.front() == "--complete") {
    const std::size_t cursor = std::strtoull(words[1].c_str(), nullptr, 10);
    const std::vector<std::string> typed(words.begin() + 2, words.end());
    if (cursor == 0) return usage;
    for (const std::string& line : candidates(program.facts(), typed, cursor - 1)) {
      std::cout << line << '\n';
    }
    return with_output_checked(done);
  }
  if (words.front() == "--manual") {
    const std::filesystem::path folder = words[1];
    std::filesystem::create_directories(folder);
    for (const ManualPage& page : manual_pages(program.facts(), std::string(version_number()))) {
      std::ofstream out(folder / page.name, std::ios::binary);
      out << page.text;
      out.close();
      if (!out) throw text::MachineError("cannot write " + (folder / page.name).string());
    }
    return done;
  }
  return std::nullopt;
}

void add_verbs(CommandLine& program) {
  program.begin_group("Play");
  add_match(program);
  add_play(program);
  add_tournament(program);
  program.begin_group("");  // callable, but not listed
  add_random(program);
  program.begin_group("Look");
  add_show(program);
  add_view(program);
  add_standings(program);
  add_verify(program);
  add_export(program);
  add_import(program);
  program.begin_group("Develop");
  add_new(program);
  add_check(program);
  add_replay(program);
  add_regress(program);
  add_doctor(program);
  program.begin_group("Evidence");
  add_compare(program);
  add_tune(program);
  program.begin_group("Many machines");
  add_merge(program);
}

}  // namespace

int carry_out(const std::vector<std::string>& given, Call& call) {
  CommandLine program(
      "Plays your CodeCup bots against each other exactly as the official judge would.\n",
      fmt::format("referee {}", version_text()),
      with_games(
          "Examples:\n"
          "  referee match {game} ./mybot \"python3 other.py\"   one game; your bot begins\n"
          "  referee tournament configs/demo.json           all matches of a config\n"
          "  referee show results/demo 17                   match 17, move by move\n"
          "  referee help tournament                        all about one verb\n"
          "\n"
          "Exit codes: 0 done; 1 a bot failed or a check did not hold; 2 wrong usage or\n"
          "input; 3 the machine failed (no disk, no permission); 4 undecided;\n"
          "130 interrupted.\n"
          "\n"
          "Environment: SPDLOG_LEVEL (debug, info, warning, error) sets what standard error\n"
          "gets without --verbose; NO_COLOR and TERM=dumb switch colours and live displays\n"
          "off."));
  GlobalOptions options;
  options.add_to(program.all_verbs());
  add_verbs(program);
  if (given.size() > 1) {
    if (const auto code = serve_shells(program, given)) return *code;
  }
  if (given.empty()) {
    std::cerr << with_games(
        "referee plays CodeCup bots against each other. To begin with:\n"
        "  referee match {game} ./mybot \"referee random {game}\"\n"
        "  referee show games  which games there are\n"
        "  referee --help      all verbs\n");
    return usage;
  }
  try {
    const auto asked = program.parse(words_of(program, given));
    const int* code = std::get_if<int>(&asked);
    if (code != nullptr) return with_output_checked(*code);
    const int result = with_output_checked(result_of(std::get<Action>(asked), options, call));
    text::debug("exit code {}", result);
    return result;
  } catch (const UsageError& error) {
    return report(usage, error);
  }
}

}  // namespace referee::cli
