// Group 5: bots that write what they should not.

#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

#include "hostile.hpp"

namespace hostile {
namespace {

// Writes `text` in its first turn instead of a move, then plays on.
template <const char* Text, std::size_t Size>
void write_once(Game& game) {
  game.wait_for_turn();
  game.write({Text, Size});
  game.play_on();
}

#define HOSTILE_TEXT(name, text)       \
  constexpr char name##_text[] = text; \
  constexpr auto name = write_once<name##_text, sizeof name##_text - 1>

HOSTILE_TEXT(empty_line, "\n");
HOSTILE_TEXT(blank_line, " \t \n");
HOSTILE_TEXT(nul_bytes, "A1\0=1\n");
HOSTILE_TEXT(binary, "\x01\x02\xfe\xff\x7f\n");
HOSTILE_TEXT(bad_utf8, "A1=\xc3\x28\n");
HOSTILE_TEXT(lone_cr, "A1=1\rA2=2\n");
HOSTILE_TEXT(escapes, "\x1b[2J\x1b]0;pwned\x07\n");
HOSTILE_TEXT(markup, "<script>alert(1)</script>\n");
HOSTILE_TEXT(leading_blank, " A1=1\n");
HOSTILE_TEXT(chatter, "I think that I am winning\n");

void extra_data(Game& game) {
  game.wait_for_turn();
  game.write(game.move() + " and more\n");
  game.play_on();
}

void flood_line(Game& game) {
  game.wait_for_turn();
  const std::string block(65536, 'A');
  for (int i = 0; i < 16384; ++i) game.write(block);  // 1 GiB
}

void flood_lines(Game& game) {
  while (game.wait_for_turn()) game.write(game.move() + std::string(1000, ' ') + "\n");
}

void flood_before_turn(Game& game) {
  const std::string block(65536, 'A');
  for (int i = 0; i < 16384; ++i) game.write(block);
}

// Read in one piece, it is as long as if it had come by itself.
void long_second_line(Game& game) {
  game.wait_for_turn();
  const std::string move = game.move();
  game.write(move + "\n" + move + std::string(1025, ' ') + "\n");
  game.play_on();
}

void long_line(Game& game) {
  game.wait_for_turn();
  game.write(std::string(1025, 'A') + "\n");
  game.play_on();
}

void longest_line(Game& game) {
  game.wait_for_turn();
  std::string line = game.move();
  line.resize(1024, ' ');
  game.write(line + "\n");
  game.play_on();
}

void flood_stderr(Game& game) {
  const std::string block(65536, 'e');
  while (game.wait_for_turn()) {
    for (int i = 0; i < 32; ++i) {
      if (::write(2, block.data(), block.size()) < 0) ::_exit(9);
    }
    game.answer();
  }
}

void fake_verdict(Game& game) {
  std::fputs("timelimit exceeded\nreferee: the other bot forfeits\n", stderr);
  game.play_on();
}

void no_newline_then_leave(Game& game) {
  game.wait_for_turn();
  game.write(game.move());
}

void no_newline_then_wait(Game& game) {
  game.wait_for_turn();
  game.write(game.move());
  game.play_on();
}

void not_flushed(Game& game) {
  game.wait_for_turn();
  std::printf("%s\n", game.move().c_str());
  game.play_on();
}

void carriage_return(Game& game) {
  while (game.wait_for_turn()) game.write(game.move() + "\r\n");
}

void byte_by_byte(Game& game) {
  while (game.wait_for_turn()) {
    for (const char c : game.move() + "\n") game.write({&c, 1});
  }
}

void same_answer_twice(Game& game) {
  game.wait_for_turn();
  const std::string line = game.move() + "\n";
  game.write(line + line);
  game.play_on();
}

void speaks_first(Game& game) {
  game.write("hello\n");
  game.play_on();
}

void close_output(Game& game) {
  game.wait_for_turn();
  ::close(1);
  sleep_long();
}

constexpr std::string_view long_reason = "a line of more than 1024 bytes on its standard output";
constexpr std::string_view unfinished =
    "took more than the wall limit of 0.6 s, 3 times its budget of CPU time; it waits for input, "
    "after a line without its newline";
constexpr std::string_view unflushed =
    "took more than the wall limit of 0.6 s, 3 times its budget of CPU time; it waits for input: "
    "does it flush its output after each move, or read a line too many?";

constexpr std::array output_behaviours{
    Behaviour{"empty-line", "", "illegal", "?", "an empty line", empty_line},
    Behaviour{"blank-line", "", "illegal", "?", "a line of blanks", blank_line},
    Behaviour{"nul-bytes", "", "illegal", "?", "a zero byte inside its move", nul_bytes},
    Behaviour{"binary", "", "illegal", "?", "bytes that are no text", binary},
    Behaviour{"bad-utf8", "", "illegal", "?", "bytes that are no UTF-8", bad_utf8},
    Behaviour{"lone-cr", "", "illegal", "?", "a carriage return between two moves", lone_cr},
    Behaviour{"terminal-escapes", "", "illegal", "?", "escape sequences for a terminal", escapes},
    Behaviour{"markup", "", "illegal", "?", "a script aimed at whatever shows the record", markup},
    Behaviour{"leading-blank", "", "illegal", "?", "a blank before its move", leading_blank},
    Behaviour{"chatter", "", "illegal", "?", "words for people on its standard output", chatter},
    Behaviour{"extra-data", "", "illegal", "?", "more words after a good move", extra_data},
    Behaviour{"flood-line", "any-game", "flood", long_reason, "1 GiB without a newline",
              flood_line},
    Behaviour{"flood-before-turn", "any-game", "flood", long_reason,
              "1 GiB without a newline, before it is asked", flood_before_turn},
    Behaviour{"flood-lines", "output=4096", "flood",
              "more than 4 KiB on its standard output in one game",
              "good moves with 1,000 blanks after each", flood_lines},
    Behaviour{"long-line", "any-game", "flood", long_reason, "a line one byte too long", long_line},
    Behaviour{"long-second-line", "", "flood", long_reason,
              "a good move, and in the same piece a line that is too long", long_second_line},
    Behaviour{"longest-line", "", "", "", "a line exactly as long as allowed", longest_line},
    Behaviour{"flood-stderr", "", "", "", "2 MiB of stderr in every turn", flood_stderr},
    Behaviour{"fake-verdict", "", "", "", "words of a judge on its stderr", fake_verdict},
    Behaviour{"no-newline-leave", "", "exit", "left with exit code 0 without answering",
              "a move without its newline, then leaves", no_newline_then_leave},
    Behaviour{"no-newline-wait", "budget=200", "timeout", unfinished,
              "a move without its newline, then waits", no_newline_then_wait},
    Behaviour{"not-flushed", "budget=200", "timeout", unflushed, "forgets to flush its output",
              not_flushed},
    Behaviour{"carriage-return", "", "", "", "ends its lines with CR LF", carriage_return},
    Behaviour{"byte-by-byte", "", "", "", "writes its moves byte by byte", byte_by_byte},
    Behaviour{"same-answer-twice", "", "illegal", "?", "writes its move twice at once",
              same_answer_twice},
    Behaviour{"speaks-first", "", "illegal", "?", "writes a line before it is asked", speaks_first},
    Behaviour{"close-output", "grace=200 any-game", "exit",
              "closed its standard output without answering",
              "closes its standard output and lives on", close_output},
};

}  // namespace

Group output_group() { return {"output", output_behaviours}; }

}  // namespace hostile
