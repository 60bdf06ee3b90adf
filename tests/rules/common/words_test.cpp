// The words that all games share: quotations, official results, and the table of recorded games.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "rules/catalogue.hpp"
#include "rules/game.hpp"
#include "rules/quote.hpp"
#include "rules/recorded_columns.hpp"
#include "rules/recorded_game.hpp"

namespace rules {
namespace {

using Strings = std::vector<std::string>;

template <typename Call>
std::string complaint(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

TEST(Quotes, AreSafeAndShort) {
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("A3=16"), "'A3=16'");
  EXPECT_EQ(in_quotes("U\r"), "'U\\x0d'");
  EXPECT_EQ(in_quotes("it's \\"), "'it\\'s \\\\'");
  EXPECT_EQ(in_quotes(std::string(20, 'a')), "'" + std::string(20, 'a') + "'");
  EXPECT_EQ(in_quotes(std::string(21, 'a')), "'" + std::string(20, 'a') + "'...");
  EXPECT_EQ(in_quotes(std::string(99, '\xff')).size(), 4 * quote_limit + 5);
  EXPECT_EQ(complaint([] { unexpected("x", "Start"); }), "read 'x', expected Start");
}

TEST(ResultWords, AreThoseOfOfficialLists) {
  for (const auto status :
       {Status::win, Status::lose, Status::draw, Status::illegal, Status::timeout, Status::exit}) {
    EXPECT_EQ(status_named(name(status)), status);
    EXPECT_EQ(is_fault(status), status >= Status::illegal);
  }
  EXPECT_EQ(name(Status::timeout), "TIMEOUT");
  for (const char* other : {"", "win", "WON", "CRASH"}) EXPECT_FALSE(status_named(other));
}

TEST(CsvCells, ComeBackAsTheyWere) {
  EXPECT_EQ(csv_cells(""), Strings{""});
  EXPECT_EQ(csv_cells("a,,\"b,\"\"c\",d"), (Strings{"a", "", "b,\"c", "d"}));
  for (const char* text : {"", "a b", "a,b", "\"", "a\"b,"}) {
    EXPECT_EQ(csv_cells(csv_cell(text)), Strings{text});
  }
  EXPECT_NE(complaint([] { csv_cells("\"a"); }), "");
  EXPECT_NE(complaint([] { csv_cells("\"a\"b"); }), "");
  EXPECT_EQ(column_name("User1"), "player1");
  EXPECT_EQ(column_name("IsSwiss"), "isswiss");
  EXPECT_EQ(complaint([] { bad_column("moves", "x", "moves"); }),
            "column moves is 'x', it must be moves");
}

TEST(RecordedTables, HaveTheColumnsOfTheirFormat) {
  const RecordFormat& format = *find_game("box")->record_format;
  const std::string header(format.header());
  const RecordedColumns columns(format);
  EXPECT_EQ(columns.header(), header);
  EXPECT_TRUE(columns.has("score1"));
  EXPECT_EQ(columns.at("game"), 0U);
  EXPECT_EQ(columns.size(), csv_cells(header).size());
  const RecordedColumns more(format, "Colour," + header);
  EXPECT_EQ(more.unknown(), Strings{"Colour"});
  EXPECT_EQ(more.header(), header);
  EXPECT_EQ(more.at("game"), 1U);
  EXPECT_NE(complaint([&] { RecordedColumns(format, header + ",score1"); }), "");
  EXPECT_NE(complaint([&] { RecordedColumns(format, header.substr(5)); }), "");
  std::string cells = "17";
  for (std::size_t i = 1; i < columns.size(); ++i) cells += ",x" + std::to_string(i);
  const RecordedRow row(columns, cells + ",,");
  EXPECT_EQ(row.at("game"), "17");
  EXPECT_TRUE(row.has("round"));
  EXPECT_FALSE(row.has("nothing"));
  EXPECT_NE(complaint([&] { RecordedRow(columns, cells + ",y"); }), "");
  EXPECT_TRUE(is_recorded_header(format, header));
  EXPECT_TRUE(is_recorded_header(format, "game,wrong"));
  EXPECT_FALSE(is_recorded_header(format, "17,1"));
  EXPECT_EQ(header_distance(format, header), 0U);
  EXPECT_EQ(header_distance(format, "Colour," + header), 1U);
  EXPECT_GT(header_distance(format, "\"" + header), 1000U);
}

}  // namespace
}  // namespace rules
