// The version of the program.
#pragma once

#include <string>
#include <string_view>

namespace referee::cli {

// "1.2.3"; "1.2.3-dev" of what comes before the release of 1.2.3.
std::string_view version_number() noexcept;
// "1.2.3 (0123456789ab)", with the commit; "... with changes)" if the tree had some, and without it
// if it was not known when the program was built.
std::string version_text();

}  // namespace referee::cli
