#include "referee/cli/options/options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iostream>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <CLI/CLI.hpp>

#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"

namespace referee::cli {
namespace {

template <typename T>
struct Inner {
  using type = T;
};
template <typename T>
struct Inner<std::optional<T>> {
  using type = T;
};

// A whole text as a value; nothing if it is not one.
template <typename T>
std::optional<T> read(std::string_view text) {
  if constexpr (std::is_same_v<T, std::string>) {
    return std::string(text);
  } else {
    if (text.starts_with('+')) text.remove_prefix(1);
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
  }
}

// A help text in lines that fit beside the column of options on 80 columns.
std::string wrapped(std::string_view help) {
  constexpr std::size_t width = 50;
  std::string lines;
  while (help.size() > width) {
    const auto blank = help.rfind(' ', width);
    if (blank == std::string_view::npos) break;
    lines += help.substr(0, blank);
    lines += '\n';
    help.remove_prefix(blank + 1);
  }
  return lines.append(help);
}

CLI::callback_t store_into(Value value, const std::string& name) {
  return [value, name](const CLI::results_t& given) {
    return std::visit(
        [&given, &name](auto* place) {
          using T = std::remove_pointer_t<decltype(place)>;
          if constexpr (std::is_same_v<T, std::vector<std::string>>) {
            *place = given;
            return true;
          } else {
            using Read = typename Inner<T>::type;
            auto read_value = read<Read>(given.back());
            if (!read_value) {
              throw CLI::ValidationError(name,
                                         fmt::format("'{}' is not a {}number", given.back(),
                                                     std::is_integral_v<Read> ? "whole " : ""));
            }
            *place = std::move(*read_value);
            return true;
          }
        },
        value);
  };
}

bool is_number(const Value& value) {
  return std::visit(
      [](auto* place) {
        return std::is_arithmetic_v<typename Inner<std::remove_pointer_t<decltype(place)>>::type>;
      },
      value);
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// The group of options that the help does not show.
constexpr const char* unlisted = "-";

class UsageFormatter : public CLI::Formatter {
 public:
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    if (group == unlisted) return {};
    return CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
  }
  // A word that is an option too is required once.
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string text = CLI::Formatter::make_option(option, is_positional);
    if (!is_positional && option->get_positional()) {
      const std::string required = " REQUIRED";
      const auto at = text.find(required);
      if (at != std::string::npos) text.replace(at, required.size(), required.size(), ' ');
    }
    return text;
  }
  // A group that is not shown leaves no empty lines.
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (auto at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n")) {
      text.erase(at, 1);
    }
    return text;
  }
};

// ---- errors, in our own words ----

const CLI::App* chosen_verb(const CLI::App& program) {
  const auto chosen = program.get_subcommands();
  return chosen.empty() ? nullptr : chosen.front();
}

// "; usage: referee match GAME FIRST SECOND [options]"
std::string usage_text(const CLI::App* verb) {
  if (verb == nullptr) return {};
  std::string words = "; usage: referee " + verb->get_name();
  for (const CLI::Option* option : verb->get_options()) {
    if (!option->get_positional()) continue;
    std::string name = upper(option->get_name(true));
    if (option->get_items_expected_max() > 1) name += "...";
    words += option->get_required() ? ' ' + name : " [" + name + ']';
  }
  return words + fmt::format(" [options]; see referee help {}", verb->get_name());
}

std::vector<std::string> options_of(const CLI::App* app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// Options of earlier releases, and what to type instead; `verbs`: of these only.
struct FormerOption {
  std::string_view name;
  std::string_view now;
  std::string_view verbs = {};
};
constexpr std::string_view how_many_pairs =
    "docs/guide/compare.md has a table of how many pairs a test takes, and a run says how many are "
    "left";
constexpr auto former_options = std::to_array<FormerOption>({
    {"--budget", "--limit budget=SECONDS"},
    {"--turn-limit", "--limit turn_limit=SECONDS"},
    {"--first-turn-limit", "--limit first_turn_limit=SECONDS"},
    {"--memory", "--limit memory=MIB"},
    {"--processes", "--limit processes=N"},
    {"--threads", "--limit threads=N"},
    {"--open-files", "--limit open_files=N"},
    {"--file-size", "--limit file_size=MIB"},
    {"--disk", "--limit disk=MIB"},
    {"--elo0", "--elo LO,HI", "compare tune"},
    {"--elo1", "--elo LO,HI", "compare tune"},
    {"--points0", "--points LO,HI", "compare tune"},
    {"--points1", "--points LO,HI", "compare tune"},
    {"--score0", "--score LO,HI", "compare tune"},
    {"--score1", "--score LO,HI", "compare tune"},
    {"--by", "--points LO,HI for points, --elo LO,HI for wins", "compare tune"},
    {"--forecast", how_many_pairs, "compare"},
    {"--true", how_many_pairs, "compare"},
    {"--deviation", how_many_pairs, "compare"},
    {"--sample", how_many_pairs, "compare"},
    {"--draws", how_many_pairs, "compare"},
    {"--series-alpha",
     "--alpha SHARE: of a series that has the risk R, comparison k may take R / (k (k + 1))",
     "compare"},
    {"--log", "--out DIR: each comparison keeps its question, its games and its answer there",
     "compare"},
    {"--pairs", "--results LL,LD,WL+DD,WD,WW", "compare"},
    {"--games", "--results W,L,D", "compare"},
    {"--elo", "--ratings", "standings"},
    {"--deal-of", "--deal @LOG:N"},
    {"--random-plies", "--openings K"},
    {"--two", "`human` in place of the bot", "play"},
    {"--from", "--free PLY", "replay"},
    {"--against", "--opponent CMD", "replay"},
    {"--bot", "--command CMD", "replay"},
    {"--log", "--debug-log FILE"},
    {"--ply", "--plies P", "show"},
    {"--markdown", "--summary FILE", "regress"},
    {"--rounds", "--round A-B", "standings"},
    {"--words", "--wide", "standings"},
    {"--matrix", "--ratings --wide", "standings"},
    {"--players", "--as official-players", "export"},
    {"--parts", "play all parts again: one that lacks nothing ends at once", "merge"},
    {"--batch", "--part K/N --out DIR", "compare"},
    {"--plan-only", "--part K/N --out DIR at once", "compare tune"},
});

// What to type instead of an option of an earlier release; empty if it is none of this verb.
std::string_view now_typed(std::string_view name, std::string_view verb,
                           const std::vector<std::string>& known) {
  for (const FormerOption& former : former_options) {
    if (former.name != name ||
        (!former.verbs.empty() && former.verbs.find(verb) == std::string_view::npos))
      continue;
    const std::string_view option = former.now.substr(0, former.now.find(' '));
    if (!option.starts_with('-') || std::find(known.begin(), known.end(), option) != known.end()) {
      return former.now;
    }
  }
  return {};
}

// What is wrong with the first option that nobody knows; empty if there is none.
std::string unknown_option(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App* verb = chosen_verb(program);
  const std::string who = verb == nullptr ? "referee" : "referee " + verb->get_name();
  auto known = options_of(&program);
  if (verb != nullptr) {
    for (std::string& name : options_of(verb)) known.push_back(std::move(name));
  }
  for (const std::string& word : words) {
    if (word == "--") break;
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || std::find(known.begin(), known.end(), name) != known.end()) {
      continue;
    }
    const std::string_view now =
        now_typed(name, verb == nullptr ? std::string_view() : verb->get_name(), known);
    if (!now.empty()) {
      return fmt::format("{} has no option {} any more; {}{}", who, name,
                         now.starts_with('-') || now.starts_with('`') ? "give " : "", now);
    }
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const auto near = text::nearest_in(name, candidates);
    return fmt::format("{} has no option {}; {}", who, name,
                       near ? fmt::format("did you mean {}?", *near)
                            : fmt::format("{} --help lists its options", who));
  }
  return {};
}

// The verb that the words name; behind the last one if they name none.
std::vector<std::string>::iterator verb_in(const CLI::App& program,
                                           std::vector<std::string>& words) {
  return std::find_if(words.begin(), words.end(), [&](const std::string& word) {
    const auto verbs = program.get_subcommands({});
    return std::any_of(verbs.begin(), verbs.end(),
                       [&](const CLI::App* verb) { return verb->get_name() == word; });
  });
}

// The game that a verb plays is its first word. Wherever --game gives it, it becomes that; verbs
// that play no game keep the option. Throws UsageError if it is given twice.
std::vector<std::string> with_game_first(const CLI::App& program, std::vector<std::string> words) {
  const auto verb = verb_in(program, words);
  if (verb == words.end()) return words;
  const auto options = program.get_subcommand(*verb)->get_options();
  if (std::none_of(options.begin(), options.end(), [](const CLI::Option* option) {
        return option->get_positional() && option->get_name(true) == "game";
      })) {
    return words;
  }
  std::optional<std::string> game;
  for (auto at = verb + 1; at != words.end() && *at != "--";) {
    const bool apart = *at == "--game" || *at == "-g";
    const std::size_t joined = at->starts_with("--game=") ? 7 : at->starts_with("-g") ? 2 : 0;
    if ((!apart && joined == 0) || (apart && at + 1 == words.end())) {
      ++at;
      continue;
    }
    if (game) throw UsageError("--game is given twice");
    game = apart ? *(at + 1) : at->substr(joined);
    at = words.erase(at, at + (apart ? 2 : 1));
  }
  if (game) words.insert(verb + 1, *game);
  return words;
}

// Of words that are too many.
std::string extras_text(const CLI::App& program) {
  const CLI::App* verb = chosen_verb(program);
  const std::string who = verb == nullptr ? "referee" : "referee " + verb->get_name();
  const auto left = program.remaining(true);
  const std::string extra = left.empty() ? std::string() : left.back();
  if (extra.starts_with('-')) {
    return fmt::format("{} has no option {}; {} --help lists its options", who, extra, who);
  }
  return fmt::format(
      "'{}' is one word too many{}; a command with blanks needs quotation marks: \"python3 "
      "bot.py\"",
      extra, usage_text(verb));
}

}  // namespace

Option& Option::unit(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::one_of(std::vector<std::string> words) {
  const std::string list = text::join(words, "|");
  option_->type_name(list);
  return check([words = std::move(words), list](const std::string& given) {
    return std::find(words.begin(), words.end(), given) != words.end()
               ? std::string()
               : fmt::format("'{}' is not one of {}", given, list);
  });
}

Option& Option::within(std::uint64_t least, std::uint64_t most) {
  option_->type_name(fmt::format("{} ({} to {})", option_->get_type_name(), least, most));
  return check([least, most](const std::string& given) {
    const auto number = read<std::uint64_t>(given);
    return number && *number >= least && *number <= most
               ? std::string()
               : fmt::format("'{}' is not a whole number from {} to {}", given, least, most);
  });
}

Option& Option::check(std::function<std::string(const std::string&)> wrong) {
  option_->check(std::move(wrong));
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option& Option::may_lack_value() {
  option_->expected(0, 1);
  return *this;
}

Option& Option::one_at_a_time() {
  option_->allow_extra_args(false);
  return *this;
}

Verb Verb::under(const std::string& title) const {
  Verb verb = *this;
  verb.title_ = title;
  return verb;
}

Option Verb::option(const std::string& name, Value value, const std::string& help) const {
  CLI::Option* option = app_->add_option(name, store_into(value, name), wrapped(help));
  option->type_name(is_number(value) ? "N" : "TEXT");
  if (!title_.empty()) option->group(title_);
  if (std::holds_alternative<std::vector<std::string>*>(value)) {
    option->expected(CLI::detail::expected_max_vector_size);
  }
  return Option(option);
}

Option Verb::flag(const std::string& name, bool& value, const std::string& help) const {
  CLI::Option* option = app_->add_flag_callback(
      name, [&value] { value = true; }, wrapped(help));
  if (!title_.empty()) option->group(title_);
  return Option(option);
}

Option Verb::earlier(const std::string& name, Value value) const {
  return Option(app_->add_option(name, store_into(value, name))->group(unlisted));
}

void Verb::footer(const std::string& text) const {
  app_->footer(text +
               "\n\nEvery verb takes --verbose and --debug-log FILE too; see referee --help.");
}

void Verb::runs(Action action) const {
  app_->callback([chosen = chosen_, action = std::move(action)] { *chosen = action; });
}

bool Verb::given(const std::string& name) const { return app_->count(name) > 0; }

namespace {

// Thrown when -h is read.
struct AskedForShortHelp {
  const CLI::App* app;
};

void add_short_help(CLI::App* app) {
  app->add_flag_callback(
         "-h", [app] { throw AskedForShortHelp{app}; }, "Print the usual options only")
      ->group(unlisted);
}

}  // namespace

CommandLine::CommandLine(const std::string& about, const std::string& version,
                         const std::string& footer)
    : app_(std::make_unique<CLI::App>(about)), chosen_(std::make_unique<Action>()) {
  app_->name("referee");
  app_->set_version_flag("--version", version);
  app_->set_help_flag("--help", "Print all of this");
  add_short_help(app_.get());
  app_->require_subcommand(1);
  app_->formatter(std::make_shared<UsageFormatter>());
  app_->get_formatter()->label("SUBCOMMAND", "VERB");
  constexpr std::size_t names = 20;  // the width of their column; the verbs' options are longer
  app_->get_formatter()->column_width(names);
  app_->fallthrough();  // an option that a verb does not know may belong to all verbs
  app_->footer(footer);
}

CommandLine::~CommandLine() = default;

Verb CommandLine::all_verbs() const { return {app_.get(), chosen_.get()}; }

Verb CommandLine::add(const std::string& name, const std::string& about) {
  CLI::App* verb = app_->add_subcommand(name, about)->group(group_);
  verb->formatter(std::make_shared<UsageFormatter>());
  add_short_help(verb);
  return {verb, chosen_.get()};
}

void CommandLine::begin_group(const std::string& title) { group_ = title; }

std::vector<std::string> CommandLine::verbs() const {
  std::vector<std::string> names;
  for (const CLI::App* verb : app_->get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

namespace {

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::vector<OptionFacts> facts_of(const CLI::App& app) {
  std::vector<OptionFacts> all;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group() == unlisted) continue;
    OptionFacts facts;
    for (const std::string& name : option->get_snames()) facts.names.push_back('-' + name);
    for (const std::string& name : option->get_lnames()) facts.names.push_back("--" + name);
    facts.required = option->get_required();
    facts.flag = option->get_items_expected_max() == 0;
    facts.many = option->get_items_expected_max() > 1;
    const std::string& title = option->get_group();
    if (title != app.get_help_ptr()->get_group()) facts.title = title;
    if (!facts.flag) facts.unit = option->get_type_name();
    if (facts.unit.find('|') != std::string::npos && facts.unit.find(' ') == std::string::npos) {
      for (std::string_view rest = facts.unit; !rest.empty();) {
        const auto end = std::min(rest.find('|'), rest.size());
        facts.choices.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    facts.help = on_one_line(option->get_description());
    if (!facts.names.empty()) all.push_back(facts);
    if (!option->get_positional()) continue;
    facts.names = {option->get_name(true)};
    facts.positional = true;
    all.push_back(std::move(facts));
  }
  return all;
}

}  // namespace

ProgramFacts CommandLine::facts() const {
  ProgramFacts program{app_->get_description(), facts_of(*app_), {}, app_->get_footer()};
  for (const CLI::App* verb : app_->get_subcommands({})) {
    VerbFacts facts{
        verb->get_name(),  verb->get_description(), verb->get_group(), facts_of(*verb), {},
        verb->get_footer()};
    for (const OptionFacts& option : program.options) {
      const bool own = std::any_of(
          facts.options.begin(), facts.options.end(),
          [&](const OptionFacts& one) { return one.names.back() == option.names.back(); });
      // A version is asked for instead of a verb.
      if (!own && option.names.back() != "--version") facts.inherited.push_back(option);
    }
    program.verbs.push_back(std::move(facts));
  }
  return program;
}

std::variant<Action, int> CommandLine::parse(const std::vector<std::string>& given) {
  const std::vector<std::string> words = with_game_first(*app_, given);
  try {
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));  // as it takes them
  } catch (const AskedForShortHelp& asked) {
    const ProgramFacts program = facts();
    const auto verb =
        std::find_if(program.verbs.begin(), program.verbs.end(),
                     [&](const VerbFacts& one) { return one.name == asked.app->get_name(); });
    std::cout << (verb == program.verbs.end() ? short_help(program) : short_help(*verb));
    return done;
  } catch (const CLI::Success& help) {
    app_->exit(help);
    return done;
  } catch (const CLI::ParseError& error) {
    // An option that is not there makes its value a word too many, or a wrong one.
    if (const std::string unknown = unknown_option(*app_, words); !unknown.empty()) {
      throw UsageError(unknown);
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
      throw UsageError(extras_text(*app_));
    }
    const bool lacks = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    throw UsageError(
        fmt::format("{}{}", error.what(), lacks ? usage_text(chosen_verb(*app_)) : std::string()));
  }
  return *chosen_;
}

}  // namespace referee::cli
