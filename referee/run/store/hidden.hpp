// What bots must not read, even in their own folder: it would reveal the seed, the deals to come,
// or how their rival thinks.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "referee/play/match/players.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/store.hpp"

namespace referee::store {

// How far ours_below() looks: that many levels below each folder, and at that many entries in all
// below it.
constexpr int hidden_levels = 4;
constexpr int hidden_entries = 5000;

// What the referee has written or reads below these folders: folders of tournaments and comparisons
// (they hold a manifest.json), configs, and files of records (*.json, *.jsonl). Goes by what a file
// says at its beginning, not by its name alone. Follows no links.
std::vector<std::filesystem::path> ours_below(std::span<const std::filesystem::path> folders);

// Hides from each of these bots the files of the others, what `also` names, and what ours_below()
// finds below the folders that they may read, in which they run, and in which the referee runs. A
// bot whose `read` names something found keeps that. To be called once before bots are started: it
// looks into folders.
void hide_from_bots(std::span<match::Contestant* const> bots,
                    std::span<const std::filesystem::path> also);

// The same for the bots of these events; `also` are the config that the manifest was read from, the
// store, and the other stores beside it. If the store is in a folder named `results`, all of that
// folder. `store` may be nullptr, `logs` empty: a folder of what bots write.
void hide_from_bots(std::span<std::vector<match::Contestant>> events,
                    const config::Manifest& manifest, const Store* store,
                    const std::filesystem::path& logs = {});

}  // namespace referee::store
