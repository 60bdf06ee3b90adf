# What `cmake --install` puts where, beside the program:
#   share/referee    as in this tree: documents, tables of tests, schemas, configs, and the example bots
#                    and judges as sources, so that what points from one to another holds
#   libexec/referee  the example bots as programs
#   share/doc        what every program has there, and a link to the documents
#   include/referee, lib/cmake/Referee
#                    the rules as a library, for programs of others: find_package(Referee)
include(GNUInstallDirs)
set(REFEREE_DATA ${CMAKE_INSTALL_DATADIR}/referee)
set(REFEREE_BOTS ${CMAKE_INSTALL_LIBEXECDIR}/referee)

# Configs find the programs where they are installed.
file(RELATIVE_PATH bots_from_configs
  ${CMAKE_INSTALL_FULL_DATADIR}/referee/configs ${CMAKE_INSTALL_FULL_LIBEXECDIR}/referee)
file(GLOB configs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/configs/*.json)
foreach(config ${configs})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${config})
  get_filename_component(name ${config} NAME)
  file(READ ${config} text)
  string(REPLACE "../build/release/bin/" "${bots_from_configs}/" text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/installed/configs/${name} CONTENT "${text}" @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/installed/configs/${name}
    DESTINATION ${REFEREE_DATA}/configs)
endforeach()

install(TARGETS ${REFEREE_EXAMPLE_BOTS} RUNTIME DESTINATION ${REFEREE_BOTS})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/bots/ DESTINATION ${REFEREE_DATA}/bots
  USE_SOURCE_PERMISSIONS
  FILES_MATCHING PATTERN "*/player.py" PATTERN "*/greedy.cpp"
  PATTERN "README.md" PATTERN "hostile" EXCLUDE PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${REFEREE_DATA})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/rules DESTINATION ${REFEREE_DATA}
  FILES_MATCHING PATTERN "*/*.md" PATTERN "new" EXCLUDE PATTERN "judges" EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/rules/judges DESTINATION ${REFEREE_DATA}/rules
  PATTERN "__pycache__" EXCLUDE)
# The tables of the tests to which documents link.
foreach(table machine/hostile/hostile-bots base/statistics/error-rates base/statistics/coverage)
  cmake_path(GET table PARENT_PATH folder)
  install(FILES tests/${table}.md DESTINATION ${REFEREE_DATA}/tests/${folder})
endforeach()
install(PROGRAMS scripts/parts/slurm.sh scripts/parts/parallel.sh DESTINATION ${REFEREE_DATA}/parts)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE DESTINATION ${REFEREE_DATA})
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
file(RELATIVE_PATH data_from_doc ${CMAKE_INSTALL_FULL_DOCDIR}
  ${CMAKE_INSTALL_FULL_DATADIR}/referee)
install(CODE "
  set(link \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/docs)
  file(CREATE_LINK \"${data_from_doc}/docs\" \"\${link}\" SYMBOLIC)
  message(STATUS \"Installing: \${link}\")")

# The manual and the shells' completion, from the options that the program itself knows.
install(FILES scripts/completion/referee.bash RENAME referee
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
set(REFEREE_ZSH_FOLDER zsh/site-functions CACHE STRING
  "Where zsh looks for completions, in the folder of data; on Debian zsh/vendor-completions")
install(FILES scripts/completion/_referee
  DESTINATION ${CMAKE_INSTALL_DATADIR}/${REFEREE_ZSH_FOLDER})
install(FILES scripts/completion/referee.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(CODE "
  set(manual \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1)
  execute_process(COMMAND \"$<TARGET_FILE:referee>\" --manual \"\${manual}\"
    COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS \"Installing: \${manual}\")")

# The rules: headers with their folder, as they include each other.
install(TARGETS referee_rules referee_games EXPORT Referee ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
set_target_properties(referee_rules PROPERTIES EXPORT_NAME rules)
set_target_properties(referee_games PROPERTIES EXPORT_NAME games)
set(REFEREE_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/Referee)
install(EXPORT Referee NAMESPACE Referee:: FILE RefereeTargets.cmake DESTINATION ${REFEREE_CMAKE})
include(CMakePackageConfigHelpers)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/RefereeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/installed/RefereeConfig.cmake INSTALL_DESTINATION ${REFEREE_CMAKE})
# Before 1.0 each minor version may change what is in the headers.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/installed/RefereeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/installed/RefereeConfig.cmake
  ${PROJECT_BINARY_DIR}/installed/RefereeConfigVersion.cmake DESTINATION ${REFEREE_CMAKE})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/rules DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/referee
  FILES_MATCHING PATTERN "*.hpp" PATTERN "new" EXCLUDE PATTERN "judges" EXCLUDE)
