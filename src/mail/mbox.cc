// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/mbox.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "mail/date.h"
#include "mail/header.h"

namespace arborist::mail {

namespace {

constexpr std::size_t kReadBytes = std::size_t{256} << 10;
// Of the line below a "From " line, enough to see whether it is a field.
constexpr std::size_t kLookAhead = 1024;

bool IsFromLine(std::string_view line) { return line.starts_with("From ") && line.size() > 6; }

bool IsEnvelopeLine(std::string_view line, std::string_view below) {
  if (!IsFromLine(line)) return false;
  const std::size_t sender = line.find_first_not_of(' ', 5);
  if (sender == std::string_view::npos) return false;
  const std::size_t rest = std::min(line.find(' ', sender), line.size());
  return HasDayAndTime(line.substr(rest)) || IsField(below);
}

// ">From " and ">>From " at the start of a line lose one ">".
std::string Unquoted(std::string_view message) {
  std::string out;
  out.reserve(message.size());
  std::size_t copied = 0;
  for (std::size_t at = message.find("\n>"); at != std::string_view::npos;
       at = message.find("\n>", at)) {
    const std::size_t from = message.find_first_not_of('>', at + 1);
    if (from == std::string_view::npos) break;
    if (message.substr(from).starts_with("From ")) {
      out.append(message.substr(copied, at + 1 - copied));
      copied = at + 2;
    }
    at = from;
  }
  out.append(message.substr(copied));
  return out;
}

std::size_t DeclaredLength(std::string_view header) {
  const std::string_view value = TrimAscii(SplitHeader(header).header.First("Content-Length"));
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
  return error == std::errc() && end == value.data() + value.size() ? length : 0;
}

}  // namespace

bool LooksLikeMbox(std::string_view head) {
  std::string_view rest = head;
  const std::string_view line = TakeLine(&rest);
  return IsEnvelopeLine(line, TakeLine(&rest));
}

Result<bool> MboxReader::Fill() {
  if (at_end_) return false;
  if (begin_ > end_ / 2) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    base_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + kReadBytes) buffer_.resize(2 * end_ + kReadBytes);
  TRY_ASSIGN(const std::size_t count, read_(buffer_.data() + end_, kReadBytes));
  end_ += count;
  at_end_ = count == 0;
  return !at_end_;
}

Status MboxReader::FillTo(std::size_t size) {
  while (Size() < size) {
    TRY_ASSIGN(const bool more, Fill());
    if (!more) return {};
  }
  return {};
}

Result<std::size_t> MboxReader::LineEnd(std::size_t pos) {
  std::size_t searched = pos;
  while (true) {
    const std::string_view rest = View(searched, Size());
    if (const std::size_t feed = rest.find('\n'); feed != std::string_view::npos)
      return searched + feed + 1;
    searched = Size();
    if (searched - pos > max_) return searched;  // a piece of a line that nobody will keep
    TRY_ASSIGN(const bool more, Fill());
    if (!more) return searched;
  }
}

Result<bool> MboxReader::IsEnvelope(std::size_t pos) {
  TRY(FillTo(pos + 2 * kLookAhead));
  std::string_view rest = View(pos, std::min(Size(), pos + 2 * kLookAhead));
  const std::string_view line = TakeLine(&rest);
  return IsEnvelopeLine(line, TakeLine(&rest));
}

// 0: the length that the header declares leads nowhere.
Result<std::size_t> MboxReader::EndByLength(std::size_t body) {
  const std::size_t length = DeclaredLength(View(0, body));
  if (length == 0 || length > max_ || body + length > max_) return 0;
  const std::size_t end = body + length;
  TRY(FillTo(end + kLookAhead));
  if (Size() < end) return 0;
  std::size_t from = end;
  while (from < Size() && from < end + 4 && (At(from) == '\n' || At(from) == '\r')) ++from;
  if (from == Size()) return end;
  TRY_ASSIGN(const bool lands, IsEnvelope(from));
  return lands ? from : 0;
}

Result<std::size_t> MboxReader::MessageEnd(bool* over_limit) {
  std::size_t pos = 0;
  bool first = true;  // line of the message
  bool header = true;
  bool empty = true;    // the line before
  bool inside = false;  // a line of which the start is gone
  while (true) {
    TRY_ASSIGN(const std::size_t end, LineEnd(pos));
    if (end == pos) return pos;
    const bool whole = At(end - 1) == '\n';
    if (!inside) {
      if (!first && empty && IsFromLine(View(pos, end))) {
        TRY_ASSIGN(const bool is_envelope, IsEnvelope(pos));
        if (is_envelope) return pos;
      }
      empty = TrimAscii(View(pos, end)).empty();
      if (empty && header && !*over_limit) {
        TRY_ASSIGN(const std::size_t by_length, EndByLength(end));
        if (by_length > 0) return by_length;
      }
      header = header && !empty;
    }
    first = false;
    inside = !whole;
    pos = end;
    if (pos > max_) {
      *over_limit = true;
      begin_ += pos;
      pos = 0;
    }
  }
}

Result<std::optional<MboxMessage>> MboxReader::Next() {
  while (number_ == 0) {
    TRY(FillTo(1));
    if (Size() == 0 || (At(0) != '\n' && At(0) != '\r')) break;
    ++begin_;
  }
  TRY(FillTo(1));
  if (Size() == 0) return std::nullopt;
  MboxMessage message;
  message.offset = base_ + begin_;
  message.number = ++number_;
  TRY_ASSIGN(const std::size_t line, LineEnd(0));
  if (IsFromLine(View(0, line))) begin_ += line;
  TRY_ASSIGN(const std::size_t end, MessageEnd(&message.over_limit));
  if (!message.over_limit) message.bytes = Unquoted(View(0, end));
  begin_ += end;
  return message;
}

}  // namespace arborist::mail
