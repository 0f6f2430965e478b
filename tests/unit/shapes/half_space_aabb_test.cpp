/// The box of a half-space: one finite side where the plane is exactly perpendicular to an axis, else none.
#include <abut/half_space.hpp>

#include <gtest/gtest.h>

#include "unit/spaces.hpp"

#include <limits>

namespace abut {
namespace {

template <class S>
struct HalfSpaceAabb : ::testing::Test {};
TYPED_TEST_SUITE(HalfSpaceAabb, test::Spaces);

/// Expects all of space but for one side: the upper one of axis `axis` if `up`.
template <class T, int D>
void expect_one_side(const Aabb<T, D>& box, int axis, bool up, T side) {
  const T inf = std::numeric_limits<T>::infinity();
  for (int i = 0; i < D; ++i) {
    EXPECT_EQ(box.min[i], i == axis && !up ? side : -inf) << i;
    EXPECT_EQ(box.max[i], i == axis && up ? side : inf) << i;
  }
}

template <class T, int D>
void expect_everywhere(const Aabb<T, D>& box) {
  expect_one_side(box, -1, true, T(0));
}

TYPED_TEST(HalfSpaceAabb, HasOneSideAlongAnAxis) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (int i = 0; i < D; ++i) {
    HalfSpace<T, D> h{detail::axis<T, D>(i) * T(3), T(0.5)};
    expect_one_side(aabb(h), i, true, T(0.5));
    Pose<T, D> pose;
    pose.p = detail::axis<T, D>(i) * T(2);
    expect_one_side(aabb(place(h, pose)), i, true, T(2.5));
    h.normal = -h.normal;
    expect_one_side(aabb(h), i, false, T(-0.5));
    expect_one_side(aabb(place(h, pose)), i, false, T(1.5));
  }
  Vec<T, D> slanted = detail::axis<T, D>(0);
  slanted[1] = std::numeric_limits<T>::denorm_min();
  expect_everywhere(aabb(HalfSpace<T, D>{slanted, T(1)}));
}

TYPED_TEST(HalfSpaceAabb, IsRoundedOutward) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T tiny = std::numeric_limits<T>::denorm_min(), eps = std::numeric_limits<T>::epsilon();
  Pose<T, D> pose;
  pose.p = detail::axis<T, D>(0);
  expect_one_side(aabb(place(HalfSpace<T, D>{detail::axis<T, D>(0), tiny}, pose)), 0, true, 1 + eps);
  expect_one_side(aabb(place(HalfSpace<T, D>{detail::axis<T, D>(0), -tiny}, pose)), 0, true, T(1));
  expect_one_side(aabb(place(HalfSpace<T, D>{-detail::axis<T, D>(0), tiny}, pose)), 0, false, 1 - eps / 2);
}

TYPED_TEST(HalfSpaceAabb, OfInvalidOnesIsInfinite) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  expect_everywhere(aabb(HalfSpace<T, D>{{}, T(1)}));
  for (const T wrong : {inf, nan}) {
    expect_everywhere(aabb(HalfSpace<T, D>{detail::axis<T, D>(1) * wrong, T(1)}));
    expect_everywhere(aabb(HalfSpace<T, D>{detail::axis<T, D>(1), wrong}));
    expect_everywhere(aabb(place(HalfSpace<T, D>{detail::axis<T, D>(1), T(1)}, {detail::axis<T, D>(0) * wrong, {}})));
  }
}

TEST(HalfSpaceAabb, TurnsWithThePoseIn2D) {
  const HalfSpace2f h{{0, 1}, 2};                                         // y <= 2
  expect_one_side(aabb(place(h, {{10, 20}, {0, 5}})), 0, false, 8.0f);    // a quarter turn: x >= -2
  expect_one_side(aabb(place(h, {{10, 20}, {0, -5}})), 0, true, 12.0f);   // x <= 2
  expect_one_side(aabb(place(h, {{10, 20}, {-3, 0}})), 1, false, 18.0f);  // half a turn: y >= -2
  expect_everywhere(aabb(place(h, {{}, {1, 1e-30f}})));
  const HalfSpace2f k{{1, 0}, 2};  // x <= 2
  expect_one_side(aabb(place(k, {{}, {0, 5}})), 1, true, 2.0f);
}

/// Every one of the 24 rotations that permute the axes, against the rotated normal; a turn about the normal; and turns
/// that differ from these by the least possible.
template <class T>
void expect_turns_with_the_pose() {
  int exact = 0;
  for (int code = 0; code < 81; ++code) {
    const T w = T(code % 3 - 1), x = T(code / 3 % 3 - 1), y = T(code / 9 % 3 - 1), z = T(code / 27 - 1);
    const int nonzero = (w != 0) + (x != 0) + (y != 0) + (z != 0);
    if (nonzero == 0) continue;
    const Pose<T, 3> pose{{1, 2, 4}, {w * T(0.7), x * T(0.7), y * T(0.7), z * T(0.7)}};
    for (int k = 0; k < 3; ++k) {
      const auto box = aabb(place(HalfSpace<T, 3>{detail::axis<T, 3>(k), T(8)}, pose));
      const Vec<T, 3> n = rotate(pose.q, detail::axis<T, 3>(k));
      int to = -1;
      for (int i = 0; i < 3; ++i) to = detail::absolute(detail::absolute(n[i]) - 1) < T(1e-5) ? i : to;
      if (to < 0) {
        expect_everywhere(box);
        continue;
      }
      ++exact;
      expect_one_side(box, to, n[to] > 0, n[to] > 0 ? pose.p[to] + 8 : pose.p[to] - 8);
    }
  }
  EXPECT_EQ(exact, 3 * 48);
  const HalfSpace<T, 3> ground{{0, 0, 1}, 3};
  expect_one_side(aabb(place(ground, {{0, 0, 1}, {T(0.3), 0, 0, T(0.4)}})), 2, true, T(4));  // about the normal
  expect_one_side(aabb(place(ground, {{0, 0, 1}, {0, T(0.3), T(0.4), 0}})), 2, false, T(-2));
  expect_one_side(aabb(place(ground, {{0, 5, 0}, {1, 1, -2, 2}})), 1, false, T(2));  // z to -y
  expect_everywhere(aabb(place(ground, {{}, {1, 1, 2, 2}})));                        // magnitudes alone do not tell
  expect_one_side(aabb(place(ground, {{5, 0, 0}, {1, 2, 1, 2}})), 0, true, T(8));    // z to x
  expect_everywhere(aabb(place(ground, {{}, {1, -2, 1, 2}})));
  const T tiny = std::numeric_limits<T>::denorm_min();
  expect_everywhere(aabb(place(ground, {{}, {1, tiny, 0, 0}})));
  expect_everywhere(aabb(place(ground, {{}, {tiny, tiny, 1, 0}})));
  expect_everywhere(aabb(place(ground, {{}, {tiny, 1, tiny, tiny}})));
  expect_everywhere(aabb(place(ground, {{}, {1, 0, 1 + std::numeric_limits<T>::epsilon(), 0}})));
}

TEST(HalfSpaceAabb, TurnsWithThePoseIn3D) {
  expect_turns_with_the_pose<float>();
  expect_turns_with_the_pose<double>();
}

}  // namespace
}  // namespace abut
