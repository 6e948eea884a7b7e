// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/html_tree.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"

namespace arborist::ingest {

// Everything gumbo allocates for one page, freed at once: gumbo's own way to free a tree recurses.
class HtmlTree::Memory {
 public:
  enum class Stop : int { kNone = 0, kMemory = 1, kTime = 2 };

  explicit Memory(std::size_t page_bytes)
      : left_(std::min(kMaxBytes, kBaseBytes + kBytesPerByte * page_bytes)),
        deadline_(ThreadNanoseconds() + kBaseNanoseconds +
                  kNanosecondsPerByte * static_cast<std::int64_t>(page_bytes)) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    for (Header* block = blocks_.next; block != &blocks_;)
      std::free(std::exchange(block, block->next));
  }

  // Runs gumbo; null and the reason when it had to be stopped. Only trivial objects live in this
  // frame and in gumbo's, so leaving them by longjmp is well defined.
  const GumboOutput* Parse(const GumboOptions* options, const char* data, std::size_t size,
                           Stop* stop) {
    switch (setjmp(stopped_)) {
      case 0:
        return gumbo_parse_with_options(options, data, size);
      case 1:
        *stop = Stop::kMemory;
        return nullptr;
      default:
        *stop = Stop::kTime;
        return nullptr;
    }
  }

  static void* Allocate(void* self, std::size_t size) {
    return static_cast<Memory*>(self)->Allocate(size);
  }
  static void Deallocate(void* self, void* block) {
    if (block != nullptr) static_cast<Memory*>(self)->Free(block);
  }

 private:
  // Ordinary pages need ten to twenty bytes a byte, dense tables without end tags seventy.
  static constexpr std::size_t kBaseBytes = std::size_t{32} << 20;
  static constexpr std::size_t kBytesPerByte = 96;
  static constexpr std::size_t kMaxBytes = std::size_t{1536} << 20;
  // A hundred times what ordinary pages need: only hostile ones are refused by the clock.
  static constexpr std::int64_t kBaseNanoseconds = 5'000'000'000;
  static constexpr std::int64_t kNanosecondsPerByte = 2'000;

  struct alignas(16) Header {
    Header* previous;
    Header* next;
    std::size_t size;
  };

  static std::int64_t ThreadNanoseconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1'000'000'000 + now.tv_nsec;
  }

  void* Allocate(std::size_t size) {
    if (++allocations_ % 4096 == 0 && ThreadNanoseconds() > deadline_) {
      std::longjmp(stopped_, static_cast<int>(Stop::kTime));
    }
    const std::size_t whole = size + sizeof(Header);
    auto* const header = whole > left_ ? nullptr : static_cast<Header*>(std::malloc(whole));
    if (header == nullptr) std::longjmp(stopped_, static_cast<int>(Stop::kMemory));
    left_ -= whole;
    *header = {blocks_.previous, &blocks_, whole};
    blocks_.previous->next = header;
    blocks_.previous = header;
    return header + 1;
  }
  void Free(void* block) {
    Header* const header = static_cast<Header*>(block) - 1;
    header->previous->next = header->next;
    header->next->previous = header->previous;
    left_ += header->size;
    std::free(header);
  }

  Header blocks_{&blocks_, &blocks_, 0};
  std::size_t left_;
  std::int64_t deadline_;
  std::uint64_t allocations_ = 0;
  std::jmp_buf stopped_{};
};

HtmlTree::HtmlTree(std::unique_ptr<Memory> memory, const GumboNode* root)
    : memory_(std::move(memory)), root_(root) {}
HtmlTree::HtmlTree(HtmlTree&&) noexcept = default;
HtmlTree::~HtmlTree() = default;

Result<HtmlTree> HtmlTree::Parse(std::string_view utf8, const Limits& limits) {
  TRY(CheckHtmlShape(utf8, limits));
  auto memory = std::make_unique<Memory>(utf8.size());
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = &Memory::Allocate;
  options.deallocator = &Memory::Deallocate;
  options.userdata = memory.get();
  options.max_errors = 0;  // else it keeps every one
  auto stop = Memory::Stop::kNone;
  const GumboOutput* const output = memory->Parse(&options, utf8.data(), utf8.size(), &stop);
  if (stop == Memory::Stop::kMemory) {
    return Fail(ErrorCode::kLimitExceeded, "the page needs too much memory to parse");
  }
  if (stop == Memory::Stop::kTime) {
    return Fail(ErrorCode::kLimitExceeded, "the page takes too long to parse");
  }
  CHECK(output != nullptr && output->root != nullptr);
  return HtmlTree(std::move(memory), output->root);
}

std::string_view TagName(const GumboNode* element, std::string* buffer) {
  const GumboTag tag = element->v.element.tag;
  if (tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(tag);
  GumboStringPiece name = element->v.element.original_tag;
  if (name.data == nullptr || name.length == 0) return "";
  gumbo_tag_from_original_text(&name);
  *buffer = LowerAscii(std::string_view(name.data, name.length));
  return *buffer;
}

std::optional<std::string_view> AttributeOf(const GumboNode* element, const char* name) {
  const GumboAttribute* const found = gumbo_get_attribute(&element->v.element.attributes, name);
  if (found == nullptr) return std::nullopt;
  return std::string_view(found->value);
}

}  // namespace arborist::ingest
