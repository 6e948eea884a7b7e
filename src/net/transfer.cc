// SPDX-License-Identifier: AGPL-3.0-only
// One request to one URL with libcurl. Everything that libcurl could decide by itself is switched
// off: redirects, proxies, .netrc, other protocols. Limits on headers and body are enforced in the
// callbacks as bytes arrive, interim responses included, so a hostile server cannot fill the
// memory. DNS rebinding: a name may resolve to a public address when it is checked and to a private
// one when it is connected to. OpenSocket therefore judges the very address that libcurl is about
// to connect to.
#include "net/transfer.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include "base/ascii.h"
#include "base/check.h"
#include "base/contained.h"
#include "base/version.h"
#include "net/address.h"
#include "net/curl_library.h"

namespace arborist::net {
namespace {

using Easy = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using Multi = std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)>;
using List = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

// Where the callbacks of libcurl put their results. They are called from C, so no exception may
// pass through them; `failure` carries it past the library.
struct Exchange {
  const Request* request;
  const Hop* hop;
  const Limits* limits;
  Response response;
  std::size_t header_bytes = 0;
  std::size_t body_bytes = 0;
  std::optional<Error> error;   // why we gave up
  bool enough = false;          // all that is wanted has arrived
  std::string refused_address;  // the last address that was not connected to
  CallbackFailure failure;
};

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

int StatusOf(std::string_view status_line) {
  const std::size_t space = status_line.find(' ');
  int status = 0;
  for (std::size_t i = space + 1; space != std::string_view::npos && i < status_line.size(); ++i) {
    if (status_line[i] < '0' || status_line[i] > '9' || status > 99) break;
    status = status * 10 + (status_line[i] - '0');
  }
  return status;
}

std::size_t TakeHeader(Exchange& exchange, const char* data, std::size_t size) {
  exchange.header_bytes += size;  // of interim responses too: there may be any number of them
  if (exchange.header_bytes > exchange.limits->max_header_bytes) {
    exchange.error = Error{ErrorCode::kLimitExceeded,
                           "the headers of the response are longer than " +
                               std::to_string(exchange.limits->max_header_bytes) + " bytes"};
    return CURL_WRITEFUNC_ERROR;
  }
  const std::string_view line(data, size);
  if (line.starts_with("HTTP/")) {
    exchange.response = {};
    exchange.response.status = StatusOf(line);
    return size;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return size;
  Header header{.name = LowerAscii(Trim(line.substr(0, colon))),
                .value = std::string(Trim(line.substr(colon + 1)))};
  exchange.response.headers.push_back(std::move(header));
  return size;
}

std::size_t TakeBody(Exchange& exchange, const char* data, std::size_t size) {
  Response& response = exchange.response;
  const std::string_view piece(data, size);
  if (response.status < 200 || response.status > 299) {
    response.body += piece.substr(0, kMaxErrorBytes - response.body.size());
    exchange.enough = response.body.size() == kMaxErrorBytes;
    return exchange.enough ? CURL_WRITEFUNC_ERROR : size;
  }
  const bool first = exchange.body_bytes == 0;
  if (first && exchange.request->wants_body && !exchange.request->wants_body(response)) {
    exchange.enough = true;
    return CURL_WRITEFUNC_ERROR;
  }
  exchange.body_bytes += size;
  if (exchange.body_bytes > exchange.limits->max_body_bytes) {
    exchange.error = Error{ErrorCode::kLimitExceeded,
                           "the response is longer than " +
                               std::to_string(exchange.limits->max_body_bytes) + " bytes"};
    return CURL_WRITEFUNC_ERROR;
  }
  if (!exchange.request->on_body) {
    response.body += piece;
    return size;
  }
  const Result<bool> more = exchange.request->on_body(piece);
  if (!more) exchange.error = more.error();
  exchange.enough = more && !*more;
  return more && *more ? size : CURL_WRITEFUNC_ERROR;
}

std::size_t OnHeader(char* data, std::size_t, std::size_t size, void* user) noexcept {
  auto& exchange = *static_cast<Exchange*>(user);
  std::size_t taken = CURL_WRITEFUNC_ERROR;
  return exchange.failure.Catch([&] { taken = TakeHeader(exchange, data, size); })
             ? taken
             : CURL_WRITEFUNC_ERROR;
}

std::size_t OnBody(char* data, std::size_t, std::size_t size, void* user) noexcept {
  auto& exchange = *static_cast<Exchange*>(user);
  std::size_t taken = CURL_WRITEFUNC_ERROR;
  return exchange.failure.Catch([&] { taken = TakeBody(exchange, data, size); })
             ? taken
             : CURL_WRITEFUNC_ERROR;
}

curl_socket_t OpenSocket(void* user, curlsocktype, curl_sockaddr* address) noexcept {
  auto& exchange = *static_cast<Exchange*>(user);
  if (exchange.hop->public_only && !IsPublicAddress(address->addr)) {
    (void)exchange.failure.Catch([&] { exchange.refused_address = ToString(address->addr); });
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Sets an option that every supported build of the library knows.
template <typename T>
void SetOption(CURL* easy, CURLoption option, T value) {
  const CURLcode code = Curl().easy_setopt(easy, option, value);
  DemandMemory(code != CURLE_OUT_OF_MEMORY);
  CHECK(code == CURLE_OK);
}

Result<List> HeaderList(const Request& request, const Hop& hop) {
  List list(nullptr, Curl().slist_free_all);
  const auto append = [&](const std::string& line) {
    curl_slist* longer = Curl().slist_append(list.get(), line.c_str());
    DemandMemory(longer != nullptr);
    (void)list.release();
    list.reset(longer);
  };
  append("Expect:");  // do not wait for "100 Continue" before a long body
  for (const Header& header : request.headers) {
    // A line end would begin another header (header injection).
    if (std::ranges::any_of(header.value, [](char c) { return c >= 0 && (c < ' ' || c == 0x7f); }))
      return Fail(ErrorCode::kInvalidArgument,
                  "the header " + header.name + " holds a control character");
    if (header.secret && !hop.with_secrets) continue;
    append(header.name + ": " + header.value);
  }
  return list;
}

void Configure(CURL* easy, const Request& request, Exchange* exchange, const List& headers,
               char* message) {
  const Hop& hop = *exchange->hop;
  SetOption(easy, CURLOPT_ERRORBUFFER, message);
  SetOption(easy, CURLOPT_URL, hop.url.text.c_str());
  SetOption(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  SetOption(easy, CURLOPT_FOLLOWLOCATION, 0L);
  SetOption(easy, CURLOPT_PROXY, "");  // http_proxy would hide the address from OpenSocket
  SetOption(easy, CURLOPT_NETRC, long{CURL_NETRC_IGNORED});
  SetOption(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  SetOption(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  SetOption(easy, CURLOPT_NOSIGNAL, 1L);
  SetOption(easy, CURLOPT_USERAGENT, std::string(kProgramActor).c_str());
  SetOption(easy, CURLOPT_CONNECTTIMEOUT_MS,
            static_cast<long>(std::min(exchange->limits->connect_timeout, hop.timeout).count()));
  SetOption(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(hop.timeout.count()));
  SetOption(easy, CURLOPT_HTTPHEADER, headers.get());
  SetOption(easy, CURLOPT_HEADERFUNCTION, &OnHeader);
  SetOption(easy, CURLOPT_HEADERDATA, static_cast<void*>(exchange));
  SetOption(easy, CURLOPT_WRITEFUNCTION, &OnBody);
  SetOption(easy, CURLOPT_WRITEDATA, static_cast<void*>(exchange));
  SetOption(easy, CURLOPT_OPENSOCKETFUNCTION, &OpenSocket);
  SetOption(easy, CURLOPT_OPENSOCKETDATA, static_cast<void*>(exchange));
  if (request.body) {
    SetOption(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
    SetOption(easy, CURLOPT_POSTFIELDS, request.body->data());
  }
}

// The library may lack memory; any other code is an error in our calls.
void CheckMulti(CURLMcode code) {
  DemandMemory(code != CURLM_OUT_OF_MEMORY);
  CHECK(code == CURLM_OK);
}

// Runs the transfer to its end, or until *stop is set (no code then).
std::optional<CURLcode> Run(CURL* easy, const std::atomic<bool>* stop) {
  constexpr int kLookMilliseconds = 50;
  const Multi multi(Curl().multi_init(), Curl().multi_cleanup);
  DemandMemory(multi != nullptr);
  CheckMulti(Curl().multi_add_handle(multi.get(), easy));
  std::optional<CURLcode> code;
  while (stop == nullptr || !*stop) {
    int running = 0;
    CheckMulti(Curl().multi_perform(multi.get(), &running));
    int left = 0;
    if (const CURLMsg* done = Curl().multi_info_read(multi.get(), &left); done != nullptr) {
      code = done->data.result;
      break;
    }
    CheckMulti(Curl().multi_poll(multi.get(), nullptr, 0, kLookMilliseconds, nullptr));
  }
  Curl().multi_remove_handle(multi.get(), easy);
  return code;
}

Error Explain(CURLcode code, const Exchange& exchange, std::string_view message) {
  if (!exchange.refused_address.empty() && code == CURLE_COULDNT_CONNECT)
    return {ErrorCode::kPermission,
            exchange.refused_address + " is a private address, not one of the open Internet"};
  const std::string detail(message.empty() ? Curl().easy_strerror(code) : message);
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return {ErrorCode::kEnvironment, "no complete response within " +
                                           std::to_string(exchange.hop->timeout.count()) + " ms (" +
                                           detail + "); allow more time if it is only slow"};
    case CURLE_OUT_OF_MEMORY:  // also what the library says for a header line beyond its own limit
      return {ErrorCode::kEnvironment,
              "a header line was too long, or memory ran out; is this the right address?"};
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
      return {ErrorCode::kEnvironment,
              "cannot be reached: " + detail + "; is it running, and is the address right?"};
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
      return {ErrorCode::kEnvironment, "no secure connection: " + detail};
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
      return {ErrorCode::kEnvironment, "the connection was cut off: " + detail};
    default:
      return {ErrorCode::kEnvironment, "the exchange failed: " + detail};
  }
}

}  // namespace

Result<Response> Transfer(const Request& request, const Hop& hop, const Limits& limits) {
  TRY(LoadCurl());
  if (request.stop != nullptr && *request.stop) return Fail(ErrorCode::kCancelled, "stopped");

  TRY_ASSIGN(const List headers, HeaderList(request, hop));
  const Easy easy(Curl().easy_init(), Curl().easy_cleanup);
  DemandMemory(easy != nullptr);
  Exchange exchange{.request = &request,
                    .hop = &hop,
                    .limits = &limits,
                    .response = {},
                    .error = {},
                    .refused_address = {},
                    .failure = {}};
  std::array<char, CURL_ERROR_SIZE> message = {};
  Configure(easy.get(), request, &exchange, headers, message.data());
  const std::optional<CURLcode> code = Run(easy.get(), request.stop);
  exchange.failure.Rethrow();
  if (!code) return Fail(ErrorCode::kCancelled, "stopped");
  if (exchange.error) return std::unexpected(*std::move(exchange.error));
  if (*code != CURLE_OK && !exchange.enough)
    return std::unexpected(Explain(*code, exchange, message.data()));
  return std::move(exchange.response);
}

}  // namespace arborist::net
