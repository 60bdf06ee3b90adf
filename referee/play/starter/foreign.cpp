#include "referee/play/starter/foreign.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fstream>
#include <map>
#include <system_error>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"

namespace referee::starter {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view engine = "com/codingame/gameengine/core/RefereeMain.class";

// Whether it is an archive, as jars are; the adaptor can also be told another command for the
// engine.
bool is_archive(const fs::path& file) {
  std::array<char, 2> begin{};
  std::ifstream(file, std::ios::binary).read(begin.data(), begin.size());
  return begin == std::array{'P', 'K'};
}

// The names in an archive are written as they are, whatever is compressed.
bool has_entry(const fs::path& jar, std::string_view name) {
  std::ifstream in(jar, std::ios::binary);
  std::vector<char> piece(std::size_t{1} << 20);
  std::string text;
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (text.find(name) != std::string::npos) return true;
    text.erase(0, text.size() - std::min(text.size(), name.size()));
  }
  return false;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.remove_suffix(1);
  }
  return text;
}

std::optional<unsigned> number_of(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The lines NAME=VALUE of a file, if it is there.
using Properties = std::map<std::string, std::string, std::less<>>;
void add_properties(const fs::path& file, Properties& all) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return;
  const std::string text = text::read_file(file);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = trimmed(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    const auto sign = line.find_first_of("=:");
    if (line.starts_with('#') || line.starts_with('!') || sign == std::string_view::npos) continue;
    all.insert_or_assign(std::string(trimmed(line.substr(0, sign))),
                         std::string(trimmed(line.substr(sign + 1))));
  }
}

// The folder with config.ini; empty if there is none.
fs::path config_of(const fs::path& program) {
  std::error_code error;
  const fs::path here = program.has_parent_path() ? program.parent_path() : fs::path(".");
  for (const fs::path& folder : {here / "config", here / ".." / "config", here}) {
    if (fs::is_regular_file(folder / "config.ini", error)) return folder.lexically_normal();
  }
  return {};
}

// The highest N of its folders levelN; 0 if it has none.
unsigned leagues_in(const fs::path& config) {
  unsigned most = 0;
  std::error_code error;
  for (fs::directory_iterator entry(config, error), end; !error && entry != end;
       entry.increment(error)) {
    constexpr std::string_view before = "level";
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(before) || !entry->is_directory(error)) continue;
    most = std::max(most, number_of(std::string_view(name).substr(before.size())).value_or(0));
  }
  return most;
}

// Sets for how many players the game is. Throws InputError if they cannot play it here.
void set_players(ForeignReferee& referee, std::string_view adaptor, const ForeignChoice& choice,
                 const Properties& properties, const std::string& file) {
  const auto of = [&](std::string_view name) {
    const auto found = properties.find(name);
    return found == properties.end() ? std::nullopt : number_of(found->second);
  };
  const auto least = choice.seats ? choice.seats : of("min_players");
  const auto most = choice.seats ? choice.seats : of("max_players");
  if (!least || !most) return;
  const auto range = [](std::size_t from, std::size_t to) {
    return from == to ? fmt::format("{}", from) : fmt::format("{} to {}", from, to);
  };
  const std::string how_many = range(*least, *most);
  const std::string who = choice.seats ? "--seats" : file;
  const std::size_t most_here = adaptor == "caia" ? rules::usual_seats : rules::most_seats;
  const std::size_t least_here = adaptor == "caia" ? rules::usual_seats : 1;
  if (*least > *most || *least > most_here || *most < least_here) {
    throw text::InputError(
        fmt::format("{} is a game for {} players ({}); here it would need {}, so it cannot "
                    "be played",
                    referee.file, how_many, who, range(least_here, most_here)));
  }
  referee.players = fmt::format("{} ({})", how_many, who);
  referee.fewest_seats = std::max<std::size_t>(*least, least_here);
  referee.most_seats = std::min<std::size_t>(*most, most_here);
}

void set_league(ForeignReferee& referee, const ForeignChoice& choice, const fs::path& config) {
  const unsigned most = config.empty() ? 0 : leagues_in(config);
  if (choice.league && most > 0 && *choice.league > most) {
    throw text::InputError(fmt::format("--league {}: {} has the leagues 1 to {}", *choice.league,
                                       config.string(), most));
  }
  if (choice.league) {
    referee.league = choice.league;
    referee.why_league = "--league";
  } else if (most > 0) {
    referee.league = most;
    referee.why_league = fmt::format("the highest in {}", config.string());
  }
}

// That of the league, or of all.
void set_stub(ForeignReferee& referee, const fs::path& config) {
  std::vector<fs::path> places{config / "stub.txt"};
  if (referee.league) {
    places.insert(places.begin(), config / fmt::format("level{}", *referee.league) / "stub.txt");
  }
  std::error_code error;
  for (const fs::path& file : places) {
    if (!fs::is_regular_file(file, error)) continue;
    referee.stub = text::read_file(file);
    return;
  }
}

}  // namespace

ForeignReferee look_at(std::string_view adaptor, const fs::path& program,
                       const ForeignChoice& choice) {
  ForeignReferee referee;
  referee.file = program.filename().string();
  const bool of_codingame = adaptor == "codingame";
  if (choice.league && !of_codingame) {
    throw text::InputError("--league is for games of CodinGame's engine: --judge codingame");
  }
  if (of_codingame && is_archive(program) && !has_entry(program, engine)) {
    throw text::InputError(
        fmt::format("{}: this jar has no engine, no {}: build it with its dependencies",
                    program.string(), engine.substr(engine.rfind('/') + 1)));
  }
  const fs::path config = of_codingame ? config_of(program) : fs::path();
  Properties properties;
  if (!config.empty()) add_properties(config / "config.ini", properties);
  if (of_codingame) set_league(referee, choice, config);
  if (!config.empty() && referee.league) {
    add_properties(config / fmt::format("level{}", *referee.league) / "config.ini", properties);
  }
  set_players(referee, adaptor, choice, properties, (config / "config.ini").string());
  if (const auto title = properties.find("title"); title != properties.end()) {
    referee.title = text::safe_text(title->second);
  }
  if (!config.empty()) set_stub(referee, config);
  return referee;
}

std::string words_about(std::string_view adaptor, const ForeignReferee& referee) {
  if (adaptor != "codingame" && referee.players.empty()) return {};
  std::string text =
      referee.players.empty()
          ? "players: not known, there is no config.ini beside it; it is told 2. "
            "--seats N says how many\n"
      : referee.most_seats == rules::usual_seats
          ? fmt::format("players: {}; it is told 2\n", referee.players)
          : fmt::format("players: {}; it is told how many bots there are\n", referee.players);
  if (adaptor != "codingame") return text;
  text += referee.league
              ? fmt::format("league: {} ({})\n", *referee.league, referee.why_league)
              : "league: not known; the engine plays the lowest, in contests a simplified game. "
                "--league N chooses one\n";
  if (!referee.stub.empty()) text += "stub.txt: what a bot reads, by the game's authors\n";
  return text;
}

fs::path folder_for(const fs::path& program) {
  std::string stem = program.stem().string();
  for (char& c : stem) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  }
  // Beside the program its name may be taken.
  std::error_code error;
  if (fs::exists(stem, error) && !fs::is_directory(stem, error)) stem += "-game";
  return stem;
}

}  // namespace referee::starter
