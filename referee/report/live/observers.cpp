#include "referee/report/live/observers.hpp"

#include <algorithm>

namespace referee::report {

void Observers::begun(std::uint64_t done, std::uint64_t total) {
  for (auto* one : all_) one->begun(done, total);
}

void Observers::started(const tournament::MatchStart& match) {
  for (auto* one : all_) one->started(match);
}

bool Observers::wants_moves() const {
  return std::any_of(all_.begin(), all_.end(), [](const auto* one) { return one->wants_moves(); });
}

void Observers::moved(const tournament::MoveMade& move) {
  for (auto* one : all_) one->moved(move);
}

void Observers::failed(const tournament::BotFailed& fault) {
  for (auto* one : all_) one->failed(fault);
}

void Observers::finished(const match::MatchRecord& record) {
  for (auto* one : all_) one->finished(record);
}

void Observers::adopted(const store::MatchSummary& match) {
  for (auto* one : all_) one->adopted(match);
}

void Observers::planned(std::uint64_t total) {
  for (auto* one : all_) one->planned(total);
}

void Observers::changed(const tournament::ProgramChanged& program) {
  for (auto* one : all_) one->changed(program);
}

void Observers::replaced(const tournament::AnswerReplaced& answer) {
  for (auto* one : all_) one->replaced(answer);
}

void Observers::voided(const tournament::MatchVoided& match) {
  for (auto* one : all_) one->voided(match);
}

void Observers::tick() {
  for (auto* one : all_) one->tick();
}

void Observers::stopping(std::size_t running) {
  for (auto* one : all_) one->stopping(running);
}

}  // namespace referee::report
