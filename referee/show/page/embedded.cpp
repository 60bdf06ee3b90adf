// The bytes of index.html, for page.cpp. C++20 has no `#embed`; an array of bytes would take a
// second to compile.
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
