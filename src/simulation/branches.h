// SPDX-License-Identifier: Apache-2.0
// Branches: the assemblies of a mechanism with the same independent coordinates.
//
// Configuration rows phi(q) = 0 with the coordinates parted into independent and dependent ones have several solutions:
// a four-bar closes with its elbow up or down. The determinant of the derivatives of phi with respect to the dependent
// coordinates is zero between two of them, where they coincide, so that its sign distinguishes neighbours.
#pragma once

#include <span>
#include <vector>

#include "simulation/motion.h"

namespace tangible {

struct Branches {
  std::vector<std::size_t> independent, dependent;  // coordinates
  struct Branch {
    std::vector<double> q;
    int sign = 0;  // of the determinant; zero: branches coincide here
  };
  std::vector<Branch> found;  // the present one is the first
};

// Of the mode of the motion, whose configuration rows must hold at y. Independent are, as far as the rows allow, those
// that were held or given at the start. Branches other than the present one are sought by Newton's method from many
// starting points, always the same ones: those found exist, and more may; mechanisms with Euler parameters are not
// searched. Not for the loop: takes memory.
Branches find_branches(SystemMotion& motion, double t, std::span<const double> y);

// Whether branches meet at y: the configuration rows determine fewer coordinates there than beside it. Rows that follow
// from others everywhere do not count. Not for the loop.
bool branches_meet(SystemMotion& motion, double t, std::span<const double> y);
// At the start of a motion where they do, and nothing decides how it begins: a row that follows from others there;
// absent otherwise. Rates that follow one branch decide; from rest under forces, or with rates that the rows allow to
// first order only, the motion could begin in several ways or in none. Not for the loop.
std::size_t find_undecided_row(SystemMotion& motion, double t, std::span<const double> y);

}  // namespace tangible
