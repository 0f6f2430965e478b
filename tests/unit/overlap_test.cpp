/// Overlap: known results, touching, bad arguments, and the steps of a trace.
#include <abut/half_space.hpp>
#include <abut/overlap.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace abut {
namespace {

constexpr OverlapOptions3d by_gjk{}, by_mpr{.method = OverlapMethod::mpr};

/// Any shapes by the same query, to compile it once. The poses may be left out.
template <class A, class B, class... Trace>
Overlap<double, 3> meet(const A& a, const Pose3d& pose_a, const B& b, const Pose3d& pose_b,
                        const OverlapOptions3d& options = {}, Trace&... trace) {
  const ShapeRef3d ra(a), rb(b);
  return overlap(place(ra, pose_a), place(rb, pose_b), options, trace...);
}

template <class A, class B>
Overlap<double, 3> meet(const A& a, const B& b, const OverlapOptions3d& options = {}) {
  return meet(a, {}, b, {}, options);
}

const Box3d crate{.half = {1, 1, 1}};
/// The same as a set of points, which has no closed form.
const Vec3d corners[] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                         {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
const auto cube = *PointSet<double, 3>::from(corners);

TEST(Overlap, BoundingSpheresDecideWithoutAnIteration) {
  const Box3f box{.half = {1, 1, 1}};
  const auto r = overlap(place(box, {}), place(box, Pose3f{.p = {0, 9, 0}, .q = {1, 2, 3, 4}}));
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_TRUE(r.apart && !r.overlap);
  EXPECT_EQ(r.iterations, 0);
  EXPECT_EQ(r.axis, (Vec3f{0, 1, 0}));
  EXPECT_GT(r.lower, 5.5f);
  EXPECT_LE(r.lower, 7);
}

TEST(Overlap, EndsWithTheFirstPlane) {
  const auto r = meet(cube, {}, cube, {.p = {0, 2.5, 0}});
  EXPECT_TRUE(r.apart);
  EXPECT_EQ(r.iterations, 1);
  EXPECT_EQ(r.axis, (Vec3d{0, 1, 0}));
  const double size = 2 * detail::square_root(3) + 2.5;
  EXPECT_NEAR(r.lower, 0.5, 32 * epsilon_of<double> * size);  // as for a distance that has converged
  EXPECT_LE(r.lower, 0.5);
}

TEST(Overlap, OfBoxesTakesNoIteration) {
  const Pose3d turned{.p = {}, .q = {1, 0.3, 0.2, 0.1}};
  const auto by_face = meet(crate, {}, crate, {.p = {0, 2.5, 0}}), met = meet(crate, {}, crate, turned);
  EXPECT_TRUE(by_face.apart && by_face.iterations == 0);
  EXPECT_EQ(by_face.axis, (Vec3d{0, 1, 0}));
  EXPECT_NEAR(by_face.lower, 0.5, 1e-13);
  EXPECT_TRUE(met.overlap && met.iterations == 0);
  EXPECT_EQ(met.upper, 0);
  // Two edges cross at a distance of 0.1, and no face separates them.
  const double up = 2 * detail::square_root(2) + 0.1;
  const Pose3d about_x{.p = {}, .q = {0.92387953251128674, 0.38268343236508977, 0, 0}},
      about_y{.p = {0, 0, up}, .q = {0.92387953251128674, 0, 0.38268343236508977, 0}};
  const auto by_edges = meet(crate, about_x, crate, about_y), back = meet(crate, about_y, crate, about_x);
  EXPECT_TRUE(by_edges.apart && by_edges.iterations == 0);
  EXPECT_NEAR(by_edges.axis.z, 1, 1e-15);
  EXPECT_NEAR(by_edges.lower, 0.1, 1e-13);
  EXPECT_NEAR(back.axis.z, -1, 1e-15);
  EXPECT_EQ(back.lower, by_edges.lower);
}

TEST(Overlap, FindsACommonPoint) {
  for (const OverlapOptions3d& options : {by_gjk, by_mpr}) {
    const auto r = meet(crate, {}, crate, {.p = {1.5, 1.25, 0}}, options);
    EXPECT_EQ(r.status, Status::converged);
    EXPECT_TRUE(r.overlap && !r.apart);
    EXPECT_TRUE(0.5 - 1e-14 <= r.point.x && r.point.x <= 1 + 1e-14) << r.point.x;
    EXPECT_TRUE(0.25 - 1e-14 <= r.point.y && r.point.y <= 1 + 1e-14) << r.point.y;
    EXPECT_EQ(r.lower, 0);
    EXPECT_LT(r.upper, 1e-13);
  }
}

TEST(Overlap, TouchingIsOverlapping) {
  for (const OverlapOptions3d& options : {by_gjk, by_mpr}) {
    EXPECT_TRUE(meet(crate, {}, crate, {.p = {2, 0.25, 0.5}}, options).overlap);
    EXPECT_TRUE(meet(crate, {}, crate, {.p = {2 + 1e-13, 0.25, 0.5}}, options).apart);
  }
  const Ball3d ball{.center = {0, 0, 0}, .radius = 1}, next{.center = {2, 0, 0}, .radius = 1};
  EXPECT_TRUE(meet(ball, next).overlap);
}

TEST(Overlap, CountsTheRadii) {
  const Ball3d a{.center = {0, 0, 0}, .radius = 1}, b{.center = {0, 0, 2.5}, .radius = 2};
  const Capsule3d c{.a = {-1, 0, 3.5}, .b = {1, 0, 3.5}, .radius = 0.25};
  const Box3d box{.half = {0.5, 0.5, 0.5}};
  for (const OverlapOptions3d& options : {by_gjk, by_mpr}) {
    EXPECT_TRUE(meet(a, b, options).overlap);
    EXPECT_TRUE(meet(a, c, options).apart);
    EXPECT_TRUE(meet(b, c, options).overlap);
    EXPECT_TRUE(meet(b, box, options).overlap);
    EXPECT_TRUE(meet(box, c, options).apart);
  }
  // The point divides the segment as the radii do: the smaller ball contains it too.
  const Ball3d tiny{.center = {0, 0, 4.25}, .radius = 0x1p-20};
  const auto r = meet(b, tiny);
  EXPECT_TRUE(r.overlap);
  EXPECT_EQ(r.upper, 0);
  EXPECT_LE(detail::norm(r.point - tiny.center), tiny.radius * (1 + 1e-9));
}

TEST(Overlap, MprLeavesOpenWhatHasNoInterior) {
  const Segment3d a{.a = {-1, 0, 0}, .b = {1, 0, 0}}, b{.a = {0, -1, 0}, .b = {0, 1, 0}};
  const Triangle<double, 3> t{.a = {-1, -1, 0}, .b = {2, -1, 0}, .c = {-1, 2, 0}};
  const Point3d p{.p = {0.25, 0, 0}};
  const auto is_open = [](const auto& r) {
    return r.status == Status::inconclusive && !r.overlap && !r.apart && r.upper == detail::infinity<double>;
  };
  EXPECT_TRUE(is_open(meet(a, b, by_mpr)));
  EXPECT_TRUE(is_open(meet(t, a, by_mpr)));
  EXPECT_TRUE(is_open(meet(p, p, by_mpr)));
  EXPECT_TRUE(is_open(meet(p, a, by_mpr)));
  EXPECT_TRUE(is_open(meet(a, {.q = {1, 2, 3, 4}}, b, {.q = {1, 2, 3, 4}}, by_mpr)));
  for (int i = 0; i < 50; ++i) {  // flat up to the rounding of a rotation
    const Pose3d pose{.p = {1, 2, 3}, .q = {1, 0.1 * i, 0.3, 0.01 * i * i}};
    EXPECT_TRUE(is_open(meet(t, pose, a, pose, by_mpr))) << i;
  }
  for (const auto& r : {meet(a, b), meet(t, a), meet(p, p), meet(p, a)}) EXPECT_TRUE(r.overlap);
  // If there is a gap between them there is a plane, with or without an interior.
  EXPECT_TRUE(meet(a, Point3d{.p = {0, 1, 0}}, by_mpr).apart);
  // Radii have an interior.
  EXPECT_TRUE(meet(Ball3d{.radius = 1}, Ball3d{.radius = 1}, by_mpr).overlap);
}

TEST(Overlap, AnswersBadArguments) {
  const double nan = detail::infinity<double> - detail::infinity<double>;
  for (const OverlapOptions3d& options : {by_gjk, by_mpr}) {
    EXPECT_EQ(meet(crate, Box3d{.half = {1, -1, 1}}, options).status, Status::invalid_argument);
    const auto far = [&](const Pose3d& pose) { return meet(crate, {}, crate, pose, options).status; };
    EXPECT_EQ(far({.p = {99, 0, 0}}), Status::converged);
    EXPECT_EQ(far({.p = {99, 0, 0}, .q = {0, 0, 0, 0}}), Status::invalid_argument);
    EXPECT_EQ(far({.p = {99, 0, 0}, .q = {1, nan, 0, 0}}), Status::invalid_argument);
    EXPECT_EQ(far({.p = {99, nan, 0}}), Status::invalid_argument);
    EXPECT_EQ(far({.p = {99, detail::infinity<double>, 0}}), Status::invalid_argument);
    EXPECT_EQ(meet(crate, Ball3d{.center = {99, 0, 0}, .radius = -1}, options).status, Status::invalid_argument);
    const OverlapOptions3d none{.method = options.method, .max_iterations = 0};
    EXPECT_EQ(meet(crate, {}, crate, {.p = {99, 0, 0}}, none).status, Status::invalid_argument);
    const auto lies = custom<Vec3d>([nan](Vec3d) { return Vec3d{nan, nan, nan}; });
    EXPECT_EQ(meet(crate, lies, options).status, Status::invalid_argument);
  }
}

TEST(Overlap, SaysWhenItHasRunOutOfIterations) {
  const Ellipsoid<double, 3> a{.radii = {1, 2, 3}};
  for (const OverlapMethod method : {OverlapMethod::gjk, OverlapMethod::mpr}) {
    const auto r = meet(a, {}, a, {.p = {1.9, 0, 0}, .q = {1, 0.1, 0.2, 0.3}}, {.method = method, .max_iterations = 2});
    EXPECT_EQ(r.status, Status::iteration_limit);
    EXPECT_FALSE(r.apart || r.overlap);
    EXPECT_EQ(r.iterations, 2);
  }
}

TEST(Overlap, BeginsWithTheAxisOfTheCache) {
  const ShapeRef3d box(cube);
  const auto a = place(box, Pose3d{.q = {1, 0.3, 0.2, 0}}), b = place(box, Pose3d{.p = {2.1, 2.1, 0.7}});
  Cache3 cache;
  const auto cold = overlap(a, b, {.cache = &cache}), warm = overlap(a, b, {.cache = &cache});
  ASSERT_TRUE(cold.apart && warm.apart);
  EXPECT_GT(cold.iterations, 1);
  EXPECT_EQ(warm.iterations, 1);
}

TEST(Overlap, BeginsWithTheVerticesThatADistanceHasLeft) {
  const ShapeRef3d box(cube);
  const auto a = place(box, Pose3d{.q = {1, 0.3, 0.2, 0}}), b = place(box, Pose3d{.p = {2.1, 2.1, 0.7}});
  Cache3 cache;
  ASSERT_GT(distance(a, b, {.cache = &cache}).distance, 0);
  EXPECT_GT(cache.count, 0);
  EXPECT_EQ(cache.direction, Vec3d{}) << "is not turned in vain";
  const auto warm = overlap(a, b, {.cache = &cache});
  EXPECT_TRUE(warm.apart);
  EXPECT_EQ(warm.iterations, 1);
}

TEST(Overlap, TakesHalfSpaces) {
  const HalfSpace3d ground{.normal = {0, 0, 1}, .offset = 0};
  const Ball3d ball{.center = {5, 0, 0.5}, .radius = 1}, above{.center = {5, 0, 1.5}, .radius = 1};
  const auto met = overlap(ground, ball);
  EXPECT_TRUE(met.overlap);
  EXPECT_EQ(met.point, (Vec3d{5, 0, -0.5}));
  EXPECT_TRUE(overlap(ground, above).apart);
  EXPECT_EQ(overlap(ground, above).axis, (Vec3d{0, 0, 1}));
  EXPECT_EQ(overlap(above, ground).axis, (Vec3d{0, 0, -1}));
  EXPECT_TRUE(overlap(ball, ground, by_mpr).overlap);
}

/// Keeps the steps of each kind.
struct Steps {
  std::vector<GjkStep<3>> gjk;
  std::vector<MprStep<3>> mpr;

  void operator()(const GjkStep<3>& step) { gjk.push_back(step); }
  void operator()(const MprStep<3>& step) { mpr.push_back(step); }
};

template <class Step>
void expect_all_told(const std::vector<Step>& steps, const Overlap<double, 3>& r) {
  ASSERT_EQ(static_cast<int>(steps.size()), r.iterations);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].iteration, static_cast<int>(i) + 1);
    EXPECT_EQ(steps[i].stop != Stop::none, i + 1 == steps.size());
  }
  EXPECT_EQ(steps.back().stop, r.apart ? Stop::cutoff : Stop::origin_reached);
}

TEST(OverlapTrace, OfOneMethodHasNothingOfTheOtherInIt) {
  for (const double x : {9.0, 2.1, 2.0, 1.7, 0.0}) {
    const Pose3d pose{.p = {x, 0.25, 0.5}, .q = {3, 0.1, 0.2, 0.3}};
    Steps by_one, by_other;
    const auto g = meet(crate, {}, crate, pose, by_gjk, by_one), m = meet(crate, {}, crate, pose, by_mpr, by_other);
    EXPECT_TRUE(by_one.mpr.empty() && by_other.gjk.empty());
    expect_all_told(by_one.gjk, g);
    expect_all_told(by_other.mpr, m);
    const auto quiet = meet(crate, {}, crate, pose, by_mpr);
    EXPECT_EQ(quiet.iterations, m.iterations);
    EXPECT_EQ(quiet.lower, m.lower);
  }
}

/// The ray from the center to the origin passes between the points of the portal, which is that of the triangle facing
/// the center.
TEST(OverlapTrace, PortalsAreCrossedByTheRay) {
  int portals = 0;
  for (const double x : {1.3, 1.9, 2.05, 2.2}) {
    Steps steps;
    const auto r = meet(crate, {}, crate, {.p = {x, 1.6, 1.1}, .q = {1, 0.2, 0.1, 0}}, by_mpr, steps);
    EXPECT_EQ(r.status, Status::converged);
    for (const MprStep<3>& step : steps.mpr) {
      if (!step.has_portal) continue;
      ++portals;
      const Vec3d ray = -step.center;
      for (int i = 0; i < 3; ++i) {
        const Vec3d p = step.portal[i] - step.center, q = step.portal[(i + 1) % 3] - step.center;
        EXPECT_GE(dot(ray, cross(p, q)), -1e-14) << x << " " << step.iteration;
      }
    }
  }
  EXPECT_GT(portals, 4);
}

}  // namespace
}  // namespace abut
