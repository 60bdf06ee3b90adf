#include "referee/cli/common.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/play/judge/game_file.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/run/store/last_game.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/catalogue.hpp"
#include "rules/random.hpp"

namespace referee::cli {

std::uint64_t any_seed() {
  std::random_device source;  // 32 bits at a time, of the system
  const std::uint64_t high = source();
  return (high << 32 | source()) & rules::max_seed;
}

const rules::GameInfo& game_named(const std::string& name, judge::Games& games) {
  return match::for_two(any_game_named(name, games));
}

const rules::GameInfo& compared_game(const std::string& name, judge::Games& games) {
  const rules::GameInfo& game = any_game_named(name, games);
  if (const rules::GameInfo* const alone = game.alone()) return *alone;
  const rules::GameInfo* const two = game.with_seats(rules::usual_seats);
  return two != nullptr ? *two : game;
}

const rules::GameInfo& any_game_named(const std::string& name, judge::Games& games) {
  if (const auto* game = games.typed(name)) return *game;
  if (judge::has_game_file(name)) return games.at(name).info();
  std::vector<std::string_view> names;
  for (const auto& game : rules::games()) names.push_back(game.name);
  throw UsageError(
      fmt::format("unknown game '{}'; {}", name, text::suggestion(name, names, "the games are")));
}

namespace {

// The first game for which `holds` returns true, or else the first of all.
template <typename Holds>
const rules::GameInfo& first_game(const Holds& holds) {
  const auto games = rules::games();
  const auto found = std::find_if(games.begin(), games.end(), holds);
  return found == games.end() ? games.front() : *found;
}

}  // namespace

std::string with_games(std::string text) {
  const auto is_typical = [](const rules::GameInfo& game) {
    return !game.cooperative && game.takeover;
  };
  const auto is_cooperative = [](const rules::GameInfo& game) { return game.cooperative; };
  const rules::GameInfo& typical = first_game(is_typical);
  const rules::GameInfo& cooperative = first_game(is_cooperative);
  const std::array<std::pair<std::string_view, std::string_view>, 3> words{
      {{"{game}", typical.name}, {"{title}", typical.title}, {"{cooperative}", cooperative.name}}};
  for (const auto& [word, name] : words) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
      text.replace(at, word.size(), name);
    }
  }
  return text;
}

std::string games_without_limit() {
  std::string names;
  for (const rules::GameInfo& game : rules::games()) {
    if (game.point_scale.exact) continue;
    text::add_to_list(names, fmt::format("{:.0f} in {}", game.point_scale.limit, game.title));
  }
  return names;
}

std::string host_facts(const walls::Protections& protections, bool isolated) {
  utsname system{};
  ::uname(&system);
  text::Json facts;
  facts["system"] = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  facts["processors"] = protections.processors;
  facts["root"] = protections.root;
  facts["isolated"] = isolated;
  facts["landlock"] = isolated ? protections.landlock_abi : 0;
  facts["on"] = text::Json::array();
  facts["off"] = text::Json::array();
  for (const walls::ProtectionNote& note : walls::describe(protections, isolated)) {
    facts[note.on ? "on" : "off"].push_back(note.name);
  }
  return text::dump(facts);
}

rules::BySeat<std::string> names_of(const std::vector<std::string>& commands) {
  const auto with_folders = [&](unsigned folders) {
    return rules::BySeat<std::string>(commands.size(), [&](rules::Seat seat) {
      return program::short_name(commands[rules::index(seat)], ".", folders);
    });
  };
  const auto are_different = [](const rules::BySeat<std::string>& names) {
    return std::set<std::string>(names.begin(), names.end()).size() == names.size();
  };
  rules::BySeat<std::string> names = with_folders(0);
  if (are_different(names)) return names;
  if (auto longer = with_folders(1); are_different(longer)) return longer;
  const rules::BySeat<std::string> short_ones = names;
  for (const rules::Seat seat : names.seats()) {
    if (std::count(short_ones.begin(), short_ones.end(), short_ones[seat]) < 2) continue;
    names[seat] += fmt::format("-{}", rules::index(seat) + 1);
  }
  return names;
}

void tell_last_game(const std::string& name, const match::MatchRecord& record) {
  const std::string file = store::log_named(name);
  if (file == name) return;
  std::error_code gone;
  const auto played = std::filesystem::last_write_time(file, gone);
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(
      std::filesystem::file_time_type::clock::now() -
      (gone ? std::filesystem::file_time_type::clock::now() : played));
  std::string players;
  for (const rules::Seat seat : record.bots.seats()) {
    text::add_to_list(players, report::bot_and_seat(record, seat), " against ");
  }
  text::tell("{}: {}, {}, played {} ago", name, record.game->title, players,
             report::wait_text(std::max(age, std::chrono::seconds(0))));
}

void require_trust(bool trust, const std::string& says) {
  if (trust) return;
  throw UsageError(fmt::format(
      "{}: bots would run without isolation and could do all that you may do; if you trust their "
      "commands, add --trust",
      text::safe_text(says)));
}

void require_isolation(const walls::Protections& protections) {
  const auto missing = walls::missing_for_isolation(protections);
  if (missing.empty()) return;
  throw bot::EnvironmentError(
      fmt::format("the config requires isolation, but this machine lacks: {}; referee doctor says "
                  "how to get it",
                  text::join(missing)));
}

void step_back() {
  constexpr int low = 15;
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, low));
}

bool on_terminal(int descriptor) {
  const char* term = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && term != nullptr && std::string_view(term) != "dumb" &&
         std::getenv("NO_COLOR") == nullptr;
}

int terminal_width(int descriptor) {
  winsize size{};
  constexpr int usual = 80;
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

int terminal_rows(int descriptor) {
  winsize size{};
  constexpr int usual = 24;
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : usual;
}

bool live_display(bool quiet) { return !quiet && on_terminal(2) && !text::debug_on_stderr(); }

report::TextStyle output_style() {
  if (!on_terminal(1)) return {false, 0};
  return {true, terminal_width(1)};
}

}  // namespace referee::cli
