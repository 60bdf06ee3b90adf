// referee show: a recorded game move by move.

#include <charconv>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/logs.hpp"
#include "referee/cli/verbs.hpp"
#include "referee/match/json_reader.hpp"
#include "referee/report/show.hpp"
#include "referee/tournament/store.hpp"

namespace referee::cli {
namespace {

struct Options {
  std::string log;
  std::optional<std::uint64_t> match;
  std::string boards = "all";
  std::string plies;  // "A-B" or "A"
  bool show_stderr = false;
  bool json = false;
};

void print_line(const LogEntry& entry) {
  const auto match = tournament::summary_of_line(entry.line);
  std::cout << entry.number << ": " << match.game << ", " << match.bots[0] << " - " << match.bots[1]
            << ", " << match.seats[0].score << " - " << match.seats[1].score;
  for (std::size_t i = 0; i < 2; ++i) {
    if (match.seats[i].fault) {
      std::cout << ", " << match.bots[i] << ": " << bot::name(*match.seats[i].fault);
    }
  }
  std::cout << '\n';
}

report::Boards boards_of(const std::string& text) {
  if (text == "last") return report::Boards::last;
  if (text == "none") return report::Boards::none;
  return report::Boards::all;
}

// "12" or "12-20"; throws UsageError.
std::pair<int, int> range_of(const std::string& text) {
  std::pair<int, int> range{1, std::numeric_limits<int>::max()};
  if (text.empty()) return range;
  const char* const end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, range.first);
  range.second = range.first;
  if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-') {
    read = std::from_chars(read.ptr + 1, end, range.second);
  }
  if (read.ec != std::errc() || read.ptr != end || range.first < 1 || range.second < range.first) {
    throw UsageError("--plies takes one number or a range such as 12-20, not '" + text + "'");
  }
  return range;
}

// Returns whether the record could be replayed.
bool print_match(const Options& options, const LogEntry& entry) {
  if (options.json) {
    std::cout << entry.line << '\n';
    return true;
  }
  report::ShowOptions show;
  show.boards = boards_of(options.boards);
  show.bot_stderr = options.show_stderr;
  show.style = output_style();
  std::tie(show.first_ply, show.last_ply) = range_of(options.plies);
  return report::show_match(std::cout, record_of(entry), show);
}

int show(const Options& options) {
  std::uint64_t records = 0;
  std::string only_line;
  bool found = false;
  bool replayed = true;
  each_record(options.log, [&](const LogEntry& entry) {
    ++records;
    if (!options.match) {
      if (records == 1) only_line = entry.line;
      return records < 2;
    }
    found = entry.number == *options.match;
    if (found) replayed = print_match(options, entry);
    return !found;
  });
  if (options.match) {
    if (!found) {
      throw UsageError("'" + options.log + "' has no match " + std::to_string(*options.match));
    }
    return replayed ? done : failed;
  }
  if (records == 0) throw UsageError("'" + options.log + "' has no matches yet");
  if (records == 1) {
    return print_match(options, {1, only_line, options.log}) ? done : failed;
  }
  // Several: a list to choose from.
  each_record(options.log, [](const LogEntry& entry) {
    print_line(entry);
    return true;
  });
  return done;
}

}  // namespace

void add_show(CLI::App& program, Chosen& chosen) {
  CLI::App* verb = program.add_subcommand(
      "show", "Show a recorded game move by move, or list the games of a log");
  auto options = std::make_shared<Options>();
  verb->add_option("log", options->log, "A tournament's folder or a file of records")->required();
  verb->add_option("match", options->match,
                   "The match's number in its tournament, or its line in a file, from 1");
  verb->add_option("--boards", options->boards, "Which boards to draw: all, last or none")
      ->type_name("WHICH")
      ->check(CLI::IsMember({"all", "last", "none"}));
  verb->add_option("--plies", options->plies, "Only these moves, e.g. 12 or 12-20")
      ->type_name("A-B");
  verb->add_flag("--stderr", options->show_stderr, "Also what the bots wrote to their stderr");
  verb->add_flag("--json", options->json, "The record as it stands in the log");
  verb->footer(
      "Examples:\n"
      "  referee show results/demo          the list of its matches\n"
      "  referee show results/demo 17       match 17\n"
      "  referee show record.json --boards last --stderr\n\n"
      "Exit code 1 if the record does not replay.");
  verb->callback([options, &chosen] { chosen = [options] { return show(*options); }; });
}

}  // namespace referee::cli
