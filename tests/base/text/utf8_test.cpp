#include "referee/base/text/utf8.hpp"

#include <gtest/gtest.h>

namespace referee::report {
namespace {

TEST(Utf8, KnowsWellFormedCharactersOnly) {
  EXPECT_EQ(text::first_character("a").code, U'a');
  EXPECT_EQ(text::first_character("\u00e9x").code, U'\u00e9');
  EXPECT_EQ(text::first_character("\u00e9x").bytes, 2U);
  EXPECT_EQ(text::first_character("\U0001f600").code, U'\U0001f600');
  EXPECT_FALSE(text::first_character("\x80").valid);              // a continuation alone
  EXPECT_FALSE(text::first_character("\xc0\xaf").valid);          // overlong
  EXPECT_FALSE(text::first_character("\xe0\x80\xaf").valid);      // overlong
  EXPECT_FALSE(text::first_character("\xed\xa0\x80").valid);      // surrogate
  EXPECT_FALSE(text::first_character("\xf4\x90\x80\x80").valid);  // beyond the last
  EXPECT_FALSE(text::first_character("\xe2\x82").valid);          // cut off
  EXPECT_EQ(text::first_character("\xe2\x82").bytes, 1U);
}

TEST(Utf8, KnowsWhatTerminalsDoMoreThanShow) {
  const auto is_unsafe = [](std::string_view text) {
    return text::is_unsafe(text::first_character(text));
  };
  for (const char* text : {"\n", "\x1b", "\x7f", "\u0080", "\u202e", "\u2066", "\ufeff", "\xff"}) {
    EXPECT_TRUE(is_unsafe(text));
  }
  for (const char* text : {"a", " ", "\u00e9", "\u200d", "\U0001f600"}) {
    EXPECT_FALSE(is_unsafe(text)) << text;
  }
}

TEST(Utf8, MeasuresColumnsOfATerminal) {
  EXPECT_EQ(text::display_width(""), 0);
  EXPECT_EQ(text::display_width("Zo\u00eb"), 3);
  EXPECT_EQ(text::display_width("Zoe\u0308"), 3);  // a combining mark
  EXPECT_EQ(text::display_width("\u56f2\u7881"), 4);
  EXPECT_EQ(text::display_width("\U0001f600"), 2);
  EXPECT_EQ(text::display_width("\xff"), 1);
}

TEST(Utf8, CutsWithAnEllipsisAndNeverInsideACharacter) {
  EXPECT_EQ(text::cut("alpha", 5), "alpha");
  EXPECT_EQ(text::cut("alphabet", 5), "alph\u2026");
  EXPECT_EQ(text::cut("\u56f2\u7881\u56f2", 4), "\u56f2\u2026");
  EXPECT_EQ(text::cut("\u56f2\u7881\u56f2", 5), "\u56f2\u7881\u2026");
  EXPECT_EQ(text::cut("ab", 1), "\u2026");
  EXPECT_EQ(text::cut("ab", 0), "");
}

TEST(WithoutTabs, GoesToTheNextEighthColumn) {
  EXPECT_EQ(text::without_tabs("\tat Main"), "        at Main");
  EXPECT_EQ(text::without_tabs("a\tb\t"), "a       b       ");
  EXPECT_EQ(text::without_tabs("\u56f2\tb"), "\u56f2      b");
  EXPECT_EQ(text::without_tabs("12345678\tb"), "12345678        b");
  EXPECT_EQ(text::without_tabs(""), "");
}

TEST(LastLines, AreThoseThatTellMost) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(text::last_lines("one\ntwo\n\nthree\n \t\r\n", 2), (Lines{"two", "three"}));
  EXPECT_EQ(text::last_lines("one", 2), Lines{"one"});
  EXPECT_EQ(text::last_lines("", 2), Lines{});
  EXPECT_EQ(text::last_lines("\n\n", 2), Lines{});
  // The error stands above its trace (Java), or below it (Python).
  EXPECT_EQ(text::last_lines("hello\nException: bad\r\n\tat A\n\tat B\n\tat C\n", 2),
            (Lines{"Exception: bad", "        at A"}));
  EXPECT_EQ(text::last_lines("Traceback:\n  File a\n    x()\nValueError: bad\n", 2),
            (Lines{"    x()", "ValueError: bad"}));
  EXPECT_EQ(text::last_lines("  a\n  b\n  c", 2), (Lines{"  b", "  c"}));
  EXPECT_EQ(text::last_lines("\x1b[2J", 1), Lines{"\\x1b[2J"});
}

TEST(SafeText, ShowsWhatCouldMoveTheCursor) {
  EXPECT_EQ(text::safe_text("plain \u00e9 \u56f2 \\n"), "plain \u00e9 \u56f2 \\n");
  EXPECT_EQ(text::safe_text("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m");
  EXPECT_EQ(text::safe_text("a\rb\nc\td\x7f"), "a\\x0db\\x0ac\\x09d\\x7f");
  EXPECT_EQ(text::safe_text(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(text::safe_text("\xc2\x9b"
                            "31m"),
            "\\xc2\\x9b31m");  // CSI in one character
  EXPECT_EQ(text::with_characters("'\\xc3\\xa9\\x00' is \\xc3, \\\\xc3\\xa9 \\xe2\\x80\\xae"),
            "'\xc3\xa9\\x00' is \\xc3, \\\\xc3\\xa9 \\xe2\\x80\\xae");
  EXPECT_EQ(text::safe_text("\xe2\x80\xae"
                            "abc"),
            "\\xe2\\x80\\xaeabc");  // right to left
  EXPECT_EQ(text::safe_text("\x9b"
                            "31m\xff"),
            "\\x9b31m\\xff");
}

// Every single byte and every pair comes out without control characters.
TEST(SafeText, LetsNoControlByteThrough) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string bytes{static_cast<char>(first), static_cast<char>(second)};
      for (const char c : text::safe_text(bytes)) {
        const auto byte = static_cast<unsigned char>(c);
        ASSERT_FALSE(byte < 32 || byte == 127) << first << ' ' << second;
      }
    }
  }
}

}  // namespace
TEST(LastLines, OfASanitizerAreWhatItFound) {
  std::string report =
      "thinking\n=====\n==7==ERROR: AddressSanitizer: heap-buffer-overflow\n"
      "    #0 0x1 in main bot.cpp:6\n";
  for (int i = 0; i < 30; ++i) report += "  Stack left redzone:      f1\n";
  const auto lines = text::last_lines(report + "==7==ABORTING\n", 3);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "==7==ERROR: AddressSanitizer: heap-buffer-overflow");
  EXPECT_EQ(lines[1], "    #0 0x1 in main bot.cpp:6");
  EXPECT_EQ(text::last_lines("a\nbot.cpp:3:5: runtime error: signed integer overflow\n", 3),
            std::vector<std::string>{"bot.cpp:3:5: runtime error: signed integer overflow"});
}

TEST(SafeText, NoLineIsACommandOfACiService) {
  using referee::text::safe_lines;
  using referee::text::safe_text;
  EXPECT_EQ(safe_text("::error::x"), "\\x3a:error::x");
  EXPECT_EQ(safe_text("  ::set-output name=a::b"), "  \\x3a:set-output name=a::b");
  EXPECT_EQ(safe_text("a ##[add-mask]b"), "a ##\\x5badd-mask]b");
  EXPECT_EQ(safe_text("std::vector ## [x]"), "std::vector ## [x]");
  EXPECT_EQ(safe_text("##vso[task.x]a ##teamcity[b"), "##vso\\x5btask.x]a ##teamcity\\x5bb");
  // Services trim what Unicode calls white space.
  for (const std::string blank : {"\u00a0", "\u1680", "\u2003", "\u202f", "\u205f", "\u3000"}) {
    EXPECT_EQ(safe_text(blank + " ::error::x"), blank + " \\x3a:error::x");
    EXPECT_EQ(safe_lines("a\n" + blank + "::error::x", false), "a\n" + blank + "\\x3a:error::x");
  }
  EXPECT_EQ(safe_lines("\u200b\ufeff::error::x", false), "\u200b\ufeff\\x3a:error::x");
  EXPECT_EQ(safe_lines("\u0085::error::x", false), "\u0085\\x3a:error::x");
  for (const bool terminal : {false, true}) {
    EXPECT_EQ(safe_lines("a::b\n::error::x\n\n ::warning::y", terminal),
              "a::b\n\\x3a:error::x\n\n \\x3a:warning::y");
  }
  EXPECT_EQ(safe_lines("a\r::error::x\n", false), "a ::error::x\n");
  EXPECT_EQ(safe_lines("\x1b[31m\tred\n", false), "\x1b[31m\tred\n");
}

TEST(PathText, IsThePathAgain) {
  using referee::text::path_of_text;
  using referee::text::path_text;
  for (const auto& [path, text] :
       {std::pair<std::string, std::string>{"/home/ann/b ot", "/home/ann/b ot"},
        {"/caf\u00e9", "/caf\u00e9"},
        {"/caf\xe9/x", "/caf\\xe9/x"},
        {"/caf\\xe9/x", "/caf\\x5cxe9/x"},
        {"a\\b\\", "a\\b\\"},
        {"\xc3", "\\xc3"},
        {"", ""}}) {
    EXPECT_EQ(path_text(path), text);
    EXPECT_EQ(path_of_text(text), path);
  }
}

TEST(Wrapped, BreaksAtBlanksOnly) {
  using referee::text::wrapped;
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(wrapped("one two three", 6, 2), "one\n  two\n  three");
  EXPECT_EQ(wrapped("one two three", 13), "one two three");
  EXPECT_EQ(wrapped("one two three", 0), "one two three");
  EXPECT_EQ(wrapped("a muchlongerword b", 5), "a\nmuchlongerword\nb");
  EXPECT_EQ(wrapped("", 5), "");
  // Wide characters take two columns.
  EXPECT_EQ(wrapped("\u56f2\u7881 x", 6), "\u56f2\u7881 x");
  EXPECT_EQ(wrapped("\u56f2\u7881 xy", 6), "\u56f2\u7881\nxy");
}

}  // namespace referee::report
