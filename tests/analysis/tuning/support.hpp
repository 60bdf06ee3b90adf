// A question for the tests of tuning.
#pragma once

#include <chrono>
#include <cstddef>

#include "referee/analysis/tuning/tune_question.hpp"
#include "rules/catalogue.hpp"

namespace referee::tuning {

inline Question question_of(const char* game, std::size_t bots) {
  Question question;
  question.command = "./bot {c} {d}";
  question.parameters = {parameter_of("c=1:0:2"), parameter_of("d=2:1:3:int")};
  question.pairs = 100;
  question.manifest.played_by = config::PlayedBy::compare;
  question.manifest.seed = 5;
  config::Event event;
  event.game = rules::find_game(game);
  event.rounds = 1000;
  event.times.budget = std::chrono::seconds(1);
  for (std::size_t i = 0; i < bots; ++i) {
    config::BotEntry bot;
    bot.name = evidence::role_names[i];
    bot.command = "./bot 1 2";
    bot.hash = "abc";
    event.bots.push_back(bot);
  }
  question.manifest.events.push_back(event);
  return question;
}

}  // namespace referee::tuning
