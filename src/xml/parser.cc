// SPDX-License-Identifier: AGPL-3.0-only
// Callbacks of expat become calls of a Handler. What a handler throws is carried past expat's
// frames and thrown again behind it. Depth, attributes and silence are counted here, because expat
// has no limits for them; entities are refused at their declaration, so that none is ever expanded.
#include "xml/parser.h"

#include <expat.h>

#include <algorithm>
#include <utility>

#include "base/contained.h"

namespace arborist::xml {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{128} << 10;

}  // namespace

std::optional<std::string_view> Attributes::Find(std::string_view name) const {
  for (const char** pair = pairs_; *pair != nullptr; pair += 2) {
    if (pair[0] == name) return pair[1];
  }
  return std::nullopt;
}

class Parser::Impl {
 public:
  Impl(Handler* handler, Options options)
      : handler_(handler), options_(std::move(options)), xml_(XML_ParserCreate(nullptr)) {
    DemandMemory(xml_ != nullptr);
    XML_SetUserData(xml_.get(), this);
    XML_SetElementHandler(xml_.get(), OnStart, OnEnd);
    XML_SetCharacterDataHandler(xml_.get(), OnText);
    XML_SetEntityDeclHandler(xml_.get(), OnEntity);
    if (options_.doctype == Doctype::kRefused) {
      XML_SetStartDoctypeDeclHandler(xml_.get(), OnDoctype);
    }
    XML_SetUnknownEncodingHandler(xml_.get(), OnEncoding, this);
  }

  Status Feed(std::string_view bytes, bool last) {
    if (failed_) return std::unexpected(*failed_);
    do {
      const std::string_view piece = bytes.substr(0, kPieceBytes);
      bytes.remove_prefix(piece.size());
      silent_bytes_ += piece.size();
      const XML_Status status = XML_Parse(xml_.get(), piece.data(), static_cast<int>(piece.size()),
                                          last && bytes.empty() ? XML_TRUE : XML_FALSE);
      failure_.Rethrow();
      if (stop_) return Fails(std::move(*stop_));
      if (status == XML_STATUS_ERROR) {
        DemandMemory(XML_GetErrorCode(xml_.get()) != XML_ERROR_NO_MEMORY);
        return Fails(XmlError(last));
      }
      if (silent_bytes_ > options_.max_silent_bytes) {
        return Fails(
            {ErrorCode::kLimitExceeded, "a tag or comment of more than " +
                                            std::to_string(options_.max_silent_bytes >> 20) +
                                            " MiB before " + Place()});
      }
    } while (!bytes.empty());
    return {};
  }

  void Stop(Error error) {
    if (stop_) return;
    stop_ = std::move(error);
    XML_StopParser(xml_.get(), XML_FALSE);
  }

  std::string Place() const {
    return "byte " + std::to_string(std::max<XML_Index>(0, XML_GetCurrentByteIndex(xml_.get()))) +
           ", line " + std::to_string(XML_GetCurrentLineNumber(xml_.get()));
  }

 private:
  Status Fails(Error error) {
    failed_ = std::move(error);
    return std::unexpected(*failed_);
  }

  Error XmlError(bool last) const {
    if (last) return {ErrorCode::kInvalidData, "the XML ends too early, at " + Place()};
    return {ErrorCode::kInvalidData, std::string("malformed XML (") +
                                         XML_ErrorString(XML_GetErrorCode(xml_.get())) + ") at " +
                                         Place()};
  }

  void Refuse(ErrorCode code, const std::string& why) { Stop({code, why + " at " + Place()}); }

  // Runs a callback's work. What it throws stops the parser and is thrown again behind it. After a
  // stop expat may still report the end of an element that has no content.
  template <typename Work>
  static void Guarded(void* self, const Work& work) noexcept {
    auto* const parser = static_cast<Impl*>(self);
    if (parser->stop_) return;
    if (!parser->failure_.Catch([&] { work(parser); })) {
      XML_StopParser(parser->xml_.get(), XML_FALSE);
    }
  }

  static void OnStart(void* self, const char* name, const char** attributes) {
    Guarded(self, [&](Impl* parser) { parser->Start(name, attributes); });
  }
  static void OnEnd(void* self, const char* name) {
    Guarded(self, [&](Impl* parser) {
      parser->silent_bytes_ = 0;
      parser->handler_->End(name);
      --parser->depth_;
    });
  }
  static void OnText(void* self, const char* text, int length) {
    Guarded(self, [&](Impl* parser) {
      parser->silent_bytes_ = 0;
      parser->handler_->Text({text, static_cast<std::size_t>(length)});
    });
  }
  static void OnEntity(void* self, const char*, int, const char*, int, const char*, const char*,
                       const char*, const char*) {
    Guarded(self, [](Impl* parser) {
      parser->Refuse(ErrorCode::kInvalidData, "the XML declares entities");
    });
  }
  static void OnDoctype(void* self, const char*, const char*, const char*, int) {
    Guarded(self, [](Impl* parser) {
      parser->Refuse(ErrorCode::kInvalidData, "the XML has a document type declaration");
    });
  }
  static int OnEncoding(void* self, const char* name, XML_Encoding* encoding) {
    bool filled = false;
    Guarded(self, [&](Impl* parser) {
      std::array<int, 256> table;
      filled = parser->options_.byte_table != nullptr && parser->options_.byte_table(name, &table);
      if (filled) {
        std::ranges::copy(table, encoding->map);
        return;
      }
      const std::string shown = parser->options_.escape ? parser->options_.escape(name) : "";
      parser->stop_ = Error{ErrorCode::kUnsupported,
                            "cannot read XML in " + (shown.empty() ? "this encoding" : shown)};
    });
    return filled ? XML_STATUS_OK : XML_STATUS_ERROR;
  }

  void Start(const char* name, const char** attributes) {
    silent_bytes_ = 0;
    if (++depth_ > options_.max_depth) {
      return Refuse(ErrorCode::kLimitExceeded, "elements nested too deep");
    }
    const int strings = XML_GetSpecifiedAttributeCount(xml_.get());
    if (static_cast<std::size_t>(strings) / 2 > options_.max_attributes) {
      return Refuse(ErrorCode::kLimitExceeded, "an element with too many attributes");
    }
    handler_->Start(name, Attributes(attributes));
  }

  struct FreeParser {
    void operator()(XML_ParserStruct* parser) const { XML_ParserFree(parser); }
  };

  Handler* const handler_;
  const Options options_;
  std::unique_ptr<XML_ParserStruct, FreeParser> xml_;
  CallbackFailure failure_;
  std::size_t depth_ = 0;
  std::size_t silent_bytes_ = 0;  // parsed since the last element or text
  std::optional<Error> stop_;     // set inside a callback
  std::optional<Error> failed_;
};

Parser::Parser(Handler* handler, Options options)
    : impl_(std::make_unique<Impl>(handler, std::move(options))) {}
Parser::~Parser() = default;

Status Parser::Feed(std::string_view piece) {
  return piece.empty() ? Status() : impl_->Feed(piece, false);
}
Status Parser::Finish() { return impl_->Feed({}, true); }
void Parser::Stop(Error error) { impl_->Stop(std::move(error)); }
std::string Parser::Place() const { return impl_->Place(); }

}  // namespace arborist::xml
