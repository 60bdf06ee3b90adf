#include "referee/text/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "referee/text/machine.hpp"

namespace referee::text {
namespace {

// Closes a descriptor at the end of its scope.
class Opened {
 public:
  explicit Opened(int number) noexcept : number_(number) {}
  ~Opened() {
    if (number_ >= 0) ::close(number_);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

[[noreturn]] void fail(const std::filesystem::path& file) { throw SystemError("read", file); }

}  // namespace

std::string read_file(const std::filesystem::path& file) {
  const Opened opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (opened.number() < 0) fail(file);
  std::string text;
  std::array<char, 65536> block;
  while (true) {
    const ssize_t got = ::read(opened.number(), block.data(), block.size());
    if (got == 0) return text;
    if (got > 0) {
      text.append(block.data(), static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      fail(file);
    }
  }
}

}  // namespace referee::text
