#include "referee/play/judge/external_game.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/play/judge/answers.hpp"
#include "rules/by_seat.hpp"
#include "rules/scene.hpp"

namespace referee::judge {
namespace {

// The words of faults that the protocol has; everything else is an exit.
std::string_view kind_of(std::string_view word) {
  if (word == "ILLEGAL") return "illegal";
  return word == "TIMEOUT" ? "timeout" : "exit";
}

bool is_move(std::string_view request) { return !request.starts_with("forfeit "); }

std::string_view line_of(std::string_view move) {
  if (take_word(move) == "timed") take_word(move);
  return move;
}

}  // namespace

ExternalGame::ExternalGame(JudgePool& pool, const rules::GameInfo& info, std::string_view deal)
    : pool_(pool),
      info_(info),
      deal_(deal),
      lease_(pool),
      lines_(info.seats()),
      moved_(info.seats()),
      forfeited_(info.seats()) {
  // A deal that would not be one line would be several requests.
  if (deal_.find('\n') != std::string::npos) {
    throw std::invalid_argument("a deal is one line");
  }
  const Lines& lines = lease_->ask("start " + deal_);
  if (is_refusal(lines)) throw std::invalid_argument(refusal(lines, deal_).reason());
  take(state_in(lines, 0, lines_));
}

std::unique_ptr<rules::Game> ExternalGame::clone() const {
  return std::unique_ptr<rules::Game>(new ExternalGame(*this));
}

JudgeProcess& ExternalGame::process() const {
  if (lease_) return *lease_;
  lease_ = Lease(pool_);
  const auto same = [this](bool holds) {
    if (!holds) lease_->fail("answers otherwise than another process of it to the same lines");
  };
  rules::BySeat<std::string> told(info_.seats());
  ReadState state = state_in(lease_->ask("start " + deal_), 0, told);
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    const Lines& lines = lease_->ask(requests_[i]);
    const bool refused = is_refusal(lines);
    same(refused == (accepted_[i] == 0));
    if (refused) continue;
    const bool played = is_move(requests_[i]);
    same(!played || (!lines.empty() && lines.front().starts_with("legal")));
    state = state_in(lines, played ? 1 : 0, told);
  }
  same(state.turn.has_value() != over_ && (over_ || *state.turn == to_move_));
  return *lease_;
}

ReadState ExternalGame::state_in(const Lines& lines, std::size_t first,
                                 rules::BySeat<std::string>& told) const {
  return lease_->reading([&] { return read_state(lines, first, info_.most_game_points, told); });
}

void ExternalGame::take_lines(Seat seat, std::string& out) {
  std::string& lines = lines_[rules::index(seat)];
  out += lines;
  lines.clear();
}

void ExternalGame::take(ReadState state) {
  promised_.clear();
  convictions_ = std::move(state.convictions);
  convict();
  over_ = !state.turn.has_value();
  limit_ = state.limit;
  exit_line_ = state.exit_line;
  hidden_ = state.hidden && !over_;
  if (!hidden_) shown_ = requests_.size();
  if (state.turn) {
    to_move_ = *state.turn;
    check_turns();
  } else {
    result_ = checked(state.result);
  }
}

void ExternalGame::convict() {
  for (const rules::Conviction& one : convictions_) {
    const std::size_t seat = rules::index(one.seat);
    if (!moved_[seat]) {
      lease_->fail(fmt::format("says a fault of seat {}, which has not moved yet", seat + 1));
    }
    if (std::exchange(forfeited_[seat], true)) {
      lease_->fail(fmt::format("says a fault of seat {}, which has failed before", seat + 1));
    }
  }
}

void ExternalGame::check_turns() const {
  if (std::find(forfeited_.begin(), forfeited_.end(), false) == forfeited_.end()) {
    lease_->fail("goes on after all seats have forfeited");
  }
  if (info_.takeover) return;
  if (is_to_end_) lease_->fail("goes on after a fault, although its game has no takeover");
  if (forfeited_[rules::index(to_move_)]) {
    lease_->fail("asks a seat that has failed for a move, although its game has no takeover");
  }
}

rules::Result ExternalGame::checked(rules::Result result) const {
  const auto [least, most] =
      std::minmax_element(result.seats.begin(), result.seats.end(),
                          [](const auto& one, const auto& two) { return one.score < two.score; });
  const std::int64_t apart = most->score - least->score;
  if (info_.cooperative) {
    if (apart != 0) lease_->fail("gives the seats of a cooperative game different scores");
  } else if (!info_.goal && info_.point_scale.exact &&
             static_cast<double>(apart) > info_.point_scale.limit) {
    lease_->fail(
        fmt::format("gives scores that are {} apart; point_scale says that it is at most {}", apart,
                    info_.point_scale.limit));
  }
  for (const Seat seat : result.seats.seats()) result.seats[seat].forfeited = forfeited_[seat];
  return result;
}

rules::Verdict ExternalGame::refusal(const Lines& lines, std::string_view line) const {
  std::string_view reason = lines.front();
  take_word(reason);
  if (reason.empty() || lines.size() != 1) {
    lease_->fail("must say \"illegal\" and a reason, in one line and nothing else");
  }
  if (promised_.contains(line)) lease_->fail("refuses a move that it has called legal");
  return rules::Verdict::refused(std::string(reason));
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

rules::Verdict ExternalGame::by_referee(std::string_view line) const {
  using rules::Verdict;
  if (line.size() > info_.longest_move) {
    return Verdict::refused(fmt::format("a line of {} bytes; the longest move has {}", line.size(),
                                        info_.longest_move));
  }
  for (std::string_view rest = line; !rest.empty();) {
    const text::Character character = text::first_character(rest);
    if (!character.valid) return Verdict::refused("a line that is not UTF-8");
    // Many readers end a line at U+2028, too: their judge would get two requests.
    if (text::is_unsafe(character)) {
      return Verdict::refused(character.code < 0xa0
                                  ? "a control character in the line"
                                  : "a line separator or mark of writing direction in the line");
    }
    rest.remove_prefix(character.bytes);
  }
  return {};
}

rules::Verdict ExternalGame::play(std::string_view line) {
  if (rules::Verdict own = by_referee(line); !own) return own;
  constexpr std::size_t most_plies = 100'000;
  JudgeProcess& judge = process();
  if (++plies_ > most_plies) judge.fail("has not ended the game after 100,000 lines");
  const auto time = std::exchange(took_, {});
  requests_.push_back(judge.can("timed") ? fmt::format("timed {} {}", time.count(), line)
                                         : std::string("play ").append(line));
  played_ += requests_.back().size();
  const Lines& lines = judge.ask(requests_.back());
  accepted_.push_back(0);
  if (is_refusal(lines)) return refusal(lines, line);
  std::string_view relayed = lines.empty() ? std::string_view() : lines.front();
  if (take_word(relayed) != "legal") no_verdict(lines);
  accepted_.back() = 1;
  if (!forfeited_[rules::index(to_move_)]) moved_[rules::index(to_move_)] = true;
  relayed_ = relayed.empty() ? line : relayed;
  played_ += line.size() + relayed_.size();
  take(state_in(lines, 1, lines_));
  return {};
}

void ExternalGame::check_size(std::size_t unread) const {
  constexpr std::size_t most = 32 * kernel::mebibyte;
  std::size_t all = played_ + unread;
  for (const std::string& lines : lines_) all += lines.size();
  if (all <= most) return;
  process().fail(
      "has made a game of more than 32 MiB: its lines so far, and those that the bots have been "
      "told and have not read");
}

void check_size(const rules::Game& game, std::size_t unread) {
  if (const auto* judged = dynamic_cast<const ExternalGame*>(&game)) judged->check_size(unread);
}

rules::Verdict ExternalGame::check(std::string_view line) const {
  if (rules::Verdict own = by_referee(line); !own) return own;
  JudgeProcess& judge = process();
  if (!judge.can("test")) return clone()->play(line);
  const Lines& lines = judge.ask(std::string("test ").append(line));
  if (is_refusal(lines)) return refusal(lines, line);
  if (lines.size() != 1 || lines.front() != "legal") no_verdict(lines);
  promised_.emplace(line);
  return {};
}

rules::Verdict ExternalGame::warning(std::string_view line) const {
  if (process().can("test")) return check(line);
  if (rules::Verdict own = by_referee(line); !own) return own;
  const auto copy = clone();
  rules::Verdict verdict = copy->play(line);
  if (!verdict) return verdict;
  for (const rules::Conviction& one : copy->convictions()) {
    if (one.seat == to_move_) return rules::Verdict::refused(one.reason);
  }
  return {};
}

bool ExternalGame::lists_moves() const noexcept { return info_.outside->lists_moves; }

std::uint32_t ExternalGame::legal_count() const {
  if (!lists_moves()) {
    throw text::InputError(fmt::format(
        "the judge of {} lists no legal moves, so that none can be chosen at random", info_.name));
  }
  JudgeProcess& judge = process();
  const Lines& lines = judge.ask("count");
  return judge.reading([&] {
    const std::string_view count = only_line(lines, "count", "\"count N\"");
    if (count == "0") {
      throw BadAnswer{
          "says that the seat to move has no legal move: then it is the other seat's turn, or the "
          "game is over"};
    }
    return static_cast<std::uint32_t>(number_in(count, 1, 0xffffffff));
  });
}

void ExternalGame::legal_move(std::uint32_t number, rules::MoveLine& out) const {
  if (!lists_moves()) static_cast<void>(legal_count());
  JudgeProcess& judge = process();
  const Lines& lines = judge.ask(fmt::format("move {}", number));
  const std::string_view line =
      judge.reading([&] { return only_line(lines, "move", "\"move LINE\""); });
  if (const rules::Verdict own = by_referee(line); !own) {
    judge.fail("lists as a legal move " + own.reason());
  }
  out.assign(line);
  promised_.emplace(line);
}

void ExternalGame::random_move(rules::Stream& stream, rules::MoveLine& out) const {
  legal_move(stream.below(legal_count()), out);
}

void ExternalGame::forfeit_for(Seat seat, std::string_view word) {
  if (std::exchange(forfeited_[rules::index(seat)], true)) return;
  const bool out = !info_.takeover && info_.seats() > rules::usual_seats;
  is_to_end_ = !info_.takeover && !out;
  JudgeProcess& judge = process();
  requests_.push_back(fmt::format("forfeit {} {} {}", rules::index(seat) + 1, kind_of(word),
                                  is_to_end_ ? "end"
                                  : out      ? "out"
                                             : "takeover"));
  const Lines& lines = judge.ask(requests_.back());
  accepted_.push_back(1);
  take(state_in(lines, 0, lines_));
}

rules::Result ExternalGame::result() const {
  if (over_) return result_;
  rules::Result unknown;
  unknown.seats = rules::BySeat<rules::SeatResult>(info_.seats());
  for (rules::SeatResult& seat : unknown.seats) seat.board_points.reset();
  JudgeProcess& judge = process();
  if (!judge.can("result")) return checked(unknown);
  const Lines& lines = judge.ask("result");
  if (lines.empty()) return checked(unknown);
  const ReadResult found =
      judge.reading([&] { return read_result(lines, 0, info_.most_game_points, info_.seats()); });
  if (found.over) judge.fail("must not say \"over\" where only the result is asked for");
  return checked(found.result);
}

std::string ExternalGame::last_moves() const {
  constexpr std::size_t most = 8;
  constexpr std::size_t width = 70;
  std::vector<std::string> moves;
  for (std::size_t i = shown_; i > 0 && moves.size() < most; --i) {
    if (accepted_[i - 1] == 0 || !is_move(requests_[i - 1])) continue;
    moves.push_back(text::cut(text::safe_text(line_of(requests_[i - 1])), width));
  }
  if (moves.empty()) {
    const bool hidden = std::find(accepted_.begin(), accepted_.end(), 1) != accepted_.end();
    return hidden ? "" : "No move has been made.\n";
  }
  std::string text = "The last moves:\n";
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) text += "  " + *move + '\n';
  return text;
}

std::string ExternalGame::draw() const {
  return process().can("draw") ? drawn("draw") : last_moves();
}

std::string ExternalGame::draw_for(Seat seat) const {
  if (!secret()) return draw();
  if (!process().can("draw-seat")) return {};
  return drawn(fmt::format("draw {}", rules::index(seat) + 1));
}

std::string ExternalGame::drawn(std::string_view request) const {
  JudgeProcess& judge = process();
  std::string text;
  for (std::string_view line : judge.ask(request)) {
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
  scene.seats = rules::BySeat<rules::Look>(info_.seats());
  if (judge.can("scene")) {
    const Lines& lines = judge.ask("scene");
    scene = judge.reading([&] { return read_scene(lines, info_.layout(), over_, info_.seats()); });
  } else {
    const std::string text = draw();
    for (const std::string_view line : lines_of(text)) scene.notes.emplace_back(line);
  }
  complete(scene);
  return scene;
}

rules::Scene ExternalGame::scene_for(Seat seat) const {
  if (!secret()) return scene();
  JudgeProcess& judge = process();
  rules::Scene scene;
  scene.seats = rules::BySeat<rules::Look>(info_.seats());
  if (judge.can("scene-seat")) {
    const Lines& lines = judge.ask(fmt::format("scene {}", rules::index(seat) + 1));
    scene = judge.reading([&] { return read_scene(lines, info_.layout(), over_, info_.seats()); });
  } else {
    scene.looks.resize(info_.layout().cells.size());
    const std::string text = draw_for(seat);
    for (const std::string_view line : lines_of(text)) scene.notes.emplace_back(line);
  }
  // What another seat may play shows what it holds.
  if (seat != to_move_) scene.input = {};
  complete(scene);
  return scene;
}

void ExternalGame::complete(rules::Scene& scene) const {
  if (!over_) scene.to_move = to_move_;
  if (!scene.status.empty()) return;
  scene.status = over_ ? "The game is over."
                       : fmt::format("{} is to move.", info_.seat_names[rules::index(to_move_)]);
}

}  // namespace referee::judge
