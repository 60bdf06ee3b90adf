// referee verify: checks recorded games against the rules.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/records.hpp"
#include "referee/cli/verbs.hpp"
#include "referee/match/recorded_games.hpp"
#include "referee/match/verify.hpp"
#include "referee/report/wording.hpp"
#include "referee/text/json_reader.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

struct Finding {
  std::string place;
  std::string what;
};

struct Findings {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::uint64_t disagreeing = 0;
  // Told as warnings.
  std::uint64_t unchecked = 0;  // lines of stores that were left out
  bool sealed_ones_hold = true;
  std::vector<Finding> list;

  [[nodiscard]] bool good() const {
    return games > 0 && disagreeing == 0 && unchecked == 0 && sealed_ones_hold;
  }

  void add(const std::string& place, std::vector<std::string> found, std::size_t plies) {
    ++games;
    moves += plies;
    if (!found.empty()) ++disagreeing;
    for (std::string& what : found) list.push_back({place, std::move(what)});
  }
};

// The game of which a file has official records; nullptr if it is no such file.
const rules::GameInfo* official_game(const fs::path& path) {
  if (!fs::is_regular_file(path)) return nullptr;
  std::ifstream in(path, std::ios::binary);
  std::string line;
  std::getline(in, line);
  if (line.ends_with('\r')) line.pop_back();
  const rules::GameInfo* game = match::recorded_game_of(line);
  if (game == nullptr || !rules::is_recorded_header(*game->record_format, line)) return nullptr;
  return game;
}

void verify_official(const fs::path& path, const rules::GameInfo& info, Findings& findings) {
  const rules::RecordFormat& format = *info.record_format;
  std::ifstream in(path, std::ios::binary);
  std::string line;
  std::getline(in, line);
  if (line.ends_with('\r')) line.pop_back();
  rules::RecordedColumns columns(format);
  try {
    columns = rules::RecordedColumns(format, line);
  } catch (const std::invalid_argument& error) {
    throw UsageError(path.string() + ": line 1: " + error.what());
  }
  for (std::uint64_t number = 2; std::getline(in, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    const std::string place = path.string() + ": line " + std::to_string(number);
    try {
      const auto game = rules::parse_recorded(format, line, columns);
      findings.add(place + ", game " + std::to_string(game.number), rules::replay(info, game),
                   game.moves.size());
    } catch (const std::invalid_argument& error) {
      findings.add(place, {error.what()}, 0);
    }
  }
}

void verify_log(const fs::path& path, Findings& findings) {
  const auto report = each_record(path, [&](const RecordEntry& entry) {
    try {
      const match::MatchRecord record = record_of(entry);
      findings.add(entry.place, match::verify(record), record.plies.size());
    } catch (const text::JsonError& error) {
      // The text begins with the place already.
      const std::string_view what = error.what();
      const bool twice = what.starts_with(entry.place + ": ");
      findings.add(entry.place, {std::string(what.substr(twice ? entry.place.size() + 2 : 0))}, 0);
    }
    return true;
  });
  findings.sealed_ones_hold = findings.sealed_ones_hold && report.whole;
  findings.unchecked += report.damaged + report.foreign;
}

void print_json(const Findings& findings) {
  text::Json result;
  result["games"] = findings.games;
  result["moves"] = findings.moves;
  result["disagreeing"] = findings.disagreeing;
  result["unchecked"] = findings.unchecked;
  result["disagreements"] = text::Json::array();
  for (const Finding& finding : findings.list) {
    result["disagreements"].push_back({{"place", finding.place}, {"what", finding.what}});
  }
  std::cout << result.dump(2, ' ', false, text::Json::error_handler_t::replace) << '\n';
}

void print_text(const Findings& findings) {
  for (const Finding& finding : findings.list) {
    std::cout << text::safe_text(finding.place) << ": " << text::safe_text(finding.what) << '\n';
  }
  std::cout << text::plural(findings.games, "game") << ", " << findings.moves << " moves: ";
  if (findings.games == 0) {
    std::cout << "nothing to check";
  } else if (findings.disagreeing == 0) {
    std::cout << "all agree with the rules";
  } else {
    std::cout << findings.disagreeing << (findings.disagreeing == 1 ? " disagrees" : " disagree")
              << " with the rules";
  }
  if (findings.unchecked > 0) {
    std::cout << "; " << text::plural(findings.unchecked, "line") << " could not be checked";
  }
  std::cout << '\n';
}

int verify(const std::vector<std::string>& paths, bool json) {
  Findings findings;
  for (const std::string& path : paths) {
    if (const rules::GameInfo* game = official_game(path)) {
      verify_official(path, *game, findings);
    } else {
      verify_log(path, findings);
    }
  }
  json ? print_json(findings) : print_text(findings);
  std::cout.flush();
  if (!std::cout) throw std::runtime_error("cannot write to standard output");
  return findings.good() ? done : failed;
}

}  // namespace

void add_verify(CommandLine& program) {
  const Verb verb =
      program.add("verify", "Check recorded games against the rules: every move, line and score");
  struct VerifyOptions {
    std::vector<std::string> paths;
    bool json = false;
  };
  auto options = std::make_shared<VerifyOptions>();
  verb.option("path", &options->paths,
              "Tournament folders, record files, or CSV files of official games of " +
                  match::titles_of_recorded_games())
      .required();
  verb.flag("--json", options->json, "Print the findings as JSON");
  verb.footer(
      "Examples:\n"
      "  referee verify results/demo\n"
      "  referee verify record.json official-test-1.csv\n\n"
      "Exit code 1 if anything disagrees, each disagreement being named; also if a\n"
      "line of a folder could not be checked because it is damaged or of another\n"
      "tournament, if a seal does not hold, and if there was no game at all.");
  verb.runs([options] { return verify(options->paths, options->json); });
}

}  // namespace referee::cli
