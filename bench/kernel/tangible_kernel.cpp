// SPDX-License-Identifier: Apache-2.0
// The kernel of this repository under measurement: plain trees and shared graphs.
#include <functional>
#include <memory>
#include <ostream>

#include "kernel/measure.h"
#include "kernel/tree.h"
#include "symbolic/differentiate.h"
#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/print.h"
#include "symbolic/substitute.h"

namespace tangible::bench {
namespace {

// A graph of its own for each repetition: in a used one, building would only find what is there.
struct World {
  Graph graph;
  GraphScope scope{graph};
  Expr variable = symbol("x");
  std::vector<Expr> parameters;
  Expr root;

  explicit World(std::size_t parameter_count) {
    for (std::size_t i = 0; i < parameter_count; ++i) parameters.push_back(symbol("a" + std::to_string(i)));
  }
};

Expr build(const Postfix& tree, const World& world) {
  std::vector<Expr> stack;
  const auto pop = [&] {
    const Expr top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Step& step : tree) {
    switch (step.op) {
      case Step::Op::variable: stack.push_back(world.variable); break;
      case Step::Op::parameter: stack.push_back(world.parameters[step.argument]); break;
      case Step::Op::add: {
        const Expr right = pop();
        stack.back() += right;
        break;
      }
      case Step::Op::multiply: {
        const Expr right = pop();
        stack.back() *= right;
        break;
      }
      case Step::Op::power: stack.back() = pow(stack.back(), step.argument); break;
      case Step::Op::sin: stack.back() = sin(stack.back()); break;
      case Step::Op::cos: stack.back() = cos(stack.back()); break;
    }
  }
  return stack.back();
}

// A graph as mechanics makes it: a chain of links turned by angles w_i x, each link's end built from the last one's.
// Its nodes grow with the links; the tree it represents doubles with each.
Expr build_chain(std::size_t nodes, const World& world) {
  constexpr std::size_t nodes_per_link = 11;
  Expr end_x = world.parameters[0];
  Expr end_y = world.parameters[1];
  for (std::size_t i = 0; i < nodes / nodes_per_link; ++i) {
    const Expr length = world.parameters[i % world.parameters.size()];
    const Expr angle = Expr(i + 1) * world.variable;
    const Expr s = sin(angle);
    const Expr c = cos(angle);
    const Expr x = c * end_x - s * end_y;
    end_y = s * end_x + c * end_y;
    end_x = x + length;
  }
  return end_x + end_y;
}

// x by sin(a0) + a1
Expr substituted(const World& world) {
  return substitute(world.root, {{world.variable, sin(world.parameters[0]) + world.parameters[1]}});
}

struct Subject {
  std::string shape;  // tree or shared
  std::size_t nodes;
  std::size_t parameters;
  std::function<Expr(const World&)> build;

  std::string name(const char* operation) const {
    return "tangible/" + shape + "/" + operation + "/" + std::to_string(nodes);
  }
};

Subject tree_subject(std::size_t nodes) {
  const auto tree = std::make_shared<const Postfix>(plain_tree(nodes));
  return {"tree", nodes, count_parameters(*tree), [tree](const World& world) { return build(*tree, world); }};
}

Subject shared_subject(std::size_t nodes) {
  return {"shared", nodes, 16, [nodes](const World& world) { return build_chain(nodes, world); }};
}

std::unique_ptr<World> built_world(const Subject& subject) {
  auto world = std::make_unique<World>(subject.parameters);
  world->root = subject.build(*world);
  return world;
}

void register_subject(const Subject& subject) {
  const auto empty = [=] { return std::make_unique<World>(subject.parameters); };
  const auto built = [=] { return built_world(subject); };
  const auto count_bytes = [](benchmark::State& state, const auto& world, const auto&) {
    const Graph& graph = world->graph;
    state.counters["graph_nodes"] = static_cast<double>(graph.size());
    state.counters["bytes_per_node"] = static_cast<double>(graph.bytes()) / static_cast<double>(graph.size());
  };
  const auto build_root = [=](const auto& world) { return subject.build(*world); };
  const auto derivative = [](const auto& world) { return differentiate(world->root, world->variable); };
  const auto substitution = [](const auto& world) { return substituted(*world); };
  // A plain tree is written out whole, a shared graph with names for what it shares.
  const std::size_t inline_nodes = subject.shape == "tree" ? 2 * subject.nodes : 0;
  const auto text = [=](const auto& world) { return to_text(world->root, inline_nodes); };
  measure(subject.name("build"), empty, build_root, count_bytes);
  measure(subject.name("differentiate"), built, derivative, count_bytes);
  measure(subject.name("substitute"), built, substitution, count_bytes);
  measure(subject.name("print"), built, text, count_bytes);
}

}  // namespace

void register_tangible() {
  for (const std::size_t nodes : {1'000u, 10'000u, 100'000u, 1'000'000u}) {
    register_subject(tree_subject(nodes));
    register_subject(shared_subject(nodes));
  }
}

void write_tangible_results(std::ostream& out, std::size_t nodes) {
  const auto world = built_world(tree_subject(nodes));
  const auto line = [&](const char* operation, Expr e) {
    out << "tangible\t" << operation << '\t' << to_text(e, std::size_t{1} << 40) << '\n';
  };
  line("build", world->root);
  line("differentiate", differentiate(world->root, world->variable));
  line("substitute", substituted(*world));
}

}  // namespace tangible::bench
