// The bytes of page/index.html, which the assembler puts into the program.
#pragma once

namespace referee::viewer {

extern "C" {
extern const char embedded_page_begin[];
extern const char embedded_page_end[];
}

}  // namespace referee::viewer
