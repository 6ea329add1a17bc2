# One static library per folder of src/, linked to the rooms it may know and to nothing else.
set(TANGIBLE_ROOM_TABLE ${CMAKE_SOURCE_DIR}/cmake/rooms.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${TANGIBLE_ROOM_TABLE})

# Sets <out> to the rooms that <name> may include.
function(tangible_known_rooms name out)
  file(STRINGS ${TANGIBLE_ROOM_TABLE} line REGEX "^${name}:")
  if(NOT line)
    message(FATAL_ERROR "src/${name} is not in cmake/rooms.txt: say there which rooms it may know")
  endif()
  string(REGEX REPLACE "^[a-z]+:|![a-z]+" "" line "${line}")
  string(REGEX MATCHALL "[a-z]+" rooms "${line}")
  set(${out} ${rooms} PARENT_SCOPE)
endfunction()

# tangible_room(<name> [PROGRAM] [USES <libraries>...] [OPTIMIZE <level>] [SET_UP <files>...] [ALONE <files>...]
# [SHARE_HEADERS <headers>...] [TOGETHER <files>...]): the library tangible::<name>, once src/<name> has sources. A room
# of PROGRAM is part of the program alone, and is not installed as a library. OPTIMIZE replaces -O3 where little or
# nothing runs in a loop; the files of SET_UP, of a room that does run in a loop, prepare, read or report, and are
# compiled with -Og.
#
# With TANGIBLE_UNITY all sources of a room are compiled as one, so that headers and templates are compiled once. Names in
# anonymous namespaces must then differ within the room; a file of ALONE, whose names do not, stays by itself. A room with
# SHARE_HEADERS keeps its sources apart and compiles only these headers once for all of them; the files of TOGETHER, which
# call each other at every step, are compiled as one, so that small functions are inlined.
function(tangible_room name)
  cmake_parse_arguments(ROOM "PROGRAM" "OPTIMIZE" "USES;SET_UP;ALONE;SHARE_HEADERS;TOGETHER" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.h)
  list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/src/app/main.cpp)
  if(NOT sources)
    return()
  endif()
  list(TRANSFORM ROOM_SET_UP PREPEND ${CMAKE_SOURCE_DIR}/src/${name}/ OUTPUT_VARIABLE set_up)
  list(TRANSFORM set_up APPEND .cpp)
  set(loop ${sources})
  list(REMOVE_ITEM loop ${set_up})
  add_library(tangible_${name} STATIC ${loop})
  add_library(tangible::${name} ALIAS tangible_${name})
  set_target_properties(tangible_${name} PROPERTIES EXPORT_NAME ${name})
  # A header with a source of its name is compiled alone by that source, which includes it first (tested). The others form a
  # set of their own, which all_verify_interface_header_sets compiles one by one; with TANGIBLE_UNITY it compiles them all.
  foreach(header IN LISTS headers)
    string(REGEX REPLACE "h$" "cpp" source ${header})
    if(source IN_LIST sources)
      list(APPEND paired ${header})
    else()
      list(APPEND alone ${header})
    endif()
  endforeach()
  set(verified alone)
  if(TANGIBLE_UNITY)
    set(verified HEADERS alone)
  endif()
  target_sources(tangible_${name} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}/src FILES ${paired}
    FILE_SET alone TYPE HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}/src FILES ${alone})
  set_target_properties(tangible_${name} PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY "${verified}")
  target_include_directories(tangible_${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>)
  target_compile_features(tangible_${name} PUBLIC cxx_std_20)
  tangible_known_rooms(${name} known)
  list(TRANSFORM known PREPEND tangible_)
  foreach(room IN LISTS known)
    if(TARGET ${room})
      list(APPEND ROOM_USES ${room})
    endif()
  endforeach()
  target_link_libraries(tangible_${name} PRIVATE $<BUILD_INTERFACE:tangible_options> PUBLIC ${ROOM_USES})
  if(ROOM_OPTIMIZE)
    target_compile_options(tangible_${name} PRIVATE $<$<CONFIG:Release>:-${ROOM_OPTIMIZE}>)
  endif()
  if(NOT ROOM_OPTIMIZE OR ROOM_OPTIMIZE STREQUAL "O2")  # it runs in the loop
    # Nobody replaces functions of a static library at run time; without this, position-independent code inlines none.
    target_compile_options(tangible_${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
  endif()
  if(TANGIBLE_UNITY)
    tangible_compile_together(tangible_${name})
  endif()
  if(set_up)
    tangible_set_up_code(${name} ${set_up})
  endif()
  if(NOT ROOM_PROGRAM)
    set_property(GLOBAL APPEND PROPERTY TANGIBLE_BUILT_ROOMS tangible_${name})
  endif()
endfunction()

# What tangible_room says about TANGIBLE_UNITY; reads its ROOM_ALONE, ROOM_SHARE_HEADERS and ROOM_TOGETHER.
function(tangible_compile_together target)
  if(ROOM_SHARE_HEADERS)
    target_precompile_headers(${target} PRIVATE ${ROOM_SHARE_HEADERS})
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # for ccache
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(file IN LISTS ROOM_TOGETHER)
      set_source_files_properties(${CMAKE_SOURCE_DIR}/src/${file} PROPERTIES UNITY_GROUP together)
    endforeach()
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  foreach(file IN LISTS ROOM_ALONE)
    set_source_files_properties(${CMAKE_SOURCE_DIR}/src/${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
endfunction()

# The part of a room that does not run in the loop, from its files; reads ROOM_USES of tangible_room.
function(tangible_set_up_code name)
  add_library(tangible_${name}_set_up OBJECT ${ARGN})
  target_include_directories(tangible_${name}_set_up PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(tangible_${name}_set_up PRIVATE tangible_options ${ROOM_USES})
  target_compile_options(tangible_${name}_set_up PRIVATE $<$<CONFIG:Release>:-Og>)
  if(TANGIBLE_UNITY)
    set_target_properties(tangible_${name}_set_up PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
  target_sources(tangible_${name} PRIVATE $<TARGET_OBJECTS:tangible_${name}_set_up>)
endfunction()
