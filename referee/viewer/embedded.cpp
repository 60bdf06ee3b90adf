#include "referee/viewer/embedded.hpp"

// No `#embed` yet; an array of bytes would take a second to compile.
asm(R"(
  .pushsection .rodata
  .global embedded_page_begin
  .global embedded_page_end
embedded_page_begin:
  .incbin ")" REFEREE_PAGE_FILE R"("
embedded_page_end:
  .byte 0
  .popsection
)");
