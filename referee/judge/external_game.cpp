#include "referee/judge/external_game.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "referee/judge/scene_reader.hpp"
#include "referee/text/characters.hpp"
#include "referee/text/error.hpp"
#include "referee/text/utf8.hpp"
#include "rules/scene.hpp"

namespace referee::judge {
namespace {

// The words of faults that the protocol has; everything else is an exit.
std::string_view kind_of(std::string_view word) {
  if (word == "ILLEGAL") return "illegal";
  return word == "TIMEOUT" ? "timeout" : "exit";
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

}  // namespace

template <typename Read>
auto ExternalGame::read(const Read& read) const {
  try {
    return read();
  } catch (const BadAnswer& bad) {
    lease_->fail(bad.what);
  }
}

ExternalGame::ExternalGame(JudgePool& pool, const rules::GameInfo& info, std::string_view deal)
    : pool_(pool), info_(info), deal_(deal), lease_(pool) {
  // A deal that would not be one line would be several requests.
  if (deal_.find('\n') != std::string::npos) {
    throw std::invalid_argument("a deal is one line");
  }
  const Lines& lines = lease_->ask("start " + deal_);
  if (!lines.empty() && lines.front().starts_with("illegal ")) {
    throw std::invalid_argument(refusal(lines).reason());
  }
  take(read([&] { return read_state(lines, 0, info_.most_game_points, lines_); }));
}

ExternalGame::ExternalGame(const ExternalGame& other)
    : Game(other),
      pool_(other.pool_),
      info_(other.info_),
      deal_(other.deal_),
      requests_(other.requests_),
      accepted_(other.accepted_),
      lines_(other.lines_),
      relayed_(other.relayed_),
      to_move_(other.to_move_),
      over_(other.over_),
      forfeited_(other.forfeited_),
      result_(other.result_),
      plies_(other.plies_) {}

std::unique_ptr<rules::Game> ExternalGame::clone() const {
  return std::unique_ptr<rules::Game>(new ExternalGame(*this));
}

JudgeProcess& ExternalGame::process() const {
  if (lease_) return *lease_;
  lease_ = Lease(pool_);
  const auto same = [this](bool holds) {
    if (!holds) lease_->fail("answers otherwise than another process of it to the same lines");
  };
  std::array<std::string, 2> told;
  const auto state_in = [&](const Lines& lines, std::size_t first) {
    return read([&] { return read_state(lines, first, info_.most_game_points, told); });
  };
  ReadState state = state_in(lease_->ask("start " + deal_), 0);
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    const Lines& lines = lease_->ask(requests_[i]);
    const bool refused = !lines.empty() && lines.front().starts_with("illegal ");
    same(refused == (accepted_[i] == 0));
    if (refused) continue;
    const bool played = requests_[i].starts_with("play ");
    same(!played || (!lines.empty() && lines.front().starts_with("legal")));
    state = state_in(lines, played ? 1 : 0);
  }
  same(state.turn.has_value() != over_ && (over_ || *state.turn == to_move_));
  return *lease_;
}

void ExternalGame::take_lines(Seat seat, std::string& out) {
  std::string& lines = lines_[rules::index(seat)];
  out += lines;
  lines.clear();
}

void ExternalGame::take(const ReadState& state) {
  promised_.clear();
  over_ = !state.turn.has_value();
  if (state.turn) {
    to_move_ = *state.turn;
    check_turns();
    return;
  }
  result_ = state.result;
  for (const Seat seat : {Seat::first, Seat::second}) {
    result_.seats[rules::index(seat)].forfeited = forfeited_[rules::index(seat)];
  }
  check_result(result_);
}

void ExternalGame::check_turns() const {
  if (forfeited_[0] && forfeited_[1]) lease_->fail("goes on after both seats have forfeited");
  if (!info_.takeover && (forfeited_[0] || forfeited_[1])) {
    lease_->fail("goes on after a fault, although its game has no takeover");
  }
}

void ExternalGame::check_result(const rules::Result& result) const {
  const int one = result.seats[0].score;
  const int two = result.seats[1].score;
  if (info_.cooperative) {
    if (one != two) lease_->fail("gives the seats of a cooperative game different scores");
  } else if (info_.point_scale.exact && std::abs(one - two) > info_.point_scale.limit) {
    lease_->fail(
        fmt::format("gives scores that are {} apart; point_scale says that it is at most {}",
                    std::abs(one - two), info_.point_scale.limit));
  }
}

rules::Verdict ExternalGame::refusal(const Lines& lines) const {
  std::string_view line = lines.front();
  take_word(line);
  if (line.empty() || lines.size() != 1) {
    lease_->fail("must say \"illegal\" and a reason, in one line and nothing else");
  }
  return rules::Verdict::refused(std::string(line));
}

void ExternalGame::no_verdict(const Lines& lines) const {
  // The usual cause.
  constexpr std::string_view hint =
      "; what a judge prints for its author belongs on its standard error";
  std::size_t wrong = 0;
  if (!lines.empty() && (lines.front() == "legal" || lines.front().starts_with("legal "))) ++wrong;
  if (wrong >= lines.size()) lease_->fail("must say \"legal\", or \"illegal\" and a reason");
  lease_->fail(fmt::format(
      "says \"{}\" where {} must be{}", text::safe_text(lines[wrong].substr(0, 100)),
      wrong == 0 ? "\"legal\", or \"illegal\" and a reason," : "the end of its answer", hint));
}

std::string ExternalGame::refused_by_referee(std::string_view line) const {
  if (line.size() > info_.longest_move) {
    return fmt::format("a line of {} bytes; the longest move has {}", line.size(),
                       info_.longest_move);
  }
  for (std::string_view rest = line; !rest.empty();) {
    const text::Character character = text::first_character(rest);
    if (!character.valid) return "a line that is not UTF-8";
    if (is_control(character.code)) return "a control character in the line";
    rest.remove_prefix(character.bytes);
  }
  return {};
}

rules::Verdict ExternalGame::play(std::string_view line) {
  if (std::string why = refused_by_referee(line); !why.empty()) {
    return rules::Verdict::refused(std::move(why));
  }
  constexpr std::size_t most_plies = 100'000;
  JudgeProcess& judge = process();
  if (++plies_ > most_plies) judge.fail("has not ended the game after 100,000 lines");
  requests_.emplace_back("play ").append(line);
  const Lines& lines = judge.ask(requests_.back());
  accepted_.push_back(0);
  if (!lines.empty() && lines.front().starts_with("illegal ")) {
    rules::Verdict verdict = refusal(lines);
    if (promised_.contains(line)) judge.fail("refuses a move that it has called legal");
    return verdict;
  }
  std::string_view relayed = lines.empty() ? std::string_view() : lines.front();
  if (take_word(relayed) != "legal") no_verdict(lines);
  accepted_.back() = 1;
  relayed_ = relayed.empty() ? line : relayed;
  take(read([&] { return read_state(lines, 1, info_.most_game_points, lines_); }));
  return {};
}

rules::Verdict ExternalGame::check(std::string_view line) const {
  if (std::string why = refused_by_referee(line); !why.empty()) {
    return rules::Verdict::refused(std::move(why));
  }
  JudgeProcess& judge = process();
  if (!judge.can("test")) return clone()->play(line);
  const Lines& lines = judge.ask(std::string("test ").append(line));
  if (!lines.empty() && lines.front().starts_with("illegal ")) {
    rules::Verdict verdict = refusal(lines);
    if (promised_.contains(line)) judge.fail("refuses a move that it has called legal");
    return verdict;
  }
  if (lines.size() != 1 || lines.front() != "legal") no_verdict(lines);
  promised_.emplace(line);
  return {};
}

bool ExternalGame::lists_moves() const noexcept { return info_.outside->lists_moves; }

std::uint32_t ExternalGame::legal_count() const {
  if (!lists_moves()) {
    throw text::InputError(fmt::format(
        "the judge of {} lists no legal moves, so that none can be chosen at random", info_.name));
  }
  const Lines& lines = ask("count");
  return read([&] {
    std::string_view line = lines.empty() ? std::string_view() : lines.front();
    if (lines.size() != 1 || take_word(line) != "count") throw BadAnswer{"must say \"count N\""};
    if (line == "0") {
      throw BadAnswer{
          "says that the seat to move has no legal move: then it is the other seat's turn, or the "
          "game is over"};
    }
    return static_cast<std::uint32_t>(number_in(line, 1, 0xffffffff));
  });
}

void ExternalGame::legal_move(std::uint32_t number, rules::MoveLine& out) const {
  if (!lists_moves()) static_cast<void>(legal_count());
  const Lines& lines = ask(fmt::format("move {}", number));
  std::string_view line = lines.empty() ? std::string_view() : lines.front();
  if (lines.size() != 1 || take_word(line) != "move") lease_->fail("must say \"move LINE\"");
  if (const std::string why = refused_by_referee(line); !why.empty()) {
    lease_->fail("lists as a legal move " + why);
  }
  out.assign(line);
  promised_.emplace(line);
}

void ExternalGame::random_move(rules::Stream& stream, rules::MoveLine& out) const {
  legal_move(stream.below(legal_count()), out);
}

void ExternalGame::forfeit_for(Seat seat, std::string_view word) {
  if (std::exchange(forfeited_[rules::index(seat)], true)) return;
  JudgeProcess& judge = process();
  requests_.push_back(fmt::format("forfeit {} {} {}", rules::index(seat) + 1, kind_of(word),
                                  info_.takeover ? "takeover" : "end"));
  const Lines& lines = judge.ask(requests_.back());
  accepted_.push_back(1);
  take(read([&] { return read_state(lines, 0, info_.most_game_points, lines_); }));
}

rules::Result ExternalGame::result() const {
  if (over_) return result_;
  rules::Result result;
  if (JudgeProcess& judge = process(); judge.can("result")) {
    const Lines& lines = judge.ask("result");
    const ReadResult found = read([&] { return read_result(lines, 0, info_.most_game_points); });
    if (found.over) judge.fail("must not say \"over\" where only the result is asked for");
    check_result(found.result);
    result = found.result;
  }
  for (const std::size_t seat : {0U, 1U}) result.seats[seat].forfeited = forfeited_[seat];
  return result;
}

std::string ExternalGame::last_moves() const {
  constexpr std::size_t most = 8;
  constexpr std::size_t width = 70;
  std::vector<std::string> moves;
  for (std::size_t i = requests_.size(); i > 0 && moves.size() < most; --i) {
    if (accepted_[i - 1] == 0 || !requests_[i - 1].starts_with("play ")) continue;
    moves.push_back(text::cut(text::safe_text(requests_[i - 1].substr(5)), width));
  }
  if (moves.empty()) return "No move has been made.\n";
  std::string text = "The last moves:\n";
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) text += "  " + *move + '\n';
  return text;
}

std::string ExternalGame::draw() const {
  JudgeProcess& judge = process();
  if (!judge.can("draw")) return last_moves();
  std::string text;
  for (std::string_view line : judge.ask("draw")) {
    const std::string_view word = take_word(line);
    if (word != "line") judge.fail("must say \"line TEXT\" for each line of its drawing");
    constexpr int width = 79;
    text += text::cut(text::safe_text(line), width) + '\n';
  }
  return text;
}

rules::Scene ExternalGame::scene() const {
  JudgeProcess& judge = process();
  rules::Scene scene;
  if (judge.can("scene")) {
    const Lines& lines = judge.ask("scene");
    scene = read([&] { return read_scene(lines, info_.layout(), over_); });
  } else {
    std::string text = draw();
    for (std::size_t begin = 0; begin < text.size();) {
      const auto end = text.find('\n', begin);
      scene.notes.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  if (!over_) scene.to_move = to_move_;
  if (scene.status.empty()) {
    scene.status = over_ ? "The game is over."
                         : fmt::format("{} is to move.", info_.seat_names[rules::index(to_move_)]);
  }
  return scene;
}

}  // namespace referee::judge
