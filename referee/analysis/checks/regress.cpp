#include "referee/analysis/checks/regress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/nearest.hpp"
#include "referee/machine/program/content_hash.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/run/config/beginning.hpp"
#include "referee/run/config/config_fields.hpp"
#include "referee/run/store/find_record.hpp"

namespace referee::checks {
namespace {

constexpr std::array<CheckKind, 6> kinds{{{"no-faults", &read_no_faults},
                                          {"not-weaker", &read_not_weaker},
                                          {"score", &read_score},
                                          {"move-time", &read_move_time},
                                          {"same-moves", &read_same_moves},
                                          {"plays-on", &read_plays_on}}};

const CheckKind& kind_of(const text::JsonReader& reader) {
  const std::string wanted = reader.text();
  std::vector<std::string_view> names;
  for (const CheckKind& kind : kinds) {
    if (kind.name == wanted) return kind;
    names.push_back(kind.name);
  }
  reader.fail(fmt::format("unknown check \"{}\"; {}", wanted,
                          text::suggestion(wanted, names, "the checks are", '"')));
}

// The name of a check is also that of its folder.
std::string read_check_name(const text::JsonReader& reader) {
  std::string name = reader.name();
  if (name.starts_with('.') || name.find('/') != std::string::npos) {
    reader.fail("must not begin with a point and must not contain a slash: it names a folder too");
  }
  return name;
}

std::unique_ptr<Check> read_check(const text::JsonReader& reader, std::set<std::string>& names,
                                  const CheckContext& context) {
  const CheckKind& kind = kind_of(reader.at("check"));
  const auto given = reader.find("name");
  std::string name = given ? read_check_name(*given) : std::string(kind.name);
  if (!names.insert(name).second) {
    reader.fail(
        fmt::format("an earlier check has the name \"{}\" too; give one of them a \"name\"", name));
  }
  auto check = kind.read(reader, std::move(name), context);
  // The deals of a list of seeds are tried as they come.
  if (check->manifest().own_deals) return check;
  if (const std::string why = config::why_unplayable(check->manifest(), 0); !why.empty()) {
    reader.fail(why);
  }
  return check;
}

config::Manifest read_base(const text::JsonReader& reader, const std::filesystem::path& folder,
                           const config::Overrides& overrides) {
  config::Manifest base;
  base.played_by = config::PlayedBy::regress;
  base.folder = std::filesystem::absolute(folder).lexically_normal();
  if (const auto seed = reader.find("seed")) base.seed = config::read_seed(*seed);
  if (const auto clock = reader.find("clock")) base.clock = config::read_clock(*clock);
  base.isolation = config::isolation_of(reader, overrides.isolation);
  base.seed = overrides.seed.value_or(base.seed);
  base.clock = overrides.clock.value_or(base.clock);
  if (const auto speed = reader.find("speed")) base.speed = config::read_speed(*speed);
  base.speed = overrides.speed.value_or(base.speed);
  return base;
}

// A bot as text becomes an object, and one without a name gets one; the place in errors
// stays that of the config.
text::Json with_name(const text::JsonReader& reader, const std::vector<config::BotEntry>& others,
                     const std::filesystem::path& folder) {
  text::Json json = reader.value();
  if (json.is_string()) json = text::Json{{"command", json}};
  if (!json.is_object() || json.contains("name")) return json;
  const auto command = json.find(json.contains("source") ? "source" : "command");
  if (command == json.end() || !command->is_string()) return json;
  const std::string name = program::short_name(command->get<std::string>(), folder);
  std::string free = name;
  const auto taken = [&](const config::BotEntry& other) { return other.name == free; };
  for (int i = 2; std::any_of(others.begin(), others.end(), taken); ++i) {
    free = fmt::format("{}-{}", name, i);
  }
  json["name"] = free;
  return json;
}

}  // namespace

std::span<const CheckKind> check_kinds() noexcept { return kinds; }

config::BotEntry read_check_bot(const text::JsonReader& reader,
                                const std::vector<config::BotEntry>& others,
                                const CheckContext& context) {
  const std::filesystem::path& folder = context.base.folder;
  const bool text = reader.value().is_string();
  if (!text && !reader.value().is_object()) {
    reader.fail("must be a bot's command, or an object with \"command\" or \"source\"");
  }
  const text::Json json = with_name(reader, others, folder);
  const text::JsonReader object(json, reader.place());
  config::BotEntry entry = config::read_bot(object);
  for (const config::BotEntry& other : others) {
    if (other.name == entry.name) {
      reader.fail(fmt::format("the name \"{}\" is taken by an earlier bot; each bot needs its own",
                              entry.name));
    }
  }
  try {
    if (entry.toolchain == 0) entry.toolchain = context.toolchain;
    entry.toolchain = toolchain::toolchain_of(entry.line(folder));
    entry.hash = program::content_hash(toolchain::resolve(entry.line(folder)));
  } catch (const program::CommandError& error) {
    (text ? reader : object.at(object.find("source") ? "source" : "command"))
        .fail(fmt::format("bot \"{}\": {}", entry.name, error.what()));
  }
  return entry;
}

config::Event read_check_event(const text::JsonReader& reader, const CheckContext& context) {
  config::Event event;
  event.game = context.game;
  if (const auto game = reader.find("game"))
    event.game = &config::read_game(*game, context.base.folder);
  if (event.game == nullptr) {
    reader.fail("the key \"game\" is missing, here or for all checks at the top");
  }
  event.budget = context.budget.value_or(event.game->budget);
  if (const auto budget = reader.find("budget")) event.budget = config::read_duration(*budget);
  if (context.set_budget) event.budget = *context.set_budget;
  event.budget = match::here(event.budget, context.base.speed);
  event.turns = match::here(match::TurnLimits{event.game->turn_limit, event.game->first_turn_limit},
                            context.base.speed);
  event.bots.push_back(context.bot);
  event.beginning =
      config::read_beginning(reader, *event.game, context.base.folder, store::record_named);
  return event;
}

Regress parse_regress(std::string_view text, const std::string& source,
                      const std::filesystem::path& folder, const config::Overrides& overrides) {
  const text::Json json = text::parse_json(text, source);
  const text::JsonReader reader(json, source + ":");
  reader.only({"$schema", "game", "bot", "seed", "clock", "isolation", "toolchain", "speed",
               "budget", "checks"},
              {{config::bot_keys(), "\"bot\""}});
  Regress regress;
  regress.base = read_base(reader, folder, overrides);
  if (!folder.empty()) regress.base.config = folder / std::filesystem::path(source).filename();
  CheckContext context;
  context.base = regress.base;
  if (const auto game = reader.find("game")) context.game = &config::read_game(*game, folder);
  if (const auto budget = reader.find("budget")) context.budget = config::read_duration(*budget);
  if (const auto year = reader.find("toolchain")) context.toolchain = config::read_toolchain(*year);
  context.toolchain = overrides.toolchain.value_or(context.toolchain);
  context.set_budget = overrides.budget;
  regress.bot = context.bot = read_check_bot(reader.at("bot"), {}, context);
  const text::JsonReader checks = reader.at("checks");
  if (checks.items() == 0) checks.fail("must list at least one check");
  std::set<std::string> names;
  for (std::size_t i = 0; i < checks.items(); ++i) {
    regress.checks.push_back(read_check(checks.item(i), names, context));
  }
  return regress;
}

Regress read_regress(const std::filesystem::path& file, const config::Overrides& overrides) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  return parse_regress(text::read_text(file), file.string(), folder, overrides);
}

}  // namespace referee::checks
