#include "referee/analysis/checks/regress.hpp"

#include <fmt/core.h>
#include <limits.h>

#include <array>
#include <memory>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress_check.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/config/config_fields.hpp"
#include "referee/run/config/match_beginning.hpp"

namespace referee::checks {
namespace {

// In the order of the guide.
struct CheckKind {
  std::string_view name;
  CheckReader read;
};
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
  if (name.size() > NAME_MAX) {
    reader.fail("must have at most 255 bytes in UTF-8: it names a folder too");
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

}  // namespace

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
  context.games = overrides.games;
  if (const auto game = reader.find("game")) {
    context.game = &config::read_compared_game(*game, folder, overrides.games);
  }
  context.times = config::read_times(reader);
  if (const auto year = reader.find("toolchain")) context.toolchain = config::read_toolchain(*year);
  context.toolchain = overrides.toolchain.value_or(context.toolchain);
  context.limits = overrides.limits;
  regress.bot = context.bot = read_check_bot(reader.at("bot"), {}, context, context.game);
  const text::JsonReader checks = reader.at("checks");
  if (checks.items() == 0) checks.fail("must list at least one check");
  std::set<std::string> names;
  for (std::size_t i = 0; i < checks.items(); ++i) {
    regress.checks.push_back(read_check(checks.item(i), names, context));
  }
  std::vector<match::LimitList::Names> bots;
  for (const auto& check : regress.checks) {
    for (const config::Event& event : check->manifest().events) {
      for (const config::BotEntry& bot : event.bots) bots.push_back({bot.name});
    }
  }
  overrides.limits.check_names(bots);
  return regress;
}

Regress read_regress(const std::filesystem::path& file, const config::Overrides& overrides) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  return parse_regress(text::read_text(file), file.string(), folder, overrides);
}

}  // namespace referee::checks
