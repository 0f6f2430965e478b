/// Proof with every answer: the bounds of soups contain the truth, which is the least over all pairs of parts in 113
/// bits.
#include "mesh/judge.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

using oracle::Real;

template <class S>
struct MeshBounds : ::testing::Test {};
TYPED_TEST_SUITE(MeshBounds, oracle::Spaces);

struct Range {
  Real lower, upper;
};

template <Scalar T, int D>
Range truth(const Soup<T, D>& a, const Pose<T, D>& pose_a, const Soup<T, D>& b, const Pose<T, D>& pose_b) {
  Range least{oracle::power_of_two(15000), oracle::power_of_two(15000)};
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    for (std::size_t k = 0; k < b.parts.size(); ++k) {
      const oracle::Truth<D> t = oracle::distance(world(a, i, pose_a), world(b, k, pose_b));
      least.lower = t.lower < least.lower ? t.lower : least.lower;
      least.upper = t.upper < least.upper ? t.upper : least.upper;
    }
  }
  return least;
}

/// What is asked: with a pose at A, at B, at both, or at neither.
template <Scalar T, int D, class F>
auto posed(const Mesh<T, D>& a, const Pose<T, D>& pose_a, const Mesh<T, D>& b, const Pose<T, D>& pose_b, int which,
           const F& f) {
  if (which == 0) return f(a, b);
  if (which == 1) return f(place(a, pose_a), b);
  if (which == 2) return f(a, place(b, pose_b));
  return f(place(a, pose_a), place(b, pose_b));
}

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
      const Range t = truth(a, pose_a, b, pose_b);
      const auto place_of_failure = [&] { return static_cast<int>(family) * 1000 + i; };
      EXPECT_EQ(d.status, Status::converged) << place_of_failure();
      EXPECT_LE(Real(d.lower), t.upper) << place_of_failure() << " " << double(d.lower) << " " << double(t.upper);
      EXPECT_GE(Real(d.upper), t.lower) << place_of_failure() << " " << double(d.upper) << " " << double(t.lower);
      EXPECT_FALSE(met.overlap && Real(met.upper) < t.lower) << place_of_failure();
      EXPECT_FALSE(met.apart && Real(met.lower) > t.upper) << place_of_failure();
      EXPECT_FALSE(met.apart && d.distance == T(0) && t.upper == 0) << place_of_failure();
      EXPECT_TRUE(met.apart || met.overlap || met.status == Status::inconclusive) << place_of_failure();
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
