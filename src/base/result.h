// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace arborist {

// Why something failed, as a program sees it. error_table.h maps each to an exit code.
enum class ErrorCode : std::uint8_t {
  kInvalidArgument,  // wrong usage, a bad flag or parameter
  kInvalidData,      // bytes from outside that break their format
  kLimitExceeded,    // well-formed, but larger or deeper than we accept
  kUnsupported,      // a kind or version we do not know
  kNotFound,         // no such document, shard, file
  kAmbiguous,        // a prefix that names several things, a root with two leaf counts
  kConflict,         // the store holds something that contradicts the request
  kDoesNotHold,      // checked and refuted: a proof, a chain, a requirement
  kCorrupt,          // our own data is damaged
  kPermission,       // the system refused access
  kEnvironment,      // disk full, I/O error, unreachable endpoint
  kCancelled,        // the user asked to stop
  kUnauthenticated,  // a token is needed, or this one is not right
  kForbidden,        // the token is right but may not do this
  kBusy,             // too much at once; later it will do
};

// Whether the error is the machine's (disk, memory, rights) and says nothing of the data.
inline bool IsOfTheSystem(ErrorCode code) {
  return code == ErrorCode::kEnvironment || code == ErrorCode::kPermission;
}

// The name of a check that did not hold, such as root_mismatch. Programs decide by it, so that
// nobody has to read a message. Made of a literal alone: it never dangles.
class Refusal {
 public:
  constexpr Refusal() = default;
  template <std::size_t N>
  consteval Refusal(const char (&name)[N]) : name_(name, N - 1) {}  // NOLINT: a literal is one

  constexpr std::string_view name() const { return name_; }
  friend constexpr bool operator==(Refusal a, Refusal b) { return a.name_ == b.name_; }

 private:
  std::string_view name_;
};

// An expected failure. The message says what failed, why and what to do: lower case, no full stop.
struct Error {
  ErrorCode code = ErrorCode::kInvalidArgument;
  std::string message;
  Refusal refusal = {};  // set by Refuse; the message contains its name too

  // The message behind the name of the refusal; all of it where there is none.
  std::string_view detail() const {
    const std::size_t at =
        refusal.name().empty() ? std::string::npos : message.find(refusal.name());
    if (at == std::string::npos) return message;
    const std::size_t behind = at + refusal.name().size() + 2;
    return std::string_view(message).substr(std::min(behind, message.size()));
  }

  // The same error with the noun that only the caller knows in front: "shard wiki: open: ...".
  Error In(std::string_view noun) && {
    message.insert(0, ": ");
    message.insert(0, noun);
    return std::move(*this);
  }
};

template <typename T>
using Result = std::expected<T, Error>;
using Status = Result<void>;

inline std::unexpected<Error> Fail(ErrorCode code, std::string message) {
  return std::unexpected(Error{code, std::move(message)});
}

// Fails with a named refusal; the message is "NAME: DETAIL".
inline std::unexpected<Error> Refuse(Refusal refusal, std::string_view detail,
                                     ErrorCode code = ErrorCode::kDoesNotHold) {
  std::string message(refusal.name());
  message += ": ";
  message += detail;
  return std::unexpected(Error{code, std::move(message), refusal});
}

}  // namespace arborist

#define ARBORIST_CONCAT_INNER(a, b) a##b
#define ARBORIST_CONCAT(a, b) ARBORIST_CONCAT_INNER(a, b)

// TRY(expr): returns the error of a Status or Result from the enclosing function.
#define TRY(expr)                                             \
  do {                                                        \
    if (auto try_result_ = (expr); !try_result_) [[unlikely]] \
      return std::unexpected(std::move(try_result_).error()); \
  } while (false)

// TRY_ASSIGN(auto x, expr): declares or assigns x from a Result, or returns its error.
#define TRY_ASSIGN(lhs, expr) TRY_ASSIGN_IMPL(ARBORIST_CONCAT(try_assign_, __LINE__), lhs, expr)
#define TRY_ASSIGN_IMPL(tmp, lhs, expr)             \
  auto tmp = (expr);                                \
  if (!tmp) [[unlikely]]                            \
    return std::unexpected(std::move(tmp).error()); \
  lhs = std::move(*tmp)

// TRY_IN(noun, expr): like TRY, with the noun put in front of the message.
#define TRY_IN(noun, expr)                                             \
  do {                                                                 \
    if (auto try_result_ = (expr); !try_result_) [[unlikely]]          \
      return std::unexpected(std::move(try_result_).error().In(noun)); \
  } while (false)
