#include "referee/text/json_events.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <system_error>

#include <boost/version.hpp>

// Boost.JSON without its library, compiled in this file: all of it, or, where it is known which
// parts the parser needs, only these, which takes a third of the time.
#include <boost/json/basic_parser_impl.hpp>
#if BOOST_VERSION / 100 == 1081
#define BOOST_JSON_SOURCE
#include <boost/json/detail/impl/default_resource.ipp>
#include <boost/json/detail/impl/except.ipp>
#include <boost/json/detail/impl/shared_resource.ipp>
#include <boost/json/detail/impl/stack.ipp>
#include <boost/json/impl/error.ipp>
#else
#include <boost/json/src.hpp>
#endif

namespace referee::text {
namespace {

constexpr std::size_t most_depth_of_events = 60;

// A handler of Boost.JSON.
class Passing {
 public:
  using View = boost::json::string_view;
  using Error = boost::system::error_code;

  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_object_size = unlimited;
  static constexpr std::size_t max_array_size = unlimited;
  static constexpr std::size_t max_key_size = unlimited;
  static constexpr std::size_t max_string_size = unlimited;

  explicit Passing(JsonEvents& events) : events_(events) {}

  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

  static bool on_document_begin(Error&) { return true; }
  static bool on_document_end(Error&) { return true; }
  bool on_object_begin(Error& error) { return go_on(events_.start_object(), error); }
  bool on_object_end(std::size_t, Error& error) { return go_on(events_.end_object(), error); }
  bool on_array_begin(Error& error) { return go_on(events_.start_array(), error); }
  bool on_array_end(std::size_t, Error& error) { return go_on(events_.end_array(), error); }
  bool on_key_part(View part, std::size_t, Error&) { return keep(part); }
  bool on_key(View last, std::size_t, Error& error) {
    return go_on(events_.key(whole(last)), error);
  }
  bool on_string_part(View part, std::size_t, Error&) { return keep(part); }
  bool on_string(View last, std::size_t, Error& error) {
    return go_on(events_.string(whole(last)), error);
  }
  static bool on_number_part(View, Error&) { return true; }
  bool on_int64(std::int64_t value, View, Error& error) {
    return go_on(events_.number_integer(value), error);
  }
  static bool on_uint64(std::uint64_t, View, Error& error) { return refuse(error); }
  // The parser's own value may differ in the last digit.
  bool on_double(double about, View digits, Error& error) {
    const char* const end = digits.data() + digits.size();
    double value = 0;
    const auto [read, failed] = std::from_chars(digits.data(), end, value);
    if (failed != std::errc() || read != end || !std::isfinite(value)) return refuse(error);
    if (std::abs(value - about) > 1e-9 * std::abs(value)) return refuse(error);
    return go_on(events_.number_float(value), error);
  }
  bool on_bool(bool value, Error& error) { return go_on(events_.boolean(value), error); }
  bool on_null(Error& error) { return go_on(events_.null(), error); }
  static bool on_comment_part(View, Error& error) { return refuse(error); }
  static bool on_comment(View, Error& error) { return refuse(error); }

 private:
  static bool refuse(Error& error) {
    error = boost::json::error::syntax;
    return false;
  }
  bool go_on(bool yes, Error& error) {
    if (yes) return true;
    stopped_ = true;
    return refuse(error);
  }
  // Texts with escapes come in parts.
  bool keep(View part) {
    if (!in_parts_) parts_.clear();
    in_parts_ = true;
    parts_.append(part.data(), part.size());
    return true;
  }
  std::string_view whole(View last) {
    if (!in_parts_) return {last.data(), last.size()};
    keep(last);
    in_parts_ = false;
    return parts_;
  }

  JsonEvents& events_;
  std::string parts_;
  bool in_parts_ = false;
  bool stopped_ = false;
};

}  // namespace

JsonEnd read_json(std::string_view text, JsonEvents& events) {
  boost::json::parse_options options;
  options.max_depth = most_depth_of_events;
  boost::json::basic_parser<Passing> parser(options, events);
  Passing::Error error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  if (parser.handler().stopped()) return JsonEnd::stopped;
  return error || read != text.size() ? JsonEnd::refused : JsonEnd::whole;
}

}  // namespace referee::text
