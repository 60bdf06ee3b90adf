# A Debian package by cpack; scripts/package calls it.
set(CPACK_GENERATOR DEB)
# The script has built what is installed.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(CPACK_PACKAGE_NAME referee)
set(CPACK_PACKAGE_CONTACT "Referee maintainers <maintainers@users.noreply.github.com>")
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
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, default-jdk-headless, nodejs, golang-go, rustc")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# What Debian wants besides: compressed manual pages, and a changelog of the package.
file(WRITE ${PROJECT_BINARY_DIR}/changelog
"referee (${PROJECT_VERSION}) stable; urgency=medium

  * What is new: /usr/share/doc/referee/CHANGELOG.md

 -- ${CPACK_PACKAGE_CONTACT}  @DATE@
")
install(CODE "
  set(root \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX})
  file(READ ${PROJECT_BINARY_DIR}/changelog text)
  string(TIMESTAMP date \"%a, %d %b %Y %H:%M:%S +0000\" UTC)
  string(REPLACE @DATE@ \"\${date}\" text \"\${text}\")
  file(WRITE \${root}/${CMAKE_INSTALL_DOCDIR}/changelog \"\${text}\")
  file(GLOB pages \${root}/${CMAKE_INSTALL_MANDIR}/man1/*.1)
  execute_process(COMMAND gzip -9nf \${pages} \${root}/${CMAKE_INSTALL_DOCDIR}/changelog
    COMMAND_ERROR_IS_FATAL ANY)")
include(CPack)
