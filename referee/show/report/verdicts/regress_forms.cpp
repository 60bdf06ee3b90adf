#include <array>

#include "referee/show/report/verdicts/regress_report.hpp"

namespace referee::report {
namespace {

using Goes = RegressForm::Goes;

constexpr std::array regress_form_list{
    RegressForm{{"text", "",
                 [](const RegressReport& report) { return regress_text(report, report.style); }},
                Goes::to_output},
    RegressForm{{"json", "Print the result as JSON",
                 [](const RegressReport& report) { return json_text(regress_json(report)); }},
                Goes::to_output},
    RegressForm{{"junit", "Write the result as JUnit XML, for CI", &regress_junit},
                Goes::to_new_file},
    RegressForm{{"markdown", "Append the result as Markdown, e.g. to $GITHUB_STEP_SUMMARY",
                 &regress_markdown},
                Goes::to_end_of_file},
};

}  // namespace

std::span<const RegressForm> regress_forms() noexcept { return regress_form_list; }

}  // namespace referee::report
