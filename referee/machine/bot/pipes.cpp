#include "referee/machine/bot/pipes.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <semaphore>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"

namespace referee::bot {
namespace {

// The calls of every turn. Those of the C library would also see to it, twice a call, that the
// thread can be cancelled, which ours never are: 0.13 us a turn.
ssize_t read_now(int descriptor, std::span<char> buffer) noexcept {
  return ::syscall(SYS_read, descriptor, buffer.data(), buffer.size());
}
ssize_t receive(int descriptor, std::span<char> buffer, int flags) noexcept {
  return ::syscall(SYS_recvfrom, descriptor, buffer.data(), buffer.size(), flags, nullptr, nullptr);
}
ssize_t write_now(int descriptor, std::string_view text) noexcept {
  return ::syscall(SYS_write, descriptor, text.data(), text.size());
}

bool try_again() noexcept { return errno == EAGAIN || errno == EINTR; }

// What poll() says of it now, which takes no lock.
short events_of(int descriptor, short wanted) noexcept {
  pollfd one{descriptor, wanted, 0};
  return ::poll(&one, 1, 0) > 0 ? one.revents : short{0};
}

}  // namespace

// The pipe of its standard error, and the thread that reads it, made when there is something to
// read. The thread shares this object: one that waits for the pipe outlives the bot's.
class Pipes::ErrorReader {
 public:
  struct Piece {
    std::string text;
    bool ended = false;
  };

  explicit ErrorReader(text::Descriptor pipe) : pipe_(std::move(pipe)) {}

  // Has it read once. Throws std::system_error if it gets no thread or descriptors.
  static void begin(const std::shared_ptr<ErrorReader>& reader) {
    if (!reader->pieces_) reader->pieces_.emplace().do_not_wait();
    if (!reader->thread_.joinable()) {
      reader->thread_ = text::thread_for("a bot's standard error", [reader] { reader->work(); });
    }
    reader->orders_.release();
  }
  // What it has read since; nothing if it has not.
  std::unique_ptr<Piece> take() noexcept { return pieces_->take(); }
  // `reading`: whether what it was told last has not been taken.
  void end(bool reading) {
    if (!thread_.joinable()) return;
    enough_ = true;
    orders_.release();
    if (reading) {
      thread_.detach();
    } else {
      thread_.join();
    }
  }

  Piece read() const {
    std::array<char, std::size_t{64} << 10> buffer;
    const ssize_t size = read_now(pipe_.get(), buffer);
    if (size > 0) return {std::string(buffer.data(), static_cast<std::size_t>(size))};
    return {{}, size == 0 || !try_again()};
  }
  [[nodiscard]] int pipe() const noexcept { return pipe_.get(); }
  [[nodiscard]] int readable() const noexcept { return pieces_->readable(); }

 private:
  void work() {
    for (;;) {
      orders_.acquire();
      if (enough_) return;
      pieces_->give(std::make_unique<Piece>(read()));
    }
  }

  text::Descriptor pipe_;
  std::optional<Channel<Piece>> pieces_;
  std::counting_semaphore<> orders_{0};
  std::atomic<bool> enough_ = false;
  std::thread thread_;
};

Pipes::Pipes(const kernel::Limits& limits, ErrorSink sink, bool blocks)
    : limits_(limits),
      lines_(blocks),
      errors_(limits.stderr_tail, limits.stderr_head),
      sink_(std::move(sink)) {}

Pipes::~Pipes() { close(); }

void Pipes::open(text::Descriptor in, text::Descriptor out, text::Descriptor err) {
  in_ = std::move(in);
  out_ = std::move(out);
  err_ = std::make_shared<ErrorReader>(std::move(err));
}

void Pipes::close() {
  in_.reset();
  out_.reset();
  if (err_) err_->end(std::exchange(reading_errors_, false));
  err_.reset();
}

// A pipe of one page can be written to, for poll(), when it is empty; or nobody has its other end.
bool Pipes::may_send() const noexcept { return in_ && events_of(in_.get(), POLLOUT) != 0; }

bool Pipes::has_unread() noexcept {
  std::array<pollfd, 2> both{{{out_.get(), POLLIN, 0}, {in_.get(), POLLOUT, 0}}};
  if (!out_ || !in_ || ::poll(both.data(), both.size(), 0) < 0) return true;
  may_send_ = both[1].revents != 0;
  return both[0].revents != 0 || !lines_.empty();
}

void Pipes::send(std::string_view lines) {
  if (!in_) return;
  if (unsent_.empty() && (std::exchange(may_send_, false) || may_send())) {
    const ssize_t written = write_now(in_.get(), lines);
    if (written < 0 && !try_again()) return;
    if (written > 0) lines.remove_prefix(static_cast<std::size_t>(written));
  }
  unsent_.append(lines);
}

void Pipes::send_rest() {
  if (!may_send()) return;
  if (!unsent_.empty()) {
    const ssize_t written = write_now(in_.get(), std::string_view(unsent_).substr(sent_));
    if (written > 0) sent_ += static_cast<std::size_t>(written);
    const bool all = sent_ == unsent_.size() || (written < 0 && !try_again());
    // Not each page by itself: that moves all the others.
    if (all || sent_ > unsent_.size() / 2) {
      unsent_.erase(0, all ? std::string::npos : sent_);
      sent_ = 0;
    }
  } else if (close_when_read_) {
    in_.reset();
  }
}

void Pipes::close_input() {
  close_when_read_ = true;
  send_rest();
}

ino_t Pipes::input_pipe() const noexcept {
  struct stat pipe {};
  return in_ && ::fstat(in_.get(), &pipe) == 0 ? pipe.st_ino : 0;
}

// Set when it is first needed: most bots are never read so.
bool Pipes::may_wait_a_moment() noexcept {
  const timeval moment{0, 1000};
  if (!waits_a_moment_) {
    waits_a_moment_ =
        ::setsockopt(out_.get(), SOL_SOCKET, SO_RCVTIMEO, &moment, sizeof moment) == 0;
  }
  return waits_a_moment_;
}

std::optional<Fault> Pipes::read_output(Patience patience) {
  std::array<char, 4096> buffer;
  if (patience == Patience::moment && !may_wait_a_moment()) patience = Patience::none;
  // Also of a line that came together with the one before.
  if (lines_.line_size() > limits_.line) return line_too_long();
  while (!lines_.has_line() && !output_ended_) {
    const ssize_t size =
        receive(out_.get(), buffer,
                std::exchange(patience, Patience::none) == Patience::moment ? 0 : MSG_DONTWAIT);
    if (size < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) output_ended_ = true;
      return std::nullopt;
    }
    if (size == 0) {
      output_ended_ = true;
      return std::nullopt;
    }
    lines_.append({buffer.data(), static_cast<std::size_t>(size)});
    output_total_ += static_cast<std::uint64_t>(size);
    if (lines_.line_size() > limits_.line) return line_too_long();
    if (output_total_ > limits_.output) {
      return Fault{FaultKind::flood,
                   fmt::format("more than {} on its standard output in one game",
                               text::bytes_text(limits_.output)),
                   {{What::output, limits_.output}}};
    }
  }
  return std::nullopt;
}

Fault Pipes::line_too_long() const {
  return {FaultKind::flood,
          fmt::format("a line of more than {} bytes on its standard output", limits_.line),
          {{What::line, limits_.line}}};
}

std::string Pipes::take_rest() {
  std::string rest = lines_.take_all();
  std::array<char, 4096> buffer;
  for (int i = 0; i < 16 && !output_ended_; ++i) {
    const ssize_t size = receive(out_.get(), buffer, MSG_DONTWAIT);
    if (size <= 0) break;
    rest.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return rest;
}

void Pipes::discard_output() {
  std::array<char, 16384> buffer;
  const ssize_t size = receive(out_.get(), buffer, MSG_DONTWAIT);
  if (size == 0 || (size < 0 && !try_again())) output_ended_ = true;
}

int Pipes::error_output() const noexcept {
  if (errors_ended_ || !err_) return -1;
  return reading_errors_ ? err_->readable() : err_->pipe();
}

void Pipes::note_errors(std::string_view piece, bool ended) {
  errors_.append(piece);
  if (sink_ && !piece.empty()) sink_(piece);
  errors_ended_ = ended;
}

bool Pipes::read_errors() {
  if (errors_ended_ || !err_) return false;
  if (reading_errors_) {
    const auto piece = err_->take();
    if (!piece) return true;
    reading_errors_ = false;
    note_errors(piece->text, piece->ended);
    if (errors_ended_) return false;
  }
  const short events = events_of(err_->pipe(), POLLIN);
  if (events == 0) return false;
  if ((events & POLLIN) == 0) {
    errors_ended_ = true;
    return false;
  }
  try {
    ErrorReader::begin(err_);
    reading_errors_ = true;
  } catch (const std::system_error&) {
    // The machine has no thread to spare: this one has to do.
    const ErrorReader::Piece piece = err_->read();
    note_errors(piece.text, piece.ended);
  }
  return reading_errors_;
}

}  // namespace referee::bot
