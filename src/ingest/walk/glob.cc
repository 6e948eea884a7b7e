// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/walk/glob.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"

namespace arborist::ingest {
namespace {

bool IsInNamedClass(std::string_view name, unsigned char c) {
  const char byte = static_cast<char>(c);
  const bool lower = byte >= 'a' && byte <= 'z';
  const bool upper = byte >= 'A' && byte <= 'Z';
  const bool digit = IsAsciiDigit(byte);
  if (name == "alpha") return lower || upper;
  if (name == "digit") return digit;
  if (name == "alnum") return lower || upper || digit;
  if (name == "lower") return lower;
  if (name == "upper") return upper;
  if (name == "space") return c == ' ' || (c >= 9 && c <= 13);
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "cntrl") return c < 32 || c == 127;
  if (name == "graph") return c > 32 && c < 127;
  if (name == "print") return c >= 32 && c < 127;
  if (name == "punct") return c > 32 && c < 127 && !lower && !upper && !digit;
  if (name == "xdigit") return HexValue(byte) >= 0;
  return false;
}

constexpr std::array<std::string_view, 12> kNamedClasses = {"alpha", "digit", "alnum", "lower",
                                                            "upper", "space", "blank", "cntrl",
                                                            "graph", "print", "punct", "xdigit"};

std::string_view LastName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// The pattern without the slashes that only say how it is meant.
std::string_view Core(std::string_view pattern) {
  if (pattern.ends_with('/')) pattern.remove_suffix(1);
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  return pattern;
}

bool IsAnchored(std::string_view pattern) {
  if (pattern.ends_with('/')) pattern.remove_suffix(1);
  return pattern.find('/') != std::string_view::npos;
}

}  // namespace

Glob::Glob(std::string_view pattern) {
  for (std::size_t pos = 0; pos < pattern.size() && !malformed_;) {
    const char c = pattern[pos];
    if (c == '*') {
      const std::size_t begin = pos;
      while (pos < pattern.size() && pattern[pos] == '*') ++pos;
      AddStars(pattern, begin, &pos);
    } else if (c == '?') {
      tokens_.push_back({Kind::kAnyByte});
      ++pos;
    } else if (c == '[') {
      malformed_ = !ParseClass(pattern, &pos);
    } else if (c == '\\') {
      malformed_ = pos + 1 == pattern.size();
      if (!malformed_) tokens_.push_back({Kind::kByte, pattern[pos + 1]});
      pos += 2;
    } else {
      tokens_.push_back({Kind::kByte, c});
      ++pos;
    }
  }
  while (literal_prefix_ < tokens_.size() && tokens_[literal_prefix_].kind == Kind::kByte) {
    ++literal_prefix_;
  }
}

void Glob::AddStars(std::string_view pattern, std::size_t begin, std::size_t* pos) {
  const bool at_segment_start = begin == 0 || pattern[begin - 1] == '/';
  const bool at_segment_end = *pos == pattern.size() || pattern[*pos] == '/';
  if (*pos - begin != 2 || !at_segment_start || !at_segment_end) {
    tokens_.push_back({Kind::kStar});
  } else if (*pos == pattern.size()) {
    tokens_.push_back({Kind::kEverything});
  } else {
    tokens_.push_back({Kind::kFolders});
    tokens_.push_back({Kind::kInFolder});
    ++*pos;  // its slash
  }
}

bool Glob::ParseClass(std::string_view pattern, std::size_t* pos) {
  std::bitset<256> members;
  std::size_t i = *pos + 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  int previous = -1;  // the start of a possible range
  for (bool first = true; i < pattern.size() && (first || pattern[i] != ']'); first = false) {
    char c = pattern[i];
    if (c == '[' && i + 1 < pattern.size() && pattern[i + 1] == ':') {
      const std::size_t end = pattern.find(":]", i + 2);
      if (end != std::string_view::npos) {
        const std::string_view name = pattern.substr(i + 2, end - i - 2);
        if (std::ranges::find(kNamedClasses, name) == kNamedClasses.end()) return false;
        for (unsigned b = 0; b < 256; ++b) {
          if (IsInNamedClass(name, static_cast<unsigned char>(b))) members.set(b);
        }
        i = end + 2;
        previous = -1;
        continue;
      }
    }
    const bool range = c == '-' && previous >= 0 && i + 1 < pattern.size() && pattern[i + 1] != ']';
    if (range) c = pattern[++i];
    if (c == '\\') {
      if (++i >= pattern.size()) return false;
      c = pattern[i];
    }
    const int value = static_cast<unsigned char>(c);
    for (int b = range ? previous : value; b <= value; ++b)
      members.set(static_cast<std::size_t>(b));
    previous = range ? -1 : value;
    ++i;
  }
  if (i >= pattern.size()) return false;
  if (negated) members.flip();
  members.reset('/');
  tokens_.push_back({Kind::kClass, 0, static_cast<std::uint32_t>(classes_.size())});
  classes_.push_back(members);
  *pos = i + 1;
  return true;
}

bool Glob::Matches(std::string_view path) const {
  if (malformed_) return false;
  // Most patterns of real ignore files start with a name: compare that first.
  if (path.size() < literal_prefix_) return false;
  for (std::size_t i = 0; i < literal_prefix_; ++i) {
    if (tokens_[i].byte != path[i]) return false;
  }
  if (literal_prefix_ == tokens_.size()) return path.size() == literal_prefix_;
  return RunStates(path);
}

// Marks a state and those reachable from it without reading a byte.
void Glob::Activate(States* states, std::size_t state) const {
  while (true) {
    (*states)[state] = 1;
    if (state == tokens_.size()) return;
    const Kind kind = tokens_[state].kind;
    if (kind == Kind::kStar || kind == Kind::kEverything) {
      ++state;
    } else if (kind == Kind::kFolders) {
      state += 2;
    } else {
      return;
    }
  }
}

bool Glob::RunStates(std::string_view path) const {
  States now(tokens_.size() + 1, 0);
  States next(tokens_.size() + 1, 0);
  Activate(&now, literal_prefix_);
  for (const char c : path.substr(literal_prefix_)) {
    std::fill(next.begin(), next.end(), std::uint8_t{0});
    bool any = false;
    const auto go = [&](std::size_t state) {
      Activate(&next, state);
      any = true;
    };
    for (std::size_t state = literal_prefix_; state < tokens_.size(); ++state) {
      if (now[state] == 0) continue;
      const Token& token = tokens_[state];
      switch (token.kind) {
        case Kind::kByte:
          if (token.byte == c) go(state + 1);
          break;
        case Kind::kAnyByte:
          if (c != '/') go(state + 1);
          break;
        case Kind::kClass:
          if (classes_[token.class_index].test(static_cast<unsigned char>(c))) go(state + 1);
          break;
        case Kind::kStar:
          if (c != '/') go(state);
          break;
        case Kind::kEverything:
          go(state);
          break;
        case Kind::kFolders:
          if (c != '/') go(state + 1);
          break;
        case Kind::kInFolder:
          go(c == '/' ? state - 1 : state);
          break;
      }
    }
    if (!any) return false;
    std::swap(now, next);
  }
  return now[tokens_.size()] != 0;
}

PathPattern::PathPattern(std::string_view pattern)
    : directory_only_(pattern.ends_with('/')),
      anchored_(IsAnchored(pattern)),
      glob_(Core(pattern)) {}

bool PathPattern::Matches(std::string_view path, bool is_directory) const {
  if (directory_only_ && !is_directory) return false;
  return glob_.Matches(anchored_ ? path : LastName(path));
}

bool PathPattern::MatchesUpwards(std::string_view path, bool is_directory) const {
  for (std::size_t end = path.find('/'); end != std::string_view::npos;
       end = path.find('/', end + 1)) {
    if (Matches(path.substr(0, end), true)) return true;
  }
  return Matches(path, is_directory);
}

}  // namespace arborist::ingest
