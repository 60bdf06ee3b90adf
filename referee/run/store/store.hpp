// Where the records of a tournament are kept: a folder with manifest.json (and
// manifest-0002.json and so on, if bots were changed during the tournament or it has grown)
// and one append-only file of JSON lines for each run (`matches-0001.jsonl`, ...).
//
// One record is one line, written with one call. Nothing is ever changed or removed, and no
// two writers share a file. If several files have a record of the same match, the first one
// counts (files in the order of their names, lines in the order of the file). A last line
// without its newline was cut off by a crash and is left out. Lines of other tournaments are
// left out, too. Both are counted.
//
// A complete store can be sealed (see seal.hpp): from then on only what it held at that
// moment counts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/store/seal.hpp"

namespace referee::store {

// The store cannot be read or written; the text names the file and what happened.
class StoreError : public text::MachineError {
  using MachineError::MachineError;
};
// The folder belongs to another tournament.
class ForeignStore : public text::InputError {
  using InputError::InputError;
};
// A sealed store has changed since it was sealed; the text says how.
class BrokenSeal : public text::InputError {
  using InputError::InputError;
};

// What to do if the folder's tournament was played with another program of one of the bots.
enum class ChangedPrograms : std::uint8_t {
  refuse,  // ForeignStore
  offer,   // the same, and the error mentions --accept-changed
  accept,  // continue the store with a further manifest, see generations.hpp
};

// What a reading found, besides the records that count.
struct ReadingReport {
  std::uint64_t records = 0;     // records that count
  std::uint64_t duplicates = 0;  // further records of the same matches
  // The first of these that differs from the one that counts, if Takers::hash was given.
  std::string differing_note;
  std::uint64_t replaced = 0;  // records of programs that bots had earlier in this tournament
  // Records of another tournament or of none, with a match number that this tournament does
  // not have, or with other bots or another seed than the schedule has for their number.
  std::uint64_t foreign = 0;
  std::uint64_t torn = 0;          // last lines without a newline
  std::uint64_t damaged = 0;       // other lines that are not records
  std::vector<std::string> notes;  // one line for each kind that occurred, with its first place
  std::string foreign_note;        // of these, the one on foreign records
  // Matches of rounds whose pairings depend on results that are missing. They count, if they
  // fit the pairings, once these results are there.
  std::vector<MatchSummary> early;
  // How what the seal is about has changed since then; repeated in the notes. Empty without a
  // seal, or if it holds.
  std::string broken_seal;
  // The numbers of damaged lines that only match::Extent::whole finds, by the name of their file.
  std::map<std::string, std::vector<std::uint64_t>> left_out;
};

class Store {
 public:
  // Opens `folder` for `manifest`; creates the folder and writes the manifest if they do not
  // exist yet. If the folder's tournament is the same with fewer rounds, bots or games, it goes
  // on with a further manifest. Never changes existing files. Throws ForeignStore if the folder
  // holds another manifest, or records without a manifest; FolderInUse if somebody plays in a
  // folder that needs a further manifest; StoreError.
  static Store create(const std::filesystem::path& folder, const config::Manifest& manifest,
                      ChangedPrograms changed = ChangedPrograms::refuse,
                      const rules::Games& games = rules::own_games());
  // Opens an existing store. Throws StoreError, JsonError.
  static Store open(const std::filesystem::path& folder,
                    const rules::Games& games = rules::own_games());

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  // The newest one.
  [[nodiscard]] const config::Manifest& manifest() const noexcept { return history_.back(); }
  // What create() has added to a tournament that was there, for people: rounds, bots, games.
  [[nodiscard]] const std::vector<std::string>& added() const noexcept { return added_; }
  // Whether create() has written a manifest.
  [[nodiscard]] bool written() const noexcept { return written_; }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  // Of which its manifests and records may be; they outlive the store.
  [[nodiscard]] const rules::Games& games() const noexcept { return *games_; }

  using Visit = std::function<void(const MatchSummary&, std::string_view line)>;
  // What a reading does with records.
  struct Takers {
    // Gets each record that counts, as a summary and as its whole line, in the order of the files;
    // but where pairings depend on earlier rounds, a match comes after all matches of those.
    Visit visit;
    // Gets the records of programs that bots had earlier in this tournament; may be empty.
    Visit replaced = {};
    // With Extent::front damage within the plies goes unnoticed; else only records that can be
    // parsed completely count. For a sealed store it does not matter: the seal says which
    // lines count, and its hash covers whole lines.
    match::Extent extent = match::Extent::whole;
    RecordsHash* hash = nullptr;  // empty at first; gets the records that `visit` gets
  };
  // Reads all records. Throws StoreError.
  ReadingReport read(const Takers& takers) const;
  ReadingReport read(const Visit& visit, const Visit& replaced = {},
                     match::Extent extent = match::Extent::whole) const {
    return read({visit, replaced, extent});
  }

  // Reads only these files, each up to its `bytes` and without its `left_out` lines. A name may be
  // a path, to a file that is elsewhere. Throws StoreError.
  ReadingReport read_files(const std::vector<Seal::File>& files, const Takers& takers) const;

  // Whether each match up to the last one that was played has a record that counts. Throws
  // StoreError, BrokenSeal.
  [[nodiscard]] std::vector<bool> played() const;

  // The files with records, in the order of their names.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;

  [[nodiscard]] const std::optional<Seal>& seal() const noexcept { return seal_; }

 private:
  Store(std::filesystem::path folder, std::vector<config::Manifest> history,
        const rules::Games& games);
  // Reads the files of this seal, and checks that they have not changed.
  ReadingReport read_sealed(const Seal& seal, const Takers& takers) const;

  const rules::Games* games_;
  std::filesystem::path folder_;
  std::vector<config::Manifest> history_;  // from the first to the newest
  std::string id_;                         // of the newest
  std::vector<std::string> added_;
  bool written_ = false;
  std::optional<Seal> seal_;
};

// The size with which the hash of a seal begins, see RecordsHash: what a ladder or a comparison has
// planned says nothing of what is sealed.
std::uint64_t hashed_from_begin(const config::Manifest& manifest, std::uint64_t matches);

// results/NAME: where the results of a config, a table or a folder of bots of this name are, unless
// the caller says otherwise. Throws text::InputError for a name that leads elsewhere: "..." without
// its last ending is "..".
std::filesystem::path usual_folder(const std::filesystem::path& name);

}  // namespace referee::store
