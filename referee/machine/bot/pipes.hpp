// Standard input, output and error of a bot, as the referee holds them: lines to it, lines from it
// within limits, the end of its errors. Nothing here waits for more than a moment, whatever the bot
// does.
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

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/limits.hpp"

namespace referee::bot {

// Cuts a bot's output into lines, or into blocks: all lines up to one that is only a dot.
class LineBuffer {
 public:
  explicit LineBuffer(bool blocks = false) : blocks_(blocks) {}

  void append(std::string_view bytes) { bytes_.append(bytes); }

  // The next complete line without its newline, and without the blanks and '\r' at its end, which
  // the protocol ignores; nothing if no line is complete. In blocks: the next block, its lines as
  // they came, without the dot.
  std::optional<std::string> take_line() {
    const auto end = end_of_first();
    if (end == std::string::npos) return std::nullopt;
    std::string line = bytes_.substr(begin_, end - begin_);
    begin_ = bytes_.find('\n', end) + 1;
    seen_ = begin_;
    if (begin_ == bytes_.size()) clear();
    if (!blocks_) line.erase(line.find_last_not_of(" \t\r") + 1);
    return line;
  }

  [[nodiscard]] bool has_line() const noexcept { return end_of_first() != std::string::npos; }

  // Bytes of the first line so far, complete or not, its newline excluded.
  [[nodiscard]] std::size_t line_size() const noexcept {
    const auto end = end_of_first();
    return (end == std::string::npos ? bytes_.size() : end) - begin_;
  }

  [[nodiscard]] bool empty() const noexcept { return begin_ == bytes_.size(); }

  // Takes everything: lines and what follows the last newline.
  std::string take_all() {
    std::string all = bytes_.substr(begin_);
    clear();
    return all;
  }

  void clear() noexcept {
    bytes_.clear();
    begin_ = seen_ = 0;
  }

 private:
  [[nodiscard]] bool is_dot_at(std::size_t place) const noexcept {
    return bytes_.compare(place, 2, ".\n") == 0 || bytes_.compare(place, 3, ".\r\n") == 0;
  }

  // Position of the newline of the first line, or of the dot of the first block.
  [[nodiscard]] std::size_t end_of_first() const noexcept {
    if (!blocks_) return bytes_.find('\n', begin_);
    while (seen_ < bytes_.size()) {
      if (is_dot_at(seen_)) return seen_;
      const auto next = bytes_.find('\n', seen_);
      if (next == std::string::npos) break;
      seen_ = next + 1;
    }
    return std::string::npos;
  }

  const bool blocks_;
  std::string bytes_;
  std::size_t begin_ = 0;
  mutable std::size_t seen_ = 0;  // in blocks: where the line begins that was checked last
};

// The first and the last bytes of a stream of any length: keeps the last `limit` bytes of what is
// appended, in at most twice that memory, and the first `head_limit`.
class Tail {
 public:
  explicit Tail(std::size_t limit, std::size_t head_limit = 0)
      : limit_(limit), head_limit_(head_limit) {}

  void append(std::string_view bytes) {
    total_ += bytes.size();
    if (head_.size() < head_limit_) head_.append(bytes.substr(0, head_limit_ - head_.size()));
    if (bytes.size() > limit_) bytes.remove_prefix(bytes.size() - limit_);
    bytes_.append(bytes);
    if (bytes_.size() > 2 * limit_) bytes_.erase(0, bytes_.size() - limit_);
  }

  [[nodiscard]] std::string_view view() const noexcept {
    std::string_view all = bytes_;
    return all.size() > limit_ ? all.substr(all.size() - limit_) : all;
  }

  // The first bytes, as far as they are not in view(): together they are everything, or there is a
  // gap between them.
  [[nodiscard]] std::string_view head() const noexcept {
    const std::uint64_t before = total_ - view().size();
    return std::string_view(head_).substr(
        0, static_cast<std::size_t>(std::min<std::uint64_t>(head_.size(), before)));
  }

  // Bytes appended in all.
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }

 private:
  std::size_t limit_;
  std::size_t head_limit_;
  std::string bytes_;
  std::string head_;
  std::uint64_t total_ = 0;
};

class Pipes {
 public:
  // `sink` gets all that comes from standard error, unless it is empty. `blocks`: what is called a
  // line here is a block, see LineBuffer.
  explicit Pipes(const kernel::Limits& limits, ErrorSink sink = {}, bool blocks = false);
  ~Pipes();
  Pipes(const Pipes&) = delete;
  Pipes& operator=(const Pipes&) = delete;

  // Takes the referee's ends, as a Launcher makes them: only `out`, a socket, may block.
  void open(text::Descriptor in, text::Descriptor out, text::Descriptor err);
  void close();

  // Writes lines to the bot's standard input, as much as fits into an empty pipe; the rest is kept
  // for send_rest(). If it has closed its input or is gone, nothing is written; its output tells
  // which.
  void send(std::string_view lines);
  // Whether there may be something to read, or something read has not been taken. Also finds out
  // whether send() may write: in one call.
  [[nodiscard]] bool has_unread() noexcept;
  // Goes on with what is left to do, if the pipe is empty. Call when unsent() can be written to.
  void send_rest();
  // Closes the bot's input, once it has read everything.
  void close_input();

  // The inode number of the pipe that is its standard input; 0 once that is closed.
  [[nodiscard]] ino_t input_pipe() const noexcept;

  enum class Patience {
    none,
    moment
  };  // a moment: at most a millisecond, until there is something
  // Reads what is there, up to the first complete line. Returns the fault if a line, or all output
  // of the game, is longer than its limit.
  std::optional<Fault> read_output(Patience patience = Patience::none);
  [[nodiscard]] bool has_line() const noexcept { return lines_.has_line(); }
  // The first line, without its newline. Precondition: has_line().
  std::string take_line() { return *lines_.take_line(); }
  // Whether its output has ended; lines may be left.
  [[nodiscard]] bool output_ended() const noexcept { return output_ended_; }
  // Whether it has written something after its last newline.
  [[nodiscard]] bool has_unfinished_line() const noexcept { return !lines_.empty(); }
  // Makes that a line.
  void end_line() { lines_.append("\n"); }
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

  // Bytes for it that its pipe has not taken yet.
  [[nodiscard]] std::size_t unsent_bytes() const noexcept { return unsent_.size() - sent_; }

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
  bool may_wait_a_moment() noexcept;
  void note_errors(std::string_view piece, bool ended);

  const kernel::Limits& limits_;
  text::Descriptor in_;
  text::Descriptor out_;
  std::shared_ptr<ErrorReader> err_;
  std::string unsent_;
  std::size_t sent_ = 0;  // bytes of it that have been written
  LineBuffer lines_;
  std::uint64_t output_total_ = 0;
  Tail errors_;
  ErrorSink sink_;
  bool may_send_ = false;        // by has_unread()
  bool waits_a_moment_ = false;  // a read of its output that may block
  bool close_when_read_ = false;
  bool output_ended_ = false;
  bool errors_ended_ = false;
  bool reading_errors_ = false;
};

// A lock-free channel between threads.
//
// A thread that has a lock and gets no processor keeps others that want the lock waiting, and so
// does one that a condition variable has to wake. Here the kernel passes pointers on, each as a
// whole, through a pipe.
template <typename Message>
class Channel {
 public:
  // Throws std::system_error if it gets no descriptors.
  Channel() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw text::SystemError("make a pipe between threads");
    }
    out_ = text::Descriptor(ends[0]);
    in_ = text::Descriptor(ends[1]);
  }
  ~Channel() {
    do_not_wait();
    while (take() != nullptr) continue;
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Waits only if thousands of messages are in the channel. A null pointer ends one thread's wait.
  void give(std::unique_ptr<Message> message) noexcept {
    Message* const pointer = message.get();
    ssize_t written = 0;
    do {
      written = ::write(in_.get(), &pointer, pointer_size);
    } while (written < 0 && errno == EINTR);
    if (written == pointer_size) static_cast<void>(message.release());
  }
  // Waits for a message; after do_not_wait() returns nothing if there is none.
  std::unique_ptr<Message> take() noexcept {
    Message* pointer = nullptr;
    ssize_t got = 0;
    do {
      got = ::read(out_.get(), &pointer, pointer_size);
    } while (got < 0 && errno == EINTR);
    return std::unique_ptr<Message>(got == pointer_size ? pointer : nullptr);
  }
  // Applies to later calls of take(); a thread that waits goes on waiting. Closing the pipe would
  // not do: a fresh copy of this process may hold it open for a moment, or for long.
  void do_not_wait() noexcept { ::fcntl(out_.get(), F_SETFL, O_NONBLOCK); }
  // Readable when there is something to take.
  [[nodiscard]] int readable() const noexcept { return out_.get(); }

 private:
  static constexpr std::size_t pointer_size = sizeof(void*);

  text::Descriptor out_;
  text::Descriptor in_;
};

}  // namespace referee::bot
