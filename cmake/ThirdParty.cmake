# SPDX-License-Identifier: AGPL-3.0-only
# Every library we use, found in one place. tools/install-deps installs them.

find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)
find_package(ICU 72 REQUIRED COMPONENTS uc i18n)
find_package(EXPAT REQUIRED)
find_package(BZip2 REQUIRED)
find_package(LibLZMA REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CLI11 REQUIRED)
find_package(CURL 7.85 REQUIRED)
find_package(Boost 1.81 REQUIRED)  # headers only: Beast, Asio
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(GIT2 REQUIRED libgit2>=1.5)  # headers only: it is loaded at run time
pkg_check_modules(GUMBO REQUIRED IMPORTED_TARGET gumbo)
find_path(MD4C_INCLUDE_DIR md4c.h REQUIRED)
find_library(MD4C_LIBRARY md4c REQUIRED)
add_library(md4c_imported INTERFACE)
target_include_directories(md4c_imported SYSTEM INTERFACE "${MD4C_INCLUDE_DIR}")
target_link_libraries(md4c_imported INTERFACE "${MD4C_LIBRARY}")

# For arborist-read alone. Static where there are archives: a process a file starts in half the time.
if(ARBORIST_PDF)
  find_path(MUPDF_INCLUDE_DIR mupdf/fitz.h REQUIRED)
  add_library(mupdf_imported INTERFACE)
  target_include_directories(mupdf_imported SYSTEM INTERFACE "${MUPDF_INCLUDE_DIR}")
  foreach(name mupdf mupdf-third freetype png16 brotlidec brotlicommon mujs gumbo openjp2 jbig2dec jpeg z)
    find_library(MUPDF_${name}_LIBRARY NAMES lib${name}.a ${name} REQUIRED)
    target_link_libraries(mupdf_imported INTERFACE "${MUPDF_${name}_LIBRARY}")
  endforeach()
  target_link_libraries(mupdf_imported INTERFACE m)
endif()

if(ARBORIST_SYSTEM_SQLITE)
  find_package(SQLite3 3.51.3 REQUIRED)
  add_library(arborist_sqlite3 INTERFACE)
  target_link_libraries(arborist_sqlite3 INTERFACE SQLite::SQLite3)
else()
  # tools/fetch-sqlite downloads the pinned amalgamation and checks its SHA3-256.
  set(SQLITE_DIR "${CMAKE_SOURCE_DIR}/third_party/cache/sqlite")
  if(NOT EXISTS "${SQLITE_DIR}/sqlite3.c")
    message(FATAL_ERROR "the pinned SQLite is not there yet: run tools/fetch-sqlite (make build does)")
  endif()
  add_library(arborist_sqlite3 STATIC "${CMAKE_SOURCE_DIR}/src/sqlite/pinned_sqlite.c")
  target_include_directories(arborist_sqlite3 SYSTEM PUBLIC "${SQLITE_DIR}")
  target_compile_definitions(arborist_sqlite3 INTERFACE ARBORIST_PINNED_SQLITE)
  target_compile_definitions(arborist_sqlite3 PUBLIC
    SQLITE_THREADSAFE=2 SQLITE_DQS=0 SQLITE_DEFAULT_MEMSTATUS=0 SQLITE_LIKE_DOESNT_MATCH_BLOBS
    SQLITE_MAX_EXPR_DEPTH=1000 SQLITE_OMIT_DEPRECATED SQLITE_OMIT_SHARED_CACHE
    SQLITE_OMIT_LOAD_EXTENSION SQLITE_USE_ALLOCA SQLITE_ENABLE_FTS5
    SQLITE_ENABLE_DBPAGE_VTAB SQLITE_DEFAULT_WAL_SYNCHRONOUS=1)
  target_compile_options(arborist_sqlite3 PRIVATE -w -fomit-frame-pointer -O2)  # also in `dev`: every test of the store runs it
  target_link_libraries(arborist_sqlite3 PRIVATE Threads::Threads m)
endif()
