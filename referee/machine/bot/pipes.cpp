#include "referee/machine/bot/pipes.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <span>
#include <utility>

#include "referee/base/text/words.hpp"

namespace referee::bot {
namespace {

// The calls of every turn. Those of the C library would also see to it, twice a call, that the
// thread can be cancelled, which ours never are: 0.13 us a turn.
ssize_t read_now(int descriptor, std::span<char> buffer) noexcept {
  return ::syscall(SYS_read, descriptor, buffer.data(), buffer.size());
}
ssize_t write_now(int descriptor, std::string_view text) noexcept {
  return ::syscall(SYS_write, descriptor, text.data(), text.size());
}

bool try_again() noexcept { return errno == EAGAIN || errno == EINTR; }

}  // namespace

Pipes::Pipes(const kernel::Limits& limits, ErrorSink sink, bool blocks)
    : limits_(limits),
      lines_(blocks),
      errors_(limits.stderr_tail, limits.stderr_head),
      sink_(std::move(sink)) {}

void Pipes::open(text::Descriptor in, text::Descriptor out, text::Descriptor err) {
  in_ = std::move(in);
  out_ = std::move(out);
  err_ = std::move(err);
}

void Pipes::close() {
  for (text::Descriptor* pipe : {&in_, &out_, &err_}) pipe->reset();
}

void Pipes::send(std::string_view lines) {
  if (!unsent_.empty()) {
    unsent_.append(lines);
    return;
  }
  while (!lines.empty() && in_) {
    const ssize_t written = write_now(in_.get(), lines);
    if (written > 0) {
      lines.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      unsent_ = lines;
      return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

void Pipes::send_rest() {
  const ssize_t written = write_now(in_.get(), unsent_);
  if (written > 0) unsent_.erase(0, static_cast<std::size_t>(written));
  if (written < 0 && !try_again()) unsent_.clear();
  if (unsent_.empty() && close_after_rest_) in_.reset();
}

void Pipes::close_input() {
  close_after_rest_ = true;
  if (unsent_.empty()) in_.reset();
}

ino_t Pipes::input_pipe() const noexcept {
  struct stat pipe {};
  return in_ && ::fstat(in_.get(), &pipe) == 0 ? pipe.st_ino : 0;
}

std::optional<Fault> Pipes::read_output() {
  std::array<char, 4096> buffer;
  // Also of a line that came together with the one before.
  if (lines_.line_size() > limits_.line) return line_too_long();
  while (!lines_.has_line() && !output_ended_) {
    const ssize_t size = read_now(out_.get(), buffer);
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
    const ssize_t size = read_now(out_.get(), buffer);
    if (size <= 0) break;
    rest.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return rest;
}

void Pipes::discard_output() {
  std::array<char, 16384> buffer;
  const ssize_t size = read_now(out_.get(), buffer);
  if (size == 0 || (size < 0 && !try_again())) output_ended_ = true;
}

bool Pipes::read_errors() {
  std::array<char, 16384> buffer;
  const ssize_t size = read_now(err_.get(), buffer);
  if (size > 0) {
    const std::string_view piece(buffer.data(), static_cast<std::size_t>(size));
    errors_.append(piece);
    if (sink_) sink_(piece);
  } else if (size == 0 || !try_again()) {
    errors_ended_ = true;
  }
  return size > 0;
}

void Pipes::read_all_errors() {
  // A pipe holds at most 1 MiB; something still writing to it cannot keep us here.
  for (int i = 0; i < 64 && err_ && !errors_ended_ && read_errors(); ++i) continue;
}

}  // namespace referee::bot
