#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

#include "referee/cli/options/command_facts.hpp"

namespace referee::cli {
namespace {

// Text as it is: dashes stay dashes to copy, and no line begins with a request.
std::string escaped(std::string_view text) {
  std::string result;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) result += "\\&";
    begins = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string in_capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// Lines between empty lines.
std::vector<std::vector<std::string>> paragraphs_of(const std::string& text) {
  std::vector<std::vector<std::string>> paragraphs;
  std::istringstream in(text);
  bool begins = true;
  for (std::string line; std::getline(in, line); begins = line.empty()) {
    if (line.empty()) continue;
    if (begins) paragraphs.emplace_back();
    paragraphs.back().push_back(line);
  }
  return paragraphs;
}

// A page's sections; those of one title are joined.
class Page {
 public:
  Page(const std::string& name, const std::string& version, const std::string& about)
      : text_(fmt::format(".TH {} 1 \"\" \"referee {}\" \"Referee\"\n.SH NAME\n{} \\- {}\n",
                          escaped(in_capitals(name)), version, escaped(name), escaped(about))) {}

  void section(const std::string& title) { text_ += fmt::format(".SH {}\n", title); }
  void group(const std::string& title) { text_ += fmt::format(".SS {}\n", escaped(title)); }
  void paragraph(const std::string& words) { text_ += fmt::format(".PP\n{}\n", escaped(words)); }
  void term(const std::string& head, const std::string& words) {
    text_ += fmt::format(".TP\n{}\n{}\n", head, escaped(words));
  }
  void line(const std::string& ready) { text_ += ready + '\n'; }

  // The text below the options in the help. Indented lines stay as they are.
  void footer(const std::string& text) {
    for (const auto& paragraph : paragraphs_of(text)) {
      const std::string& first = paragraph.front();
      if (first == "Examples:") {
        section("EXAMPLES");
        as_it_is(paragraph.begin() + 1, paragraph.end());
      } else if (first.starts_with("Exit code")) {
        section("EXIT STATUS");
        flow(paragraph);
      } else if (first.starts_with("Environment: ")) {
        section("ENVIRONMENT");
        flow(paragraph);
      } else {
        if (!notes_) section("NOTES");
        notes_ = true;
        flow(paragraph);
      }
    }
  }

  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  using Lines = std::vector<std::string>;

  void as_it_is(Lines::const_iterator begin, Lines::const_iterator end) {
    if (begin == end) return;
    text_ += ".PP\n.nf\n.RS 4\n";
    for (; begin != end; ++begin) {
      text_ +=
          escaped(begin->substr(std::min<std::size_t>(2, begin->find_first_not_of(' ')))) + '\n';
    }
    text_ += ".RE\n.fi\n";
  }

  void flow(const Lines& lines) {
    for (auto line = lines.begin(); line != lines.end();) {
      const bool indented = line->starts_with("  ");
      const auto other = std::find_if(line, lines.end(), [&](const std::string& one) {
        return one.starts_with("  ") != indented;
      });
      if (indented) {
        as_it_is(line, other);
      } else {
        std::string words;
        for (; line != other; ++line) words += (words.empty() ? "" : "\n") + *line;
        paragraph(words);
      }
      line = other;
    }
  }

  std::string text_;
  bool notes_ = false;
};

std::string unit_text(const OptionFacts& option) {
  return option.flag || option.unit.empty() ? std::string()
                                            : fmt::format(" \\fI{}\\fR", escaped(option.unit));
}

void add_option(const OptionFacts& option, Page& page) {
  std::string head;
  for (const std::string& name : option.names) {
    head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ",
                        escaped(option.positional ? in_capitals(name) : name));
  }
  if (!option.positional) head += unit_text(option);
  page.term(head, option.help);
}

// Under their titles, in the order in which these come first.
void add_options(const std::vector<OptionFacts>& options, Page& page) {
  std::vector<std::string> titles{""};
  for (const OptionFacts& option : options) {
    if (std::find(titles.begin(), titles.end(), option.title) == titles.end()) {
      titles.push_back(option.title);
    }
  }
  for (const std::string& title : titles) {
    if (!title.empty()) page.group(title);
    for (const OptionFacts& option : options) {
      if (option.title == title) add_option(option, page);
    }
  }
}

std::string synopsis(const VerbFacts& verb) {
  std::string line = fmt::format("\\fBreferee {}\\fR", escaped(verb.name));
  for (const OptionFacts& option : verb.options) {
    if (!option.positional) continue;
    std::string name = fmt::format("\\fI{}\\fR", escaped(in_capitals(option.names.front())));
    if (option.many) name += " ...";
    line += option.required ? " " + name : fmt::format(" [{}]", name);
  }
  return line + " [\\fIoptions\\fR]";
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

ManualPage page_of(const VerbFacts& verb, const std::string& version) {
  Page page("referee-" + verb.name, version, verb.about);
  page.section("SYNOPSIS");
  page.line(synopsis(verb));
  page.section("OPTIONS");
  add_options(verb.options, page);
  page.group("Of all verbs");
  add_options(verb.inherited, page);
  page.footer(verb.footer);
  page.section("SEE ALSO");
  page.line("\\fBreferee\\fR(1)");
  return {fmt::format("referee-{}.1", verb.name), std::move(page).take()};
}

ManualPage main_page(const ProgramFacts& program, const std::string& version) {
  Page page("referee", version, "play the matches of bots and judge them");
  page.section("SYNOPSIS");
  page.line("\\fBreferee\\fR \\fIverb\\fR [\\fIwords\\fR] [\\fIoptions\\fR]");
  page.section("DESCRIPTION");
  page.paragraph(first_line(program.about));
  page.section("VERBS");
  std::vector<std::string> groups;
  for (const VerbFacts& verb : program.verbs) {
    if (verb.group.empty()) continue;
    if (std::find(groups.begin(), groups.end(), verb.group) == groups.end()) {
      groups.push_back(verb.group);
    }
  }
  for (const std::string& group : groups) {
    page.group(group);
    for (const VerbFacts& verb : program.verbs) {
      if (verb.group != group) continue;
      page.term(fmt::format("\\fBreferee\\-{}\\fR(1)", escaped(verb.name)), verb.about);
    }
  }
  page.section("OPTIONS");
  add_options(program.options, page);
  page.footer(program.footer);
  return {"referee.1", std::move(page).take()};
}

}  // namespace

std::vector<ManualPage> manual_pages(const ProgramFacts& program, const std::string& version) {
  std::vector<ManualPage> pages{main_page(program, version)};
  for (const VerbFacts& verb : program.verbs) pages.push_back(page_of(verb, version));
  return pages;
}

}  // namespace referee::cli
