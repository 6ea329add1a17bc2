// SPDX-License-Identifier: Apache-2.0
// tangible devices: what can be held.
#include <fmt/core.h>

#include "app/command.h"
#include "haptics/open_device.h"

namespace tangible {

void add_devices_command(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("devices", "List the devices that `tangible run` can use");
  command->callback([] {
    for (const DeviceListing& device : list_devices()) {
      fmt::print("{:<10} {}\n           options: {}\n", device.name, device.what, device.options);
      if (!device.absent.empty()) fmt::print("           not available: {}\n", device.absent);
    }
    fmt::print(
        "all        placement in the model's world\n"
        "           options: scale=S or X/Y/Z, rotate=X/Y/Z (degrees), offset=X/Y/Z (m), clutch=BUTTON\n");
  });
}

}  // namespace tangible
