// SPDX-License-Identifier: Apache-2.0
// The one header a user of the library includes: <tangible/tangible.h>.
#pragma once

#include "mechanics/mechanism.h"
#include "mechanics/print.h"
#include "symbolic/count.h"
#include "symbolic/differentiate.h"
#include "symbolic/equality.h"
#include "symbolic/evaluate.h"
#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/linear_solve.h"
#include "symbolic/matrix.h"
#include "symbolic/rational.h"
#include "symbolic/read.h"
#include "symbolic/substitute.h"
