#include "referee/machine/program/contents.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/text/file.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/names_in_files.hpp"
#include "referee/machine/program/places.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;

template <std::size_t count>
bool is_in(const std::array<std::string_view, count>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// What other code names, where it uses it.
bool is_code(const fs::path& file, const FileMark& mark) {
  constexpr auto endings = std::to_array<std::string_view>(
      {".py", ".pyw", ".pyc", ".pyz", ".js",  ".mjs",  ".cjs",  ".ts",  ".class", ".jar",
       ".so", ".sh",  ".pl",  ".pm",  ".rb",  ".lua",  ".php",  ".r",   ".R",     ".jl",
       ".m",  ".scm", ".rkt", ".lsp", ".exs", ".beam", ".wasm", ".exe", ".dll"});
  if (is_in(endings, file.extension().string())) return true;
  if (file.filename().string().find(".so.") != std::string::npos) return true;
  return is_executable(file, mark.mode) && is_script_or_program(file);
}

// What no bot opens.
bool never_counts(const std::string& name) {
  constexpr auto endings = std::to_array<std::string_view>(
      {".c",   ".cc",  ".cpp",  ".cxx",   ".C",     ".h",   ".hh",  ".hpp",  ".hxx",   ".ipp",
       ".inl", ".rs",  ".go",   ".java",  ".kt",    ".cs",  ".hs",  ".ml",   ".pas",   ".swift",
       ".zig", ".d",   ".o",    ".obj",   ".a",     ".hi",  ".gch", ".rlib", ".rmeta", ".pdb",
       ".md",  ".log", ".html", ".jsonl", ".cmake", ".tmp", ".bak", ".swp"});
  constexpr auto names = std::to_array<std::string_view>(
      {"__pycache__", "node_modules", "CMakeFiles", "Makefile", "CMakeLists.txt", "CMakeCache.txt",
       "compile_commands.json", "build.ninja", "LICENSE", "README", "README.txt", "Cargo.lock",
       "Cargo.toml"});
  return name.starts_with('.') || name.ends_with('~') || is_in(names, name) ||
         is_in(endings, fs::path(name).extension().string());
}

// A virtual environment, or a folder of results, perhaps one that is just being made.
bool is_passed_over(const fs::path& folder) {
  std::error_code unknown;
  return fs::exists(folder / "pyvenv.cfg", unknown) ||
         fs::exists(folder / "beginning.json", unknown) ||
         is_of_the_referee(folder / "manifest.json");
}

// Of an interpreter that its user has installed, with its library beside it.
bool is_of_an_interpreter(const fs::path& folder) {
  std::error_code unknown;
  const fs::path above = folder.parent_path();
  return folder.filename() == "bin" &&
         (fs::exists(above / "pyvenv.cfg", unknown) || fs::exists(above / "conda-meta", unknown) ||
          fs::exists(above / "lib", unknown));
}

// Where a build or a checkout puts much that is no bot's.
bool is_a_workshop(const fs::path& folder) {
  std::error_code unknown;
  constexpr auto marks =
      std::to_array<std::string_view>({".git", "CMakeCache.txt", "build.ninja", ".fingerprint"});
  return std::any_of(marks.begin(), marks.end(),
                     [&](std::string_view mark) { return fs::exists(folder / mark, unknown); });
}

// Standard output and error, which a caller's shell may have put there.
bool is_written_by_us(const FileMark& file) {
  for (const int output : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat ours {};
    if (::fstat(output, &ours) == 0 && ours.st_ino == file.inode && ours.st_dev == file.device) {
      return true;
    }
  }
  return false;
}

// A folder of the bot in which files may count.
struct Root {
  fs::path path;
  bool all = false;     // the command names it
  bool common = false;  // only what is named counts
};

std::vector<Root> roots_of(const Command& command) {
  std::vector<Root> roots;
  const fs::path here = real_path(command.folder);
  std::error_code gone;
  const fs::path self = fs::read_symlink("/proc/self/exe", gone);
  const auto add = [&](fs::path folder, bool all) {
    if (!folder.has_filename()) folder = folder.parent_path();  // of "mine/"
    const fs::path real = real_path(folder);
    if (is_shared_folder(real) || is_of_system(real)) return;
    const bool common = is_within(here, real) || is_a_workshop(real);
    const auto known = std::find_if(roots.begin(), roots.end(),
                                    [&](const Root& root) { return root.path == folder; });
    if (known == roots.end()) {
      roots.push_back({std::move(folder), all && !common, common});
    } else {
      known->all = known->all || (all && !common);
    }
  };
  if (command.source) return roots;
  const bool by_path = command.words.front().find('/') != std::string::npos;
  const bool interpreter =
      !command.files.empty() && is_of_an_interpreter(command.program.parent_path());
  if (by_path && !interpreter && real_path(command.program) != self) {
    add(command.program.parent_path(), false);
    add(real_path(command.program).parent_path(), false);
  }
  for (const fs::path& file : command.files) add(file.parent_path(), false);
  for (const fs::path& folder : command.folders) add(folder, true);
  // One that is in another is looked into there.
  std::vector<Root> outer;
  for (const Root& root : roots) {
    const bool inner = std::any_of(roots.begin(), roots.end(), [&](const Root& other) {
      return !other.common && other.path != root.path && is_within(root.path, other.path) &&
             (other.all || !root.all);
    });
    if (!inner) outer.push_back(root);
  }
  return outer;
}

// Something that counts once it is named.
struct Candidate {
  OwnFile file;
  std::string top;  // the first folder on the way to it; empty without one
  fs::path real;
  bool code = false;
  bool folder = false;
};

// Looks into the folders of one bot.
class Collector {
 public:
  Collector(const Command& command, Contents& contents) : contents_(contents) {
    for (const fs::path& file : contents.named) known_.insert(real_path(file));
    for (const fs::path& file : command.of_others) known_.insert(real_path(file));
    for (const fs::path& path : command.read) known_.insert(real_path(path));
  }

  void look_into(const std::vector<Root>& roots) {
    std::vector<fs::path> real;
    for (const Root& root : roots) real.push_back(real_path(root.path));
    others_.insert(real.begin(), real.end());
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const Root& root = roots[i];
      contents_.roots.push_back(root.path);
      const Place place{root.path, real[i], root.path, fmt::format("{}/", i), {}};
      if (root.common) {
        look_at_top(place);
      } else {
        walk(place, root.all);
      }
    }
    follow_names();
  }

  // All files of a folder, or one file, that the bot is given to read.
  void read_all(const fs::path& path, std::size_t number) {
    std::error_code unknown;
    if (!fs::is_directory(path, unknown)) return;  // has its hash among the named
    known_.clear();
    reading_ = true;
    walk({path, real_path(path), {}, fmt::format("read {}/", number), {}}, true);
    reading_ = false;
  }

 private:
  // A folder on the way.
  struct Place {
    fs::path folder;
    fs::path real;  // the same
    fs::path root;
    std::string name;  // of what is in it: the beginning
    std::string top;
  };

  std::vector<fs::directory_entry> entries_of(const fs::path& folder) {
    std::vector<fs::directory_entry> entries;
    contents_.folders.push_back(folder);
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      if (seen_++ >= most_own_entries) {
        contents_.cut = true;
        break;
      }
      entries.push_back(*entry);
    }
    std::sort(entries.begin(), entries.end());
    return entries;
  }

  // Something in a folder that may count.
  struct Found {
    fs::path path;
    fs::path real;
    FileMark mark;
    bool folder = false;
    bool link = false;
  };

  // Nothing for what never counts, and for what is neither a file nor a folder. Asks the kernel as
  // little as it can: there may be many.
  std::optional<Found> look_at(const Place& place, const fs::directory_entry& entry) {
    const fs::path name = entry.path().filename();
    std::error_code unknown;
    if (!reading_ && never_counts(name.string())) return std::nullopt;
    Found found{entry.path(), {}, {}, entry.is_directory(unknown), entry.is_symlink(unknown)};
    if (found.folder && found.link) return std::nullopt;
    if (!found.folder && !entry.is_regular_file(unknown)) return std::nullopt;
    found.real = found.link ? real_path(found.path) : place.real / name;
    if (!reading_ &&
        (known_.contains(found.real) ||
         (found.folder && (others_.contains(found.real) || is_passed_over(found.path))))) {
      return std::nullopt;
    }
    if (found.folder) return found;
    const auto mark = mark_of(found.path);
    if (!mark || (!reading_ && (is_of_the_referee(found.path) || is_written_by_us(*mark)))) {
      return std::nullopt;
    }
    found.mark = *mark;
    return found;
  }

  static OwnFile file_of(const Place& place, const Found& found) {
    return {found.path, place.root, place.name + found.path.filename().string(),
            static_cast<std::uint64_t>(found.folder ? 0 : found.mark.size)};
  }

  static std::string top_of(const Place& place, const Found& folder) {
    return place.top.empty() ? folder.path.filename().string() : place.top;
  }

  void walk(const Place& place, bool all) {
    for (const fs::directory_entry& entry : entries_of(place.folder)) {
      const auto found = look_at(place, entry);
      if (!found) continue;
      OwnFile file = file_of(place, *found);
      if (found->folder) {
        walk({found->path, found->real, place.root, file.name + '/', top_of(place, *found)}, all);
        continue;
      }
      const bool code = is_code(found->path, found->mark);
      if (!all && code) {
        candidates_.push_back({std::move(file), place.top, found->real, true});
      } else {
        take(std::move(file), code);
      }
    }
  }

  void look_at_top(const Place& place) {
    for (const fs::directory_entry& entry : entries_of(place.folder)) {
      const auto found = look_at(place, entry);
      if (!found) continue;
      const bool code = !found->folder && is_code(found->path, found->mark);
      candidates_.push_back({file_of(place, *found),
                             found->folder ? top_of(place, *found) : std::string(), found->real,
                             code, found->folder});
    }
  }

  void take(OwnFile file, bool code) {
    // Data that names files is short: a list, settings.
    constexpr std::uint64_t longest_list = 64 << 10;
    if (file.bytes <= longest_list || code) unread_.push_back(file.path);
    contents_.files.push_back(std::move(file));
  }

  void take(const Candidate& candidate) {
    const OwnFile& file = candidate.file;
    if (candidate.folder) {
      walk({file.path, candidate.real, file.root, file.name + '/', candidate.top}, true);
    } else {
      take(file, candidate.code);
    }
  }

  // Reads what belongs to the bot for the names of what else does, until nothing is new.
  void follow_names() {
    for (const fs::path& file : contents_.named) {
      if (!is_of_system(real_path(file))) unread_.push_back(file);
    }
    while (!unread_.empty() && !candidates_.empty()) {
      NamesInFiles names;
      for (const Candidate& one : candidates_) {
        names.look_for(one.file.path.filename().string(), one.code);
        if (!one.top.empty()) names.look_for(one.top, false);
      }
      for (const fs::path& file : std::exchange(unread_, {})) names.read(file);
      const auto named =
          std::stable_partition(candidates_.begin(), candidates_.end(), [&](const Candidate& one) {
            return !names.has(one.file.path.filename().string()) &&
                   (one.top.empty() || !names.has(one.top));
          });
      std::vector<Candidate> found(std::make_move_iterator(named),
                                   std::make_move_iterator(candidates_.end()));
      candidates_.erase(named, candidates_.end());
      for (const Candidate& one : found) take(one);
    }
  }

  Contents& contents_;
  std::set<fs::path> known_;   // real; they are named, read, or not the bot's
  std::set<fs::path> others_;  // real; the roots
  std::vector<Candidate> candidates_;
  std::vector<fs::path> unread_;  // for names
  std::size_t seen_ = 0;          // entries
  bool reading_ = false;
};

// The first ones, by name, up to the limits.
void leave_out_the_rest(Contents& contents) {
  std::sort(contents.files.begin(), contents.files.end(),
            [](const OwnFile& a, const OwnFile& b) { return a.name < b.name; });
  std::uint64_t bytes = 0;
  std::vector<OwnFile> within;
  for (OwnFile& file : contents.files) {
    if (within.size() < most_own_files && file.bytes <= most_own_bytes - bytes) {
      bytes += file.bytes;
      within.push_back(std::move(file));
    } else {
      contents.left_out.push_back(std::move(file));
    }
  }
  contents.files = std::move(within);
}

std::string hash_of_bytes(const fs::path& file) {
  text::Sha256 hash;
  std::ifstream in(file, std::ios::binary);
  std::vector<char> buffer(std::size_t{1} << 16);
  while (in) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    hash.add({buffer.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (!in.eof()) throw CommandError(fmt::format("cannot read {} to take its hash", quote(file)));
  return hash.hex();
}

std::vector<fs::path> named_by(const Command& command) {
  std::vector<fs::path> named{command.program};
  named.insert(named.end(), command.files.begin(), command.files.end());
  std::error_code unknown;
  for (const fs::path& path : command.read) {
    if (fs::is_regular_file(path, unknown)) named.push_back(path);
  }
  return named;
}

}  // namespace

std::string file_hash(const fs::path& file) {
  static FileMemory<std::string> known;
  return known.of(file, {}, [&file] { return hash_of_bytes(file); });
}

Contents contents_of(const Command& command, Covers covers) {
  Contents contents;
  contents.named = named_by(command);
  if (covers == Covers::program) return contents;
  Collector collector(command, contents);
  collector.look_into(roots_of(command));
  for (std::size_t i = 0; i < command.read.size(); ++i) collector.read_all(command.read[i], i);
  leave_out_the_rest(contents);
  return contents;
}

std::string left_out_text(const Contents& contents) {
  if (contents.left_out.empty() && !contents.cut) return {};
  if (contents.left_out.empty()) {
    return fmt::format("what is beyond {} entries of its folders", most_own_entries);
  }
  std::uint64_t bytes = 0;
  for (const OwnFile& file : contents.left_out) bytes += file.bytes;
  return fmt::format("{} with {} MiB, {} first", text::plural(contents.left_out.size(), "file"),
                     (bytes + kernel::mebibyte - 1) / kernel::mebibyte,
                     quote(contents.left_out.front().path));
}

std::string content_hash(const Command& command, const Contents& contents, Covers covers) {
  // They are the same in every version of this program.
  if (command.text == random_command) return text::sha256(random_command);
  const auto& source = command.source;
  std::string all =
      source && !source->compile.empty()
          ? text::sha256(fmt::format("{}\n{}\n{}", source->hash, source->compiler, source->compile))
          : file_hash(command.program);
  const bool alone = command.files.empty() && contents.files.empty() && contents.left_out.empty();
  if (alone && command.read.empty()) return all;
  for (const fs::path& file : command.files) all += file_hash(file);
  for (const fs::path& path : command.read) {
    std::error_code unknown;
    if (fs::is_regular_file(path, unknown)) {
      all += file_hash(path);
    } else if (covers == Covers::program) {
      const ReadFacts facts = read_facts(path.string(), "/");
      all += fmt::format("{} files, {} bytes;", facts.files, facts.bytes);
    }
  }
  for (const OwnFile& file : contents.files) {
    all += fmt::format("\n{} {}", file.name, file_hash(file.path));
  }
  for (const OwnFile& file : contents.left_out) {
    all += fmt::format("\n{} {} bytes", file.name, file.bytes);
  }
  return text::sha256(all);
}

std::string content_hash(const Command& command, Covers covers) {
  return content_hash(command, contents_of(command, covers), covers);
}

void set_apart(std::span<Command* const> commands) {
  const auto files_of = [](const Command& command) {
    std::set<fs::path> files{real_path(command.program)};
    for (const fs::path& file : command.files) files.insert(real_path(file));
    if (command.source) files.insert(real_path(command.source->file));
    return files;
  };
  std::vector<std::set<fs::path>> own;
  for (const Command* one : commands) own.push_back(files_of(*one));
  for (std::size_t i = 0; i < commands.size(); ++i) {
    std::set<fs::path> others;
    for (const auto& files : own) {
      std::set_difference(files.begin(), files.end(), own[i].begin(), own[i].end(),
                          std::inserter(others, others.end()));
    }
    commands[i]->of_others.assign(others.begin(), others.end());
  }
}

std::string newest_text(const Contents& contents) {
  if (contents.files.empty()) return {};
  const auto time_of = [](const fs::path& file) {
    const auto mark = mark_of(file);
    return mark ? std::pair(mark->seconds, mark->nanoseconds)
                : std::pair<std::int64_t, std::int64_t>();
  };
  std::vector<fs::path> all = contents.named;
  for (const OwnFile& file : contents.files) all.push_back(file.path);
  const auto newest = std::max_element(
      all.begin(), all.end(),
      [&](const fs::path& a, const fs::path& b) { return time_of(a) < time_of(b); });
  return fmt::format("its newest file is {}", quote(*newest));
}

}  // namespace referee::program
