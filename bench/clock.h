// SPDX-License-Identifier: Apache-2.0
// Time, for all suites.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace tangible::bench {

inline double now_ns() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <typename Work>
double milliseconds_of(const Work& work) {
  const double start = now_ns();
  work();
  return (now_ns() - start) / 1e6;
}

// ns a call: the median of a window's batches, in the quietest window.
template <typename Call>
double quietest_ns(Call call) {
  const double once_start = now_ns();
  for (int i = 0; i < 20; ++i) call();
  const double once = (now_ns() - once_start) / 20;
  const int calls = std::max(1, static_cast<int>(20'000 / once));
  double quietest = 1e300;
  for (int window = 0; window < 20; ++window) {
    std::vector<double> times;
    for (int batch = 0; batch < 31; ++batch) {
      const double start = now_ns();
      for (int i = 0; i < calls; ++i) call();
      times.push_back((now_ns() - start) / calls);
    }
    std::ranges::nth_element(times, times.begin() + 15);
    quietest = std::min(quietest, times[15]);
  }
  return quietest;
}

}  // namespace tangible::bench
