#include "referee/play/judge/game_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "rules/catalogue.hpp"

namespace referee::judge {
namespace {

using text::JsonReader;

std::chrono::milliseconds seconds_of(const JsonReader& reader) {
  constexpr double most = 1e6;
  constexpr double least = 0.001;
  const double seconds = reader.number();
  if (!(seconds >= least) || seconds > most) {
    reader.fail("must be a number of seconds from 0.001 to 1000000");
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

std::size_t mebibytes_of(const JsonReader& reader) {
  constexpr std::int64_t most = 1 << 24;
  return static_cast<std::size_t>(reader.integer(1, most)) * kernel::mebibyte;
}

std::vector<std::string> texts_of(const JsonReader& list) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < list.items(); ++i) texts.push_back(list.item(i).text());
  return texts;
}

std::vector<rules::RankingKey> ranking_of(const JsonReader& list) {
  constexpr std::array<std::pair<std::string_view, rules::RankingKey>, 4> words{
      {{"score", rules::RankingKey::score},
       {"game_points", rules::RankingKey::game_points},
       {"among_tied", rules::RankingKey::among_tied},
       {"irregular_losses", rules::RankingKey::irregular_losses}}};
  std::vector<rules::RankingKey> keys;
  for (std::size_t i = 0; i < list.items(); ++i) {
    const std::string word = list.item(i).text();
    const auto* const found = std::find_if(words.begin(), words.end(),
                                           [&](const auto& one) { return one.first == word; });
    if (found == words.end()) {
      list.item(i).fail("must be score, game_points, among_tied or irregular_losses");
    }
    if (std::find(keys.begin(), keys.end(), found->second) != keys.end()) {
      list.item(i).fail("is there twice");
    }
    keys.push_back(found->second);
  }
  if (keys.empty()) list.fail("must name at least one thing to rank by");
  return keys;
}

bool starts_at_turn(const JsonReader& reader) {
  const std::string word = reader.text();
  if (word != "game" && word != "turn") reader.fail("must be \"game\" or \"turn\"");
  return word == "turn";
}

constexpr rules::PointScale default_scale{2, true, 0.1, false};
// Of relative scores, per cent: a difference above the limit counts as that.
constexpr rules::PointScale relative_scale{10, true, 0.5, true};

rules::PointScale point_scale_of(const JsonReader& reader, const rules::PointScale& without) {
  reader.only({"limit", "exact", "gain", "usual"});
  rules::PointScale scale = without;
  const auto above_0 = [&](const char* key, double& value) {
    const auto field = reader.find(key);
    if (!field) return;
    value = field->number();
    constexpr double most = 2.0 * rules::most_outside_score;
    if (!(value > 0) || value > most) field->fail("must be a number above 0");
  };
  above_0("limit", scale.limit);
  if (const auto exact = reader.find("exact")) scale.exact = exact->boolean();
  if (const auto usual = reader.find("usual")) scale.usual = usual->boolean();
  if (!reader.find("gain")) scale.gain = scale.limit / 20;
  above_0("gain", scale.gain);
  if (scale.gain >= scale.limit) reader.fail("must have a gain below its limit");
  return scale;
}

// "goal" and "scores", which only a game has that one may play alone.
void read_goal(const JsonReader& reader, GameFile& game) {
  constexpr std::array<std::string_view, 2> goals{"max", "min"};
  constexpr std::array<std::string_view, 2> scores{"absolute", "relative"};
  const auto choice = [&](const char* key, const std::array<std::string_view, 2>& words) {
    const auto field = reader.find(key);
    if (!field) return std::size_t{0};
    if (game.fewest_seats > 1) {
      field->fail("is for games that one may play alone: \"seats\": [\"solver\"]");
    }
    const std::string word = field->text();
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
      field->fail(fmt::format("must be \"{}\" or \"{}\", not \"{}\"", words[0], words[1], word));
    }
    return static_cast<std::size_t>(found - words.begin());
  };
  const std::size_t goal = choice("goal", goals);
  if (reader.find("goal") || game.seats.size() == 1) {
    game.info.goal = static_cast<rules::Goal>(goal);
  } else if (const auto field = reader.find("scores")) {
    field->fail("says nothing without \"goal\": \"max\" or \"min\"");
  }
  game.info.scores = static_cast<rules::Scores>(choice("scores", scores));
}

// The names, or {"names": [...], "from": N} for games that fewer may play, too.
void read_seats(const JsonReader& reader, GameFile& game) {
  const bool varies = reader.value().is_object();
  if (varies) reader.only({"names", "from"});
  const JsonReader names = varies ? reader.at("names") : reader;
  if (names.items() == 0 || names.items() > rules::most_seats) {
    names.fail(fmt::format("must name 1 to {} seats", rules::most_seats));
  }
  game.seats = rules::BySeat<std::string>(
      names.items(), [&](rules::Seat seat) { return names.item(rules::index(seat)).name(); });
  const std::set<std::string> different(game.seats.begin(), game.seats.end());
  if (different.size() < game.seats.size()) names.fail("must name different seats");
  game.fewest_seats = game.seats.size();
  if (!varies) return;
  game.fewest_seats = static_cast<std::size_t>(
      reader.at("from").integer(1, static_cast<std::int64_t>(game.seats.size())));
}

void read_limits(const JsonReader& reader, GameFile& game) {
  rules::GameInfo& info = game.info;
  info.budget = std::chrono::seconds(30);
  info.longest_move = 1000;
  if (const auto budget = reader.find("budget")) info.budget = seconds_of(*budget);
  if (const auto turn = reader.find("turn_limit")) info.turn_limit = seconds_of(*turn);
  if (const auto turn = reader.find("first_turn_limit")) info.first_turn_limit = seconds_of(*turn);
  if (const auto soft = reader.find("soft_limit")) {
    soft->only({"by", "turns"});
    constexpr std::int64_t most_turns = 1000;
    info.soft_limit = seconds_of(soft->at("by"));
    info.soft_turns = static_cast<int>(soft->at("turns").integer(1, most_turns));
  }
  if (const auto memory = reader.find("memory")) info.memory_limit = mebibytes_of(*memory);
  if (const auto patience = reader.find("patience")) game.limits.patience = seconds_of(*patience);
  if (const auto memory = reader.find("judge_memory")) game.limits.memory = mebibytes_of(*memory);
  if (const auto processes = reader.find("judge_processes")) {
    constexpr std::int64_t most = 10'000;
    game.limits.processes = static_cast<unsigned>(processes->integer(0, most));
  }
  if (const auto longest = reader.find("longest_move")) {
    info.longest_move = static_cast<std::size_t>(longest->integer(1, kernel::longest_line));
  }
}

}  // namespace

bool has_game_file(const std::filesystem::path& folder) noexcept {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder / game_file_name, ignored);
}

bool is_outside_name(std::string_view name) noexcept {
  constexpr std::size_t longest = 100;
  const auto is_part_of_one = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  };
  return name.size() <= longest && name.find('.') != std::string_view::npos &&
         name.find("..") == std::string_view::npos && !name.starts_with('.') &&
         !name.ends_with('.') && std::all_of(name.begin(), name.end(), is_part_of_one);
}

GameFile read_game_file(const JsonReader& reader) {
  reader.only({"$schema",
               "name",
               "title",
               "version",
               "judge",
               "files",
               "arguments",
               "seats",
               "goal",
               "scores",
               "budget",
               "turn_limit",
               "first_turn_limit",
               "soft_limit",
               "memory",
               "takeover",
               "cooperative",
               "farewell",
               "start",
               "ranking",
               "most_game_points",
               "longest_move",
               "point_scale",
               "deterministic",
               "secret_deal",
               "patience",
               "judge_memory",
               "judge_processes"});
  GameFile game;
  game.name = reader.at("name").text();
  if (!is_outside_name(game.name)) {
    reader.at("name").fail(
        "must be small letters, digits and \"-\" with a dot between them, like \"jane.hex\": names "
        "without a dot are those of the games that are a part of referee");
  }
  game.title = game.name;
  if (const auto title = reader.find("title")) game.title = title->name();
  if (const auto version = reader.find("version")) game.version = version->name();
  game.judge = reader.at("judge").text();
  if (game.judge.find_first_not_of(" \t") == std::string::npos) {
    reader.at("judge").fail("must be the program that judges: a source file, or a command");
  }
  if (const auto files = reader.find("files")) game.files = texts_of(*files);
  if (const auto arguments = reader.find("arguments")) game.arguments = texts_of(*arguments);
  if (const auto seats = reader.find("seats")) read_seats(*seats, game);
  read_goal(reader, game);
  read_limits(reader, game);
  const auto takeover = reader.find("takeover");
  game.info.takeover = takeover && takeover->boolean();
  if (const auto all = reader.find("cooperative")) game.info.cooperative = all->boolean();
  for (const char* const key : {"takeover", "cooperative"}) {
    const auto field = reader.find(key);
    if (!field || !field->boolean() || game.fewest_seats > 1) continue;
    field->fail("must be false where a game may have one seat alone");
  }
  if (const auto said = reader.find("farewell")) game.info.farewell = said->boolean();
  if (const auto start = reader.find("start")) game.info.starts_at_turn = starts_at_turn(*start);
  if (const auto secret = reader.find("secret_deal")) game.info.secret_deal = secret->boolean();
  if (const auto ranking = reader.find("ranking")) game.ranking = ranking_of(*ranking);
  if (const auto most = reader.find("most_game_points")) {
    game.info.most_game_points =
        static_cast<int>(most->integer(0, rules::most_outside_game_points));
  }
  const auto scale = reader.find("point_scale");
  const rules::PointScale& usual =
      game.info.scores == rules::Scores::relative ? relative_scale : default_scale;
  game.info.point_scale = scale ? point_scale_of(*scale, usual) : usual;
  // Scores of 0 to 2 say who has won.
  if (scale && !scale->find("usual")) {
    game.info.point_scale.usual = game.info.point_scale.limit > default_scale.limit &&
                                  game.ranking.front() == rules::RankingKey::score;
  }
  if (game.info.goal) game.info.point_scale.usual = true;
  if (const auto same = reader.find("deterministic")) game.deterministic = same->boolean();
  return game;
}

}  // namespace referee::judge
