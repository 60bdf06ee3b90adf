#include "referee/play/judge/outside_game.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/build.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/judge/answers.hpp"
#include "referee/play/judge/external_game.hpp"
#include "referee/play/judge/reach.hpp"

namespace referee::judge {
namespace {

namespace fs = std::filesystem;
using text::Json;

// Is the judge a source file, rather than a command?
bool is_source(const fs::path& folder, const GameFile& game) {
  std::error_code ignored;
  return toolchain::language_of(game.judge) != nullptr &&
         fs::is_regular_file(folder / game.judge, ignored);
}

fs::path file_in(const fs::path& folder, const std::string& name) {
  return (folder / name).lexically_normal();
}

// The files that make the judge what it is, absolute.
std::vector<fs::path> files_of(const fs::path& folder, const GameFile& game) {
  std::vector<fs::path> files;
  if (is_source(folder, game)) {
    files.push_back(file_in(folder, game.judge));
  } else {
    for (const std::string& word : program::split_words(game.judge)) {
      std::error_code ignored;
      if (fs::is_regular_file(folder / word, ignored)) files.push_back(file_in(folder, word));
    }
  }
  for (const std::string& name : game.files) files.push_back(file_in(folder, name));
  return files;
}

// What a command may not read of its folder, where bots may lie: all but its own. Throws
// std::filesystem::filesystem_error if the folder cannot be listed: nothing would be hidden then.
std::vector<fs::path> others_in(const fs::path& folder, const std::vector<fs::path>& own) {
  std::vector<fs::path> others;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    const bool needed = std::any_of(own.begin(), own.end(), [&](const fs::path& file) {
      return std::mismatch(path.begin(), path.end(), file.begin(), file.end()).first == path.end();
    });
    if (!needed) others.push_back(path);
  }
  return others;
}

// Where the programs of commands look for what a script imports: the folders of its files.
std::vector<std::string> search_paths(const fs::path& folder, const GameFile& game) {
  std::string paths;
  for (const std::string& name : game.files) {
    paths += (paths.empty() ? "" : ":") + file_in(folder, name).parent_path().string();
  }
  if (paths.empty()) return {};
  return {"PYTHONPATH=" + paths, "NODE_PATH=" + paths};
}

// What game.json names lies where a judge may read.
void check_reach(const Reach& reach, const fs::path& folder, const GameFile& game) {
  for (std::size_t i = 0; i < game.files.size(); ++i) {
    reach.check_file(fmt::format("files[{}]", i), game.files[i]);
  }
  if (is_source(folder, game)) {
    reach.check_file("judge", game.judge);
    reach.check_words("arguments", game.arguments);
    return;
  }
  std::vector<std::string> words = program::split_words(game.judge);
  // Of PATH, which is the caller's.
  if (words.front().find('/') == std::string::npos) words.erase(words.begin());
  reach.check_words("judge", words);
}

std::string read_page(const fs::path& folder, const GameFile& game) {
  const fs::path file = folder / "rules.md";
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored)) {
    return program::is_within(program::real_path(file), program::real_path(folder))
               ? text::read_text(file)
               : fmt::format("# {}\n\n{} leads out of the game's folder: it is not read.\n",
                             game.title, file.string());
  }
  return fmt::format("# {}\n\n{} says nothing of its rules: it has no file rules.md.\n", game.title,
                     folder.string());
}

// The hash of what judges: game.json, the judge's source or the files that its command names, and
// its further files. The same wherever the folder is. Throws text::InputError if one of them
// cannot be read.
std::string hash_of_judge(const fs::path& folder, const GameFile& game, std::string_view json) {
  std::string all = "referee-judge 1\n" + text::sha256(json) + '\n';
  for (const fs::path& file : files_of(folder, game)) {
    try {
      all += file.filename().string() + ' ' + text::sha256(text::read_file(file)) + '\n';
    } catch (const std::system_error& error) {
      throw text::InputError(fmt::format("{}: {}; {} names it", (folder / game_file_name).string(),
                                         error.what(), game_file_name));
    }
  }
  return text::sha256(all);
}

// What a folder has now. Throws text::InputError.
struct Found {
  explicit Found(const fs::path& folder) {
    const fs::path path = folder / game_file_name;
    json = text::parse_json(text::read_text(path), path.string());
    file = read_game_file(text::JsonReader(json, path.string() + ":"));
    hash = hash_of_judge(folder, file, json.dump());
  }
  Json json;
  GameFile file;
  std::string hash;
};

}  // namespace

OutsideGame::OutsideGame(GamePlace place) : place_(std::move(place)) {
  if (!std::filesystem::exists(place_.folder)) throw text::InputError(text::missing(place_.folder));
  if (!has_game_file(place_.folder)) {
    throw text::InputError(
        fmt::format("{} is not a folder of a game: it has no file {}; `referee new --judge python "
                    "NAME` writes one",
                    place_.folder.string(), game_file_name));
  }
  Found found(place_.folder);
  file_ = std::move(found.file);
  hash_ = std::move(found.hash);
  fill_in(found.json);
}

OutsideGame::OutsideGame(GamePlace place, std::string_view hash, Origin origin)
    : place_(std::move(place)), origin_(origin), hash_(hash) {
  Found found(place_.folder);
  file_ = std::move(found.file);
  missing_ = why_missing();
  fill_in(found.json);
}

OutsideGame::OutsideGame(GamePlace place, const text::JsonReader& facts, Origin origin)
    : place_(std::move(place)), origin_(origin) {
  const text::JsonReader game = facts.at("game");
  file_ = read_game_file(game);
  hash_ = facts.at("hash").text();
  const text::JsonReader can = facts.at("can");
  for (std::size_t i = 0; i < can.items(); ++i) can_.push_back(can.item(i).text());
  std::call_once(learnt_, [] {});
  missing_ = why_missing();
  fill_in(game.value());
}

OutsideGame::~OutsideGame() {
  for (auto& [seats, pool] : pools_) pool.close();
}

void OutsideGame::learn() {
  std::call_once(learnt_, [this] {
    {
      const Lease judge(pool());
      can_ = judge->abilities();
    }
    fill_in_abilities();
  });
}

std::string OutsideGame::why_missing() const {
  const std::string folder = place_.folder.string();
  if (!has_game_file(place_.folder)) {
    return fmt::format(
        "the judge of {0} is not there: {1} has no {2}; put the game's folder there again, on "
        "each machine that plays",
        file_.name, folder, game_file_name);
  }
  try {
    const std::string hash = Found(place_.folder).hash;
    if (hash != hash_) {
      constexpr std::size_t enough = 12;
      const std::string what = fmt::format(
          "{} holds another judge of {} than the one that judged here (hash {}, now {})", folder,
          file_.name, hash_.substr(0, enough), hash.substr(0, enough));
      if (origin_ != Origin::typed) {
        return fmt::format(
            "{}: bring back the files that it had, or play in a new folder; only show and "
            "view draw with the new one, with --game {}",
            what, text::shell_word(folder));
      }
      text::warn("{}: positions are as the new one has them", what);
    }
  } catch (const text::InputError& error) {
    return error.what();
  }
  if (origin_ != Origin::elsewhere) return {};
  return fmt::format(
      "the judge of {} is a program in {}, which only a record names; if you trust it, name it "
      "once: referee show {}",
      file_.name, folder, text::shell_word(folder));
}

bool OutsideGame::can(std::string_view word) const {
  return std::find(can_.begin(), can_.end(), word) != can_.end();
}

void OutsideGame::fill_in(const Json& game) {
  game_ = game.dump();
  page_ = read_page(place_.folder, file_);
  info_ = file_.info;
  info_.name = file_.name;
  info_.title = file_.title;
  info_.contest = "by a judge";
  info_.summary = "its rules are a program of their own";
  info_.page = page_;
  info_.ranking = file_.ranking;
  info_.layout = [this]() -> const rules::Layout& { return layout(); };
  rules::Outside outside;
  outside.folder = place_.folder.string();
  outside.version = file_.version;
  outside.hash = hash_;
  if (has_judge()) {
    for (const fs::path& file : files_of(place_.folder, file_))
      outside.files.push_back(file.string());
  }
  outside.deterministic = file_.deterministic;
  info_.outside = std::move(outside);
  info_.fewest_seats = file_.fewest_seats;
  info_.seated = [this](std::size_t seats) { return &smaller_.at(seats); };
  for (std::size_t seats = file_.fewest_seats; seats < file_.seats.size(); ++seats) {
    seat(smaller_[seats] = info_, seats);
  }
  seat(info_, file_.seats.size());
  fill_in_abilities();
}

void OutsideGame::seat(rules::GameInfo& info, std::size_t seats) {
  info.seat_names = rules::BySeat<std::string_view>(
      seats, [this](rules::Seat seat) { return std::string_view(file_.seats[seat]); });
  info.deal = [this, seats](std::uint64_t seed) { return deal(seed, seats); };
  info.start = [this, &info, seats](std::string_view text) {
    learn();
    return std::make_unique<ExternalGame>(pool(seats), info, text);
  };
}

void OutsideGame::fill_in_abilities() {
  info_.takeover = file_.info.takeover && can("count");
  info_.outside->lists_moves = can("count");
  info_.outside->secret = info_.secret_deal || can("draw-seat") || can("scene-seat");
  info_.outside->facts =
      Json{{"version", file_.version}, {"hash", hash_}, {"can", can_}, {"game", Json::parse(game_)}}
          .dump();
  for (auto& [seats, one] : smaller_) {
    one.takeover = info_.takeover;
    one.outside = info_.outside;
  }
}

// A misspelt source file would be taken for a command.
void OutsideGame::check_judge_is_there() const {
  const bool is_command =
      file_.judge.find(' ') != std::string::npos || toolchain::language_of(file_.judge) == nullptr;
  if (is_command || is_source(place_.folder, file_)) return;
  throw text::InputError(fmt::format("{}: judge: {} has no file '{}'",
                                     (place_.folder / game_file_name).string(),
                                     place_.folder.string(), file_.judge));
}

const JudgeProgram& OutsideGame::program(std::size_t seats) {
  if (!has_judge()) throw text::InputError(missing_);
  const std::lock_guard lock(mutex_);
  if (const auto known = programs_.find(seats); known != programs_.end()) return known->second;
  JudgeProgram program = programs_.empty() ? compiled() : programs_.begin()->second;
  const bool is_for_two =
      file_.fewest_seats == rules::usual_seats && file_.seats.size() == rules::usual_seats;
  program.seats = is_for_two ? 0 : seats;
  if (file_.info.goal) program.goal = file_.info.goal == rules::Goal::max ? "max" : "min";
  return programs_.emplace(seats, std::move(program)).first->second;
}

JudgeProgram OutsideGame::compiled() {
  const Reach reach(place_.folder, place_.read);
  check_reach(reach, place_.folder, file_);
  toolchain::BotLine line;
  line.folder = place_.folder;
  line.official = false;
  std::vector<fs::path> hidden;
  if (is_source(place_.folder, file_)) {
    line.command = text::shell_word("./" + file_.judge);
    for (const std::string& argument : file_.arguments) {
      line.command += ' ' + text::shell_word(argument);
    }
    for (const std::string& name : file_.files) line.beside.push_back(file_in(place_.folder, name));
    line.scripts_are_sources = true;
  } else {
    if (!file_.arguments.empty()) {
      throw text::InputError(
          fmt::format("{}: \"arguments\" are those of a source file; \"judge\" is "
                      "a command, put them there",
                      (place_.folder / game_file_name).string()));
    }
    line.command = file_.judge;
    line.read = file_.files;
    hidden = others_in(place_.folder, files_of(place_.folder, file_));
  }
  check_judge_is_there();
  try {
    program::Command command = toolchain::resolve(line);
    reach.limit(command);
    // A script runs where it is copied to, with its further files.
    for (const fs::path& file : command.files) {
      if (is_source(place_.folder, file_) && file.filename() == fs::path(file_.judge).filename()) {
        command.folder = file.parent_path();
      }
    }
    JudgeProgram judge{file_.name, spec_of(file_.name, command, file_.limits)};
    judge.files = files_of(place_.folder, file_);
    judge.spec.hidden = std::move(hidden);
    if (is_source(place_.folder, file_)) {
      judge.source = file_in(place_.folder, file_.judge);
    } else {
      const auto paths = search_paths(place_.folder, file_);
      auto& environment = judge.spec.environment;
      environment.insert(environment.end(), paths.begin(), paths.end());
    }
    if (const std::string more = beyond_a_bot(file_.limits); !more.empty()) {
      text::note("{}: its game.json gives its judge more than a bot has: {}", file_.name, more);
    }
    return judge;
  } catch (const toolchain::CompileError& error) {
    throw toolchain::CompileError(fmt::format("the judge of {}: {}", file_.name, error.what()),
                                  error.output());
  } catch (const program::CommandError& error) {
    throw text::InputError(fmt::format("the judge of {}: {}", file_.name, error.what()));
  }
}

JudgePool& OutsideGame::pool(std::size_t seats) {
  const JudgeProgram& judge = program(seats);
  const std::lock_guard lock(mutex_);
  return pools_.try_emplace(seats, judge).first->second;
}

std::string OutsideGame::deal(std::uint64_t seed, std::size_t seats) {
  const Lease judge(pool(seats));
  return judge->deal(seed);
}

const rules::Layout& OutsideGame::layout() {
  static const rules::Layout none;
  learn();
  if (!can("scene")) return none;
  std::call_once(laid_out_, [this] {
    const Lease judge(pool());
    const Lines& lines = judge->ask("layout");
    layout_ = judge->reading([&] { return read_layout(lines); });
  });
  return layout_;
}

}  // namespace referee::judge
