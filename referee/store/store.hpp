// Where the records of a tournament are kept: a folder with manifest.json (and
// manifest-0002.json and so on, where bots have been changed meanwhile) and one
// append-only file of JSON lines for each attempt (`matches-0001.jsonl`, ...).
//
// One record is one line, written with one call. Nothing is ever changed or
// removed, and no two writers share a file. Reading is a union by match number: of
// several records of one match the first counts (files in the order of their names,
// lines in the order of the file). A last line without its newline was torn by a
// crash and is left out; so are lines of other tournaments, and they are counted.
//
// A store that is complete can be sealed (see seal.hpp): then it is only what it was at
// that moment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/store/manifest.hpp"
#include "referee/store/match_summary.hpp"
#include "referee/store/seal.hpp"
#include "referee/text/error.hpp"

namespace referee::store {

// The store cannot be read or written; the text names the file and what happened.
class StoreError : public text::MachineError {
  using MachineError::MachineError;
};
// The folder belongs to another tournament.
class ForeignStore : public text::InputError {
  using InputError::InputError;
};
// A sealed store is not what was sealed; the text says in what.
class BrokenSeal : public text::InputError {
  using InputError::InputError;
};

// How far the lines of a store are read.
enum class Depth : std::uint8_t {
  summary,  // as summary_of_line: damage within the plies goes unnoticed
  whole,    // to their ends: what counts is a record that can be read as one
};

// What becomes of a folder whose tournament had a different program for one of the bots.
enum class ChangedPrograms : std::uint8_t {
  refuse,  // ForeignStore
  offer,   // the same, with a word on --accept-changed
  accept,  // the store goes on with a further manifest, see generations.hpp
};

// What a reading found besides the records that count.
struct ReadingReport {
  std::uint64_t records = 0;     // that count
  std::uint64_t duplicates = 0;  // further records of a match
  std::uint64_t replaced = 0;    // of programs that bots had earlier in this tournament
  // Lines of another tournament, of none, beyond its matches, or with other bots or
  // another seed than the schedule has for their number.
  std::uint64_t foreign = 0;
  std::uint64_t torn = 0;          // last lines without a newline
  std::uint64_t damaged = 0;       // other lines that are no records
  std::vector<std::string> notes;  // one line for each kind that occurred, naming a place
  // Of rounds before which others are not complete, in formats where it depends on
  // those who plays: they count, if they fit, once the missing ones are there.
  std::vector<MatchSummary> early;
  // In what a sealed store is not what was sealed; one of the notes, too. Empty if the
  // seal holds or there is none.
  std::string broken_seal;
  // Files with those of the damaged lines that only Depth::whole finds.
  std::vector<Seal::File> left_out;
};

class Store {
 public:
  // Opens `folder` for `manifest`, making both where they are not there yet. Throws
  // ForeignStore if it holds another manifest, or records without a manifest;
  // StoreError. Nothing that is in the folder is changed.
  static Store create(const std::filesystem::path& folder, const Manifest& manifest,
                      ChangedPrograms changed = ChangedPrograms::refuse);
  // Opens an existing store. Throws StoreError, JsonError.
  static Store open(const std::filesystem::path& folder);

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  // The newest one.
  [[nodiscard]] const Manifest& manifest() const noexcept { return manifest_; }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }

  using Visit = std::function<void(const MatchSummary&, std::string_view line)>;
  // Calls `visit` with each record that counts, as a summary and as its whole line:
  // in the order of the files, save that in formats where who plays depends on
  // earlier rounds a match comes after all of those. Throws StoreError.
  // `replaced` is called with those of programs that bots had earlier in this tournament.
  // In a sealed store `depth` says nothing: which lines count was settled when it was
  // sealed, and its hash is that of whole lines.
  ReadingReport read(const Visit& visit, const Visit& replaced = {},
                     Depth depth = Depth::whole) const;

  // Reads only these files, each as far as told and without the lines left out of it.
  ReadingReport read_files(const std::vector<Seal::File>& files, const Visit& visit,
                           const Visit& replaced, Depth depth) const;

  // The files with records, in the order in which they are read.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;

  [[nodiscard]] const std::optional<Seal>& seal() const noexcept { return seal_; }

 private:
  Store(std::filesystem::path folder, Manifest manifest, std::vector<std::string> earlier);
  ReadingReport read_sealed(const Seal& seal, const Visit& visit, const Visit& replaced) const;

  std::filesystem::path folder_;
  Manifest manifest_;
  std::string id_;
  std::vector<std::string> earlier_;  // ids of the manifests before
  std::optional<Seal> seal_;
};

}  // namespace referee::store
