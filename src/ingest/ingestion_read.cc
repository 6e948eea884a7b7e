// SPDX-License-Identifier: AGPL-3.0-only
// The reader part of an ingestion: from paths to tasks.
#include <sys/stat.h>

#include <algorithm>

#include "base/contained.h"
#include "compress/byte_source.h"
#include "ingest/file_uri.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/json_lines.h"
#include "ingest/formats/mediawiki_dump.h"
#include "ingest/ingestion.h"
#include "ingest/title.h"

namespace arborist::ingest {

namespace {

constexpr std::uint64_t kBatchTextBytes = std::uint64_t{512} << 10;
constexpr std::size_t kBatchDocuments = 256;
constexpr std::chrono::milliseconds kProgressInterval{200};

std::int64_t ModificationTime(const FileDescriptor& fd) {
  struct stat info{};
  return ::fstat(fd.get(), &info) == 0 ? info.st_mtime : 0;
}

FileKind ForcedKind(SourceKind source) {
  switch (source) {
    case SourceKind::kMarkdown:
      return FileKind::kMarkdown;
    case SourceKind::kRest:
      return FileKind::kRest;
    case SourceKind::kAsciiDoc:
      return FileKind::kAsciiDoc;
    case SourceKind::kHtml:
      return FileKind::kHtml;
    case SourceKind::kMediaWiki:
      return FileKind::kMediaWikiDump;
    case SourceKind::kJsonLines:
      return FileKind::kJsonLines;
    default:
      return FileKind::kText;
  }
}

}  // namespace

bool Ingestion::Stopped() const {
  return environment_.stop != nullptr && environment_.stop->load();
}

// Sizes of all inputs, for the progress line and for what a dry run is to look at.
void Ingestion::MeasureInput() {
  const WalkOptions walk{.all = options_.all,
                         .include = options_.include,
                         .exclude = options_.exclude,
                         .beneath = options_.beneath};
  for (const auto& path : options_.paths) {
    // What is wrong with a path is said when it is read.
    (void)Walk(path, walk,
               {.on_file =
                    [&](const WalkedFile& file) {
                      input_total_ += file.size;
                      if (dry_run_) dry_run_->Expect(file.size);
                      return Status();
                    },
                .on_skip = {}});
  }
  // A limit is a sample already, and the user's own.
  if (dry_run_ && options_.limit == 0) dry_run_->ChooseSample();
}

void Ingestion::ShowProgress(const std::string& current, std::uint64_t input_bytes, bool force) {
  if (!environment_.on_progress) return;
  const auto now = std::chrono::steady_clock::now();
  if (!force && now - shown_ < kProgressInterval) return;
  shown_ = now;
  if (dry_run_) {
    progress_.documents = dry_run_->documents();
    progress_.text_bytes = dry_run_->text_bytes();
  } else {
    const MutexLock lock(report_mutex_);
    progress_.documents =
        report_.added + report_.unchanged + report_.superseded + report_.revised + report_.aliases;
    progress_.text_bytes = report_.text_bytes;
  }
  progress_.input_bytes = input_bytes;
  progress_.input_total = input_total_;
  progress_.current = current;
  environment_.on_progress(progress_);
}

Status Ingestion::ReadAll() {
  for (const auto& path : options_.paths) {
    if (Stopped() || LimitReached()) break;
    if (const Status status = ReadRoot(path); !status) {
      if (failed_) break;  // the writer's own error says more
      if (status.error().code == ErrorCode::kCancelled) break;
      Skip(path.string(), status.error().message);
    }
  }
  if (!PushFiles(true) && !failed_) return Fail(ErrorCode::kCancelled, "stopped");
  return {};
}

Status Ingestion::ReadRoot(const std::filesystem::path& root) {
  TRY_ASSIGN(const std::filesystem::path absolute, AbsolutePath(root));
  const auto uri_of = [&](const WalkedFile& file) {
    if (!options_.uri.empty()) return options_.uri;
    return options_.uri_prefix.empty() ? FileUri(file.path)
                                       : PrefixedUri(options_.uri_prefix, file.relative);
  };
  const WalkOptions walk{.all = options_.all,
                         .include = options_.include,
                         .exclude = options_.exclude,
                         .beneath = options_.beneath};
  TRY_ASSIGN(
      const WalkCounts counts,
      Walk(absolute, walk,
           {.on_file = [&](const WalkedFile& file) -> Status {
              if (Stopped() || LimitReached()) return Fail(ErrorCode::kCancelled, "stopped");
              Status taken = Contained([&] { return TakeFile(file, uri_of(file)); });
              if (taken || taken.error().code != ErrorCode::kEnvironment) return taken;
              Skip(file.path.string(), taken.error().message);
              return {};
            },
            .on_skip =
                [&](const std::filesystem::path& path, SkipReason reason, std::string_view detail) {
                  Skip(path.string(), std::string(Describe(reason)) +
                                          (detail.empty() ? "" : ": " + std::string(detail)));
                }}));
  const MutexLock lock(report_mutex_);
  for (std::size_t i = 0; i < kSkipReasons; ++i) {
    const auto reason = static_cast<SkipReason>(i);
    if (!IsNamedOneByOne(reason) && counts.skipped[i] > 0) {
      report_.passed_over[std::string(Describe(reason))] += counts.skipped[i];
    }
  }
  if (counts.of_folder) {
    folders_.push_back({absolute, options_.uri_prefix.empty()
                                      ? FileUri(absolute) + "/"
                                      : PrefixedUri(options_.uri_prefix, "")});
  }
  return {};
}

FileKind Ingestion::KindOf(const std::filesystem::path& path, const std::string& head,
                           const std::string& raw) const {
  const FileKind detected = DetectKind(path.string(), head, raw);
  if (options_.source == SourceKind::kAuto || detected == FileKind::kEmpty) return detected;
  return ForcedKind(options_.source);
}

Status Ingestion::TakeFile(const WalkedFile& file, const std::string& uri) {
  if (!seen_.insert(uri).second) return {};  // the same path given twice
  ShowProgress(file.path.string(), input_done_, false);
  input_done_ += file.size;
  const bool whole_known = dry_run_ && file.size == 0;
  const bool small = DryRun::IsSmall(file.size);
  DryRun::Group group =
      dry_run_ && small && !whole_known ? DryRun::GroupOf(file.size) : DryRun::kExact;
  if (whole_known) dry_run_->AddWhole(0);
  if (group != DryRun::kExact && !dry_run_->Takes(file.size)) return {};
  const auto skip = [&](std::string reason) -> Status {
    if (dry_run_ && !small) dry_run_->AddWhole(file.size);
    Skip(file.path.string(), std::move(reason), group);
    return {};
  };
  auto opened = file.file.Open();
  if (!opened) return skip(opened.error().message);
  auto head = [&]() -> Result<std::string> {
    TRY_ASSIGN(const auto bytes, compress::OpenByteSource(std::move(*opened), file.path));
    return compress::ReadHead(bytes.get(), kHeadBytes);
  }();
  if (!head) return skip(head.error().message);
  const FileKind kind = KindOf(file.path, *head, "");
  if (kind == FileKind::kEmpty) return skip("empty");
  if (kind == FileKind::kPdf || kind == FileKind::kOffice || kind == FileKind::kArchive)
    return skip(std::string(Describe(kind)));
  if (!IsReadable(kind)) return skip("not text: " + std::string(Describe(kind)));
  if (kind == FileKind::kMediaWikiDump || kind == FileKind::kJsonLines) {
    if (!PushFiles(true)) return Fail(ErrorCode::kCancelled, "stopped");
    if (dry_run_ && !small) group = dry_run_->AddStream(file.size);
    return kind == FileKind::kMediaWikiDump ? ReadDump(file, group) : ReadJsonLines(file, group);
  }
  if (dry_run_ && !small) {
    group = DryRun::GroupOf(file.size);
    if (!dry_run_->Takes(file.size)) return {};
  }
  if (group != file_batch_group_ && !PushFiles(true)) return Fail(ErrorCode::kCancelled, "stopped");
  file_batch_group_ = group;
  file_batch_.push_back({.file = file.file, .uri = uri, .kind = kind});
  file_batch_bytes_ += std::max<std::uint64_t>(file.size, 1);
  ++taken_;
  if (!PushFiles(false)) return Fail(ErrorCode::kCancelled, "stopped");
  return {};
}

bool Ingestion::PushFiles(bool all) {
  if (file_batch_.empty()) return true;
  if (!all && file_batch_bytes_ < kBatchTextBytes && file_batch_.size() < kBatchDocuments)
    return true;
  Task task;
  task.files = std::move(file_batch_);
  task.group = file_batch_group_;
  file_batch_.clear();
  return Push(std::move(task), std::exchange(file_batch_bytes_, 0));
}

bool Ingestion::Push(Task task, std::uint64_t cost) {
  return pool_->Push(std::move(task), std::max<std::uint64_t>(cost, 1));
}

// How far every shard has this dump; 0 when it changed since, or was never begun.
std::uint64_t Ingestion::ResumePoint(const std::string& key, const Stream& stream) {
  const auto it = resume_marks_.find(key);
  if (it == resume_marks_.end()) return 0;
  std::uint64_t point = ~std::uint64_t{0};
  for (const std::string& value : it->second) {
    const auto mark = DecodeResumePlace(key, value);
    if (!mark) {
      if (environment_.on_note) {
        environment_.on_note("the mark where " + stream.path.string() + " stopped is damaged (" +
                             mark.error().message + "); reading it from the start");
      }
      return 0;
    }
    if (mark->size != stream.size || mark->mtime != stream.mtime) return 0;
    point = std::min(point, mark->ordinal);
  }
  return it->second.size() == set_.count ? point : 0;
}

template <typename Reader>
Status Ingestion::ReadStream(Reader* reader, const Stream& stream, DryRun::Group group) {
  const auto& [path, size, mtime] = stream;
  const std::string key = ResumeKey(path);
  const bool keeps_marks = options_.limit == 0 && !dry_run_;
  if (const std::uint64_t point = keeps_marks ? ResumePoint(key, stream) : 0; point > 0) {
    reader->SkipUntil(point);
    const MutexLock lock(report_mutex_);
    report_.resumed += point;
  }
  Task task;
  std::uint64_t bytes = 0;
  // A dry run reads only the start of a large one.
  const std::uint64_t wanted =
      dry_run_ && !DryRun::IsSmall(size) ? dry_run_->TextWanted(size) : ~std::uint64_t{0};
  std::uint64_t text_bytes = 0;
  const auto push = [&]() -> bool {
    if (task.documents.empty()) return true;
    task.origin = path.string();
    task.group = group;
    if (keeps_marks) {
      task.mark = ResumeMark{
          key, EncodeResumePlace(
                   key, {.ordinal = reader->ordinal(), .size = size, .mtime = stream.mtime})};
    }
    const bool taken = Push(std::move(task), bytes);
    task = {};
    bytes = 0;
    return taken;
  };
  std::optional<Error> damage;
  bool ended = false;
  while (!ended && !damage && !Stopped() && !LimitReached() && text_bytes < wanted) {
    auto next = reader->Next();
    for (const Skipped& skipped : reader->TakeSkipped())
      Skip(path.string() + ": " + skipped.what, skipped.reason, group);
    if (!next) {
      damage = std::move(next).error();
    } else if (!*next) {
      ended = true;
    } else {
      bytes += (*next)->text.size() + (*next)->uri.size();
      text_bytes += (*next)->text.size();
      ++taken_;
      if (FoldTitle(&(*next)->title)) {
        if ((*next)->title.empty()) (*next)->title = (*next)->uri;
        const MutexLock lock(report_mutex_);
        ++report_.titles_folded;
      }
      ShowProgress((*next)->title, input_done_ - size + reader->consumed(), false);
      task.documents.push_back(std::move(**next));
      if (bytes >= kBatchTextBytes || task.documents.size() >= kBatchDocuments) {
        if (!push()) return Fail(ErrorCode::kCancelled, "stopped");
      }
    }
  }
  if (!push()) return Fail(ErrorCode::kCancelled, "stopped");
  if (damage) Skip(path.string(), damage->message + "; what stood before it was read", group);
  if (dry_run_ && !DryRun::IsSmall(size))
    dry_run_->EndStream(group, ended || damage ? size : reader->consumed());
  if (keeps_marks && !Stopped()) {
    Task end;
    end.mark = ResumeMark{key, ""};
    if (!Push(std::move(end), 1)) return Fail(ErrorCode::kCancelled, "stopped");
  }
  return {};
}

// Opens a dump or JSON Lines file. Nothing: it was skipped.
std::unique_ptr<compress::ByteSource> Ingestion::OpenStream(const WalkedFile& file,
                                                            unsigned threads, DryRun::Group group,
                                                            Stream* stream) {
  auto source = [&]() -> Result<std::unique_ptr<compress::ByteSource>> {
    TRY_ASSIGN(FileDescriptor fd, file.file.Open());
    *stream = {file.path, file.size, ModificationTime(fd)};
    return compress::OpenByteSource(
        std::move(fd), file.path,
        {.threads = threads, .max_expansion_ratio = options_.limits.max_expansion_ratio});
  }();
  if (source) return std::move(*source);
  Skip(file.path.string(), source.error().message, group);
  return nullptr;
}

Status Ingestion::ReadDump(const WalkedFile& file, DryRun::Group group) {
  Stream stream;
  auto source = OpenStream(file, static_cast<unsigned>(workers_.size()), group, &stream);
  if (source == nullptr) return {};
  auto reader = DumpReader::Open(std::move(source),
                                 {.all_namespaces = options_.all, .limits = options_.limits});
  if (!reader) {
    Skip(file.path.string(), reader.error().message, group);
    return {};
  }
  TRY(ReadStream(reader->get(), stream, group));
  const std::uint64_t other = (*reader)->counts().other_namespaces;
  if (dry_run_) {
    dry_run_->CountOtherNamespaces(group, other);
  } else if (other > 0) {
    const MutexLock lock(report_mutex_);
    report_.passed_over[std::string(kOtherNamespaces)] += other;
  }
  return {};
}

Status Ingestion::ReadJsonLines(const WalkedFile& file, DryRun::Group group) {
  Stream stream;
  auto source = OpenStream(file, 1, group, &stream);
  if (source == nullptr) return {};
  JsonLinesReader reader(std::move(source), options_.limits);
  return ReadStream(&reader, stream, group);
}

// Files that the store knows under the folders of this run and that are there no more.
Status Ingestion::FindVanished() {
  if (Stopped() || LimitReached()) return {};
  for (const WalkedFolder& folder : folders_) {
    for (const auto& writer : writers_) {
      TRY_ASSIGN(const std::vector<std::string> uris, writer->CurrentFileUris(folder.uri_prefix));
      std::vector<std::string> vanished;
      for (const std::string& uri : uris) {
        if (seen_.contains(uri)) continue;
        const std::string relative =
            DecodePath(std::string_view(uri).substr(folder.uri_prefix.size()));
        std::error_code error;
        const auto status = std::filesystem::symlink_status(folder.path / relative, error);
        if (status.type() == std::filesystem::file_type::not_found) vanished.push_back(uri);
      }
      std::uint64_t gone = 0;
      if (options_.mark_gone && !vanished.empty()) {
        TRY(writer->Begin());
        for (const std::string& uri : vanished) {
          TRY_ASSIGN(const bool retired, writer->MarkGone(uri));
          gone += retired ? 1 : 0;
        }
        TRY(writer->Commit());
      }
      const MutexLock lock(report_mutex_);
      report_.vanished += vanished.size();
      report_.gone += gone;
    }
  }
  return {};
}

}  // namespace arborist::ingest
