#include "referee/cli/options/output_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <system_error>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

// With symbolic links resolved; the file itself may be missing.
fs::path real_path(const fs::path& file) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error);
  return error ? file : real;
}

void check(const OutputFile::Options& options, const fs::path& file) {
  std::error_code none;  // a missing file is not a folder and not one of the inputs
  if (fs::is_directory(file, none))
    throw UsageError(
        fmt::format("{}: '{}' is a folder; name a file", options.option, options.file));
  for (const std::string& input : options.inputs) {
    if (fs::equivalent(file, input, none)) {
      throw UsageError(
          fmt::format("{}: '{}' is an input and would be overwritten; name another file",
                      options.option, options.file));
    }
  }
  check_no_record(options.file, options.option);
}

}  // namespace

std::string must_be_named(const std::string& value) {
  return value.empty() ? "the name must not be empty" : "";
}

void check_no_record(const std::string& file, const std::string& option) {
  std::error_code none;
  if (!fs::exists(real_path(file).parent_path() / "manifest.json", none)) return;
  throw UsageError(
      fmt::format("{}: '{}' is in the folder of a tournament, which is for its records alone; name "
                  "a file elsewhere",
                  option, file));
}

Shown shown_in(const std::string& file, const std::string& option) {
  std::string ending = fs::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".svg") return Shown::picture;
  if (ending.empty() || ending == ".html" || ending == ".htm") return Shown::page;
  throw UsageError(fmt::format(
      "{}: '{}' is neither a page, FILE.html, nor a picture, FILE.svg; \"save picture\" on "
      "the page makes a PNG, and the browser prints a PDF",
      option, file));
}

OutputFile::OutputFile(const Options& options) : name_(options.file) {
  const bool page = options.option == "--html";
  if ((page || options.option == "--svg") && fs::path(options.file).has_extension() &&
      (shown_in(options.file, options.option) == Shown::page) != page) {
    throw UsageError(fmt::format("{}: '{}' is the name of {}; the other option makes that",
                                 options.option, options.file, page ? "a picture" : "a page"));
  }
  const fs::path file = real_path(options.file);
  check(options, file);
  std::error_code none;
  const auto status = fs::status(file, none);
  if (!options.append && (fs::is_regular_file(status) || !fs::exists(status))) {
    whole_.emplace(file, name_);
    return;
  }
  constexpr mode_t as_umask_says = 0666;
  direct_ = text::Descriptor(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_CLOEXEC, as_umask_says));
  if (!direct_) throw store::store_error("write", name_, errno);
}

void OutputFile::write(std::string_view text) {
  if (whole_) {
    whole_->write(text);
    return;
  }
  struct stat before {};
  const bool known = ::fstat(direct_.get(), &before) == 0 && S_ISREG(before.st_mode);
  if (const int error = text::write_all(direct_.get(), text); error != 0) {
    // No part of a line stays behind the lines of others.
    if (known && ::ftruncate(direct_.get(), before.st_size) != 0) {
      text::debug("{}: a part of a line could not be removed", name_);
    }
    throw store::store_error("write", name_, error);
  }
}

void OutputFile::finish() {
  if (whole_) whole_->finish();
}

std::string try_to_write(std::optional<OutputFile>& file, std::string_view text) {
  if (!file) return {};
  try {
    file->write(text);
    file->finish();
    return {};
  } catch (const store::StoreError& error) {
    return error.what();
  }
}

}  // namespace referee::cli
