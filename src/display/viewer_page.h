// SPDX-License-Identifier: Apache-2.0
// The page of the viewer, as it is built into the program.
#pragma once

#include <string_view>

namespace tangible {

struct ViewerPage {
  std::string_view html, html_gzip, share, policy;  // `policy`: Content-Security-Policy
  bool is_there() const { return !html.empty(); }
};
// Empty if the program was built without it: node was absent.
ViewerPage viewer_page();

}  // namespace tangible
