// The three pipes of a bot, as the referee holds them: lines to its standard input, lines from its
// standard output within limits, the end of its standard error. Nothing here ever waits.
#pragma once

#include <cstdint>
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

  // Takes the referee's ends; all of them are non-blocking.
  void open(text::Descriptor in, text::Descriptor out, text::Descriptor err);
  void close();

  // Writes lines to the bot's standard input. If the bot does not read, its pipe fills; the rest is
  // kept for send_rest(). If it has closed its input or is gone, nothing is written; its output
  // tells which.
  void send(std::string_view lines);
  // Writes as much of the rest as fits. Call when unsent() can be written to.
  void send_rest();
  // Closes the bot's input, after the rest has been written.
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

  // Reads part of what is there. False if there was nothing.
  bool read_errors();
  // Reads all that a pipe can hold.
  void read_all_errors();
  // The end of its standard error, and its total length.
  [[nodiscard]] const Tail& errors() const noexcept { return errors_; }

  // Descriptors to wait for: -1 if there is nothing to wait for.
  [[nodiscard]] int unsent() const noexcept { return unsent_.empty() ? -1 : in_.get(); }
  [[nodiscard]] int output() const noexcept { return output_ended_ ? -1 : out_.get(); }
  [[nodiscard]] int error_output() const noexcept { return errors_ended_ ? -1 : err_.get(); }

 private:
  [[nodiscard]] Fault line_too_long() const;

  const kernel::Limits& limits_;
  text::Descriptor in_;
  text::Descriptor out_;
  text::Descriptor err_;
  std::string unsent_;
  LineBuffer lines_;
  std::uint64_t output_total_ = 0;
  Tail errors_;
  ErrorSink sink_;
  bool close_after_rest_ = false;
  bool output_ended_ = false;
  bool errors_ended_ = false;
};

}  // namespace referee::bot
