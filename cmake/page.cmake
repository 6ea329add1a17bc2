# The page of the viewer becomes part of tangible_display. It is taken from TANGIBLE_PAGE_DIR if it is there, made by
# tools/build_page.sh where node and npm are present, and left out otherwise: also where its packages cannot be fetched,
# which the build says.
option(TANGIBLE_VIEWER "Build the page of the viewer into the program" ON)
set(TANGIBLE_PAGE_DIR ${CMAKE_SOURCE_DIR}/web/dist CACHE PATH "Folder with tangible.html and what belongs to it")
set(page_files ${TANGIBLE_PAGE_DIR}/tangible.html ${TANGIBLE_PAGE_DIR}/tangible.html.gz ${TANGIBLE_PAGE_DIR}/share.html
               ${TANGIBLE_PAGE_DIR}/tangible.csp)

if(TARGET tangible_display)
  find_program(NODE_PROGRAM NAMES node nodejs)
  find_program(NPM_PROGRAM npm)
  set(page_source ${CMAKE_BINARY_DIR}/viewer_page.cpp)
  set(page_is_made FALSE)
  if(TANGIBLE_VIEWER AND NODE_PROGRAM AND NPM_PROGRAM AND EXISTS ${CMAKE_SOURCE_DIR}/tools/build_page.sh AND
     TANGIBLE_PAGE_DIR STREQUAL ${CMAKE_SOURCE_DIR}/web/dist)
    file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/src/*)
    list(APPEND web_sources ${CMAKE_SOURCE_DIR}/web/build.mjs ${CMAKE_SOURCE_DIR}/web/package.json
         ${CMAKE_SOURCE_DIR}/web/package-lock.json)
    add_custom_command(OUTPUT ${page_files} COMMAND ${CMAKE_SOURCE_DIR}/tools/build_page.sh --or-leave-out
                       DEPENDS ${web_sources}
                       WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "Building the page of the viewer" VERBATIM)
    set(page_is_made TRUE)
  endif()
  if(TANGIBLE_VIEWER AND NOT page_is_made AND EXISTS ${CMAKE_SOURCE_DIR}/web/dist/tangible.html AND
     TANGIBLE_PAGE_DIR STREQUAL ${CMAKE_SOURCE_DIR}/web/dist)
    file(GLOB_RECURSE web_sources ${CMAKE_SOURCE_DIR}/web/src/*)
    foreach(source IN LISTS web_sources)
      if(${source} IS_NEWER_THAN ${TANGIBLE_PAGE_DIR}/tangible.html)
        message(NOTICE "The page in ${TANGIBLE_PAGE_DIR} is older than ${source}: node or npm is absent, the viewer stays as it was built then")
        break()
      endif()
    endforeach()
  endif()
  if(page_is_made OR (TANGIBLE_VIEWER AND EXISTS ${TANGIBLE_PAGE_DIR}/tangible.html))
    configure_file(${CMAKE_SOURCE_DIR}/cmake/viewer_page.cpp.in ${page_source} @ONLY)
    # A source that is compiled as a part of another one loses OBJECT_DEPENDS, and the program would keep an old page.
    set_source_files_properties(${page_source} PROPERTIES OBJECT_DEPENDS "${page_files}" SKIP_UNITY_BUILD_INCLUSION ON)
  else()
    message(STATUS "The viewer is left out: it is not wanted, or there is no ${TANGIBLE_PAGE_DIR}/tangible.html, and no node and npm to make it")
    configure_file(${CMAKE_SOURCE_DIR}/cmake/no_viewer_page.cpp.in ${page_source} @ONLY)
  endif()
  target_sources(tangible_display PRIVATE ${page_source})
endif()
