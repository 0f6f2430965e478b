/// Hulls with a limit of vertices: the distance of the points left out, against a reference in 113 bits.
#include "oracle/draw/clouds.hpp"
#include "oracle/judge/hull_check.hpp"
#include "unit/spaces.hpp"

#include <limits>

namespace abut {
namespace {

template <class Space>
class HullLimit : public ::testing::Test {};
TYPED_TEST_SUITE(HullLimit, test::Spaces);

TYPED_TEST(HullLimit, KeepsToTheLimitAndProvesWhatItCosts) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(D);
  for (int i = 0; i < 60; ++i) {
    const auto kind = static_cast<oracle::CloudKind>(i % oracle::cloud_kinds);
    const auto points = oracle::draw_cloud<T, D>(random, kind, random.integer(1, 60));
    const auto limit = static_cast<VertexId>(random.integer(D + 1, 16));
    const auto whole = Hull<T, D>::from(points), hull = Hull<T, D>::from(points, {.vertex_limit = limit});
    ASSERT_TRUE(whole.has_value() && hull.has_value());
    EXPECT_EQ(hull->rank(), whole->rank());
    EXPECT_LE(hull->vertex_count(), std::min(limit, whole->vertex_count()));
    EXPECT_EQ(oracle::hull_fault(hull->vertices(), *Hull<T, D>::from(hull->vertices())), "");
    const auto body = oracle::body(std::span<const Vec<T, D>>(hull->vertices()));
    oracle::Real most = 0;
    for (const auto& p : whole->vertices()) most = std::max(most, oracle::outside(oracle::exact(p), body));
    const double size = double(max_abs(whole->aabb().max - whole->aabb().min));
    const double far = double(max_abs(whole->aabb().max)) + double(max_abs(whole->aabb().min));
    // The reference is accurate to 2^-80 of the coordinates; the bound is tight.
    EXPECT_GE(oracle::Real(hull->overhang()), most - oracle::Real(0x1p-80 * (size + far))) << name(kind) << ' ' << i;
    EXPECT_LE(hull->overhang(), oracle::narrow(most) * 1.00001 + 64 * epsilon_of<T> * (size + far));
    if (limit >= whole->vertex_count()) {
      EXPECT_EQ(hull->overhang(), 0);
    }
  }
}

TYPED_TEST(HullLimit, HoldsNearOverflowAndUnderflow) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (const T size : {detail::largest<T>, std::numeric_limits<T>::denorm_min()}) {
    std::vector<Vec<T, D>> points;
    for (unsigned i = 0; i < 1U << D; ++i) {
      points.push_back(test::make_vec<T, D>(i & 1U ? 1 : -1, i & 2U ? 1 : -1, i & 4U ? 1 : -1) * size);
    }
    const auto hull = Hull<T, D>::from(points, {.vertex_limit = D + 1});
    ASSERT_TRUE(hull.has_value());
    // The last corner of a square is 1.4 sizes outside, those of a cube 1.1. The bound may be infinite.
    EXPECT_GE(hull->overhang(), double(size));
  }
}

TEST(HullLimits, LeavesOutTheLeastProminentVertex) {
  // A square with one corner cut off a little, and a spike.
  const std::vector<Vec2d> points{{0, 0}, {4, 0}, {4, 3.75}, {3.75, 4}, {0, 4}, {-9, 2}};
  const auto hull = Hull2d::from(points, {.vertex_limit = 5});
  ASSERT_TRUE(hull.has_value());
  EXPECT_EQ(hull->vertex_count(), 5U);
  EXPECT_GT(hull->overhang(), 0.1);
  EXPECT_LT(hull->overhang(), 0.25);
}

TEST(HullLimits, ShrinksTheOverhangIn3D) {
  oracle::Random random(3);
  const auto points = oracle::draw_cloud<float, 3>(random, oracle::CloudKind::sphere, 2000);
  double before = detail::infinity<double>;
  for (const VertexId limit : {4U, 16U, 64U, 256U}) {
    const auto hull = Hull3f::from(points, {.vertex_limit = limit});
    ASSERT_TRUE(hull.has_value());
    EXPECT_EQ(hull->vertex_count(), limit);
    EXPECT_LT(hull->overhang(), 0.8 * before);
    before = hull->overhang();
  }
}

}  // namespace
}  // namespace abut
