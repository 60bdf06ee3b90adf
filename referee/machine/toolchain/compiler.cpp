#include "referee/machine/toolchain/compiler.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/kernel/stock.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/command_error.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/toolchain/walled_run.hpp"
#include "referee/machine/walls/protections.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

// The first word that looks like a version, "17.0.13" in "javac 17.0.13".
std::string version_in(std::string_view text) {
  const auto digit = [&](std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!digit(begin)) continue;
    std::size_t end = begin;
    while (digit(end) || (end < text.size() && text[end] == '.' && digit(end + 1))) ++end;
    if (text.substr(begin, end - begin).find('.') != std::string_view::npos) {
      return std::string(text.substr(begin, end - begin));
    }
    begin = end;
  }
  return {};
}

std::string version_of(const std::vector<std::string>& words, std::string_view version_words) {
  std::string what;
  for (const std::string& word : words) {
    struct stat facts {};
    if (::stat(word.c_str(), &facts) == 0) {
      what += fmt::format("{} {} {} {}.{} ", word, facts.st_ino, facts.st_size,
                          facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
    }
  }
  const std::string name = text::sha256(what + std::string(version_words)).substr(0, 32);
  if (auto known = kept_text("compilers", name); known && !known->empty()) return *known;
  std::vector<std::string> asking = words;
  asking.emplace_back(version_words);
  const Draft draft;
  const WalledRun run = run_walled(asking, draft.workshop());
  if (!run.succeeded) return {};
  std::string version = version_in(run.output);
  if (!version.empty()) keep_text("compilers", name, version);
  return version;
}

// Rust's installer puts one program in the place of all, which looks for the real one in a home
// that is not to be seen from within the walls.
fs::path behind_rustup(const fs::path& program) {
  std::error_code ignored;
  if (fs::canonical(program, ignored).filename() != "rustup") return program;
  fs::path home;
  if (const char* chosen = std::getenv("RUSTUP_HOME")) {
    home = chosen;
  } else if (const char* own = std::getenv("HOME")) {
    home = fs::path(own) / ".rustup";
  }
  std::string name;
  if (const char* chosen = std::getenv("RUSTUP_TOOLCHAIN")) name = chosen;
  std::ifstream settings(home / "settings.toml");
  for (std::string line; name.empty() && std::getline(settings, line);) {
    constexpr std::string_view key = "default_toolchain = \"";
    if (line.starts_with(key)) name = line.substr(key.size(), line.rfind('"') - key.size());
  }
  const fs::path real = home / "toolchains" / name / "bin" / program.filename();
  return !name.empty() && fs::is_regular_file(real, ignored) ? real : program;
}

std::optional<std::vector<std::string>> find_program(const std::string& name) {
  try {
    const program::Command command = program::resolve_command(name, "/");
    std::vector<std::string> words = command.words;
    if (!words.front().starts_with('/')) words.front() = command.program.string();
    if (words.size() == 1) words.front() = behind_rustup(words.front()).string();
    return words;
  } catch (const program::CommandError&) {
    return std::nullopt;
  }
}

std::string how_to_install(const Language& language) {
  return fmt::format("on Debian and Ubuntu, as root: apt install {}", language.package);
}

}  // namespace

std::string Compiler::title() const { return version.empty() ? name : name + " " + version; }

std::optional<Compiler> find_compiler(const Language& language) {
  Compiler compiler;
  compiler.name = language.compiler;
  if (compiler.name == "node") {
    if (const auto d8 = find_program("d8")) return Compiler{*d8, "d8", {}};
  }
  const auto words = find_program(compiler.name);
  if (!words) return std::nullopt;
  compiler.words = *words;
  compiler.version = version_of(compiler.words, language.version_words);
  return compiler;
}

Compiler need_compiler(const Language& language, const std::string& file) {
  auto compiler = find_compiler(language);
  if (compiler) return std::move(*compiler);
  throw text::MachineError(fmt::format("{} is {}, and {} is not installed; {}", file,
                                       language.title, language.compiler,
                                       how_to_install(language)));
}

std::vector<LanguageNote> describe_languages() {
  std::vector<LanguageNote> notes;
  for (const Language& language : languages()) {
    const auto compiler = find_compiler(language);
    LanguageNote note;
    note.language = language.title;
    note.available = compiler.has_value();
    note.official = recipe_for(language, newest_year()).version;
    if (compiler) {
      note.compiler = compiler->title();
    } else {
      note.advice =
          fmt::format("{} is not installed; {}", language.compiler, how_to_install(language));
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace referee::toolchain
