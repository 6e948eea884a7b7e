// SPDX-License-Identifier: AGPL-3.0-only
// Reads robots.txt as Google's parser does, whose habits site owners rely on: misspelt keys, white
// space for a colon, "index.html" for its folder, groups that are torn apart and joined again. The
// rules of the agent's groups, or where there is none of those for "*", are sorted by the length of
// their pattern, the longest first and Allow before Disallow: the first match decides.
// A pattern is matched part by part between its stars, each part at the first place where it fits.
// Patterns match prefixes, so an early place never rules out what a later one would allow; hostile
// patterns therefore cost one pass over the target.
#include "crawl/robots.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/ascii.h"

namespace arborist::crawl {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMaxLineBytes = std::size_t{2083} * 8 - 1;  // more of a line is cut off
constexpr std::size_t kMaxSitemaps = 1000;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

enum class Key : std::uint8_t { kUserAgent, kAllow, kDisallow, kCrawlDelay, kSitemap, kOther };

Key KeyOf(std::string_view name) {
  struct Spelling {
    std::string_view begin;
    Key key;
  };
  static constexpr std::array kSpellings = {
      Spelling{"user-agent", Key::kUserAgent},   Spelling{"useragent", Key::kUserAgent},
      Spelling{"user agent", Key::kUserAgent},   Spelling{"allow", Key::kAllow},
      Spelling{"disallow", Key::kDisallow},      Spelling{"dissallow", Key::kDisallow},
      Spelling{"dissalow", Key::kDisallow},      Spelling{"disalow", Key::kDisallow},
      Spelling{"diasllow", Key::kDisallow},      Spelling{"disallaw", Key::kDisallow},
      Spelling{"crawl-delay", Key::kCrawlDelay}, Spelling{"sitemap", Key::kSitemap},
      Spelling{"site-map", Key::kSitemap}};
  for (const Spelling& spelling : kSpellings) {
    if (StartsWithIgnoringCase(name, spelling.begin)) return spelling.key;
  }
  return Key::kOther;
}

struct Line {
  Key key = Key::kOther;
  std::string_view value;
};

// Nothing: a comment, or no line of the format.
std::optional<Line> ReadLine(std::string_view line) {
  line = TrimAscii(line.substr(0, kMaxLineBytes));
  line = TrimAscii(line.substr(0, line.find('#')));
  std::size_t cut = line.find(':');
  if (cut == std::string_view::npos) {
    // "disallow /x": white space will do if it parts two words, no more.
    cut = line.find_first_of(" \t");
    if (cut == std::string_view::npos) return std::nullopt;
    const std::string_view value = TrimAscii(line.substr(cut));
    if (value.find_first_of(" \t") != std::string_view::npos) return std::nullopt;
  }
  const std::string_view name = TrimAscii(line.substr(0, cut));
  if (name.empty()) return std::nullopt;
  return Line{.key = KeyOf(name), .value = TrimAscii(line.substr(cut + 1))};
}

// The product token of a User-agent line: what follows, as a version, is for people.
std::string_view TokenOf(std::string_view value) {
  const auto* end =
      std::ranges::find_if(value, [](char c) { return !IsAsciiLetter(c) && c != '_' && c != '-'; });
  return value.substr(0, static_cast<std::size_t>(end - value.begin()));
}

// Bytes beyond ASCII are escaped, and escapes are in upper case, as they are in URLs.
std::string NormalPattern(std::string_view value) {
  std::string out;
  out.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (static_cast<unsigned char>(value[i]) >= 0x80) {
      AppendPercentEncoded(&out, value[i]);
    } else if (value[i] == '%' && i + 2 < value.size() && HexValue(value[i + 1]) >= 0 &&
               HexValue(value[i + 2]) >= 0) {
      out += {'%', UpperAscii(value[i + 1]), UpperAscii(value[i + 2])};
      i += 2;
    } else {
      out.push_back(value[i]);
    }
  }
  return out;
}

// The pattern with the escapes of letters, digits and "-._~" resolved.
std::string PlainPattern(std::string_view pattern) {
  std::string out;
  out.reserve(pattern.size());
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '%' && i + 2 < pattern.size() && HexValue(pattern[i + 1]) >= 0 &&
        HexValue(pattern[i + 2]) >= 0) {
      const int value = HexValue(pattern[i + 1]) * 16 + HexValue(pattern[i + 2]);
      if (IsUriUnreserved(static_cast<char>(value))) {
        out.push_back(static_cast<char>(value));
        i += 2;
        continue;
      }
    }
    out.push_back(pattern[i]);
  }
  return out;
}

// Seconds, with or without a fraction.
std::optional<milliseconds> ReadDelay(std::string_view value) {
  constexpr std::int64_t kLongestDelay = std::int64_t{86'400'000};
  std::int64_t total = 0;
  std::int64_t unit = 1000;
  bool fraction = false;
  if (value.empty() || !IsAsciiDigit(value[0])) return std::nullopt;
  for (const char c : value) {
    if (c == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (!IsAsciiDigit(c)) break;
    if (fraction) {
      unit /= 10;
      total += unit * (c - '0');
    } else {
      total = std::min(total * 10 + unit * (c - '0'), kLongestDelay);
    }
  }
  return milliseconds(std::min(total, kLongestDelay));
}

// The first place of `part` from `begin` on. memmem is linear; string_view::find is not.
std::size_t FindFrom(std::string_view target, std::string_view part, std::size_t begin) {
  if (part.empty()) return begin;
  const void* found =
      ::memmem(target.data() + begin, target.size() - begin, part.data(), part.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - target.data());
}

bool MatchesPattern(std::string_view target, std::string_view pattern) {
  const bool anchored = pattern.ends_with('$');
  if (anchored) pattern.remove_suffix(1);
  std::size_t star = pattern.find('*');
  const std::string_view first = pattern.substr(0, star);
  if (!target.starts_with(first)) return false;
  std::size_t behind = first.size();
  if (star == std::string_view::npos) return !anchored || behind == target.size();
  while (true) {
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    const std::string_view part = pattern.substr(0, star);
    const bool last = star == std::string_view::npos;
    if (last && anchored) return target.substr(behind).ends_with(part);
    const std::size_t at = FindFrom(target, part, behind);
    if (at == std::string_view::npos) return false;
    if (last) return true;
    behind = at + part.size();
  }
}

// What the groups of one agent say, or those of "*".
struct Groups {
  std::vector<Robots::Rule> rules;
  std::optional<milliseconds> crawl_delay;

  void Add(std::string pattern, bool allow) {
    if (!pattern.empty()) rules.push_back({.pattern = std::move(pattern), .allow = allow});
  }
  void Allow(std::string pattern) {
    // A folder's page stands for the folder.
    const std::size_t slash = pattern.rfind('/');
    if (slash != std::string::npos && pattern.compare(slash, 10, "/index.htm") == 0)
      Add(pattern.substr(0, slash + 1) + "$", true);
    Add(std::move(pattern), true);
  }
  void Disallow(const std::string& pattern) {
    Add(pattern, false);
    // We ask for URLs whose escapes are resolved where they can be: "/%7Ejoe" must hold there too.
    if (std::string plain = PlainPattern(pattern); plain != pattern) Add(std::move(plain), false);
  }
};

class Reader {
 public:
  explicit Reader(std::string_view agent) : agent_(agent) {}

  void Take(const Line& line) {
    switch (line.key) {
      case Key::kUserAgent:
        BeginAgent(line.value);
        break;
      case Key::kAllow:
        rules_begun_ = rules_begun_ || in_own_ || in_any_;
        ForEachOpen([&](Groups* groups) { groups->Allow(NormalPattern(line.value)); });
        break;
      case Key::kDisallow:
        rules_begun_ = rules_begun_ || in_own_ || in_any_;
        ForEachOpen([&](Groups* groups) { groups->Disallow(NormalPattern(line.value)); });
        break;
      case Key::kCrawlDelay:
        ForEachOpen([&](Groups* groups) {
          if (!groups->crawl_delay) groups->crawl_delay = ReadDelay(line.value);
        });
        break;
      case Key::kSitemap:
        if (sitemaps_.size() < kMaxSitemaps) sitemaps_.emplace_back(line.value);
        break;
      case Key::kOther:
        break;
    }
  }

  Groups TakeGroups() { return std::move(own_seen_ ? own_ : any_); }
  std::vector<std::string> TakeSitemaps() { return std::move(sitemaps_); }

 private:
  void BeginAgent(std::string_view value) {
    if (rules_begun_) in_own_ = in_any_ = rules_begun_ = false;  // the group before has ended
    if (value.starts_with('*') && (value.size() == 1 || IsAsciiSpace(value[1]))) {
      in_any_ = true;
    } else if (EqualsIgnoringCase(TokenOf(value), agent_)) {
      in_own_ = own_seen_ = true;
    }
  }

  template <typename Action>
  void ForEachOpen(const Action& action) {
    if (in_own_) action(&own_);
    if (in_any_) action(&any_);
  }

  const std::string_view agent_;
  Groups own_;
  Groups any_;
  std::vector<std::string> sitemaps_;
  bool in_own_ = false;  // the group at hand is for the agent
  bool in_any_ = false;  // or for all
  bool own_seen_ = false;
  bool rules_begun_ = false;
};

std::string_view WithoutByteOrderMark(std::string_view text) {
  for (const char c : kByteOrderMark) {  // also of a mark that is cut short
    if (!text.starts_with(c)) break;
    text.remove_prefix(1);
  }
  return text;
}

}  // namespace

Robots Robots::Parse(std::string_view text, std::string_view agent) {
  text = WithoutByteOrderMark(text.substr(0, kMaxRobotsBytes));
  Reader reader(agent);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    if (const auto line = ReadLine(text.substr(0, end))) reader.Take(*line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  Groups groups = reader.TakeGroups();
  Robots robots;
  robots.rules_ = std::move(groups.rules);
  std::ranges::stable_sort(robots.rules_, [](const Rule& a, const Rule& b) {
    if (a.pattern.size() != b.pattern.size()) return a.pattern.size() > b.pattern.size();
    return a.allow && !b.allow;
  });
  robots.crawl_delay_ = groups.crawl_delay;
  robots.sitemaps_ = reader.TakeSitemaps();
  return robots;
}

Robots Robots::DenyAll() {
  Robots robots;
  robots.rules_.push_back({.pattern = "/", .allow = false});
  return robots;
}

bool Robots::Allows(std::string_view target) const {
  if (target.empty()) target = "/";
  const auto decides = std::ranges::find_if(
      rules_, [&](const Rule& rule) { return MatchesPattern(target, rule.pattern); });
  return decides == rules_.end() || decides->allow;
}

}  // namespace arborist::crawl
