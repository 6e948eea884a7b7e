// SPDX-License-Identifier: AGPL-3.0-only
#include "http/raw_cases.h"

#include <string_view>

namespace arborist::testing_support {

namespace {

const std::string kPost =
    "POST /api/v1/query HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
const std::string kSmuggled = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
const std::string kChunked = "Transfer-Encoding: chunked\r\n";

std::string Repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

std::vector<RawCase> RawCases() {
  const auto get = [](const std::string& target, const std::string& headers = "") {
    return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n";
  };
  const std::string body = "0\r\n\r\n" + kSmuggled;
  const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return {
      // Smuggling: where does this request end?
      {"length and coding", kPost + length + kChunked + "\r\n" + body, 400},
      {"coding and length", kPost + kChunked + length + "\r\n" + body, 400},
      {"two lengths", kPost + "Content-Length: 0\r\n" + length + "\r\n" + body, 400},
      {"two equal lengths", kPost + length + length + "\r\n" + body, 400},
      {"list of lengths", kPost + "Content-Length: 5, 5\r\n\r\n" + body, 400},
      {"signed length", kPost + "Content-Length: +5\r\n\r\n" + body, 400},
      {"length in hex", kPost + "Content-Length: 0x5\r\n\r\n" + body, 400},
      {"huge length", kPost + "Content-Length: 18446744073709551616\r\n\r\n" + body, 400},
      {"coding folded away", kPost + "Transfer-Encoding:\r\n chunked\r\n" + length + "\r\n" + body,
       400},
      {"coding with a tab", kPost + "Transfer-Encoding: chunked\t\r\n" + length + "\r\n" + body,
       400},
      {"coding in disguise", kPost + "Transfer-Encoding: xchunked\r\n\r\n" + body, 501},
      {"coding twice", kPost + "Transfer-Encoding: chunked, chunked\r\n\r\n" + body, 501},
      {"coding with identity", kPost + "Transfer-Encoding: identity\r\n" + length + "\r\n" + body,
       400},
      {"space before the colon", kPost + "Transfer-Encoding : chunked\r\n\r\n" + body, 400},
      {"folded header", kPost + "X-A: b\r\n c\r\n" + length + "\r\n" + body, 400},
      {"bare LF", "GET /health HTTP/1.1\nHost: 127.0.0.1\n\n", 400},
      {"bare LF in a header", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\nX: y\r\n\r\n", 400},
      {"bare CR", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\rX: y\r\n\r\n", 400},
      {"NUL in a header", get("/health", std::string("X: a\0b\r\n", 8)), 400},
      {"old with coding",
       "POST /api/v1/query HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + body, 400},
      // Chunks.
      {"chunk of 2^63", kPost + kChunked + "\r\n7fffffffffffffff\r\n", 413},
      {"chunk of 2^64", kPost + kChunked + "\r\n10000000000000000\r\n", 400},
      {"negative chunk", kPost + kChunked + "\r\n-1\r\n", 400},
      {"chunk size without digits", kPost + kChunked + "\r\nzz\r\n", 400},
      {"chunk with bare LF", kPost + kChunked + "\r\n2\n{}\n0\n\n", 400},
      {"chunk size with spaces", kPost + kChunked + "\r\n 2\r\n{}\r\n0\r\n\r\n", 400},
      {"chunk size in 0x", kPost + kChunked + "\r\n0x2\r\n{}\r\n0\r\n\r\n", 400},
      {"extension that does not end", kPost + kChunked + "\r\n2;x=" + std::string(2 << 20, 'x'),
       400},
      {"trailers that do not end",
       kPost + kChunked + "\r\n0\r\n" + Repeated("X-Trailer: y\r\n", 100000), 431},
      {"chunk that does not end", kPost + kChunked + "\r\n2\r\n{}XX0\r\n\r\n", 400},
      // Paths.
      {"dot segments", get("/api/v1/../../etc/passwd"), 400},
      {"encoded dot segments", get("/api/%2e%2e/health"), 400},
      {"encoded slash", get("/api%2fv1/stats"), 400},
      {"double slash", get("//health"), 400},
      {"backslash", get("/api\\v1"), 400},
      {"encoded NUL", get("/health%00"), 400},
      {"twice encoded", get("/api/v1/%252e%252e/stats"), 404},
      {"fragment", get("/health#x"), 400},
      {"not UTF-8", get("/api/v1/search?q=%ff%fe"), 400},
      {"overlong UTF-8", get("/%c0%ae%c0%ae/health"), 400},
      {"two of one parameter", get("/api/v1/search?q=a&q=b"), 400},
      {"other host in the target", get("http://evil.example/health"), 400},
      {"authority form", "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n", 400},
      {"TRACE", "TRACE /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 501},
      {"HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"TLS hello", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15), 400},
      // Names.
      {"no host", "GET /health HTTP/1.1\r\n\r\n", 400},
      {"rebound name", "GET /api/v1/stats HTTP/1.1\r\nHost: rebound.example\r\n\r\n", 421},
      {"host with userinfo", "GET /health HTTP/1.1\r\nHost: x@127.0.0.1\r\n\r\n", 421},
      {"host with a dot behind", "GET /health HTTP/1.1\r\nHost: localhost.\r\n\r\n", 421},
      {"host as one number", "GET /health HTTP/1.1\r\nHost: 2130706433\r\n\r\n", 421},
      {"host with two ports", "GET /health HTTP/1.1\r\nHost: 127.0.0.1:80:80\r\n\r\n", 421},
      {"host not UTF-8", "GET /health HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n", 421},
      {"two hosts in one", "GET /health HTTP/1.1\r\nHost: 127.0.0.1, a.example\r\n\r\n", 421},
      {"name of a header not UTF-8", get("/health", "\xff\xfe: x\r\n"), 400},
      {"token not UTF-8", get("/api/v1/stats", "Authorization: Bearer \xff\xfe\r\n"), 401},
      {"many headers", get("/health", Repeated("X-A: b\r\n", 200)), 431},
      {"foreign page", get("/api/v1/stats", "Origin: https://evil.example\r\n"), 403},
      {"sandboxed page", get("/api/v1/stats", "Origin: null\r\n"), 403},
      {"image on a foreign page",
       get("/api/v1/stats", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"), 403},
      {"form on a foreign page",
       "POST /api/v1/query HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n"
       "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
       403},
      {"form without origin",
       "POST /api/v1/query HTTP/1.1\r\nHost: 127.0.0.1\r\n"
       "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 2\r\n\r\n{}",
       415},
      {"through a proxy", get("/api/v1/stats", "X-Forwarded-For: 127.0.0.1\r\n"), 401},
      {"through a proxy, new", get("/api/v1/stats", "Forwarded: for=127.0.0.1\r\n"), 401},
      {"through a proxy, last hop", get("/api/v1/stats", "CF-Connecting-IP: 127.0.0.1\r\n"), 401},
      {"text that poses as JSON on a foreign page",
       "POST /api/v1/query HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n"
       "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
       403},
      {"post to the agents' door from a foreign page",
       "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n"
       "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
       403},
      {"plain text to the chat door",
       "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
       "Content-Length: 2\r\n\r\n{}",
       415},
      {"token in the URL", get("/api/v1/stats?access_token=x"), 400},
      // Bodies.
      {"body not UTF-8", kPost + "Content-Length: 18\r\n\r\n{\"question\":\"\xff\xfe\"}x", 400},
      {"deep JSON", kPost + "Content-Length: 4000\r\n\r\n" + std::string(4000, '['), 413},
      {"body of one word", kPost + "Content-Length: 4\r\n\r\nnull", 400},
      {"too long a question",
       kPost + "Content-Length: 100020\r\n\r\n{\"question\":\"" + std::string(100005, 'a') + "\"}",
       413},
      {"too long a body", kPost + "Content-Length: 9000000\r\n\r\n", 413},
      {"packed body", kPost + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nxx", 415},
      {"strange expectation", kPost + "Expect: tea\r\nContent-Length: 2\r\n\r\n{}", 417},
      // More smuggling.
      {"coding in capitals with length",
       kPost + "TRANSFER-ENCODING: chunked\r\n" + length + "\r\n" + body, 400},
      {"coding quoted", kPost + "Transfer-Encoding: \"chunked\"\r\n\r\n" + body, 501},
      {"coding empty", kPost + "Transfer-Encoding:\r\n\r\n" + body, 501},
      {"coding gzip, chunked", kPost + "Transfer-Encoding: gzip, chunked\r\n\r\n" + body, 501},
      {"coding with a vertical tab",
       kPost +
           "Transfer-Encoding: \x0b"
           "chunked\r\n\r\n" +
           body,
       400},
      {"coding behind a folded length",
       kPost + "Content-Length: 5\r\n\tTransfer-Encoding: chunked\r\n\r\n" + body, 400},
      {"two codings", kPost + kChunked + "Transfer-Encoding: identity\r\n\r\n" + body, 400},
      {"length with spaces inside", kPost + "Content-Length: 1 5\r\n\r\n" + body, 400},
      {"length with underscore", kPost + "Content-Length: 1_5\r\n\r\n" + body, 400},
      {"length in fullwidth digits", kPost + "Content-Length: \xef\xbc\x95\r\n\r\n" + body, 400},
      {"empty length", kPost + "Content-Length: \r\n\r\n" + body, 400},
      {"negative length", kPost + "Content-Length: -1\r\n\r\n" + body, 400},
      {"length as a fraction", kPost + "Content-Length: 5.0\r\n\r\n" + body, 400},
      {"name with a NUL", kPost + std::string("Content-Length\0: 5\r\n\r\n", 21) + body, 400},
      {"name with a slash", kPost + "Content/Length: 5\r\n\r\n" + body, 400},
      {"line without a colon", kPost + "Content-Length\r\n\r\n" + body, 400},
      {"line that begins with a colon", kPost + ": 5\r\n\r\n" + body, 400},
      {"two content types", kPost + "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", 400},
      {"two tokens", get("/api/v1/stats", "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n"),
       400},
      {"two origins",
       get("/api/v1/stats", "Origin: http://127.0.0.1\r\nOrigin: https://evil.example\r\n"), 400},
      {"two hosts", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n", 400},
      {"empty host", "GET /health HTTP/1.1\r\nHost:\r\n\r\n", 421},
      // More chunks and trailers.
      {"empty chunk size", kPost + kChunked + "\r\n\r\n{}\r\n0\r\n\r\n", 400},
      {"plus before a size", kPost + kChunked + "\r\n+2\r\n{}\r\n0\r\n\r\n", 400},
      {"size with a NUL", kPost + kChunked + std::string("\r\n2\0\r\n{}\r\n0\r\n\r\n", 18), 400},
      {"size of 17 digits", kPost + kChunked + "\r\n00000000000000002\r\n{}\r\n0\r\n\r\n", 400},
      {"extension with a bare CR", kPost + kChunked + "\r\n2;a\rb\r\n{}\r\n0\r\n\r\n", 400},
      {"chunk that is too short", kPost + kChunked + "\r\n5\r\n{}\r\n0\r\n\r\n", 400},
      {"last chunk without an end", kPost + kChunked + "\r\n2\r\n{}\r\n0\r\n", 0},
      {"chunk that never comes", kPost + kChunked + "\r\n2\r\n", 0},
      {"trailer of 17 kB",
       kPost + kChunked + "\r\n2\r\n{}\r\n0\r\nX: " + std::string(17'000, 'a') + "\r\n\r\n", 431},
      {"trailer of 70 kB",
       kPost + kChunked + "\r\n2\r\n{}\r\n0\r\nX: " + std::string(70'000, 'a') + "\r\n\r\n", 431},
      {"trailer of 70 kB to a GET",
       "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: "
       "203.0.113.9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: " +
           std::string(70'000, 'a') + "\r\n\r\n",
       431},
      {"trailers of 200 lines",
       kPost + kChunked + "\r\n2\r\n{}\r\n0\r\n" + Repeated("X: y\r\n", 200) + "\r\n", 431},
      {"trailer without a name", kPost + kChunked + "\r\n2\r\n{}\r\n0\r\n: y\r\n\r\n", 400},
      {"folded trailer", kPost + kChunked + "\r\n2\r\n{}\r\n0\r\nX: y\r\n z\r\n\r\n", 400},
      {"trailer with a bare LF", kPost + kChunked + "\r\n2\r\n{}\r\n0\r\nX: y\n\r\n", 400},
      {"trailer that poses as a token",
       "POST /api/v1/burn HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
       "application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nAuthorization: "
       "Bearer x\r\n\r\n",
       401},
      // Heads.
      {"nothing but line ends", "\r\n\r\n\r\n\r\n", 400},
      {"no request line", "Host: 127.0.0.1\r\n\r\n", 400},
      {"no version", "GET /health\r\nHost: 127.0.0.1\r\n\r\n", 400},
      {"two spaces", "GET  /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400},
      {"tab for a space", "GET\t/health\tHTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400},
      {"space before the method", " GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400},
      {"small letters in the version", "GET /health http/1.1\r\nHost: 127.0.0.1\r\n\r\n", 505},
      {"version 1.10", "GET /health HTTP/1.10\r\nHost: 127.0.0.1\r\n\r\n", 505},
      {"method in small letters", "get /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 501},
      {"method with a NUL", std::string("G\0T /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 45),
       400},
      {"method without an end", std::string(100'000, 'G'), 431},
      {"target without an end", "GET /" + std::string(100'000, 'a'), 431},
      {"header without an end",
       "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + std::string(100'000, 'a'), 431},
      {"a head that is cut off", "GET /health HTTP/1.1\r\nHost: 127", 0},
      {"high bytes in a target", get("/h\xc3\xa9"), 400},
      {"asterisk", get("*"), 400},
      {"encoded CR LF in a target", get("/health%0d%0aX:%20y"), 400},
      {"broken percent", get("/health%2"), 400},
      {"percent without digits", get("/health%zz"), 400},
      {"absolute target with userinfo", get("http://a@127.0.0.1/health"), 400},
      {"absolute target of another scheme", get("ftp://127.0.0.1/health"), 400},
      {"parameter that is not known", get("/api/v1/stats?x=1"), 400},
      {"parameter too large", get("/api/v1/search?q=a&limit=99999999999999999999"), 400},
      {"upgrade", get("/health", "Connection: Upgrade\r\nUpgrade: h2c\r\n"), 200},
      {"range", get("/health", "Range: bytes=0-0\r\n"), 200},
      {"body with a GET",
       "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello", 200},
      {"forwarded by a stranger",
       get("/api/v1/stats", "X-Forwarded-For: 127.0.0.1, 127.0.0.1\r\nX-Forwarded-For: ::1\r\n"),
       401},
      {"forwarded nonsense",
       get("/api/v1/stats", "X-Forwarded-For: " + Repeated(",", 10'000) + "\r\n"), 401},
      // Bodies.
      {"body of numbers alone",
       kPost + "Content-Length: 400000\r\n\r\n[" + Repeated("0,", 199'999) + "0", 400},
      {"member twice", kPost + "Content-Length: 29\r\n\r\n{\"question\":\"a\",\"question\":1}",
       400},
      {"body that is cut off", kPost + "Content-Length: 200\r\n\r\n{\"question\":", 0},
      {"bundle of brackets",
       "POST /api/v1/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
       "application/json\r\nContent-Length: 100000\r\n\r\n" +
           std::string(100'000, '['),
       413},
      {"rpc batch of nothing",
       "POST /api/v1/rpc HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
       "application/json\r\nContent-Length: 40001\r\n\r\n[" +
           Repeated("0,", 19'999) + "0]",
       200},
  };
}

}  // namespace arborist::testing_support
