// SPDX-License-Identifier: AGPL-3.0-only
// The library's document. Its page tree is loaded as a whole first, for looking pages up one by one
// takes quadratic time. Each page is guarded by itself. Only the contents are run: annotations and
// fields are read from their dictionaries (notes.cc), so nothing is drawn that the file did not
// draw. The library has no clock. It asks for memory at every step, so its allocator is ours and
// looks at the time: a page that draws forever is stopped.
#include "pdf/document.h"

#include <time.h>

#include <cstdlib>
#include <new>

#include "pdf/inside.h"
#include "reading/extraction_names.h"
#include "text/utf8.h"

namespace arborist::pdf {

static_assert(reading::kPdfExtraction == std::string_view("pdf-text-v1+mupdf-" FZ_VERSION),
              "another libmupdf reads other characters: give the extraction another name");

namespace {

constexpr unsigned kCallsBetweenLooks = 1024;
constexpr std::size_t kStoreBytes = std::size_t{64}
                                    << 20;  // fonts and the like, kept between pages

bool IsDateDigits(std::string_view digits) {
  for (const char c : digits) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

// "D:20240229..." as 2024-02-29; empty if it is none.
std::string ToIsoDate(std::string_view date) {
  if (date.starts_with("D:")) date.remove_prefix(2);
  if (date.size() < 8 || !IsDateDigits(date.substr(0, 8))) return {};
  const int month = (date[4] - '0') * 10 + (date[5] - '0');
  const int day = (date[6] - '0') * 10 + (date[7] - '0');
  if (date.substr(0, 4) < "1970" || date.substr(0, 4) > "2199") return {};
  if (month < 1 || month > 12 || day < 1 || day > 31) return {};
  std::string iso(date.substr(0, 4));
  iso += '-';
  iso += date.substr(4, 2);
  iso += '-';
  iso += date.substr(6, 2);
  return iso;
}

}  // namespace

double ProcessorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string CleanText(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const std::size_t bad = text::FindInvalidUtf8(text);
    for (const char c : text.substr(0, bad)) {
      const bool control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
      clean.push_back(c == '\r' ? '\n' : control || c == '\x7F' ? ' ' : c);
    }
    if (bad == std::string_view::npos) break;
    clean += "\uFFFD";
    text.remove_prefix(bad + 1);
  }
  return clean;
}

void LookAtClock(PageWatch* watch) {
  if (++watch->calls % kCallsBetweenLooks == 0 && ProcessorSeconds() > watch->deadline)
    watch->cookie.abort = 1;
}

namespace {

// `user` points to the watch of the page that is run, which may be null.
void Look(void* user) {
  PageWatch* const watch = *static_cast<PageWatch**>(user);
  if (watch != nullptr) LookAtClock(watch);
}

void* Allocate(void* user, std::size_t size) {
  Look(user);
  return std::malloc(size);
}

void* Reallocate(void* user, void* old, std::size_t size) {
  Look(user);
  return std::realloc(old, size);
}

void Free(void*, void* old) { std::free(old); }

}  // namespace

struct Document::State {
  PageWatch* watch = nullptr;
  fz_alloc_context allocator = {};
  fz_context* context = nullptr;
  fz_stream* stream = nullptr;
  pdf_document* document = nullptr;
  Opening opening = Opening::kDamaged;
  std::string error;
  std::uint32_t pages = 0;
  PageList page_list = PageList::kClaimed;
  std::uint64_t complaints = 0;
  std::string first_complaint;

  void Open(std::string_view bytes, const Options& options);
  void ListPages();
  std::string Metadata(const char* key);
};

void Document::State::ListPages() {
  int count = 0;
  const Failure tree = Guard(context, [&] { pdf_load_page_tree(context, document); });
  if (!tree) page_list = PageList::kKnown;
  const Failure counting = Guard(context, [&] { count = pdf_count_pages(context, document); });
  if (counting) count = 0;
  if (page_list == PageList::kKnown) count = document->map_page_count;
  pages = count > 0 ? static_cast<std::uint32_t>(count) : 0;
}

void Document::State::Open(std::string_view bytes, const Options& options) {
  allocator = {.user = &watch, .malloc = Allocate, .realloc = Reallocate, .free = Free};
  context = fz_new_context(&allocator, nullptr, kStoreBytes);
  if (context == nullptr) throw std::bad_alloc();
  const auto complain = [](void* user, const char* message) {
    auto* const state = static_cast<State*>(user);
    if (++state->complaints == 1) state->first_complaint = CleanText(message);
  };
  fz_set_warning_callback(context, complain, this);
  fz_set_error_callback(context, complain, this);
  bool locked = false;
  const Failure failure = Guard(context, [&] {
    stream =
        fz_open_memory(context, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    document = pdf_open_document_with_stream(context, stream);
    locked = pdf_needs_password(context, document) != 0 &&
             pdf_authenticate_password(context, document, options.password.c_str()) == 0;
  });
  if (failure.code == FZ_ERROR_MEMORY) throw std::bad_alloc();
  if (failure) {
    error = CleanText(failure.message);
    return;
  }
  opening = locked ? Opening::kNeedsPassword : Opening::kOpen;
  if (!locked) ListPages();
}

std::string Document::State::Metadata(const char* key) {
  char value[1024] = "";
  const Failure failure = Guard(context, [&] {
    if (pdf_lookup_metadata(context, document, key, value, sizeof value) < 0) value[0] = '\0';
  });
  return failure ? std::string() : CleanText(value);
}

Document::Document(std::string_view bytes, const Options& options)
    : state_(std::make_unique<State>()) {
  state_->Open(bytes, options);
}

Document::~Document() {
  State& state = *state_;
  if (state.context == nullptr) return;
  if (state.document != nullptr && state.page_list == PageList::kKnown) {
    Guard(state.context, [&] { pdf_drop_page_tree(state.context, state.document); });
  }
  pdf_drop_document(state.context, state.document);
  fz_drop_stream(state.context, state.stream);
  fz_drop_context(state.context);
}

Document::Opening Document::opening() const { return state_->opening; }
const std::string& Document::error() const { return state_->error; }
std::uint32_t Document::pages() const { return state_->pages; }
Document::PageList Document::page_list() const { return state_->page_list; }
bool Document::repaired() const { return state_->document->repair_attempted != 0; }
std::uint64_t Document::complaints() const { return state_->complaints; }
const std::string& Document::first_complaint() const { return state_->first_complaint; }

Document::PageState Document::ReadPage(std::uint32_t number, double deadline,
                                       const PdfLimits& limits, Page* page) {
  fz_context* const context = state_->context;
  PageWatch watch;
  watch.deadline = deadline;
  fz_set_user_context(context, &watch);
  state_->watch = &watch;
  pdf_page* loaded = nullptr;
  fz_stext_page* text = nullptr;
  fz_device* device = nullptr;
  const Failure loading = Guard(context, [&] {
    loaded = pdf_load_page(context, state_->document, static_cast<int>(number));
  });
  if (loading) {
    state_->watch = nullptr;
    return PageState::kMissing;
  }
  const Failure running = Guard(context, [&] {
    const fz_rect box = pdf_bound_page(context, loaded);
    page->box = {box.x0, box.y0, box.x1, box.y1};
    text = fz_new_stext_page(context, box);
    fz_stext_options stext_options = {};
    device = fz_new_stext_device(context, text, &stext_options);
    WatchPage(device, &watch);
    pdf_run_page_contents(context, loaded, device, fz_identity, &watch.cookie);
    fz_close_device(context, device);
  });
  fz_drop_device(context, device);
  if (text != nullptr) TakeText(context, text, watch, page);
  fz_drop_stext_page(context, text);
  if (!running) TakeNotes(context, loaded->obj, limits, page);
  fz_drop_page(context, &loaded->super);
  state_->watch = nullptr;
  if (watch.cookie.abort != 0) return PageState::kOutOfTime;
  if (!running) return PageState::kRead;
  return page->ink > 0 ? PageState::kReadInPart : PageState::kDamaged;
}

std::vector<std::string> Document::PageLabels() {
  return LabelsOf(state_->context, state_->document, state_->pages);
}

std::string Document::Title() { return state_->Metadata("info:Title"); }

std::string Document::Date() {
  std::string date = ToIsoDate(state_->Metadata("info:ModDate"));
  return date.empty() ? ToIsoDate(state_->Metadata("info:CreationDate")) : date;
}

std::vector<reading::Child> Document::Attachments(const PdfLimits& limits, std::uint64_t left,
                                                  reading::Report* report) {
  return AttachmentsOf(state_->context, state_->document, limits, left, report);
}

}  // namespace arborist::pdf
