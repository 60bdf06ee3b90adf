// Positions as JSON: a reader that applies the changes sees each scene.
#include "referee/show/scenes/scene_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/run/store/import.hpp"
#include "referee/show/scenes/match_data.hpp"
#include "rules/catalogue.hpp"
#include "tests/show/report/sample.hpp"
#include "tests/show/report/schema.hpp"

namespace referee::scenes {
namespace {

using report::sample_record;
using text::Json;

std::vector<int> cells_of(const Json& runs) {
  std::vector<int> cells;
  for (std::size_t i = 0; i < runs.size(); i += 3) {
    for (int k = 0; k < runs[i + 2].get<int>(); ++k) {
      cells.push_back(runs[i].get<int>() + k * runs[i + 1].get<int>());
    }
  }
  return cells;
}

// What a reader knows, as docs/scene.schema.json says it comes about.
struct SceneReader {
  explicit SceneReader(std::size_t cells) : looks(cells, 0) {}

  void apply(const Json& scene) {
    for (const Json& look : scene.value("looks", Json::array())) known.push_back(look);
    const Json cells = scene.value("cells", Json::array());
    for (std::size_t i = 0; i < cells.size(); i += 3) {
      for (std::size_t k = 0; k < cells[i + 2].size(); ++k) {
        const int cell = cells[i].get<int>() + static_cast<int>(k) * cells[i + 1].get<int>();
        looks.at(static_cast<std::size_t>(cell)) = cells[i + 2][k].get<std::size_t>();
      }
    }
    const auto gone = scene.value("gone", std::vector<std::size_t>{});
    std::vector<Json> left;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (std::find(gone.begin(), gone.end(), i) == gone.end()) left.push_back(marks[i]);
    }
    marks = left;
    for (const Json& mark : scene.value("marks", Json::array())) {
      marks.push_back({mark[0], mark[1], mark[2], cells_of(mark[3])});
    }
    for (const char* key :
         {"to_move", "points", "score", "status", "notes", "parts", "seats", "next", "input"}) {
      if (scene.contains(key)) values[key] = scene[key];
    }
  }

  std::vector<Json> known{Json{"empty", ".", ""}};
  std::vector<std::size_t> looks;
  std::vector<Json> marks;
  Json values = {{"notes", Json::array()},
                 {"parts", Json::array()},
                 {"input", Json::object()},
                 {"next", Json::array()},
                 {"seats", {Json{"empty", ".", ""}, Json{"empty", ".", ""}}}};
};

std::vector<Json> marks_of(const rules::Scene& scene) {
  std::vector<Json> marks;
  for (const rules::Mark& mark : scene.marks) {
    const int seat = mark.seat ? static_cast<int>(rules::index(*mark.seat)) + 1 : 0;
    marks.push_back({rules::name_of(mark.kind), seat, mark.points, mark.cells});
  }
  std::sort(marks.begin(), marks.end());
  return marks;
}

void expect_same(const SceneReader& reader, const rules::Game& game) {
  const rules::Scene scene = game.scene();
  ASSERT_EQ(reader.looks.size(), scene.looks.size());
  for (std::size_t i = 0; i < scene.looks.size(); ++i) {
    const rules::Look& look = scene.looks[i];
    const Json expected{rules::name_of(look.colour), std::string(1, look.sign), look.text};
    ASSERT_EQ(reader.known.at(reader.looks[i]), expected) << i;
  }
  std::vector<Json> marks = reader.marks;
  std::sort(marks.begin(), marks.end());
  ASSERT_EQ(marks, marks_of(scene));
  const Json& values = reader.values;
  ASSERT_EQ(values["to_move"].get<int>(),
            scene.to_move ? static_cast<int>(rules::index(*scene.to_move)) + 1 : 0);
  ASSERT_EQ(values["status"], scene.status);
  ASSERT_EQ(values["notes"], scene.notes);
  ASSERT_EQ(values["parts"].size(), scene.parts.size());
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const rules::Look& look = scene.seats[seat];
    const Json expected{rules::name_of(look.colour), std::string(1, look.sign), look.text};
    ASSERT_EQ(values["seats"][seat], expected);
  }
  ASSERT_EQ(values["next"].size(), scene.next.size());
  for (std::size_t i = 0; i < scene.next.size(); ++i) {
    ASSERT_EQ(values["next"][i][0], scene.next[i].x);
    ASSERT_EQ(values["next"][i][2], rules::name_of(scene.next[i].look.colour));
  }
  const rules::Result result = game.result();
  for (std::size_t seat = 0; seat < 2; ++seat) {
    ASSERT_EQ(values["points"][seat], result.seats[seat].board_points.value().whole());
    ASSERT_EQ(values["score"][seat], result.seats[seat].score);
  }
  std::size_t moves = 0;
  for (const Json& group : values["input"].value("groups", Json::array())) {
    moves += std::max<std::size_t>(1, cells_of(group["cells"]).size()) *
             std::max<std::size_t>(1, group["options"].size());
  }
  ASSERT_EQ(moves, rules::moves_of({rules::CellShape::square,
                                    std::vector<rules::Layout::Cell>(scene.looks.size()),
                                    {}},
                                   scene.input)
                       .size());
}

class SceneJson : public testing::TestWithParam<std::string_view> {};

TEST_P(SceneJson, EveryPositionComesBackFromTheChanges) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    std::vector<match::MatchFault> faults;
    if (seed == 3) faults.push_back(report::sample_fault(4, bot::FaultKind::crash, "signal 6"));
    const auto record = sample_record(GetParam(), seed, faults);
    const RecordScenes scenes = scenes_of(record, Detail::full);
    EXPECT_EQ(scenes.misfit, "");
    ASSERT_EQ(scenes.scenes.size(), record.plies.size() + 1);
    SceneReader reader(record.game->layout().cells.size());
    const auto game = record.game->start(record.deal);
    for (std::size_t i = 0;; ++i) {
      reader.apply(scenes.scenes[i]);
      // The one who fails forfeits before the move that replaces its own.
      if (i == record.plies.size() && game->over() == false) break;
      expect_same(reader, *game);
      if (HasFatalFailure() || i == record.plies.size()) break;
      for (const auto& fault : record.faults) {
        if (fault.ply == static_cast<int>(i) + 1) game->forfeit(fault.seat);
      }
      ASSERT_TRUE(game->play(record.plies[i].line));
    }
  }
}

TEST_P(SceneJson, FitsItsSchema) {
  report::Schema schema = report::published_schema("scene");
  EXPECT_EQ(schema.check(scenes_document(sample_record(GetParam(), 5))),
            std::vector<std::string>{});
  EXPECT_EQ(schema.undescribed(), std::vector<std::string>{});
}

// What is said of 1,000 moves, in bytes.
TEST_P(SceneJson, StaysSmall) {
  const auto record = sample_record(GetParam(), 2);
  const std::size_t full = scenes_of(record, Detail::full).scenes.dump().size();
  const std::size_t brief = scenes_of(record, Detail::brief).scenes.dump().size();
  const std::size_t moves = record.plies.size();
  RecordProperty("full", static_cast<int>(full / moves));
  RecordProperty("brief", static_cast<int>(brief / moves));
  EXPECT_LT(full / moves, 2500U);
  EXPECT_LT(brief / moves, 250U);
  EXPECT_LT(brief, full);
}

INSTANTIATE_TEST_SUITE_P(AllGames, SceneJson,
                         testing::Values("6561", "2187", "turn-right", "box", "black-hole"),
                         [](const auto& test) {
                           std::string name(test.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Of all games, Box has official records. The positions of random games of all are compared
// with the rules above.
TEST(Scenes, OfOfficialGamesFitTheSchemaAndTheOfficialScores) {
  const std::string file = std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv";
  std::ifstream in(file, std::ios::binary);
  const std::string rows((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const store::Competition games = store::import_games({{file, "recorded", rows}}, {});
  ASSERT_EQ(games.records.size(), 220U);
  report::Schema schema = report::published_schema("scene");
  constexpr std::size_t step = 25;
  for (std::size_t i = 0; i < games.records.size(); i += step) {
    const match::MatchRecord& record = games.records[i];
    const Json document = scenes_document(record);
    ASSERT_EQ(schema.check(document), std::vector<std::string>{}) << i;
    ASSERT_FALSE(document.contains("misfit")) << document["misfit"];
    ASSERT_EQ(document["scenes"].size(), record.plies.size() + 1);
    SceneReader reader(record.game->layout().cells.size());
    for (const Json& scene : document["scenes"]) {
      reader.apply(scene);
      // The parts of each seat add up to its points.
      std::array<int, 2> sums{};
      for (const Json& part : reader.values["parts"]) {
        sums.at(part[0].get<std::size_t>() - 1) += part[2].get<int>();
      }
      ASSERT_EQ(reader.values["points"], Json(sums)) << i;
    }
    for (std::size_t seat = 0; seat < 2; ++seat) {
      ASSERT_EQ(reader.values["score"][seat], record.scores[seat].result.score) << i;
    }
  }
}

TEST(Scenes, SchemaHasNothingThatNoGameSays) {
  report::Schema schema = report::published_schema("scene");
  for (const rules::GameInfo& game : rules::games()) {
    EXPECT_EQ(schema.check(scenes_document(sample_record(game.name, 4))),
              std::vector<std::string>{});
  }
  auto record = sample_record("box", 4);
  record.plies.pop_back();
  EXPECT_EQ(schema.check(scenes_document(record)), std::vector<std::string>{});
  EXPECT_EQ(schema.never_seen(), std::vector<std::string>{});
}

TEST(Scenes, RecordsThatLeaveTheRules) {
  auto record = sample_record("black-hole", 3);
  record.plies[4].line = "A1=99";
  const RecordScenes scenes = scenes_of(record, Detail::full);
  EXPECT_EQ(scenes.scenes.size(), 5U);
  EXPECT_EQ(scenes.misfit.substr(0, 20), "move 5 is not legal:");
  record.deal = "nonsense";
  EXPECT_TRUE(scenes_of(record, Detail::full).scenes.empty());
}

TEST(SceneWriter, WritesWhatHasChanged) {
  const rules::GameInfo& info = *rules::find_game("6561");
  EXPECT_EQ(to_json(info.layout()).at("cells").size(), 16U);
  EXPECT_EQ(to_json(info.layout()).at("cells")[1], (Json{"12", 2, 0}));
  const auto game = info.start("");
  SceneWriter full(Detail::full);
  SceneWriter brief(Detail::brief);
  EXPECT_EQ(full.next(*game).at("to_move"), 1);
  EXPECT_FALSE(brief.next(*game).contains("input"));
  ASSERT_TRUE(game->play("12"));
  const Json changed = full.next(*game);
  EXPECT_EQ(changed.at("cells"), Json::parse("[1, 0, [1]]"));
  EXPECT_EQ(changed.at("to_move"), 2);
  EXPECT_EQ(changed.at("input"), to_json(game->scene().input));
  const Json same = full.next(*game);
  for (const char* key : {"cells", "looks", "to_move", "input"}) EXPECT_FALSE(same.contains(key));
}

}  // namespace
}  // namespace referee::scenes
