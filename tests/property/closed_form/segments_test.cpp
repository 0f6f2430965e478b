/// Points, segments, balls and capsules: the closed form against the judge, in the cases where it is likely to fail.
#include "oracle/draw/spaces.hpp"
#include "oracle/judge/answers.hpp"

#include <abut/abut.hpp>

namespace oracle {
namespace {

using abut::Vec;

/// The relative position of two segments.
enum class SegmentStance {
  random,
  parallel,
  nearly_parallel,
  in_line,
  crossing,
  touching_ends,
  near,
  point_on_segment,
  count
};

/// Two cores of one or two points in double, of about size 1; drawn so that rounding them to T keeps their special
/// position.
template <int D>
struct Ends {
  using V = Vec<double, D>;
  V a[2], b[2];

  Ends(Random& random, SegmentStance stance) {
    const auto draw = [&random] {
      V v;
      for (int i = 0; i < D; ++i) v[i] = random.integer(-32, 32) / 32.0;
      return v;
    };
    const V along = draw();
    a[0] = draw();
    a[1] = random.chance(0.1) ? a[0] : stance == SegmentStance::random ? draw() : a[0] + along;
    b[0] = draw();
    b[1] = random.chance(0.1) ? b[0] : draw();
    const double s = random.integer(0, 8) / 8.0, t = random.integer(0, 8) / 8.0;
    switch (stance) {
      case SegmentStance::parallel: b[1] = b[0] + along * 2.0; break;
      case SegmentStance::nearly_parallel: b[1] = b[0] + along + draw() * random.decade(-12, -2); break;
      case SegmentStance::in_line: b[0] = a[0] + along * (2 * s), b[1] = a[0] + along * (3 * t); break;
      case SegmentStance::crossing: b[1] = b[0] + ((a[0] + along * s) - b[0]) * 2.0; break;
      case SegmentStance::touching_ends: b[0] = a[random.integer(0, 1)]; break;
      case SegmentStance::near: b[0] = a[0] + along * s + draw() * random.decade(-12, -2); break;
      case SegmentStance::point_on_segment: b[0] = b[1] = a[0] + along * s; break;
      default: break;
    }
  }
};

/// A question about two cores, judged. Without poses, with poses, or with one.
template <class T, int D>
struct Question {
  using V = Vec<T, D>;
  V a[2], b[2];
  T radius_a = 0, radius_b = 0;
  abut::Pose<T, D> pose_a, pose_b;
  bool placed_a = false, placed_b = false;

  Question(Random& random, SegmentStance stance) {
    const Ends<D> ends(random, stance);
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    for (int i = 0; i < 2; ++i) {
      a[i] = abut::vec_cast<T>(ends.a[i] * unit);
      b[i] = abut::vec_cast<T>(ends.b[i] * unit);
    }
    if (random.chance(0.5)) radius_a = static_cast<T>(unit * random.decade(-4, 0));
    if (random.chance(0.5)) radius_b = static_cast<T>(unit * random.decade(-4, 0));
    placed_a = random.chance(0.5);
    placed_b = random.chance(0.5);
    const auto q = detail::rotation<D>(random);
    const auto p = detail::arrow<D>(random, unit);
    const bool as_one = random.chance(0.5);  // the special position stays, up to rounding
    for (auto* pose : {&pose_a, &pose_b}) {
      const double factor = random.decade(-2, 2);
      detail::assign(pose->q, as_one ? q : detail::rotation<D>(random), factor);
      pose->p = abut::vec_cast<T>(as_one ? p : detail::arrow<D>(random, unit));
    }
  }

  bool posed() const { return placed_a || placed_b; }

  template <class F>
  auto with(const F& f) const {
    const abut::Capsule<T, D> shape_a{a[0], a[1], radius_a}, shape_b{b[0], b[1], radius_b};
    if (placed_a && placed_b) return f(place(shape_a, pose_a), place(shape_b, pose_b));
    if (placed_a) return f(place(shape_a, pose_a), shape_b);
    return placed_b ? f(shape_a, place(shape_b, pose_b)) : f(shape_a, shape_b);
  }
  auto query() const {
    return with([](const auto& x, const auto& y) { return abut::detail::signed_distance(x, y); });
  }
  auto traced() const {
    return with([](const auto& x, const auto& y) {
      return abut::detail::signed_distance(x, y, {}, [](const abut::GjkStep<D>&) {});
    });
  }

  Body<D> body(const V (&ends)[2], T radius, const abut::Pose<T, D>* pose) const {
    Body<D> r{{}, Real(radius)};
    for (const V& x : ends) {
      r.points.push_back(pose != nullptr ? matrix(pose->q) * exact(x) + exact(pose->p) : exact(x));
    }
    return r;
  }
  Body<D> body_a() const { return body(a, radius_a, placed_a ? &pose_a : nullptr); }
  Body<D> body_b() const { return body(b, radius_b, placed_b ? &pose_b : nullptr); }

  /// See docs/conventions.md.
  Real size() const {
    const Vector<D> ca = (exact(a[0]) + exact(a[1])) * Real(0.5), cb = (exact(b[0]) + exact(b[1])) * Real(0.5);
    Real s = norm(exact(a[1]) - ca) + norm(exact(b[1]) - cb) + Real(radius_a) + Real(radius_b);
    if (!posed()) return s + norm(cb - ca);
    const V none{};
    return s + norm(ca) + norm(cb) + norm(exact(placed_b ? pose_b.p : none) - exact(placed_a ? pose_a.p : none));
  }
};

template <class S>
struct Segments : ::testing::Test {};
TYPED_TEST_SUITE(Segments, Spaces);

template <class S, class F>
void for_each_segment_pair(const F& f) {
  Random random(3);
  for (int i = 0; i < 10 * trials(); ++i) {
    const auto stance = static_cast<SegmentStance>(i % static_cast<int>(SegmentStance::count));
    f(Question<typename S::T, S::D>(random, stance),
      "stance " + std::to_string(i % static_cast<int>(SegmentStance::count)) + ", question " + std::to_string(i));
  }
}

TYPED_TEST(Segments, BoundsContainTheTruthAndKeepTheContract) {
  using T = typename TypeParam::T;
  for_each_segment_pair<TypeParam>([](const auto& q, const std::string& which) {
    const auto truth = distance(q.body_a(), q.body_b());
    const auto r = q.query();
    const Real radii = Real(q.radius_a) + Real(q.radius_b), size = q.size();
    EXPECT_TRUE(is_sane(r)) << which;
    EXPECT_TRUE(Real(r.signed_lower) <= truth.upper - radii) << which;
    EXPECT_TRUE(Real(r.signed_upper) >= truth.lower - radii) << which;
    if (r.status != abut::Status::converged) {
      EXPECT_EQ(r.status, abut::Status::stalled) << which;
      EXPECT_TRUE(truth.lower < size * Real(1e-6)) << which;
      return;
    }
    const double units = sizeof(T) == 4 ? 8 : q.posed() ? 32 : 16;
    const Real allowed = Real(abut::default_tolerance<T>) * r.upper + Real(units * abut::epsilon_of<T>) * size;
    EXPECT_TRUE(Real(r.upper) - r.lower <= allowed) << which << ": " << r.lower << " " << r.upper;
    EXPECT_EQ(r.cores_meet, r.cores_meet && truth.lower <= size * Real(32 * abut::epsilon_of<double>)) << which;
  });
}

TYPED_TEST(Segments, PointsLieInTheirShapesAndApartByTheDistance) {
  using T = typename TypeParam::T;
  for_each_segment_pair<TypeParam>([](const auto& q, const std::string& which) {
    const auto r = q.query();
    if (r.status != abut::Status::converged) return;
    const Body<TypeParam::D> a = q.body_a(), b = q.body_b();
    const double units = sizeof(T) == 4 ? 1 : q.posed() ? 12 : 4;
    const Real rounding =
        Real(units * abut::epsilon_of<T>) * (q.size() + norm(exact(r.point_a)) + norm(exact(r.point_b)));
    EXPECT_TRUE(outside(exact(r.point_a), a) - a.radius <= rounding) << which;
    EXPECT_TRUE(outside(exact(r.point_b), b) - b.radius <= rounding) << which;
    const auto off = exact(r.point_b) - exact(r.point_a) - exact(r.normal) * Real(r.signed_distance);
    EXPECT_TRUE(norm(off) <= 4 * rounding) << which << ", off by " << narrow(norm(off) / rounding) << " roundings";
    const Real between = lowest(b, exact(r.normal)) - highest(a, exact(r.normal)) - (a.radius + b.radius);
    EXPECT_TRUE(Real(r.signed_lower) - between <= Real(10 * abut::epsilon_of<T>) * q.size()) << which;
  });
}

/// The ids name the vertices that the points are made of: a point is no further from their hull than from its segment.
TYPED_TEST(Segments, FeaturesSpanThePoints) {
  for_each_segment_pair<TypeParam>([](const auto& q, const std::string& which) {
    const auto r = q.query();
    if (r.status != abut::Status::converged) return;
    ASSERT_TRUE(1 <= r.feature_count && r.feature_count <= (r.cores_meet ? 3 : TypeParam::D)) << which;
    const Body<TypeParam::D> a = q.body_a(), b = q.body_b();
    Body<TypeParam::D> of_a{{}, a.radius}, of_b{{}, b.radius};
    for (int i = 0; i < r.feature_count; ++i) {
      ASSERT_TRUE(r.feature_a[i] < 2 && r.feature_b[i] < 2) << which;
      of_a.points.push_back(a.points[r.feature_a[i]]);
      of_b.points.push_back(b.points[r.feature_b[i]]);
    }
    const Real rounding = Real(16 * abut::epsilon_of<typename TypeParam::T>) *
                          (q.size() + norm(exact(r.point_a)) + norm(exact(r.point_b)));
    EXPECT_TRUE(outside(exact(r.point_a), of_a) <= a.radius + rounding) << which;
    EXPECT_TRUE(outside(exact(r.point_b), of_b) <= b.radius + rounding) << which;
  });
}

/// With a trace GJK answers the same query: the two pairs of bounds must intersect.
TYPED_TEST(Segments, AgreeWithTheTracedQuery) {
  for_each_segment_pair<TypeParam>([](const auto& q, const std::string& which) {
    const auto r = q.query(), s = q.traced();
    EXPECT_TRUE(r.signed_lower <= s.signed_upper && s.signed_lower <= r.signed_upper) << which;
    EXPECT_GT(s.iterations, 0) << which;
  });
}

/// Far fewer than one in a thousand need GJK, which counts its iterations.
TYPED_TEST(Segments, TakeNoIterations) {
  int all = 0, iterated = 0;
  for_each_segment_pair<TypeParam>([&](const auto& q, const std::string&) {
    ++all;
    iterated += q.query().iterations > 0 ? 1 : 0;
  });
  EXPECT_LE(iterated * 1000, all);
  this->RecordProperty("iterated", iterated);
}

/// No length is special, also near overflow and underflow, as long as sums of a few lengths are finite.
TYPED_TEST(Segments, ScaleByPowersOfTwoBitForBit) {
  using T = typename TypeParam::T;
  constexpr int most = sizeof(T) == 4 ? 120 : 1000;
  Random random(5);
  for_each_segment_pair<TypeParam>([&](auto q, const std::string& which) {
    const auto r = q.query();
    std::vector<T*> numbers{&q.radius_a, &q.radius_b};
    for (auto* v : {&q.a[0], &q.a[1], &q.b[0], &q.b[1], &q.pose_a.p, &q.pose_b.p}) {
      for (int i = 0; i < TypeParam::D; ++i) numbers.push_back(i == 0 ? &v->x : i == 1 ? &v->y : &(*v)[i]);
    }
    int low = -most, high = most;
    const auto include = [&](T x) {
      if (x == 0 || !abut::is_finite(x)) return;
      low = std::max(low, std::numeric_limits<T>::min_exponent + 1 - std::ilogb(x));
      high = std::min(high, std::numeric_limits<T>::max_exponent - 6 - std::ilogb(x));
    };
    for (const T* x : numbers) include(*x);
    for (const T x : lengths(r)) include(x);
    if (low > 0 || high < 0) return;  // something is subnormal already
    const int ks[] = {low, high, random.integer(low, high)};
    const auto given = q;
    for (const int k : ks) {
      q = given;
      for (T* x : numbers) *x = std::ldexp(*x, k);
      const auto s = q.query();
      const auto before = lengths(r), after = lengths(s);
      for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(std::ldexp(before[i], k), after[i]) << which << ", length " << i << ", k = " << k;
      }
      EXPECT_TRUE(same_except_lengths(r, s)) << which << ", k = " << k;
    }
  });
}

TYPED_TEST(Segments, AnswerThroughShapeRefBitForBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for_each_segment_pair<TypeParam>([](const auto& q, const std::string& which) {
    const abut::Capsule<T, D> a{q.a[0], q.a[1], q.radius_a}, b{q.b[0], q.b[1], q.radius_b};
    const abut::ShapeRef<T, D> ra = a, rb = b;
    EXPECT_TRUE(same_bits(abut::detail::signed_distance(a, b), abut::detail::signed_distance(ra, rb))) << which;
    EXPECT_TRUE(same_bits(abut::detail::signed_distance(place(a, q.pose_a), b),
                          abut::detail::signed_distance(place(ra, q.pose_a), rb)))
        << which;
    abut::Cache<D> cache, erased;
    const auto r = abut::detail::signed_distance(place(a, q.pose_a), place(b, q.pose_b), {.cache = &cache});
    EXPECT_TRUE(
        same_bits(r, abut::detail::signed_distance(place(ra, q.pose_a), place(rb, q.pose_b), {.cache = &erased})))
        << which;
    EXPECT_EQ(cache.count, erased.count) << which;
    if (r.iterations > 0) return;
    EXPECT_TRUE(same_bits(r, abut::detail::signed_distance(place(a, q.pose_a), place(b, q.pose_b), {.cache = &cache})))
        << which;
  });
}

/// The cache seeds GJK: a traced query needs few iterations.
TYPED_TEST(Segments, LeaveACacheThatGjkCanUse) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  int cold = 0, warm = 0;
  for_each_segment_pair<TypeParam>([&](const auto& q, const std::string&) {
    const abut::Capsule<T, D> a{q.a[0], q.a[1], q.radius_a}, b{q.b[0], q.b[1], q.radius_b};
    const auto shape_a = place(a, q.pose_a), shape_b = place(b, q.pose_b);
    abut::Cache<D> cache;
    const auto silent = [](const abut::GjkStep<D>&) {};
    (void)abut::detail::signed_distance(shape_a, shape_b, {.cache = &cache});
    warm += abut::detail::signed_distance(shape_a, shape_b, {.cache = &cache}, silent).iterations;
    cold += abut::detail::signed_distance(shape_a, shape_b, {}, silent).iterations;
  });
  EXPECT_LT(warm * 3, cold * 2);
}

/// Balls and points are segments without length, and an inflated capsule is a capsule.
TYPED_TEST(Segments, PointsBallsAndInflatedOnesAreSegmentsToo) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for_each_segment_pair<TypeParam>([](const auto& q, const std::string& which) {
    const abut::Ball<T, D> ball{q.a[0], q.radius_a};
    const abut::Capsule<T, D> dot{q.a[0], q.a[0], q.radius_a}, b{q.b[0], q.b[1], q.radius_b};
    const abut::Segment<T, D> core{q.b[0], q.b[1]};
    EXPECT_TRUE(same_bits(abut::detail::signed_distance(place(ball, q.pose_a), b),
                          abut::detail::signed_distance(place(dot, q.pose_a), b)))
        << which;
    const auto r = abut::detail::signed_distance(place(ball, q.pose_a), b);
    const auto s = abut::detail::signed_distance(place(ball, q.pose_a), inflate(core, q.radius_b));
    EXPECT_TRUE(r.signed_lower <= s.signed_upper && s.signed_lower <= r.signed_upper) << which;
    const auto t = abut::detail::signed_distance(abut::Point<T, D>{q.a[0]}, abut::Point<T, D>{q.b[0]});
    const Real truth = norm(exact(q.b[0]) - exact(q.a[0]));
    EXPECT_TRUE(Real(t.lower) <= truth && truth <= Real(t.upper)) << which;
    EXPECT_EQ(t.feature_count, 1) << which;
    EXPECT_EQ(t.point_a, q.a[0]) << which;
    EXPECT_EQ(t.point_b, q.b[0]) << which;
  });
}

/// Numbers that are not finite, a negative radius, a rotation of zeros: reported, or answered if they do not matter.
TYPED_TEST(Segments, RefuseBadArguments) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using abut::Status;
  const T inf = abut::detail::infinity<T>, nan = inf - inf;
  const abut::Capsule<T, D> good{abut::detail::axis<T, D>(0), abut::detail::axis<T, D>(1), T(1)};
  const abut::Pose<T, D> pose{.p = abut::detail::axis<T, D>(1) * T(5), .q = {}};
  const auto refuses = [&](const auto& a, const auto& b) {
    return abut::detail::signed_distance(a, b).status == Status::invalid_argument &&
           abut::detail::signed_distance(b, a).status == Status::invalid_argument;
  };
  for (const T bad : {inf, -inf, nan}) {
    auto c = good;
    c.a.y = bad;
    EXPECT_TRUE(refuses(c, good) && refuses(place(c, pose), good) && refuses(place(good, pose), c)) << bad;
    c = good;
    c.radius = bad;
    EXPECT_TRUE(refuses(c, good) && refuses(place(c, pose), place(good, pose))) << bad;
    auto away = pose;
    away.p.x = bad;
    EXPECT_TRUE(refuses(place(good, away), good) && refuses(place(good, away), place(good, pose))) << bad;
    EXPECT_EQ(abut::detail::signed_distance(good, place(good, pose), {.tolerance = bad}).status,
              Status::invalid_argument)
        << bad;
  }
  for (const T bad : {T(0), inf, nan}) {
    auto none = pose;
    if constexpr (D == 2) {
      none.q = {bad, bad};
    } else {
      none.q = {bad, bad, bad, bad};
    }
    EXPECT_TRUE(refuses(place(good, none), good)) << bad;
    EXPECT_TRUE(refuses(place(abut::Point<T, D>{}, none), good)) << bad;
    EXPECT_TRUE(refuses(place(abut::Ball<T, D>{{}, T(1)}, none), abut::Point<T, D>{})) << bad;
  }
  auto c = good;
  c.radius = -1;
  EXPECT_TRUE(refuses(c, good));
  EXPECT_TRUE(refuses(inflate(good, T(-0.5)), good));
}

}  // namespace
}  // namespace oracle
