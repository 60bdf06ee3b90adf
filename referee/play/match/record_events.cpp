// Reads a record from its text, value by value. Falls back to record_document.cpp for errors and
// rare values.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_events.hpp"
#include "referee/base/text/json_text.hpp"
#include "referee/play/match/moves_hash.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/play/match/record_members.hpp"

namespace referee::match::record_reader {
namespace {

class Quick final : public text::JsonEvents {
 public:
  Quick(MatchRecord& record, Use use) : target_{record}, use_(use) { levels_.reserve(8); }

  // All is known that a summary needs.
  [[nodiscard]] bool has_front() const noexcept { return has_front_; }

  // See ReadLine; `line` is the text that was read.
  [[nodiscard]] std::uint64_t moves(std::string_view line) const {
    if (deal_.data() == nullptr || plies_ == nullptr) return 0;
    line.remove_prefix(static_cast<std::size_t>(plies_ - line.data()));
    constexpr std::string_view begin = ":[";
    return line.starts_with(begin) ? moves_hash(deal_, line.substr(begin.size())) : 0;
  }

  // The member "measured" in the text, with its key; empty if it was not found.
  [[nodiscard]] std::string_view measured() const noexcept { return measured_; }

  bool key(std::string_view text) override {
    if (raw_depth_ > 0) {
      if (use_ == Use::front) return true;
      // JsonText takes no names with escapes.
      for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\') return false;
      }
      for (const std::string& other : raw_keys_.back()) {
        if (other == text) return false;  // twice
      }
      raw_keys_.back().emplace_back(text);
      raw_.key(text);
      return true;
    }
    Level& level = levels_.back();
    if (level.node == Node::measured) target_.whole.measured.known = true;
    const Members& members = members_of(level.node);
    const Member* const member = named(text, members);
    if (member == nullptr) return false;  // of a later version
    const std::uint32_t bit = std::uint32_t{1} << (member - members.begin);
    if ((level.seen & bit) != 0) return false;
    level.seen |= bit;
    member_ = member;
    return level.node != Node::record || record_key();
  }
  bool string(std::string_view text) override {
    if (raw_depth_ > 0) return raw(text);
    if (levels_.size() == 1 && member_->key == "deal" && token().data() == key_end_ + 1) {
      deal_ = token().substr(1, token().size() - 2);
    }
    return take(Kind::text, {.text = text});
  }
  bool number_integer(std::int64_t value) override {
    if (raw_depth_ > 0) return raw(value);
    const Form& form = next();
    if (form.kind == Kind::number) {
      return put(form, {.number = static_cast<double>(value)});
    }
    return form.kind == Kind::whole && value >= form.least && value <= most_of(form) &&
           put(form, {.whole = value});
  }
  bool number_float(double value) override {
    return raw_depth_ > 0 ? raw(value) : take(Kind::number, {.number = value});
  }
  bool boolean(bool value) override {
    return raw_depth_ > 0 ? raw(value) : take(Kind::boolean, {.flag = value});
  }
  bool null() override {
    if (raw_depth_ > 0 && use_ == Use::whole) raw_.raw("null");
    return raw_depth_ > 0;
  }

  bool start_object() override {
    if (raw_begins()) {
      raw_keys_.emplace_back();
      raw_.begin_object();
      return true;
    }
    static constexpr Form root{Kind::object, Node::record};
    const Form& form = levels_.empty() ? root : next();
    if (form.kind != Kind::object) return false;
    if (form.set != nullptr) form.set(target_, {});
    levels_.push_back({form.node, nullptr, 0, 0, member_});
    return true;
  }
  bool end_object() override {
    if (raw_depth_ > 0) {
      raw_keys_.pop_back();
      raw_.end_object();
      return raw_ends();
    }
    const Level level = levels_.back();
    levels_.pop_back();
    const std::uint32_t required = members_of(level.node).required;
    if ((level.seen & required) != required) return false;
    member_ = level.member;
    if (level.node == Node::measured && measured_begin_ != nullptr) {
      measured_ = {measured_begin_, token().data() + 1};
    }
    end(level.node, target_);
    return true;
  }
  bool start_array() override {
    if (raw_begins()) {
      raw_.begin_array();
      return true;
    }
    if (levels_.empty()) return false;
    const Form& form = next();
    if (form.kind != Kind::list) return false;
    levels_.push_back({Node::record, &form, 0, 0, member_});
    return true;
  }
  bool end_array() override {
    if (raw_depth_ > 0) {
      raw_.end_array();
      return raw_ends();
    }
    const Level level = levels_.back();
    levels_.pop_back();
    if (level.list->pair && level.count != 2) return false;
    member_ = level.member;
    return true;
  }

 private:
  struct Level {
    Node node = Node::record;
    const Form* list = nullptr;      // null: an object
    std::uint32_t seen = 0;          // members of the object
    std::size_t count = 0;           // elements of the list
    const Member* member = nullptr;  // what it is the value of
  };

  // Null if there is none. Usually the next member.
  [[nodiscard]] const Member* named(std::string_view key, const Members& members) const noexcept {
    const Member* likely = member_ == nullptr ? members.begin : member_ + 1;
    if (likely <= members.begin || likely >= members.end) likely = members.begin;
    if (likely->key == key) return likely;
    const Member* const found = std::find_if(
        members.begin, members.end, [&](const Member& member) { return member.key == key; });
    return found != members.end ? found : nullptr;
  }
  // What the value that begins now must be. Of a list that has too many elements: no kind at all.
  const Form& next() {
    static constexpr Form none{Kind::raw};
    if (levels_.empty()) return none;
    Level& level = levels_.back();
    if (level.list == nullptr) return member_->form;
    if (level.list->pair) {
      if (level.count >= 2) return none;
      target_.index = level.count;
    }
    ++level.count;
    return *level.list->element;
  }
  bool take(Kind kind, const Value& value) {
    const Form& form = next();
    return form.kind == kind && put(form, value);
  }
  bool put(const Form& form, const Value& value) {
    if (use_ == Use::front && member_->use == Use::whole) return true;
    try {
      form.set(target_, value);
    } catch (const Wrong&) {
      return false;
    }
    return true;
  }
  // A member of the record itself begins: false if a summary needs no more.
  bool record_key() {
    key_end_ = token().data() + token().size();
    if (token() == "\"measured\"") measured_begin_ = token().data();
    if (member_->key != "plies") return true;
    plies_ = key_end_;
    const std::uint32_t front = members_of(Node::record).front;
    has_front_ = (levels_.back().seen & front) == front && target_.whole.stated_plies &&
                 target_.whole.game != nullptr;
    return use_ == Use::whole || !has_front_;
  }

  // A value that is kept as text.
  bool raw_begins() {
    if (raw_depth_ == 0 && (levels_.empty() || levels_.back().list != nullptr ||
                            member_ == nullptr || member_->form.kind != Kind::raw)) {
      return false;
    }
    ++raw_depth_;
    return true;
  }
  bool raw_ends() {
    if (--raw_depth_ > 0) return true;
    const std::string text = std::move(raw_).take();
    raw_ = text::JsonText();
    return put(member_->form, {.text = text});
  }
  template <typename Item>
  bool raw(const Item& item) {
    if (use_ == Use::whole) raw_.value(item);
    return true;
  }

  Target target_;
  Use use_;
  std::vector<Level> levels_;
  const Member* member_ = nullptr;  // whose value is next
  bool has_front_ = false;
  const char* key_end_ = nullptr;  // where the newest key of the record itself ends
  const char* plies_ = nullptr;    // where that of the plies ends
  std::string_view deal_;          // as in the line
  const char* measured_begin_ = nullptr;
  std::string_view measured_;
  std::size_t raw_depth_ = 0;
  text::JsonText raw_;
  std::vector<std::vector<std::string>> raw_keys_;  // of its objects that are open
};

// Finds the member "measured" of a record, and stops behind it.
class MeasuredMember final : public text::JsonEvents {
 public:
  // With its key; empty if there is none.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  bool key(std::string_view) override {
    if (depth_ == 1 && token() == "\"measured\"") begin_ = token().data();
    return true;
  }
  bool string(std::string_view) override { return passed(); }
  bool number_integer(std::int64_t) override { return passed(); }
  bool number_float(double) override { return passed(); }
  bool number_rare() override { return passed(); }
  bool boolean(bool) override { return passed(); }
  bool null() override { return passed(); }
  bool start_object() override { return ++depth_, true; }
  bool start_array() override { return ++depth_, true; }
  bool end_object() override { return --depth_, passed(); }
  bool end_array() override { return --depth_, passed(); }

 private:
  // A value ends.
  bool passed() {
    if (depth_ != 1 || begin_ == nullptr) return true;
    text_ = {begin_, static_cast<std::size_t>(token().data() + token().size() - begin_)};
    return false;
  }

  int depth_ = 0;
  const char* begin_ = nullptr;
  std::string_view text_;
};

// With virtual calls: a scanner of its own costs the quick way its inlining.
std::string_view measured_of(std::string_view line) {
  MeasuredMember member;
  text::read_json<text::JsonEvents>(line, member);
  return member.text();
}

// Slow path with exact errors.
MatchRecord exactly(std::string_view line, const std::string& source) {
  const text::Json json = text::parse_json(line, source);
  return record_from_json(text::JsonReader(json, source + ":"));
}

}  // namespace
}  // namespace referee::match::record_reader

namespace referee::match {

ReadLine read_line(std::string_view line, const std::string& source, Extent extent) {
  using namespace record_reader;
  ReadLine read{nothing_read()};
  Quick quick(read.record, extent == Extent::front ? Use::front : Use::whole);
  const bool whole =
      text::read_json(line, quick) == text::JsonEnd::whole && read.record.game != nullptr;
  if (whole || (extent == Extent::front && quick.has_front())) {
    read.moves = quick.moves(line);
    read.measured = quick.measured();
  } else {
    read.record = exactly(line, source);
    read.moves = moves_hash(read.record);
  }
  if (read.measured.empty()) read.measured = measured_of(line);
  return read;
}

MatchRecord record_of_line(std::string_view line, const std::string& source) {
  return read_line(line, source, Extent::whole).record;
}

}  // namespace referee::match
