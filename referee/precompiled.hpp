// What most sources of the program include, compiled once; see CMakeLists.txt in this folder.
// Sources include what they need themselves all the same.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

// Compiled once, in base/text/json_reader.cpp.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
