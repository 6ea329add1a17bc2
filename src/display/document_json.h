// SPDX-License-Identifier: Apache-2.0
// The equations of a mode as the message of the viewer's protocol.
#pragma once

#include <nlohmann/json.hpp>

#include "display/mode_numbers.h"
#include "engine/model.h"

namespace tangible {

struct DocumentContext {
  std::uint32_t generation = 0, mode = 0;
  std::string title;
  bool has_contacts = false;      // contacts touch in this mode: they act by their forces
  std::size_t values = 0;         // V: slots of mode values begin behind those of all modes
  std::size_t max_numbers = 600;  // with more mode values than these there are none
  bool has_hand = true;           // equations have the generalized forces of a hand
};
struct ModeDocument {
  nlohmann::json message;
  std::shared_ptr<ModeNumbers> numbers;  // of its mode values; may be null
};
nlohmann::json make_document_message(const EquationsDocument& document, const ReadableEquations& readable,
                                     const DocumentContext& context);
// Of the mode in which these rows are active; if its equations cannot be written, the message gives the reason.
ModeDocument make_document(const Model& model, const std::vector<std::string>& rows, const DocumentContext& context);

}  // namespace tangible
