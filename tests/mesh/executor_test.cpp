/// Meshes that are built by executors: the same bytes from all of them.
#include "mesh/soups.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/solid.hpp>

#ifdef ABUT_TEST_TBB
#include <abut/tbb.hpp>

#include <tbb/global_control.h>
#endif

#include <atomic>
#include <thread>

namespace abut::test {
namespace {

/// Threads of its own, each of which takes the next task.
struct Threads {
  unsigned count;

  void operator()(std::size_t tasks, const Tasks& task) const {
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> threads;
    for (unsigned k = 0; k < count; ++k) {
      threads.emplace_back([&] {
        for (std::size_t i = next++; i < tasks; i = next++) task(i);
      });
    }
    for (auto& thread : threads) thread.join();
  }
};

/// The last task first.
struct Backwards {
  void operator()(std::size_t count, const Tasks& task) const {
    while (count > 0) task(--count);
  }
};

static_assert(Executor<Threads> && Executor<Backwards> && Executor<InOrder> && !Executor<int>);

template <Scalar T, int D, class E>
void expect_same_bytes(const Soup<T, D>& soup, const Mesh<T, D>& mesh, const E& executor) {
  const auto made = Mesh<T, D>::from(soup.vertices, soup.parts, executor);
  ASSERT_TRUE(made);
  ASSERT_EQ(made->bytes().size(), mesh.bytes().size());
  EXPECT_EQ(std::memcmp(made->bytes().data(), mesh.bytes().data(), mesh.bytes().size()), 0);
}

template <class S>
struct Executors : ::testing::Test {};
TYPED_TEST_SUITE(Executors, oracle::Spaces);

TYPED_TEST(Executors, TheBytesAreTheSameForAnyNumberOfThreads) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(91);
  for (const Family family : {Family::random, Family::lattice}) {
    Soup<T, D> soup;  // large enough for more than one wave of tasks
    for (int i = 0; i < 900; ++i) soup.vertices.push_back(vertex_of<T, D>(random, family));
    for (int i = 0; i < 4500; ++i) {
      std::array<std::uint32_t, D> part;
      for (auto& v : part) v = static_cast<std::uint32_t>(random.integer(0, 899));
      soup.parts.push_back(part);
    }
    const Mesh<T, D> mesh = soup.mesh();
    EXPECT_TRUE((MeshView<T, D>::from_bytes(mesh.bytes())));
    for (const unsigned count : {1U, 2U, 5U}) expect_same_bytes(soup, mesh, Threads{count});
    expect_same_bytes(soup, mesh, Backwards{});
#ifdef ABUT_TEST_TBB
    for (const std::size_t count : {1U, 2U}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, count);
      expect_same_bytes(soup, mesh, TbbExecutor{});
    }
#endif
  }
}

/// What a builder of one range after another numbers: parents before children, the subtree of a child before the next.
TYPED_TEST(Executors, NodesAreNumberedFromTheTop) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 4000 : 50, 0.2).mesh();
  const auto tree = mesh.composite().tree;
  std::uint32_t next_node = 1, next_leaf = 0;
  const auto visit = [&](const auto& self, std::uint32_t index) -> void {
    for (const detail::BvhChild child : tree.nodes[index].child) {
      if (child.is_none()) continue;
      if (child.is_leaf()) {
        EXPECT_EQ(child.index(), next_leaf++);
      } else {
        EXPECT_EQ(child.index(), next_node++);
        self(self, child.index());
      }
    }
  };
  visit(visit, 0);
  EXPECT_EQ(next_node, tree.nodes.size());
}

TEST(Executor, ErrorsAndSolidsAreThoseOfFrom) {
  const Soup<double, 3> soup = cube<double>();
  EXPECT_TRUE(Solid3d::from(soup.vertices, soup.parts, Threads{2}));
  auto broken = soup.parts;
  broken[4][2] = 9;
  EXPECT_EQ(Mesh3d::from(soup.vertices, broken, Threads{2}).error().index, 4U);
}

}  // namespace
}  // namespace abut::test
