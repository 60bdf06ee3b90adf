#include "referee/cli/play/play_window.hpp"

#include <fmt/core.h>

#include <iostream>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/cli/interrupt.hpp"
#include "referee/cli/pages.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/show/server/play_site.hpp"

namespace referee::cli {

void play_in_window(match::SittingOptions sitting, const ServeOptions& serve,
                    const std::function<std::optional<bool>(const match::MatchRecord&)>& ended) {
  const rules::GameInfo& game = *sitting.plan.game;
  server::PlaySite site(std::move(sitting), page_head(std::string(game.title), "match"));
  const InterruptWatch watch([&] {
    site.leave();
    judge::JudgeProcess::interrupt_all();
  });
  Serving serving(site, serve);
  std::cerr << "the game is in the browser; Ctrl-C ends this\n";
  site.play([&](std::function<void()> job) { serving.server().post(std::move(job)); }, ended);
  serving.stop();
  serving.wait();
}

}  // namespace referee::cli
