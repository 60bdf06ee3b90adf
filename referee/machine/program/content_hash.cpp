#include "referee/machine/program/content_hash.hpp"

#include <fmt/core.h>

#include <fstream>
#include <system_error>
#include <vector>

#include "referee/base/text/sha256.hpp"
#include "referee/machine/program/executable.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;

std::string file_hash(const fs::path& file) {
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

}  // namespace

std::string content_hash(const Command& command) {
  const auto& source = command.source;
  std::string all =
      source && !source->compile.empty()
          ? text::sha256(fmt::format("{}\n{}\n{}", source->hash, source->compiler, source->compile))
          : file_hash(command.program);
  if (command.files.empty() && command.read.empty()) return all;
  for (const auto& file : command.files) all += file_hash(file);
  for (const auto& path : command.read) {
    const ReadFacts facts = read_facts(path.string(), "/");
    all += facts.hash.empty() ? fmt::format("{} files, {} bytes;", facts.files, facts.bytes)
                              : facts.hash;
  }
  return text::sha256(all);
}

ReadFacts read_facts(const std::string& given, const fs::path& folder) {
  ReadFacts facts;
  facts.path = given;
  const fs::path path = folder / given;
  std::error_code error;
  if (fs::is_regular_file(path, error)) {
    facts.hash = file_hash(path);
    return facts;
  }
  constexpr std::uint64_t most = 100'000;
  for (fs::recursive_directory_iterator
           entry(path, fs::directory_options::skip_permission_denied, error),
       end;
       !error && entry != end && facts.files < most; entry.increment(error)) {
    std::error_code gone;
    if (!entry->is_regular_file(gone)) continue;
    ++facts.files;
    const auto size = entry->file_size(gone);
    if (!gone) facts.bytes += size;
  }
  return facts;
}

}  // namespace referee::program
