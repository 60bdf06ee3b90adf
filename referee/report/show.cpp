#include "referee/report/show.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "referee/bot/text.hpp"
#include "referee/match/record_json.hpp"
#include "referee/report/match_text.hpp"
#include "referee/report/text.hpp"
#include "referee/text/utf8.hpp"

namespace referee::report {

using match::MatchFault;
using match::MatchRecord;
using match::Ply;
using rules::Seat;

namespace {

constexpr int longest_name = 24;

class Replay {
 public:
  Replay(std::ostream& out, const MatchRecord& record, const ShowOptions& options)
      : out_(out), record_(record), options_(options) {
    for (std::size_t i = 0; i < 2; ++i) {
      seat_width_ = std::max(seat_width_, text::display_width(record.game->seat_names[i]));
      name_width_ = std::max(name_width_, text::display_width(name(i)));
    }
  }

  // Writes the game; false if the record does not fit the rules.
  bool run() {
    const std::string trouble = play();
    if (options_.boards == Boards::last && game_) out_ << game_->draw();
    if (options_.boards != Boards::all) out_ << '\n';
    if (trouble.empty()) return true;
    out_ << painted("The record does not fit the rules from here on: " + trouble, Paint::red,
                    options_.style)
         << "\n\n";
    return false;
  }

 private:
  // Empty, or why the record does not go on.
  std::string play() {
    try {
      game_ = record_.game->start(record_.deal);
    } catch (const std::invalid_argument& error) {
      return std::string("the deal cannot be played: ") + text::safe_text(error.what());
    }
    undated_faults();
    for (std::size_t i = 0; i < record_.plies.size(); ++i) {
      const int number = static_cast<int>(i) + 1;
      if (number > options_.last_ply) return {};
      if (std::string trouble = faults_at(number); !trouble.empty()) return trouble;
      if (std::string trouble = ply(i, number); !trouble.empty()) return trouble;
    }
    const int after_last = static_cast<int>(record_.plies.size()) + 1;
    if (std::string trouble = faults_at(after_last); !trouble.empty()) return trouble;
    for (const MatchFault& fault : record_.faults) {
      if (fault.ply > after_last) {
        return "the fault at ply " + std::to_string(fault.ply) + " lies beyond the record's end";
      }
    }
    const bool may_end_anywhere = undated_ == 2;
    const bool ended_by_a_fault = undated_ > 0 && !record_.game->takeover;
    return game_->over() || may_end_anywhere || ended_by_a_fault
               ? ""
               : "it ends, but the game is not over";
  }

  // Faults of which the record does not say when they happened: shown before all moves, and
  // forfeited then where that does not end the game (see match::replay).
  void undated_faults() {
    for (const MatchFault& fault : record_.faults) {
      if (fault.ply > 0) continue;
      ++undated_;
      out_ << painted("   ! " + fault_text(record_, fault), Paint::red, options_.style) << '\n';
    }
    for (const MatchFault& fault : record_.faults) {
      if (fault.ply == 0 && undated_ == 1 && record_.game->takeover) game_->forfeit(fault.seat);
    }
  }

  // Plays and shows the faults of a ply, which come before its move is made.
  std::string faults_at(int number) {
    for (const MatchFault& fault : record_.faults) {
      if (fault.ply != number) continue;
      if (shown(number)) {
        out_ << painted("   ! " + fault_text(record_, fault), Paint::red, options_.style) << '\n';
      }
      const std::string what = "the fault at ply " + std::to_string(number);
      if (game_->over()) return what + " came after the end of the game";
      if (game_->to_move() != fault.seat) return what + " came in the other seat's turn";
      game_->forfeit(fault.seat);
    }
    return {};
  }

  std::string ply(std::size_t i, int number) {
    const Ply& ply = record_.plies[i];
    if (shown(number)) out_ << ply_line(i, number) << '\n';
    const std::string what = "ply " + std::to_string(number);
    if (game_->over()) return "the game was over before " + what;
    if (game_->to_move() != ply.seat) return "at " + what + " it was the other seat's turn";
    lines_.clear();
    game_->take_lines(ply.seat, lines_);
    if (const rules::Verdict verdict = game_->play(ply.line); !verdict) {
      return what + " is not legal: " + text::safe_text(verdict.reason());
    }
    if (game_->relayed() != ply.relayed) {
      return what + " is relayed as '" + match::escape_line(game_->relayed()) + "'";
    }
    if (shown(number) && options_.boards == Boards::all) out_ << game_->draw() << '\n';
    return {};
  }

  std::string ply_line(std::size_t i, int number) const {
    const Ply& ply = record_.plies[i];
    const std::size_t seat = rules::index(ply.seat);
    std::string digits = std::to_string(number);
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), ' ');
    std::string moved = match::escape_line(ply.line);
    if (ply.relayed != ply.line) moved += " (relayed: " + match::escape_line(ply.relayed) + ")";
    std::string text = painted(digits, Paint::dim, options_.style) + "  " +
                       text::padded(std::string(record_.game->seat_names[seat]), seat_width_) +
                       "  " + text::padded(name(seat), name_width_) + "  " +
                       painted(text::padded(std::move(moved), 8), Paint::bold, options_.style);
    if (ply.jury) return text + painted("  played by the jury", Paint::yellow, options_.style);
    return text + painted(times(i, number), Paint::dim, options_.style);
  }

  // "  1.2 ms CPU, 1.3 ms wall, early": what is known of a bot's turn.
  std::string times(std::size_t i, int number) const {
    const match::Measurements& measured = record_.measured;
    std::string text;
    if (i < measured.cpu.size()) text += "  " + time_text(measured.cpu[i]) + " CPU";
    if (i < measured.wall.size()) {
      text += (text.empty() ? "  " : ", ") + time_text(measured.wall[i]) + " wall";
    }
    if (std::find(measured.early.begin(), measured.early.end(), number) != measured.early.end()) {
      text += (text.empty() ? "  " : ", ") + std::string("early");
    }
    return text;
  }

  std::string name(std::size_t seat) const {
    return text::cut(text::safe_text(record_.bots[seat].name), longest_name);
  }
  bool shown(int number) const {
    return number >= options_.first_ply && number <= options_.last_ply;
  }

  std::ostream& out_;
  const MatchRecord& record_;
  const ShowOptions& options_;
  int seat_width_ = 0;
  int name_width_ = 0;
  std::unique_ptr<rules::Game> game_;
  int undated_ = 0;  // faults
  std::string lines_;
};

std::string match_line(const MatchRecord& record, const ShowOptions& options) {
  std::string text;
  if (record.match) text += "match " + std::to_string(*record.match);
  if (options.official_number) {
    text += (text.empty() ? "" : ", ") + std::string("official game ") +
            std::to_string(*options.official_number);
  }
  if (record.round > 0) {
    text += (text.empty() ? "" : ", ") + std::string("round ") + std::to_string(record.round);
  }
  if (!record.tournament.empty()) {
    text += (text.empty() ? "" : " of ") + std::string("tournament ") +
            text::safe_text(record.tournament);
  }
  return text;
}

void write_head(std::ostream& out, const MatchRecord& record, const ShowOptions& options) {
  const std::string title =
      std::string(record.game->title) + " (" + std::string(record.game->contest) + ")";
  const std::string match = match_line(record, options);
  out << painted(title, Paint::bold, options.style) << (match.empty() ? "" : ", ") << match << '\n';
  for (const Seat seat : {Seat::first, Seat::second}) {
    out << bot_and_seat(record, seat) << ": "
        << text::safe_text(record.bots[rules::index(seat)].command) << '\n';
  }
  if (record.seed) out << "seed " << *record.seed << ", ";
  out << "clock " << bot::name(record.clock) << ", budget " << bot::seconds_text(record.budget)
      << ", isolation " << (record.isolated ? "on" : "off");
  if (!record.measured.started.empty())
    out << ", begun " << text::safe_text(record.measured.started);
  out << '\n';
  if (!record.deal.empty()) out << "deal " << text::safe_text(record.deal) << '\n';
  out << '\n';
}

}  // namespace

bool show_match(std::ostream& out, const MatchRecord& record, const ShowOptions& options) {
  write_head(out, record, options);
  const bool whole = Replay(out, record, options).run();
  out << painted("Result", Paint::bold, options.style) << " after "
      << counted(record.plies.size(), "ply", "plies") << "\n\n"
      << result_text(record, options.style);
  if (options.bot_stderr) {
    for (std::size_t seat = 0; seat < 2; ++seat) out << '\n' << stderr_text(record, seat);
  }
  return whole;
}

}  // namespace referee::report
