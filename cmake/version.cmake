# REFEREE_VERSION becomes VERSION-dev as long as CHANGELOG.md, in SOURCE_DIR, has no section of VERSION.
string(REPLACE "." "\\." pattern "${REFEREE_VERSION}")
file(STRINGS ${SOURCE_DIR}/CHANGELOG.md released REGEX "^## ${pattern}( |$)")
if(NOT released)
  string(APPEND REFEREE_VERSION "-dev")
endif()
