#include "referee/match/record_json.hpp"
#include "referee/store/import.hpp"
#include "referee/store/store_writer.hpp"

namespace referee::store {

std::uint64_t write_missing(const Store& store, const Competition& competition) {
  std::vector<bool> there(competition.records.size(), false);
  store.read([&](const MatchSummary& match, std::string_view) { there.at(match.match) = true; });
  StoreWriter writer(store);
  std::uint64_t written = 0;
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (there[i]) continue;
    writer.append(match::to_line(competition.records[i]));
    ++written;
  }
  writer.sync();
  return written;
}

}  // namespace referee::store
