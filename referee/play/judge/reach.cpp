#include "referee/play/judge/reach.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/moved_files.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/play/judge/game_file.hpp"

namespace referee::judge {
namespace {

namespace fs = std::filesystem;

// Without links and dots, as far as it exists.
fs::path real_of(const fs::path& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : real;
}

bool is_own_file(const fs::path& real) {
  std::error_code ignored;
  if (!fs::is_regular_file(real, ignored)) return false;
  try {
    return is_shipped(text::sha256(text::read_file(real)));
  } catch (const std::system_error&) {
    return false;  // nor can the judge read it
  }
}

}  // namespace

Reach::Reach(fs::path folder, std::span<const fs::path> read)
    : folder_(std::move(folder)), real_(real_of(folder_)) {
  for (const fs::path& path : read) read_.push_back(real_of(path));
}

bool Reach::is_inside(const fs::path& real) const { return program::is_within(real, real_); }

bool Reach::is_named(const fs::path& real) const {
  return std::any_of(read_.begin(), read_.end(),
                     [&](const fs::path& one) { return program::is_within(real, one); });
}

void Reach::refuse(std::string_view key, std::string_view name, const fs::path& real) const {
  throw text::InputError(text::safe_text(fmt::format(
      "{}: {}: \"{}\" leads out of the game's folder; a judge opens only what is in it: copy it "
      "there, or, if this judge may read it, name it once: referee show {} --read {}",
      (folder_ / game_file_name).string(), key, name, text::shell_word(folder_.string()),
      text::shell_word(real.string()))));
}

void Reach::check(std::string_view key, std::string_view name, const fs::path& real) const {
  if (!is_inside(real) && !is_named(real)) refuse(key, name, real);
}

void Reach::check_file(std::string_view key, const std::string& name) const {
  const fs::path real = real_of(folder_ / name);
  if (!is_own_file(real)) check(key, name, real);
}

void Reach::check_words(std::string_view key, std::span<const std::string> words) const {
  for (const std::string& word : words) {
    for (const std::string_view name : program::names_in(word, folder_)) {
      std::error_code ignored;
      if (name.empty() || !fs::exists(folder_ / name, ignored)) continue;
      const fs::path real = real_of(folder_ / name);
      if (real != "/" && !program::is_of_system(real)) check(key, name, real);
    }
  }
}

void Reach::limit(program::Command& command) const {
  const fs::path built = toolchain::cache_folder();
  for (auto* const paths : {&command.files, &command.folders}) {
    std::erase_if(*paths, [&](const fs::path& path) {
      const fs::path real = real_of(path);
      // Words of game.json do not lead there, see check_words().
      if (is_inside(real) || program::is_of_system(real) || program::is_within(path, built))
        return false;
      check("judge", path.string(), real);
      command.read.push_back(real);
      return true;
    });
  }
}

}  // namespace referee::judge
