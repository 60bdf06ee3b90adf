#include "referee/run/store/record_lines.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/processors.hpp"

namespace referee::store {
namespace {

// Enough for a thread to be worthwhile (about 1 ms of parsing), but small, because several
// batches are in memory at a time.
constexpr std::size_t batch_size = std::size_t{192} << 10;
constexpr std::size_t most_lines = 4096;

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
  Batches(const std::filesystem::path& folder, const std::vector<Seal::File>& files)
      : folder_(folder), files_(files) {}

  // Whether there may be another batch.
  [[nodiscard]] bool more() const noexcept { return file_ < files_.size(); }

  // Fills an empty batch.
  void next(Batch& batch) {
    try {
      // With room for the last line, so that the text need not grow (which would double it).
      batch.text.reserve(batch_size + (batch_size >> 3));
      while (more() && batch.text.size() < batch_size && batch.lines.size() < most_lines) {
        add_line(batch);
      }
    } catch (...) {
      batch.error = std::current_exception();
      file_ = files_.size();
    }
  }

 private:
  void add_line(Batch& batch) {
    if (!reader_) reader_.emplace(folder_ / files_[file_].name, files_[file_].bytes);
    if (const auto line = reader_->next()) {
      batch.text.append(line->text);
      batch.lines.push_back({file_, line->number, line->end, {}, {}, {}, {}});
      batch.ends.push_back(batch.text.size());
    } else {
      reader_.reset();
      ++file_;
    }
  }

  const std::filesystem::path& folder_;
  const std::vector<Seal::File>& files_;
  std::size_t file_ = 0;
  std::optional<LineReader> reader_;  // of that file, once it is open
};

// Of a line that is damaged; none if its front is, too.
std::optional<MatchSummary> summary_of_front(std::string_view line, const rules::Games& games) {
  try {
    return summary_of_line(line, match::Extent::front, nullptr, games);
  } catch (const text::JsonError&) {
    return std::nullopt;
  }
}

void parse(Batch& batch, const LineWork& work) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < batch.lines.size(); ++i) {
    RecordLine& line = batch.lines[i];
    line.text = std::string_view(batch.text).substr(begin, batch.ends[i] - begin);
    begin = batch.ends[i];
    if (line.end != LineReader::End::newline) continue;
    std::string_view measured;
    try {
      line.summary = summary_of_line(line.text, work.extent, &measured, *work.games);
    } catch (const text::JsonError& error) {
      line.error = error.what();
      if (work.extent == match::Extent::whole)
        line.summary = summary_of_front(line.text, *work.games);
    }
    if (line.error.empty() && work.digests) line.digest = digest_of(line.text, measured);
  }
}

// Threads that take turns at reading batches, and parse them at the same time.
class Parsing {
 public:
  Parsing(Batches& batches, const LineWork& work, std::size_t threads)
      : batches_(batches), work_(work), most_(threads + 2) {
    try {
      for (std::size_t i = 0; i < threads; ++i) {
        threads_.push_back(text::thread_for("reading records", [this] { run(); }));
      }
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;  // one is enough
    }
  }
  Parsing(const Parsing&) = delete;
  Parsing& operator=(const Parsing&) = delete;
  ~Parsing() {
    {
      const std::lock_guard lock(mutex_);
      stops_ = true;
    }
    room_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // In the order of reading; null after the last one.
  std::unique_ptr<Batch> next() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return parsed_.count(taken_) > 0 || (ended_ && taken_ == read_); });
    const auto found = parsed_.find(taken_);
    if (found == parsed_.end()) return nullptr;
    std::unique_ptr<Batch> batch = std::move(found->second);
    parsed_.erase(found);
    ++taken_;
    room_.notify_one();
    return batch;
  }

  // Its memory is used again.
  void give_back(std::unique_ptr<Batch> batch) {
    batch->text.clear();
    batch->lines.clear();
    batch->ends.clear();
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(batch));
  }

 private:
  void run() {
    while (true) {
      std::unique_ptr<Batch> batch;
      const auto number = read(batch);
      if (!number) return;
      try {
        parse(*batch, work_);
      } catch (...) {
        // None of its lines can be taken.
        batch->lines.clear();
        batch->error = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      parsed_.emplace(*number, std::move(batch));
      ready_.notify_one();
    }
  }

  // Reads the next batch once there is room for it. Returns its number, or nothing if there is
  // none.
  std::optional<std::uint64_t> read(std::unique_ptr<Batch>& batch) {
    const std::lock_guard my_turn(reading_);
    {
      std::unique_lock lock(mutex_);
      room_.wait(lock, [this] { return stops_ || read_ - taken_ < most_; });
      if (stops_ || ended_) return std::nullopt;
      if (!spare_.empty()) {
        batch = std::move(spare_.back());
        spare_.pop_back();
      }
    }
    if (!batch) batch = std::make_unique<Batch>();
    batches_.next(*batch);
    const std::lock_guard lock(mutex_);
    ended_ = !batches_.more();
    return read_++;
  }

  Batches& batches_;  // whose turn it is to read
  const LineWork& work_;
  const std::size_t most_;  // batches that are read and not yet taken
  std::mutex reading_;
  std::mutex mutex_;  // of all that follows
  std::condition_variable room_;
  std::condition_variable ready_;
  std::map<std::uint64_t, std::unique_ptr<Batch>> parsed_;
  std::vector<std::unique_ptr<Batch>> spare_;
  std::uint64_t read_ = 0;
  std::uint64_t taken_ = 0;
  bool ended_ = false;
  bool stops_ = false;
  std::vector<std::thread> threads_;
};

void take_all(Batch& batch, const std::function<void(RecordLine&)>& take) {
  for (RecordLine& line : batch.lines) take(line);
  if (batch.error) std::rethrow_exception(batch.error);
}

}  // namespace

void each_record_line(const std::filesystem::path& folder, const std::vector<Seal::File>& files,
                      const LineWork& work, const std::function<void(RecordLine&)>& take) {
  Batches batches(folder, files);
  // A short store is not worth a thread.
  Batch first;
  batches.next(first);
  parse(first, work);
  take_all(first, take);
  if (!batches.more()) return;
  Parsing parsing(batches, work, std::max<std::size_t>(kernel::usable_processors().size(), 1));
  while (auto batch = parsing.next()) {
    take_all(*batch, take);
    parsing.give_back(std::move(batch));
  }
}

}  // namespace referee::store
