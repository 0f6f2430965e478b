/// Mesh::from, and the tree that it builds.
#include "mesh/soups.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/detail/bvh/build.hpp>

namespace abut::test {
namespace {

using Kind = MeshError::Kind;

TEST(Mesh, NamesWhatIsWrongAndWhere) {
  const std::vector<Vec3d> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<std::array<std::uint32_t, 3>> none, good{{0, 1, 2}}, bad{{0, 1, 2}, {0, 3, 2}};
  EXPECT_EQ(Mesh3d::from(corners, none).error().kind, Kind::no_parts);
  const auto beyond = Mesh3d::from(corners, bad);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().kind, Kind::index_out_of_range);
  EXPECT_EQ(beyond.error().index, 1U);
  for (const double x : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    auto broken = corners;
    broken[2].y = x;
    const auto mesh = Mesh3d::from(broken, good);
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().kind, Kind::not_finite);
    EXPECT_EQ(mesh.error().index, 2U);
  }
  EXPECT_STREQ(to_string(Kind::index_out_of_range), "the part refers to a vertex that is not there");
}

TEST(Mesh, KeepsPartsAsGivenAndIgnoresUnusedVerticesInItsBox) {
  const std::vector<Vec2f> points{{9, 9}, {1, 2}, {3, -1}};
  const std::vector<std::array<std::uint32_t, 2>> chain{{2, 1}, {1, 1}};
  const auto mesh = Mesh2f::from(points, chain);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->part_count(), 2U);
  EXPECT_EQ(mesh->part(0), (Segment2f{{3, -1}, {1, 2}}));
  EXPECT_EQ(mesh->aabb().min, (Vec2f{1, -1}));
  EXPECT_EQ(mesh->aabb().max, (Vec2f{3, 2}));
}

TEST(Mesh, CopiesAreIndependentAndViewsFollowAMove) {
  Mesh3f mesh = dented_ball<float, 3>(4, 0.2).mesh();
  const MeshView3f view = mesh.view();
  const Mesh3f copy = mesh;
  const Mesh3f moved = std::move(mesh);
  EXPECT_EQ(view.part_count(), moved.part_count());
  EXPECT_EQ(view.vertices().data(), moved.vertices().data());
  EXPECT_NE(copy.vertices().data(), moved.vertices().data());
  const Ball3f ball{{3, 0, 0}, 1};
  EXPECT_EQ(distance(copy, ball).upper, distance(view, ball).upper);
}

/// A surface is no solid: what is inside is apart from it.
TEST(Mesh, IsASurface) {
  const Mesh3d shell = cube<double>().mesh();
  const auto d = distance(shell, Ball3d{{0.25, 0, 0}, 0.25});
  EXPECT_LE(d.lower, 0.5);
  EXPECT_GE(d.upper, 0.5);
  EXPECT_EQ(d.normal, (Vec3d{-1, 0, 0}));
  EXPECT_EQ(d.point_a.x, 1.0);
  EXPECT_TRUE(overlap(shell, Ball3d{{0.25, 0, 0}, 0.25}).apart);
  EXPECT_TRUE(overlap(shell, Ball3d{{0.25, 0, 0}, 0.75}).overlap);
}

TEST(Mesh, TouchingFacesOverlap) {
  const std::vector<Vec3f> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const std::vector<std::array<std::uint32_t, 3>> halves{{0, 1, 2}, {0, 2, 3}};
  const auto mesh = Mesh3f::from(square, halves);
  ASSERT_TRUE(mesh);
  EXPECT_TRUE(overlap(*mesh, *mesh).overlap);
  EXPECT_TRUE(overlap(*mesh, place(*mesh, Pose3f{{1, 0, 0}, {}})).overlap);
  const auto above = overlap(*mesh, place(*mesh, Pose3f{{0, 0, 0x1p-20F}, {}}));
  EXPECT_TRUE(above.apart);
  EXPECT_LE(above.lower, 0x1p-20F);
  EXPECT_EQ(distance(*mesh, place(*mesh, Pose3f{{0, 0, 0x1p-20F}, {}})).distance, 0x1p-20F);
}

template <class S>
struct Tree : ::testing::Test {};
TYPED_TEST_SUITE(Tree, oracle::Spaces);

template <int D>
struct TreeCheck {
  std::span<const detail::BvhNode<D>> nodes;
  std::vector<detail::LeafParts> leaves;
  std::vector<int> seen;
  int deepest = 0;

  /// Checks that the box around child i of the node contains all that is below.
  void visit(std::uint32_t index, int level) {
    deepest = level > deepest ? level : deepest;
    const detail::BvhNode<D>& node = nodes[index];
    for (int i = 0; i < node.count(); ++i) {
      if (node.child[i].is_leaf()) {
        const detail::LeafParts& leaf = leaves[node.child[i].index()];
        EXPECT_GE(leaf.count(), 1);
        for (int k = 0; k < leaf.count(); ++k) ++seen[leaf.part[k]];
        continue;
      }
      const detail::BvhNode<D>& below = nodes[node.child[i].index()];
      for (int k = 0; k < below.count(); ++k) {
        for (int axis = 0; axis < D; ++axis) {
          EXPECT_LE(node.lower[axis][i], below.lower[axis][k]);
          EXPECT_GE(node.upper[axis][i], below.upper[axis][k]);
        }
      }
      visit(node.child[i].index(), level + 1);
    }
  }
};

TYPED_TEST(Tree, HasEveryPartOnceInsideTheBoxesAroundIt) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(17);
  for (const Family family : families) {
    const Mesh<T, D> mesh = soup_of<T, D>(random, family, 2000).mesh();
    const auto ref = mesh.composite();
    TreeCheck<D> check{ref.tree.nodes, {ref.leaves.begin(), ref.leaves.end()}, std::vector<int>(mesh.part_count()), 0};
    check.visit(0, 1);
    for (const int count : check.seen) EXPECT_EQ(count, 1);
    EXPECT_LE(check.deepest, detail::most_bvh_levels);
  }
}

/// Each part in ten times the distance of the last: cuts by bins would put them apart one by one.
TEST(Bvh, DepthIsBoundedWhereCutsArePoor) {
  std::vector<detail::BvhBox<3>> boxes;
  float x = 1;
  for (int i = 0; i < 5000; ++i) {
    boxes.push_back({{x, 0, 0}, {x, 0, 0}});
    x = i % 60 == 59 ? 1.0F : x * 0.5F;
  }
  const auto built = detail::BvhBuilder<3>(boxes).build();
  TreeCheck<3> check{built.nodes, built.leaves, std::vector<int>(boxes.size()), 0};
  check.visit(0, 1);
  for (const int count : check.seen) EXPECT_EQ(count, 1);
  EXPECT_LE(check.deepest, detail::most_bvh_levels);
}

}  // namespace
}  // namespace abut::test
