#include "referee/store/record_lines.hpp"

#include <algorithm>
#include <deque>
#include <future>
#include <memory>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/plain_record.hpp"
#include "referee/match/record_json.hpp"
#include "referee/store/processors.hpp"

namespace referee::store {
namespace {

// Enough for a thread to be worthwhile (about 1 ms of parsing), but small, because several
// batches are in memory at a time.
constexpr std::size_t batch_size = std::size_t{192} << 10;

// Lines with a copy of their text.
struct Batch {
  std::string text;
  std::vector<RecordLine> lines;
  std::vector<std::size_t> ends;  // of the lines in the text
};

Batch next_batch(LineReader& reader) {
  Batch batch;
  // With room for the last line, so that the text need not grow (which would double it).
  batch.text.reserve(batch_size + (batch_size >> 3));
  while (batch.text.size() < batch_size) {
    const auto line = reader.next();
    if (!line) break;
    batch.text.append(line->text);
    batch.lines.push_back({line->number, line->end, {}, {}, {}});
    batch.ends.push_back(batch.text.size());
  }
  return batch;
}

// Throws JsonError unless the whole line is a valid record.
void read_whole(std::string_view line) {
  if (match::is_plain_record(line)) return;
  const text::Json json = text::parse_json(line, "the record");
  static_cast<void>(match::record_from_json(text::JsonReader(json, "the record:")));
}

void parse(Batch& batch, const ReadsWhole& reads_whole) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < batch.lines.size(); ++i) {
    RecordLine& line = batch.lines[i];
    line.text = std::string_view(batch.text).substr(begin, batch.ends[i] - begin);
    begin = batch.ends[i];
    if (line.end != LineReader::End::newline) continue;
    try {
      line.summary = summary_of_line(line.text);
      if (reads_whole(*line.summary)) read_whole(line.text);
    } catch (const text::JsonError& error) {
      line.error = error.what();
    }
  }
}

}  // namespace

void each_record_line(const std::filesystem::path& file, std::uint64_t bytes,
                      const ReadsWhole& reads_whole, const std::function<void(RecordLine&)>& take) {
  LineReader reader(file, bytes);
  const std::size_t ahead = usable_processors().size();
  // In order. Batches must not move, because their lines point into their text.
  std::deque<std::future<std::unique_ptr<Batch>>> parsing;
  bool more = true;
  while (more || !parsing.empty()) {
    while (more && parsing.size() <= ahead) {
      auto batch = std::make_unique<Batch>(next_batch(reader));
      more = batch->text.size() >= batch_size;
      // A short file is not worth a thread.
      const auto how = more || !parsing.empty() ? std::launch::async : std::launch::deferred;
      parsing.push_back(std::async(how, [batch = std::move(batch), &reads_whole]() mutable {
        parse(*batch, reads_whole);
        return std::move(batch);
      }));
    }
    const auto batch = parsing.front().get();
    parsing.pop_front();
    for (RecordLine& line : batch->lines) take(line);
  }
}

}  // namespace referee::store
