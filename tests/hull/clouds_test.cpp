/// Hulls of random clouds are closed, convex and contain every point, and scale with them exactly.
#include "oracle/draw/clouds.hpp"
#include "oracle/judge/hull_check.hpp"
#include "unit/spaces.hpp"

namespace abut {
namespace {

template <class Space>
class HullCloud : public ::testing::Test {};
TYPED_TEST_SUITE(HullCloud, test::Spaces);

TYPED_TEST(HullCloud, HullsAreClosedConvexAndContainEveryPoint) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (int i = 0; i < 400; ++i) {
    oracle::Random random(static_cast<std::uint64_t>(i));
    const auto kind = static_cast<oracle::CloudKind>(i % oracle::cloud_kinds);
    const auto points = oracle::draw_cloud<T, D>(random, kind, i < 390 ? random.integer(1, 60) : 1500);
    const auto hull = Hull<T, D>::from(points);
    ASSERT_TRUE(hull.has_value());
    EXPECT_EQ(oracle::hull_fault(points, *hull, 3000), "") << name(kind) << ", seed " << i;
    EXPECT_EQ(hull->overhang(), 0);
  }
}

TYPED_TEST(HullCloud, ScalingByAPowerOfTwoChangesNothingElse) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (int i = 0; i < 200; ++i) {
    oracle::Random random(static_cast<std::uint64_t>(i));
    const auto kind = static_cast<oracle::CloudKind>(i % oracle::cloud_kinds);
    auto points = oracle::draw_cloud<T, D>(random, kind, random.integer(1, 40));
    const auto hull = Hull<T, D>::from(points);
    const int power = random.integer(-60, 60);
    bool exact = true;
    for (auto& p : points) {
      for (int k = 0; k < D; ++k) {
        exact = exact && (p[k] == 0 || std::isnormal(std::ldexp(p[k], power)));
        p[k] = std::ldexp(p[k], power);
      }
    }
    if (!exact) continue;
    const auto scaled = Hull<T, D>::from(points);
    ASSERT_EQ(scaled->vertex_count(), hull->vertex_count());
    for (VertexId v = 0; v < hull->vertex_count(); ++v) EXPECT_EQ(scaled->input_index(v), hull->input_index(v));
    EXPECT_EQ(scaled->measure(), std::ldexp(hull->measure(), D * power));
    for (int k = 0; k < D; ++k) EXPECT_EQ(scaled->centroid()[k], std::ldexp(hull->centroid()[k], power));
    ASSERT_EQ(scaled->faces().size(), hull->faces().size());
    for (std::size_t f = 0; f < hull->faces().size(); ++f) {
      EXPECT_EQ(scaled->faces()[f].normal, hull->faces()[f].normal);
      EXPECT_TRUE(std::ranges::equal(scaled->faces()[f].vertices, hull->faces()[f].vertices));
    }
  }
}

}  // namespace
}  // namespace abut
