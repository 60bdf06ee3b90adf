// A tournament whose parts are played by nobody: their records are written as a runner would.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/run/cluster/submission.hpp"
#include "referee/run/parts/merge.hpp"
#include "referee/run/parts/shard.hpp"
#include "referee/run/store/store_writer.hpp"
#include "tests/run/store/support.hpp"

namespace referee::cluster {

// The records of a part that are not there yet, but at most so many.
inline void play_part(const store::Store& store, const parts::Stage& stage,
                      const parts::Shard& part, std::size_t most = 1000) {
  std::set<std::uint64_t> there;
  store.read(
      [&](const store::MatchSummary& match, std::string_view) { there.insert(match.match); });
  const config::Schedule schedule = test::schedule_of(store);
  store::StoreWriter writer(store, parts::label_of(part));
  for (const parts::MatchRange& range : parts::Cut(stage, part.count).ranges_of(part.number)) {
    for (std::uint64_t match = range.begin; match < range.end; ++match) {
      if (there.contains(match)) continue;
      if (most-- == 0) return;
      writer.append(match::to_line(test::record(store.manifest(), schedule, match)));
    }
  }
}

// Twelve matches, of six rounds.
class Planned : public testing::Test {
 protected:
  Planned() : store_(store::Store::create(folder_.path(), manifest_)) {
    work_.folder = folder_.path();
    work_.tournament = store_.id();
    work_.parts = 3;
    work_.settings.program = "/opt/referee";
    work_.settings.pause = 0.001;
    work_.settings.look_every = 0.001;
  }

  test::TemporaryFolder folder_;
  config::Manifest manifest_ = test::manifest({test::event("box", {"a", "b"}, 6)});
  store::Store store_;
  Work work_;
};

}  // namespace referee::cluster
