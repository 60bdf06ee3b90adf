# Writes a source with the version and the commit that are built:
#   cmake -DSOURCE_DIR=... -DTEMPLATE=version.cpp.in -DOUTPUT=version.cpp -DREFEREE_VERSION=VERSION -P ...
# The file is touched only if its text changes. In a tree without Git, as `git archive` makes it, the
# commit is in the file .commit.
include(${CMAKE_CURRENT_LIST_DIR}/version.cmake)
set(REFEREE_COMMIT "")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT} rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE REFEREE_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT} status --porcelain --untracked-files=no
    WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE changes ERROR_QUIET)
  if(REFEREE_COMMIT AND changes)
    string(APPEND REFEREE_COMMIT " with changes")
  endif()
else()
  file(STRINGS ${SOURCE_DIR}/.commit commit LIMIT_COUNT 1)
  if(commit MATCHES "^[0-9a-f]+$")
    string(SUBSTRING ${commit} 0 12 REFEREE_COMMIT)
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
