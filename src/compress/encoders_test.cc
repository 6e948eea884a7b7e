// SPDX-License-Identifier: AGPL-3.0-only
#include "compress/encoders_test.h"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "base/check.h"

namespace arborist::compress {

std::string Gzip(const std::string& content) {
  z_stream stream{};
  CHECK(deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, content.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string Bzip2Blocks(const std::string& content, int hundred_kilobytes) {
  std::string out(content.size() + content.size() / 50 + 1000, '\0');
  auto size = static_cast<unsigned>(out.size());
  CHECK(BZ2_bzBuffToBuffCompress(out.data(), &size, const_cast<char*>(content.data()),
                                 static_cast<unsigned>(content.size()), hundred_kilobytes, 0,
                                 0) == BZ_OK);
  out.resize(size);
  return out;
}

std::string Bzip2(const std::string& content) { return Bzip2Blocks(content, 9); }

std::string Xz(const std::string& content) { return XzDictionary(content, 1U << 20); }

std::string XzDictionary(const std::string& content, unsigned dictionary_bytes) {
  lzma_options_lzma options;
  CHECK(!lzma_lzma_preset(&options, 0));
  lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}};
  std::string out(lzma_stream_buffer_bound(content.size()), '\0');
  std::size_t size = 0;
  options.dict_size = dictionary_bytes;
  CHECK(lzma_stream_buffer_encode(filters, LZMA_CHECK_CRC64, nullptr,
                                  reinterpret_cast<const std::uint8_t*>(content.data()),
                                  content.size(), reinterpret_cast<std::uint8_t*>(out.data()),
                                  &size, out.size()) == LZMA_OK);
  out.resize(size);
  return out;
}

std::string Zstd(const std::string& content) { return ZstdWindow(content, 0); }

std::string ZstdWindow(const std::string& content, int window_log) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  CHECK(context != nullptr);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 3);
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  // Without the size in the frame, the window stands there as it was asked for.
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  std::string out(ZSTD_compressBound(content.size()) + 64, '\0');
  ZSTD_inBuffer in{content.data(), content.size(), 0};
  ZSTD_outBuffer room{out.data(), out.size(), 0};
  std::size_t left = 1;
  // Flushed first, or zstd knows the size and shrinks the window to it.
  while (left != 0) left = ZSTD_compressStream2(context, &room, &in, ZSTD_e_flush);
  CHECK(ZSTD_compressStream2(context, &room, &in, ZSTD_e_end) == 0);
  ZSTD_freeCCtx(context);
  out.resize(room.pos);
  return out;
}

std::string Words(unsigned seed, std::size_t size) {
  static const char* const kWords[] = {"stone", "water", "of",  "the",  "and",
                                       "cloud", "moss",  "a\n", "sing", "lantern"};
  std::string text;
  while (text.size() < size) {
    seed = seed * 1664525u + 1013904223u;
    text += kWords[(seed >> 16) % std::size(kWords)];
    text += ' ';
  }
  text.resize(size);
  return text;
}

std::string Noise(unsigned seed, std::size_t size) {
  std::string bytes;
  while (bytes.size() < size) {
    seed = seed * 1664525u + 1013904223u;
    bytes.push_back(static_cast<char>(seed >> 24));
  }
  return bytes;
}

}  // namespace arborist::compress
