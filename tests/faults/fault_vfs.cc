// SPDX-License-Identifier: AGPL-3.0-only
#include "faults/fault_vfs.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/check.h"

namespace arborist::faults {

namespace {

constexpr std::size_t kSectorBytes = 512;

// A call that changed a file since its last sync, and what stood there before.
struct Piece {
  std::size_t offset = 0;
  std::string before;  // of the bytes that were there
  std::string after;   // empty: the file was cut at the offset
  std::size_t size_before = 0;
};

// A file that took the place of another, and what that one held. Nothing: there was none.
struct Renamed {
  std::string to;
  std::optional<std::string> before;
};

// One process runs one verb under one plan, and SQLite's callbacks carry no pointer of ours.
struct State {
  Control* control = nullptr;
  sqlite3_vfs* real = nullptr;
  std::recursive_mutex mutex;
  std::map<std::string, std::vector<Piece>> unsynced;  // by path
  std::vector<Renamed> renamed;                        // whose folder was not synced since
  bool bad = false;                                    // the plan has struck and stays
};
State& TheState() {
  static auto* state = new State;  // threads of the verb may outlive main
  return *state;
}

// SQLite's own system calls are wrapped too; they were counted above.
thread_local int t_inside_sqlite = 0;
struct Inside {
  Inside() { ++t_inside_sqlite; }
  ~Inside() { --t_inside_sqlite; }
};

std::string ReadAllOf(const std::string& path) {
  std::string bytes;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return bytes;
  char buffer[65536];
  for (ssize_t got; (got = ::read(fd, buffer, sizeof buffer)) > 0;) {
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(fd);
  return bytes;
}

void Put(std::string* bytes, std::size_t offset, std::string_view piece) {
  if (bytes->size() < offset + piece.size()) bytes->resize(offset + piece.size());
  bytes->replace(offset, piece.size(), piece);
}

void Undo(std::string* bytes, const Piece& piece) {
  Put(bytes, piece.offset, piece.before);
  bytes->resize(piece.size_before);
}

// Some of the pieces, in some order, some of them torn between sectors.
void Redo(std::string* bytes, std::vector<Piece> pieces, std::mt19937* random) {
  const unsigned how = (*random)() % 4;  // nothing, in order, in any order, torn
  if (how == 0) return;
  if (how > 1) std::ranges::shuffle(pieces, *random);
  for (const Piece& piece : pieces) {
    if ((*random)() % 2 == 0) continue;
    if (piece.after.empty()) {
      bytes->resize(std::min(bytes->size(), piece.offset));
      continue;
    }
    const bool torn = how == 3 && (*random)() % 2 == 0;
    for (std::size_t at = 0; at < piece.after.size();) {
      const std::size_t sector_end =
          (piece.offset + at) / kSectorBytes * kSectorBytes + kSectorBytes;
      const std::size_t count = std::min(piece.after.size() - at, sector_end - piece.offset - at);
      if (!torn || (*random)() % 2 == 0) {
        Put(bytes, piece.offset + at, std::string_view(piece.after).substr(at, count));
      }
      at += count;
    }
  }
}

[[noreturn]] void EndProcess() {
  ::kill(::getpid(), SIGKILL);
  while (true) ::pause();
}

void WriteAllOf(const std::string& path, std::string_view bytes) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  CHECK(fd >= 0);
  const ssize_t put = ::write(fd, bytes.data(), bytes.size());
  CHECK(put == static_cast<ssize_t>(bytes.size()));
  ::close(fd);
}

[[noreturn]] void CutPower(State* state) {
  std::mt19937 random(state->control->plan.seed);
  for (auto renamed = state->renamed.rbegin(); renamed != state->renamed.rend(); ++renamed) {
    if (random() % 2 == 0) continue;
    if (renamed->before) {
      WriteAllOf(renamed->to, *renamed->before);
    } else {
      ::unlink(renamed->to.c_str());
    }
  }
  for (const auto& [path, pieces] : state->unsynced) {
    if (pieces.empty() || ::access(path.c_str(), F_OK) != 0) continue;
    std::string bytes = ReadAllOf(path);
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) Undo(&bytes, *piece);
    Redo(&bytes, pieces, &random);
    WriteAllOf(path, bytes);
  }
  EndProcess();
}

enum class Verdict : std::uint8_t { kGoOn, kFail, kHalf, kNoRoom };

bool NeedsRoom(Operation operation) {
  return operation == Operation::kWrite || operation == Operation::kCreate ||
         operation == Operation::kSharedMemory || operation == Operation::kFileCreate ||
         operation == Operation::kFileWrite;
}

// What becomes of this call. Holds no lock while it ends the process: nobody waits then.
Verdict Decide(Operation operation) {
  State& state = TheState();
  if (state.control == nullptr) return Verdict::kGoOn;
  const std::scoped_lock lock(state.mutex);
  const Inside inside;
  const Plan& plan = state.control->plan;
  const std::uint64_t number = ++state.control->counts[static_cast<std::size_t>(operation)];
  const bool now = operation == plan.operation && number == plan.at;
  if (now) state.control->hit = true;
  switch (plan.kind) {
    case Kind::kNone:
      return Verdict::kGoOn;
    case Kind::kFails:
      return now ? Verdict::kFail : Verdict::kGoOn;
    case Kind::kShort:
      return now ? Verdict::kHalf : Verdict::kGoOn;
    case Kind::kStaysBad:
      state.bad = state.bad || now;
      return state.bad && (now || operation != Operation::kRead) ? Verdict::kFail : Verdict::kGoOn;
    case Kind::kFull:
      state.bad = state.bad || now;
      return state.bad && NeedsRoom(operation) ? Verdict::kNoRoom : Verdict::kGoOn;
    case Kind::kKilled:
      if (now) EndProcess();
      return Verdict::kGoOn;
    case Kind::kPowerCut:
      if (now) CutPower(&state);
      return Verdict::kGoOn;
  }
  return Verdict::kGoOn;
}

// -- the VFS

struct File {
  sqlite3_file base;
  std::string* path;  // nullptr: a temporary file, which no crash leaves behind
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
File* Of(sqlite3_file* file) { return reinterpret_cast<File*>(file); }

// Remembers what stands there now, before it is changed.
void Note(File* file, std::size_t offset, std::size_t size, std::string_view after) {
  State& state = TheState();
  if (file->path == nullptr || state.control->plan.kind != Kind::kPowerCut) return;
  sqlite3_file* const real = file->real();
  sqlite3_int64 size_before = 0;
  if (real->pMethods->xFileSize(real, &size_before) != SQLITE_OK) return;
  Piece piece{.offset = offset,
              .before = {},
              .after = std::string(after),
              .size_before = static_cast<std::size_t>(size_before)};
  if (offset < piece.size_before) {
    piece.before.resize(std::min(size, piece.size_before - offset));
    real->pMethods->xRead(real, piece.before.data(), static_cast<int>(piece.before.size()),
                          static_cast<sqlite3_int64>(offset));
  }
  state.unsynced[*file->path].push_back(std::move(piece));
}

int Close(sqlite3_file* file) {
  const Inside inside;
  sqlite3_file* const real = Of(file)->real();
  const int code = real->pMethods->xClose(real);
  delete Of(file)->path;
  return code;
}

int Read(sqlite3_file* file, void* to, int count, sqlite3_int64 offset) {
  if (Decide(Operation::kRead) != Verdict::kGoOn) return SQLITE_IOERR_READ;
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xRead(real, to, count, offset);
}

int Write(sqlite3_file* file, const void* from, int count, sqlite3_int64 offset) {
  State& state = TheState();
  const std::scoped_lock lock(state.mutex);
  const Inside inside;
  const Verdict verdict = Decide(Operation::kWrite);
  if (verdict == Verdict::kFail) return SQLITE_IOERR_WRITE;
  if (verdict == Verdict::kNoRoom) return SQLITE_FULL;
  const int written = verdict == Verdict::kHalf ? count / 2 : count;
  const std::string_view bytes(static_cast<const char*>(from), static_cast<std::size_t>(written));
  Note(Of(file), static_cast<std::size_t>(offset), bytes.size(), bytes);
  sqlite3_file* const real = Of(file)->real();
  const int code = real->pMethods->xWrite(real, from, written, offset);
  return verdict == Verdict::kHalf && code == SQLITE_OK ? SQLITE_IOERR_WRITE : code;
}

int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  State& state = TheState();
  const std::scoped_lock lock(state.mutex);
  const Inside inside;
  if (Decide(Operation::kTruncate) != Verdict::kGoOn) return SQLITE_IOERR_TRUNCATE;
  Note(Of(file), static_cast<std::size_t>(size), ~std::size_t{0}, {});
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xTruncate(real, size);
}

int Sync(sqlite3_file* file, int flags) {
  State& state = TheState();
  const std::scoped_lock lock(state.mutex);
  const Inside inside;
  if (Decide(Operation::kSync) != Verdict::kGoOn) return SQLITE_IOERR_FSYNC;
  if (Of(file)->path != nullptr) state.unsynced.erase(*Of(file)->path);
  // The real disk is not what is tried here, and waiting for it is most of a run's time.
  (void)flags;
  return SQLITE_OK;
}

int FileSize(sqlite3_file* file, sqlite3_int64* size) {
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xFileSize(real, size);
}
int Lock(sqlite3_file* file, int level) {
  const Inside inside;
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xLock(real, level);
}
int Unlock(sqlite3_file* file, int level) {
  const Inside inside;
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xUnlock(real, level);
}
int CheckReservedLock(sqlite3_file* file, int* held) {
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xCheckReservedLock(real, held);
}
int FileControl(sqlite3_file* file, int operation, void* argument) {
  const Inside inside;
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xFileControl(real, operation, argument);
}
int SectorSize(sqlite3_file* file) {
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xSectorSize(real);
}
int DeviceCharacteristics(sqlite3_file* file) {
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xDeviceCharacteristics(real);
}
int SharedMemoryMap(sqlite3_file* file, int region, int size, int extend, void volatile** memory) {
  const Inside inside;
  sqlite3_file* const real = Of(file)->real();
  if (extend != 0) {
    const Verdict verdict = Decide(Operation::kSharedMemory);
    if (verdict != Verdict::kGoOn) return SQLITE_IOERR_SHMSIZE;
  }
  return real->pMethods->xShmMap(real, region, size, extend, memory);
}
int SharedMemoryLock(sqlite3_file* file, int offset, int count, int flags) {
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xShmLock(real, offset, count, flags);
}
void SharedMemoryBarrier(sqlite3_file* file) {
  sqlite3_file* const real = Of(file)->real();
  real->pMethods->xShmBarrier(real);
}
int SharedMemoryUnmap(sqlite3_file* file, int remove) {
  const Inside inside;
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xShmUnmap(real, remove);
}
// Where reads are counted or fail no page is mapped into memory, so that SQLite reads each.
int Fetch(sqlite3_file* file, sqlite3_int64 offset, int count, void** page) {
  const Control* const control = TheState().control;
  if (control != nullptr &&
      (control->plan.kind == Kind::kNone || control->plan.operation == Operation::kRead)) {
    *page = nullptr;
    return SQLITE_OK;
  }
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xFetch(real, offset, count, page);
}
int Unfetch(sqlite3_file* file, sqlite3_int64 offset, void* page) {
  sqlite3_file* const real = Of(file)->real();
  return real->pMethods->xUnfetch(real, offset, page);
}

constexpr sqlite3_io_methods kMethods = {3,
                                         Close,
                                         Read,
                                         Write,
                                         Truncate,
                                         Sync,
                                         FileSize,
                                         Lock,
                                         Unlock,
                                         CheckReservedLock,
                                         FileControl,
                                         SectorSize,
                                         DeviceCharacteristics,
                                         SharedMemoryMap,
                                         SharedMemoryLock,
                                         SharedMemoryBarrier,
                                         SharedMemoryUnmap,
                                         Fetch,
                                         Unfetch};

int Open(sqlite3_vfs* /*vfs*/, sqlite3_filename name, sqlite3_file* file, int flags,
         int* out_flags) {
  State& state = TheState();
  const Inside inside;
  File* const mine = Of(file);
  mine->base.pMethods = nullptr;
  mine->path = nullptr;
  const bool fresh =
      name != nullptr && (flags & SQLITE_OPEN_CREATE) != 0 && ::access(name, F_OK) != 0;
  if (fresh) {
    const Verdict verdict = Decide(Operation::kCreate);
    if (verdict == Verdict::kNoRoom) return SQLITE_CANTOPEN;
    if (verdict != Verdict::kGoOn) return SQLITE_CANTOPEN;
  }
  const int code = state.real->xOpen(state.real, name, mine->real(), flags, out_flags);
  if (mine->real()->pMethods == nullptr) return code;
  mine->base.pMethods = &kMethods;
  if (name != nullptr && (flags & SQLITE_OPEN_DELETEONCLOSE) == 0) {
    mine->path = new std::string(name);
  }
  return code;
}

int Delete(sqlite3_vfs* /*vfs*/, const char* name, int sync_folder) {
  State& state = TheState();
  const std::scoped_lock lock(state.mutex);
  const Inside inside;
  if (::access(name, F_OK) == 0) {
    if (Decide(Operation::kDelete) != Verdict::kGoOn) return SQLITE_IOERR_DELETE;
    state.unsynced.erase(name);
  }
  return state.real->xDelete(state.real, name, sync_folder);
}

sqlite3_vfs MakeVfs(sqlite3_vfs* real) {
  sqlite3_vfs vfs = *real;  // what is not named here has no use for its own vfs
  vfs.szOsFile = static_cast<int>(sizeof(File)) + real->szOsFile;
  vfs.pNext = nullptr;
  vfs.zName = "arborist-faults";
  vfs.xOpen = Open;
  vfs.xDelete = Delete;
  return vfs;
}

// -- calls without SQLite

// A file, and not a terminal, pipe or event of a server.
bool IsWatched(int fd) {
  struct stat info{};
  return fd > STDERR_FILENO && t_inside_sqlite == 0 && ::fstat(fd, &info) == 0 &&
         S_ISREG(info.st_mode);
}

bool IsFolder(int fd) {
  struct stat info{};
  return ::fstat(fd, &info) == 0 && S_ISDIR(info.st_mode);
}

// The names in this folder are on the disk now.
void FolderSynced(int fd) {
  State& state = TheState();
  const std::scoped_lock lock(state.mutex);
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), ignored);
  std::erase_if(state.renamed, [&](const Renamed& renamed) {
    return std::filesystem::path(renamed.to).parent_path() == folder;
  });
}

void NoteRename(const std::string& to) {
  State& state = TheState();
  if (state.control == nullptr || state.control->plan.kind != Kind::kPowerCut) return;
  const std::scoped_lock lock(state.mutex);
  const Inside inside;
  Renamed renamed{.to = to, .before = std::nullopt};
  if (::access(to.c_str(), F_OK) == 0) renamed.before = ReadAllOf(to);
  state.renamed.push_back(std::move(renamed));
}

int ErrorOf(Verdict verdict) { return verdict == Verdict::kNoRoom ? ENOSPC : EIO; }

}  // namespace

std::string_view Name(Operation operation) {
  constexpr std::array<std::string_view, kOperations> kNames = {
      "write",       "sync",       "truncate",  "delete",      "create", "shared memory",
      "file create", "file write", "file sync", "file rename", "read"};
  return kNames[static_cast<std::size_t>(operation)];
}

std::string_view Name(Kind kind) {
  constexpr std::string_view kNames[] = {"none", "fails",  "stays bad", "short",
                                         "full", "killed", "power cut"};
  return kNames[static_cast<std::size_t>(kind)];
}

void Install(Control* control) {
  State& state = TheState();
  CHECK(state.control == nullptr);
  CHECK(sqlite3_initialize() == SQLITE_OK);
  state.real = sqlite3_vfs_find(nullptr);
  state.control = control;
  static sqlite3_vfs vfs = MakeVfs(state.real);
  CHECK(sqlite3_vfs_register(&vfs, 1) == SQLITE_OK);
}

void VerbEnded(int exit_code) {
  State& state = TheState();
  state.control->ended_with = exit_code;
  const Plan& plan = state.control->plan;
  if (plan.at != 0 || (plan.kind != Kind::kPowerCut && plan.kind != Kind::kKilled)) return;
  const Inside inside;
  state.control->hit = true;
  if (plan.kind == Kind::kPowerCut) CutPower(&state);
  EndProcess();
}

}  // namespace arborist::faults

// The linker sends the calls of the product here (--wrap in CMakeLists.txt).
extern "C" {
int __real_open(const char* path, int flags, ...);
ssize_t __real_write(int fd, const void* from, size_t count);
int __real_fsync(int fd);
int __real_rename(const char* from, const char* to);

int __wrap_open(const char* path, int flags, ...) {
  using namespace arborist::faults;
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
    if (t_inside_sqlite == 0 && ::access(path, F_OK) != 0) {
      const Verdict verdict = Decide(Operation::kFileCreate);
      if (verdict != Verdict::kGoOn) {
        errno = ErrorOf(verdict);
        return -1;
      }
    }
  }
  return __real_open(path, flags, mode);
}

ssize_t __wrap_write(int fd, const void* from, size_t count) {
  using namespace arborist::faults;
  if (IsWatched(fd)) {
    const Verdict verdict = Decide(Operation::kFileWrite);
    if (verdict == Verdict::kHalf && count > 1) return __real_write(fd, from, count / 2);
    if (verdict != Verdict::kGoOn) {
      errno = ErrorOf(verdict);
      return -1;
    }
  }
  return __real_write(fd, from, count);
}

int __wrap_fsync(int fd) {
  using namespace arborist::faults;
  if ((IsWatched(fd) || (t_inside_sqlite == 0 && IsFolder(fd))) &&
      Decide(Operation::kFileSync) != Verdict::kGoOn) {
    errno = EIO;
    return -1;
  }
  if (t_inside_sqlite != 0) return __real_fsync(fd);
  if (IsFolder(fd)) FolderSynced(fd);
  return 0;
}

int __wrap_rename(const char* from, const char* to) {
  using namespace arborist::faults;
  if (t_inside_sqlite == 0 && Decide(Operation::kFileRename) != Verdict::kGoOn) {
    errno = EIO;
    return -1;
  }
  if (t_inside_sqlite == 0) NoteRename(to);
  return __real_rename(from, to);
}
}
