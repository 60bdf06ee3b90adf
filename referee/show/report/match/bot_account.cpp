#include "referee/show/report/match/bot_account.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

constexpr std::size_t most_named = 3;
constexpr double time_trouble = 0.9;

void count(BotResults& results, std::optional<rules::Seat> winner, rules::Seat seat) {
  ++results.games;
  ++(!winner ? results.drawn : *winner == seat ? results.won : results.lost);
}

// Keeps the first ones by `before`; of equal ones the earlier match.
template <typename Sight, typename Before>
void keep(std::vector<Sight>& list, Sight one, Before before) {
  list.push_back(one);
  std::sort(list.begin(), list.end(), [&](const Sight& a, const Sight& b) {
    return before(a, b) || (!before(b, a) && a.match < b.match);
  });
  if (list.size() > most_named) list.pop_back();
}

double share_of_time(const match::MatchRecord& record, rules::Seat seat) {
  const auto& measured = record.measured.bots[rules::index(seat)];
  const bool cpu = record.clock == kernel::ClockKind::cpu;
  const auto budget = match::times_of(record, seat).budget;
  if (!record.measured.known || budget <= match::Duration{}) return 0;
  return std::chrono::duration<double>(cpu ? measured.cpu : measured.wall) /
         std::chrono::duration<double>(budget);
}

}  // namespace

void BotMatches::add(std::uint64_t number, const match::MatchRecord& record) {
  for (std::size_t i = 0; i < record.bots.size(); ++i) {
    if (record.bots[i].name == bot_) add_seat(number, record, static_cast<rules::Seat>(i));
  }
}

void BotMatches::add_seat(std::uint64_t number, const match::MatchRecord& record,
                          rules::Seat seat) {
  const auto winner = winner_of(record);
  count(all_, winner, seat);
  for (std::size_t i = 0; i < record.bots.size(); ++i) {
    if (i != rules::index(seat)) count(against_[record.bots[i].name], winner, seat);
  }
  add_fault(number, record, seat);
  add_time(number, record, seat);
  if (winner && *winner != seat) look_at(number, record, seat);
}

void BotMatches::add_fault(std::uint64_t number, const match::MatchRecord& record,
                           rules::Seat seat) {
  const match::MatchFault* const fault = match::fault_of(record, seat);
  if (fault == nullptr) return;
  const auto lines =
      text::last_lines(record.measured.bots[rules::index(seat)].departure.stderr_tail, 1);
  auto& [times, first] =
      faults_[{std::string(bot::name(fault->fault.kind)), lines.empty() ? "" : lines.back()}];
  if (times++ == 0 || number < first) first = number;
}

void BotMatches::add_time(std::uint64_t number, const match::MatchRecord& record,
                          rules::Seat seat) {
  const double share = share_of_time(record, seat);
  if (share >= time_trouble) ++in_time_trouble_;
  if (share <= most_time_) return;
  most_time_ = share;
  slowest_match_ = number;
}

void BotMatches::look_at(std::uint64_t number, const match::MatchRecord& record, rules::Seat seat) {
  if (match::fault_of(record, seat) == nullptr) {
    keep(shortest_, Sight{number, {0, static_cast<int>(record.plies.size())}},
         [](const Sight& a, const Sight& b) { return a.at.ply < b.at.ply; });
  }
  if (record.game->outside) return;
  if (replayed_ == most_replayed) {
    all_replayed_ = false;
    return;
  }
  ++replayed_;
  const match::Lead lead = match::lead_of(record);
  const auto larger = [](const Sight& a, const Sight& b) { return a.at.points > b.at.points; };
  const match::AtMove& lost = lead.lost[rules::index(seat)];
  if (lost.points > 0) keep(thrown_, Sight{number, lost}, larger);
  if (lead.swing.points > 0) keep(swings_, Sight{number, lead.swing}, larger);
}

BotAccount BotMatches::account() const {
  BotAccount account{all_, {}, {}, in_time_trouble_, slowest_match_, most_time_, {}, all_replayed_};
  for (const auto& [what, count] : faults_) {
    account.faults.push_back({what.first, what.second, count.first, count.second});
  }
  std::stable_sort(account.faults.begin(), account.faults.end(),
                   [](const auto& a, const auto& b) { return a.times > b.times; });
  for (const auto& [name, results] : against_) {
    if (results.lost > results.won) account.worst.push_back({name, results});
  }
  const auto share = [](const BotAccount::Opponent& one) {
    return (static_cast<double>(one.against.won) + static_cast<double>(one.against.drawn) / 2) /
           static_cast<double>(one.against.games);
  };
  std::stable_sort(account.worst.begin(), account.worst.end(),
                   [&](const auto& a, const auto& b) { return share(a) < share(b); });
  if (account.worst.size() > most_named) account.worst.resize(most_named);
  // Each game once.
  const auto look = [&account](const std::vector<Sight>& list, const auto& words) {
    for (const Sight& one : list) {
      const bool known = std::any_of(account.looks.begin(), account.looks.end(),
                                     [&](const auto& other) { return other.match == one.match; });
      if (known) continue;
      account.looks.push_back({one.match, words(one.at)});
      return;
    }
  };
  look(thrown_, [](const match::AtMove& at) {
    return at.ply == 0
               ? fmt::format("it gave away {} points that it had at the start",
                             short_text(at.points))
               : fmt::format("it gave away {} points after move {}", short_text(at.points), at.ply);
  });
  look(swings_, [](const match::AtMove& at) {
    return fmt::format("move {} changed the lead by {}", at.ply, short_text(at.points));
  });
  look(shortest_, [](const match::AtMove& at) {
    return fmt::format("it lost within {}",
                       text::plural(static_cast<std::uint64_t>(at.ply), "move"));
  });
  return account;
}

std::string account_text(const std::string& bot, const BotAccount& account,
                         const std::string& replay, const TextStyle& style) {
  const BotResults& all = account.all;
  std::string text =
      painted(fmt::format("{}: {}, {} won, {} drawn, {} lost", text::safe_text(bot),
                          text::plural(all.games, "game"), all.won, all.drawn, all.lost),
              Paint::bold, style);
  text += "\n\n";
  if (!account.faults.empty()) {
    Table table({{"faults"},
                 {"kind", Align::left},
                 {"first match"},
                 {"last line on standard error", Align::left, shortest_bot_name}},
                0);
    for (const auto& one : account.faults) {
      table.add({std::to_string(one.times), one.kind, std::to_string(one.match),
                 one.last_line.empty() ? "-" : text::safe_text(one.last_line)});
    }
    text += table.text(style) + '\n';
  }
  if (!account.worst.empty()) {
    Table table({{"loses most to", Align::left, shortest_bot_name}, {"games"}, {"W"}, {"D"}, {"L"}},
                0);
    for (const auto& [name, against] : account.worst) {
      table.add({bot_text(name), std::to_string(against.games), std::to_string(against.won),
                 std::to_string(against.drawn), std::to_string(against.lost)});
    }
    text += table.text(style) + '\n';
  }
  if (account.in_time_trouble > 0) {
    text += wrapped_lines(
        fmt::format("It used nine tenths of its time or more in {}; most in match {}: {:.0f} %.",
                    text::plural(account.in_time_trouble, "game"), account.slowest_match,
                    100 * account.most_time),
        Paint::none, style);
    text += '\n';
  }
  if (!account.looks.empty()) {
    text += account.all_replayed
                ? "Lost games to look at:\n"
                : fmt::format("Lost games to look at (leads in the first {} of them):\n",
                              BotMatches::most_replayed);
    for (const auto& [match, why] : account.looks) {
      text += fmt::format("  match {}: {}\n    {} {}\n", match, why, replay, match);
    }
    text += '\n';
  }
  return text;
}

}  // namespace referee::report
