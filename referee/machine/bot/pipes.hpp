// Standard input, output and error of a bot, as the referee holds them: lines to it, lines from it
// within limits, the end of its errors. Nothing here ever waits, whatever the bot does.
//
// The kernel locks a pipe while it copies to or from a program's memory, and that memory may first
// have to be read from a disk. Who wants the lock waits, and not even a signal wakes it. Therefore
// - input is a pipe of one page that only the referee can write to, and that is written to or
//   closed only while it is empty: then no reader copies from it. With splice(2) and its family one
//   could have its lock for other reasons; the filter refuses them;
// - output is a stream socket: what is written is copied before the reader's lock is taken;
// - errors are a pipe, as programs open /dev/stderr, which a socket does not allow. A thread of its
//   own reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/bot/line_buffer.hpp"
#include "referee/machine/bot/tail.hpp"
#include "referee/machine/kernel/limits.hpp"

namespace referee::bot {

class Pipes {
 public:
  // `sink` gets all that comes from standard error, unless it is empty. `blocks`: what is called a
  // line here is a block, see LineBuffer.
  explicit Pipes(const kernel::Limits& limits, ErrorSink sink = {}, bool blocks = false);
  ~Pipes();
  Pipes(const Pipes&) = delete;
  Pipes& operator=(const Pipes&) = delete;

  // Takes the referee's ends, as a Launcher makes them.
  void open(text::Descriptor in, text::Descriptor out, text::Descriptor err);
  void close();

  // Writes lines to the bot's standard input, as much as fits into an empty pipe; the rest is kept
  // for send_rest(). If it has closed its input or is gone, nothing is written; its output tells
  // which.
  void send(std::string_view lines);
  // Goes on with what is left to do, if the pipe is empty. Call when unsent() can be written to.
  void send_rest();
  // Closes the bot's input, once it has read everything.
  void close_input();

  // The inode number of the pipe that is its standard input; 0 once that is closed.
  [[nodiscard]] ino_t input_pipe() const noexcept;

  // Reads what is there, up to the first complete line. Returns the fault if a line, or all output
  // of the game, is longer than its limit.
  std::optional<Fault> read_output();
  [[nodiscard]] bool has_line() const noexcept { return lines_.has_line(); }
  // The first line, without its newline. Precondition: has_line().
  std::string take_line() { return *lines_.take_line(); }
  // Whether its output has ended; lines may be left.
  [[nodiscard]] bool output_ended() const noexcept { return output_ended_; }
  // Whether it has written something after its last newline.
  [[nodiscard]] bool has_unfinished_line() const noexcept { return !lines_.empty(); }
  // Takes all other lines and the unread output, up to 64 KiB.
  std::string take_rest();
  // Reads what is there and throws it away, so that a full pipe does not block a bot that is
  // leaving.
  void discard_output();

  // Takes what has been read of its standard error, and has more read if there is more. True if
  // that is not done yet: call again when error_output() is readable.
  bool read_errors();
  [[nodiscard]] bool is_reading_errors() const noexcept { return reading_errors_; }
  // The end of its standard error, and its total length.
  [[nodiscard]] const Tail& errors() const noexcept { return errors_; }

  // Descriptors to wait for: -1 if there is nothing to wait for.
  [[nodiscard]] int unsent() const noexcept {
    return unsent_.empty() && !close_when_read_ ? -1 : in_.get();
  }
  [[nodiscard]] int output() const noexcept { return output_ended_ ? -1 : out_.get(); }
  [[nodiscard]] int error_output() const noexcept;

 private:
  class ErrorReader;
  [[nodiscard]] Fault line_too_long() const;
  [[nodiscard]] bool may_send() const noexcept;
  void note_errors(std::string_view piece, bool ended);

  const kernel::Limits& limits_;
  text::Descriptor in_;
  text::Descriptor out_;
  std::shared_ptr<ErrorReader> err_;
  std::string unsent_;
  LineBuffer lines_;
  std::uint64_t output_total_ = 0;
  Tail errors_;
  ErrorSink sink_;
  bool close_when_read_ = false;
  bool output_ended_ = false;
  bool errors_ended_ = false;
  bool reading_errors_ = false;
};

}  // namespace referee::bot
