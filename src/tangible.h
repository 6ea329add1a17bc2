// SPDX-License-Identifier: Apache-2.0
// The one header a user of the library includes: <tangible/tangible.h>.
#pragma once

#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/rational.h"
