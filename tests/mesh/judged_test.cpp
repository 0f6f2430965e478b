/// Proof with every answer: the bounds of soups contain the truth, which is the least over all pairs of parts in 113
/// bits.
#include "mesh/judge.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

template <class S>
struct MeshBounds : ::testing::Test {};
TYPED_TEST_SUITE(MeshBounds, oracle::Spaces);

TYPED_TEST(MeshBounds, ContainTheLeastDistanceOfAllParts) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(20261118);
  for (const Family family : families) {
    for (int i = 0; i < 40; ++i) {
      const auto a = soup_of<T, D>(random, family, 6), b = soup_of<T, D>(random, family, 6);
      const int which = i % 4;
      const Pose<T, D> pose_a = which % 2 == 1 ? pose_of<T, D>(random, family) : Pose<T, D>{};
      const Pose<T, D> pose_b = which >= 2 ? pose_of<T, D>(random, family) : Pose<T, D>{};
      const Mesh<T, D> mesh_a = a.mesh(), mesh_b = b.mesh();
      const auto d =
          posed(mesh_a, pose_a, mesh_b, pose_b, which, [](const auto& x, const auto& y) { return distance(x, y); });
      const auto met =
          posed(mesh_a, pose_a, mesh_b, pose_b, which, [](const auto& x, const auto& y) { return overlap(x, y); });
      expect_true(d, met, true_distance(world(a, pose_a), world(b, pose_b)), static_cast<int>(family) * 1000 + i);
    }
  }
}

/// The closest points belong to the parts that are named.
TYPED_TEST(MeshBounds, AreThoseOfThePartsNamed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(7);
  for (const Family family : families) {
    for (int i = 0; i < 40; ++i) {
      const Mesh<T, D> a = soup_of<T, D>(random, family, 12).mesh(), b = soup_of<T, D>(random, family, 12).mesh();
      const Pose<T, D> pose = pose_of<T, D>(random, family);
      const auto d = distance(a, place(b, pose));
      ASSERT_LT(d.part_a, a.part_count());
      ASSERT_LT(d.part_b, b.part_count());
      const auto of_parts = distance(a.part(d.part_a), place(b.part(d.part_b), pose));
      EXPECT_EQ(d.upper, of_parts.upper);
      EXPECT_EQ(d.point_a, of_parts.point_a);
      EXPECT_EQ(d.point_b, of_parts.point_b);
      EXPECT_LE(d.lower, of_parts.lower);
    }
  }
}

}  // namespace
}  // namespace abut::test
