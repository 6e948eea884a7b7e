// SPDX-License-Identifier: AGPL-3.0-only
// chat-text-v1: docs/format/chat-text.md. A conversation is named by the id that its provider gave
// it, so that a newer export supersedes an older one wherever it lies.
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chat/export.h"
#include "compress/byte_source.h"
#include "crypto/sha256.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/format.h"
#include "ingest/formats/reading_adapter.h"
#include "ingest/title.h"

namespace arborist::ingest {

namespace {

constexpr std::string_view kChatExtraction = "chat-text-v1";

// Of "a.zip: ttl/x.json" or a path the last part.
std::string_view FileNameOf(std::string_view name) {
  name = name.substr(name.rfind('/') + 1);
  const std::size_t inside = name.rfind(": ");
  return inside == std::string_view::npos ? name : name.substr(inside + 2);
}

class ChatStream final : public StreamReader {
 public:
  ChatStream(const Origin& origin, chat::Export kind, std::string head,
             std::unique_ptr<compress::ByteSource> source, const Limits& limits)
      : origin_uri_(origin.uri()),
        depth_(origin.depth()),
        limits_(limits),
        head_(std::move(head)),
        source_(std::move(source)),
        reader_(
            kind, [this](char* buffer, std::size_t size) { return Read(buffer, size); },
            ReadingLimitsOf(limits), limits.max_document_bytes) {}

  Result<std::optional<SourceDocument>> Next() override {
    while (true) {
      if (ready_.empty()) {
        TRY_ASSIGN(std::optional<chat::Conversation> next, reader_.Next());
        if (!next) return std::nullopt;
        Take(std::move(*next));
        continue;
      }
      SourceDocument document = std::move(ready_.front());
      ready_.pop_front();
      if (++ordinal_ > skip_until_) return document;
    }
  }

  std::uint64_t ordinal() const override { return ordinal_; }
  void SkipUntil(std::uint64_t ordinal) override { skip_until_ = ordinal; }
  std::vector<Skipped> TakeSkipped() override { return std::exchange(skipped_, {}); }
  std::uint64_t consumed() const override { return source_->consumed(); }

 private:
  Result<std::size_t> Read(char* buffer, std::size_t size) {
    if (pos_ == head_.size()) return source_->Read(buffer, size);
    const std::size_t count = head_.copy(buffer, size, pos_);
    pos_ += count;
    return count;
  }

  // A conversation, and behind it the files that were attached to it and have text.
  void Take(chat::Conversation conversation) {
    const std::string number = "n=" + std::to_string(conversation.number);
    auto extracted = ExtractedOf(std::move(conversation.reading), limits_);
    if (!extracted) {
      skipped_.push_back({"conversation " + std::to_string(conversation.number),
                          std::move(extracted).error().message});
      return;
    }
    SourceDocument document;
    document.uri =
        conversation.uri.empty() ? UriInside(origin_uri_, depth_, number) : conversation.uri;
    document.title = OneLine(extracted->title, limits_.max_title_bytes);
    if (document.title.empty()) document.title = "Conversation of " + extracted->content_date;
    document.text = std::move(extracted->text);
    document.source_type = "chat";
    document.extraction = kChatExtraction;
    document.source_hash = SourceHash(crypto::Sha256(*conversation.source));
    document.links = std::move(extracted->links);
    document.content_date = std::move(extracted->content_date);
    document.notes = std::move(extracted->notes);
    const std::string uri = document.uri;
    ready_.push_back(std::move(document));
    for (reading::Child& child : extracted->children) {
      SourceDocument attached;
      attached.uri = uri + "#" + child.fragment;
      attached.title = TitleOfFile({}, child.name, limits_.max_title_bytes);
      attached.source_hash = SourceHash(crypto::Sha256(child.bytes));
      attached.text = std::move(child.bytes);
      attached.source_type = "chat";
      attached.extraction = kChatExtraction;
      ready_.push_back(std::move(attached));
    }
  }

  const std::string origin_uri_;
  const unsigned depth_;
  const Limits limits_;
  const std::string head_;
  std::size_t pos_ = 0;  // in the head
  std::unique_ptr<compress::ByteSource> source_;
  chat::ChatReader reader_;
  std::deque<SourceDocument> ready_;
  std::uint64_t ordinal_ = 0;
  std::uint64_t skip_until_ = 0;
  std::vector<Skipped> skipped_;
};

}  // namespace

bool HoldsChat(const Head& head) {
  return chat::ExportOf(FileNameOf(head.name), head.text).has_value();
}

Result<std::unique_ptr<StreamReader>> OpenChat(const Origin& origin, const ReadOptions& options) {
  TRY_ASSIGN(std::unique_ptr<compress::ByteSource> source,
             origin.Open({.threads = options.threads,
                          .max_expansion_ratio = options.limits.max_expansion_ratio}));
  TRY_ASSIGN(std::string head, compress::ReadHead(source.get(), kHeadBytes));
  const auto kind = chat::ExportOf(FileNameOf(origin.name()), head);
  if (kind == chat::Export::kAccount)
    return Fail(ErrorCode::kUnsupported, "the account data of a chat export, which is not read");
  if (!kind || *kind == chat::Export::kUnknown) {
    return Fail(ErrorCode::kUnsupported, "a chat export in a form that this version does not know");
  }
  return std::make_unique<ChatStream>(origin, *kind, std::move(head), std::move(source),
                                      options.limits);
}

}  // namespace arborist::ingest
