// Results in a folder, as people look for them: which folders have some, what they are called, and
// which has changed last. What cannot be read is passed over: it may be somebody else's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace referee::page {

// Whether a folder has a tournament, a comparison or checks: matches of one manifest.
bool has_manifest(const std::filesystem::path& folder);
// Whether a folder has a result of its own: matches, or a tuning.
bool is_result(const std::filesystem::path& folder);

// The folders with results in this one, and before them itself if it is one, in no order.
std::vector<std::filesystem::path> results_in(const std::filesystem::path& folder);
bool has_results_within(const std::filesystem::path& folder);

// When a file of a result changed last, in nanoseconds since 1970; 0 if that cannot be read. A
// tuning's are in its rounds, too.
std::int64_t changed_at(const std::filesystem::path& result);
// The folder with a manifest in this one that has changed last.
std::optional<std::filesystem::path> latest_in(const std::filesystem::path& folder);

// The name of a folder with results, or of a file of records, safe to show.
std::string result_name(const std::filesystem::path& log);

}  // namespace referee::page
