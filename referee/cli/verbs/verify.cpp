// referee verify: checks recorded games against the rules.

#include <fmt/core.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/records.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/play/match/recorded_games.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

struct Disagreement {
  std::string place;
  std::string what;
};

struct Verified {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::uint64_t disagreeing = 0;
  // Told as warnings.
  std::uint64_t unchecked = 0;  // lines that are not records, or not of their store
  std::uint64_t unread = 0;     // files that hold nothing that can be read
  bool sealed_ones_hold = true;
  std::uint64_t repeated = 0;  // official games that an earlier line has, too
  std::vector<Disagreement> list;

  [[nodiscard]] bool good() const {
    return games > 0 && disagreeing == 0 && unchecked == 0 && unread == 0 && sealed_ones_hold &&
           repeated == 0;
  }

  void add(const std::string& place, std::vector<std::string> found, std::size_t plies) {
    ++games;
    moves += plies;
    if (!found.empty()) ++disagreeing;
    for (std::string& what : found) list.push_back({place, std::move(what)});
  }
};

// The game of which a file has official records; nullptr for other files. Throws UsageError
// for a table that cannot be read.
const rules::GameInfo* official_game(text::TextFile& file) {
  const std::string line(file.peek());
  if (const std::string why = match::why_unreadable(line); !why.empty()) {
    throw UsageError(fmt::format("'{}' is {}", file.path().string(), why));
  }
  if (line.starts_with('{')) return nullptr;
  const rules::GameInfo* game = match::recorded_game_of(line, file.peek_row());
  if (game == nullptr || !rules::is_recorded_header(*game->record_format, line)) return nullptr;
  return game;
}

// Finds official games that are there twice: in one file by their numbers; in several files, which
// may count on their own, by their whole rows.
class Repetitions {
 public:
  void begin_file() { numbers_.clear(); }
  // Where the game occurred before; empty if it is new.
  std::string earlier(const rules::RecordFormat& format, const rules::RecordedGame& game,
                      const std::string& place) {
    const auto [number, new_number] = numbers_.emplace(game.number, place);
    const auto [row, new_row] =
        rows_.emplace(text::sha256(rules::to_row(format, game, false)), place);
    if (!new_number) return number->second;
    return new_row ? std::string() : row->second;
  }

 private:
  std::map<std::int64_t, std::string> numbers_;  // of this file; the place of each
  std::unordered_map<std::string, std::string> rows_;
};

void verify_official(text::TextFile& file, const rules::GameInfo& info, Repetitions& repetitions,
                     Verified& findings) {
  const rules::RecordFormat& format = *info.record_format;
  const std::string path = file.path().string();
  std::string_view line;
  file.next(line);
  repetitions.begin_file();
  rules::RecordedColumns columns(format);
  try {
    columns = rules::RecordedColumns(format, line);
  } catch (const std::invalid_argument& error) {
    throw UsageError(path + ": line 1: " + error.what());
  }
  if (!columns.unknown().empty()) {
    text::warn("{}: {}", path, match::unread_columns(columns.unknown()));
  }
  while (file.next(line)) {
    if (line.empty()) continue;
    const std::string place = fmt::format("{}: line {}", path, file.number());
    try {
      const auto game = rules::parse_recorded(format, line, columns);
      const std::string name = place + ", game " + std::to_string(game.number);
      findings.add(name, rules::replay(info, game), game.moves.size());
      if (const auto earlier = repetitions.earlier(format, game, place); !earlier.empty()) {
        ++findings.repeated;
        findings.list.push_back({name, "the game already appears in " + earlier});
      }
    } catch (const std::invalid_argument& error) {
      findings.add(place, {error.what()}, 0);
    }
  }
}

// A line that is not a record is not a game that disagrees.
void verify_record(const RecordEntry& entry, Verified& findings) {
  try {
    const match::MatchRecord record = record_of(entry);
    findings.add(entry.place, match::verify(record), record.plies.size());
  } catch (const text::JsonError& error) {
    ++findings.unchecked;
    // The text begins with the place already.
    const std::string_view what = error.what();
    const bool twice = what.starts_with(entry.place + ": ");
    findings.list.push_back(
        {entry.place, std::string(what.substr(twice ? entry.place.size() + 2 : 0))});
  }
}

void verify_folder(const fs::path& path, Verified& findings) {
  const auto report = each_record(path, [&](const RecordEntry& entry) {
    verify_record(entry, findings);
    return true;
  });
  findings.sealed_ones_hold = findings.sealed_ones_hold && report.whole;
  findings.unchecked += report.damaged + report.foreign;
}

void verify_path(const fs::path& path, Repetitions& repetitions, Verified& findings) {
  const auto status = fs::status(path);
  if (!fs::exists(status) || fs::is_directory(status)) return verify_folder(path, findings);
  text::TextFile file(path);
  if (const rules::GameInfo* game = official_game(file)) {
    return verify_official(file, *game, repetitions, findings);
  }
  store::each_record(file, [&](const RecordEntry& entry) {
    verify_record(entry, findings);
    return true;
  });
}

void print_json(const Verified& findings) {
  text::Json result;
  result["games"] = findings.games;
  result["moves"] = findings.moves;
  result["disagreeing"] = findings.disagreeing;
  result["unchecked"] = findings.unchecked;
  result["unread"] = findings.unread;
  result["repeated"] = findings.repeated;
  result["disagreements"] = text::Json::array();
  for (const Disagreement& finding : findings.list) {
    result["disagreements"].push_back({{"place", finding.place}, {"what", finding.what}});
  }
  std::cout << result.dump(2, ' ', false, text::Json::error_handler_t::replace) << '\n';
}

void print_text(const Verified& findings) {
  for (const Disagreement& finding : findings.list) {
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
  if (findings.unread > 0) {
    std::cout << "; " << text::plural(findings.unread, "file") << " could not be read";
  }
  if (findings.repeated > 0) {
    std::cout << "; " << text::plural(findings.repeated, "game") << " stood there already";
  }
  std::cout << '\n';
}

int verify(const std::vector<std::string>& paths, bool json) {
  Verified findings;
  Repetitions repetitions;
  for (const std::string& path : paths) {
    try {
      verify_path(path, repetitions, findings);
    } catch (const text::InputError& error) {
      // One wrong file does not hide what is in the others; a path that leads nowhere is a mistake.
      if (paths.size() == 1 || !fs::exists(path)) throw;
      text::warn("{}", error.what());
      ++findings.unread;
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
      program.add("verify", "Check recorded games against the rules: each move and score");
  struct VerifyOptions {
    std::vector<std::string> paths;
    bool json = false;
  };
  auto options = std::make_shared<VerifyOptions>();
  verb.option("path", &options->paths,
              "Tournament folders, record files, or CSV files of official games of " +
                  match::titles_of_recorded_games())
      .required();
  add_json_option(verb, options->json);
  verb.footer(
      "Examples:\n"
      "  referee verify results/demo\n"
      "  referee verify record.json official-test-1.csv\n\n"
      "Exit code 1 if anything disagrees, each disagreement being named; also if a\n"
      "line could not be checked because it is not a record, damaged or of another\n"
      "tournament, if a file among several could not be read, if an official game is\n"
      "there twice, if a seal does not hold, and if there was no game at all.");
  verb.runs([options] { return verify(options->paths, options->json); });
}

}  // namespace referee::cli
