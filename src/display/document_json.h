// SPDX-License-Identifier: Apache-2.0
// The equations of a mode as the message of the viewer's protocol.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/model.h"

namespace tangible {

struct DocumentContext {
  std::uint32_t generation = 0, mode = 0;
  std::string title;
  bool has_contacts = false;  // contacts touch in this mode: they act by their forces
};
nlohmann::json make_document_message(const EquationsDocument& document, const DocumentContext& context);
// Of the mode in which these rows hold; if its equations cannot be written, the message says why.
nlohmann::json make_document_message(const Model& model, const std::vector<std::string>& rows,
                                     const DocumentContext& context);

}  // namespace tangible
