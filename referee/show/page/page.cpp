#include "referee/show/page/page.hpp"

#include <fmt/core.h>
#include <nettle/base64.h>
#include <zlib.h>

#include <array>
#include <cstddef>
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/words.hpp"
#include "referee/show/report/form.hpp"

// In embedded.cpp.
extern "C" {
extern const char embedded_page_begin[];
extern const char embedded_page_end[];
}

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

Json headlines_of(const Json& head) {
  const auto standings = head.find("standings");
  const bool known = standings != head.end() && standings->contains("headlines");
  return known ? standings->at("headlines") : Json::object();
}

void add_tournament(const Json& head, Front& front) {
  const Json headlines = headlines_of(head);
  for (const auto& [name, game] : head.at("games").items()) {
    const std::string text = headline(headlines, name);
    // With the names of the games where there are several.
    const bool several = head.at("games").size() > 1;
    if (!text.empty()) {
      if (!front.description.empty()) front.description += "; ";
      front.description += several ? member(game, "title") + ": " + text : text;
    }
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
  const Json& bots = match.at("bots");
  std::vector<std::string> heads{"bot", "seat", "score"};
  const bool has_places = !bots.empty() && bots.front().contains("place");
  if (has_places) heads.emplace_back("place");
  front.body += "<table class=\"figures\">" + row(heads, "th");
  const Json& game = head.at("games").at(member(match, "game"));
  for (std::size_t seat = 0; seat < bots.size(); ++seat) {
    const Json& bot = bots.at(seat);
    std::vector<std::string> cells{member(bot, "name"), game.at("seats").at(seat),
                                   member(bot, "score")};
    if (has_places) cells.push_back(member(bot, "place"));
    front.body += row(cells, "td");
  }
  front.body += fmt::format("</table>\n<p>{}, {} moves</p>\n", xml(member(game, "title")),
                            match.at("moves").size());
}

// Says a verdict, whose answer stands before its first colon or full stop.
void say(const Json& head, const std::string& verdict, Front& front) {
  front.description = verdict;
  front.title = verdict.substr(0, verdict.find_first_of(":.")) + " – " + member(head, "title");
  front.body += element("p", verdict);
}

// A row for each member of `list`, with these members of it, below their names.
std::string table_of(const Json& list, std::initializer_list<const char*> keys,
                     const std::vector<std::string>& heads) {
  std::string html = "<table class=\"figures\">\n" + row(heads, "th");
  for (const Json& one : list) {
    std::vector<std::string> cells;
    for (const char* key : keys) cells.push_back(member(one, key));
    html += row(cells, "td");
  }
  return html + "</table>\n";
}

void add_comparison(const Json& head, const Json& comparison, Front& front) {
  say(head, member(comparison, "verdict"), front);
  front.body += element("p", member(comparison, "counts")) + "<table class=\"figures\">\n";
  for (const Json& figure : comparison.at("figures")) {
    front.body += row({figure.at(0), figure.at(1), figure.at(2)}, "td");
  }
  front.body += "</table>\n";
}

void add_checks(const Json& head, const Json& regress, Front& front) {
  say(head, member(regress, "summary"), front);
  front.body +=
      table_of(regress.at("checks"), {"name", "verdict", "reason"}, {"check", "verdict", "reason"});
}

void add_tuning(const Json& head, const Json& tune, Front& front) {
  say(head, member(tune, "verdict"), front);
  front.body += element("p", member(tune, "counts")) + element("p", member(tune, "best")) +
                table_of(tune.at("parameters"), {"name", "start", "best", "interval"},
                         {"parameter", "start", "best", "95 %"});
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
  front.body += sentence(front.description) + element("p", member(game, "summary")) +
                "<noscript><p>Playing needs JavaScript.</p></noscript>\n";
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
  front.body = "<header>" + element("h1", title) + "</header>\n<main>\n" +
               image(picture, front.description) + front.body + "</main>\n";
  if (front.title.empty()) front.title = title;
  front.title = xml(front.title.empty() ? "Referee" : front.title);
  front.description = xml(front.description);
  return front;
}

namespace {

// Stand in the built page, in this order, where title and description, the front and the data go.
constexpr std::array<std::string_view, 3> places{"<!--title-->", "<!--front-->", "<!--data-->"};

// The pieces of the page before, between and behind these places.
std::array<std::string_view, places.size() + 1> pieces_of_page() {
  std::array<std::string_view, places.size() + 1> pieces;
  std::string_view rest = built_page();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t at = rest.find(places[i]);
    if (at == std::string_view::npos)
      throw std::logic_error("the built page has no place for data");
    pieces[i] = rest.substr(0, at);
    rest.remove_prefix(at + places[i].size());
  }
  pieces.back() = rest;
  return pieces;
}

constexpr std::string_view policy_begins =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"";

// Begin and end of the policy in a page.
std::pair<std::size_t, std::size_t> place_of_policy(std::string_view html) {
  const std::size_t begin = html.find(policy_begins);
  if (begin == std::string_view::npos) throw std::logic_error("the built page has no policy");
  const std::size_t from = begin + policy_begins.size();
  return {from, html.find('"', from)};
}

// JSON text in which nothing can end a script element or begin a comment.
std::string harmless(const text::Json& json) {
  const std::string text =
      json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) out.append(c == '<' ? "\\u003c" : std::string_view(&c, 1));
  return out;
}

}  // namespace

std::string_view built_page() noexcept {
  return {embedded_page_begin, static_cast<std::size_t>(embedded_page_end - embedded_page_begin)};
}

std::string policy_of(std::string_view html) {
  const auto [begin, end] = place_of_policy(html);
  return std::string(html.substr(begin, end - begin));
}

ServedPage served_page(const text::Json& head, std::string_view picture) {
  ServedPage served;
  PageWriter page([&](std::string_view piece) { served.html += piece; }, head,
                  front_of(head, nullptr, picture), PageWriter::Packing::none);
  page.finish();
  // With two policies both would apply, and that of the page forbids all connections.
  const auto [begin, end] = place_of_policy(served.html);
  const std::size_t rest = served.html.find('\n', end);
  if (rest == std::string::npos) throw std::logic_error("the built page has no policy");
  served.policy = policy_of(served.html) + "; connect-src 'self'; frame-ancestors 'none'";
  served.html.erase(begin - policy_begins.size(), rest + 1 - begin + policy_begins.size());
  return served;
}

// gzip, then base64.
class PageWriter::Packer {
 public:
  Packer() {
    constexpr int with_gzip_header = 15 + 16;
    // Level 9 saves another 5 %, and would take most of the time that a page takes.
    constexpr int level = 6;
    if (deflateInit2(&stream_, level, Z_DEFLATED, with_gzip_header, 9, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::bad_alloc();
    }
    base64_encode_init(&base64_);
  }
  ~Packer() { deflateEnd(&stream_); }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  std::string pack(std::string_view text, bool last) {
    std::vector<unsigned char> input(text.begin(), text.end());
    stream_.next_in = input.data();
    stream_.avail_in = static_cast<unsigned>(input.size());
    std::array<unsigned char, 1U << 15U> output;
    std::array<char, BASE64_ENCODE_LENGTH(output.size())> digits;
    std::string encoded;
    do {
      stream_.next_out = output.data();
      stream_.avail_out = output.size();
      deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
      const std::size_t size = output.size() - stream_.avail_out;
      encoded.append(digits.data(),
                     base64_encode_update(&base64_, digits.data(), size, output.data()));
    } while (stream_.avail_out == 0);
    if (last) encoded.append(digits.data(), base64_encode_final(&base64_, digits.data()));
    return encoded;
  }

 private:
  z_stream stream_{};
  base64_encode_ctx base64_{};
};

PageWriter::PageWriter(std::function<void(std::string_view)> write, const text::Json& head,
                       const Front& front, Packing packing)
    : write_(std::move(write)) {
  const auto pieces = pieces_of_page();
  write_(pieces[0]);
  // Search engines read the first, chats and forums the others (Open Graph).
  write_(
      fmt::format("<title>{0}</title>\n<meta name=\"description\" content=\"{1}\">\n"
                  "<meta property=\"og:type\" content=\"article\">\n"
                  "<meta property=\"og:title\" content=\"{0}\">\n"
                  "<meta property=\"og:description\" content=\"{1}\">",
                  front.title, front.description));
  write_(pieces[1]);
  write_(front.body);
  write_(pieces[2]);
  write_("<script type=\"application/json\" id=\"head\">");
  write_(harmless(head));
  write_("</script>\n");
  if (packing == Packing::gzip) {
    packer_ = std::make_unique<Packer>();
    write_("<script type=\"application/gzip\" id=\"matches\">");
  } else {
    write_("<script type=\"application/jsonl\" id=\"matches\">");
  }
}

PageWriter::~PageWriter() = default;

void PageWriter::add(const text::Json& match) {
  const std::string line = harmless(match) + '\n';
  write_(packer_ ? packer_->pack(line, false) : line);
}

void PageWriter::finish() {
  if (packer_) write_(packer_->pack({}, true));
  write_("</script>\n");
  write_(pieces_of_page().back());
}

}  // namespace referee::page
