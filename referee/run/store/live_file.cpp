#include "referee/run/store/live_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/store/file_lock.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"
#include "rules/catalogue.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;
using text::Json;
using text::JsonReader;

constexpr std::string_view live_schema = "referee-live";
constexpr int live_version = 1;
constexpr std::uintmax_t longest_live_file = std::uintmax_t{64} << 20;
constexpr std::int64_t many = 1'000'000'000'000'000;

rules::Seat seat_at(const JsonReader& reader) {
  return reader.integer(1, 2) == 1 ? rules::Seat::first : rules::Seat::second;
}

Json json_of(const RunningMatch& match) {
  Json json{{"match", match.number},
            {"game", match.game->name},
            {"round", match.round},
            {"seed", match.seed},
            {"bots", match.bots}};
  Json moves = Json::array();
  for (const RunningMatch::Made& made : match.moves) {
    moves.push_back({match::number_of(made.ply.seat), made.ply.line, made.ply.relayed,
                     made.ply.jury, match::whole_microseconds(made.cpu),
                     match::whole_microseconds(made.wall)});
  }
  json["moves"] = std::move(moves);
  Json faults = Json::array();
  for (const match::MatchFault& fault : match.faults) {
    Json one{{"seat", match::number_of(fault.seat)},
             {"ply", fault.ply},
             {"kind", bot::name(fault.fault.kind)},
             {"reason", fault.fault.reason}};
    for (const bot::Fact& fact : fault.fault.facts) {
      one["facts"].push_back({bot::name(fact.what), fact.value, fact.name});
    }
    if (fault.line) one["line"] = match::escape_line(*fault.line);
    if (!fault.word.empty()) one["word"] = fault.word;
    faults.push_back(std::move(one));
  }
  json["faults"] = std::move(faults);
  return json;
}

std::vector<bot::Fact> facts_of(const JsonReader& reader) {
  std::vector<bot::Fact> facts;
  for (const JsonReader& one : reader.all()) {
    if (one.items() < 3) one.fail("a fact has three items");
    bot::Fact fact{bot::fact_named(one.item(0).text()),
                   static_cast<std::uint64_t>(one.item(1).integer(0, many)), one.item(2).text()};
    if (fact.what != bot::What::unknown) facts.push_back(std::move(fact));
  }
  return facts;
}

// Throws JsonError; std::invalid_argument for a line that is not escaped as it should be.
RunningMatch match_of(const JsonReader& reader) {
  RunningMatch match;
  match.number = static_cast<std::uint64_t>(reader.at("match").integer(0, many));
  match.game = rules::find_game(reader.at("game").text());
  if (match.game == nullptr) reader.at("game").fail("there is no such game");
  match.round = static_cast<int>(reader.at("round").integer(0, 1'000'000'000));
  match.seed = reader.at("seed").value().get<std::uint64_t>();
  for (std::size_t seat = 0; seat < 2; ++seat) {
    match.bots[seat] = reader.at("bots").item(seat).text();
  }
  for (const JsonReader& one : reader.at("moves").all()) {
    if (one.items() < 6) one.fail("a move has six items");
    match.moves.push_back(
        {{seat_at(one.item(0)), one.item(1).text(), one.item(2).text(), one.item(3).boolean()},
         std::chrono::microseconds(one.item(4).integer(0, many)),
         std::chrono::microseconds(one.item(5).integer(0, many))});
  }
  for (const JsonReader& one : reader.at("faults").all()) {
    match::MatchFault fault;
    fault.seat = seat_at(one.at("seat"));
    fault.ply = static_cast<int>(one.at("ply").integer(0, 1'000'000));
    const auto kind = bot::fault_kind(one.at("kind").text());
    if (!kind) one.fail("there is no such fault");
    fault.fault = {*kind, one.at("reason").text()};
    if (const auto facts = one.find("facts")) fault.fault.facts = facts_of(*facts);
    if (const auto line = one.find("line")) fault.line = match::unescape_line(line->text());
    if (const auto word = one.find("word")) fault.word = word->text();
    match.faults.push_back(std::move(fault));
  }
  return match;
}

bool is_live_file(std::string_view name) {
  return name == "live.json" || (name.starts_with("live-") && name.ends_with(".json"));
}

}  // namespace

fs::path live_path(const fs::path& folder, std::string_view label) {
  return folder / (label.empty() ? "live.json" : fmt::format("live-{}.json", label));
}

std::vector<fs::path> live_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (is_live_file(at->path().filename().string())) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int write_live(const fs::path& file, const LiveState& state) {
  Json json{{"schema", live_schema},
            {"version", live_version},
            {"tournament", state.tournament},
            {"written", state.written}};
  Json matches = Json::array();
  for (const RunningMatch& match : state.matches) matches.push_back(json_of(match));
  json["matches"] = std::move(matches);
  fs::path fresh = file;
  fresh += ".new";
  return text::replace_file(file, fresh,
                            json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n",
                            text::Readers::as_umask_says);
}

std::optional<LiveState> read_live(const fs::path& file) {
  try {
    std::error_code gone;
    if (fs::file_size(file, gone) > longest_live_file || gone) return std::nullopt;
    const Json json = text::parse_json(read_shared(file), file.string());
    const JsonReader reader(json, file.string() + ":");
    if (reader.at("schema").text() != live_schema) return std::nullopt;
    if (reader.at("version").integer(0, many) != live_version) return std::nullopt;
    LiveState state;
    state.tournament = reader.at("tournament").text();
    state.written = static_cast<std::uint64_t>(reader.at("written").integer(0, many));
    for (const JsonReader& match : reader.at("matches").all()) {
      state.matches.push_back(match_of(match));
    }
    return state;
  } catch (const text::InputError&) {  // of another version, or damaged: it shows nothing
  } catch (const StoreError&) {        // it was removed meanwhile
  } catch (const Json::exception&) {
  } catch (const std::invalid_argument&) {
  }
  return std::nullopt;
}

Watching::Watching(const fs::path& folder) : path_(folder / "watching") {
  // The process that ends removes the file: another one may be there by the time this one is
  // locked.
  constexpr int tries = 100;
  for (int i = 0; i < tries && !file_; ++i) {
    text::Descriptor file = open_shared(path_, O_RDWR | O_CREAT);
    if (!file) return;
    const int error = set_lock(file.get(), F_RDLCK);
    if (is_locked_by_others(error)) continue;
    if (error != 0) return;
    if (is_still(path_, file.get())) file_ = std::move(file);
  }
}

Watching::~Watching() {
  if (!file_ || set_lock(file_.get(), F_WRLCK) != 0) return;
  ::unlink(path_.c_str());
}

bool is_watched(const fs::path& folder) { return is_locked(folder / "watching"); }

}  // namespace referee::store
