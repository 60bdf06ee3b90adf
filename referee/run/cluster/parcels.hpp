// What is sent to machines that do not see the folder of a tournament, and what comes back.
//
// The folder `transfer` of the tournament's folder holds both. GNU parallel copies `sent` into a
// new working folder for each part, and after the part the working folder's `returned` back. rsync
// gives a file its name when all of it has arrived, so a file with the name of records is complete.
// These names are those of `referee shard --out`: two tries of a part never have the same one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace referee::cluster {

class Parcels {
 public:
  static constexpr const char* sent_name = "sent";
  static constexpr const char* returned_name = "returned";

  // `folder`: the tournament's.
  explicit Parcels(std::filesystem::path folder);
  // Removes the sent files, and the returned folder if empty, but only after pack() or collect().
  ~Parcels();
  Parcels(const Parcels&) = delete;
  Parcels& operator=(const Parcels&) = delete;

  // The options of parallel that send and fetch.
  [[nodiscard]] std::vector<std::string> options() const;
  // Makes the parcels for these of `count` parts; ascending. Throws StoreError.
  void pack(unsigned count, const std::vector<unsigned>& parts);
  // Moves the records that have come back into the tournament's folder. Throws StoreError.
  void collect();

  // The cause of a failure, from the output of a part: why rsync could not send it, or referee's
  // error, not rsync's complaints about what is therefore missing.
  static std::string last_error(const std::string& text);

 private:
  std::filesystem::path folder_;
  std::filesystem::path sent_;
  std::filesystem::path returned_;
  bool used_ = false;  // else the parcels may be those of another process
};

}  // namespace referee::cluster
