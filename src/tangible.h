// SPDX-License-Identifier: Apache-2.0
// The one header a user of the library includes: <tangible/tangible.h>.
#pragma once

// Models that run: load, read the equations, simulate, push, take snapshots.
#include "engine/build.h"
#include "engine/model.h"
#include "engine/readable_equations.h"
#include "engine/simulation.h"

// Scalars.
#include "symbolic/count.h"
#include "symbolic/differentiate.h"
#include "symbolic/equality.h"
#include "symbolic/evaluate.h"
#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/linear_solve.h"
#include "symbolic/matrix.h"
#include "symbolic/print.h"
#include "symbolic/print_c.h"
#include "symbolic/print_latex.h"
#include "symbolic/rational.h"
#include "symbolic/read.h"
#include "symbolic/simplify.h"
#include "symbolic/substitute.h"

// Mechanisms.
#include "mechanics/kinematics.h"
#include "mechanics/mechanism.h"
#include "mechanics/print.h"

// Model files.
#include "model/read_model.h"

// Equations of motion, and the programs they become.
#include "equations/equations.h"
#include "program/interpreter.h"
#include "program/lower.h"
#include "program/program.h"

// Constraints in numbers: embedding, projection, impacts, contacts.
#include "dynamics/constrained_dynamics.h"
#include "dynamics/contact_forces.h"
#include "dynamics/impact.h"
#include "dynamics/projection.h"
