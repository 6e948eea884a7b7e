// SPDX-License-Identifier: AGPL-3.0-only
// An origin is opened twice: for a look at its first bytes, which chooses the format, and to be
// read. A document is then read whole, hashed as it is stored and decompressed from the same bytes;
// a stream decompresses as it goes, and its reader hashes each document.
#include "ingest/dispatch.h"

#include <memory>
#include <utility>

#include "compress/byte_source.h"
#include "crypto/sha256.h"
#include "ingest/formats/table.h"
#include "ingest/title.h"

namespace arborist::ingest {

namespace {

Result<std::string> HeadOf(const Origin& origin) {
  TRY_ASSIGN(const std::unique_ptr<compress::ByteSource> bytes, origin.Open({}));
  return compress::ReadHead(bytes.get(), kHeadBytes);
}

Result<std::string> Decompressed(std::string_view stored, const Limits& limits) {
  TRY_ASSIGN(const std::unique_ptr<compress::ByteSource> source,
             compress::OpenBytes(
                 stored, {.threads = 0, .max_expansion_ratio = limits.max_expansion_ratio}));
  return compress::ReadRest(source.get(), limits.max_file_bytes);
}

// A redirect, which has no text of its own.
DocumentRead AliasOf(const Origin& origin, const Format& format, const SourceHash& source_hash) {
  return DocumentRead{source_hash,
                      SourceDocument{.uri = origin.uri(),
                                     .title = origin.uri(),
                                     .text = {},
                                     .source_type = std::string(format.source_type),
                                     .extraction = format.extraction,
                                     .source_hash = source_hash,
                                     .links = {},
                                     .alias_of = origin.alias_of()},
                      {}};
}

Status DispatchMembers(const OriginPtr& origin, const Format& format, const ReadOptions& options,
                       OriginSink* sink) {
  if (origin->depth() >= options.limits.max_depth) {
    sink->Skip(*origin, "an archive inside " + std::to_string(origin->depth()) +
                            " others, which is the limit");
    return {};
  }
  auto members = format.expand(*origin, options);
  if (!members) {
    sink->Skip(*origin, std::move(members).error().message);
    return {};
  }
  ReadOptions inside = options;
  inside.format = nullptr;  // the one that was asked for is the archive's
  while (true) {
    auto next = (*members)->Next();
    for (Skipped& skipped : (*members)->TakeSkipped())
      sink->SkipInside(*origin, std::move(skipped.what), std::move(skipped.reason));
    if (!next) {
      sink->Skip(*origin, next.error().message + "; what stood before it was read");
      return {};
    }
    if (!*next) {
      for (const auto& [reason, count] : (*members)->passed_over()) sink->PassOver(reason, count);
      sink->EndMembers(*origin);
      return {};
    }
    TRY(Dispatch(MemberOrigin(*origin, (*next)->fragment, (*next)->name, std::move((*next)->bytes)),
                 inside, sink));
  }
}

}  // namespace

Status Dispatch(OriginPtr origin, const ReadOptions& options, OriginSink* sink) {
  if (sink->IsFull()) return Fail(ErrorCode::kCancelled, "stopped");
  if (!sink->Wants(*origin)) return {};
  const auto skip = [&](Error error) -> Status {
    sink->Skip(*origin, std::move(error.message));
    return {};
  };
  auto head = HeadOf(*origin);
  if (!head) return skip(std::move(head).error());
  Detected detected = Detect(origin->name(), *head);
  if (options.format != nullptr && !head->empty()) detected.format = options.format;
  if (detected.format == nullptr) {
    sink->Refuse(*origin, detected);
    return {};
  }
  const Format& format = *detected.format;
  if (format.expand != nullptr) return DispatchMembers(origin, format, options, sink);
  if (!format.many()) return sink->TakeDocument(std::move(origin), format);
  auto reader = format.open(*origin, options);
  if (!reader) return skip(std::move(reader).error());
  return sink->TakeStream(origin, reader->get());
}

Result<DocumentRead> ReadDocument(const Origin& origin, const Format& format, const Limits& limits,
                                  const std::function<bool(const SourceHash&)>& is_known) {
  TRY_ASSIGN(std::string bytes, origin.ReadAll(limits.max_file_bytes));
  const SourceHash source_hash(crypto::Sha256(bytes));
  if (is_known(source_hash)) return DocumentRead{source_hash, std::nullopt, {}};
  if (!origin.alias_of().empty()) return AliasOf(origin, format, source_hash);
  if (compress::IsCompressed(bytes)) {
    TRY_ASSIGN(bytes, Decompressed(bytes, limits));
  }
  const Format* const settled =
      format.settle == nullptr ? nullptr : FormatNamed(format.settle(bytes));
  const Format& actual = settled == nullptr ? format : *settled;
  TRY_ASSIGN(Extracted extracted, actual.read(origin, std::move(bytes), limits));
  extracted.notes.origin = origin.object();
  const std::string& own_title = origin.title().empty() ? extracted.title : origin.title();
  std::vector<OriginPtr> children;
  for (reading::Child& child : extracted.children)
    children.push_back(MemberOrigin(origin, child.fragment, child.name, std::move(child.bytes)));
  return DocumentRead{
      source_hash,
      SourceDocument{.uri = origin.uri(),
                     .title = TitleOfFile(own_title, origin.title_source(), limits.max_title_bytes),
                     .text = std::move(extracted.text),
                     .source_type = std::string(actual.source_type),
                     .extraction = actual.extraction,
                     .source_hash = source_hash,
                     .links = std::move(extracted.links),
                     .content_date = std::move(extracted.content_date),
                     .notes = std::move(extracted.notes),
                     .alias_of = {}},
      std::move(children)};
}

Result<DocumentRead> ReadDocument(const Origin& origin, const Format& format,
                                  const Limits& limits) {
  return ReadDocument(origin, format, limits, [](const SourceHash&) { return false; });
}

Status TransferAll(const Origin& origin, StreamReader* reader,
                   const std::function<Result<bool>(SourceDocument)>& take,
                   const std::function<void(std::string place, std::string reason)>& skip) {
  while (true) {
    auto next = reader->Next();
    for (const Skipped& skipped : reader->TakeSkipped())
      skip(origin.name() + ": " + skipped.what, skipped.reason);
    if (!next) {
      skip(origin.name(), next.error().message + "; what stood before it was read");
      return {};
    }
    if (!*next) return {};
    (*next)->notes.origin = origin.object();
    TRY_ASSIGN(const bool more, take(std::move(**next)));
    if (!more) return {};
  }
}

}  // namespace arborist::ingest
