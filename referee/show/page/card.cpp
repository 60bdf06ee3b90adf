#include "referee/show/page/card.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/run/store/records.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/wording.hpp"
#include "referee/show/scenes/pictures.hpp"

namespace referee::page {
namespace {

using tournament::EventStandings;
using tournament::Row;

constexpr double words_left = 56;
constexpr double right_with_board = 640;  // of the words
constexpr double right_alone = 1144;
constexpr scenes::Frame board_frame{690, 56, 454, 470};
constexpr std::string_view word_ink = "#1c1b19";
constexpr std::string_view dim = "#65615a";
constexpr std::string_view interval_ink = "#0b5c94";

// A row below the sentence: a name, a figure, and its interval if it has one.
struct CardRow {
  std::string name;
  std::string figure;
  std::optional<double> value;
  double error = 0;
  bool first = false;  // on the first place
};

class Card {
 public:
  explicit Card(bool has_board) : right_(has_board ? right_with_board : right_alone) {}

  void words(double x, double y, double size, std::string_view fill, std::string_view more,
             const std::string& text) {
    out_ += fmt::format(
        "<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"{:.0f}\" fill=\"{}\"{}>{}</text>\n", x, y,
        size, fill, more, report::xml(text));
  }

  // A small line, and the sentence in the largest letters with which it fits.
  void head(const std::string& title, const std::string& sentence) {
    words(words_left, 74, 24, dim, "", text::cut(title, columns(24)));
    constexpr double room = 206;
    double size = 44;
    std::vector<std::string> lines;
    // An error stays with its number: ± and a blank that does not break.
    std::string whole = sentence;
    for (std::size_t at = 0; (at = whole.find("± ", at)) != std::string::npos; ++at) {
      whole.replace(at, std::string_view("± ").size(), "±\u00A0");
    }
    for (;; size -= 2) {
      lines = report::lines_of(text::wrapped(whole, columns(size), 0) + '\n');
      if (size <= 20 || 1.25 * size * static_cast<double>(lines.size()) <= room) break;
    }
    double y = 92 + size;
    for (const std::string& line : lines) {
      words(words_left, y, size, word_ink, " font-weight=\"bold\"", text::cut(line, columns(size)));
      y += 1.25 * size;
    }
  }

  void rows(const std::vector<CardRow>& rows, const std::string& axis) {
    constexpr double first = 358;
    constexpr double room = 204;
    const double step = std::min(34.0, room / static_cast<double>(rows.size()));
    constexpr int most_name = 16;
    constexpr int most_in_row = 22;  // of name and figure
    double low = 0;
    double high = 0;
    bool any = false;
    for (const CardRow& row : rows) {
      if (!row.value) continue;
      low = any ? std::min(low, *row.value - row.error) : *row.value - row.error;
      high = any ? std::max(high, *row.value + row.error) : *row.value + row.error;
      any = true;
    }
    if (high - low < 1e-9) {
      low -= 1;
      high += 1;
    }
    constexpr double margin = 14;  // for the marks at the ends
    const double from = words_left + 320;
    const auto place = [&](double value) {
      return from + margin + (right_ - from - 2 * margin) * (value - low) / (high - low);
    };
    double y = first;
    for (const CardRow& row : rows) {
      words(
          words_left, y, 21, word_ink, row.first ? " font-weight=\"bold\"" : "",
          text::cut(row.name, std::min(most_name, most_in_row - text::display_width(row.figure))));
      words(words_left + 306, y, 21, any ? dim : word_ink, " text-anchor=\"end\"", row.figure);
      if (row.value) interval(row, place, y - 7);
      y += step;
    }
    if (any) ticks(low, high, place, y - 14);
    words(words_left, y + (any ? 36 : 4), 19, dim, "", axis);
  }

  void board(const std::string& drawn, const std::string& note) {
    out_ += drawn;
    constexpr int most_columns = 40;
    double y = 562;
    for (const std::string& line : report::lines_of(text::wrapped(note, most_columns, 0) + '\n')) {
      words(board_frame.x, y, 19, dim, "", text::cut(line, most_columns));
      y += 25;
    }
  }

  std::string take(const std::string& title) && {
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\" "
               "width=\"1200\" height=\"630\" role=\"img\" aria-label=\"{0}\" "
               "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
               "<rect width=\"1200\" height=\"630\" fill=\"#fbfaf7\"/>\n"
               "<rect width=\"16\" height=\"630\" fill=\"{1}\"/>\n",
               report::xml(title), interval_ink) +
           out_ + "</svg>\n";
  }

 private:
  // How many letters of a size fit beside the board.
  [[nodiscard]] int columns(double size) const {
    return static_cast<int>((right_ - words_left) / (0.66 * size));
  }

  template <typename Place>
  void interval(const CardRow& row, Place place, double y) {
    const double from = place(*row.value - row.error);
    const double to = place(*row.value + row.error);
    out_ += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}H{2:.1f}M{0:.1f} {3:.1f}v12M{2:.1f} {3:.1f}v12\" "
        "stroke=\"{4}\" stroke-width=\"3\" fill=\"none\"/>\n",
        from, y, to, y - 6, interval_ink);
    out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"7\" fill=\"{}\"/>\n",
                        place(*row.value), y, interval_ink);
  }

  // Numbers at round values of the axis.
  template <typename Place>
  void ticks(double low, double high, Place place, double y) {
    double step = std::pow(10, std::floor(std::log10(high - low)));
    for (const double part : {0.2, 0.25, 0.5, 1.0, 2.0}) {
      if ((high - low) / (part * step) > 4) continue;
      step *= part;
      break;
    }
    const int digits = step >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(step)));
    for (double value = std::ceil(low / step) * step; value <= high; value += step) {
      out_ += fmt::format("<path d=\"M{:.1f} {:.1f}v6\" stroke=\"{}\"/>\n", place(value), y, dim);
      words(place(value), y + 24, 17, dim, " text-anchor=\"middle\"", report::fixed(value, digits));
    }
  }

  double right_;
  std::string out_;
};

// The last position of a match in its place; empty if there is no board.
std::string board_of(const match::MatchRecord& match) {
  if (match.game->layout().cells.empty()) return {};
  match::RecordVisitor nobody;
  const match::Replayed replayed = match::replay(match, nobody);
  if (!replayed.game) return {};
  return scenes::svg_within(match.game->layout(), replayed.game->scene(), "the last position",
                            board_frame);
}

// "match 17 of 30: ann – ben, 206 to 94", "...: ann – ben, 466 together", "...: ann, 12"
std::string caption_of(const match::MatchRecord& match, const EventStandings& event) {
  std::string names;
  std::string scores;
  std::int64_t most = match.scores[0].result.score;
  for (const rules::Seat seat : match.bots.seats()) {
    const std::int64_t score = match.scores[seat].result.score;
    most = std::max(most, score);
    text::add_to_list(names, text::safe_text(match.bots[seat].name), " – ");
    text::add_to_list(scores, fmt::format("{}", score), " to ");
  }
  return fmt::format("match {} of {}: {}, {}", match.match.value_or(0), event.played, names,
                     event.game->cooperative ? fmt::format("{} together", most) : scores);
}

std::optional<match::MatchRecord> decisive_match(const std::filesystem::path& log,
                                                 const EventStandings& event,
                                                 const tournament::GamesPlayed& played,
                                                 const rules::Games& games) {
  std::vector<std::string> ranked;
  for (const Row& row : event.rows) ranked.push_back(row.bot);
  const auto number = played.decisive(std::string(event.game->name), ranked);
  std::optional<match::MatchRecord> found;
  if (!number) return found;
  store::each_record(log, games, [&](const store::RecordEntry& entry) {
    if (entry.number != *number) return true;
    found = store::record_of(entry);
    return false;
  });
  return found;
}

// Whether the mean of all games says how strong a bot is in this format.
bool by_means(formats::FormatKind format) {
  using formats::FormatKind;
  return format == FormatKind::round_robin || format == FormatKind::gauntlet ||
         format == FormatKind::recorded;
}

CardRow row_of(const EventStandings& event, const Row& row, const tournament::GamesPlayed& played) {
  CardRow card{text::safe_text(row.bot), {}, {}, 0, row.place == 1};
  if (row.format && row.format->ladder) {
    const auto& ladder = *row.format->ladder;
    if (ladder.reach == statistics::Reach::nothing) return card;
    if (ladder.reach == statistics::Reach::two_sided) {
      card.value = ladder.elo;
      card.error = ladder.error;
    }
    card.figure = report::rating_words(ladder.elo, ladder.error, ladder.reach).elo;
    return card;
  }
  if (by_means(event.format)) {
    const auto scores = played.scores(std::string(event.game->name), row.bot);
    if (scores.count() == 0) return card;
    card.value = scores.mean();
    card.error = statistics::z95 * scores.standard_error().value_or(0);
    card.figure = report::fixed(scores.mean(), 2);
    return card;
  }
  for (const report::StandingsColumn& column : report::shown_columns(event)) {
    if (!column.ranks || column.key == "group") continue;
    card.figure = column.cell(row).text;
    break;
  }
  return card;
}

std::string axis_of(const EventStandings& event) {
  if (event.format == formats::FormatKind::ladder) return "Elo, with 95 % intervals";
  if (by_means(event.format)) return "mean score, with 95 % intervals";
  for (const report::StandingsColumn& column : report::shown_columns(event)) {
    if (!column.ranks || column.key == "group") continue;
    return column.key == "rounds_survived" ? "rounds survived" : column.head;
  }
  return {};
}

}  // namespace

std::string match_card(const match::MatchRecord& match) {
  const std::string board = board_of(match);
  Card card(!board.empty());
  const std::string sentence = report::end_text(match);
  card.head(fmt::format("{} ({})", match.game->title, match.game->contest), sentence);
  // Where more than two play, in the order of their places.
  const bool has_places = match.bots.size() > rules::usual_seats;
  std::vector<rules::Seat> order(match.bots.seats().begin(), match.bots.seats().end());
  const auto place = [&](rules::Seat seat) { return match.scores[seat].result.place; };
  if (has_places) {
    std::stable_sort(order.begin(), order.end(),
                     [&](rules::Seat one, rules::Seat two) { return place(one) < place(two); });
  }
  std::vector<CardRow> rows;
  for (const rules::Seat seat : order) {
    rows.push_back({text::safe_text(match.bots[seat].name),
                    fmt::format("{}", match.scores[seat].result.score),
                    {},
                    0,
                    has_places ? place(seat) == 1 : report::winner_of(match) == seat});
  }
  card.rows(rows, "score, " + text::plural(match.plies.size(), "move"));
  if (!board.empty()) card.board(board, "the last position");
  return std::move(card).take(sentence);
}

std::string tournament_card(const std::string& title, const std::filesystem::path& log,
                            const std::vector<EventStandings>& events,
                            const tournament::GamesPlayed& played, const rules::Games& games) {
  constexpr std::size_t most_rows = 6;
  const auto decisive = decisive_match(log, events.front(), played, games);
  const std::string board = decisive ? board_of(*decisive) : std::string();
  Card card(!board.empty());
  const EventStandings& event = events.front();
  const auto headline = report::headline_of(event, played);
  const std::string sentence = headline ? headline->who + ' ' + headline->rest : title;
  const std::string one_of =
      events.size() > 1 ? fmt::format(", one of {} games", events.size()) : std::string();
  card.head(fmt::format("{}{}, {} of {}", event.game->title, one_of,
                        text::plural(event.played, "match", "matches"), title),
            sentence);
  std::vector<CardRow> rows;
  for (const Row& row : event.rows) {
    if (rows.size() < most_rows) rows.push_back(row_of(event, row, played));
  }
  std::string axis = axis_of(event);
  if (event.rows.size() > most_rows) {
    axis += fmt::format("; the first {} of {} bots", most_rows, event.rows.size());
  }
  card.rows(rows, axis);
  if (!board.empty()) card.board(board, caption_of(*decisive, event));
  return std::move(card).take(sentence);
}

}  // namespace referee::page
