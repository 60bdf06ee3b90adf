#include "referee/store/hidden.hpp"

#include <filesystem>

namespace referee::store {

void hide_from_bots(std::span<std::vector<match::Contestant>> events, const Manifest& manifest,
                    const Store* store) {
  std::vector<std::filesystem::path> also;
  if (!manifest.config.empty()) also.push_back(std::filesystem::absolute(manifest.config));
  if (store != nullptr) {
    const auto folder = std::filesystem::absolute(store->folder()).lexically_normal();
    const auto parent = folder.parent_path();
    also.push_back(parent.filename() == "results" ? parent : folder);
  }
  std::vector<bot::BotSpec*> bots;
  for (std::vector<match::Contestant>& event : events) {
    for (match::Contestant& one : event) bots.push_back(&one.spec);
  }
  bot::hide_from_each_other(bots, also);
}

}  // namespace referee::store
