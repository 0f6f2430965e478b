/// What is a shape, and shapes made from shapes and functions.
#include <abut/abut.hpp>

#include "quad/rotation.hpp"
#include "unit/spaces.hpp"

#include <limits>

namespace abut {
namespace {

using test::make_vec;
using test::quad;
using test::Random;

// --- Shapes of a user --------------------------------------------------------------------------------------

/// |x| + |y| <= 1, with a support function alone.
struct Diamond {
  SupportPoint<Vec2f> support(const Vec2f& d) const {
    if (detail::absolute(d.x) >= detail::absolute(d.y)) return d.x >= 0 ? at(0) : at(1);
    return d.y >= 0 ? at(2) : at(3);
  }
  static SupportPoint<Vec2f> at(VertexId id) {
    constexpr Vec2f vertex[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    return {vertex[id], id};
  }
};

/// With a support function that returns the bare point.
struct BareDiamond {
  Vec2f support(const Vec2f& d) const { return Diamond{}.support(d).point; }
};

TEST(Support, MayReturnTheBarePoint) {
  const Ball2f ball{.center = {3, 0.25f}, .radius = 0.5f};
  const auto bare = distance(BareDiamond{}, ball), numbered = distance(Diamond{}, ball);
  EXPECT_EQ(bare.status, Status::converged);
  EXPECT_NEAR(bare.distance, numbered.distance, 1e-6F);
  EXPECT_EQ(bare.feature_a[0], no_vertex);
  EXPECT_TRUE(overlap(BareDiamond{}, place(BareDiamond{}, Pose2f{.p = {0.5f, 0}})).overlap);
}

/// With every optional member.
struct RoundDiamond : Diamond {
  float radius() const { return 0.25f; }
  Vec2f center() const { return {0, 0}; }
  float bounding_radius() const { return 1; }
};

/// A radius and a center as plain members work as well.
struct RoundDiamondOfMembers : Diamond {
  float radius = 0.25f;
  Vec2f center{};
  float bounding_radius() const { return 1; }
};

/// Stored in float, compared in double.
struct WideDiamond {
  using Vector = Vec2f;
  SupportPoint<Vec2d> support(const Vec2d& d) const {
    const auto s = Diamond{}.support(vec_cast<float>(d));
    return {detail::widen(s.point), s.id};
  }
};

struct NoSupport {
  float radius() const { return 1; }
};
struct SupportOfNothing {
  SupportPoint<Vec2f> support() const { return {}; }
};

static_assert(Shape<Diamond> && Shape<RoundDiamond> && Shape<RoundDiamondOfMembers> && Shape<WideDiamond>);
static_assert(!Shape<NoSupport> && !Shape<SupportOfNothing> && !Shape<int> && !Shape<Vec2f>);
static_assert(std::same_as<VectorOf<Diamond>, Vec2f> && std::same_as<ScalarOf<WideDiamond>, float>);
static_assert(dimension_of<Diamond> == 2 && dimension_of<Box3d> == 3 && std::same_as<ScalarOf<Box3d>, double>);
static_assert(Shape<Polygon2d> && Shape<PointSet3f> && Shape<Placed<Box2d>> && Shape<Placed<Diamond>>);

TEST(UserShape, NeedsOnlyASupport) {
  const auto gap = distance(Diamond{}, Point2f{{3, 0}});
  EXPECT_EQ(gap.status, Status::converged);
  EXPECT_LE(gap.lower, 2.0f);
  EXPECT_GE(gap.upper, 2.0f);
  EXPECT_EQ(gap.feature_a[0], 0U);
  EXPECT_EQ(detail::radius(Diamond{}), 0);
}

TEST(UserShape, IsEnclosedByItsExtentIfItSaysNoReach) {
  const auto ball = detail::enclosure(Diamond{});
  EXPECT_EQ(ball.center, Vec2d{});
  EXPECT_GE(ball.reach, 1.0);
  EXPECT_LE(ball.reach, detail::square_root(2.0) * (1 + 18 * detail::unit_roundoff_of<float>));
}

TEST(UserShape, MayHaveRadiusCenterAndReachAsFunctionOrMember) {
  EXPECT_EQ(detail::radius(RoundDiamond{}), 0.25);
  EXPECT_EQ(detail::radius(RoundDiamondOfMembers{}), 0.25);
  EXPECT_EQ(detail::enclosure(RoundDiamond{}).reach, 1);
  EXPECT_EQ(detail::enclosure(RoundDiamondOfMembers{}).reach, 1);
  for (const auto& gap :
       {distance(RoundDiamond{}, Point2f{{0, 3}}), distance(RoundDiamondOfMembers{}, Point2f{{0, 3}})}) {
    EXPECT_LE(gap.lower, 1.75f);
    EXPECT_GE(gap.upper, 1.75f);
    EXPECT_EQ(gap.feature_a[0], 2U);
  }
}

TEST(UserShape, InDoubleHasBoundsAsTightAsTheLibrarysOwn) {
  const auto wide = distance(WideDiamond{}, Point2f{{2, 2}});
  const auto narrow = distance(Diamond{}, Point2f{{2, 2}});
  const double exact = 1.5 * detail::square_root(2.0);
  for (const auto& gap : {wide, narrow}) {
    EXPECT_EQ(gap.status, Status::converged);
    EXPECT_LE(double(gap.lower), exact);
    EXPECT_GE(double(gap.upper), exact);
  }
  // Each end is within one step of the nearest float (1.5 ulps of a number in [2, 4)).
  EXPECT_LE(double(wide.upper) - double(wide.lower), 3 * 0x1p-22 + 0x1p-40);
}

TEST(UserShape, WithABadRadiusIsAnInvalidArgument) {
  for (const float bad : {-1.0f, detail::infinity<float>, std::numeric_limits<float>::quiet_NaN()}) {
    RoundDiamondOfMembers shape;
    shape.radius = bad;
    EXPECT_EQ(distance(shape, Point2f{{3, 0}}).status, Status::invalid_argument);
  }
}

// --- Functions ---------------------------------------------------------------------------------------------

TEST(CustomShape, WrapsALambdaThatReturnsAPoint) {
  const auto ellipse = custom<Vec2d>([](const Vec2d& d) {
    const Vec2d scaled{2 * d.x, d.y};
    const double length = detail::norm(scaled);
    return length > 0 ? Vec2d{2 * scaled.x / length, scaled.y / length} : Vec2d{2, 0};
  });
  static_assert(Shape<decltype(ellipse)>);
  EXPECT_EQ(ellipse.support({1, 0}), (Vec2d{2, 0}));
  const auto gap = distance(ellipse, Point2d{{0, 3}});
  EXPECT_EQ(gap.status, Status::converged);
  EXPECT_LE(gap.lower, 2.0);
  EXPECT_GE(gap.upper, 2.0);
  EXPECT_LE(gap.upper - gap.lower, default_tolerance<double> * gap.upper + 16 * epsilon_of<double> * 8);
}

TEST(CustomShape, WrapsALambdaThatReturnsASupportPoint) {
  const auto diamond = custom<Vec2f>([](Vec2f d) { return Diamond{}.support(d); });
  EXPECT_EQ(diamond.support({0, -1}).id, 3U);
  EXPECT_EQ(distance(diamond, Point2f{{-4, 0}}).feature_a[0], 1U);
}

// --- Places ------------------------------------------------------------------------------------------------

template <class S>
class Place : public ::testing::Test {};
TYPED_TEST_SUITE(Place, test::Spaces);

TYPED_TEST(Place, MovesSupportAndKeepsIdsAndRadius) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    const Capsule<T, D> capsule{random.vec<T, D>(1), random.vec<T, D>(1), T(0.5)};
    const Pose<T, D> pose{random.vec<T, D>(5), test::random_rotation<T, D>(random)};
    const auto placed = place(capsule, pose);
    static_assert(Shape<decltype(placed)>);
    const auto found = placed.support(random.vec<double, D>(1));
    ASSERT_LT(found.id, 2U);
    const auto exact = test::transform(pose, quad(found.id == 0 ? capsule.a : capsule.b));
    // One rotated point and a sum, of lengths below 2 and 10.
    const double bound = (2 * detail::rotation_roundings<D> + 10) * detail::unit_roundoff;
    EXPECT_LE(static_cast<double>(norm(quad(found.point) - exact)), bound);
    EXPECT_EQ(detail::radius(placed), 0.5);
  }
}

TYPED_TEST(Place, OfAPlaceIsOnePlace) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(2);
  const Box<T, D> box{.half = make_vec<T, D>(1, 2, 3)};
  for (int n = 0; n < 200; ++n) {
    const Pose<T, D> inner{random.vec<T, D>(5), test::random_rotation<T, D>(random)};
    const Pose<T, D> outer{random.vec<T, D>(5), test::random_rotation<T, D>(random)};
    const auto nested = place(place(box, inner), outer);
    static_assert(std::same_as<decltype(nested), const Placed<Box<T, D>>>);
    const Pose<T, D> product = outer * inner;
    EXPECT_EQ(nested.pose.p, product.p);
    const auto v = random.vec<T, D>(1);
    EXPECT_EQ(rotate(nested.pose.q, v), rotate(product.q, v));
  }
}

TYPED_TEST(Place, AnswersTheSameWhicheverShapeIsPlaced) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  const Pose<T, D> there{.p = make_vec<T, D>(4, 0, 0)}, back{.p = make_vec<T, D>(-4, 0, 0)};
  for (const auto& gap : {distance(box, place(box, there)), distance(place(box, back), box),
                          distance(place(box, there), place(place(box, there), there))}) {
    EXPECT_EQ(gap.status, Status::converged);
    EXPECT_LE(gap.lower, T(2));
    EXPECT_GE(gap.upper, T(2));
    EXPECT_EQ(gap.normal, (detail::axis<T, D>(0)));
  }
}

// --- Mixing scalars or dimensions is an error with a message ---------------------------------------------------

// distance() accepts any two shapes and explains the error in a static_assert, so that a requires-expression can not
// test a mixture. What can be tested: the parts that a mixture would need do not exist.
template <class S, class P>
concept CanPlaceBy = requires(const S& shape, const P& pose) { place(shape, pose); };
template <class Q, class S>
concept CanAskClosestPoint = requires(const Q& q, const S& shape) { closest_point(q, shape); };

static_assert(CanPlaceBy<Box2f, Pose2f> && !CanPlaceBy<Box2f, Pose2d> && !CanPlaceBy<Box2f, Pose3f> &&
              !CanPlaceBy<Box3d, Pose3f>);
static_assert(CanAskClosestPoint<Vec2f, Box2f> && !CanAskClosestPoint<Vec2d, Box2f> &&
              !CanAskClosestPoint<Vec3f, Box2f>);
static_assert(CanAskClosestPoint<Vec3d, Segment3d> && !CanAskClosestPoint<Vec3f, Segment3d>);
static_assert(!std::convertible_to<Vec2d, Vec2f> && !std::convertible_to<Vec2f, Vec2d> &&
              !std::convertible_to<Vec2f, Vec3f>);
static_assert(!std::convertible_to<Box2f, Box2d> && !std::convertible_to<Pose3d, Pose3f>);

}  // namespace
}  // namespace abut
