#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/cli/options/command_facts.hpp"
#include "referee/play/starter/starter.hpp"
#include "referee/run/store/store.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {
namespace {

constexpr std::string_view any_files = ":files";
constexpr std::string_view folders = ":folders";

// A call, as far as it has been typed before the cursor.
struct Typed {
  const VerbFacts* verb = nullptr;
  std::vector<std::string> positional;
  std::vector<std::string> given;      // options
  const OptionFacts* waits = nullptr;  // the option whose value comes next
};

bool has_name(const OptionFacts& option, std::string_view name) {
  return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
}

const OptionFacts* option_named(const ProgramFacts& program, const VerbFacts* verb,
                                std::string_view name) {
  const auto find = [name](const std::vector<OptionFacts>& options) -> const OptionFacts* {
    const auto found = std::find_if(options.begin(), options.end(), [name](const auto& option) {
      return !option.positional && has_name(option, name);
    });
    return found == options.end() ? nullptr : &*found;
  };
  const OptionFacts* own = verb == nullptr ? nullptr : find(verb->options);
  return own != nullptr ? own : find(program.options);
}

const VerbFacts* verb_named(const ProgramFacts& program, std::string_view name) {
  const auto found = std::find_if(program.verbs.begin(), program.verbs.end(),
                                  [name](const VerbFacts& verb) { return verb.name == name; });
  return found == program.verbs.end() ? nullptr : &*found;
}

Typed typed(const ProgramFacts& program, const std::vector<std::string>& words) {
  Typed result;
  bool options_end = false;
  for (const std::string& word : words) {
    if (result.waits != nullptr) {
      result.waits = nullptr;
    } else if (!options_end && word == "--") {
      options_end = true;
    } else if (!options_end && word.size() > 1 && word.front() == '-') {
      const auto equals = word.find('=');
      const std::string name = word.substr(0, equals);
      result.given.push_back(name);
      const OptionFacts* option = option_named(program, result.verb, name);
      if (option != nullptr && !option->flag && equals == std::string::npos) result.waits = option;
    } else if (result.verb == nullptr && result.positional.empty()) {
      result.verb = verb_named(program, word);
      if (result.verb == nullptr) result.positional.push_back(word);
    } else {
      result.positional.push_back(word);
    }
  }
  return result;
}

// bash breaks "--model=logistic" into three words.
std::vector<std::string> joined(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  bool joins = false;
  for (const std::string& word : words) {
    const bool equals = word == "=" && !result.empty() && result.back().starts_with("--");
    if (equals || joins) {
      result.back() += word;
    } else {
      result.push_back(word);
    }
    joins = equals;
  }
  return result;
}

void add_names(const text::Json& config, std::vector<std::string>& names) {
  const auto bots = config.find("bots");
  if (bots == config.end() || !bots->is_array()) return;
  for (const text::Json& bot : *bots) {
    if (bot.is_object() && bot.contains("name") && bot["name"].is_string()) {
      names.push_back(bot["name"].get<std::string>());
    }
  }
}

// The bots of a tournament's folder, of a config, or of a file with one record.
std::vector<std::string> bots_of(const std::string& path) {
  std::vector<std::string> names;
  try {
    if (std::filesystem::is_directory(path)) {
      const store::Store store = store::Store::open(path);
      for (const config::Event& event : store.manifest().events) {
        for (const config::BotEntry& bot : event.bots) names.push_back(bot.name);
      }
    } else {
      const text::Json json = text::parse_json(text::read_file(path), path);
      add_names(json, names);
      if (const auto games = json.find("games"); games != json.end() && games->is_array()) {
        for (const text::Json& game : *games) add_names(game, names);
      }
    }
  } catch (const std::exception&) {
    return {};  // using it reports what is wrong
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

// The checks of a config of referee regress.
std::vector<std::string> checks_of(const std::string& path) {
  std::vector<std::string> names;
  try {
    const text::Json json = text::parse_json(text::read_file(path), path);
    for (const text::Json& check : json.at("checks")) {
      names.push_back(check.at(check.contains("name") ? "name" : "check").get<std::string>());
    }
  } catch (const std::exception&) {
    return {};  // as above
  }
  return names;
}

// Of the game that is being typed about, or the bots of its record.
std::vector<std::string> seats_of(const std::string& what) {
  const auto games = rules::games();
  const auto game = std::find_if(games.begin(), games.end(),
                                 [&](const rules::GameInfo& one) { return one.name == what; });
  if (game == games.end()) return bots_of(what);
  return {game->seat_names.begin(), game->seat_names.end()};
}

// The values that an option or a positional argument may have.
std::vector<std::string> values_of(const OptionFacts& option, const Typed& so_far) {
  std::vector<std::string> values = option.choices;
  if (!values.empty()) return values;
  const std::string& name = option.names.front();
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto has_unit = [&](std::initializer_list<std::string_view> units) {
    return std::find(units.begin(), units.end(), option.unit) != units.end();
  };
  if (is({"game"}) || has_unit({"GAME"})) {
    for (const rules::GameInfo& game : rules::games()) values.emplace_back(game.name);
    // Of check, the folder of a game is as usual.
    if (option.positional && so_far.verb->name == "check") values.emplace_back(any_files);
  } else if (is({"language"})) {
    const auto* const game =
        so_far.positional.empty() ? nullptr : rules::find_game(so_far.positional.front());
    for (const auto* language : starter::languages_for(game ? *game : rules::games().front())) {
      values.emplace_back(language->skeleton);
    }
  } else if (option.positional) {
    if (is({"log"}) && so_far.verb->name == "show") {
      values = {"last", "games"};
      for (const rules::GameInfo& game : rules::games()) values.emplace_back(game.name);
    }
    if (!is({"match"})) values.emplace_back(any_files);
  } else if (has_unit({"BOT", "CHECK", "NAME", "SEAT"})) {
    if (so_far.positional.empty()) return {};
    const std::string& of = so_far.positional.front();
    values = has_unit({"CHECK"}) ? checks_of(of) : has_unit({"SEAT"}) ? seats_of(of) : bots_of(of);
  } else if (has_unit({"DIR", "FOLDER"})) {
    values.emplace_back(folders);
  } else if (has_unit({"FILE", "PATH", "CMD", "COMMAND", "LOG:N", "TOOL"})) {
    values.emplace_back(any_files);
  }
  return values;
}

class Offer {
 public:
  explicit Offer(std::string_view begun, std::string before = {})
      : begun_(begun), before_(std::move(before)) {}

  void add(std::string_view word, std::string_view meaning = {}) {
    if (word == any_files || word == folders) {
      lines_.emplace_back(word);
    } else if (word.starts_with(begun_)) {
      lines_.push_back(
          fmt::format("{}{}{}{}", before_, word, meaning.empty() ? "" : "\t", meaning));
    }
  }
  [[nodiscard]] std::vector<std::string> take() && { return std::move(lines_); }

 private:
  std::string_view begun_;
  std::string before_;
  std::vector<std::string> lines_;
};

// The first sentence, or the text before a semicolon.
std::string_view in_short(std::string_view help) {
  return help.substr(0, std::min({help.find(". "), help.find("; "), help.size()}));
}

void add_options(const std::vector<OptionFacts>& options, const Typed& so_far, Offer& offer) {
  for (const OptionFacts& option : options) {
    if (option.positional) continue;
    const bool given = std::any_of(so_far.given.begin(), so_far.given.end(),
                                   [&](const std::string& name) { return has_name(option, name); });
    if (given && !option.many) continue;
    offer.add(option.names.back(), in_short(option.help));
  }
}

const OptionFacts* positional_at(const VerbFacts& verb, std::size_t place) {
  const OptionFacts* last = nullptr;
  for (const OptionFacts& option : verb.options) {
    if (!option.positional) continue;
    last = &option;
    if (place-- == 0) return last;
  }
  return last != nullptr && last->many ? last : nullptr;
}

}  // namespace

std::vector<std::string> candidates(const ProgramFacts& program,
                                    const std::vector<std::string>& words, std::size_t cursor) {
  const auto end = words.begin() + static_cast<std::ptrdiff_t>(std::min(cursor, words.size()));
  std::vector<std::string> until(words.begin(), end);
  until.push_back(cursor < words.size() ? words[cursor] : "");
  const bool broken =
      cursor > 0 && cursor <= words.size() && (until.back() == "=" || words[cursor - 1] == "=");
  until = joined(until);
  std::string current = until.back();
  until.pop_back();
  const Typed so_far = typed(program, until);

  const OptionFacts* value_of = so_far.waits;
  std::string before;
  if (value_of == nullptr && current.starts_with("--")) {
    if (const auto equals = current.find('='); equals != std::string::npos) {
      value_of = option_named(program, so_far.verb, current.substr(0, equals));
      if (value_of == nullptr) return {};
      // Where the shell has broken the word, it completes only the text after the sign.
      if (!broken) before = current.substr(0, equals + 1);
      current.erase(0, equals + 1);
    }
  }
  Offer offer(current, before);
  if (value_of != nullptr) {
    for (const std::string& value : values_of(*value_of, so_far)) offer.add(value);
  } else if (current.starts_with('-')) {
    if (so_far.verb == nullptr) {
      add_options(program.options, so_far, offer);
    } else {
      add_options(so_far.verb->options, so_far, offer);
      add_options(so_far.verb->inherited, so_far, offer);
    }
  } else if (so_far.verb == nullptr) {
    const bool help = so_far.positional == std::vector<std::string>{"help"};
    if (!so_far.positional.empty() && !help) return {};
    for (const VerbFacts& verb : program.verbs) offer.add(verb.name, verb.about);
    if (!help) offer.add("help", "Explain a verb");
  } else if (const auto* argument = positional_at(*so_far.verb, so_far.positional.size())) {
    for (const std::string& value : values_of(*argument, so_far)) offer.add(value);
  }
  return std::move(offer).take();
}

}  // namespace referee::cli
