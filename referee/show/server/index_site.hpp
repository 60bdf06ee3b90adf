// All results in a folder, in a browser: a line for each tournament, comparison and tuning, the
// newest first, and its page as soon as somebody asks for it. Results may be anybody's: each is
// read, and its page made, beside the server's thread, so that a slow one holds up no other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/show/page/result_line.hpp"
#include "referee/show/page/result_page.hpp"
#include "referee/show/server/site.hpp"
#include "referee/show/server/workers.hpp"

namespace referee::server {

class IndexSite final : public Site {
 public:
  // Reads what the folder has; what is in its results follows.
  IndexSite(std::filesystem::path folder, page::Pages pages);

  [[nodiscard]] page::ServedPage page() const override;
  [[nodiscard]] EventLog& events() override { return events_; }
  [[nodiscard]] text::Json state() const override;
  // The page of a result.
  [[nodiscard]] std::optional<Work> work(std::string_view path, std::string_view query) override;
  [[nodiscard]] std::optional<Answer> get(std::string_view, std::string_view) override {
    return std::nullopt;
  }
  // Looks for results that have changed, and has them read.
  void tick() override;

 private:
  struct Folder {
    std::filesystem::path path;
    std::int64_t changed = 0;  // nanoseconds since 1970
  };
  struct Result {
    std::uint64_t number = 0;  // in addresses
    Folder folder;
    std::optional<page::ResultLine> line;
    std::int64_t known = 0;  // when the line was so: folder.changed then
    bool in_work = false;
  };
  struct Read {
    std::uint64_t number = 0;
    std::int64_t changed = 0;
    page::ResultLine line;
  };

  static std::vector<Folder> folders_in(const std::filesystem::path& folder);
  void take(std::vector<Folder> folders);
  void take(Read read);
  void begin_scan();
  void begin_reading(Result& result);

  std::filesystem::path folder_;
  page::Pages pages_;
  text::Json head_;
  EventLog events_;
  std::vector<Result> results_;
  std::uint64_t next_number_ = 1;
  int ticks_ = 0;

  std::mutex mutex_;  // guards what the workers have found
  std::optional<std::vector<Folder>> scanned_;
  std::vector<Read> read_;
  bool scanning_ = false;

  // The last, so the first to end: they use what is above.
  Workers scanner_{1};
  Workers readers_{4};
};

}  // namespace referee::server
