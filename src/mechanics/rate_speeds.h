// SPDX-License-Identifier: Apache-2.0
// Generalized speeds that a mechanism has by itself, where the analyst defines none.
#pragma once

#include <vector>

#include "mechanics/items.h"

namespace tangible {

class Mechanism;

// The coordinate rates themselves, u1 of q1 and u_x of x; for attitudes in Euler parameters the body-fixed components
// of angular velocity, w_Bx, w_By, w_Bz of frame B. Where such a name is taken, the next that is free of u_q1, u_q1_2,
// ... and w_B_x, w_B_x_2, ...
std::vector<Speed> coordinate_rate_speeds(const Mechanism& mechanism);

}  // namespace tangible
