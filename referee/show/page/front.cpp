#include "referee/show/page/front.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/words.hpp"
#include "referee/show/report/form.hpp"

namespace referee::page {
namespace {

using report::xml;
using text::Json;

// A member as text; empty without one.
std::string member(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string element(std::string_view name, const std::string& text) {
  return text.empty() ? std::string() : fmt::format("<{0}>{1}</{0}>\n", name, xml(text));
}

std::string sentence(const std::string& text) {
  return text.empty() ? text : fmt::format("<p class=\"outcome\">{}.</p>\n", xml(text));
}

// A picture as an image, which the page's style does not reach, and which people can copy.
std::string image(std::string_view picture, const std::string& said) {
  if (picture.empty()) return {};
  std::string address = "data:image/svg+xml,";
  for (const char c : picture) {
    // What ends an address or begins an escape in it.
    if (c == '%' || c == '#')
      address += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else if (c != '\n')
      address += c;
  }
  return fmt::format("<img class=\"share\" width=\"1200\" height=\"630\" alt=\"{}\" src=\"{}\">\n",
                     xml(said), xml(address));
}

std::string row(const std::vector<std::string>& cells, std::string_view kind) {
  std::string html = "<tr>";
  for (const std::string& cell : cells) html += fmt::format("<{0}>{1}</{0}>", kind, xml(cell));
  return html + "</tr>\n";
}

std::string standings(const Json& table) {
  std::vector<std::string> heads;
  for (const Json& column : table.at("columns")) {
    const std::string name = member(column, "head");
    heads.push_back(name.empty() ? member(column, "key") : name);
  }
  std::string html =
      "<div class=\"card wide scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Standings\"><table class=\"standings\">\n<thead>" +
      row(heads, "th") + "</thead>\n<tbody>";
  for (const Json& one : table.at("rows")) {
    std::vector<std::string> cells;
    for (const Json& cell : one) cells.push_back(cell.is_array() ? cell.at(0) : cell);
    html += row(cells, "td");
  }
  return html + "</tbody></table></div>\n";
}

// "alpha won, ahead of beta ..."; empty if nothing is known of the game.
std::string headline(const Json& headlines, const std::string& game) {
  const auto games = headlines.find("games");
  if (games == headlines.end() || !games->contains(game)) return {};
  const Json& one = games->at(game);
  return member(one, "who") + ' ' + member(one, "rest");
}

// The headlines of a page: those of its standings, or its own.
Json headlines_of(const Json& head) {
  const auto standings = head.find("standings");
  const bool ranked = standings != head.end() && standings->contains("headlines");
  return ranked ? standings->at("headlines") : head.value("headlines", Json::object());
}

void add_tournament(const Json& head, Front& front) {
  const Json headlines = headlines_of(head);
  for (const auto& [name, game] : head.at("games").items()) {
    const std::string text = headline(headlines, name);
    if (front.description.empty()) front.description = text;
    front.body += element("h2", member(game, "title")) + sentence(text);
    if (!head.contains("standings")) continue;
    const Json& list = head.at("standings");
    if (list.is_null()) continue;
    for (const Json& event : list.at("events")) {
      if (event.at("game") != name || !event.contains("table")) continue;
      const Json& table = event.at("table");
      front.body += element("p", member(table, "extent") + ". " + member(table, "ranking"));
      front.body += standings(table);
    }
  }
}

void add_match(const Json& head, const Json& match, Front& front) {
  front.title = front.description = member(match, "end");
  front.body += sentence(front.description);
  front.body += "<table class=\"figures\">" + row({"bot", "seat", "score"}, "th");
  const Json& game = head.at("games").at(member(match, "game"));
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const Json& bot = match.at("bots").at(seat);
    front.body += row({member(bot, "name"), game.at("seats").at(seat), member(bot, "score")}, "td");
  }
  front.body += fmt::format("</table>\n<p>{}, {} moves</p>\n", xml(member(game, "title")),
                            match.at("moves").size());
}

// The answer of a verdict stands before its first colon or full stop.
std::string answer_of(const std::string& verdict) {
  return verdict.substr(0, verdict.find_first_of(":."));
}

void add_comparison(const Json& head, const Json& comparison, Front& front) {
  front.description = member(comparison, "verdict");
  front.title = answer_of(front.description) + " – " + member(head, "title");
  front.body += element("p", front.description) + element("p", member(comparison, "counts"));
  front.body += "<table class=\"figures\">\n";
  for (const Json& figure : comparison.at("figures")) {
    front.body += row({figure.at(0), figure.at(1), figure.at(2)}, "td");
  }
  front.body += "</table>\n";
}

void add_checks(const Json& head, const Json& regress, Front& front) {
  front.description = member(regress, "summary");
  front.title = front.description + " – " + member(head, "title");
  front.body += element("p", front.description) + "<table class=\"figures\">\n";
  for (const Json& check : regress.at("checks")) {
    front.body +=
        row({member(check, "name"), member(check, "verdict"), member(check, "reason")}, "td");
  }
  front.body += "</table>\n";
}

void add_tuning(const Json& head, const Json& tune, Front& front) {
  front.description = member(tune, "verdict");
  front.title = answer_of(front.description) + " – " + member(head, "title");
  front.body += element("p", front.description) + element("p", member(tune, "counts")) +
                element("p", member(tune, "best"));
  front.body += "<table class=\"figures\">\n" + row({"parameter", "start", "best", "95 %"}, "th");
  for (const Json& one : tune.at("parameters")) {
    front.body += row(
        {member(one, "name"), member(one, "start"), member(one, "best"), member(one, "interval")},
        "td");
  }
  front.body += "</table>\n";
}

// An index of results. Its links need no script.
void add_index(const Json& results, Front& front) {
  front.description = text::plural(results.size(), "result");
  front.body += element("p", front.description) + "<table class=\"results\">\n" +
                row({"result", "game", "changed", "what it says"}, "th");
  for (const Json& one : results) {
    front.body += fmt::format("<tr><td><a href=\"/result/{}\">{}</a></td>", member(one, "n"),
                              xml(member(one, "name")));
    for (const char* key : {"games", "changed", "said"}) {
      front.body += fmt::format("<td>{}</td>", xml(member(one, key)));
    }
    front.body += "</tr>\n";
  }
  front.body += "</table>\n";
}

void add_play(const Json& head, Front& front) {
  const Json& game = *head.at("games").begin();
  front.description = fmt::format("A game of {} is played here", member(game, "title"));
  front.body += sentence(front.description) + element("p", member(game, "summary"));
}

}  // namespace

Front front_of(const Json& head, const Json& match, std::string_view picture) {
  Front front;
  const std::string title = member(head, "title");
  const std::string kind = member(head, "kind");
  if (kind == "match" && !match.is_null()) {
    add_match(head, match, front);
  } else if (head.contains("results")) {
    add_index(head.at("results"), front);
  } else if (member(head, "live") == "play") {
    add_play(head, front);
  } else if (head.contains("tune")) {
    add_tuning(head, head.at("tune"), front);
  } else if (head.contains("comparison")) {
    add_comparison(head, head.at("comparison"), front);
  } else if (head.contains("regress")) {
    add_checks(head, head.at("regress"), front);
  } else if (head.contains("games")) {
    add_tournament(head, front);
    front.title = member(headlines_of(head), "title");
    front.title += front.title.empty() ? title : " – " + title;
  }
  if (head.contains("live")) {
    front.body +=
        "<noscript><p>This page follows what happens, which needs JavaScript.</p></noscript>\n";
  }
  front.body = "<header>" + element("h1", title) + "</header>\n<main>\n" +
               image(picture, front.description) + front.body + "</main>\n";
  if (front.title.empty()) front.title = title;
  front.title = xml(front.title.empty() ? "Referee" : front.title);
  front.description = xml(front.description);
  return front;
}

}  // namespace referee::page
