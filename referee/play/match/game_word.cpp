#include "referee/play/match/game_word.hpp"

#include <filesystem>
#include <system_error>

#include "referee/base/text/words.hpp"

namespace referee::match {

std::string game_word(const rules::GameInfo& game) {
  if (!game.outside) return std::string(game.name);
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path path = fs::proximate(game.outside->folder, ignored);
  if (path.empty() || *path.begin() == "..") path = game.outside->folder;
  std::string word = path.string();
  if (word != "." && word.find('/') == std::string::npos) word.insert(0, "./");
  return text::shell_word(word);
}

}  // namespace referee::match
