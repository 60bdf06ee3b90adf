// The values of a JSON text one after the other, without a document made of them.
#pragma once

#include <cstdint>
#include <string_view>

namespace referee::text {

// Receives the values in the order of the text. Each function returns whether to go on. Texts are
// valid during the call only.
class JsonEvents {
 public:
  virtual ~JsonEvents() = default;

  virtual bool key(std::string_view text) = 0;
  virtual bool string(std::string_view text) = 0;
  virtual bool number_integer(std::int64_t value) = 0;
  // A number with a fraction or an exponent, or a whole one below -2^63 or from 2^64 on.
  virtual bool number_float(double value) = 0;
  // A whole number from 2^63 to 2^64, or one that no double can hold.
  virtual bool number_rare() { return false; }
  virtual bool boolean(bool value) = 0;
  virtual bool null() = 0;
  virtual bool start_object() = 0;
  virtual bool end_object() = 0;
  virtual bool start_array() = 0;
  virtual bool end_array() = 0;

  // Before each call: the part of the text that it is about, with quotation marks; of objects and
  // lists the bracket.
  void set_token(std::string_view token) noexcept { token_ = token; }

 protected:
  [[nodiscard]] std::string_view token() const noexcept { return token_; }

 private:
  std::string_view token_;
};

enum class JsonEnd : std::uint8_t {
  whole,    // the text is one JSON value, as RFC 8259 has it, and all of it was passed on
  stopped,  // a function returned false; what follows was not read
  refused,  // it is not JSON, or is nested more than 100 deep; what came before was passed on
};

// Reads several times as quickly as parse_json(), but does not say what is wrong with a text, nor
// whether a key occurs twice. Throws what the functions of `events` throw.
JsonEnd read_json(std::string_view text, JsonEvents& events);

}  // namespace referee::text
