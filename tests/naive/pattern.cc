// SPDX-License-Identifier: AGPL-3.0-only
#include "naive/pattern.h"

#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>

#include "text/scan.h"

namespace arborist::naive {

namespace {

using Continue = std::function<bool(std::size_t)>;
using Test = std::function<bool(char32_t)>;

// Letters that compare equal without case in the patterns we use.
char32_t Fold(char32_t c) {
  if (c >= U'A' && c <= U'Z') return c + 32;
  if (c == 0x17F) return U's';
  if (c == 0x130 || c == 0x131) return U'i';
  return c;
}

}  // namespace

struct Regex::Node {
  enum Kind { kOne, kSequence, kChoice, kRepeat, kAhead, kBehind, kBoundary, kStart, kEnd };
  Kind kind = kSequence;
  Test test;
  std::vector<std::unique_ptr<Node>> children;
  std::size_t min = 0;
  std::size_t max = 0;

  bool Match(std::u32string_view text, std::size_t pos, const Continue& next) const {
    switch (kind) {
      case kOne:
        return pos < text.size() && test(text[pos]) && next(pos + 1);
      case kSequence:
        return MatchFrom(0, text, pos, next);
      case kChoice:
        for (const auto& child : children) {
          if (child->Match(text, pos, next)) return true;
        }
        return false;
      case kRepeat:
        return MatchTimes(0, text, pos, next);
      case kAhead:
        return children[0]->Match(text, pos, [](std::size_t) { return true; }) && next(pos);
      case kBehind:  // one character wide in all our patterns
        return pos > 0 &&
               children[0]->Match(text, pos - 1, [&](std::size_t end) { return end == pos; }) &&
               next(pos);
      case kBoundary: {
        const bool before = pos > 0 && text::IsWordChar(text[pos - 1]);
        const bool after = pos < text.size() && text::IsWordChar(text[pos]);
        return before != after && next(pos);
      }
      case kStart:
        return pos == 0 && next(pos);
      case kEnd:
        return (pos == text.size() || (pos + 1 == text.size() && text[pos] == U'\n')) && next(pos);
    }
    return false;
  }

 private:
  bool MatchFrom(std::size_t child, std::u32string_view text, std::size_t pos,
                 const Continue& next) const {
    if (child == children.size()) return next(pos);
    return children[child]->Match(
        text, pos, [&](std::size_t end) { return MatchFrom(child + 1, text, end, next); });
  }
  bool MatchTimes(std::size_t times, std::u32string_view text, std::size_t pos,
                  const Continue& next) const {
    if (times < max &&
        children[0]->Match(
            text, pos,
            [&](std::size_t end) { return end > pos && MatchTimes(times + 1, text, end, next); })) {
      return true;
    }
    return times >= min && next(pos);
  }
};

namespace {

using Node = Regex::Node;

class Parser {
 public:
  Parser(std::u32string_view pattern, bool ignore_case)
      : pattern_(pattern), ignore_case_(ignore_case) {}

  std::unique_ptr<Node> Choice() {
    auto choice = std::make_unique<Node>();
    choice->kind = Node::kChoice;
    choice->children.push_back(Sequence());
    while (Take(U'|')) choice->children.push_back(Sequence());
    return choice;
  }

 private:
  std::unique_ptr<Node> Sequence() {
    auto sequence = std::make_unique<Node>();
    sequence->kind = Node::kSequence;
    while (pos_ < pattern_.size() && pattern_[pos_] != U'|' && pattern_[pos_] != U')') {
      sequence->children.push_back(Repeated(Atom()));
    }
    return sequence;
  }
  std::unique_ptr<Node> Repeated(std::unique_ptr<Node> atom) {
    constexpr std::size_t kMany = std::numeric_limits<std::size_t>::max();
    std::size_t min = 0, max = kMany;
    if (Take(U'+')) {
      min = 1;
    } else if (Take(U'?')) {
      max = 1;
    } else if (!Take(U'*')) {
      return atom;
    }
    auto repeat = std::make_unique<Node>();
    repeat->kind = Node::kRepeat;
    repeat->min = min;
    repeat->max = max;
    repeat->children.push_back(std::move(atom));
    return repeat;
  }
  std::unique_ptr<Node> Atom() {
    if (TakeAll(U"(?:")) return Group(Node::kSequence);
    if (TakeAll(U"(?=")) return Group(Node::kAhead);
    if (TakeAll(U"(?<=")) return Group(Node::kBehind);
    if (Take(U'(')) return Group(Node::kSequence);
    if (Take(U'[')) return One(Class());
    if (Take(U'^')) return Plain(Node::kStart);
    if (Take(U'$')) return Plain(Node::kEnd);
    if (TakeAll(U"\\b")) return Plain(Node::kBoundary);
    return One(Single());
  }
  std::unique_ptr<Node> Group(Node::Kind kind) {
    auto group = std::make_unique<Node>();
    group->kind = kind;
    group->children.push_back(Choice());
    if (!Take(U')')) std::abort();
    return group;
  }
  static std::unique_ptr<Node> Plain(Node::Kind kind) {
    auto node = std::make_unique<Node>();
    node->kind = kind;
    return node;
  }
  static std::unique_ptr<Node> One(Test test) {
    auto node = Plain(Node::kOne);
    node->test = std::move(test);
    return node;
  }
  Test Single() {
    if (Take(U'\\')) return Escaped(pattern_[pos_++]);
    return Letter(pattern_[pos_++]);
  }
  Test Letter(char32_t letter) const {
    if (ignore_case_) return [letter](char32_t c) { return Fold(c) == Fold(letter); };
    return [letter](char32_t c) { return c == letter; };
  }
  Test Escaped(char32_t letter) const {
    if (letter == U's') return [](char32_t c) { return text::IsWhitespace(c); };
    if (letter == U'S') return [](char32_t c) { return !text::IsWhitespace(c); };
    if (letter == U't') return Letter(U'\t');
    if (letter == U'd') return [](char32_t c) { return text::IsDecimal(c); };
    return Letter(letter);
  }
  Test Class() {
    const bool negated = Take(U'^');
    std::vector<Test> tests;
    while (pattern_[pos_] != U']') {
      if (Take(U'\\')) {
        tests.push_back(Escaped(pattern_[pos_++]));
        continue;
      }
      const char32_t first = pattern_[pos_++];
      if (pattern_[pos_] == U'-' && pattern_[pos_ + 1] != U']') {
        const char32_t last = pattern_[pos_ + 1];
        pos_ += 2;
        tests.emplace_back([first, last](char32_t c) { return c >= first && c <= last; });
      } else {
        tests.push_back(Letter(first));
      }
    }
    ++pos_;
    return [tests = std::move(tests), negated](char32_t c) {
      for (const Test& test : tests) {
        if (test(c)) return !negated;
      }
      return negated;
    };
  }
  bool Take(char32_t c) {
    if (pos_ >= pattern_.size() || pattern_[pos_] != c) return false;
    ++pos_;
    return true;
  }
  bool TakeAll(std::u32string_view start) {
    if (!pattern_.substr(pos_).starts_with(start)) return false;
    pos_ += start.size();
    return true;
  }

  std::u32string_view pattern_;
  std::size_t pos_ = 0;
  bool ignore_case_;
};

std::optional<std::size_t> EndOfMatch(const Node& root, std::u32string_view text, std::size_t pos) {
  std::optional<std::size_t> end;
  root.Match(text, pos, [&](std::size_t at) {
    end = at;
    return true;
  });
  return end;
}

}  // namespace

Regex::Regex(std::u32string_view pattern, bool ignore_case)
    : root_(Parser(pattern, ignore_case).Choice()) {}
Regex::~Regex() = default;

std::vector<Regex::Match> Regex::FindAll(std::u32string_view text) const {
  std::vector<Match> matches;
  for (std::size_t pos = 0; pos <= text.size();) {
    const auto end = EndOfMatch(*root_, text, pos);
    if (end) matches.push_back({pos, *end});
    pos = end && *end > pos ? *end : pos + 1;
  }
  return matches;
}

std::vector<Regex::Match> Regex::MatchStart(std::u32string_view text) const {
  const auto end = EndOfMatch(*root_, text, 0);
  return end ? std::vector<Match>{{0, *end}} : std::vector<Match>{};
}

}  // namespace arborist::naive
