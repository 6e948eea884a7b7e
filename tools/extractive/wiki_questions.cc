// SPDX-License-Identifier: AGPL-3.0-only
#include "wiki_questions.h"

#include <algorithm>
#include <regex>

#include "extractive/sentences.h"
#include "extractive/words.h"
#include "text/canonical.h"

namespace arborist::training {

namespace {

#define ARBORIST_MONTH                                                               \
  "(?:January|February|March|April|May|June|July|August|September|October|November|" \
  "December)"
#define ARBORIST_DATE                                         \
  "(?:[0-9]{1,2} " ARBORIST_MONTH " [0-9]{4}|" ARBORIST_MONTH \
  " [0-9]{1,2}, [0-9]{4}|" ARBORIST_MONTH " [0-9]{4}|[12][0-9]{3})"
// Capital letters beyond ASCII begin with one of these bytes.
#define ARBORIST_NAME                                                               \
  "(?:[A-Z\xC3\xC4\xC5][^ ,.;()\"]+(?: (?:(?:of|the|de|and) )?[A-Z\xC3\xC4\xC5][^ " \
  ",.;()\"]+){0,4})"
#define ARBORIST_NUMBER \
  "(?:[0-9][0-9,.]*[0-9]|[0-9]|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"

#define ARBORIST_COUNTRY                                                                        \
  "(?:Australia|Austria|Bangladesh|Belgium|Brazil|Bulgaria|Canada|Chile|China|Croatia|Denmark|" \
  "Egypt|England|Estonia|Finland|France|Germany|Greece|Hungary|India|Indonesia|Iran|Ireland|"   \
  "Israel|Italy|Japan|Kenya|Malaysia|Mexico|Nepal|Netherlands|Nigeria|Norway|Pakistan|Peru|"    \
  "Philippines|Poland|Portugal|Romania|Russia|Scotland|Serbia|Slovakia|Slovenia|South Africa|"  \
  "South Korea|Spain|Sri Lanka|Sweden|Switzerland|Taiwan|Thailand|Turkey|Ukraine|Wales)"

// What follows the subject of a sentence, and the question it answers: @ is the subject, $n a
// group. The answer is the group `answer`.
struct Template {
  const char* kind;
  const char* pattern;
  const char* question;
  std::size_t answer;
};
constexpr Template kTemplates[] = {
    {"who by",
     "^(?:was|is|were) ([a-z]+ed|built|written|led|won) (?:and [a-z]+ed )?by (" ARBORIST_NAME ")",
     "Who $1 @?", 2},
    {"when was",
     "^(?:was|were) (?:first |officially |originally )?([a-z]+ed|built|held|born|written) "
     "(?:[^,;()]{0,60} )?(?:in|on) (" ARBORIST_DATE ")",
     "When was @ $1?", 2},
    {"where was",
     "^(?:was|were) ([a-z]+ed|built|held|born) (?:[^,;()]{0,30} )?(?:in|at) (" ARBORIST_NAME ")",
     "Where was @ $1?", 2},
    {"where is",
     "^(?:is|was) (?:an? [^,;()]{0,60} )?(?:located|situated|based|headquartered) "
     "(?:in|at|on|near) (?:the )?(" ARBORIST_NAME ")",
     "Where is @?", 1},
    {"located",
     "^(?:lies|stands|is located|is situated) (?:in|at|on|near) (?:the )?([^,;().]{4,50})\\b",
     "Where is @ located?", 1},
    {"country",
     "^(?:is|was) an? [^;()]{3,90} (?:in|of) (?:[^;().]{2,60}, )?(?:the )?(" ARBORIST_COUNTRY
     ")\\b",
     "Which country is @ in?", 1},
    {"country",
     "^(?:is|was) an? [^;()]{3,90} (?:in|of) (?:[^;().]{2,60}, )?(?:the )?(" ARBORIST_COUNTRY
     ")\\b",
     "In what country is @ located?", 1},
    {"language", "(?:is|was) an? [^,;()]{0,40}\\b([A-Z][a-z]+)-language", "What language is @ in?",
     1},
    {"famous for", "famous for ([^,;().]{10,40})\\b", "What is @ famous for?", 1},
    {"how many",
     "^(?:has|had|have|contains|includes) (?:a total of |about |over |approximately "
     ")?(" ARBORIST_NUMBER ") ([a-z]+s)\\b",
     "How many $2 does @ have?", 1},
    {"population",
     "(?:had|has|with) an? (?:estimated |total )?population of (?:about |over |approximately "
     ")?([0-9][0-9,]*)",
     "What is the population of @?", 1},
    {"population",
     "(?:had|has|with) an? (?:estimated |total )?population of (?:about |over |approximately "
     ")?([0-9][0-9,]*)",
     "How many people live in @?", 1},
    {"studied",
     "^(?:studied|graduated|was educated) (?:[^,;()]{0,30} )?(?:at|from) (?:the )?(" ARBORIST_NAME
     ")",
     "Where did @ study?", 1},
    {"attended", "^(?:attended|graduated from) (?:the )?(" ARBORIST_NAME ")",
     "Which school did @ attend?", 1},
    {"position", "(?:plays|played) as an? ([a-z -]{4,25}) for", "What position does @ play?", 1},
    {"team", "(?:plays|played) (?:as an? [a-z -]+ )?for (?:[^,;()A-Z]{0,40} )?(" ARBORIST_NAME ")",
     "Which team does @ play for?", 1},
    {"won", "^won (?:the|an?|his|her|their) ([^,;().]{6,50})\\b", "What did @ win?", 1},
    {"married", "^(?:married|was married to|is married to) (?:[a-z]+ )?(" ARBORIST_NAME ")",
     "Who did @ marry?", 1},
    {"joined", "^joined (?:the )?(" ARBORIST_NAME ")", "What did @ join?", 1},
    {"became", "^became (?:the |an? )?([^,;().]{8,50}) in (" ARBORIST_DATE ")",
     "What did @ become in $2?", 1},
    {"known for", "known for ([^,;().]{10,40})\\b", "What is @ known for?", 1},
    {"high",
     "(" ARBORIST_NUMBER
     ") (?:metres|meters|feet|kilometres|kilometers|miles|m|km|ft)\\b[^.;]{0,20} "
     "(high|long|tall|deep|wide)\\b",
     "How $2 is @?", 1},
    {"high",
     "(?:height|elevation|altitude) of (?:about |over |approximately )?(" ARBORIST_NUMBER
     ") (?:metres|meters|feet|m|ft)\\b",
     "How high is @?", 1},
    {"long",
     "length of (?:about |over |approximately )?(" ARBORIST_NUMBER
     ") (?:metres|meters|feet|kilometres|kilometers|miles|minutes)\\b",
     "How long is @?", 1},
    {"large",
     "(?:covers|covering|area of|covers an area of) (?:an area of |about |over |approximately "
     ")?(" ARBORIST_NUMBER ") (?:square|hectares|acres|km)",
     "How large is @?", 1},
    {"died",
     "(?:killed|killing|left) (?:at least |about |over |more than )?(" ARBORIST_NUMBER
     ") (?:people|civilians|soldiers|dead)",
     "How many people died in @?", 1},
    {"died",
     "(" ARBORIST_NUMBER ") (?:people|civilians|soldiers|passengers|others) (?:were|was) killed",
     "How many people were killed in @?", 1},
    {"established",
     "(?:founded|established|formed|created|opened|launched) (?:[^,;()]{0,25} )?in (" ARBORIST_DATE
     ")",
     "When was @ established?", 1},
    {"founder",
     "(?:founded|established|created|started) (?:[^,;()]{0,25} )?by (?:[a-z]+ ){0,3}(" ARBORIST_NAME
     ")",
     "Who founded @?", 1},
    {"release", "released (?:worldwide |digitally |theatrically )?(?:on|in) (" ARBORIST_DATE ")",
     "When did @ come out?", 1},
    {"released", "released (?:worldwide |digitally |theatrically )?(?:on|in) (" ARBORIST_DATE ")",
     "When was @ released?", 1},
    {"director", "directed by (" ARBORIST_NAME ")", "Who directed @?", 1},
    {"director", "directed by (" ARBORIST_NAME ")", "Who is the director of @?", 1},
    {"writer",
     "(?:written|novel|book|authored)(?: and [a-z]+)? by (?:[A-Za-z]+ (?:author|writer|journalist) "
     ")?(" ARBORIST_NAME ")",
     "Who wrote @?", 1},
    {"artist",
     "(?:song|album|single|EP) (?:recorded |performed )?by (?:[A-Za-z-]+ "
     "){0,5}(?:band|rapper|singer|singer-songwriter|musician|group|duo) (" ARBORIST_NAME ")",
     "Which artist recorded @?", 1},
    {"stars", "(?:starring|stars) (" ARBORIST_NAME ")", "Who stars in @?", 1},
    {"held", "(?:held|took place|played) (?:[^,;()]{0,20} )?(?:on|from) (" ARBORIST_DATE ")",
     "When did @ take place?", 1},
};

class Asker {
 public:
  explicit Asker(const ingest::SourceDocument& article)
      : article_(article), subject_(SubjectOf(article.title)) {}

  std::vector<WikiQuestion> Run() {
    const std::string_view title = article_.title;
    if (title.starts_with("List of") || subject_.size() < 4 || article_.text.size() < 200)
      return {};
    std::size_t number = 0;
    for (const extractive::Piece& piece : extractive::SplitPieces(article_.text)) {
      if (piece.kind != extractive::PieceKind::kSentence) continue;
      if (number++ == kMaxSentences) break;
      const std::string text = article_.text.substr(piece.begin, piece.end - piece.begin);
      if (text.size() > kMaxSentence) continue;
      if (number == 1) {
        AskLife(text);
        AskDefinition(text);
      }
      if (const std::string rest = BehindSubject(text); !rest.empty()) AskTemplates(rest);
    }
    return std::move(questions_);
  }

 private:
  static constexpr std::size_t kMaxSentences = 40;
  static constexpr std::size_t kMaxSentence = 500;

  void Add(const std::string& kind, std::string question, std::string answer) {
    question.replace(question.find('@'), 1, subject_);
    if (text::ToLower(subject_).contains(text::ToLower(answer))) return;
    for (WikiQuestion& other : questions_) {
      if (other.kind != kind) continue;
      if (other.question == question) other.answers.push_back(std::move(answer));
      return;
    }
    questions_.push_back({kind, std::move(question), {std::move(answer)}});
  }

  // "Name (10 December 1815 – 27 November 1852) was ..."
  void AskLife(const std::string& text) {
    static const std::regex born("born (?:on )?(" ARBORIST_DATE ")");
    static const std::regex both("(" ARBORIST_DATE
                                 ")[^)0-9]{0,30}(?:–|-|—)[^)0-9A-Z]{0,10}(" ARBORIST_DATE ")");
    const std::size_t open = text.find('('), close = text.find(')', open);
    if (open == std::string::npos || close == std::string::npos || open > 90) return;
    const std::string inside = text.substr(open + 1, close - open - 1);
    std::smatch match;
    if (std::regex_search(inside, match, both) && inside.size() < 90 &&
        subject_.find_first_of("0123456789") == std::string::npos) {
      person_ = true;
      Add("born", "When was @ born?", match[1]);
      Add("died", "When did @ die?", match[2]);
    } else if (std::regex_search(inside, match, born)) {
      person_ = true;
      Add("born", "When was @ born?", match[1]);
    }
  }

  void AskDefinition(const std::string& text) {
    static const std::regex is("^[^.]{0,120}? (is|was|are) (?:an?|the) ([^,;().]{10,60})\\b");
    std::smatch match;
    if (!Starts(text) || !std::regex_search(text, match, is)) return;
    std::string answer = match[2];
    std::size_t blanks = 0;
    for (std::size_t i = 0; i < answer.size(); ++i) {
      if (answer[i] == ' ' && ++blanks == 4) answer.resize(i);
    }
    Add("definition", std::string(person_ ? "Who " : "What ") + match[1].str() + " @?", answer);
  }

  bool Starts(const std::string& text) const {
    return text.starts_with(subject_) || text.starts_with("The " + subject_) ||
           text.starts_with("A " + subject_) || text.starts_with("\"" + subject_);
  }

  // What is said of the subject, if the sentence begins with it or with what stands for it.
  std::string BehindSubject(const std::string& text) const {
    static const std::regex stands("^(?:He|She|It|They|The [a-z]+(?: [a-z]+)?) ");
    std::smatch match;
    std::string rest;
    const std::size_t blank = subject_.rfind(' ');
    const std::string last = blank == std::string::npos ? subject_ : subject_.substr(blank + 1);
    if (const std::size_t at = text.find(subject_); at <= 5) {
      rest = text.substr(at + subject_.size());
      const std::size_t close = rest.find(')');
      if (rest.starts_with(" (") && close != std::string::npos) rest.erase(0, close + 1);
      while (!rest.empty() && (rest[0] == ' ' || rest[0] == '"' || rest[0] == ','))
        rest.erase(0, 1);
    } else if (text.starts_with(last + " ")) {
      rest = text.substr(last.size() + 1);
    } else if (std::regex_search(text, match, stands)) {
      rest = match.suffix();
    }
    return rest;
  }

  void AskTemplates(const std::string& rest) {
    static const std::vector<std::regex> patterns = [] {
      std::vector<std::regex> all;
      for (const Template& one : kTemplates) all.emplace_back(one.pattern);
      return all;
    }();
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      // Two wordings of a kind take turns.
      if (i + 1 < patterns.size() &&
          std::string_view(kTemplates[i].kind) == kTemplates[i + 1].kind &&
          extractive::HashLetters(subject_) / 8 % 2 == 0) {
        continue;
      }
      std::smatch match;
      if (!std::regex_search(rest, match, patterns[i])) continue;
      Add(kTemplates[i].kind, match.format(std::string(kTemplates[i].question)),
          match[kTemplates[i].answer]);
    }
  }

  const ingest::SourceDocument& article_;
  std::string subject_;
  bool person_ = false;
  std::vector<WikiQuestion> questions_;
};

}  // namespace

std::string SubjectOf(std::string_view title) {
  if (title.starts_with("Draft:")) title.remove_prefix(6);
  if (const std::size_t open = title.rfind(" (");
      open != std::string_view::npos && title.ends_with(")")) {
    title = title.substr(0, open);
  }
  return std::string(title);
}

std::vector<WikiQuestion> AskAbout(const ingest::SourceDocument& article) {
  return Asker(article).Run();
}

}  // namespace arborist::training
