# A Debian package by cpack, and what is in the tarball of programs that need nothing of their system.
# scripts/package makes both; it tells cpack the contact, and the time that all files get.
set(CPACK_GENERATOR DEB)
# The script has built what is installed.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(CPACK_PACKAGE_NAME referee)
set(SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(REFEREE_VERSION ${PROJECT_VERSION})
include(cmake/version.cmake)
# Before the release of that version, as Debian orders them.
string(REPLACE "-" "~" CPACK_PACKAGE_VERSION ${REFEREE_VERSION})
set(CPACK_PACKAGE_CONTACT "$ENV{REFEREE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "local tournament judge for two-player CodeCup games")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Plays programs against each other exactly as the official CodeCup judge
would: the rules to the last detail, a time budget that means the same on a
busy machine, and no program that can hang, cheat or break anything.
Tournaments, standings, comparisons with error bars, and pages to look at in
a browser.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The example bots in Python, one of which plays in the demo.
set(CPACK_DEBIAN_PACKAGE_DEPENDS python3)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "g++, default-jdk-headless, nodejs, golang-go, rustc, man-db, bash-completion")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# What Debian wants besides: compressed manual pages, and a changelog of the package.
file(WRITE ${PROJECT_BINARY_DIR}/changelog
"referee (${CPACK_PACKAGE_VERSION}) stable; urgency=medium

  * What is new: /usr/share/doc/referee/CHANGELOG.md

 -- @CONTACT@  @DATE@
")
install(CODE "
  set(root \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX})
  file(READ \"${PROJECT_BINARY_DIR}/changelog\" text)
  string(TIMESTAMP date \"%a, %d %b %Y %H:%M:%S +0000\" UTC)
  string(REPLACE @DATE@ \"\${date}\" text \"\${text}\")
  string(REPLACE @CONTACT@ \"\$ENV{REFEREE_CONTACT}\" text \"\${text}\")
  file(WRITE \"\${root}/${CMAKE_INSTALL_DOCDIR}/changelog\" \"\${text}\")
  file(GLOB pages \"\${root}/${CMAKE_INSTALL_MANDIR}/man1/*.1\")
  execute_process(COMMAND gzip -9nf \${pages} \"\${root}/${CMAKE_INSTALL_DOCDIR}/changelog\"
    COMMAND_ERROR_IS_FATAL ANY)
  # Whatever the checkout's own permissions.
  execute_process(COMMAND chmod -R u=rwX,go=rX \"\${root}/${REFEREE_DATA}\"
    COMMAND_ERROR_IS_FATAL ANY)")
include(CPack)

# The component installs these programs in the place of the others.
get_property(portable GLOBAL PROPERTY REFEREE_PORTABLE)
add_custom_target(portable DEPENDS ${portable})
foreach(target ${portable})
  set(place ${REFEREE_BOTS})
  if(target STREQUAL referee_portable)
    set(place ${CMAKE_INSTALL_BINDIR})
  endif()
  install(TARGETS ${target} RUNTIME DESTINATION ${place} COMPONENT portable EXCLUDE_FROM_ALL)
endforeach()
