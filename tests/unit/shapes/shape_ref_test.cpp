/// ShapeRef erases the concept and nothing else: the answers are equal bit for bit. Built twice: with the queries of
/// ShapeRef compiled here, and with those of the library abut::abut.
#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <random>

namespace abut {
namespace {

static_assert(Shape<ShapeRef3f>);
static_assert(std::is_trivially_copyable_v<ShapeRef2d>);
static_assert(!std::is_constructible_v<ShapeRef3f, Box3f>, "a temporary would dangle");
static_assert(std::is_constructible_v<ShapeRef3f, const Box3f&>);
static_assert(!std::is_constructible_v<ShapeRef3f, const Box3d&>, "another scalar");
static_assert(!std::is_constructible_v<ShapeRef3f, const Box2f&>, "another dimension");

template <class T, int D>
void expect_same(const Distance<T, D>& a, const Distance<T, D>& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.distance, b.distance);
  EXPECT_EQ(a.lower, b.lower);
  EXPECT_EQ(a.upper, b.upper);
  EXPECT_EQ(a.point_a, b.point_a);
  EXPECT_EQ(a.point_b, b.point_b);
  EXPECT_EQ(a.normal, b.normal);
  EXPECT_EQ(a.feature_count, b.feature_count);
}

template <class T, int D>
void expect_same_depth(const Separation<T, D>& a, const Separation<T, D>& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.separation, b.separation);
  EXPECT_EQ(a.lower, b.lower);
  EXPECT_EQ(a.upper, b.upper);
  EXPECT_EQ(a.point_a, b.point_a);
  EXPECT_EQ(a.point_b, b.point_b);
  EXPECT_EQ(a.normal, b.normal);
}

template <class T, int D>
void expect_same_point(const ClosestPoint<T, D>& a, const ClosestPoint<T, D>& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.lower, b.lower);
  EXPECT_EQ(a.upper, b.upper);
  EXPECT_EQ(a.iterations, b.iterations);
}

template <class T>
struct ShapeRefs : ::testing::Test {
  std::mt19937 random{5};
  T draw() { return static_cast<T>(std::uniform_real_distribution<double>(-1, 1)(random)); }
  Pose<T, 3> pose() {
    Pose<T, 3> r;
    r.p = {3 * draw(), 3 * draw(), 3 * draw()};
    r.q = {draw(), draw(), draw(), draw()};
    return r;
  }

  template <class A, class B>
  void compare(const A& a, const B& b) {
    const ShapeRef<T, 3> ra = a, rb = b;
    expect_same(distance(a, b), distance(ra, rb));
    for (int i = 0; i < 200; ++i) {
      const Pose<T, 3> p = pose(), q = pose();
      expect_same(distance(place(a, p), place(b, q)), distance(place(ra, p), place(rb, q)));
      Cache3 cache, erased;
      expect_same(distance(place(a, p), place(b, q), {.cache = &cache}),
                  distance(place(ra, p), place(rb, q), {.cache = &erased}));
      EXPECT_EQ(cache.count, erased.count);
      expect_same(distance(a, place(b, q)), distance(ra, place(rb, q)));
      expect_same(distance(place(a, p), b), distance(place(ra, p), rb));
      expect_same_point(closest_point(p.p, a), closest_point(p.p, ra));
      expect_same_point(closest_point(p.p, place(a, q)), closest_point(p.p, place(ra, q)));
    }
  }
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ShapeRefs, Scalars);

TYPED_TEST(ShapeRefs, GivesTheSameBits) {
  using T = TypeParam;
  const Box<T, 3> box{.half = {T(1), T(2), T(0.5)}};
  const Capsule<T, 3> capsule{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = T(0.3)};
  const Cylinder<T> cylinder{.radius = T(0.7), .half_height = T(0.4)};
  const std::vector<Vec<T, 3>> points{{10, 0, 0}, {11, 0, 0}, {10, 1, 0}, {10, 0, 1}};
  const auto set = PointSet<T, 3>::from(points);
  ASSERT_TRUE(set);
  this->compare(box, capsule);
  this->compare(cylinder, box);
  this->compare(*set, cylinder);
  this->compare(inflate(*set, T(0.1)), box);
  this->compare(custom<Vec<T, 3>>([](const Vec<T, 3>& d) { return d.x > 0 ? Vec<T, 3>{5, 1, 0} : Vec<T, 3>{4, 1, 0}; }),
                box);
}

/// Pairs of one kind are answered by the code of their own types: distance/same_kind.hpp.
TYPED_TEST(ShapeRefs, GivesTheSameBitsOfTwoShapesOfAKind) {
  using T = TypeParam;
  const Box<T, 3> crate{.half = {T(1), T(2), T(0.5)}}, rod{.half = {T(2), T(0.1), T(0.2)}};
  const Capsule<T, 3> arm{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = T(0.3)},
      pill{.a = {}, .b = {1, 0, 0}, .radius = 1};
  const auto stone = *Hull<T, 3>::from(std::vector<Vec<T, 3>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}});
  this->compare(crate, rod);
  this->compare(arm, pill);
  this->compare(stone, stone.view());
  this->compare(stone.view(), stone.view());
  this->compare(arm, Ball<T, 3>{.center = {T(0.5), 0, 0}, .radius = T(0.5)});
}

/// The cores cross, which the closed forms of capsules leave to GJK.
TYPED_TEST(ShapeRefs, OfCapsulesWhoseCoresCrossAreAnswered) {
  using T = TypeParam;
  const Capsule<T, 3> arm{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = T(0.25)};
  const ShapeRef<T, 3> ref = arm;
  const Pose<T, 3> across{{}, {T(1), T(0.5), T(0.25), 0}};
  const auto met = distance(place(ref, Pose<T, 3>{}), place(ref, across));
  EXPECT_EQ(met.distance, 0);
  EXPECT_EQ(met.status, Status::converged);
  EXPECT_EQ(distance(place(ref, {{}, {0, 0, 0, 0}}), place(ref, across)).status, Status::invalid_argument);
}

TYPED_TEST(ShapeRefs, GivesTheSameBitsInAnAnyShape) {
  using T = TypeParam;
  const Box<T, 3> box{.half = {T(1), T(2), T(0.5)}};
  const auto hull = *Hull<T, 3>::from(std::vector<Vec<T, 3>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const AnyShape<T, 3> any_box = box, any_hull = hull;
  for (int i = 0; i < 50; ++i) {
    const Pose<T, 3> p = this->pose();
    expect_same(distance(box, place(hull, p)), distance(any_box, place(any_hull, p)));
    expect_same_point(closest_point(p.p, hull), closest_point(p.p, any_hull));
  }
}

template <class T>
void compare_in_the_plane() {
  const Box<T, 2> box{.half = {T(1), T(2)}};
  const Ellipsoid<T, 2> egg{.radii = {T(0.7), T(0.4)}};
  const ShapeRef<T, 2> box_ref = box, egg_ref = egg;
  for (int i = 0; i < 100; ++i) {
    const Pose<T, 2> p{{T(4), T(i) / 8}, {T(i), T(50 - i)}};
    expect_same(distance(place(box, p), egg), distance(place(box_ref, p), egg_ref));
    expect_same(distance(box, place(egg, p)), distance(box_ref, place(egg_ref, p)));
    expect_same_point(closest_point(p.p, egg), closest_point(p.p, egg_ref));
  }
  expect_same(distance(box, egg), distance(box_ref, egg_ref));
}

TEST(ShapeRef, GivesTheSameBitsIn2D) {
  compare_in_the_plane<float>();
  compare_in_the_plane<double>();
}

TEST(ShapeRef, IsAsDeep) {
  const Box3f box{.half = {1, 2, 0.5f}};
  const ShapeRef3f ref = box;
  for (int i = 0; i < 100; ++i) {
    const Pose3f p{{float(i) / 64, 0.25f, 0.125f}, {float(i), 10, 3, float(50 - i)}};
    const auto deep = separation(box, place(box, p));
    expect_same_depth(deep, separation(ref, place(ref, p)));
    EXPECT_EQ(deep.separation < 0 ? -deep.separation : 0, penetration(ref, place(ref, p)).depth);
  }
}

TEST(ShapeRef, PassesOnWhatIsInvalid) {
  const Box3f bad{.half = {1, -1, 1}}, good{.half = {1, 1, 1}};
  EXPECT_EQ(distance(ShapeRef3f(bad), ShapeRef3f(good)).status, Status::invalid_argument);
}

}  // namespace
}  // namespace abut
