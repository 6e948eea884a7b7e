# SPDX-License-Identifier: AGPL-3.0-only
# One folder under src/ = one namespace = one static library = one test binary.
#
#   arborist_module(NAME
#     SOURCES a.cc b.cc       implementation files
#     TESTS a_test.cc         unit tests, which stand beside the code
#     DEPS base text          modules this one may include (and nothing else)
#     THIRD_PARTY PkgTarget   imported targets that only this module may include
#     SEPARATE)               files that repeat names of their own and are never compiled together
#
# tools/lint-includes reads the same DEPS lines and fails an include that is not declared.

find_package(GTest REQUIRED)

# What a test binary links. GoogleTest's macros cost -O2 more time than they take to run: a test's own
# sources compile twice as fast without it, under the sanitizers three times.
add_library(arborist_testing INTERFACE)
target_link_libraries(arborist_testing INTERFACE arborist_warnings GTest::gtest GTest::gtest_main)
target_compile_options(arborist_testing INTERFACE $<$<CONFIG:RelWithDebInfo>:-Og>)

# Headers that most files read anyway, compiled once: for the libraries, and with GoogleTest for the
# tests. A file still includes what it uses: the tidy tree compiles without them. In angle brackets,
# so that the text is the same in every clone and ccache can share it.
set(arborist_common_headers <algorithm> <array> <atomic> <charconv> <chrono> <cstdint> <cstring> <expected>
  <filesystem> <functional> <map> <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view>
  <thread> <tuple> <unordered_map> <unordered_set> <utility> <variant> <vector>
  <base/hash256.h> <base/result.h> <json/value.h>)
# arborist_precompile(TARGET KIND): lets TARGET use the precompiled headers of KIND (library, test).
function(arborist_precompile TARGET KIND)
  if(ARBORIST_PCH)
    target_precompile_headers(${TARGET} REUSE_FROM arborist_${KIND}_headers)
  endif()
endfunction()
if(ARBORIST_PCH)
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/empty.cc" CONTENT "")
  # One is a library and one a program, for their code is position independent in two ways.
  add_library(arborist_library_headers OBJECT "${CMAKE_BINARY_DIR}/empty.cc")
  add_executable(arborist_test_headers EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/empty.cc")
  foreach(kind library test)
    target_include_directories(arborist_${kind}_headers PRIVATE "${CMAKE_SOURCE_DIR}/src")
    target_link_libraries(arborist_${kind}_headers PRIVATE arborist_warnings)
    target_precompile_headers(arborist_${kind}_headers PRIVATE ${arborist_common_headers})
  endforeach()
  target_link_libraries(arborist_test_headers PRIVATE arborist_testing)
  target_precompile_headers(arborist_test_headers PRIVATE <gtest/gtest.h>)
endif()

function(arborist_module NAME)
  cmake_parse_arguments(M "SEPARATE" "" "SOURCES;TESTS;DEPS;THIRD_PARTY;TEST_DEPS" ${ARGN})
  string(REPLACE "/" "_" target "${NAME}")
  set(target "arborist_${target}")
  add_library(${target} STATIC ${M_SOURCES})
  if(ARBORIST_UNITY AND NOT M_SEPARATE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
  target_include_directories(${target} PUBLIC "${CMAKE_SOURCE_DIR}/src")
  arborist_precompile(${target} library)
  set(deps "")
  foreach(dep IN LISTS M_DEPS)
    list(APPEND deps "arborist_${dep}")
  endforeach()
  target_link_libraries(${target} PUBLIC ${deps} PRIVATE arborist_warnings ${M_THIRD_PARTY})
  if(M_TESTS)
    add_executable(${target}_test ${M_TESTS})
    set(test_deps "")
    foreach(dep IN LISTS M_TEST_DEPS)
      list(APPEND test_deps "arborist_${dep}")
    endforeach()
    target_link_libraries(${target}_test PRIVATE ${target} ${test_deps} arborist_testing)
    arborist_precompile(${target}_test test)
    set_target_properties(${target}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
    add_test(NAME ${NAME} COMMAND ${target}_test --gtest_brief=1)
    set_tests_properties(${NAME} PROPERTIES TIMEOUT 600 ENVIRONMENT "ARBORIST_SOURCE=${CMAKE_SOURCE_DIR};ARBORIST_READ=${CMAKE_BINARY_DIR}/arborist-read")
  endif()
endfunction()

# arborist_program(TARGET): a program that is installed. It stands in the build folder, stripped; its
# debug information stands beside it as TARGET.debug, where gdb finds it.
function(arborist_program TARGET)
  set_target_properties(${TARGET} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
  install(TARGETS ${TARGET})
  if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND NOT ARBORIST_SANITIZE)
    add_custom_command(TARGET ${TARGET} POST_BUILD
      COMMAND "${CMAKE_OBJCOPY}" --only-keep-debug "$<TARGET_FILE:${TARGET}>" "$<TARGET_FILE:${TARGET}>.debug"
      COMMAND "${CMAKE_STRIP}" --strip-unneeded "$<TARGET_FILE:${TARGET}>"
      COMMAND "${CMAKE_OBJCOPY}" "--add-gnu-debuglink=$<TARGET_FILE:${TARGET}>.debug" "$<TARGET_FILE:${TARGET}>"
      VERBATIM)
  endif()
endfunction()
