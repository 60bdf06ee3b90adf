#include "referee/machine/program/executable.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/file_mark.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;

#if defined(__x86_64__)
constexpr unsigned own_machine = EM_X86_64;
constexpr unsigned compat_machine = EM_386;
#elif defined(__aarch64__)
constexpr unsigned own_machine = EM_AARCH64;
constexpr unsigned compat_machine = EM_NONE;
#elif defined(__riscv)
constexpr unsigned own_machine = EM_RISCV;
constexpr unsigned compat_machine = EM_NONE;
#else
#error "tell this file the ELF machine number of this architecture"
#endif

// The first bytes of a file; empty if it cannot be read.
std::string beginning(const fs::path& file, std::size_t size) {
  const text::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  std::string bytes(size, '\0');
  std::size_t got = 0;
  while (in && got < size) {
    const ssize_t more = ::read(in.get(), bytes.data() + got, size - got);
    if (more <= 0) break;
    got += static_cast<std::size_t>(more);
  }
  bytes.resize(got);
  return bytes;
}

// For a file that is neither a program nor a script.
CommandError no_program(const fs::path& file, std::string_view head) {
  const std::string name = quote(file);
  if (head.starts_with("MZ")) {
    return CommandError(name + " is a program for Windows; build it for Linux");
  }
  if (head.starts_with("PK\x03\x04")) {
    if (file.extension() != ".jar") return CommandError(name + " is an archive, not a program");
    return CommandError(name + " is a Java archive", {What::not_a_program, 0, file.string()});
  }
  if (head.starts_with("\xef\xbb\xbf#!")) {
    return CommandError(name +
                        " begins with a byte order mark, before #!; save it as UTF-8 "
                        "without one");
  }
  return CommandError(
      name +
      " is neither a program of this machine nor a script nor a source file in one of the "
      "official languages: a script must begin with a line such as #!/usr/bin/env python3");
}

[[noreturn]] void refuse_to_run(const fs::path& file, mode_t mode) {
  const std::string refused = text::system_text("start the program", file, errno);
  if (text::is_on_noexec(file)) throw text::MachineError(refused);
  constexpr mode_t for_somebody = S_IXUSR | S_IXGRP | S_IXOTH;
  if ((mode & for_somebody) != 0) throw CommandError(refused);
  throw CommandError(fmt::format("program {} is not executable", quote(file)),
                     {What::not_executable, 0, file.string()});
}

std::string machine_name(unsigned machine) {
  for (const auto& [number, name] :
       {std::pair{EM_X86_64, "x86-64"}, std::pair{EM_386, "32-bit x86"},
        std::pair{EM_AARCH64, "64-bit ARM"}, std::pair{EM_ARM, "32-bit ARM"},
        std::pair{EM_RISCV, "RISC-V"}, std::pair{EM_PPC64, "64-bit PowerPC"}}) {
    if (machine == static_cast<unsigned>(number)) return name;
  }
  return fmt::format("machine type {}", machine);
}

// For what machine a program is; nothing if `head` is not a program's. The number is at offset 18
// in 32-bit and 64-bit files alike, in the byte order that byte EI_DATA tells.
std::optional<unsigned> machine_of(std::string_view head) {
  if (!head.starts_with(ELFMAG) || head.size() < 20) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(head[i]); };
  const bool little = byte(EI_DATA) == ELFDATA2LSB;
  return static_cast<unsigned>(little ? byte(18) | byte(19) << 8 : byte(18) << 8 | byte(19));
}

template <typename T>
std::optional<T> read_at(std::string_view bytes, std::size_t offset) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// What the kernel does with a program of this machine's byte order at its start, as far as its
// beginning tells, where linkers put that.
struct Start {
  std::string loader;  // the first thing that it starts; empty: none
  std::uint64_t static_data = 0;
  std::uint64_t mapped = 0;  // bytes of the file up to the last one that is mapped
};

template <typename Head, typename Segment>
Start start_in(std::string_view bytes) {
  Start start;
  const auto head = read_at<Head>(bytes, 0);
  if (!head || head->e_phentsize != sizeof(Segment)) return start;
  for (unsigned i = 0; i < head->e_phnum; ++i) {
    const auto segment = read_at<Segment>(bytes, head->e_phoff + i * sizeof(Segment));
    if (!segment) break;
    if (segment->p_type == PT_LOAD) {
      start.mapped = std::max<std::uint64_t>(
          start.mapped, std::uint64_t{segment->p_offset} + std::uint64_t{segment->p_filesz});
    }
    if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W) != 0) {
      start.static_data += segment->p_memsz;
    } else if (segment->p_type == PT_INTERP && segment->p_offset < bytes.size()) {
      const std::string_view name = bytes.substr(segment->p_offset, segment->p_filesz);
      start.loader = name.substr(0, name.find('\0'));
    }
  }
  return start;
}

Start start_of(const fs::path& file, bool compat) {
  constexpr std::size_t enough = 4096;
  const std::string bytes = beginning(file, enough);
  return compat ? start_in<Elf32_Ehdr, Elf32_Phdr>(bytes) : start_in<Elf64_Ehdr, Elf64_Phdr>(bytes);
}

void check_loader(const fs::path& file, unsigned machine) {
  const bool compat = machine == compat_machine;
  const std::string loader = start_of(file, compat).loader;
  std::error_code ignored;
  if (loader.empty() || fs::exists(loader, ignored)) return;
  throw CommandError(fmt::format("program {} is built for {} and needs {}, which is not installed",
                                 quote(file), machine_name(machine), loader),
                     {compat ? What::library : What::unknown});
}

// Looks for the functions that start one.
bool holds_sanitizer(const fs::path& file) {
  // memmem searches some times faster than std::string, and this happens to every bot of a run.
  constexpr std::string_view common = "san_init";  // __asan_init, __tsan_init, __msan_init
  constexpr std::size_t overlap = 10;              // of a symbol that two blocks share
  const text::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  std::vector<char> bytes(overlap + (std::size_t{1} << 16));
  std::size_t kept = 0;
  while (in) {
    const ssize_t got = ::read(in.get(), bytes.data() + kept, bytes.size() - kept);
    if (got <= 0) break;
    const std::string_view all(bytes.data(), kept + static_cast<std::size_t>(got));
    const char* from = all.data();
    const char* end = all.data() + all.size();
    while (const void* found =
               ::memmem(from, static_cast<std::size_t>(end - from), common.data(), common.size())) {
      const char* at = static_cast<const char*>(found);
      const std::string_view before(all.data(), static_cast<std::size_t>(at - all.data()));
      for (const std::string_view kind : {"__a", "__t", "__m"}) {
        if (before.ends_with(kind)) return true;
      }
      from = at + 1;
    }
    kept = std::min(all.size(), overlap);
    std::copy(all.end() - static_cast<std::ptrdiff_t>(kept), all.end(), bytes.begin());
  }
  return false;
}

// Does nothing and leaves.
constexpr std::array<unsigned char, 9> code_of_nothing{0x31, 0xDB,        // xor ebx, ebx
                                                       0x8D, 0x43, 0x01,  // lea eax, [ebx + 1]
                                                       0xCD, 0x80,        // int 0x80: exit(0)
                                                       0xEB, 0xFE};       // never reached

std::string program_of_nothing() {
  constexpr std::uint32_t base = 0x08048000;
  Elf32_Ehdr head{};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS32;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  head.e_ident[EI_VERSION] = EV_CURRENT;
  head.e_type = ET_EXEC;
  head.e_machine = compat_machine;
  head.e_version = EV_CURRENT;
  head.e_entry = base + sizeof(Elf32_Ehdr) + sizeof(Elf32_Phdr);
  head.e_phoff = sizeof(Elf32_Ehdr);
  head.e_ehsize = sizeof(Elf32_Ehdr);
  head.e_phentsize = sizeof(Elf32_Phdr);
  head.e_phnum = 1;
  Elf32_Phdr segment{};
  segment.p_type = PT_LOAD;
  segment.p_vaddr = segment.p_paddr = base;
  segment.p_filesz = segment.p_memsz = sizeof head + sizeof segment + sizeof code_of_nothing;
  segment.p_flags = PF_R | PF_X;
  segment.p_align = 0x1000;
  std::string file(segment.p_filesz, '\0');
  std::memcpy(file.data(), &head, sizeof head);
  std::memcpy(file.data() + sizeof head, &segment, sizeof segment);
  std::memcpy(file.data() + sizeof head + sizeof segment, code_of_nothing.data(),
              sizeof code_of_nothing);
  return file;
}

// Only a kernel that says that it does not know such programs is believed: whatever else may fail
// here says nothing of them.
bool starts_compat_program() {
  const text::Descriptor file(::memfd_create("nothing", MFD_CLOEXEC));
  const std::string bytes = program_of_nothing();
  if (!file ||
      ::write(file.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
    return true;
  }
  const std::string path = fmt::format("/proc/self/fd/{}", file.get());
  std::string name = "nothing";
  std::array<char*, 2> words{name.data(), nullptr};
  std::array<char*, 1> environment{nullptr};
  pid_t child = -1;
  const int error =
      ::posix_spawn(&child, path.c_str(), nullptr, nullptr, words.data(), environment.data());
  if (error == 0) ::waitpid(child, nullptr, 0);
  return error != ENOEXEC;
}

}  // namespace

std::string quote(const fs::path& path) { return "'" + path.string() + "'"; }

Build build_of(const fs::path& file) {
  const std::string head = beginning(file, 20);
  if (head.starts_with("#!")) return Build::script;
  const auto machine = machine_of(head);
  if (machine == own_machine) return Build::native;
  if (compat_machine != EM_NONE && machine == compat_machine) return Build::compat;
  return Build::other;
}

bool is_script_or_program(const fs::path& file) {
  const std::string head = beginning(file, SELFMAG);
  return head.starts_with("#!") || head == ELFMAG;
}

std::string interpreter_line(const fs::path& file) {
  const std::string head = beginning(file, 256);
  if (!head.starts_with("#!")) return {};
  return head.substr(2, head.find('\n') - 2);
}

std::uint64_t static_data_of(const fs::path& file) {
  const Build build = build_of(file);
  if (build != Build::native && build != Build::compat) return 0;
  return start_of(file, build == Build::compat).static_data;
}

std::string mapped_beginning(const fs::path& file, std::size_t most) {
  std::error_code unknown;
  std::uint64_t size = fs::file_size(file, unknown);
  if (unknown) return {};
  if (const Build build = build_of(file); build == Build::native || build == Build::compat) {
    if (const auto mapped = start_of(file, build == Build::compat).mapped; mapped > 0) {
      size = std::min(size, mapped);
    }
  }
  return beginning(file, static_cast<std::size_t>(std::min<std::uint64_t>(size, most)));
}

bool has_sanitizer(const fs::path& file) {
  if (file.string().starts_with("/usr/")) return false;
  // A run asks several times for each bot.
  static FileMemory<bool> known;
  return known.of(file, {},
                  [&] { return build_of(file) != Build::script && holds_sanitizer(file); });
}

bool is_executable(const fs::path& file, mode_t mode) {
  constexpr mode_t for_somebody = S_IXUSR | S_IXGRP | S_IXOTH;
  return S_ISREG(mode) && (mode & for_somebody) != 0 && ::access(file.c_str(), X_OK) == 0;
}

bool is_executable_file(const fs::path& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 && is_executable(file, status.st_mode);
}

bool is_wrapper(std::string_view name) {
  constexpr std::array<std::string_view, 9> wrappers{"nice",  "ionice", "chrt",    "taskset", "env",
                                                     "nohup", "stdbuf", "setarch", "numactl"};
  return std::find(wrappers.begin(), wrappers.end(), name) != wrappers.end();
}

void check_is_no_source(const fs::path& file) {
  if (is_script_or_program(file)) return;
  const std::string ending = file.extension().string();
  // toolchain::resolve() compiles these; here is where a program was wanted.
  constexpr std::array<std::string_view, 9> compiled{".cpp", ".cc",  ".cxx", ".c",   ".rs",
                                                     ".go",  ".pas", ".hs",  ".java"};
  if (std::find(compiled.begin(), compiled.end(), ending) != compiled.end()) {
    throw CommandError(fmt::format("{} is a source file, not a program", quote(file)));
  }
  if (ending == ".class") {
    throw CommandError(quote(file) + " is a class, not a program",
                       {What::not_a_program, 0, file.string()});
  }
  if (const std::string interpreter = interpreter_of(file); !interpreter.empty()) {
    throw CommandError(fmt::format("{} is a script without a first line such as #!/usr/bin/env {}",
                                   quote(file), interpreter),
                       {What::not_a_program, 0, file.string()});
  }
}

CommandError folder_as_program(const fs::path& folder) {
  constexpr int most_looked_at = 1000;
  std::vector<fs::path> programs;
  std::error_code error;
  int seen = 0;
  for (fs::directory_iterator entry(folder, error), end;
       !error && entry != end && seen < most_looked_at; entry.increment(error), ++seen) {
    if (is_executable_file(entry->path()) && is_script_or_program(entry->path())) {
      programs.push_back(entry->path());
    }
  }
  const std::string flaw = quote(folder.lexically_normal()) + " is a directory, not a program";
  if (programs.empty()) return CommandError(flaw);
  const fs::path first = *std::min_element(programs.begin(), programs.end());
  const fs::path near = fs::proximate(first, error);
  const bool is_near = !error && !near.empty() && *near.begin() != "..";
  return CommandError(flaw, {What::meant, 0, is_near ? "./" + near.string() : first.string()});
}

void check_program(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    const std::error_code error(errno, std::generic_category());
    if (error == std::errc::no_such_file_or_directory) {
      throw CommandError(
          fmt::format("program {} does not exist{}", quote(file), text::nearest_path(file)));
    }
    throw CommandError(fmt::format("program {} cannot be used: {}", quote(file), error.message()));
  }
  if (S_ISDIR(status.st_mode)) throw folder_as_program(file);
  if (!S_ISREG(status.st_mode)) throw CommandError(quote(file) + " is not a regular file");
  check_is_no_source(file);
  const std::string head = beginning(file, 20);
  const bool script = head.starts_with("#!");
  if (status.st_size == 0) throw CommandError(quote(file) + " is empty");
  // What cannot be read may be a program all the same.
  if (!head.empty() && !script && !head.starts_with(ELFMAG)) {
    throw no_program(file, head);
  }
  if (::access(file.c_str(), X_OK) != 0) refuse_to_run(file, status.st_mode);
  if (head.empty()) {
    throw CommandError(fmt::format("program {} cannot be read", quote(file)),
                       {What::unreadable, 0, file.string()});
  }
  if (script) return;
  const auto machine = machine_of(head);
  if (!machine) throw CommandError(quote(file) + " is a program cut short");
  const bool compat = compat_machine != EM_NONE && *machine == compat_machine;
  if (*machine != own_machine && !compat) {
    throw CommandError(fmt::format("program {} is built for {}, this machine is {}", quote(file),
                                   machine_name(*machine), machine_name(own_machine)));
  }
  if (compat && !runs_compat_programs()) {
    throw CommandError(fmt::format("program {} is built for {}; {}", quote(file),
                                   machine_name(*machine), compat_advice()));
  }
  check_loader(file, *machine);
}

bool runs_compat_programs() {
  static const bool runs = compat_machine != EM_NONE && starts_compat_program();
  return runs;
}

std::string compat_advice() {
  return fmt::format(
      "this kernel runs no such programs (it would with CONFIG_IA32_EMULATION, and without "
      "ia32_emulation=0 at its start); build the bot for {}, without -m32",
      machine_name(own_machine));
}

}  // namespace referee::program
