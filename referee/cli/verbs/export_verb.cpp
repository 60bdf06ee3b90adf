// referee export: matches and their moves as CSV, as official records, as transcripts.

#include <fmt/core.h>

#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/judge/games.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/recorded_games.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/show/report/in_order.hpp"
#include "referee/show/report/match/export.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  std::string path;
  std::string as = "csv";
  std::string out;

  // With the names of the players, where the form has none.
  [[nodiscard]] bool players() const { return as == "official-players"; }
  [[nodiscard]] bool official() const { return as == "official" || players(); }
};

// Which game an official file is of: that of the first match with an official form. The columns of
// another game would not fit under its header.
class OfficialGame {
 public:
  explicit OfficialGame(std::string path) : path_(std::move(path)) {}

  // False for a match without an official form.
  bool takes(const rules::GameInfo& game) {
    if (game.record_format == nullptr) return false;
    if (game_ == nullptr) game_ = &game;
    if (game_ == &game) return true;
    throw UsageError(
        fmt::format("'{}' has games of {} and of {}, which do not fit into one official file",
                    path_, game_->title, game.title));
  }

 private:
  std::string path_;
  const rules::GameInfo* game_ = nullptr;
};

// The first line of an official file.
std::string official_header(const store::OfficialNumbers& official,
                            const rules::RecordFormat& format, bool players) {
  return official.columns().empty() ? rules::header_line(format, players) : official.columns();
}

// How one match is written; empty for a match that has no such form.
using Form = std::function<std::string(const match::MatchRecord&, std::uint64_t number)>;

using Official = std::shared_ptr<const store::OfficialNumbers>;

// `astray` counts the matches whose moves leave the rules, where that is noticed.
Form form_of(const ExportOptions& options, const Official& official,
             const std::shared_ptr<std::uint64_t>& astray) {
  if (options.as == "csv") {
    return [official](const match::MatchRecord& record, std::uint64_t) {
      return report::matches_csv_row(record,
                                     record.match ? official->of(*record.match) : std::nullopt);
    };
  }
  if (options.as == "moves") {
    return [astray](const match::MatchRecord& record, std::uint64_t number) {
      report::TurnRows rows = report::moves_csv_rows(record, number);
      if (!rows.fits) ++*astray;
      return std::move(rows.text);
    };
  }
  if (options.as == "transcript") {
    return [](const match::MatchRecord& record, std::uint64_t number) {
      return (number > 0 ? "\n" : "") + report::transcript(record);
    };
  }
  const auto taken = std::make_shared<OfficialGame>(options.path);
  return [official, taken, players = options.players()](const match::MatchRecord& record,
                                                        std::uint64_t number) -> std::string {
    if (!taken->takes(*record.game)) return {};
    const rules::RecordFormat& format = *record.game->record_format;
    // A game that was never official has its own number there.
    auto game = match::recorded_game(
        record, official->of(number).value_or(static_cast<std::int64_t>(number)));
    game.phase = official->phase_of(number, record.round);
    return rules::to_row(format, game, official_header(*official, format, players)) + '\n';
  };
}

// `game`: that of the first match that is written, or nullptr.
std::string head_of(const ExportOptions& options, const Official& official,
                    const rules::GameInfo* game) {
  if (options.as == "csv") return report::matches_csv_head();
  if (options.as == "moves") return report::moves_csv_head();
  if (options.as == "transcript" || game == nullptr) return {};
  return official_header(*official, *game->record_format, options.players()) + '\n';
}

void write(const ExportOptions& options, const rules::Games& games, const report::Sink& out) {
  const auto official = std::make_shared<const store::OfficialNumbers>(options.path, games);
  const auto astray = std::make_shared<std::uint64_t>(0);
  const Form form = form_of(options, official, astray);
  report::InOrder rows(out);
  std::uint64_t matches = 0;
  std::uint64_t written = 0;
  store::each_record_warned(options.path, games, [&](const store::RecordEntry& entry) {
    const match::MatchRecord record = store::record_of(entry);
    match::require_two(*record.game, record.bots.size());
    const std::uint64_t number = record.match.value_or(matches);
    ++matches;
    try {
      std::string text = form(record, number);
      // A match without a turn has no rows, but an official form it may have not.
      const bool has_form = !options.official() || !text.empty();
      if (has_form && ++written == 1) out(head_of(options, official, record.game));
      rows.add(number, std::move(text));
    } catch (const std::invalid_argument& error) {
      throw text::JsonError(fmt::format("{}: {}", entry.place, error.what()));
    }
    return true;
  });
  rows.finish();
  if (matches == 0) out(head_of(options, official, match::recorded_game_of("")));
  if (*astray > 0) {
    text::warn(
        "{} of {} matches leave the rules, and have no points from there on; `referee verify` "
        "says where",
        *astray, matches);
  }
  const std::string titles = match::titles_of_recorded_games();
  if (written == 0 && matches > 0) {
    throw UsageError(fmt::format("'{}' has no game of {}, and others have no official form",
                                 options.path, titles));
  }
  if (written < matches) {
    text::warn("{} of {} matches are left out: only those of {} have an official form",
               matches - written, matches, titles);
  }
}

int export_matches(const ExportOptions& options, const rules::Games& games) {
  if (!fs::exists(options.path)) throw UsageError(text::missing(options.path));
  if (options.out.empty()) {
    write(options, games, [](std::string_view text) {
      std::cout << text;
      if (!std::cout) throw text::MachineError(std::string(no_standard_output));
    });
    return done;
  }
  OutputFile out({"--save", options.out, {options.path}});
  write(options, games, [&out](std::string_view text) { out.write(text); });
  out.finish();
  return done;
}

}  // namespace

void add_export(CommandLine& program) {
  const Verb verb =
      program.add("export", "Write matches or moves as CSV, official records or text");
  auto options = std::make_shared<ExportOptions>();
  verb.option("path", &options->path, "A tournament's folder or a file of records").required();
  verb.option("--as", &options->as,
              fmt::format("csv (default): one row for each match; moves: one row for each move; "
                          "official: as the CSV files of official games of {}; "
                          "official-players: with the names of the players, too; transcript: the "
                          "moves, to be read",
                          match::titles_of_recorded_games()))
      .one_of({"csv", "moves", "official", "official-players", "transcript"});
  add_save_option(verb, &options->out).check(must_be_named);
  verb.earlier("--out", &options->out).check(must_be_named);
  verb.footer(
      "Matches come in the order of their numbers. `referee verify` and `referee\n"
      "import` read what --as official writes.\n\n"
      "Columns of --as moves, for pandas, DuckDB and the like; empty if not known:\n"
      "  match, round      the match's number from 0, its round from 1\n"
      "  game, ply         name of the game; number of the move from 1, of both seats\n"
      "  seat              1 or 2; then `bot` that plays it, and `opponent`, by name\n"
      "  by                who made the move: bot, jury, or given (a given beginning)\n"
      "  move              as it was written\n"
      "  cpu_us, wall_us   charged for this turn, in microseconds; none for the jury\n"
      "  points1, points2  of both seats on the board after this turn; 0 in games that\n"
      "                    count none before their end\n"
      "  fault             the kind, if the bot failed in this turn: then this row has\n"
      "                    what it wrote and its time, and the next row the jury's move\n\n"
      "Examples:\n"
      "  referee export results/demo > demo.csv\n"
      "  referee export results/demo --as moves --save moves.csv\n"
      "  referee export results/mine --as official-players --save mine.csv\n"
      "  referee export game.json --as transcript");
  verb.runs([options](Call& call) { return export_matches(*options, call.games); });
}

}  // namespace referee::cli
