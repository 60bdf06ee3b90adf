// What rules/scene.hpp promises, kept by every game of the catalogue.
#include "rules/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/catalogue.hpp"

namespace rules {
namespace {

class Scenes : public testing::TestWithParam<std::string_view> {
 protected:
  const GameInfo& info() const { return *find_game(GetParam()); }
  const Layout& layout() const { return info().layout(); }

  // Calls visit(game, scene) for each position of a random game; with `forfeit_at` the seat to move
  // forfeits there.
  template <typename Visit>
  void along(std::uint64_t seed, Visit visit, int forfeit_at = -1) const {
    const auto game = info().start(info().deal(seed));
    Stream stream(seed, "scenes");
    for (int ply = 0;; ++ply) {
      if (ply == forfeit_at && !game->over()) game->forfeit(game->to_move());
      visit(*game, game->scene());
      if (game->over() || testing::Test::HasFatalFailure()) return;
      MoveLine line;
      game->random_move(stream, line);
      ASSERT_TRUE(game->play(line.view()));
    }
  }
};

// How often each of these stands in the text as a word of its own.
std::map<std::string, int> words_of(std::string_view text) {
  std::map<std::string, int> words;
  std::string word;
  for (const char c : std::string(text) + ' ') {
    if (c != ' ' && c != '\n') {
      word += c;
    } else if (!word.empty()) {
      ++words[word];
      word.clear();
    }
  }
  return words;
}

TEST_P(Scenes, LayoutNamesEachCellAndPlaceOnce) {
  std::set<std::string> names;
  std::set<std::pair<int, int>> places;
  ASSERT_FALSE(layout().cells.empty());
  for (const Layout::Cell& cell : layout().cells) {
    EXPECT_TRUE(names.insert(cell.name).second) << cell.name;
    EXPECT_TRUE(places.insert({cell.x, cell.y}).second) << cell.name;
  }
  for (const Layout::Label& label : layout().labels) {
    EXPECT_TRUE(places.insert({label.x, label.y}).second) << label.text;
  }
  // No two cells of a row overlap.
  for (const auto& [x, y] : places) EXPECT_EQ(places.count({x + 1, y}), 0U);
  EXPECT_EQ(&layout(), &layout());
}

TEST_P(Scenes, WhatThereIsToSeeHoldsTogether) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    along(
        seed,
        [&](const Game& game, const Scene& scene) {
          ASSERT_EQ(scene.looks.size(), layout().cells.size());
          for (const Look& look : scene.looks) {
            EXPECT_EQ(look.colour == Colour::empty, look.sign == '.');
            EXPECT_TRUE(look.sign > ' ' && look.sign <= '~');
            EXPECT_LE(look.text.size(), 6U);
          }
          for (std::size_t i = 0; i < scene.marks.size(); ++i) {
            const Mark& mark = scene.marks[i];
            EXPECT_FALSE(mark.cells.empty());
            for (const CellId cell : mark.cells) ASSERT_LT(cell, layout().cells.size());
            EXPECT_EQ(std::count(scene.marks.begin(), scene.marks.end(), mark), 1);
            EXPECT_EQ(mark.kind == Mark::Kind::scoring, mark.seat.has_value());
          }
          EXPECT_EQ(scene.to_move.has_value(), !game.over());
          if (scene.to_move) {
            EXPECT_EQ(*scene.to_move, game.to_move());
          }
          EXPECT_FALSE(scene.status.empty());
          for (const std::string& note : scene.notes) EXPECT_FALSE(note.empty());
        },
        seed == 4 ? 3 : -1);
  }
}

// The same sign means the same colour, in the whole game.
TEST_P(Scenes, SignsTellColoursApart) {
  std::map<char, Colour> colours;
  along(3, [&](const Game&, const Scene& scene) {
    for (const Look& look : scene.looks) {
      ASSERT_EQ(colours.emplace(look.sign, look.colour).first->second, look.colour);
    }
  });
  EXPECT_GE(colours.size(), 3U);
}

TEST_P(Scenes, PartsAddUpToThePointsOnTheBoard) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    along(
        seed,
        [&](const Game& game, const Scene& scene) {
          std::array<int, 2> sums{};
          for (const ScorePart& part : scene.parts) {
            EXPECT_FALSE(part.text.empty());
            sums[index(part.seat)] += part.points;
          }
          const Result result = game.result();
          ASSERT_EQ(sums[0], result.seats[0].board_points);
          ASSERT_EQ(sums[1], result.seats[1].board_points);
        },
        seed > 4 ? 4 : -1);
  }
}

// The board for people has exactly the same pieces.
TEST_P(Scenes, CellsAgreeWithTheDrawing) {
  along(5, [&](const Game& game, const Scene& scene) {
    const std::string drawing = game.draw();
    const auto words = words_of(drawing);
    std::map<std::string, int> pieces;
    for (const Look& look : scene.looks) {
      // A look whose text is its sign is written once.
      const std::string sign(1, look.sign);
      ++pieces[look.text == sign ? sign : look.text + sign];
    }
    for (const auto& [piece, count] : pieces) {
      const auto is_piece = [&, text = std::string_view(piece)](const auto& word) {
        return word.first == text || word.first == std::string(3, text.front()) ||
               word.first == "(" + std::string(text) + ")";
      };
      int found = 0;
      for (const auto& word : words) found += is_piece(word) ? word.second : 0;
      // Row and column names, and a last move's text, may look like a piece.
      const auto same_label = [&, text = piece](const Layout::Label& label) {
        return label.text == text;
      };
      const auto labels = std::count_if(layout().labels.begin(), layout().labels.end(), same_label);
      ASSERT_GE(found, count) << piece << '\n' << drawing;
      ASSERT_LE(found, count + labels + 2) << piece << '\n' << drawing;
    }
  });
}

// Some orders of the options that are counted are moves, and there are no other moves.
void expect_arrangements(const Game& game, const Input& input) {
  std::vector<std::uint8_t> order;
  double orders = 1;
  for (std::size_t i = 0; i < input.options.size(); ++i) {
    for (int k = 1; k <= input.options[i].count; ++k) {
      order.push_back(static_cast<std::uint8_t>(i));
      orders *= static_cast<double>(order.size()) / k;
    }
  }
  ASSERT_EQ(order.size(), input.arranged.size());
  ASSERT_EQ(game.legal_count(), static_cast<std::uint32_t>(orders + 0.5));
  Stream stream(2, "arranged");
  for (int i = 0; i < 50; ++i) {
    stream.shuffle(std::span(order));
    const auto later = game.clone();
    const std::string move = arranged_move(input, order);
    const Verdict verdict = later->play(move);
    ASSERT_TRUE(verdict) << move << ": " << verdict.reason();
    const Scene after = later->scene();
    for (std::size_t k = 0; k < order.size(); ++k) {
      const auto& ghosts = input.options[order[k]].ghosts;
      ASSERT_EQ(ghosts.size(), 1U);
      ASSERT_EQ(after.looks[input.arranged[k]], ghosts[0].look);
    }
  }
}

TEST_P(Scenes, WhatCanBeEnteredIsWhatIsLegal) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    along(seed, [&](const Game& game, const Scene& scene) {
      const Input& input = scene.input;
      if (game.over()) {
        EXPECT_EQ(input, Input());
        return;
      }
      for (const Input::Option& option : input.options) {
        EXPECT_FALSE(option.name.empty());
        EXPECT_FALSE(option.text.empty());
      }
      const std::vector<std::string> moves = moves_of(layout(), input);
      if (!input.arranged.empty()) {
        EXPECT_TRUE(moves.empty());
        expect_arrangements(game, input);
        return;
      }
      if (input.most_corners > 0) {
        EXPECT_TRUE(moves.empty());
        return;
      }
      ASSERT_EQ(moves.size(), game.legal_count());
      const std::set<std::string> entered(moves.begin(), moves.end());
      ASSERT_EQ(entered.size(), moves.size());
      for (std::uint32_t i = 0; i < game.legal_count(); ++i) {
        MoveLine line;
        game.legal_move(i, line);
        ASSERT_EQ(entered.count(std::string(line.view())), 1U) << line.view();
      }
      for (const std::string& move : moves) {
        const Verdict verdict = game.clone()->play(move);
        ASSERT_TRUE(verdict) << move << ": " << verdict.reason();
      }
    });
  }
}

// A path of as many corners as the scene allows is accepted, corner by corner.
TEST_P(Scenes, PathsThatAreDrawnAreMoves) {
  int paths = 0;
  int allowed = 0;
  int most_allowed = 0;
  along(8, [&](const Game& game, const Scene& scene) {
    // What the last move was, drawn on the board as it was before.
    const auto path = std::find_if(scene.marks.begin(), scene.marks.end(),
                                   [](const Mark& mark) { return mark.kind == Mark::Kind::path; });
    if (path != scene.marks.end()) {
      ++paths;
      EXPECT_LE(static_cast<int>(path->cells.size()), allowed);
      Input input;
      input.separator = "-";
      EXPECT_EQ(path_move(layout(), input, path->cells), game.relayed());
    }
    allowed = scene.input.most_corners;
    most_allowed = std::max(most_allowed, allowed);
  });
  EXPECT_EQ(paths > 0, most_allowed > 0);
}

// The cells that a move covers are those of which the scene says so before the move.
TEST_P(Scenes, GhostsShowWhatAMoveWillLookLike) {
  along(6, [&](const Game& game, const Scene& scene) {
    for (const Input::Group& group : scene.input.groups) {
      for (const auto number : group.options) {
        const Input::Option& option = scene.input.options[number];
        if (option.ghosts.empty()) continue;
        const Layout::Cell& clicked = layout().cells[group.cells.back()];
        Input single = scene.input;
        single.groups = {{{number}, {group.cells.back()}}};
        const auto later = game.clone();
        ASSERT_TRUE(later->play(moves_of(layout(), single).front()));
        const Scene after = later->scene();
        for (const auto& ghost : option.ghosts) {
          const auto cell = std::find_if(
              layout().cells.begin(), layout().cells.end(), [&](const Layout::Cell& one) {
                return one.x == clicked.x + ghost.x && one.y == clicked.y + ghost.y;
              });
          ASSERT_NE(cell, layout().cells.end());
          ASSERT_EQ(after.looks[static_cast<std::size_t>(cell - layout().cells.begin())],
                    ghost.look);
        }
      }
    }
  });
}

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const GameInfo& game : games()) names.push_back(game.name);
  return names;
}

std::string scene_test_name(const testing::TestParamInfo<std::string_view>& test) {
  std::string name(test.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(AllGames, Scenes, testing::ValuesIn(all_names()), scene_test_name);

}  // namespace
}  // namespace rules
