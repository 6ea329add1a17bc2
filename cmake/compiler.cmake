# What every target is compiled with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Paths below the repository are hashed as relative ones, so that clones side by side share what they compile.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

add_library(tangible_options INTERFACE)
target_compile_options(tangible_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Werror
  -ffp-contract=off
  # Compiled together, a local name may be that of a function of another file.
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>)
# GCC collects garbage only when it has gigabytes of it: it spends a tenth of its time on it otherwise.
target_compile_options(tangible_options INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)
# GCC at -O1 does not see that an optional number is read only where it is given, once everything is in view.
target_compile_options(tangible_options INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-maybe-uninitialized>)
# GCC sees uninitialized values where there are none once the sanitizers have rewritten the code.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_options(tangible_options INTERFACE -Wno-maybe-uninitialized)
endif()
# The thread sanitizer does not model the fences of Boost.Asio; its queues use locks, which it does.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  target_compile_options(tangible_options INTERFACE -Wno-tsan)
endif()
# g++ 12 warns wrongly about std::string operator+ (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(tangible_options INTERFACE -Wno-restrict)
endif()
