// The verb distance() is what detail::signed_distance() finds, without the sign. Both are compiled from one template of
// their answer, for every way that a distance is found.
#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include "unit/answer_bits.hpp"
#include "unit/spaces.hpp"

#include <vector>

namespace abut {
namespace {

using test::AnswerBits;

template <class Space>
class SignedDistance : public ::testing::Test {};
TYPED_TEST_SUITE(SignedDistance, test::Spaces);

template <class A, class B, class T = ScalarOf<A>, int D = dimension_of<A>>
void expect_sign_alone_added(const A& a, const B& b) {
  const detail::SignedDistance<T, D> found = detail::signed_distance(a, b);
  EXPECT_EQ(AnswerBits(distance(a, b)), AnswerBits(found.without_sign()));
  Cache<D> cache, same;
  for (int i = 0; i < 2; ++i) {
    const Distance<T, D> plain = distance(a, b, {.cache = &cache});
    EXPECT_EQ(AnswerBits(plain), AnswerBits(detail::signed_distance(a, b, {.cache = &same}).without_sign()));
  }
  EXPECT_EQ(found.distance, found.signed_distance > 0 ? found.signed_distance : T(0));
  EXPECT_EQ(found.lower, found.signed_lower > 0 ? found.signed_lower : T(0));
  EXPECT_EQ(found.upper, found.signed_upper > 0 ? found.signed_upper : T(0));
}

template <class A, class B, class T = ScalarOf<A>, int D = dimension_of<A>>
void expect_at_poses(const A& a, const B& b) {
  for (const double x : {3.0, 0.9, 0.5, 0.0}) {
    const Pose<T, D> pose{.p = test::make_vec<T, D>(x, 0.3, 0.1), .q = {}};
    expect_sign_alone_added(a, place(b, pose));
    expect_sign_alone_added(place(b, pose), a);
  }
}

TYPED_TEST(SignedDistance, AddsNothingButTheSignToADistance) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = test::make_vec<T, D>(0.5, 1, 0.75)};
  const Capsule<T, D> capsule{.a = test::make_vec<T, D>(0, -1), .b = test::make_vec<T, D>(0, 1), .radius = T(0.25)};
  const Ball<T, D> ball{.radius = T(0.5)};
  const Ellipsoid<T, D> ellipsoid{.radii = test::make_vec<T, D>(0.5, 1, 0.75)};
  const std::vector<Vec<T, D>> corners{test::make_vec<T, D>(0.5, 0, 0), test::make_vec<T, D>(-0.5, 0.5, 0),
                                       test::make_vec<T, D>(-0.25, -0.5, 0), test::make_vec<T, D>(0, 0.25, 0.5)};
  const auto hull = Hull<T, D>::from(corners);
  ASSERT_TRUE(hull);
  expect_at_poses(capsule, capsule);
  expect_at_poses(ball, ball);
  expect_at_poses(box, box);
  expect_at_poses(*hull, *hull);
  expect_at_poses(box, inflate(box, T(0.125)));
  expect_at_poses(box, ellipsoid);
  expect_at_poses(box, ShapeRef<T, D>(capsule));
  expect_at_poses(ball, AnyShape<T, D>(capsule));
  for (const T y : {T(1), T(-1), T(-4)}) {
    expect_sign_alone_added(HalfSpace<T, D>{.normal = test::make_vec<T, D>(0, 1), .offset = y}, capsule);
    expect_sign_alone_added(box, HalfSpace<T, D>{.normal = test::make_vec<T, D>(0, 1), .offset = y});
  }
  expect_sign_alone_added(box, Ball<T, D>{.radius = T(-1)});  // an invalid argument
}

}  // namespace
}  // namespace abut
