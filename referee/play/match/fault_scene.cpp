#include "referee/play/match/fault_scene.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "referee/play/match/replay.hpp"
#include "rules/by_seat.hpp"

namespace referee::match {
namespace {

class Scenes final : public RecordVisitor {
 public:
  explicit Scenes(const MatchRecord& record) : record_(record), read_(record.bots.size()) {}

  void reads(Seat seat, std::string_view lines) override { read_[rules::index(seat)] = lines; }

  // Of a move that the judge accepted at first.
  bool before(const rules::Game& game, const Ply& /*ply*/, int number) override {
    for (const MatchFault& fault : record_.faults) {
      if (fault.found_after > 0 && fault.ply == number) add(game, fault);
    }
    return true;
  }

  void failed(const rules::Game& game, const MatchFault& fault) override {
    if (fault.found_after == 0) add(game, fault);
  }

  std::vector<FaultScene> found;

 private:
  void add(const rules::Game& game, const MatchFault& fault) {
    if (fault.ply == 0 || game.over()) return;
    FaultScene scene;
    scene.fault = &fault;
    scene.read = read_[rules::index(fault.seat)];
    scene.board = game.draw();
    if (game.lists_moves()) list_moves(game, scene);
    add_measurements(scene);
    found.push_back(std::move(scene));
  }

  static void list_moves(const rules::Game& game, FaultScene& scene) {
    scene.legal_count = game.legal_count();
    rules::MoveLine move;
    const auto shown = std::min<std::uint32_t>(scene.legal_count, legal_examples);
    for (std::uint32_t i = 0; i < shown; ++i) {
      game.legal_move(i, move);
      scene.legal.emplace_back(move.view());
    }
  }

  void add_measurements(FaultScene& scene) const {
    const Measurements& measured = record_.measured;
    if (!measured.known) return;
    const Seat seat = scene.fault->seat;
    const BotMeasurements& bot = measured.bots[rules::index(seat)];
    const auto ply = static_cast<std::size_t>(scene.fault->ply) - 1;
    // All of its turns but those that ended with another move.
    Duration cpu = bot.cpu;
    Duration wall = bot.wall;
    for (std::size_t i = 0; i < record_.plies.size(); ++i) {
      if (record_.plies[i].seat != seat || record_.plies[i].jury || i == ply) continue;
      if (i < measured.cpu.size()) cpu -= measured.cpu[i];
      if (i < measured.wall.size()) wall -= measured.wall[i];
    }
    // Each has been rounded to a microsecond.
    scene.cpu = std::max(cpu, Duration{});
    scene.wall = std::max(wall, Duration{});
    const std::uint64_t begin =
        measured.stderr_bytes.empty() ? 0 : stderr_bytes_until(record_, rules::index(seat), ply);
    scene.errors = stderr_between(record_, rules::index(seat), begin, bot.departure.stderr_total);
  }

  const MatchRecord& record_;
  rules::BySeat<std::string> read_;
};

}  // namespace

std::vector<FaultScene> fault_scenes(const MatchRecord& record) {
  if (record.faults.empty()) return {};
  Scenes scenes(record);
  replay(record, scenes);
  return std::move(scenes.found);
}

std::uint64_t stderr_bytes_until(const MatchRecord& record, std::size_t seat, std::size_t ply) {
  const auto& bytes = record.measured.stderr_bytes;
  if (bytes.empty()) return record.measured.bots[seat].departure.stderr_total;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < std::min({ply, bytes.size(), record.plies.size()}); ++i) {
    if (rules::index(record.plies[i].seat) == seat && !record.plies[i].jury) total += bytes[i];
  }
  return total;
}

std::string stderr_between(const MatchRecord& record, std::size_t seat, std::uint64_t begin,
                           std::uint64_t end) {
  const bot::Departure& departure = record.measured.bots[seat].departure;
  const std::string& tail = departure.stderr_tail;
  const std::uint64_t total = std::max<std::uint64_t>(departure.stderr_total, tail.size());
  const std::uint64_t lost = total - tail.size();
  const std::string& head = departure.stderr_head;
  const auto part = [begin, end](std::string_view text, std::uint64_t at) {
    const std::uint64_t from = std::clamp<std::uint64_t>(begin, at, at + text.size()) - at;
    const std::uint64_t to = std::clamp<std::uint64_t>(end, at, at + text.size()) - at;
    return std::string(
        text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from)));
  };
  std::string text = part(head, 0);
  if (!text.empty() && end > head.size() && lost > head.size()) text += left_out;
  return text + part(tail, lost);
}

}  // namespace referee::match
