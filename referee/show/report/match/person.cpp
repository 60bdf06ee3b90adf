#include "referee/show/report/match/person.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/match/show.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/by_seat.hpp"

namespace referee::report {
namespace {

constexpr int looks_for_interrupts_every = 100;  // ms
// How many legal moves are shown without being asked for, and at most on request.
constexpr std::uint32_t few_moves = 12;
constexpr std::size_t most_moves = 400;
// Of more moves than this some are shown.
constexpr std::uint32_t countless = 100'000;
constexpr std::uint32_t shown_moves = 5;

constexpr std::string_view typed_words =
    "Type a move, or\n"
    "  ?        the legal moves;  ? TEXT  those with TEXT in them\n"
    "  board    the board again\n"
    "  hint     what the bot of --hint would play\n"
    "  undo     take back your last move, and what followed\n"
    "  resign   give up; the game counts as lost\n"
    "  quit     leave; nothing is saved\n";

}  // namespace

std::optional<std::string> TypedLines::next() {
  for (;;) {
    if (const auto end = typed_.find('\n'); end != std::string::npos) {
      std::string line = typed_.substr(0, end);
      typed_.erase(0, end + 1);
      return line;
    }
    if (ended_) return typed_.empty() ? std::nullopt : std::optional(std::exchange(typed_, {}));
    if (interrupted_) throw bot::Interrupted();
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, looks_for_interrupts_every) <= 0) continue;
    std::array<char, 4096> bytes;
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count > 0) typed_.append(bytes.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) ended_ = true;
  }
}

SharedBoard::SharedBoard(const match::MatchPlan& plan, rules::BySeat<std::string> names,
                         std::optional<match::Seat> own, std::ostream& out, TextStyle style,
                         std::size_t known)
    : SittingBoard(plan),
      names_(std::move(names)),
      own_(own),
      out_(out),
      style_(style),
      shown_(known) {}

std::string SharedBoard::player(match::Seat seat) const {
  return fmt::format("{} ({})", text::safe_text(names_[rules::index(seat)]),
                     info().seat_names[rules::index(seat)]);
}

void SharedBoard::moved(const match::Ply& ply, int number, match::Duration cpu,
                        match::Duration wall) {
  SittingBoard::moved(ply, number, cpu, wall);
  show_moves();
}

void SharedBoard::show_moves() {
  if (plies().size() <= shown_ || game().hides()) return;
  for (; shown_ < plies().size(); ++shown_) {
    const match::Ply& ply = plies()[shown_];
    // Where something is secret, others read of a move what the judge relays of it.
    const bool is_own = ply.seat == own_ || !game().secret();
    out_ << fmt::format("{}: {} plays {}\n", shown_ + 1, ply.jury ? "the jury" : player(ply.seat),
                        text::safe_text(is_own ? ply.line : ply.relayed));
  }
  if (game().over()) out_ << '\n' << board_text(info(), game(), style_);
}

void SharedBoard::failed(const match::MatchFault& fault) {
  SittingBoard::failed(fault);
  show_moves();
  if (fault.fault.reason == match::resigned) {
    out_ << player(fault.seat) << " resigned\n";
    return;
  }
  out_ << fmt::format("{}: {}: {}{}\n", player(fault.seat), bot::name(fault.fault.kind),
                      reason_text(fault.fault),
                      game().over()     ? ""
                      : info().takeover ? "; the jury plays on in its place"
                                        : "; the game goes on without it");
}

Person::Person(Table table, match::Seat seat, std::vector<std::string> given)
    : table_(std::move(table)), seat_(seat), given_(std::move(given)) {}

match::Answer Person::answer(std::string_view lines) {
  match::Answer answer;
  if (next_ < given_.size()) {
    answer.line = given_[next_++];
    return answer;
  }
  show_lines(lines);
  show_board();
  for (;;) {
    table_.out << fmt::format("{}move {}, {}> ", std::exchange(count_, {}),
                              table_.board.plies().size() + 1, table_.board.player(seat_))
               << std::flush;
    std::optional<std::string> line = table_.lines.next();
    if (!line) throw Left();
    while (!line->empty() && (line->back() == ' ' || line->back() == '\r')) line->pop_back();
    if (*line == "resign") {
      throw match::Resigned{seat_};
    }
    if (line->empty() || obey(*line)) continue;
    const rules::Verdict verdict = match::verdict_for_person(table_.board.game(), *line);
    if (verdict) {
      answer.line = std::move(*line);
      return answer;
    }
    table_.out << text::safe_text(verdict.reason())
               << (table_.board.game().lists_moves() ? " (? lists the legal moves)\n" : "\n");
  }
}

bool Person::obey(const std::string& word) {
  if (word == "help" || word == "h") {
    table_.out << typed_words;
  } else if (word.starts_with('?')) {
    const auto part = word.find_first_not_of("? ");
    list_moves(part == std::string::npos ? std::string_view()
                                         : std::string_view(word).substr(part));
  } else if (word == "board") {
    show_board();
  } else if (word == "hint") {
    table_.out << (table_.hint ? table_.hint() : "give a bot with --hint COMMAND") << '\n';
  } else if (word == "undo") {
    take_back();
  } else if (word == "quit" || word == "exit") {
    throw Left();
  } else {
    return false;
  }
  return true;
}

// What a judge told the seat besides the moves that are shown.
void Person::show_lines(std::string_view lines) const {
  if (!table_.board.info().outside) return;
  const std::string_view shown = table_.board.game().relayed();
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (line != "Start" && line != shown) table_.out << "told: " << text::safe_text(line) << '\n';
  }
}

// All of it, with the prompt, has room in 24 rows.
void Person::show_board() {
  const rules::Game& game = table_.board.game();
  table_.out << (table_.style.colour ? "" : "\n")
             << board_text_for(seat_, table_.board.info(), game, table_.style);
  if (!game.lists_moves()) return;
  const std::uint32_t count = game.legal_count();
  if (count <= few_moves) {
    list_moves({});
  } else {
    count_ = text::plural(count, "legal move") + "; ? lists them; ";
  }
}

void Person::list_moves(std::string_view part) const {
  const rules::Game& game = table_.board.game();
  if (!game.lists_moves()) {
    table_.out << "the judge of this game lists no moves; it says of each whether it is legal\n";
    return;
  }
  const std::uint32_t count = game.legal_count();
  std::vector<std::string> moves;
  std::size_t left_out = 0;
  rules::MoveLine line;
  if (count > countless) {
    for (std::uint32_t i = 0; i < shown_moves; ++i) {
      game.legal_move(count / shown_moves * i, line);
      moves.emplace_back(line.view());
    }
    table_.out << text::wrapped(text::plural(count, "move is", "moves are") +
                                    " legal, for example: " + text::join(moves, " "),
                                table_.style.width, 2)
               << '\n';
    return;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    line.clear();
    game.legal_move(i, line);
    if (line.view().find(part) == std::string_view::npos) continue;
    if (moves.size() < most_moves) {
      moves.emplace_back(line.view());
    } else {
      ++left_out;
    }
  }
  if (moves.empty()) {
    table_.out << fmt::format("no legal move has '{}' in it\n", text::safe_text(part));
    return;
  }
  table_.out << text::wrapped("legal: " + text::join(moves, " "), table_.style.width, 2);
  if (left_out > 0) table_.out << fmt::format(" ... and {} more", left_out);
  table_.out << '\n';
}

void Person::take_back() const {
  const auto left = table_.sitting.without_last(table_.board.plies());
  if (left) throw match::TakenBack{*left};
  table_.out << "there is no move of yours to take back\n";
}

}  // namespace referee::report
