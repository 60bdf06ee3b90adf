#include "referee/run/config/config_fields.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/words.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/budget.hpp"
#include "rules/random.hpp"

namespace referee::config {
namespace {

std::vector<std::string> environment_of(const text::JsonReader& reader) {
  std::vector<std::string> variables;
  if (!reader.value().is_object()) reader.fail("must be an object of texts");
  for (const auto& [key, value] : reader.value().items()) {
    const text::JsonReader variable(value, fmt::format("{}.{}", reader.place(), key));
    if (key.empty() || key.find('=') != std::string::npos || key.find('\0') != std::string::npos) {
      variable.fail("is not the name of an environment variable");
    }
    const std::string text = variable.text();
    if (text.find('\0') != std::string::npos) variable.fail("must not contain a zero byte");
    variables.push_back(fmt::format("{}={}", key, text));
  }
  std::sort(variables.begin(), variables.end());
  return variables;
}

// "source": the same as a command of this one word, which is never looked for in PATH, and of its
// "arguments".
std::string command_of(const text::JsonReader& reader) {
  const auto source = reader.find("source");
  const auto arguments = reader.find("arguments");
  if (!source) {
    if (arguments) arguments->fail("are those of a \"source\"; a \"command\" has them in it");
    return reader.at("command").text();
  }
  if (reader.find("command")) {
    source->fail("replaces \"command\"; give one of the two");
  }
  const std::string file = source->text();
  if (toolchain::language_of(file) == nullptr) {
    std::vector<std::string_view> endings;
    for (const toolchain::Language& language : toolchain::languages()) {
      endings.push_back(language.endings.front());
    }
    source->fail(fmt::format("must be a source file, whose name ends in {}",
                             text::join_with(endings, "or")));
  }
  std::string command = text::shell_word(file.find('/') == std::string::npos ? "./" + file : file);
  if (arguments) {
    for (const text::JsonReader& one : arguments->all()) {
      command += ' ' + text::shell_word(one.text());
    }
  }
  return command;
}

}  // namespace

kernel::Duration read_duration(const text::JsonReader& reader) {
  const auto duration = match::duration_of_seconds(reader.number());
  if (!duration) {
    reader.fail(fmt::format("must be a number of seconds {}, not {}", match::seconds_range,
                            reader.value().dump()));
  }
  return *duration;
}

kernel::TimeLimits read_times(const text::JsonReader& reader) {
  kernel::TimeLimits times;
  for (const match::TimeKey& key : match::time_keys) {
    if (const auto limit = reader.find(std::string(key.name)))
      times.*key.limit = read_duration(*limit);
  }
  return times;
}

void write_times(text::Json& json, const kernel::TimeLimits& times) {
  match::for_each_limit(
      times, [&](std::string_view key, double seconds) { json[std::string(key)] = seconds; });
}

Isolation read_isolation(const text::JsonReader& reader) {
  const std::string text = reader.text();
  for (const Isolation one : {Isolation::on, Isolation::off, Isolation::require}) {
    if (text == name(one)) return one;
  }
  reader.fail(fmt::format("must be \"on\", \"off\" or \"require\", not \"{}\"", text));
}

Isolation isolation_of(const text::JsonReader& config, const std::optional<Isolation>& chosen) {
  const auto field = config.find("isolation");
  if (!field) return chosen.value_or(Isolation::on);
  const Isolation wanted = read_isolation(*field);
  if (wanted == Isolation::require && chosen == Isolation::off) {
    field->fail("is \"require\", and --trust turns isolation off; drop one of the two");
  }
  return chosen.value_or(wanted);
}

kernel::ClockKind read_clock(const text::JsonReader& reader) {
  const auto kind = kernel::clock_kind(reader.text());
  if (!kind) reader.fail(fmt::format("must be \"cpu\" or \"wall\", not \"{}\"", reader.text()));
  return *kind;
}

const rules::GameInfo& read_any_game(const text::JsonReader& reader,
                                     const std::filesystem::path& folder,
                                     rules::TypedGames* games) {
  const std::string wanted = reader.text();
  try {
    const auto* game =
        games != nullptr ? games->typed(wanted, folder.native()) : rules::find_game(wanted);
    if (game != nullptr) return *game;
  } catch (const text::InputError& error) {
    reader.fail(error.what());
  }
  fail_for_game(reader);
}

const rules::GameInfo& read_game(const text::JsonReader& reader,
                                 const std::filesystem::path& folder, rules::TypedGames* games) {
  const rules::GameInfo& game = read_any_game(reader, folder, games);
  try {
    return match::for_two(game);
  } catch (const text::InputError& error) {
    reader.fail(error.what());
  }
}

const rules::GameInfo& read_compared_game(const text::JsonReader& reader,
                                          const std::filesystem::path& folder,
                                          rules::TypedGames* games) {
  const rules::GameInfo* const alone = read_any_game(reader, folder, games).alone();
  return alone != nullptr ? *alone : read_game(reader, folder, games);
}

const rules::GameInfo& seated(const rules::GameInfo& game, const text::JsonReader& bots,
                              std::size_t count) {
  if (const rules::GameInfo* one = game.alone()) return *one;
  if (const rules::GameInfo* found = game.with_seats(std::min(game.seats(), count))) return *found;
  bots.fail(fmt::format("must have at least {}, not {}: so many play {}",
                        text::plural(game.fewest_seats, "bot"), count, game.title));
}

void fail_for_game(const text::JsonReader& reader) {
  std::vector<std::string_view> names;
  for (const auto& game : rules::games()) names.push_back(game.name);
  const std::string wanted = reader.text();
  reader.fail(fmt::format("unknown game \"{}\"; {}", wanted,
                          text::suggestion(wanted, names, "the games are", '"')));
}

unsigned read_toolchain(const text::JsonReader& reader) {
  const auto years = toolchain::years();
  const auto year = reader.integer(0, 9999);
  if (std::find(years.begin(), years.end(), year) != years.end()) {
    return static_cast<unsigned>(year);
  }
  reader.fail(fmt::format("must be a year whose commands are known: {}", fmt::join(years, ", ")));
}

double read_speed(const text::JsonReader& reader) {
  const double speed = reader.number();
  if (!match::is_speed(speed)) {
    reader.fail(
        fmt::format("must be a number from {} to {}: how many times as fast as the official "
                    "machine this one is",
                    match::least_speed, match::most_speed));
  }
  return speed;
}

std::uint64_t read_seed(const text::JsonReader& reader) {
  return static_cast<std::uint64_t>(reader.integer(0, static_cast<std::int64_t>(rules::max_seed)));
}

int read_rounds(const text::JsonReader& reader) {
  return static_cast<int>(reader.integer(1, most_rounds));
}

int read_give_up_after(const text::JsonReader& reader) {
  constexpr int most_faults = 1'000'000;
  return static_cast<int>(reader.integer(1, most_faults));
}

std::vector<std::string_view> bot_keys() {
  std::vector<std::string_view> keys{"name", "command", "source", "arguments", "toolchain"};
  for (const kernel::LimitKey& key : kernel::limit_keys) keys.push_back(key.name);
  for (const match::TimeKey& key : match::time_keys) keys.push_back(key.name);
  keys.insert(keys.end(), {"environment", "read", "alone"});
  return keys;
}

BotEntry read_bot(const text::JsonReader& reader, const std::vector<std::string_view>& also) {
  std::vector<std::string_view> known = bot_keys();
  known.insert(known.end(), also.begin(), also.end());
  reader.only(known,
              {{{"clock", "seed", "isolation", "ponder", "speed"}, "the config around the bots"}});
  BotEntry bot;
  bot.name = reader.at("name").name();
  bot.command = command_of(reader);
  if (const auto year = reader.find("toolchain")) bot.toolchain = read_toolchain(*year);
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (const auto limit = reader.find(std::string(key.name))) {
      bot.limits.*key.value = static_cast<std::uint64_t>(limit->integer(
          static_cast<std::int64_t>(key.least), static_cast<std::int64_t>(key.most)));
    }
  }
  bot.times = read_times(reader);
  if (const auto environment = reader.find("environment")) {
    bot.environment = environment_of(*environment);
  }
  if (const auto read = reader.find("read")) {
    for (const text::JsonReader& path : read->all()) bot.read.push_back(path.text());
  }
  if (const auto alone = reader.find("alone")) bot.alone = alone->boolean();
  if (const auto note = reader.find("note")) bot.note = note->name();
  return bot;
}

std::vector<BotEntry> read_bots(const text::JsonReader& list,
                                const std::vector<std::string_view>& also, std::size_t least) {
  constexpr std::array<std::string_view, rules::most_seats + 1> counts{
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight"};
  std::vector<BotEntry> bots;
  std::set<std::string> names;
  for (const text::JsonReader& bot : list.all()) bots.push_back(read_bot(bot, also));
  if (bots.size() < least) {
    list.fail(fmt::format("must have at least {} bot{}, not {}", counts.at(least),
                          least == 1 ? "" : "s", bots.size()));
  }
  for (std::size_t i = 0; i < bots.size(); ++i) {
    if (names.insert(bots[i].name).second) continue;
    list.item(i).fail(fmt::format(
        "the name \"{}\" is taken by an earlier bot; each bot needs its own", bots[i].name));
  }
  return bots;
}

void give_limits(BotEntry& bot, const match::LimitList& limits, double speed) {
  const match::GivenLimits given = limits.with_all({bot.name});
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (given.chosen.*key.value > 0) bot.limits.*key.value = given.chosen.*key.value;
  }
  const kernel::TimeLimits of_all = limits.of_all().times;
  for (const match::TimeKey& key : match::time_keys) {
    if (of_all.*key.limit > kernel::Duration{}) bot.times.*key.limit = {};  // the event has it
  }
  bot.times = match::chosen_or(match::to_local(limits.of({bot.name}).times, speed), bot.times);
}

}  // namespace referee::config
