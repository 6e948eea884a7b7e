// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "chat/export.h"
#include "json/value.h"

namespace arborist::chat {

// Each makes documents of one element of its export. Nothing: its shape is not known.
std::vector<Conversation> ReadChatGpt(const json::Value& element,
                                      const reading::ReadingLimits& limits);
std::vector<Conversation> ReadClaude(const json::Value& element,
                                     const reading::ReadingLimits& limits);
std::vector<Conversation> ReadClaudeProject(const json::Value& element,
                                            const reading::ReadingLimits& limits);
std::vector<Conversation> ReadClaudeMemories(const json::Value& element,
                                             const reading::ReadingLimits& limits);
std::vector<Conversation> ReadGrok(const json::Value& element,
                                   const reading::ReadingLimits& limits);
std::vector<Conversation> ReadGrokMedia(const json::Value& element,
                                        const reading::ReadingLimits& limits);

}  // namespace arborist::chat
