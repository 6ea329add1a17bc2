// SPDX-License-Identifier: Apache-2.0
// GiNaC on the same plain trees.
//
// GiNaC evaluates a node when it is made (flattening, sorting, joining), as this repository's kernel does. Its hash
// values alone are delayed until they are needed; building a graph here includes them, so a build of GiNaC's ends with
// the hash of the root, which visits the tree once. No other result is hashed.
#include <ginac/ginac.h>

#include <memory>
#include <sstream>

#include "kernel/measure.h"
#include "kernel/tree.h"

namespace tangible::bench {
namespace {

struct World {
  GiNaC::symbol variable{"x"};
  std::vector<GiNaC::ex> parameters;
  GiNaC::ex root;

  explicit World(std::size_t parameter_count) {
    for (std::size_t i = 0; i < parameter_count; ++i) parameters.push_back(GiNaC::symbol("a" + std::to_string(i)));
  }
};

GiNaC::ex build(const Postfix& tree, const World& world) {
  std::vector<GiNaC::ex> stack;
  const auto pop = [&] {
    GiNaC::ex top = std::move(stack.back());
    stack.pop_back();
    return top;
  };
  for (const Step& step : tree) {
    switch (step.op) {
      case Step::Op::variable: stack.push_back(world.variable); break;
      case Step::Op::parameter: stack.push_back(world.parameters[step.argument]); break;
      case Step::Op::add: {
        const GiNaC::ex right = pop();
        stack.back() = stack.back() + right;
        break;
      }
      case Step::Op::multiply: {
        const GiNaC::ex right = pop();
        stack.back() = stack.back() * right;
        break;
      }
      case Step::Op::power: stack.back() = GiNaC::pow(stack.back(), step.argument); break;
      case Step::Op::sin: stack.back() = GiNaC::sin(stack.back()); break;
      case Step::Op::cos: stack.back() = GiNaC::cos(stack.back()); break;
    }
  }
  return stack.back();
}

std::string print(const GiNaC::ex& e) {
  std::ostringstream out;
  out << e;
  return out.str();
}

// x by sin(a0) + a1
GiNaC::ex substituted(const World& world) {
  return world.root.subs(world.variable == GiNaC::sin(world.parameters[0]) + world.parameters[1]);
}

std::unique_ptr<World> built_world(const Postfix& tree) {
  auto world = std::make_unique<World>(count_parameters(tree));
  world->root = build(tree, *world);
  return world;
}

void register_tree(std::size_t nodes) {
  const auto tree = std::make_shared<const Postfix>(plain_tree(nodes));
  const auto name = [=](const char* operation) {
    return std::string("ginac/tree/") + operation + "/" + std::to_string(nodes);
  };
  const auto empty = [=] { return std::make_unique<World>(count_parameters(*tree)); };
  const auto built = [=] { return built_world(*tree); };
  const auto nothing = [](const auto&...) {};
  const auto build_and_hash = [=](const auto& world) {
    GiNaC::ex root = build(*tree, *world);
    benchmark::DoNotOptimize(root.gethash());
    return root;
  };
  const auto derivative = [](const auto& world) { return world->root.diff(world->variable); };
  const auto substitution = [](const auto& world) { return substituted(*world); };
  const auto text = [](const auto& world) { return print(world->root); };
  measure(name("build"), empty, build_and_hash, nothing);
  measure(name("differentiate"), built, derivative, nothing);
  measure(name("substitute"), built, substitution, nothing);
  measure(name("print"), built, text, nothing);
}

}  // namespace

void register_ginac() {
  for (const std::size_t nodes : {1'000u, 10'000u}) register_tree(nodes);
}

void write_ginac_results(std::ostream& out, std::size_t nodes) {
  const auto world = built_world(plain_tree(nodes));
  out << "ginac\tbuild\t" << world->root << '\n';
  out << "ginac\tdifferentiate\t" << world->root.diff(world->variable) << '\n';
  out << "ginac\tsubstitute\t" << substituted(*world) << '\n';
}

}  // namespace tangible::bench
