#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/play/match/record_json.hpp"
#include "referee/run/formats/format.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/standings/standings_tables.hpp"

namespace referee::report {
namespace {

using rules::RankingKey;
using tournament::EventStandings;
using tournament::Row;
using tournament::Tally;

using formats::FormatKind;
using formats::Placed;
using tournament::TimesUsed;

constexpr int standings_version = 1;

void add_tally(text::Json& json, const Tally& tally, const rules::GameInfo& game) {
  json["games"] = tally.games;
  json["score"] = tally.score;
  // Null without games, because 0 would be a score.
  json["mean_score"] = value_if(
      tally.games > 0, static_cast<double>(tally.score) / static_cast<double>(tally.games));
  if (ranked_by(game, RankingKey::game_points)) json["game_points"] = tally.game_points;
  const auto points = board_points_of(tally);
  json["board_points"] = points ? match::points_json(*points) : text::Json();
  if (game.cooperative || game.seats() == 1) return;
  if (tally.opponents > 0) {
    json["opponents_beaten"] = store::share_beaten(tally.beaten, tally.opponents);
  }
  json["wins"] = tally.wins;
  json["draws"] = tally.draws;
  json["losses"] = tally.losses;
}

// The figures that the format ranks by before the game's own keys.
void add_format(text::Json& json, const Placed& bot, const EventStandings& event) {
  const bool official = event.format == FormatKind::official;
  if (event.format == FormatKind::gauntlet || official) {
    json["group"] =
        bot.group == 0 ? text::Json(nullptr) : text::Json(group_name(bot, event.format));
  }
  if (event.format == FormatKind::swiss || official) {
    json["swiss_points"] = bot.points / 2.0;
    json["buchholz"] = bot.buchholz / 2.0;
  }
  if (bot.ladder) {
    const bool rated = bot.ladder->reach != statistics::Reach::nothing;
    json["elo"] = value_if(rated, bot.ladder->elo);
    json["error"] = value_if(bot.ladder->reach == statistics::Reach::two_sided, bot.ladder->error);
    json["reach"] = statistics::name(bot.ladder->reach);
    json["since"] = bot.ladder->since;
    json["plays"] = bot.ladder->plays;
  }
  if (event.format == FormatKind::knockout) json["rounds_survived"] = bot.wins;
  if (official && bot.group == 1) {
    if (ranked_by(*event.game, RankingKey::game_points)) {
      json["final_game_points"] = bot.final.game_points;
    }
    json["final_score"] = bot.final.score;
  }
}

text::Json row_json(const Row& row, const EventStandings& event) {
  const rules::GameInfo& game = *event.game;
  text::Json json{{"place", row.place}, {"name", row.bot}};
  if (!row.hash.empty()) json["hash"] = row.hash;
  if (!row.note.empty()) json["note"] = row.note;
  if (const auto own = event.own_times.find(row.bot); own != event.own_times.end()) {
    match::for_each_limit(own->second, [&](std::string_view key, double seconds) {
      json[std::string(key)] = seconds;
    });
  }
  if (row.format) add_format(json, *row.format, event);
  add_tally(json, row.total, game);
  if (const statistics::PairedPoints all = row.mean_place(); all.count() > 0) {
    const statistics::Estimate places = all.interval();
    json["mean_place"] = places.value;
    json["mean_place_error"] =
        places.reach == statistics::Reach::two_sided ? text::Json(places.error) : text::Json();
  }
  if (row.alone) {
    const tournament::Alone& own = *row.alone;
    const bool any = own.answered > 0;
    json["answers"] = own.answered;
    json["best_answers"] = own.best;
    json["part_of_best"] = row.total.games > 0 ? text::Json(own.part) : text::Json();
    json["mean_answer"] = any ? text::Json(own.mean) : text::Json();
    json["mean_log10"] = own.log10 ? text::Json(*own.log10) : text::Json();
  }
  if (ranked_by(game, RankingKey::among_tied)) json["among_tied"] = row.among_tied;
  json["irregular_losses"] = row.irregular_losses;
  json["faults"] = text::Json::object();
  for (const auto& [kind, times] : row.faults) json["faults"][kind] = times;
  json["by_seat"] = text::Json::array();
  for (std::size_t i = 0; i < row.by_seat.size(); ++i) {
    text::Json seat{{"seat", game.seat_names[i]}};
    add_tally(seat, row.by_seat[i], game);
    json["by_seat"].push_back(std::move(seat));
  }
  return json;
}

// The deals of a game of one seat: their scores by bot, null for a failed answer.
text::Json deals_json(const EventStandings& event) {
  text::Json list = text::Json::array();
  for (const auto& [deal, answers] : event.deals) {
    text::Json one{{"round", deal.first}, {"seed", deal.second}};
    text::Json& scores = one["scores"] = text::Json::object();
    for (std::size_t bot = 0; bot < answers.size(); ++bot) {
      if (!answers[bot]) continue;
      scores[event.bots[bot]] =
          answers[bot]->failed ? text::Json() : match::points_json(answers[bot]->score);
    }
    list.push_back(std::move(one));
  }
  return list;
}

std::uint64_t repeated_matches(const EventStandings& event) {
  std::uint64_t count = 0;
  for (const auto& [bots, times] : event.repeated) count += times;
  return count;
}

}  // namespace

text::Json cross_json(const EventStandings& event) {
  text::Json list = text::Json::array();
  for (std::size_t i = 0; i < event.cross.size(); ++i) {
    for (std::size_t j = 0; j < event.cross[i].size(); ++j) {
      const Tally& tally = event.cross[i][j];
      if (i == j || tally.games == 0) continue;
      text::Json pair{{"bot", event.bots.at(i)}, {"against", event.bots.at(j)}};
      add_tally(pair, tally, *event.game);
      list.push_back(std::move(pair));
    }
  }
  return list;
}

text::Json standings_json(const std::string& tournament,
                          const std::vector<EventStandings>& events) {
  text::Json json;
  json["schema"] = "referee-standings";
  json["version"] = standings_version;
  json["tournament"] = tournament;
  json["events"] = text::Json::array();
  for (const EventStandings& event : events) {
    text::Json one{{"game", event.game->name}, {"title", event.game->title}};
    if (!event.source.empty()) one["source"] = event.source;
    if (!event.selection.empty()) one["selection"] = event.selection;
    one["format"] = formats::name(event.format);
    one["rounds"] = event.rounds;
    one["ranked_by"] = ranking_keys(event);
    one["played"] = event.played;
    one["planned"] = event.planned;
    one["repeated"] = repeated_matches(event);
    one["shortest"] = event.shortest;
    one["longest"] = event.longest;
    if (!event.deals.empty()) one["deals"] = deals_json(event);
    one["bots"] = text::Json::array();
    for (const Row& row : event.rows) one["bots"].push_back(row_json(row, event));
    one["cross"] = cross_json(event);
    json["events"].push_back(std::move(one));
  }
  return json;
}

namespace {

text::Json times_json(const TimesUsed& times) {
  if (times.count() == 0) return nullptr;
  return {{"games", times.count()},
          {"mean", times.mean_us()},
          {"p95", times.quantile_us(most_of_the_games)},
          {"most", times.most_us()}};
}

// The same as the official machine takes it, which this one is `speed` times as fast as.
text::Json official_json(const TimesUsed& times, double speed) {
  text::Json json = times_json(times);
  if (json.is_null()) return json;
  json["mean"] = times.mean_us() * speed;
  for (const char* key : {"p95", "most"}) {
    json[key] = std::llround(json[key].get<double>() * speed);
  }
  return json;
}

}  // namespace

void add_times(text::Json& standings, const std::vector<EventStandings>& events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    text::Json times;
    times["clock"] = kernel::name(events[i].clock);
    const double speed = events[i].speed;
    if (speed != 1) times["speed"] = speed;
    times["bots"] = text::Json::array();
    for (const Row& row : events[i].rows) {
      text::Json one{
          {"name", row.bot}, {"cpu_us", times_json(row.cpu)}, {"wall_us", times_json(row.wall)}};
      if (speed != 1) {
        const bool wall = events[i].clock == kernel::ClockKind::wall;
        one["official_us"] = official_json(wall ? row.wall : row.cpu, speed);
      }
      if (row.starved > 0) one["starved"] = row.starved;
      times["bots"].push_back(std::move(one));
    }
    standings.at("events").at(i)["times"] = std::move(times);
  }
}

void add_turn_times(text::Json& standings, const std::vector<EventStandings>& events,
                    const std::vector<tournament::EventTurns>& turns) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const tournament::EventTurns& event = turns.at(i);
    text::Json& times = standings.at("events").at(i).at("times");
    for (text::Json& bot : times.at("bots")) {
      text::Json moves = text::Json::array();
      const auto found = event.bots.find(bot.at("name").get<std::string>());
      if (found != event.bots.end()) {
        for (std::size_t ply = 0; ply < found->second.size(); ++ply) {
          const tournament::TurnsAt& at = found->second[ply];
          if (at.turns == 0) continue;
          moves.push_back({{"ply", ply + 1},
                           {"turns", at.turns},
                           {"mean_us", at.mean_us()},
                           {"most_us", at.most_us}});
        }
      }
      bot["moves"] = std::move(moves);
    }
    text::Json nearest = text::Json::array();
    for (const tournament::NearLimit& near : event.nearest) {
      nearest.push_back({{"bot", near.bot},
                         {"match", near.match},
                         {"ply", near.ply},
                         {"limit", near.of_turn ? "turn" : "budget"},
                         {"used_us", near.used_us},
                         {"limit_us", near.limit_us},
                         {"share", near.share()}});
    }
    times["nearest"] = std::move(nearest);
  }
}

namespace {

text::Json column_json(const StandingsColumn& column) {
  text::Json json{{"key", column.key}, {"head", column.head}};
  if (!column.meaning.empty()) json["meaning"] = column.meaning;
  if (column.align == Align::right) json["right"] = true;
  if (column.ranks) json["ranks"] = true;
  return json;
}

text::Json cell_json(const StandingsCell& cell) {
  return cell.plain == cell.text ? text::Json(cell.text) : text::Json{cell.text, cell.plain};
}

}  // namespace

void add_tables(text::Json& standings, const std::vector<EventStandings>& events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const EventStandings& event = events[i];
    text::Json table{{"extent", event_extent(event)}, {"ranking", event_ranking(event)}};
    if (event.format == FormatKind::official) table["swiss_rounds"] = event.swiss_rounds;
    table["warnings"] = warning_lines(event);
    const std::vector<StandingsColumn> columns = shown_columns(event);
    for (const auto& column : columns) table["columns"].push_back(column_json(column));
    table["rows"] = text::Json::array();
    for (const Row& row : event.rows) {
      text::Json cells = text::Json::array();
      for (const auto& column : columns) cells.push_back(cell_json(column.cell(row)));
      table["rows"].push_back(std::move(cells));
    }
    standings.at("events").at(i)["table"] = std::move(table);
  }
}

}  // namespace referee::report
