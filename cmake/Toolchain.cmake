# SPDX-License-Identifier: AGPL-3.0-only
# Compiler, linker and hardening flags for every target of this project.

# Paths are hashed relative to the clone, so that one clone's objects serve all others. ccache takes
# a file that includes a precompiled header only with these kinds of sloppiness.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(launcher "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${CCACHE_PROGRAM}")
  set(CMAKE_C_COMPILER_LAUNCHER "${launcher}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${launcher}")
endif()
add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)

find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()

# Under g++'s sanitizers -O2 takes twice the time of -O1 to compile.
if(ARBORIST_SANITIZE AND NOT ARBORIST_FUZZ)
  set(optimise "-O1")
else()
  set(optimise "-O2")
endif()
# Assertions stay on in every build: a broken invariant aborts, it never runs on.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "${optimise} -g1")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "${optimise} -g1")
# The preset `dev`: what compiles fastest.
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1")
set(CMAKE_C_FLAGS_DEBUG "-O0 -g1")

# Floating point enters canonical JSON and rankings: no contraction, no fast math.
add_compile_options(-ffp-contract=off -fno-omit-frame-pointer)

if(ARBORIST_SANITIZE)
  add_compile_options(-fsanitize=${ARBORIST_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ARBORIST_SANITIZE})
  if(ARBORIST_SANITIZE MATCHES "thread")
    # TSan does not know fences, and g++ refuses them; Asio's queues have their mutexes besides.
    add_compile_definitions(BOOST_ASIO_DISABLE_FENCED_BLOCK)
  endif()
else()
  add_compile_options(-fstack-protector-strong -fcf-protection)
  add_compile_definitions($<$<CONFIG:RelWithDebInfo>:_FORTIFY_SOURCE=2>)
  add_link_options(-Wl,-z,relro -Wl,-z,now)
endif()

if(ARBORIST_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)  # coverage, by which libFuzzer finds its way
endif()

add_library(arborist_warnings INTERFACE)
target_compile_options(arborist_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wimplicit-fallthrough -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++'s stable_sort uses what libstdc++ deprecates; g++ still says it of our own code.
  target_compile_options(arborist_warnings INTERFACE -Wthread-safety -Wno-deprecated-declarations)
else()
  # GCC 12 sees uninitialised members in every moved std::variant; clang's analysis stays on.
  target_compile_options(arborist_warnings INTERFACE -Wno-maybe-uninitialized)
  # With a precompiled header it forgets which headers are the system's, and warns of libstdc++'s own strings.
  target_compile_options(arborist_warnings INTERFACE -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict
    -Wno-array-bounds)
endif()
