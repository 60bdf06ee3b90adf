#include "support.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

namespace match_test {

using namespace std::chrono_literals;

const rules::GameInfo& game(std::string_view name) {
  const auto* info = rules::find_game(name);
  if (info == nullptr) throw std::logic_error("no game " + std::string(name));
  return *info;
}

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const auto& info : rules::games()) names.emplace_back(info.name);
  return names;
}

std::string test_name(std::string game) {
  std::replace(game.begin(), game.end(), '-', '_');
  return game;
}

std::string reason_of(FaultKind kind) {
  return "made to fail: " + std::string(referee::bot::name(kind));
}

void ClientPlayer::read(std::string_view lines) {
  while (!lines.empty()) {
    const auto end = lines.find('\n');
    if (end == std::string_view::npos) throw std::logic_error("a line without its end");
    client_.read(lines.substr(0, end));
    lines.remove_prefix(end + 1);
  }
}

Answer ReplayPlayer::answer(std::string_view) {
  if (next_ < answers_.size()) return answers_[next_++];
  Answer answer;
  answer.fault = Fault{FaultKind::exit, std::string(exhausted)};
  return answer;
}

Answer ClientPlayer::answer(std::string_view lines) {
  reads.emplace_back(lines);
  if (dismissed + parted > 0) throw std::logic_error("asked after its end");
  read(lines);
  ++turn_;
  Answer answer;
  answer.cpu = 3us;
  answer.wall = 5us;
  if (turn_ == fail_turn_) {
    answer.fault = fault_;
    if (bad_line_) answer.line = *bad_line_;
    return answer;
  }
  if (client_.state() != rules::Client::State::to_answer) {
    throw std::logic_error("asked for a move, but it was not told that it is its turn");
  }
  rules::MoveLine line;
  client_.random_move(stream_, line);
  answer.line = line.view();
  return answer;
}

void ClientPlayer::dismiss(std::string_view lines, const Fault& fault) {
  ++dismissed;
  dismissed_for = fault;
  farewell += lines;
}

void ClientPlayer::part(std::string_view lines) {
  ++parted;
  farewell += lines;
}

Played::Played(const MatchPlan& what, const std::vector<Failure>& failures,
               std::uint64_t players_seed)
    : plan(what), first(*what.game, players_seed), second(*what.game, players_seed + 1) {
  for (const Failure& failure : failures) {
    ClientPlayer& player = failure.ply % 2 == 1 ? first : second;
    const int turn = (failure.ply + 1) / 2;
    if (failure.kind == FaultKind::illegal) {
      player.write_at(turn, std::string(bad_line));
    } else {
      player.fail_at(turn, {failure.kind, reason_of(failure.kind)});
    }
  }
  record = referee::match::play(plan, {&first, &second});
}

MatchRecord completed(MatchRecord record) {
  record.tournament = "0123456789abcdef";
  record.match = 17;
  record.round = 3;
  record.clock = referee::kernel::ClockKind::wall;
  record.times.budget = 1500ms;
  record.isolated = false;
  record.bots[0] = {"one", "./one --depth 3", std::string(64, 'a'), {}};
  record.bots[1] = {"two \"quoted\" \xc3\xa9", "python3 'two.py'", "", {}};
  auto& measured = record.measured;
  measured.started = "2026-01-02T03:04:05Z";
  measured.host = R"({"system":"Linux","processors":2})";
  measured.early = {2, 5};
  measured.stderr_bytes = {0, 4};
  for (std::size_t i = 0; i < 2; ++i) {
    auto& departure = measured.bots[i].departure;
    departure.cpu = 1234us;
    departure.peak_memory = 5 << 20;
    departure.stderr_head = "hello\n";
    departure.stderr_tail = "thinking\n";
    departure.stderr_total = 9;
  }
  measured.bots[0].departure.exit_code = 2;
  measured.bots[1].departure.waited = 0us;
  measured.bots[1].departure.signal = 9;
  measured.bots[1].departure.killed = true;
  measured.bots[1].departure.refused = {"fork", "socket"};
  return record;
}

text::Json without_measured(const MatchRecord& record) {
  text::Json json = referee::match::to_json(record);
  json.erase("measured");
  return json;
}

MatchRecord record_from(const text::Json& json) {
  return referee::match::record_of_line(json.dump(), "log");
}

MatchRecord reread(const MatchRecord& record) {
  return referee::match::record_of_line(referee::match::to_line(record), "log");
}

}  // namespace match_test
