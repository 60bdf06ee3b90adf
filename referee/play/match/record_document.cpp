// Reads a record from a document, whose reader names the places of errors.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "referee/play/match/record_json.hpp"
#include "referee/play/match/record_members.hpp"
#include "rules/catalogue.hpp"

namespace referee::match::record_reader {
namespace {

void read_value(const Form& form, const text::JsonReader& reader, Target& target);

void read_object(Node node, const text::JsonReader& reader, Target& target) {
  const Members& members = members_of(node);
  for (const Member* member = members.begin; member != members.end; ++member) {
    if (member->required) {
      read_value(member->form, reader.at(member->key), target);
    } else if (const auto found = reader.find(member->key)) {
      read_value(member->form, *found, target);
    }
  }
  end(node, target);
}

void read_list(const Form& form, const text::JsonReader& reader, Target& target) {
  const std::size_t items = reader.items();
  if (form.pair && items != 2) reader.fail("must have two elements");
  for (std::size_t i = 0; i < items; ++i) {
    if (form.pair) target.index = i;
    read_value(*form.element, reader.item(i), target);
  }
}

void read_value(const Form& form, const text::JsonReader& reader, Target& target) {
  std::string text;
  Value value;
  switch (form.kind) {
    case Kind::text:
      text = reader.text();
      break;
    case Kind::raw:
      text = reader.value().dump();
      break;
    case Kind::whole:
      value.whole = reader.integer(form.least, most_of(form));
      break;
    case Kind::number:
      value.number = reader.number();
      break;
    case Kind::boolean:
      value.flag = reader.boolean();
      break;
    case Kind::list:
      return read_list(form, reader, target);
    case Kind::object:
      if (form.set != nullptr) form.set(target, value);
      return read_object(form.node, reader, target);
  }
  value.text = text;
  try {
    form.set(target, value);
  } catch (const Wrong& wrong) {
    reader.fail(wrong.what);
  }
}

}  // namespace
}  // namespace referee::match::record_reader

namespace referee::match {

MatchRecord record_from_json(const text::JsonReader& reader) {
  using namespace record_reader;
  MatchRecord record = nothing_read();
  Target target{record};
  read_object(Node::record, reader, target);
  if (const auto game = reader.at("game"); record.game == nullptr) {
    if (!reader.find("judge") || game.text().find('/') != std::string::npos) {
      game.fail(fmt::format("unknown game \"{}\"", game.text()));
    }
    // Not a mistake of the record.
    throw text::InputError(fmt::format(
        "{}: the rules of \"{}\" are a program, whose folder is not known here: give the command "
        "`referee games FOLDER` once, with the folder of the game",
        game.place(), game.text()));
  }
  if (const auto measured = reader.find("measured")) {
    record.measured.known = !measured->value().empty();
  }
  return record;
}

}  // namespace referee::match
