#include <gtest/gtest.h>

#include <string>

#include "referee/analysis/tuning/tune_question.hpp"
#include "referee/base/text/error.hpp"

namespace referee::tuning {
namespace {

std::string refusal(const std::string& text) {
  try {
    static_cast<void>(parameter_of(text));
  } catch (const text::InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal(const std::string& command, const std::vector<std::string>& texts) {
  std::vector<Parameter> parameters;
  for (const std::string& text : texts) parameters.push_back(parameter_of(text));
  try {
    check_parameters(command, parameters);
  } catch (const text::InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Parameter, IsReadAndWritten) {
  for (const std::string text :
       {"c=1.4:0.5:3", "d=8:4:16:int", "e=1:0.01:100:log", "f_2-x=2:1:1024:int:log", "g=-1:-5:0"}) {
    EXPECT_EQ(text_of(parameter_of(text)), text);
  }
  const Parameter parameter = parameter_of("d=8:4:16:log:int");
  EXPECT_TRUE(parameter.integer);
  EXPECT_TRUE(parameter.logarithmic);
  EXPECT_EQ(parameter.start, "8");
}

// Each wrong form, and the words of its message that say what to type.
TEST(Parameter, EachWrongFormSaysWhatToType) {
  const std::string form =
      "type NAME=START:LOW:HIGH, e.g. c=1.4:0.5:3, d=8:4:16:int or e=1:0.01:100:log";
  EXPECT_EQ(refusal("c"), "--param 'c': there is no '='; " + form);
  EXPECT_EQ(refusal("=1:0:2"),
            "--param '=1:0:2': '' is not a name of letters, digits, '_' and "
            "'-' that begins with a letter; " +
                form);
  EXPECT_EQ(refusal("{c}=1:0:2"),
            "--param '{c}=1:0:2': '{c}' is not a name of letters, digits, "
            "'_' and '-' that begins with a letter; " +
                form);
  EXPECT_EQ(refusal("seed=1:0:2"),
            "--param 'seed=1:0:2': {seed} in a command has a meaning of "
            "its own; call the parameter otherwise, e.g. my_seed");
  EXPECT_EQ(refusal("c=1:2"), "--param 'c=1:2': 1 of START, LOW and HIGH is missing; " + form);
  EXPECT_EQ(refusal("c=1"), "--param 'c=1': 2 of START, LOW and HIGH are missing; " + form);
  EXPECT_EQ(refusal("c=1:x:2"),
            "--param 'c=1:x:2': LOW must be a number of at most 1e12, not 'x'; " + form);
  EXPECT_EQ(refusal("c=nan:0:2"),
            "--param 'c=nan:0:2': START must be a number of at most 1e12, not 'nan'; " + form);
  EXPECT_EQ(refusal("c=1:0:2:real"),
            "--param 'c=1:0:2:real': after HIGH may come :int and :log, "
            "each once, not ':real'");
  EXPECT_EQ(refusal("c=1:0:2:int:int"),
            "--param 'c=1:0:2:int:int': after HIGH may come :int and "
            ":log, each once, not ':int'");
  EXPECT_EQ(refusal("c=1:2:2"), "--param 'c=1:2:2': LOW (2) must be below HIGH (2)");
  EXPECT_EQ(refusal("c=5:0:2"), "--param 'c=5:0:2': START (5) must be from LOW (0) to HIGH (2)");
  EXPECT_EQ(refusal("c=1:0:2:log"),
            "--param 'c=1:0:2:log': LOW (0) must be above 0 with :log; "
            "raise it or leave :log out");
  EXPECT_EQ(refusal("c=1.5:0:2:int"),
            "--param 'c=1.5:0:2:int': 1.5 is not a whole number; round it or leave :int out");
}

// Over six decades, each of a hundred places has a value of its own, as near as three digits are.
TEST(Parameter, ValuesOfAWideRangeKeepTheirDigits) {
  const Parameter parameter = parameter_of("e=1:0.0001:100:log");
  EXPECT_EQ(value_at(parameter, 0.25), "0.003162");
  for (int i = 0; i <= 100; ++i) {
    const double position = i / 100.0;
    const double value = std::stod(value_at(parameter, position));
    EXPECT_NEAR(position_of(parameter, value), position, 0.0005) << i;
  }
}

TEST(Parameter, BelongsToAMarkOfTheCommand) {
  EXPECT_EQ(refusal("./bot {c} {seed} {d}", {"c=1:0:2", "d=1:0:2"}), "accepted");
  EXPECT_NE(refusal("./bot", {}).find("--param is missing: type NAME="), std::string::npos);
  EXPECT_EQ(refusal("./bot {c}", {"c=1:0:2", "c=1:0:3"}),
            "--param c is given twice; give each parameter once");
  EXPECT_EQ(refusal("./bot {c}", {"c=1:0:2", "d=1:0:2"}),
            "the command has no {d}, where the values of --param d would go: ./bot {c}");
  EXPECT_EQ(refusal("./bot {rate} {rat}", {"rate=1:0:2"}),
            "{rat} in the command has no --param rat=START:LOW:HIGH; did you mean 'rate'?");
  std::vector<std::string> many;
  std::string command = "./bot";
  for (int i = 0; i < 17; ++i) {
    many.push_back("p" + std::to_string(i) + "=1:0:2");
    command += " {p" + std::to_string(i) + "}";
  }
  EXPECT_EQ(refusal(command, many), "at most 16 parameters can be tuned at a time, not 17");
}

TEST(Parameter, WritesValuesWithTheDigitsThatCount) {
  const Parameter real = parameter_of("c=1.4:0.5:3");
  EXPECT_EQ(value_at(real, 0), "0.5");
  EXPECT_EQ(value_at(real, 1), "3");
  EXPECT_EQ(value_at(real, 0.123456), "0.809");
  const Parameter large = parameter_of("c=20000:0:50000");
  EXPECT_EQ(value_at(large, 0.123456), "6173");
  const Parameter small = parameter_of("c=0.00001:0.00001:0.00002");
  EXPECT_EQ(value_at(small, 0.5), "0.000015");
  const Parameter odd = parameter_of("c=0.33333:0.33333:0.66667");
  EXPECT_EQ(value_at(odd, 0), "0.33333") << "rounding leaves the range";
  const Parameter ratio = parameter_of("e=1:0.01:100:log");
  EXPECT_EQ(value_at(ratio, 0.5), "1");
  EXPECT_EQ(value_at(ratio, 0.25), "0.1");
  EXPECT_DOUBLE_EQ(position_of(ratio, 10), 0.75);
  const Parameter whole = parameter_of("d=8:4:16:int");
  EXPECT_EQ(value_at(whole, 0.5), "10");
  EXPECT_EQ(value_at(whole, 0.46), "10");
  EXPECT_EQ(value_at(parameter_of("d=0:-3:3:int"), 0.5), "0");
}

TEST(Parameter, AStepIsWhatWholeNumbersNeed) {
  EXPECT_EQ(step_of(parameter_of("c=1:0:2")), 0);
  EXPECT_DOUBLE_EQ(step_of(parameter_of("d=8:4:16:int")), 1.0 / 12);
  for (const char* text : {"d=8:4:16:int", "d=1:1:200:int:log", "d=0:0:1:int"}) {
    const Parameter parameter = parameter_of(text);
    const double step = step_of(parameter);
    for (double position = 0; position + step <= 1; position += 0.01) {
      EXPECT_NE(value_at(parameter, position), value_at(parameter, position + step))
          << text << " at " << position;
    }
  }
}

TEST(Parameter, ReplacesAllMarks) {
  const std::vector<Parameter> parameters{parameter_of("c=1.40:0.5:3"), parameter_of("d=8:4:16")};
  EXPECT_EQ(start_of(parameters), (Values{"1.40", "8"}));
  EXPECT_EQ(command_with("./bot {c} {seed} -d{d} {c}", parameters, {"2", "5"}),
            "./bot 2 {seed} -d5 2");
  EXPECT_EQ(name_of(parameters, {"2", "5"}), "c=2 d=5");
}

}  // namespace
}  // namespace referee::tuning
