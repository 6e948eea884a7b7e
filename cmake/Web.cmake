# SPDX-License-Identifier: AGPL-3.0-only
# The web page of `arborist serve` (web/) as bytes in ARBORIST_WEB_DIR/web_assets.inc, for src/serve/ui.
# tools/build-web does the work, and only when the page's sources changed.

option(ARBORIST_WEB "Build the web page into the program (needs npm)" ON)
set(ARBORIST_WEB_DIR "${CMAKE_BINARY_DIR}/web")
file(MAKE_DIRECTORY "${ARBORIST_WEB_DIR}")
if(ARBORIST_WEB)
  file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/web/src/*")
  add_custom_command(OUTPUT "${ARBORIST_WEB_DIR}/web_assets.inc"
    COMMAND "${CMAKE_SOURCE_DIR}/tools/build-web" "${ARBORIST_WEB_DIR}/web_assets.inc"
    DEPENDS ${web_sources} "${CMAKE_SOURCE_DIR}/web/index.html" "${CMAKE_SOURCE_DIR}/web/vite.config.ts"
      "${CMAKE_SOURCE_DIR}/web/svelte.config.js" "${CMAKE_SOURCE_DIR}/web/package.json"
      "${CMAKE_SOURCE_DIR}/web/package-lock.json" "${CMAKE_SOURCE_DIR}/web/embed.mjs"
      "${CMAKE_SOURCE_DIR}/tools/build-web"
    COMMENT "the web page" VERBATIM)
else()
  file(CONFIGURE OUTPUT "${ARBORIST_WEB_DIR}/web_assets.inc"
    CONTENT "std::vector<Asset> AllAssets() { return {}; }\n")
endif()
add_custom_target(arborist_web DEPENDS "${ARBORIST_WEB_DIR}/web_assets.inc")
