/// The table of compose.hpp, line by line: points, radius, vertex ids, and invalid arguments.
#include "oracle/judge/curved.hpp"

#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

namespace oracle {
namespace {

using abut::hull_of, abut::inflate, abut::place, abut::scale, abut::sweep;
using abut::no_vertex, abut::Vec2d, abut::Vec2f, abut::Vec3d, abut::Vec3f, abut::VertexId;

const abut::Box3d box{.half = {1, 2, 3}};
const abut::Capsule3d capsule{.a = {1, 0, 0}, .b = {0, 4, 1}, .radius = 0.25};
const abut::Ball3d ball{.center = {-2, 1, 7}, .radius = 1.5};
const abut::Ellipsoid3d ellipsoid{.radii = {3, 1, 0.5}};
const Vec3d motion{5, -2, 0.125};

template <class F>
void for_directions(F&& f) {
  Random random(21);
  for (int i = 0; i < 200; ++i) f(detail::direction<3>(random) * 0.2);
}

double core_height(const auto& shape, const Vec3d& d) { return dot(d, abut::detail::support(shape, d).point); }

/// For heights along |d| = 0.2 of shapes of size 10: far above rounding, far below any mistake.
constexpr double near = 1e-13;

// --- Points, radius and ids ----------------------------------------------------------------------------------

TEST(MakerRules, InflateKeepsTheCoreAndAddsToTheRadius) {
  const auto s = inflate(capsule, 0.5);
  for_directions([&](const Vec3d& d) {
    EXPECT_EQ(s.support(d).point, capsule.support(d).point);
    EXPECT_EQ(s.support(d).id, capsule.support(d).id);
  });
  EXPECT_EQ(s.radius(), 0.75);
  EXPECT_EQ(inflate(inflate(box, 0.5), 0.25).radius(), 0.75);
  EXPECT_EQ(inflate(abut::Cylinder3d{.radius = 2, .half_height = 1}, 0.5).radius(), 0.5) << "round edges";
  EXPECT_EQ(s.bounding_radius(), capsule.bounding_radius());
  EXPECT_EQ(s.center(), capsule.center());
}

TEST(MakerRules, SweepContainsBothEndsAndNothingBeyond) {
  const auto s = sweep(capsule, motion);
  EXPECT_EQ(s.radius(), 0.25);
  for_directions([&](const Vec3d& d) {
    const auto start = capsule.support(d), swept = s.support(d);
    const bool at_end = dot(d, motion) > 0;
    EXPECT_GE(core_height(s, d), dot(d, start.point) - near);
    EXPECT_GE(core_height(s, d), dot(d, start.point + motion) - near);
    EXPECT_EQ(swept.point, at_end ? start.point + motion : start.point);
    EXPECT_EQ(swept.id, 2 * start.id + (at_end ? 1 : 0));
  });
  EXPECT_EQ(sweep(ellipsoid, motion).support(motion).id, no_vertex);
}

TEST(MakerRules, SupportOfASumIsTheSumOfSupports) {
  const auto s = abut::minkowski_sum(box, capsule);
  EXPECT_EQ(s.radius(), 0.25);
  EXPECT_EQ(abut::minkowski_sum(ball, capsule).radius(), 1.75);
  for_directions([&](const Vec3d& d) {
    const auto a = box.support(d), b = capsule.support(d);
    EXPECT_EQ(s.support(d).point, a.point + b.point);
    EXPECT_EQ(s.support(d).id, a.id << 16 | b.id);
  });
  EXPECT_EQ(abut::minkowski_sum(box, ellipsoid).support(motion).id, no_vertex);
}

TEST(MakerRules, HullContainsBothAndKeepsTheSmallerRadius) {
  const auto s = hull_of(capsule, ball);
  EXPECT_EQ(s.radius(), 0.25);
  EXPECT_EQ(hull_of(ball, capsule).radius(), 0.25);
  EXPECT_EQ(hull_of(ball, box).radius(), 0);
  for_directions([&](const Vec3d& d) {
    const double length = abut::detail::norm(d), h = core_height(s, d) + 0.25 * length;
    const double a = core_height(capsule, d) + 0.25 * length, b = core_height(ball, d) + 1.5 * length;
    EXPECT_NEAR(h, a > b ? a : b, near);
    const VertexId id = s.support(d).id;
    EXPECT_EQ(id, a > b ? 2 * capsule.support(d).id : no_vertex) << "a grown point is no vertex";
  });
  const auto t = hull_of(box, abut::Point3d{{0, 0, 9}});
  EXPECT_EQ(t.support({0, 0, 1}).id, 1U) << "vertex 0 of the second";
  EXPECT_EQ(t.support({0.2, 0.2, -0.2}).id, 6U) << "vertex 3 of the first";
}

TEST(MakerRules, ScaleScalesPointsAndRadius) {
  const auto s = scale(capsule, 3.0);
  EXPECT_EQ(s.radius(), 0.75);
  for_directions([&](const Vec3d& d) {
    EXPECT_EQ(s.support(d).point, capsule.support(d).point * 3.0);
    EXPECT_EQ(s.support(d).id, capsule.support(d).id);
  });
}

TEST(MakerRules, StretchMovesEveryPointAndLeavesNoRadius) {
  const Vec3d f{2, 0.5, 3};
  const auto s = scale(box, f);
  const abut::Box3d stretched{.half = {2, 1, 9}};
  for_directions([&](const Vec3d& d) {
    EXPECT_EQ(s.support(d).point, stretched.support(d).point);
    EXPECT_EQ(s.support(d).id, stretched.support(d).id);
  });
  const auto egg = scale(abut::Ball3d{.center = {}, .radius = 2}, f);
  const abut::Ellipsoid3d same{.radii = {4, 1, 6}};
  EXPECT_EQ(abut::detail::radius(egg), 0);
  for_directions([&](const Vec3d& d) {
    EXPECT_NEAR(core_height(egg, d), core_height(same, d), near);
    EXPECT_EQ(egg.support(d).id, no_vertex);
  });
}

TEST(MakerRules, NestedPlacesCollapseToOnePose) {
  const abut::Pose3d p{{1, 2, 3}, {1, 2, 3, 4}}, q{{-3, 0.5, 1}, {0.5, -1, 0.25, 1}};
  const auto twice = place(place(box, p), q);
  static_assert(std::same_as<decltype(twice), const abut::Placed<abut::Box3d>>);
  const auto pose = q * p;
  EXPECT_EQ(twice.pose.p, pose.p);
  EXPECT_EQ(twice.pose.q.w, pose.q.w);
  const auto inner = place(box, p);
  const Matrix<3> m = matrix(q.q);
  for_directions([&](const Vec3d& d) {  // h of the outer = h of the inner along the rotated direction + p.d
    const Vector<3> e = exact(d);
    const Real expected =
        dot(transposed_times(m, e), support_point(inner, transposed_times(m, e))) + dot(e, exact(q.p));
    EXPECT_NEAR(narrow(dot(e, support_point(twice, e)) - expected), 0, near);
  });
}

/// Ids that do not fit: a shape whose only vertex has a given id.
struct Numbered {
  using Vector = Vec3d;
  VertexId id;
  abut::SupportPoint<Vec3d> support(const Vec3d&) const { return {{}, id}; }
};

TEST(MakerRules, IdsThatDoNotFitBecomeNoVertex) {
  const auto id_of = [](const auto& shape) { return shape.support({0, 0, 1}).id; };
  EXPECT_EQ(id_of(sweep(Numbered{0x7ffffffeU}, {0, 0, 1})), 0xfffffffdU);
  EXPECT_EQ(id_of(sweep(Numbered{0x7fffffffU}, {0, 0, 1})), no_vertex);
  EXPECT_EQ(id_of(sweep(Numbered{0x80000000U}, {0, 0, 1})), no_vertex);
  EXPECT_EQ(id_of(sweep(Numbered{no_vertex}, {0, 0, 1})), no_vertex);
  EXPECT_EQ(id_of(hull_of(Numbered{0x80000000U}, Numbered{1})), no_vertex);
  EXPECT_EQ(id_of(abut::minkowski_sum(Numbered{0xfffeU}, Numbered{0xffffU})), 0xfffeffffU);
  EXPECT_EQ(id_of(abut::minkowski_sum(Numbered{0xffffU}, Numbered{0})), no_vertex);
  EXPECT_EQ(id_of(abut::minkowski_sum(Numbered{0}, Numbered{0x10000U})), no_vertex);
  EXPECT_EQ(id_of(abut::minkowski_sum(Numbered{no_vertex}, Numbered{0})), no_vertex);
}

// --- Bad arguments -----------------------------------------------------------------------------------------

TEST(MakerRules, BadArgumentsAreInvalidHoweverDeep) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto refused = [](const auto& shape) {
    const auto status = distance(shape, ball).status, nested = distance(inflate(shape, 1.0), ball).status,
               other = distance(ball, hull_of(box, shape)).status;
    return status == abut::Status::invalid_argument && nested == status && other == status;
  };
  for (const double bad : {-1.0, nan, inf}) {
    EXPECT_TRUE(refused(inflate(box, bad))) << bad;
    EXPECT_TRUE(refused(scale(box, bad))) << bad;
    EXPECT_TRUE(refused(scale(box, Vec3d{1, bad, 1}))) << bad;
    EXPECT_TRUE(refused(abut::minkowski_sum(box, inflate(ball, bad)))) << bad;
    EXPECT_TRUE(refused(abut::Ball3d{{}, bad})) << bad;
    EXPECT_TRUE(refused(abut::Cylinder3d{bad, 1})) << bad;
    EXPECT_TRUE(refused(abut::Cone3d{1, bad})) << bad;
    EXPECT_TRUE(refused(abut::Ellipsoid3d{{1, 1, bad}})) << bad;
  }
  EXPECT_TRUE(refused(scale(box, 0.0)));
  EXPECT_TRUE(refused(scale(box, Vec3d{1, 0, 1})));
  EXPECT_TRUE(refused(sweep(box, {0, nan, 0})));
  EXPECT_TRUE(refused(sweep(box, {0, inf, 0})));
  EXPECT_TRUE(refused(place(box, {{nan, 0, 0}, {}})));
  EXPECT_FALSE(refused(inflate(box, 0.0)));
}

// --- What is stored ------------------------------------------------------------------------------------------

template <class P>
concept CanInflate = requires(P&& p) { inflate(std::forward<P>(p), 1.0f); };
template <class P>
concept CanSweep = requires(P&& p) { sweep(std::forward<P>(p), Vec2f{}); };
template <class P>
concept CanScale = requires(P&& p) { scale(std::forward<P>(p), 2.0f); };
template <class P>
concept CanStretch = requires(P&& p) { scale(std::forward<P>(p), Vec2f{1, 2}); };
template <class P, class Q>
concept CanSum = requires(P&& p, Q&& q) { abut::minkowski_sum(std::forward<P>(p), std::forward<Q>(q)); };
template <class P, class Q>
concept CanHull = requires(P&& p, Q&& q) { hull_of(std::forward<P>(p), std::forward<Q>(q)); };

template <class P>
constexpr bool every_maker_takes =
    CanInflate<P> && CanSweep<P> && CanScale<P> && CanStretch<P> && CanSum<P, abut::Box2f> && CanSum<abut::Box2f, P> &&
    CanHull<P, abut::Box2f> && CanHull<abut::Box2f, P>;
template <class P>
constexpr bool no_maker_takes =
    !(CanInflate<P> || CanSweep<P> || CanScale<P> || CanStretch<P> || CanSum<P, abut::Box2f> ||
      CanSum<abut::Box2f, P> || CanHull<P, abut::Box2f> || CanHull<abut::Box2f, P>);

static_assert(every_maker_takes<abut::Polygon2f&> && every_maker_takes<const abut::Polygon2f&>);
static_assert(no_maker_takes<abut::Polygon2f> && no_maker_takes<const abut::Polygon2f>, "its view would dangle");
static_assert(every_maker_takes<abut::Box2f> && every_maker_takes<abut::PointSet2f>);
static_assert(!CanSum<abut::Box2f, abut::Box2d> && !CanSum<abut::Box2f, abut::Box3f>, "one scalar, one space");
static_assert(!CanHull<abut::Box2f, abut::Box2d> && !CanHull<abut::Box2f, abut::Box3f>);

TEST(MakerRules, OwningShapesAreStoredAsViewsAndResultsAreTriviallyCopyable) {
  const auto made = abut::Polygon2f::from({{0, 0}, {2, 0}, {0, 1}});
  const abut::Polygon2f& polygon = *made;
  const auto deep = place(
      scale(hull_of(abut::minkowski_sum(sweep(inflate(polygon, 1.0f), {1, 0}), polygon), polygon), Vec2f{1, 2}), {});
  static_assert(std::is_trivially_copyable_v<std::remove_const_t<decltype(deep)>>);
  static_assert(std::same_as<decltype(inflate(polygon, 1.0f)), abut::Inflated<abut::PointSet2f>>);
  static_assert(std::is_trivially_copyable_v<decltype(scale(polygon, 2.0f))>);
  EXPECT_EQ(distance(deep, abut::Point2f{{-10, 0}}).status, abut::Status::converged);
}

}  // namespace
}  // namespace oracle
