// Errors of the system as sentences: what was tried, on what, why it failed, and what to do.
#pragma once

#include <cerrno>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace referee::text {

// What to do about an error of the system; empty where nothing general helps. Where no /proc is
// mounted it says so, whatever the error, also for 0. `place`: the file or folder that was used,
// if any. Includes the values of limits of this process and of variables that name folders (TMPDIR,
// XDG_CACHE_HOME).
std::string cure_of(int error, const std::filesystem::path& place = {});

// "cannot write out/x: No space left on device; make room there or choose another place"
std::string system_text(std::string_view tried, const std::filesystem::path& place, int error);
// The same where the cure is about another place.
std::string system_text(std::string_view tried, const std::filesystem::path& on, int error,
                        const std::filesystem::path& place);
// "cannot make a pipe: Too many open files; ..."
std::string system_text(std::string_view tried, int error);

// Thrown where a call of the system fails; what() is the sentence. Exit code 3.
class SystemError : public std::system_error {
 public:
  SystemError(std::string_view tried, const std::filesystem::path& place, int error = errno)
      : SystemError(error, system_text(tried, place, error)) {}
  explicit SystemError(std::string_view tried, int error = errno)
      : SystemError(error, system_text(tried, error)) {}
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  SystemError(int error, std::string text)
      : std::system_error(error, std::generic_category()), text_(std::move(text)) {}
  std::string text_;
};

// The text of any exception; those of the standard library become such sentences.
std::string message_of(const std::exception& error);

// The error (ENOSPC, ...) that another program's output names, "No space left on device"; only
// those that are the machine's fault.
std::optional<int> lack_told_in(std::string_view words);

// Whether its file system is mounted noexec.
bool is_on_noexec(const std::filesystem::path& file) noexcept;

// The folder for temporary files: that of TMPDIR, else /tmp. Throws MachineError if that is not a
// folder.
std::filesystem::path temporary_folder();

// A thread for `purpose`, "playing matches". Throws SystemError if it cannot be made.
template <typename Work>
std::thread thread_for(std::string_view purpose, Work&& work) {
  try {
    return std::thread(std::forward<Work>(work));
  } catch (const std::system_error& error) {
    throw SystemError("make a thread for " + std::string(purpose), error.code().value());
  }
}

}  // namespace referee::text
