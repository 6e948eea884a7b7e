// SPDX-License-Identifier: AGPL-3.0-only
// Objects are read from the object database, never from the work tree, so no filter, attribute or
// index counts. The size of an object is asked for before it is read. libgit2 checks that the bytes
// hash to the id; what does not is damage of that object alone.
#include "git/repository.h"

#include <algorithm>
#include <utility>

#include "git/handles.h"

namespace arborist::git {

namespace {

// Of commits and folders: no honest one comes near it.
constexpr std::uint64_t kMaxStructureBytes = std::uint64_t{64} << 20;

std::string TextOf(const git_config& config, const char* name) {
  git_buf value = GIT_BUF_INIT;
  std::string text;
  if (Git().config_get_string_buf(&value, &config, name) == 0) text.assign(value.ptr, value.size);
  Git().buf_dispose(&value);
  return text;
}

// Whether any remote promises objects that are not here.
bool HasPromisor(const git_config& config) {
  git_config_iterator* iterator = nullptr;
  if (Git().config_iterator_glob_new(&iterator, &config, "remote\\..*\\.promisor") != 0)
    return false;
  git_config_entry* entry = nullptr;
  bool found = false;
  while (!found && Git().config_next(&entry, iterator) == 0)
    found = entry->value != nullptr && std::string_view(entry->value) != "false";
  Git().config_iterator_free(iterator);
  return found;
}

// libgit2 opens what it finds, and a pipe keeps it waiting for ever.
Status RefusePipes(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = fs::is_directory(path / ".git", error) ? path / ".git" : path;
  const auto refuse = [](const fs::path& pipe) {
    return Fail(ErrorCode::kInvalidData, pipe.string() + " is a pipe or a device, and no file");
  };
  const auto is_special = [](const fs::file_status& status) {
    return status.type() == fs::file_type::fifo || status.type() == fs::file_type::character;
  };
  for (const char* const name : {"HEAD", "config", "packed-refs", "shallow", "commondir"}) {
    if (is_special(fs::status(folder / name, error))) return refuse(folder / name);
  }
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (const char* const name : {"refs", "objects"}) {
    for (fs::recursive_directory_iterator at(folder / name, kOptions, error), end;
         !error && at != end; at.increment(error)) {
      std::error_code ignored;
      if (is_special(at->status(ignored))) return refuse(at->path());
    }
  }
  return {};
}

Error NotRepository(const std::filesystem::path& path, int code) {
  Error error = LastError(code);
  std::error_code ignored;
  if (std::filesystem::is_directory(path / ".hg", ignored)) {
    return {ErrorCode::kUnsupported,
            path.string() +
                " is a Mercurial repository, of which only the working copy is read: "
                "leave out --source git"};
  }
  if (code == GIT_ENOTFOUND) {
    return {
        ErrorCode::kNotFound,
        path.string() + " is no git repository: neither it nor .git in it has objects and HEAD"};
  }
  return std::move(error).In(path.string());
}

Result<git_odb_object*> ReadObject(const Handles& handles, const ObjectId& id,
                                   std::uint64_t max_bytes) {
  const git_oid oid = ToOid(id);
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  int code = Git().odb_read_header(&size, &type, handles.odb.get(), &oid);
  if (code != 0) return std::unexpected(LastError(code));
  if (size > max_bytes) {
    return Fail(ErrorCode::kLimitExceeded, "it has " + std::to_string(size) +
                                               " bytes, the limit is " + std::to_string(max_bytes));
  }
  git_odb_object* object = nullptr;
  code = Git().odb_read(&object, handles.odb.get(), &oid);
  if (code != 0) return std::unexpected(LastError(code));
  return object;
}

}  // namespace

std::optional<ObjectId> ObjectId::FromHexString(std::string_view hex) {
  ObjectId id;
  const auto bytes = FromHex(hex);
  if (!bytes || bytes->size() != id.bytes.size()) return std::nullopt;
  std::ranges::copy(AsBytes(*bytes), id.bytes.begin());
  return id;
}

Error LastError(int code) {
  const git_error* const last = Git().error_last();
  std::string message = last != nullptr && last->message != nullptr ? last->message : "unknown";
  const int kind = last == nullptr ? GIT_ERROR_NONE : last->klass;
  if (code == GIT_ENOTFOUND) return {ErrorCode::kNotFound, std::move(message)};
  if (kind == GIT_ERROR_OS) return {ErrorCode::kEnvironment, std::move(message)};
  if (kind == GIT_ERROR_NOMEMORY)
    return {ErrorCode::kLimitExceeded, "it takes more memory than one object may"};
  return {ErrorCode::kInvalidData, std::move(message)};
}

Result<TreeHandle> OpenTree(const Handles& handles, const ObjectId& id) {
  const git_oid oid = ToOid(id);
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  int code = Git().odb_read_header(&size, &type, handles.odb.get(), &oid);
  if (code != 0) return std::unexpected(LastError(code));
  if (size > kMaxStructureBytes)
    return Fail(ErrorCode::kLimitExceeded,
                "the list of a folder has " + std::to_string(size) + " bytes");
  git_tree* tree = nullptr;
  code = Git().tree_lookup(&tree, handles.repository.get(), &oid);
  if (code != 0) return std::unexpected(LastError(code));
  return TreeHandle(tree);
}

Result<CommitHandle> OpenCommit(const Handles& handles, const ObjectId& id) {
  const git_oid oid = ToOid(id);
  git_commit* commit = nullptr;
  const int code = Git().commit_lookup(&commit, handles.repository.get(), &oid);
  if (code != 0) return std::unexpected(LastError(code).In("commit " + id.hex()));
  return CommitHandle(commit);
}

Repository::Repository(std::unique_ptr<Handles> handles, Facts facts)
    : handles_(std::move(handles)), facts_(facts) {}

Repository::~Repository() = default;

Result<std::unique_ptr<Repository>> Repository::Open(const Library&,
                                                     const std::filesystem::path& path) {
  TRY(RefusePipes(path));
  git_repository* opened = nullptr;
  int code =
      Git().repository_open_ext(&opened, path.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
  if (code != 0) return std::unexpected(NotRepository(path, code));
  auto handles = std::make_unique<Handles>();
  handles->repository.reset(opened);
  git_config* snapshot = nullptr;
  code = Git().repository_config_snapshot(&snapshot, opened);
  if (code != 0) return std::unexpected(LastError(code).In(path.string()));
  const ConfigHandle config(snapshot);
  const std::string format = TextOf(*config, "extensions.objectformat");
  if (!format.empty() && format != "sha1") {
    return Fail(ErrorCode::kUnsupported,
                path.string() + " names its objects by " + format +
                    ", and libgit2 of this build knows SHA-1 only; ingest a checkout of it");
  }
  const std::string refs = TextOf(*config, "extensions.refstorage");
  if (!refs.empty() && refs != "files") {
    return Fail(ErrorCode::kUnsupported,
                path.string() + " keeps its branches as " + refs +
                    ", which libgit2 of this build cannot read; ingest a checkout of it");
  }
  git_odb* odb = nullptr;
  code = Git().repository_odb(&odb, opened);
  if (code != 0) return std::unexpected(LastError(code).In(path.string()));
  handles->odb.reset(odb);
  const Facts facts{
      .bare = Git().repository_is_bare(opened) == 1,
      .partial_clone = !TextOf(*config, "extensions.partialclone").empty() || HasPromisor(*config),
      .shallow = Git().repository_is_shallow(opened) == 1};
  return std::unique_ptr<Repository>(new Repository(std::move(handles), facts));
}

Result<ObjectId> Repository::ResolveCommit(std::string_view name) const {
  const std::string wanted(name);
  if (name == "HEAD" && Git().repository_head_unborn(handles_->repository.get()) == 1)
    return Fail(ErrorCode::kNotFound, "it has no commit yet on the branch of HEAD");
  git_object* found = nullptr;
  int code = Git().revparse_single(&found, handles_->repository.get(), wanted.c_str());
  if (code != 0) return std::unexpected(LastError(code).In(wanted));
  const ObjectHandle object(found);
  git_object* peeled = nullptr;
  code = Git().object_peel(&peeled, object.get(), GIT_OBJECT_COMMIT);
  if (code != 0) return Fail(ErrorCode::kNotFound, wanted + " names something that is no commit");
  const ObjectHandle commit(peeled);
  return FromOid(*Git().object_id(commit.get()));
}

Status Repository::CheckCommit(const ObjectId& commit) const {
  TRY_ASSIGN(const CommitHandle opened, OpenCommit(*handles_, commit));
  const ObjectId root = FromOid(*Git().commit_tree_id(opened.get()));
  if (auto tree = OpenTree(*handles_, root); !tree)
    return std::unexpected(std::move(tree).error().In("the root folder of commit " + commit.hex()));
  return {};
}

Result<Entry> Repository::Find(const ObjectId& commit, std::string_view path) const {
  TRY_ASSIGN(const CommitHandle opened, OpenCommit(*handles_, commit));
  TRY_ASSIGN(const TreeHandle tree,
             OpenTree(*handles_, FromOid(*Git().commit_tree_id(opened.get()))));
  git_tree_entry* entry = nullptr;
  const int code = Git().tree_entry_bypath(&entry, tree.get(), std::string(path).c_str());
  if (code != 0) return std::unexpected(LastError(code));
  const git_filemode_t mode = Git().tree_entry_filemode(entry);
  const Entry found = EntryOf(*entry);
  Git().tree_entry_free(entry);
  if (mode == GIT_FILEMODE_TREE)
    return Fail(ErrorCode::kNotFound, std::string(path) + " is a folder");
  return found;
}

Result<std::string> Repository::ReadBlob(const ObjectId& id, std::uint64_t max_bytes) const {
  auto read = ReadObject(*handles_, id, max_bytes);
  if (!read) {
    Error error = std::move(read).error();
    switch (error.code) {
      case ErrorCode::kNotFound:
        error.message = facts_.partial_clone ? "not fetched: the repository is a partial clone"
                                             : "its object is missing from the repository";
        break;
      case ErrorCode::kInvalidData:
        error.message = "its object is damaged (" + error.message + ")";
        break;
      default:
        break;
    }
    return std::unexpected(std::move(error));
  }
  const OdbObjectHandle object(*read);
  if (Git().odb_object_type(object.get()) != GIT_OBJECT_BLOB)
    return Fail(ErrorCode::kInvalidData, "its object is damaged (it is no file)");
  return std::string(static_cast<const char*>(Git().odb_object_data(object.get())),
                     Git().odb_object_size(object.get()));
}

}  // namespace arborist::git
