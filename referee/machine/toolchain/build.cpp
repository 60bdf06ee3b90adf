#include "referee/machine/toolchain/build.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/machine/program/executable.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/toolchain/compile_advice.hpp"
#include "referee/machine/toolchain/compiler.hpp"
#include "referee/machine/toolchain/main_class.hpp"
#include "referee/machine/toolchain/source_file.hpp"
#include "referee/machine/toolchain/walled_run.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view built_classes = "classes";
constexpr std::string_view built_program = "bot";

void write(const fs::path& file, std::string_view text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw text::SystemError("write", file, errno != 0 ? errno : EIO);
}

// Whoever may read or execute `original` may do that with its copy, and nobody writes to it.
void write_copy(const fs::path& copy, std::string_view text, fs::perms original) {
  write(copy, text);
  fs::permissions(copy, original & fs::perms(0555));
}

// Of `file` with this content, in the result of a draft.
void put_alone(const fs::path& result, const fs::path& file, std::string_view content,
               std::span<const fs::path> companions) {
  const fs::path folder = result / alone_name;
  fs::create_directory(folder);
  write_copy(folder / file.filename(), content, fs::status(file).permissions());
  for (const fs::path& companion : companions) {
    const fs::path link = folder / companion.lexically_relative(file.parent_path());
    std::error_code exists;  // what is named twice, or lies in a folder that is named, too
    fs::create_directories(link.parent_path(), exists);
    fs::create_symlink(companion, link, exists);
  }
}

std::string read_bounded(const fs::path& file, std::uintmax_t most, std::string_view what) {
  std::error_code error;
  if (fs::file_size(file, error) > most && !error) {
    throw program::CommandError(
        fmt::format("{} is larger than {} MiB, so no {}", program::quote(file), most >> 20, what));
  }
  try {
    return text::read_file(file);
  } catch (const std::system_error& failure) {
    throw program::CommandError(
        fmt::format("cannot read {}: {}", program::quote(file), failure.code().message()));
  }
}

// A program that a judge starts may be a large one.
std::string read_beside(const fs::path& file) {
  return read_bounded(file, std::uintmax_t{256} << 20, "file of a judge");
}

std::string read_source(const fs::path& file) {
  return read_bounded(file, std::uintmax_t{64} << 20, "source of a bot");
}

// The name under which the compiler sees the source: Java wants that of a public class.
std::string name_for_compiler(const fs::path& file) {
  std::string name = file.filename().string();
  // Some know their endings in small letters only. To g++ .C is C++.
  if (file.extension() != ".C") name = file.stem().string() + small_ending(file);
  return name.starts_with('-') ? "./" + name : name;
}

// The words of a recipe; empty for a language that is not compiled.
std::vector<std::string> compile_words(const Recipe& recipe, const std::string& name) {
  std::vector<std::string> words;
  if (recipe.compile.empty()) return words;
  const bool java = recipe.language == "Java";
  for (std::string& word : program::split_words(recipe.compile)) {
    if (const auto at = word.find("{in}"); at != std::string::npos) word.replace(at, 4, name);
    if (const auto at = word.find("{out}"); at != std::string::npos)
      word.replace(at, 5, built_program);
    if (java && word == ".") word = built_classes;
    words.push_back(std::move(word));
  }
  return words;
}

// A program that was compiled for one processor may not run on another, and caches are shared by
// machines that share a home.
std::string processor_kind() {
  std::ifstream in("/proc/cpuinfo");
  std::string kind;
  for (std::string line; std::getline(in, line) && !line.empty();) {
    for (const char* key : {"model name", "flags", "Features", "CPU part", "isa"}) {
      if (line.starts_with(key)) kind += line + '\n';
    }
  }
  return text::sha256(kind);
}

// All of a project below a folder of the system, unless the compiler is in it; else the folder.
fs::path project_of(const fs::path& folder, const fs::path& compiler) {
  std::error_code gone;
  const std::string real = fs::weakly_canonical(folder, gone).string();
  for (const std::string_view place : {"/opt/", "/usr/src/", "/usr/local/src/"}) {
    if (!real.starts_with(place)) continue;
    const std::string project = real.substr(0, real.find('/', place.size()));
    if (!fs::weakly_canonical(compiler, gone).string().starts_with(project + "/")) return project;
  }
  return real;
}

// What checks the syntax of a source that is run as it is; empty if nothing does.
std::vector<std::string> checking_words(const std::string& interpreter, const std::string& name) {
  if (interpreter.starts_with("python")) return {interpreter, "-m", "py_compile", name};
  if (interpreter == "node") return {"node", "--check", name};
  return {};
}

// One build: what is made of what, and what it is called in the cache.
class Job {
 public:
  Job(const SourceFile& source, unsigned year)
      : source_(source),
        text_(read_source(source.file)),
        name_(name_for_compiler(source.file)),
        recipe_(recipe_for(*source.language, year)),
        compiler_(need_compiler(*source.language, program::quote(source.file))) {
    for (const fs::path& file : source.beside) {
      beside_.push_back(
          {file.filename().string(), read_beside(file), fs::status(file).permissions()});
    }
    built_.bytes = text_.size();
    built_.facts.file = source.file;
    built_.facts.hash = text::sha256(text_);
    built_.facts.language = source.language->title;
    built_.facts.toolchain = recipe_.year;
    built_.facts.compiler = compiler_.title();
    words_ = compile_words(recipe_, name_);
    built_.facts.compile = program::join_words(words_);
    if (words_.empty()) words_ = checking_words(compiler_.name, name_);
    command_ = program::join_words(words_);
    is_java_ = source.language->compiler == "javac";
    if (is_java_) built_.main_class = java_main_class(text_, source.file.stem().string());
  }

  Built run() {
    const std::string key = key_of();
    auto entry = find_entry(key);
    if (entry && !is_whole(entry->folder)) {
      entry.reset();
      discard_entry(key);
    }
    if (!entry) entry = make(key);
    if (is_java_ && built_.main_class.empty()) {
      throw CompileError(
          fmt::format("{} has no class with a method public static void main(String[] args)",
                      program::quote(source_.file)),
          {});
    }
    built_.folder = entry->folder;
    built_.hold = entry->hold;
    return std::move(built_);
  }

 private:
  [[nodiscard]] std::string key_of() const {
    std::string all =
        fmt::format("1\n{}\n{}\n{}\n{}\n{}\n", built_.facts.hash, name_,
                    program::join_words(compiler_.words), compiler_.title(), command_);
    for (const fs::path& companion : source_.companions) all += companion.string() + '\n';
    for (const Beside& one : beside_) {
      all += one.name + ' ' + text::sha256(one.text) + (one.is_program() ? " x\n" : "\n");
    }
    if (runs_with_beside()) all += "with these where it runs\n";
    if (all.find("native") != std::string::npos) all += processor_kind();
    return text::sha256(all).substr(0, 32);
  }

  // Returns the hash of what was made, if all can be read.
  std::optional<std::string> read_facts(const fs::path& folder) {
    std::string text;
    try {
      text = text::read_file(folder / "build.json");
    } catch (const std::system_error&) {
      return std::nullopt;  // another process may have removed it
    }
    const Json facts = Json::parse(text, nullptr, false);
    if (!facts.is_object()) return std::nullopt;
    // Damaged, or of another version: it is built anew.
    const auto text_of = [&](const char* key) {
      const auto found = facts.find(key);
      return found != facts.end() && found->is_string() ? found->get<std::string>() : "";
    };
    const auto seconds = facts.find("seconds");
    const bool known = seconds != facts.end() && seconds->is_number();
    built_.output = text_of("output");
    built_.seconds = known ? seconds->get<double>() : 0;
    return text_of("made");
  }

  // A part of what is in the cache may have been removed, or the disk may have lost it.
  bool is_whole(const fs::path& folder) {
    const auto made = read_facts(folder);
    return made && *made == hash_of(folder / result_name());
  }

  [[nodiscard]] std::string_view result_name() const {
    if (built_.facts.compile.empty()) return alone_name;
    return is_java_ ? built_classes : built_program;
  }

  Entry make(const std::string& key) {
    text::note("{}", announcement());
    Draft draft;
    if (!words_.empty()) compile(draft);
    if (built_.facts.compile.empty()) {
      put_alone(draft.result(), source_.file, text_, source_.companions);
      write_beside(draft.result() / alone_name);
    } else if (runs_with_beside()) {
      fs::create_directory(draft.result() / alone_name);
      write_beside(draft.result() / alone_name);
    }
    const Json facts{{"source", source_.file.string()},
                     {"hash", built_.facts.hash},
                     {"language", built_.facts.language},
                     {"compiler", built_.facts.compiler},
                     {"compile", command_},
                     {"output", built_.output},
                     {"seconds", built_.seconds},
                     {"made", hash_of(draft.result() / result_name())}};
    write(draft.result() / "build.json",
          facts.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
    return draft.keep(key);
  }

  // Python checks comments only when it runs.
  void check_encoding() const {
    const auto line = line_not_utf8(text_);
    const std::string_view head = std::string_view(text_).substr(0, 200);
    if (compiler_.name != "python3" || !line || head.find("coding") != std::string_view::npos)
      return;
    throw CompileError(fmt::format("{} is not valid {}: line {} is not UTF-8",
                                   program::quote(source_.file), built_.facts.language, *line),
                       {},
                       "save the file as UTF-8, or name its encoding in the first line: # -*- "
                       "coding: latin-1 -*-");
  }

  void compile(const Draft& draft) {
    check_encoding();
    copy_source(draft.workshop());
    std::vector<std::string> words = compiler_.words;
    words.insert(words.end(), words_.begin() + 1, words_.end());
    const auto begin = std::chrono::steady_clock::now();
    const WalledRun run = run_walled(words, draft.workshop(), hidden());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    // A source that has these words may have made the compiler say them.
    const bool own_words = !run.lack_words.empty() && text_.find(run.lack_words) != text_.npos;
    if (run.lack && !own_words) {
      throw text::MachineError(
          text::system_text("compile", source_.file, *run.lack, draft.workshop()));
    }
    if (!run.succeeded) {
      throw CompileError(
          fmt::format("{} {}: {} {}; the command was: {}", program::quote(source_.file),
                      built_.facts.compile.empty() ? "is not valid " + built_.facts.language
                                                   : "could not be compiled",
                      compiler_.title(), run.ending, command_),
          run.output, advice_on(run.output));
    }
    built_.output = run.output;
    built_.seconds = took.count();
    if (!built_.facts.compile.empty()) take_result(draft);
  }

  // The compiler could put into the bot what it reads. It sees the system, below which a project
  // may lie.
  [[nodiscard]] std::vector<fs::path> hidden() const {
    std::vector<fs::path> all;
    std::error_code gone;
    for (const fs::path& folder : {source_.file.parent_path(), fs::current_path(gone)}) {
      all.push_back(project_of(folder, compiler_.words.front()));
    }
    return all;
  }

  // Both languages have one ending.
  [[nodiscard]] std::string advice_on(std::string_view output) const {
    if (compiler_.name != "python3" ||
        output.find("Missing parentheses in call to 'print'") == std::string_view::npos) {
      return compile_advice(source_.file, text_, output);
    }
    return "if it is Python 2, call it NAME.py2, or begin it with #!/usr/bin/env python2";
  }

  // As it is seen from here: two bots may both be called bot.cpp.
  [[nodiscard]] fs::path near_path() const {
    std::error_code ignored;
    const fs::path near = fs::proximate(source_.file, ignored);
    return near.empty() || *near.begin() == ".." ? source_.file : near;
  }

  [[nodiscard]] std::string announcement() const {
    std::string text =
        built_.facts.compile.empty()
            ? fmt::format("{} runs with {}", program::quote(near_path()), compiler_.title())
            : fmt::format("compiling {} with {}: {}", program::quote(near_path()),
                          compiler_.title(), built_.facts.compile);
    if (compiler_.name == "node") {
      text += ", which is given the functions of d8: readline, print, write, printErr, quit";
    }
    if (!source_.official) return text;
    if (compiler_.name == "node") {
      text += fmt::format("; the official judge of {} had d8 of V8 {} itself", recipe_.year,
                          recipe_.version);
    } else if (recipe_.version != compiler_.version && !compiler_.version.empty()) {
      text += fmt::format(" (the official judge of {} had {})", recipe_.year, recipe_.version);
    }
    if (text_.size() > most_source_bytes) {
      text += fmt::format("; it has {} bytes, more than the {} that the official judge takes",
                          text_.size(), most_source_bytes);
    }
    return text;
  }

  void copy_source(const fs::path& workshop) const {
    write(workshop / name_, text_);
    write_beside(workshop);
    if (is_java_) fs::create_directory(workshop / built_classes);
  }

  void write_beside(const fs::path& folder) const {
    for (const Beside& one : beside_) write_copy(folder / one.name, one.text, one.permissions);
  }

  // What is compiled may read them, or start them, when it runs.
  [[nodiscard]] bool runs_with_beside() const {
    return !built_.facts.compile.empty() && !beside_.empty();
  }

  // What the compiler was to make; nothing that only points elsewhere.
  void take_result(const Draft& draft) const {
    const fs::path made = draft.workshop() / result_name();
    const auto status = fs::symlink_status(made);
    if (is_java_ ? !fs::is_directory(status) : !fs::is_regular_file(status)) {
      throw CompileError(fmt::format("{}: {} made no program; the command was: {}",
                                     program::quote(source_.file), compiler_.title(), command_),
                         built_.output);
    }
    // Linkers say that it may be executed, which the walls do not let them.
    fs::permissions(made, fs::perms::owner_all);
    fs::rename(made, draft.result() / result_name());
  }

  const SourceFile& source_;
  std::string text_;
  struct Beside {
    std::string name;
    std::string text;
    fs::perms permissions;

    [[nodiscard]] bool is_program() const {
      return (permissions & fs::perms::owner_exec) != fs::perms::none;
    }
  };
  std::vector<Beside> beside_;
  std::string name_;
  Recipe recipe_;
  Compiler compiler_;
  std::vector<std::string> words_;  // of the recipe, or those that check the syntax
  std::string command_;             // the same as text
  bool is_java_ = false;
  Built built_;
};

}  // namespace

Alone alone(const fs::path& file) {
  constexpr std::uintmax_t most = std::uintmax_t{256} << 20;
  const std::string content = read_bounded(file, most, "program of a bot");
  const std::string key =
      text::sha256(fmt::format("alone\n{}\n{}\n", text::sha256(content), file.filename().string()))
          .substr(0, 32);
  auto entry = find_entry(key);
  if (!entry || !fs::is_regular_file(entry->folder / alone_name / file.filename())) {
    entry.reset();
    discard_entry(key);
    Draft draft;
    put_alone(draft.result(), file, content, {});
    entry = draft.keep(key);
  }
  return {entry->folder / alone_name / file.filename(), entry->hold};
}

Built build(const SourceFile& source, unsigned year) { return Job(source, year).run(); }

}  // namespace referee::toolchain
