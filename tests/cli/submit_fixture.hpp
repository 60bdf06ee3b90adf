// A planned tournament, and a Slurm that the test plays.
#pragma once

#include <string>

#include "folder.hpp"

namespace cli_test {

// `referee submit o` in a folder with the plan `o`. The profile p.json wants three parts. Programs
// in `bin` stand in for Slurm's: sbatch plays the tasks of an array at once, but for those for
// which there is a file lose-TASK, once each, or always-lose-TASK, and none if there is a file
// `refuse`. squeue tells the jobs of the first line of the file `queue`, parted by semicolons, and
// takes it away; it fails as long as the file `down` has lines.
class Submit : public InFolder {
 protected:
  Submit();

  // The words of the call, with our programs in front of others.
  [[nodiscard]] Words submitting(const Words& further) const;
  [[nodiscard]] Ended submit(const Words& further) const;
  // How often sbatch was called.
  [[nodiscard]] std::size_t submitted() const;
  // The seal of the same tournament, played on one machine.
  [[nodiscard]] std::string seal_alone() const;
  void expect_sealed(const Ended& ended) const;
  // As if an earlier call had submitted the job of this number, an array of so many parts.
  void submitted_before(unsigned job, unsigned parts) const;
};

}  // namespace cli_test
