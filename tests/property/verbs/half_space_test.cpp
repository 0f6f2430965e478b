/// Half-spaces: every line of the contract, for the shapes of the corpus and for curved ones, judged in 113 bits.
#include "oracle/judge/answers.hpp"
#include "oracle/judge/curved.hpp"

#include <abut/abut.hpp>

#include <limits>

namespace oracle {
namespace {

using abut::distance, abut::Status;

template <class S>
struct HalfSpaces : ::testing::Test {};
TYPED_TEST_SUITE(HalfSpaces, Settings, SettingNames);

/// A half-space and a rounded point set, each placed or not.
template <class T, int D>
struct Scene {
  abut::HalfSpace<T, D> half_space;
  abut::Pose<T, D> pose;
  Points<T, D> points;
  T radius{};
  abut::Pose<T, D> shape_pose;
  int placed = 0;  ///< bit 0: the half-space, bit 1: the shape
};

/// The true outward normal of the half-space in the world.
template <class T, int D>
Vector<D> world_normal(const abut::HalfSpace<T, D>& h, const abut::Pose<T, D>& pose) {
  return matrix(pose.q) * unit(exact(h.normal));
}

/// The frames are subtracted first: 113 bits do not hold a large position and a small shape at once.
template <class T, int D>
Real truth(const Scene<T, D>& s) {
  const Vector<D> n = world_normal(s.half_space, s.pose);
  const Matrix<D> turn = matrix(s.shape_pose.q);
  const Vector<D> between = exact(s.shape_pose.p) - exact(s.pose.p);
  Real least = 0;
  for (std::size_t i = 0; i < s.points.size(); ++i) {
    const Real height = dot(n, turn * exact(s.points[i]) + between);
    least = i == 0 || height < least ? height : least;
  }
  return least - s.half_space.offset - s.radius;
}

/// The size of the query: reach, radius, offset, and the distance from the half-space's origin to the center via the
/// shape's origin.
template <class T, int D>
Real size_of(const Scene<T, D>& s) {
  const Extent<T, D> e(s.points);
  return e.reach + s.radius + absolute(Real(s.half_space.offset)) + norm(e.center) +
         norm(exact(s.shape_pose.p) - exact(s.pose.p));
}

template <class T, int D, class F>
auto with_operands(const Scene<T, D>& s, F&& f) {
  const Rounded<T, D> shape{points<T, D>(s.points), s.radius};
  const auto h = abut::place(s.half_space, s.pose);
  const auto placed = abut::place(shape, s.shape_pose);
  switch (s.placed) {
    case 0: return f(s.half_space, shape);
    case 1: return f(h, shape);
    case 2: return f(s.half_space, placed);
    default: return f(h, placed);
  }
}

template <class T, int D>
abut::detail::SignedDistance<T, D> query(const Scene<T, D>& s) {
  return with_operands(s, [](const auto& h, const auto& shape) { return abut::detail::signed_distance(h, shape); });
}

/// The shape A of a case and a random half-space, half of them touching as nearly as the scalar can represent.
template <class T, int D>
Scene<T, D> scene(const Case<T, D>& c, Random& random) {
  Scene<T, D> s;
  s.points = c.pair.a;
  s.radius = c.pair.radius_a;
  const double size = narrow(c.size);
  s.half_space.normal = abut::vec_cast<T>(detail::arrow<D>(random, random.decade(-8, 8)));
  if (random.chance(0.2)) s.half_space.normal = abut::detail::axis<T, D>(random.integer(0, D - 1));
  s.half_space.offset = static_cast<T>(random.between(-2, 2) * size);
  if (c.pair.posed) {
    s.placed = random.integer(1, 3);
    if ((s.placed & 2) != 0) s.shape_pose = c.pair.pose_a;
    if ((s.placed & 1) != 0) {
      detail::assign(s.pose.q, detail::rotation<D>(random), random.decade(-3, 3));
      s.pose.p = abut::vec_cast<T>(detail::arrow<D>(random, size * random.decade(-3, 1)));
    }
  }
  if (random.chance(0.5)) s.half_space.offset = abut::detail::narrow<T>(narrow(truth(s) + s.half_space.offset));
  return s;
}

template <class S, class F>
void for_scenes(F&& f) {
  Random random(31);
  for (const auto& c : corpus<S>()) f(c, scene(c, random));
}

// --- The contract --------------------------------------------------------------------------------------------

TYPED_TEST(HalfSpaces, BoundsContainTheTruthAndMeetTheContract) {
  for_scenes<TypeParam>([](const auto& c, const auto& s) {
    const auto r = query(s);
    const Real exact_distance = truth(s), size = size_of(s);
    EXPECT_TRUE(is_sane(r)) << c;
    EXPECT_TRUE(Real(r.signed_lower) <= exact_distance)
        << c << ", lower too high by " << narrow((r.signed_lower - exact_distance) / size);
    EXPECT_TRUE(Real(r.signed_upper) >= exact_distance)
        << c << ", upper too low by " << narrow((exact_distance - r.signed_upper) / size);
    const Real apart = exact_distance > 0 ? exact_distance : 0;
    EXPECT_TRUE(Real(r.lower) <= apart && Real(r.upper) >= apart) << c;
    EXPECT_EQ(r.status, Status::converged) << c;
    EXPECT_EQ(r.iterations, 1);
    EXPECT_TRUE(Real(r.signed_upper) - r.signed_lower <= allowance<TypeParam>(size) * (1 + TypeParam::eps))
        << c << ", width " << narrow((Real(r.signed_upper) - r.signed_lower) / size / TypeParam::eps) << " eps";
  });
}

/// Up to 8 eps of the size for points that are computed, moved and rounded (in double with poses 32: a rotation each).
TYPED_TEST(HalfSpaces, PointsLieOnTheSurfacesAlongTheNormal) {
  for_scenes<TypeParam>([](const auto& c, const auto& s) {
    const auto r = query(s);
    const auto n = world_normal(s.half_space, s.pose);
    // The points are rounded in world coordinates.
    const Real world = size_of(s) + norm(exact(s.pose.p)) + norm(exact(s.shape_pose.p));
    const Real allowed = allowance<TypeParam>(world);
    const Real on_plane = dot(n, exact(r.point_a) - exact(s.pose.p)) - s.half_space.offset;
    EXPECT_TRUE(absolute(on_plane) <= allowed) << c << ", off the plane by " << narrow(on_plane / world);
    const Real lowest = dot(n, exact(r.point_b) - exact(s.pose.p)) - s.half_space.offset - truth(s);
    EXPECT_TRUE(absolute(lowest) <= allowed) << c << ", not the lowest by " << narrow(lowest / world);
    const auto off = exact(r.point_b) - exact(r.point_a) - exact(r.normal) * Real(r.signed_distance);
    EXPECT_TRUE(norm(off) <= allowed) << c;
    EXPECT_TRUE(norm(exact(r.normal) - n) <= Real(32 * TypeParam::eps)) << c;
    EXPECT_EQ(r.feature_count, 1);
    EXPECT_EQ(r.feature_a[0], abut::no_vertex);
    EXPECT_LT(r.feature_b[0], s.points.size());
  });
}

TYPED_TEST(HalfSpaces, SwappingSwapsAndKeepsEveryBit) {
  for_scenes<TypeParam>([](const auto& c, const auto& s) {
    auto r = query(s);
    const auto t =
        with_operands(s, [](const auto& h, const auto& shape) { return abut::detail::signed_distance(shape, h); });
    r.normal = -r.normal;
    std::swap(r.point_a, r.point_b);
    std::swap(r.feature_a, r.feature_b);
    EXPECT_TRUE(same_bits(r, t)) << c;
  });
}

TYPED_TEST(HalfSpaces, CachesAndTracesChangeNothing) {
  constexpr int D = TypeParam::D;
  abut::Cache<D> cache{.count = 1, .a = {3}, .b = {4}, .direction = abut::detail::axis<double, D>(1)};
  for_scenes<TypeParam>([&](const auto& c, const auto& s) {
    const auto r = query(s),
               t = with_operands(s, [&](const auto& h, const auto& shape) {
                 return abut::detail::signed_distance(h, shape, {.cache = &cache},
                                                      [](const abut::GjkStep<D>&) { ADD_FAILURE() << "no search"; });
               });
    EXPECT_TRUE(same_bits(r, t)) << c;
  });
  EXPECT_EQ(cache.count, 1);
}

template <class T, int D>
Scene<T, D> scaled(Scene<T, D> s, int k) {
  const auto by = [k](abut::Vec<T, D>& v) {
    for (int i = 0; i < D; ++i) v[i] = std::ldexp(v[i], k);
  };
  for (auto& p : s.points) by(p);
  by(s.pose.p);
  by(s.shape_pose.p);
  s.radius = std::ldexp(s.radius, k);
  s.half_space.offset = std::ldexp(s.half_space.offset, k);
  return s;
}

/// As far as the scalar allows: numbers of the corpus are between 1e-25 and 1e12, results down to an eps of those.
TYPED_TEST(HalfSpaces, ScalingByPowersOfTwoIsExact) {
  using T = typename TypeParam::T;
  for_scenes<TypeParam>([](const auto& c, const auto& s) {
    const auto r = query(s);
    for (const int k : {sizeof(T) == 4 ? -20 : -800, -3, sizeof(T) == 4 ? 60 : 960}) {
      const auto t = query(scaled(s, k));
      const auto before = lengths(r), after = lengths(t);
      for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(std::ldexp(before[i], k), after[i]) << c << ", length " << i << ", k = " << k;
      }
      EXPECT_TRUE(same_except_lengths(r, t)) << c << ", k = " << k;
    }
  });
}

/// The normal is a direction: its length does not matter.
TYPED_TEST(HalfSpaces, TheLengthOfTheNormalSaysNothing) {
  using T = typename TypeParam::T;
  for_scenes<TypeParam>([](const auto& c, auto s) {
    s.half_space.normal = abut::detail::axis<T, TypeParam::D>(0) * T(0.75);
    s.half_space.normal[1] = T(-0.375);
    const auto r = query(s);
    for (const T k : {std::numeric_limits<T>::denorm_min() * 8, T(sizeof(T) == 4 ? 0x1p127 : 0x1p1023)}) {
      s.half_space.normal *= k;
      EXPECT_TRUE(same_bits(r, query(s))) << c;
      s.half_space.normal = abut::detail::axis<T, TypeParam::D>(0) * T(0.75);
      s.half_space.normal[1] = T(-0.375);
    }
  });
}

// --- Along a direction -----------------------------------------------------------------------------------------

/// Any direction, an axis, or one along the plane as nearly as the scalar can represent.
template <class T, int D>
abut::Vec<T, D> way_for(const Scene<T, D>& s, Random& random) {
  const auto d = abut::vec_cast<T>(detail::arrow<D>(random, random.decade(-8, 8)));
  if (random.chance(0.2)) return abut::detail::axis<T, D>(random.integer(0, D - 1));
  if (random.chance(0.7)) return d;
  const Vector<D> n = world_normal(s.half_space, s.pose), along = exact(d) - n * dot(n, exact(d));
  abut::Vec<T, D> r;
  for (int i = 0; i < D; ++i) r[i] = abut::detail::narrow<T>(narrow(along[i]));
  return r == abut::Vec<T, D>{} ? d : r;
}

/// How far the shape has to move; infinite if it never exits.
template <class T, int D>
struct Exit {
  Real length;
  bool never;

  Exit(const Scene<T, D>& s, const abut::Vec<T, D>& d) {
    const Real depth = -truth(s), cosine = dot(world_normal(s.half_space, s.pose), unit(exact(d)));
    never = depth > 0 && cosine <= 0;
    length = depth > 0 && !never ? depth / cosine : Real(0);
  }
};

template <class T, int D>
abut::Penetration<T, D> ask_along(const Scene<T, D>& s, const abut::Vec<T, D>& d) {
  return with_operands(s, [&](const auto& h, const auto& shape) { return abut::depth_along(h, shape, d); });
}

TYPED_TEST(HalfSpaces, DepthsAlongADirectionAreWithinTheirBounds) {
  Random random(12);
  int deep = 0, converged = 0, never = 0;
  for_scenes<TypeParam>([&](const auto& c, auto s) {
    using T = typename TypeParam::T;
    if (random.chance(0.8)) s.half_space.offset += T(random.decade(-6, 0.3) * narrow(size_of(s)));
    const auto d = way_for(s, random);
    const auto r = ask_along(s, d);
    const Exit exit(s, d);
    EXPECT_TRUE(T(0) <= r.lower && r.lower <= r.depth && r.depth <= r.upper) << c;
    EXPECT_TRUE(exit.never ? r.upper == abut::detail::infinity<T> : Real(r.lower) <= exit.length) << c;
    EXPECT_TRUE(exit.never || exit.length <= Real(r.upper)) << c << ", " << narrow(exit.length);
    deep += r.lower > 0 ? 1 : 0;
    converged += r.lower > 0 && r.status == Status::converged ? 1 : 0;
    never += r.lower == abut::detail::infinity<T> ? 1 : 0;
    EXPECT_FALSE(r.lower == abut::detail::infinity<T> && !exit.never) << c;
    if (r.depth == abut::detail::infinity<T> || r.upper == T(0)) return;
    const Real world = size_of(s) + norm(exact(s.pose.p)) + norm(exact(s.shape_pose.p)) + r.depth;
    const auto off = exact(r.point_a) - exact(r.point_b) - exact(r.normal) * Real(r.depth);
    EXPECT_TRUE(norm(off) <= allowance<TypeParam>(world)) << c;
  });
  EXPECT_GT(deep, trials());
  // not for shallow ones at grazing directions: the error grows with the length of the exit
  EXPECT_GT(converged * 2, deep);
  EXPECT_GT(never * 4, deep);
}

TYPED_TEST(HalfSpaces, DepthsAlongADirectionScaleAndSwap) {
  using T = typename TypeParam::T;
  Random random(13);
  for_scenes<TypeParam>([&](const auto& c, const auto& s) {
    const auto d = way_for(s, random);
    const auto r = ask_along(s, d);
    const int k = sizeof(T) == 4 ? -20 : -600;
    const auto t = ask_along(scaled(s, k), d);
    EXPECT_EQ(std::ldexp(r.depth, k), t.depth) << c;
    EXPECT_EQ(std::ldexp(r.lower, k), t.lower) << c;
    EXPECT_EQ(std::ldexp(r.upper, k), t.upper) << c;
    EXPECT_EQ(r.status, t.status) << c;
    const auto w = with_operands(s, [&](const auto& h, const auto& shape) { return abut::depth_along(shape, h, -d); });
    EXPECT_TRUE(w.depth == r.depth && w.lower == r.lower && w.upper == r.upper && w.status == r.status) << c;
    EXPECT_TRUE(w.normal == -r.normal && w.point_a == r.point_b && w.point_b == r.point_a) << c;
  });
}

// --- Curved and composed shapes --------------------------------------------------------------------------------

template <class S, class T, int D>
void expect_proven(const abut::PlacedHalfSpace<T, D>& h, const abut::Placed<S>& shape, const char* what) {
  const auto r = abut::detail::signed_distance(h, shape);
  const Vector<D> n = world_normal(h.half_space, h.pose);
  const Real exact_distance = dot(n, support_point(shape, n * -1) - exact(h.pose.p)) - Real(h.half_space.offset);
  EXPECT_TRUE(Real(r.signed_lower) <= exact_distance && exact_distance <= Real(r.signed_upper))
      << what << " " << r.signed_lower << " " << narrow(exact_distance) << " " << r.signed_upper;
  EXPECT_EQ(r.status, Status::converged) << what;
}

TYPED_TEST(HalfSpaces, OfCurvedShapesContainTheTruth) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(5);
  for (int i = 0; i < 400; ++i) {
    abut::Pose<T, D> pose, at;
    detail::assign(pose.q, detail::rotation<D>(random), 1);
    detail::assign(at.q, detail::rotation<D>(random), 1);
    pose.p = abut::vec_cast<T>(detail::arrow<D>(random, 2));
    at.p = abut::vec_cast<T>(detail::arrow<D>(random, random.decade(-1, 3)));
    const auto h = abut::place(
        abut::HalfSpace<T, D>{abut::vec_cast<T>(detail::direction<D>(random)), T(random.between(-2, 2))}, pose);
    abut::Vec<T, D> sizes;
    for (int k = 0; k < D; ++k) sizes[k] = T(random.decade(-2, 1));
    const abut::Ellipsoid<T, D> egg{sizes};
    const abut::Ball<T, D> ball{sizes, sizes[0]};
    expect_proven(h, abut::place(egg, at), "ellipsoid");
    expect_proven(h, abut::place(abut::inflate(ball, sizes[1]), at), "inflate");
    expect_proven(h, abut::place(abut::Box<T, D>{sizes}, at), "box");
    if constexpr (D == 3) {
      expect_proven(h, abut::place(abut::Cylinder<T>{sizes[0], sizes[1]}, at), "cylinder");
      expect_proven(h, abut::place(abut::Cone<T>{sizes[0], sizes[1], abut::Axis::y}, at), "cone");
    }
  }
}

// --- Near overflow or underflow, bad arguments, verbs -----------------------------------------------------------

/// Numbers from the smallest to the largest, combined. The truth may overflow the scalar; a bound is then infinite.
TYPED_TEST(HalfSpaces, BoundsHoldAtTheEndsOfTheRange) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Limits = std::numeric_limits<T>;
  Random random(9);
  for (int i = 0; i < 4000; ++i) {
    // Numbers of all exponents combined, or all near underflow.
    const int least = Limits::min_exponent - Limits::digits + 1;
    const int spread = i % 2 == 0 ? Limits::max_exponent - least - 1 : random.integer(2, 40);
    const auto number = [&] {
      const T sign = random.chance(0.5) ? T(1) : T(-1);
      if (random.chance(0.2)) return T(0);
      if (spread > 40 && random.chance(0.2)) return sign * Limits::max();
      if (spread > 40 && random.chance(0.2)) return sign * Limits::denorm_min();
      return sign * std::ldexp(T(random.between(1, 2)), random.integer(least, least + spread));
    };
    Scene<T, D> s;
    const auto vector = [&] {
      abut::Vec<T, D> v;
      for (int k = 0; k < D; ++k) v[k] = number();
      return v;
    };
    s.half_space = {vector(), number()};
    if (s.half_space.normal == abut::Vec<T, D>{}) continue;
    s.points = {vector(), vector()};
    s.radius = abut::detail::absolute(number());
    if (TypeParam::posed) {
      s.placed = 3;
      s.pose.p = vector();
      s.shape_pose.p = random.chance(0.3) ? s.pose.p : vector();
      detail::assign(s.pose.q, detail::rotation<D>(random), 1);
      detail::assign(s.shape_pose.q, detail::rotation<D>(random), 1);
    }
    const auto r = query(s);
    if (r.status == Status::invalid_argument) continue;  // the bounding radius of the segment overflows
    const Real t = truth(s);
    EXPECT_TRUE(is_sane(r)) << i;
    EXPECT_TRUE(Real(r.signed_lower) <= t && t <= Real(r.signed_upper))
        << i << ": " << r.signed_lower << " " << narrow(t) << " " << r.signed_upper << ", low by "
        << narrow(Real(r.signed_lower) - t) << ", high by " << narrow(t - Real(r.signed_upper));
  }
}

TYPED_TEST(HalfSpaces, BadArgumentsAreInvalid) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  const abut::Ball<T, D> ball{{}, T(1)};
  const abut::HalfSpace<T, D> good{};
  const auto status = [](const auto& h, const auto& shape) {
    EXPECT_EQ(distance(h, shape).status, distance(shape, h).status);
    return distance(h, shape).status;
  };
  EXPECT_EQ(status(good, ball), Status::converged);
  EXPECT_EQ(status(abut::HalfSpace<T, D>{{}, T(0)}, ball), Status::invalid_argument);
  for (const T bad : {nan, inf, -inf}) {
    EXPECT_EQ(status(abut::HalfSpace<T, D>{.offset = bad}, ball), Status::invalid_argument);
    for (int i = 0; i < D; ++i) {
      auto h = good;
      h.normal[i] = bad;
      EXPECT_EQ(status(h, ball), Status::invalid_argument);
      EXPECT_EQ(status(abut::place(h, {}), abut::place(ball, {})), Status::invalid_argument);
      abut::Pose<T, D> pose;
      pose.p[i] = bad;
      EXPECT_EQ(status(abut::place(good, pose), ball), Status::invalid_argument);
      EXPECT_EQ(status(good, abut::place(ball, pose)), Status::invalid_argument);
    }
    EXPECT_EQ(status(good, abut::Ball<T, D>{{}, bad}), Status::invalid_argument);
    EXPECT_EQ(distance(good, ball, {.tolerance = bad}).status, Status::invalid_argument);
  }
  EXPECT_EQ(status(good, abut::Ball<T, D>{{}, T(-1)}), Status::invalid_argument);
  const auto liar = abut::custom<abut::Vec<T, D>>([nan](const abut::Vec<T, D>& d) { return d * nan; });
  EXPECT_EQ(status(good, liar), Status::invalid_argument);
}

TYPED_TEST(HalfSpaces, ClosestPointsLieOnThePlaneOrAreThePointItself) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const abut::HalfSpace<T, D> ground{.offset = T(2)};
  const auto x = abut::detail::axis<T, D>(0), up = abut::detail::axis<T, D>(D - 1);
  const auto above = abut::closest_point(x * T(3) + up * T(5), ground);
  EXPECT_EQ(above.status, Status::converged);
  EXPECT_EQ(above.point, x * T(3) + up * T(2));
  EXPECT_EQ(above.normal, up);
  EXPECT_EQ(above.distance, T(3));
  EXPECT_TRUE(above.lower <= T(3) && T(3) <= above.upper && !above.inside);
  const auto below = abut::closest_point(x + up, ground);
  EXPECT_TRUE(below.inside);
  EXPECT_EQ(below.point, x + up);
  abut::Pose<T, D> lifted;
  lifted.p = up * T(4);
  EXPECT_EQ(abut::closest_point(up * T(8), abut::place(ground, lifted)).distance, T(2));
  EXPECT_EQ(abut::closest_point(up * T(8), abut::place(abut::place(ground, lifted), lifted)).distance, T(0));
}

static_assert(!abut::Shape<abut::HalfSpace3f> && !abut::Shape<abut::PlacedHalfSpace<float, 3>>);

}  // namespace
}  // namespace oracle
