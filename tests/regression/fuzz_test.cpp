/// What `make fuzz` has found, named after what went wrong.
#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace abut {
namespace {

constexpr double step = 0x1p-1074;  ///< between subnormal numbers

/// Both are at the same position, 1e500 of their sizes from the origin: in the scale of their positions the shapes were
/// points.
TEST(Fuzz, ShapesVanishWhereTheyStandFarAway) {
  const double far = 1.2984926927785823e+219, tiny = 5.3779407512681174e-299;
  const Triangle2d a{{1.4678967480534469e-294, tiny}, {5.377942424523659e-299, tiny}, {tiny, tiny}};
  const Box2d b{{tiny, tiny}};
  const Pose2d pose_a{.p = {far, far}, .q = {far, far}}, pose_b{.p = {far, far}, .q = {far, tiny}};
  const auto there = distance(place(a, pose_a), place(b, pose_b));
  const auto here = distance(place(a, {.q = pose_a.q}), place(b, {.q = pose_b.q}));
  EXPECT_EQ(there.status, Status::converged);
  EXPECT_GT(there.lower, 2e-299);
  EXPECT_EQ(there.lower, here.lower);
  EXPECT_EQ(there.upper, here.upper);
  EXPECT_EQ(there.point_a, pose_a.p);
  EXPECT_EQ(there.point_b, pose_b.p);
}

/// The same for a radius beside the coordinates of its center.
TEST(Fuzz, RadiusVanishesBesideItsCenter) {
  const Ball2d a{{1e200, 1e-300}, 1e-200};
  const Point2d b{{1e200, 1e-300}};
  const auto r = detail::signed_distance(a, b);
  EXPECT_LE(r.signed_lower, -1e-200);
  EXPECT_GE(r.signed_upper, -1e-200);
  EXPECT_EQ(r.status, Status::converged);
  // No power of two brings both of these numbers into the range: the bounds are wide, but valid.
  const auto apart = detail::signed_distance(Ball2d{{1e308, 0}, 5 * step}, Point2d{{1e308, 0}});
  EXPECT_LE(apart.signed_lower, -5 * step);
  EXPECT_GE(apart.signed_upper, -5 * step);
}

/// The same for one coordinate beside the other.
TEST(Fuzz, SmallCoordinateVanishesBesideALargeOne) {
  const Point2d a{{1e200, 1e-300}}, b{{1e200, 3e-300}};
  const auto bare = distance(a, b);
  EXPECT_LE(bare.lower, 2e-300);
  EXPECT_GE(bare.upper, 2e-300);
  const auto posed = distance(place(Point2d{}, {.p = a.p}), place(Point2d{}, {.p = b.p}));
  EXPECT_NEAR(posed.distance, 2e-300, 1e-314);
  EXPECT_LE(posed.lower, 2e-300);
  EXPECT_GE(posed.upper, 2e-300);
  EXPECT_EQ(posed.point_b, b.p);
  const auto ground = place(HalfSpace2d{.normal = {0, 1}}, {.p = {1e305, 0}});
  const auto above = distance(ground, place(Point2d{}, {.p = {1e305, 5 * step}}));
  EXPECT_LE(above.lower, 5 * step);
  EXPECT_GE(above.upper, 5 * step);
}

/// The bounds were proven in a scale of about 1, and rounded to nearest on the way back.
TEST(Fuzz, SubnormalBoundsAreRoundedInward) {
  for (int x = 1; x < 20; ++x) {
    const auto r = distance(Point2d{}, Point2d{{x * step, x * step}});
    const double squared = 2.0 * x * x, lower = r.lower / step, upper = r.upper / step;
    EXPECT_LE(lower * lower, squared) << x;
    EXPECT_GE(upper * upper, squared) << x;
    EXPECT_LE(upper - lower, 2) << x;
  }
}

/// Two disks, computed as ellipses, one beyond the other at 3 : 4 or 4 : 3: an integer number of steps.
template <class F>
void expect_bounds_of_discs(F grown, double unit) {
  for (int radius = 1; radius < 45; ++radius) {
    const auto disk = grown(Ellipsoid2d{{radius * step, radius * step}});
    for (int m = 20; m < 30; ++m) {
      for (const Vec2d p : {Vec2d{3.0 * m, 4.0 * m}, Vec2d{-4.0 * m, 3.0 * m}}) {
        const auto r = distance(disk, place(disk, {.p = p * unit}));
        EXPECT_LE(r.lower, (5 * m - 2 * radius) * unit) << radius << " " << m;
        EXPECT_GE(r.upper, (5 * m - 2 * radius) * unit) << radius << " " << m;
      }
    }
  }
}

/// A coordinate computed there is off by half a step, however small it is.
TEST(Fuzz, SubnormalEllipseIsTakenForExact) {
  expect_bounds_of_discs([](const Ellipsoid2d& e) { return e; }, step);
}

TEST(Fuzz, SubnormalEllipseIsTakenForExactWhenScaled) {
  constexpr double factor = 0x1p1000;
  expect_bounds_of_discs([](const Ellipsoid2d& e) { return scale(e, factor); }, step * factor);
  expect_bounds_of_discs([](const Ellipsoid2d& e) { return scale(e, Vec2d{factor, factor}); }, step * factor);
}

TEST(Fuzz, ReachOfASubnormalBoxFallsShort) {
  const auto reach = Box2d{{step, step}}.bounding_radius() / step;
  EXPECT_GE(reach * reach, 2);
  EXPECT_EQ(Box2d{}.bounding_radius(), 0);
}

/// Four nearly collinear vertices of the difference, as far as doubles can resolve: GJK dropped the closest feature for
/// three of them that have no area, repeatedly.
TEST(Fuzz, SearchGoesInCirclesAmongVerticesInLine) {
  const Vec3d corners[] = {
      {4258.87255859375, 7906.083984375, 1}, {4257.9999999999991, 7907.93212890625, 780.68853759765625},
      {4257.2109375, 7906.27978515625, 1},   {0, -9.5043797045947205e-06, 0},
      {0, 4259.0625000000582, 7906.0546875}, {0, -8.4612984210253846e-06, 0},
      {-8.7912194430829179e-06, 0, 0}};
  const Tetrahedron3d b{{3.4728480840669146e-310, 0, 0}, {}, {}, {}};
  Stop stop = Stop::none;
  const auto r = distance(*PointSet3d::from(corners), b, {}, [&](const GjkStep<3>& s) { stop = s.stop; });
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_LT(r.iterations, 64);
  EXPECT_STREQ(to_string(stop), "repeated_vertex");
}

TEST(Fuzz, SearchGoesInCirclesAroundANeedle) {
  const double far = -595821443.5137254;
  const Vec3d corners[] = {{2.2266976833343506, -0.47178861498832703, 0.77774322032928467},
                           {2.1896989345550537, -0.22885958850383759, 1.9770513772964478},
                           {1.8494253158569336, -1.3845854997634888, 0.69389879703521729},
                           {1.4203287363052368, -1.0338337421417236, 0.82890743017196655},
                           {1.1423647403717041, -1.04088294506073, 1.314405083656311},
                           {2.6218860149383545, 1, 1.0732421875000566},
                           {-595821443.5078125, far, far},
                           {far, far, -398574017.7568627},
                           {far, far, far},
                           {far, far, -595821301.5137254},
                           {far, far, far}};
  const Triangle3d b{{0, -2.0000004768851856, 2.0000014289425452}, {0, 0, 2.0000014304034268}, {}};
  Stop stop = Stop::none;
  const auto r = distance(*PointSet3d::from(corners), b, {}, [&](const GjkStep<3>& s) { stop = s.stop; });
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_LT(r.iterations, 64);
  EXPECT_STREQ(to_string(stop), "bounds_met");
}

/// If a segment is 10^185 times as long as the other, the square of their cross product underflowed, and its height was
/// infinite.
TEST(Fuzz, DirectionAcrossSegmentsOfSuchUnequalLengthsHasNoLength) {
  const Capsule3d a{{5e-321, 2.2e245, 6.5e-320}, {7.3e-304, -9.1e192, -2.7e154}, 3.1e231};
  const Segment3d b{{1.4e-318, 6.2e-317, 6.2e-317}, {4e60, 3.8e-72, 6.7e-48}};
  const auto r = detail::signed_distance(a, b);
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_LE(r.signed_lower, r.signed_distance);
  EXPECT_LE(r.signed_distance, r.signed_upper);
  EXPECT_TRUE(is_finite(r.normal) && is_finite(r.point_a) && is_finite(r.point_b));
}

/// A rotation whose square overflows made a segment a point: 1 / infinity is 0, not NaN.
TEST(Fuzz, RotationOfLargeNumbersMakesASegmentVanish) {
  const Ball2d a{{}, 1};
  const Capsule2d b{{-1, 0}, {1, 0}, 0.125};
  const Pose2d pose{{1e-140, 0}, {-1.5e202, -1.5e202}};
  const auto r = detail::signed_distance(place(a, {}), place(b, pose));
  const double half_height = detail::absolute(dot(r.normal, {std::sqrt(0.5), std::sqrt(0.5)}));
  EXPECT_LE(r.signed_lower, -half_height - 1.125 + 1e-14);  // the plane perpendicular to the normal is no higher
  const Capsule3d c{{-1, 0, 0}, {1, 0, 0}, 0.125};
  const Pose3d rotated{{0, 2, 0}, {1e160, 0, 0, 1e160}};  // a rotation by 90 degrees, to stand along y
  EXPECT_NEAR(distance(place(Ball3d{{}, 0.25}, {}), place(c, rotated)).distance, 0.625, 1e-12);
}

/// The rim of a cone over the rim of a disk: each iteration removes about a quarter of the gap between the bounds, and
/// the iteration limit comes one iteration before they meet the tolerance. Only the last digits are missing then.
TEST(Fuzz, RimOverRimConvergesTooSlowlyForTheCap) {
  const Cone3d a{.radius = 2.214189392546971e-52, .half_height = 2.2141814270874153e-52, .axis = Axis::x};
  const Cone3d b{.radius = 2.21420213728226e-52, .half_height = 3.2598265771849915e-311, .axis = Axis::y};
  const Pose3d pose{.p = {2.2142021372822567e-52, 2.21420213728226e-52, 2.2142020874981378e-52},
                    .q = {1.7765824089018541e-307, -2.3158418106278727e+77, 0, 0}};
  const auto r = distance(a, place(b, pose));
  EXPECT_LE(r.iterations, 128);
  EXPECT_LE(r.lower, r.distance);
  EXPECT_LE(r.distance, r.upper);
  EXPECT_LE(r.upper - r.lower, 1e-8 * r.upper);
}

/// With a needle of 10^15 times its distance they took four iterations each.
TEST(Fuzz, SearchGoesInCirclesUntilItsGraceIsUsedUp) {
  const Box3f a{{562949953421312.0F, 1, 0}}, b{{104, 0, 42}};
  const Pose3f pose_a{.p = {-0.375F, -0.375F, -0.375F}, .q = {-0.375F, 81920, -0.5F, -0.5F}};
  const Pose3f pose_b{.p = {-0.5F, -0.5F, -0.5F}, .q = {-0.5F, -2, 0, -1.6712190530352634e+28F}};
  Cache<3> cache{.count = 1};
  cache.a[0] = 253;
  cache.b[0] = 1;
  EXPECT_LT(distance(place(inflate(a, 11.5F), pose_a), place(b, pose_b), {.cache = &cache}).iterations, 64);
}

/// If the last iteration that was allowed closed the bounds, the normal was that of the next one.
TEST(Fuzz, NormalAtTheIterationLimitBelongsToAStepNotTaken) {
  const Ellipsoid3d a{{1, 0.3, 0.7}}, b{{0.2, 1, 0.5}};
  const auto height = [](const Ellipsoid3d& e, const Vec3d& n) {
    const Vec<double, 3> stretched = detail::times(e.radii, n);
    return std::sqrt(norm_squared(stretched));
  };
  for (int gap = 0; gap < 40; ++gap) {
    const Vec3d between{0.5, 1.15 + std::ldexp(1.0, -gap), 0.6};
    for (int most = 20; most < 60; ++most) {
      const auto r = detail::signed_distance(a, place(b, {.p = between}), {.max_iterations = most});
      const double plane = dot(between, r.normal) - height(a, r.normal) - height(b, r.normal);
      EXPECT_LE(r.signed_lower, plane + 10 * epsilon_of<double> * 4) << gap << " " << most;
    }
  }
}

/// The time of the hit overflows: a hit at infinity was reported, and a point near overflow.
template <class S>
void expect_no_hit(const S& shape, Vec2d origin, InsidePolicy inside) {
  for (const double x : {1.657809211691619e-316, 0x1p-1074}) {
    const auto r = ray_cast(Ray2d{.origin = origin, .direction = {x, 0}}, shape, {.at_start = inside});
    EXPECT_FALSE(r.hit) << x;
    EXPECT_TRUE(r.miss) << x;
    EXPECT_EQ(r.status, Status::converged) << x;
  }
}

TEST(Fuzz, ARayAlongNextToNothingHitsAtNoTimeThereIs) {
  const Box2d box{.half = {1, 1}};
  const Ellipsoid2d ellipse{.radii = {1, 1}};
  const HalfSpace2d wall{.normal = {-1, 0}, .offset = -1};
  for (const auto policy : {InsidePolicy::hit, InsidePolicy::leave}) {
    expect_no_hit(box, {-5, 0.125}, policy);
    expect_no_hit(ellipse, {-5, 0}, policy);
    expect_no_hit(wall, {-5, 0}, policy);
  }
  expect_no_hit(box, {0.123046875, 0}, InsidePolicy::leave);
  expect_no_hit(ellipse, {0.123046875, 0}, InsidePolicy::leave);
  expect_no_hit(HalfSpace2d{.normal = {1, 0}, .offset = 1}, {0, 0}, InsidePolicy::leave);
  const auto in_float = ray_cast(Ray2f{.origin = {-5, 0}, .direction = {0x1p-149F, 0}}, Box2f{.half = {1, 1}});
  EXPECT_TRUE(in_float.miss);
  EXPECT_FALSE(in_float.hit);
}

/// The ray runs along an edge, past its end. The plane that proved it free so far is nearly parallel to it, and was
/// reached, as far as rounding could resolve, after the ray had passed the corner by 3e-5 of the size.
TEST(Fuzz, AHitIsReportedWhereTheRayHasLongPassedTheCorner) {
  constexpr double s = 3.3861458004159491e+21, size = 4.8699404354593216e+21;
  const Tetrahedron3d tetrahedron{.a = {-1.1920928955078125e-07, -4.0472514228895307e-11, -7851737088},
                                  .b = {-5.4602362458180273e+21, -7.0328211781017666e+19, size},
                                  .c = {4.5010055539851306e+21, size, size},
                                  .d = {size, size, size}};
  const Ray3d ray{.origin = {s, s, s}, .direction = {s, s, s}};
  for (const auto method : {CastMethod::gjk, CastMethod::advancement, CastMethod::mpr}) {
    const auto r = ray_cast(ray, tetrahedron, {.method = method});
    EXPECT_FALSE(r.miss);
    if (!r.hit) continue;
    const auto there = detail::signed_distance(Point3d{ray.origin + ray.direction * r.t}, tetrahedron);
    EXPECT_LE(there.signed_lower, 0x1p-36 * size);  // CastProof::most_past widths, of less than 2^-44 each
  }
}

/// A segment along the edge of a point set, apart by 2e-10 of their size: GJK cycles through three vertices, from any
/// start. It stalls; and with a cache, even an empty one, it started all over again.
TEST(Fuzz, AStalledNeedleIsSearchedTwice) {
  constexpr double f = -3.6838007914811803e+279;
  const Vec3d points[] = {{-0.625, 1, -2.125},
                          {2.375, 1, -9.1248828329074728e+192},
                          {-3.1050361846015496e+231, 8.8144256634026115e-280, -9.1248812352447795e+192},
                          {-4.5380154677668644e+279, 7.2911220195564995e-304, -7.8804012392792318e+115},
                          {2.0522684006492752e-289, -1.0565890622713455e+270, 2.1219958853318107e-314},
                          {-3.6838007832273556e+279, f, f},
                          {f, f, f}};
  const Segment3d segment{.a = {-3.6838005209943803e+279, f, -3.6838007916462723e+279},
                          .b = {0.26525735294117642, 1, -0.5}};
  Cache3 cache;
  const auto set = PointSet3d::from(points);
  ASSERT_TRUE(set.has_value());
  for (int i = 0; i < 2; ++i) {
    const auto r = distance(*set, segment, {.cache = &cache});
    EXPECT_LE(r.iterations, 64) << i;  // of which 32 are the share of the GJK loop
    EXPECT_LE(r.lower, r.upper);
  }
}

/// The shape is so large and the ray so slow that the inverse of their scales, 2^1038, overflows. The time of the hit
/// does not; it was called a miss, and a ray that leaves the shape was reported to do so at an infinite time.
TEST(Fuzz, ASlowRayAtALargeShapeMisses) {
  const Box3d box{.half = {0x1p106, 0x1p106, 0x1p106}};
  const Ray3d to{.origin = {-0x1p106 - 0x1p80, 0, 0}, .direction = {0x1p-930, 0, 0}},
      out{.origin = {0x1p106 - 0x1p80, 0, 0}, .direction = to.direction};
  for (const auto method : {CastMethod::gjk, CastMethod::advancement}) {
    const auto r = ray_cast(to, box, {.method = method});
    ASSERT_TRUE(r.hit);
    EXPECT_LE(r.t_safe, 0x1p1010);
    EXPECT_NEAR(r.t, 0x1p1010, 0x1p-20 * 0x1p1010);  // 2^80 is known to the rounding of the size
    const auto left = ray_cast(out, box, {.at_start = InsidePolicy::leave, .method = method});
    ASSERT_TRUE(left.hit);
    EXPECT_NEAR(left.t, 0x1p1010, 0x1p-20 * 0x1p1010);
  }
}

/// A cone beside a disk of 1e13 times its size: the distance that found the hit was evaluated once more, for better
/// points, and rounding made it worse than the tolerance.
TEST(Fuzz, AnImpactIsTakenBackByASecondQuery) {
  const Cylinder3f disk{.radius = 10445360463872.0F, .half_height = 304, .axis = Axis::z};
  const auto cone = inflate(Cone3f{.radius = 2, .half_height = 4, .axis = Axis::y}, 1.0F);
  const Motion<double, 3> a{.start = {.p = {3.5762786865234375e-07, 0.5, 17.5}, .q = {-0.5, -1, 0, 2}}},
      b{.start = {.p = {0, 36, 0}, .q = {-1, 0, -1.1754943508222875e-38, 0}}};
  const ShapeRef3f of_a(disk), of_b(cone);
  using enum TimeOfImpactMethod;
  for (const auto method : {advancement, bilateral, substep}) {
    const auto r = time_of_impact(moving(of_a, a), moving(of_b, b), {.method = method});
    if (!r.hit) continue;
    EXPECT_LE(r.hit_separation, r.target_tolerance * (1 + epsilon_of<float>));
  }
}

}  // namespace
}  // namespace abut
