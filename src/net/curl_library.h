// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <curl/curl.h>

#include "base/result.h"

namespace arborist::net {

// libcurl, loaded at first use: it brings thirty other libraries, and loading them at every start
// would take a third of the time of a cached answer. Names as in the library, without curl_.
struct CurlLibrary {
// clang-format indents each line of this list further at every run.
// clang-format off
#define ARBORIST_CURL_FUNCTIONS(X)                                                      \
  X(easy_cleanup) X(easy_init) X(easy_setopt) X(easy_strerror) X(free) X(getdate)       \
  X(global_init) X(multi_add_handle) X(multi_cleanup) X(multi_info_read) X(multi_init)  \
  X(multi_perform) X(multi_poll) X(multi_remove_handle) X(slist_append)                 \
  X(slist_free_all) X(url) X(url_cleanup) X(url_get) X(url_set) X(url_strerror)
// clang-format on
#define ARBORIST_CURL_MEMBER(name) decltype(&curl_##name) name = nullptr;
  ARBORIST_CURL_FUNCTIONS(ARBORIST_CURL_MEMBER)
#undef ARBORIST_CURL_MEMBER
};

// kEnvironment if it is not installed. Done once per process; thread-safe; it stays loaded.
Status LoadCurl();

// The loaded library. Requires that LoadCurl has succeeded.
const CurlLibrary& Curl();

}  // namespace arborist::net
