#include "referee/store/record_lines.hpp"

#include <deque>
#include <exception>
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
  std::exception_ptr error;       // why there are no lines after these
};

// Reads files one after the other.
class Batches {
 public:
  explicit Batches(const std::vector<FilePart>& files) : files_(files) {}

  // Whether there may be another batch.
  [[nodiscard]] bool more() const noexcept { return file_ < files_.size(); }

  Batch next() {
    Batch batch;
    // With room for the last line, so that the text need not grow (which would double it).
    batch.text.reserve(batch_size + (batch_size >> 3));
    try {
      while (more() && batch.text.size() < batch_size) add_line(batch);
    } catch (...) {
      batch.error = std::current_exception();
      file_ = files_.size();
    }
    return batch;
  }

 private:
  void add_line(Batch& batch) {
    if (!reader_) reader_.emplace(files_[file_].file, files_[file_].bytes);
    if (const auto line = reader_->next()) {
      batch.text.append(line->text);
      batch.lines.push_back({file_, line->number, line->end, {}, {}, {}, {}});
      batch.ends.push_back(batch.text.size());
    } else {
      reader_.reset();
      ++file_;
    }
  }

  const std::vector<FilePart>& files_;
  std::size_t file_ = 0;
  std::optional<LineReader> reader_;  // of that file, once it is open
};

// Throws JsonError unless the whole line is a valid record.
void read_whole(std::string_view line) {
  if (match::is_plain_record(line)) return;
  const text::Json json = text::parse_json(line, "the record");
  static_cast<void>(match::record_from_json(text::JsonReader(json, "the record:")));
}

void parse(Batch& batch, const LineWork& work) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < batch.lines.size(); ++i) {
    RecordLine& line = batch.lines[i];
    line.text = std::string_view(batch.text).substr(begin, batch.ends[i] - begin);
    begin = batch.ends[i];
    if (line.end != LineReader::End::newline) continue;
    try {
      line.summary = summary_of_line(line.text);
      if (work.reads_whole(*line.summary)) read_whole(line.text);
      if (work.digests) line.digest = digest_of(line.text);
    } catch (const text::JsonError& error) {
      line.error = error.what();
    }
  }
}

}  // namespace

void each_record_line(const std::vector<FilePart>& files, const LineWork& work,
                      const std::function<void(RecordLine&)>& take) {
  Batches batches(files);
  const std::size_t ahead = usable_processors().size();
  // In order. Batches must not move, because their lines point into their text.
  std::deque<std::future<std::unique_ptr<Batch>>> parsing;
  while (batches.more() || !parsing.empty()) {
    while (batches.more() && parsing.size() <= ahead) {
      auto batch = std::make_unique<Batch>(batches.next());
      // A short file is not worth a thread.
      const bool alone = !batches.more() && parsing.empty();
      const auto how = alone ? std::launch::deferred : std::launch::async;
      parsing.push_back(std::async(how, [batch = std::move(batch), &work]() mutable {
        parse(*batch, work);
        return std::move(batch);
      }));
    }
    const auto batch = parsing.front().get();
    parsing.pop_front();
    for (RecordLine& line : batch->lines) take(line);
    if (batch->error) std::rethrow_exception(batch->error);
  }
}

}  // namespace referee::store
