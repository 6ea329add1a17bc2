# cmake --install: headers and libraries of all rooms but app, program, models, documents, and the package that
# find_package(tangible) finds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY TANGIBLE_BUILT_ROOMS)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tangible)

set_target_properties(tangible_all PROPERTIES EXPORT_NAME tangible)
target_include_directories(tangible_all INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS ${rooms} tangible_all EXPORT tangible
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tangible
  FILE_SET alone DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tangible)
install(FILES src/tangible.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tangible)
if(TARGET tangible)
  install(TARGETS tangible RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(EXISTS ${CMAKE_SOURCE_DIR}/models)
  install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/tangible)
endif()
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(EXISTS ${CMAKE_SOURCE_DIR}/docs AND EXISTS ${CMAKE_SOURCE_DIR}/examples)
  install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
# The documents refer to the models as in the source tree. The link is relative: the installed tree may be moved.
if(EXISTS ${CMAKE_SOURCE_DIR}/models)
  file(RELATIVE_PATH models_from_documents ${CMAKE_INSTALL_FULL_DOCDIR} ${CMAKE_INSTALL_FULL_DATADIR}/tangible/models)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/installed)
  file(CREATE_LINK ${models_from_documents} ${CMAKE_BINARY_DIR}/installed/models SYMBOLIC)
  install(FILES ${CMAKE_BINARY_DIR}/installed/models DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

install(EXPORT tangible NAMESPACE tangible:: FILE tangible-targets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/tangible-config.cmake.in ${CMAKE_BINARY_DIR}/tangible-config.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/tangible-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/tangible-config.cmake ${CMAKE_BINARY_DIR}/tangible-config-version.cmake
  DESTINATION ${package_dir})
