#include "referee/show/report/match/match_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/statistics/rating_fit.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/fault_scene.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

using match::MatchFault;
using match::MatchRecord;
using rules::Seat;

namespace {

// The end of a failed bot is not worth a line: it was killed for it, or that is its fault.
std::string departure_text(const bot::Departure& departure, bool failed) {
  std::vector<std::string> parts;
  if (const std::string end = unclean_end(departure); !failed && !end.empty()) parts.push_back(end);
  if (!departure.refused.empty()) {
    std::string calls;
    for (const std::string& call : departure.refused) {
      text::add_to_list(calls, text::safe_text(call));
    }
    parts.push_back("was refused: " + calls);
  }
  return text::join(parts, "; ");
}

// How it ended for a seat. Where more than two play that is its place, and for a bot that failed
// how: "4, ILLEGAL"; nobody wins or loses where one plays.
std::string outcome_text(const MatchRecord& record, Seat seat) {
  const match::SeatScore& score = record.scores[seat];
  const bool is_failed = rules::is_fault(score.status);
  if (record.bots.size() > rules::usual_seats) {
    const std::string place = fmt::format("{}", score.result.place);
    return is_failed ? fmt::format("{}, {}", place, name(score.status)) : place;
  }
  if (record.bots.size() < rules::usual_seats && !is_failed) return "-";
  // The board of a bot that did not fail may say otherwise: who fails loses all the same.
  return std::string(name(winner_of(record) == seat ? rules::Status::win : score.status));
}

Table result_table(const MatchRecord& record) {
  const bool game_points = ranked_by(*record.game, rules::RankingKey::game_points);
  std::vector<Column> columns{{"seat", Align::left}, {"bot", Align::left, 12}};
  if (game_points) columns.push_back({"game points"});
  columns.push_back({"score"});
  const bool has_places = record.bots.size() > rules::usual_seats;
  columns.push_back({has_places ? "place" : "status", Align::left, 0, true});
  columns.push_back({"on the board"});
  columns.push_back({"CPU"});
  columns.push_back({"wall", Align::right, 0, true});
  if (record.speed != 1) columns.push_back({"official", Align::right, 0, true});
  columns.push_back({"peak memory"});
  Table table(std::move(columns), 2);
  for (std::size_t i = 0; i < record.bots.size(); ++i) {
    const match::SeatScore& score = record.scores[i];
    const match::BotMeasurements& measured = record.measured.bots[i];
    std::vector<std::string> cells{std::string(record.game->seat_names[i]),
                                   text::safe_text(record.bots[i].name)};
    if (game_points) cells.push_back(fmt::format("{}", score.result.game_points));
    cells.push_back(fmt::format("{}", score.result.score));
    cells.push_back(outcome_text(record, rules::seat_at(i)));
    cells.push_back(rules::text_of(score.result.board_points, "-"));
    const bool known = record.measured.known;
    cells.push_back(known ? time_text(measured.cpu) : "-");
    cells.push_back(known ? time_text(measured.wall) : "-");
    if (record.speed != 1) {
      const bool cpu = record.clock == kernel::ClockKind::cpu;
      cells.push_back(
          known ? time_text(match::to_official(cpu ? measured.cpu : measured.wall, record.speed))
                : "-");
    }
    cells.push_back(memory_used_text(measured.departure.peak_memory));
    table.add(std::move(cells));
  }
  return table;
}

std::vector<std::string> departure_lines(const MatchRecord& record) {
  std::vector<std::string> lines;
  for (const Seat seat : record.bots.seats()) {
    const auto& departure = record.measured.bots[rules::index(seat)].departure;
    // Without a farewell a bot's end says nothing of it.
    const bool failed = !record.game->farewell || match::fault_of(record, seat) != nullptr;
    const std::string text = departure_text(departure, failed);
    if (!text.empty()) lines.push_back(fmt::format("{} {}", bot_and_seat(record, seat), text));
    if (const auto& before = record.measured.bots[rules::index(seat)].before_first_turn) {
      lines.push_back(
          fmt::format("{}: {}", bot_and_seat(record, seat),
                      before_turn_words(*before, match::times_of(record, seat).budget)));
    }
  }
  return lines;
}

std::string heading(const MatchRecord& record) {
  return fmt::format("{} ({})", record.game->title, record.game->contest);
}

}  // namespace

std::string unclean_end(const bot::Departure& departure) {
  if (departure.killed) return "did not leave within its grace and was killed";
  if (departure.signal) return "ended by " + text::signal_text(*departure.signal);
  if (departure.exit_code.value_or(0) == 0) return {};
  return fmt::format("left with exit code {}", *departure.exit_code);
}

std::string bot_and_seat(const MatchRecord& record, Seat seat) {
  return fmt::format("{} ({})", text::safe_text(record.bots[rules::index(seat)].name),
                     record.game->seat_names[rules::index(seat)]);
}

std::string players_text(const MatchRecord& record) {
  std::vector<std::string> names;
  for (const match::BotIdentity& bot : record.bots) names.push_back(text::safe_text(bot.name));
  return names.size() == rules::usual_seats ? text::join(names, " against ")
                                            : text::join_with(names, "and");
}

std::string reason_text(const bot::Fault& fault) {
  return text::with_characters(text::safe_text(config::reason_with_advice(fault)));
}

std::string fault_text(const MatchRecord& record, const MatchFault& fault) {
  const std::string when = fault.ply > 0 ? fmt::format(" at move {}", fault.ply) : "";
  std::string text = fmt::format("{}: {}{}: {}", bot_and_seat(record, fault.seat),
                                 bot::name(fault.fault.kind), when, reason_text(fault.fault));
  if (fault.line) {
    text += fmt::format("; it wrote '{}'", text::cut(match::escape_line(*fault.line), 120));
  }
  return text;
}

std::string own_limits_text(const MatchRecord& record) {
  std::string text;
  for (const match::Seat seat : record.bots.seats()) {
    if (record.bots[rules::index(seat)].times.budget == match::Duration{}) return {};
    text::add_to_list(text,
                      fmt::format("{}: {}", bot_and_seat(record, seat),
                                  limits_text(match::times_of(record, seat))),
                      "; ");
  }
  return text;
}

namespace {

// The table, and why a figure is missing.
std::string table_text(const MatchRecord& record, const TextStyle& style) {
  std::string text = result_table(record).text(style);
  bool unknown = false;
  for (std::size_t i = 0; i < record.bots.size(); ++i) {
    unknown = unknown || (record.measured.bots[i].departure.peak_memory == 0 &&
                          !match::is_no_bot(record.bots[i]));
  }
  if (ranked_by(*record.game, rules::RankingKey::game_points)) {
    text += wrapped_lines("game points: for a game won or drawn; they rank before the score",
                          Paint::dim, style);
  }
  text += wrapped_lines(
      fmt::format("score: what tournaments add up; it comes from what is on the board, see referee "
                  "show {}",
                  match::game_word(*record.game)),
      Paint::dim, style);
  text += wrapped_lines("CPU: from the bot's start on; wall: its turns alone", Paint::dim, style);
  if (record.speed != 1) {
    text += wrapped_lines(
        fmt::format("official: the {} time as the official machine takes it, which this "
                    "one is {} times as fast as; {} of there are {} here",
                    record.clock == kernel::ClockKind::cpu ? "CPU" : "wall", record.speed,
                    text::seconds_text(match::to_official(record.times.budget, record.speed)),
                    text::seconds_text(record.times.budget)),
        Paint::dim, style);
  }
  if (const std::string own = own_limits_text(record); !own.empty()) {
    text += wrapped_lines("time limits: " + own, Paint::dim, style);
  }
  if (record.measured.known && unknown) {
    text += wrapped_lines("Peak memory -: not known, the bot ended before it could be read.",
                          Paint::dim, style);
  }
  return text;
}

// The cards of those of which enough is known, the lines of the others.
std::string fault_cards(const MatchRecord& record, const TextStyle& style,
                        const std::string& again) {
  const auto scenes = match::fault_scenes(record);
  std::string text;
  for (const MatchFault& fault : record.faults) {
    const match::FaultScene* const scene = scene_of(scenes, fault);
    text += '\n';
    const bool person = match::is_no_bot(record.bots[rules::index(fault.seat)]);
    text += scene == nullptr || person ? wrapped_lines(fault_text(record, fault), Paint::red, style)
                                       : fault_card(record, *scene, style, {true, again});
  }
  return text;
}

std::string departures_text(const MatchRecord& record, const TextStyle& style) {
  const auto departures = departure_lines(record);
  std::string text = departures.empty() ? "" : "\n";
  for (const std::string& line : departures) text += wrapped_lines(line, Paint::dim, style);
  return text;
}

}  // namespace

std::string result_text(const MatchRecord& record, const TextStyle& style) {
  return table_text(record, style) + departures_text(record, style);
}

std::string match_text(const MatchRecord& record, const TextStyle& style, std::string_view hint,
                       const std::string& again) {
  std::string text = painted(heading(record), Paint::bold, style);
  if (record.seed) text += fmt::format(", seed {}", *record.seed);
  text += fmt::format(", {}\n\n", text::plural(record.plies.size(), "move"));
  text += table_text(record, style) + fault_cards(record, style, again) +
          departures_text(record, style) + '\n' +
          wrapped_lines(end_text(record), Paint::bold, style);
  if (!hint.empty()) text += fmt::format("{}\n", painted(hint, Paint::dim, style));
  return text;
}

std::string stderr_text(const MatchRecord& record, std::size_t seat) {
  const bot::Departure& departure = record.measured.bots[seat].departure;
  const std::string who = bot_and_seat(record, static_cast<Seat>(seat));
  if (departure.stderr_total == 0) return who + " wrote nothing to its stderr.\n";
  std::string text =
      fmt::format("stderr of {}, {}", who, text::plural(departure.stderr_total, "byte"));
  const std::string& head = departure.stderr_head;
  const bool has_all = head.size() + departure.stderr_tail.size() >= departure.stderr_total;
  if (!has_all) text += head.empty() ? ", the end of it" : ", the beginning and the end of it";
  text += ":\n";
  const std::string between(has_all || head.empty() ? "" : match::left_out);
  for (const std::string& line : behind_bars(head + between + departure.stderr_tail)) {
    text += line + '\n';
  }
  return text;
}

std::vector<std::string> behind_bars(std::string_view text) {
  std::vector<std::string> lines = lines_of(text);
  for (std::string& line : lines) line = "  | " + text::safe_text(text::without_tabs(line));
  return lines;
}

std::string misfit_text(const match::Misfit& misfit) {
  using What = match::Misfit::What;
  const std::string ply = "move " + std::to_string(misfit.ply);
  switch (misfit.what) {
    case What::deal:
      return "the deal cannot be played: " + text::with_characters(text::safe_text(misfit.reason));
    case What::after_the_end:
      return "the game was over before " + ply;
    case What::other_turn:
      return "at " + ply + " it was the other seat's turn";
    case What::illegal:
      return ply + " is not legal: " + text::with_characters(text::safe_text(misfit.reason));
    case What::relayed:
      return ply + " is relayed as '" + move_text(misfit.reason) + "'";
    case What::fault_after_end:
      return "the fault at " + ply + " came after the end of the game";
    case What::fault_in_other_turn:
      return "the fault at " + ply + " came in the other seat's turn";
    case What::fault_beyond:
      return "the fault at " + ply + " lies beyond the record's end";
    case What::conviction:
      return "after " + ply + " the rules find a fault that the record lacks: " +
             text::with_characters(text::safe_text(misfit.reason));
    case What::acquittal:
      return "the rules do not find the fault after " + ply;
    case What::early_end:
      break;
  }
  return "it ends, but the game is not over";
}

namespace {

using match::MatchRecord;
using match::Seat;
using replaying::Replayed;
using replaying::Task;

std::string replayed_text(const Replayed& replayed, const Task& task) {
  if (const auto& other = replayed.deviation) {
    std::string text = fmt::format("as recorded up to move {}, where it {}; recorded: it {}",
                                   other->ply, other->now, other->recorded);
    if (task.is_free) {
      std::string scores;
      for (const match::SeatScore& score : replayed.record.scores) {
        text::add_to_list(scores, fmt::format("{}", score.result.score), " - ");
      }
      text += "; the game ended " + scores;
    }
    return text;
  }
  const match::MatchFault* fault = match::fault_of(replayed.record, task.seat);
  if (fault == nullptr) return "as recorded, to the end";
  return fmt::format("as recorded, with the same fault: {} at move {}",
                     bot::name(fault->fault.kind), fault->ply);
}

// The first outcome comes first.
std::string counted_outcomes(const std::vector<Replayed>& all, const Task& task) {
  std::vector<std::pair<std::string, unsigned>> counts;
  for (const Replayed& played : all) {
    const std::string text = replayed_text(played, task);
    const auto known = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& one) { return one.first == text; });
    if (known == counts.end()) {
      counts.emplace_back(text, 1);
    } else {
      ++known->second;
    }
  }
  if (all.size() == 1) return counts.front().first + '\n';
  std::string text;
  for (const auto& [outcome, count] : counts) {
    text += fmt::format("{} of {}: {}\n", count, all.size(), outcome);
  }
  return text;
}

}  // namespace

text::Json outcomes_json(const Task& task, const std::vector<Replayed>& all) {
  const MatchRecord& recorded = task.recorded;
  text::Json json;
  json["game"] = recorded.game->name;
  if (recorded.match) json["match"] = *recorded.match;
  json["seat"] = rules::index(task.seat) + 1;
  json["bot"] = recorded.bots[rules::index(task.seat)].name;
  json["runs"] = text::Json::array();
  for (const Replayed& played : all) {
    text::Json run;
    run["as_recorded"] = !played.deviation.has_value();
    if (played.deviation) {
      run["ply"] = played.deviation->ply;
      run["now"] = played.deviation->now;
      run["recorded"] = played.deviation->recorded;
    }
    run["record"] = match::to_json(played.record);
    json["runs"].push_back(std::move(run));
  }
  return json;
}

std::string outcomes_text(const Task& task, const std::vector<Replayed>& all, bool with_stderr,
                          const TextStyle& style) {
  const MatchRecord& recorded = task.recorded;
  const Seat seat = task.seat;
  const Replayed& first = all.front();
  std::vector<std::string> others;
  for (const Seat other : recorded.bots.seats()) {
    if (other == seat) continue;
    others.push_back(bot_and_seat(task.is_free ? first.record : recorded, other));
  }
  std::string text =
      fmt::format("{}{}: {}", recorded.game->title,
                  recorded.match ? fmt::format(", match {}", *recorded.match) : std::string(),
                  bot_and_seat(recorded, seat));
  if (!others.empty()) {
    text += fmt::format(" against {}{}", task.is_free ? "" : "the recorded moves of ",
                        text::join_with(others, "and"));
  }
  text += '\n';
  text += counted_outcomes(all, task);
  // The first run with a fault, of which all is known now.
  const MatchRecord* shown = &first.record;
  for (const Replayed& played : all) {
    const auto scenes = match::fault_scenes(played.record);
    const auto own =
        std::find_if(scenes.begin(), scenes.end(),
                     [&](const match::FaultScene& scene) { return scene.fault->seat == seat; });
    if (own == scenes.end()) continue;
    text += '\n' + fault_card(played.record, *own, style, {});
    shown = &played.record;
    break;
  }
  if (with_stderr) text += '\n' + stderr_text(*shown, rules::index(seat));
  return text;
}

}  // namespace referee::report
