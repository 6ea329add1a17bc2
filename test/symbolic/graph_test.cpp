// SPDX-License-Identifier: Apache-2.0
// The store of nodes, the tables over it, and its book-keeping.
#include "symbolic/graph.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <thread>

#include "symbolic/memo.h"
#include "symbolic/random_expr.h"

namespace tangible {
namespace {

TEST(Graph, fixed_nodes_have_their_values) {
  const Graph graph;
  EXPECT_EQ(graph.number(Graph::zero), Rational(0));
  EXPECT_EQ(graph.number(Graph::one), Rational(1));
  EXPECT_EQ(graph.number(Graph::minus_one), Rational(-1));
  EXPECT_EQ(graph.number(Graph::two), Rational(2));
  EXPECT_EQ(graph.number(Graph::half), Rational(1, 2));
  EXPECT_EQ(graph.kind(Graph::pi), Kind::pi);
  EXPECT_EQ(graph.size(), 6u);
}

TEST(Graph, a_node_is_made_once) {
  Graph graph;
  const Expr x = graph.intern_symbol("x");
  const Expr seven = graph.intern_number(7);
  const Expr terms[] = {x, seven};
  const Expr sum = graph.intern(Kind::sum, terms);
  const std::size_t size = graph.size();
  EXPECT_EQ(graph.intern_symbol("x"), x);
  EXPECT_EQ(graph.intern_number(7), seven);
  EXPECT_EQ(graph.intern(Kind::sum, terms), sum);
  EXPECT_EQ(graph.size(), size);
  EXPECT_NE(graph.intern(Kind::product, terms), sum);
  EXPECT_NE(graph.intern(Kind::sum, std::span(terms).first(1)), sum);
}

TEST(Graph, numbers_large_and_small_are_found_again) {
  Graph graph;
  std::vector<Expr> made;
  const auto value = [](int i) { return i % 3 == 0 ? power(Rational(i + 2, 7), 40) : Rational(i - 500, 1 + i % 11); };
  for (int i = 0; i < 1000; ++i) made.push_back(graph.intern_number(value(i)));
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(graph.intern_number(value(i)), made[static_cast<std::size_t>(i)]);
    EXPECT_EQ(graph.number(made[static_cast<std::size_t>(i)]), value(i));
  }
}

TEST(Graph, any_text_is_a_symbol_name) {
  Graph graph;
  GraphScope scope(graph);
  const std::string names[] = {"", "x", std::string("a\0b", 3), "q1'", "\xce\xb8", std::string(5000, 'n')};
  std::set<std::uint32_t> ids;
  for (const std::string& name : names) {
    EXPECT_EQ(symbol(name).name(), name);
    EXPECT_EQ(symbol(name), symbol(name));
    ids.insert(symbol(name).id());
  }
  EXPECT_EQ(ids.size(), std::size(names));
}

// References from a graph may be kept while it grows through all its tables.
TEST(Graph, references_and_spans_stay_valid_while_the_graph_grows) {
  Graph graph;
  GraphScope scope(graph);
  const Expr number = Rational(355, 113);
  const Expr longest_name = symbol(std::string(3000, 'x'));
  std::vector<Expr> terms;
  for (int i = 0; i < 5000; ++i) terms.push_back(symbol("t" + std::to_string(i)));
  const Expr wide = sum(terms);
  const Rational& value = number.value();
  const std::string_view name = longest_name.name();
  const std::span<const Expr> operands = wide.operands();
  const std::vector<Expr> before(operands.begin(), operands.end());
  for (int i = 0; i < 100'000; ++i) (void)(Rational(i, 3) + sin(symbol("s" + std::to_string(i))));
  EXPECT_EQ(&value, &number.value());
  EXPECT_EQ(value, Rational(355, 113));
  EXPECT_EQ(name, std::string(3000, 'x'));
  EXPECT_EQ(operands.size(), 10'000u);
  EXPECT_TRUE(std::ranges::equal(before, operands));
  EXPECT_EQ(operands.data(), wide.operands().data());
}

RC_GTEST_PROP(Graph, operands_are_older_than_their_node, ()) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(60), {.safe = false});
  for (const Expr node : nodes_below(std::span(&e, 1)))
    for (const Expr operand : node.operands()) RC_ASSERT(operand.id() < node.id());
}

TEST(Graph, scopes_nest_and_threads_have_graphs_of_their_own) {
  Graph outer;
  GraphScope outer_scope(outer);
  const Expr x = symbol("x");
  {
    Graph inner;
    const GraphScope inner_scope(inner);
    EXPECT_EQ(&Graph::current(), &inner);
    symbol("something else");
    EXPECT_EQ(symbol("x").name(), "x");
  }
  EXPECT_EQ(&Graph::current(), &outer);
  const Graph* other = &outer;
  std::thread([&] {
    other = &Graph::current();
    EXPECT_EQ(symbol("y").name(), "y");
  }).join();
  EXPECT_NE(other, &outer);
  EXPECT_EQ(symbol("x"), x);
}

// bytes() against the allocator's own books. Sanitizers replace the allocator and keep no such books.
TEST(Graph, bytes_are_what_the_allocator_gave) {
  const auto allocated = [] { return mallinfo2().uordblks + mallinfo2().hblkhd; };
  const std::size_t before = allocated();
  auto graph = std::make_unique<Graph>();
  {
    const GraphScope scope(*graph);
    Expr e = symbol("x");
    for (int i = 0; i < 200'000; ++i) e = sin(e) * symbol("s" + std::to_string(i % 1000)) + Rational(i, 7);
    (void)nodes_below(std::span(&e, 1));
  }
  const auto given = static_cast<double>(allocated() - before);
  if (given == 0) GTEST_SKIP() << "the allocator keeps no books";
  const auto claimed = static_cast<double>(graph->bytes());
  EXPECT_NEAR(claimed / given, 1.0, 0.03);  // block headers and rounding to pages are not in bytes()
}

// --- Memo ---

struct MemoTest : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr x = symbol("x"), y = symbol("y");
};

TEST_F(MemoTest, a_fresh_one_is_empty_though_its_memory_was_used) {
  {
    Memo used;
    used.set(x, y);
    EXPECT_TRUE(used.contains(x));
    EXPECT_EQ(used.at(x), y);
  }
  const Memo fresh;
  EXPECT_FALSE(fresh.contains(x));
  EXPECT_FALSE(fresh.contains(y));
}

TEST_F(MemoTest, two_do_not_disturb_each_other) {
  Memo a;
  Memo b;
  a.set(x, y);
  b.set_number(y, 7);
  EXPECT_FALSE(b.contains(x));
  EXPECT_FALSE(a.contains(y));
  EXPECT_EQ(b.number_at(y), 7u);
}

TEST_F(MemoTest, takes_nodes_that_were_made_after_it) {
  Memo memo;
  const Expr later = sin(x + y);
  EXPECT_FALSE(memo.contains(later));
  memo.set(later, x);
  EXPECT_EQ(memo.at(later), x);
  EXPECT_FALSE(memo.contains(x));
}

TEST_F(MemoTest, the_walk_meets_every_node_once_and_operands_first) {
  const Expr shared = sin(x) + cos(y);
  const Expr roots[] = {shared * x, shared / y, shared};
  std::set<std::uint32_t> met;
  Memo memo;
  for_each_below(roots, memo, [&](Expr e) {
    for (const Expr operand : e.operands()) EXPECT_TRUE(met.contains(operand.id()));
    EXPECT_TRUE(met.insert(e.id()).second);
    return e;
  });
  for (const Expr root : roots) EXPECT_TRUE(met.contains(root.id()));
  EXPECT_TRUE(met.contains(x.id()));
  EXPECT_TRUE(met.contains(sin(x).id()));
}

}  // namespace
}  // namespace tangible
