/// The distance of curved pairs against 113 bits: by a certified search for any pair, by closed forms for some.
#include "oracle/draw/corpus.hpp"
#include "oracle/draw/curved_pairs.hpp"
#include "oracle/judge/curved.hpp"

namespace oracle {
namespace {

using Scalars = ::testing::Types<float, double>;

/// The width that `converged` allows, with poses: see conventions.md.
template <class T>
Real allowed_width(const abut::Distance<T, 3>& r, double size) {
  return Real(abut::default_tolerance<T>) * r.upper +
         Real((sizeof(T) == 4 ? 8 : 32) * abut::epsilon_of<T>) * Real(size);
}
template <class T>
Real allowed_width(const abut::Distance<T, 2>& r, double size) {
  return allowed_width(abut::Distance<T, 3>{.upper = r.upper}, size);
}

/// Converged, within the iteration limit, and around the truth as tightly as the contract says.
template <class T, int D>
::testing::AssertionResult keeps_contract(const abut::Distance<T, D>& r, Real least, Real most, double size) {
  if (r.status != abut::Status::converged) return ::testing::AssertionFailure() << to_string(r.status);
  if (r.iterations > 128) return ::testing::AssertionFailure() << r.iterations << " iterations";
  if (Real(r.lower) > most) {
    return ::testing::AssertionFailure() << "lower too high by " << narrow((Real(r.lower) - most) / Real(size))
                                         << " of the size";
  }
  if (Real(r.upper) < least) {
    return ::testing::AssertionFailure() << "upper too low by " << narrow((least - Real(r.upper)) / Real(size))
                                         << " of the size";
  }
  if (Real(r.upper) - Real(r.lower) > allowed_width(r, size)) {
    return ::testing::AssertionFailure() << "width " << double(r.upper) - double(r.lower);
  }
  return ::testing::AssertionSuccess();
}

/// Reaches from the origins of the frames, radii, and the distance of the origins: see conventions.md.
template <class A, class B>
double query_size(const abut::Placed<A>& a, const abut::Placed<B>& b) {
  const auto extent = [](const auto& shape) {
    const auto ball = abut::detail::enclosure(shape);
    return abut::detail::norm(ball.center) + ball.reach + abut::detail::radius(shape);
  };
  return extent(a.shape) + extent(b.shape) + narrow(norm(exact(b.pose.p) - exact(a.pose.p)));
}

// --- Any pair, by search ------------------------------------------------------------------------------------

template <class T>
struct CurvedBounds : ::testing::Test {};
TYPED_TEST_SUITE(CurvedBounds, Scalars);

/// A few hundred pairs; the judge takes some milliseconds for each.
int judged() { return std::getenv("ABUT_TRIALS") != nullptr ? trials() : 15; }

TYPED_TEST(CurvedBounds, ContainTheTruthAtEveryGap) {
  for_each_curved_pair<TypeParam>([&](const char* name, auto make) {
    for (const double gap : curved_gaps) {
      for (int i = 0; i < judged(); ++i) {
        const auto pair = make(static_cast<std::uint64_t>(i) + 1000, gap);
        const auto r = abut::distance(pair.a, pair.b);
        const auto truth =
            closest(pair.a, pair.b, exact(pair.b.pose.p) - exact(pair.a.pose.p), Real(pair.size) * Real(1e-20));
        EXPECT_TRUE(truth.upper - truth.lower <= Real(pair.size) * Real(1e-20))
            << "the judge is open after " << truth.iterations;
        EXPECT_TRUE(keeps_contract(r, truth.lower, truth.upper, query_size(pair.a, pair.b)))
            << name << " at " << gap << ", seed " << i + 1000;
      }
    }
  });
}

// --- Composed shapes --------------------------------------------------------------------------------------------

/// B moved to a gap from A, as curved_pair() does.
template <class T, class A, class B>
void judge_composed(Random& random, const A& a, const B& b, double gap, const char* what) {
  abut::Placed<A> placed_a{a, {}};
  abut::Placed<B> placed_b{b, {}};
  detail::assign(placed_a.pose.q, detail::rotation<3>(random), 1);
  detail::assign(placed_b.pose.q, detail::rotation<3>(random), 1);
  const double size = query_size(placed_a, placed_b);
  auto place = detail::direction<3>(random) * (1.5 * size);
  placed_b.pose.p = detail::rounded<T, 3>(place);
  const auto far = abut::distance(placed_a, placed_b);
  place += abut::detail::widen(far.normal) * (gap * size - double(far.distance));
  placed_b.pose.p = detail::rounded<T, 3>(place);
  const auto truth = closest(placed_a, placed_b, exact(placed_b.pose.p), Real(size) * Real(1e-20));
  EXPECT_TRUE(truth.upper - truth.lower <= Real(size) * Real(1e-20)) << "the judge is open: " << what;
  EXPECT_TRUE(
      keeps_contract(abut::distance(placed_a, placed_b), truth.lower, truth.upper, query_size(placed_a, placed_b)))
      << what << " at " << gap;
}

TYPED_TEST(CurvedBounds, ContainTheTruthOfComposedShapes) {
  using T = TypeParam;
  Random random(41);
  for (int i = 0; i < judged(); ++i) {
    for (const double gap : curved_gaps) {
      abut::Ellipsoid<T, 3> ellipsoid;
      abut::Cylinder<T> cylinder;
      abut::Cone<T> cone;
      abut::Box<T, 3> box;
      detail::draw(random, ellipsoid);
      detail::draw(random, cylinder);
      detail::draw(random, cone);
      detail::draw(random, box);
      const abut::Ball<T, 3> ball{box.half, cone.radius};
      judge_composed<T>(random, abut::inflate(cylinder, cone.radius), abut::minkowski_sum(ellipsoid, box), gap,
                        "inflate, sum");
      judge_composed<T>(random, abut::hull_of(ball, cylinder), abut::sweep(cone, box.half), gap, "hull_of, sweep");
      judge_composed<T>(random, abut::scale(ball, box.half), abut::scale(cone, cylinder.radius), gap, "stretch, scale");
    }
  }
}

// --- Closed forms -----------------------------------------------------------------------------------------------

Real positive_part(Real x) { return x > 0 ? x : Real(0); }
Real hypotenuse(Real x, Real y) { return square_root(x * x + y * y); }

/// Distance from the axis of a cylinder or cone, and height along it.
struct Polar {
  Real across, along;

  Polar(Vector<3> v, abut::Axis axis) {
    const int k = static_cast<int>(axis);
    along = v[k];
    v[k] = 0;
    across = norm(v);
  }
};

template <class T>
Real distance_of_point(const abut::Cylinder<T>& s, const Vector<3>& p) {
  const Polar x(p, s.axis);
  return hypotenuse(positive_part(x.across - s.radius), positive_part(absolute(x.along) - s.half_height));
}

/// In the half plane through the axis and p: to the side or the base. Zero if p is inside.
template <class T>
Real distance_of_point(const abut::Cone<T>& s, const Vector<3>& p) {
  const Polar x(p, s.axis);
  const Real r = s.radius, h = s.half_height;
  const Real above_side = x.across * 2 * h + (x.along - h) * r;
  if (x.along >= -h && above_side <= 0) return 0;
  const Real t = ((h - x.along) * 2 * h + x.across * r) / (4 * h * h + r * r);  // 0 at the apex, 1 at the rim
  const Real u = t < 0 ? Real(0) : t > 1 ? Real(1) : t;
  const Real side = hypotenuse(x.across - u * r, x.along - h + 2 * u * h);
  const Real base = hypotenuse(positive_part(x.across - r), x.along + h);
  return side < base ? side : base;
}

/// p = x + t S^-2 x with x on the surface, so that sum of (r_i p_i / (r_i^2 + t))^2 = 1: convex and decreasing for t >=
/// 0, where Newton's method approaches the root from the left.
template <class T>
Real distance_of_point(const abut::Ellipsoid<T, 3>& s, const Vector<3>& p) {
  Real t = 0;
  Vector<3> off;
  for (int step = 0; step < 200; ++step) {
    Real value = -1, slope = 0;
    for (int i = 0; i < 3; ++i) {
      const Real r = s.radii[i], below = r * r + t, x = r * p[i] / below;
      value += x * x;
      slope -= 2 * x * x / below;
      off[i] = t * p[i] / below;
    }
    if (value <= 0) break;
    t -= value / slope;
  }
  return norm(off);
}

template <class T>
struct ClosedForm : ::testing::Test {};
TYPED_TEST_SUITE(ClosedForm, Scalars);

/// A ball anywhere around a shape in any pose; the true distance is that of its center in the shape's frame.
template <class S>
void judge_against_ball(Random& random, const S& shape, const char* what) {
  using T = abut::ScalarOf<S>;
  abut::Placed<S> a{shape, {}};
  abut::Placed<abut::Ball<T, 3>> b{{{}, random.chance(0.3) ? T(0) : static_cast<T>(random.decade(-3, 0))}, {}};
  detail::assign(a.pose.q, detail::rotation<3>(random), 1);
  const double away = random.chance(0.5) ? 1 : random.decade(-6, 0);
  Vector<3> local = support_point(shape, exact(detail::direction<3>(random)));
  local = local + exact(detail::direction<3>(random)) * Real(away);
  b.pose.p = detail::rounded<T, 3>({narrow(local[0]), narrow(local[1]), narrow(local[2])});
  a.pose.p = detail::rounded<T, 3>(detail::direction<3>(random) * 0.5);
  const Matrix<3> m = matrix(a.pose.q);
  const Vector<3> center = transposed_times(m, exact(b.pose.p) - exact(a.pose.p));
  const Real truth = distance_of_point(shape, center) - Real(b.shape.radius), size = query_size(a, b);
  if (truth < size * Real(1e-7)) return;
  const Real slack = size * Real(1e-28);
  const auto r = abut::distance(a, b);
  EXPECT_TRUE(keeps_contract(r, truth - slack, truth + slack, narrow(size))) << what;
  EXPECT_TRUE(keeps_contract(abut::distance(b, a), truth - slack, truth + slack, narrow(size))) << what;
}

TYPED_TEST(ClosedForm, BallsAroundCurvedShapes) {
  using T = TypeParam;
  Random random(31);
  for (int i = 0; i < 3000; ++i) {
    abut::Cylinder<T> cylinder;
    abut::Cone<T> cone;
    abut::Ellipsoid<T, 3> ellipsoid;
    detail::draw(random, cylinder);
    detail::draw(random, cone);
    detail::draw(random, ellipsoid);
    judge_against_ball(random, cylinder, "cylinder");
    judge_against_ball(random, cone, "cone");
    judge_against_ball(random, ellipsoid, "ellipsoid");
  }
}

/// Parallel axes: two rectangles, compared across and along. Segments and capsules are cylinders too.
TYPED_TEST(ClosedForm, ParallelCylindersSegmentsAndCapsules) {
  using T = TypeParam;
  using V = abut::Vec<T, 3>;
  Random random(32);
  for (int i = 0; i < 3000; ++i) {
    const auto sizes = detail::sizes<T, 3>(random), more = detail::sizes<T, 3>(random);
    abut::Pose<T, 3> pose_a, pose_b;
    if (random.chance(0.7)) detail::assign(pose_a.q, detail::rotation<3>(random), 1);
    pose_b.q = pose_a.q;
    auto offset = detail::direction<3>(random) * random.between(0, 6);
    if (random.chance(0.3)) offset = {0, 0, offset.z};  // coaxial, if not rotated
    pose_b.p = detail::rounded<T, 3>(offset);
    const auto a = abut::place(abut::Cylinder<T>{sizes.x, sizes.y}, pose_a);
    const auto judge = [&](const auto& b, Real r, Real h, Real ball) {
      const Polar x(transposed_times(matrix(pose_a.q), exact(pose_b.p)), abut::Axis::z);
      const Real truth =
          hypotenuse(positive_part(x.across - sizes.x - r), positive_part(absolute(x.along) - sizes.y - h)) - ball;
      const Real size = query_size(a, b), slack = size * Real(1e-28);
      if (truth < size * Real(1e-7)) return;
      EXPECT_TRUE(keeps_contract(abut::distance(a, b), truth - slack, truth + slack, narrow(size)));
      EXPECT_TRUE(keeps_contract(abut::distance(b, a), truth - slack, truth + slack, narrow(size)));
    };
    judge(abut::place(abut::Cylinder<T>{more.x, more.y}, pose_b), more.x, more.y, 0);
    judge(abut::place(abut::Segment<T, 3>{V{0, 0, -more.y}, V{0, 0, more.y}}, pose_b), 0, more.y, 0);
    judge(abut::place(abut::Capsule<T, 3>{V{0, 0, -more.y}, V{0, 0, more.y}, more.z}, pose_b), 0, more.y, more.z);
  }
}

}  // namespace
}  // namespace oracle
