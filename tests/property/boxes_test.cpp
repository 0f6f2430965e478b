/// Two boxes in space: the closed form against the judge and against GJK, where it is likely to go wrong.
#include "oracle/answers.hpp"
#include "oracle/spaces.hpp"

#include <abut/abut.hpp>

namespace oracle {
namespace {

/// How two boxes stand to each other.
enum class BoxStance {
  random,
  aligned,         ///< the same axes: faces, edges and vertices in line
  nearly_aligned,  ///< turned by next to nothing
  near,            ///< moved along the normal until next to nothing is between them
  touching,        ///< likewise, nothing
  overlapping,
  concentric,
  flat,     ///< up to a hundred thousand times thinner than wide; without extent at times
  unequal,  ///< one a hundred thousand times larger
  count
};

/// A question about two boxes, one placed or both.
template <class T>
struct BoxQuestion {
  using V = abut::Vec<T, 3>;
  abut::Box<T, 3> a, b;
  abut::Pose<T, 3> pose_a, pose_b;
  bool placed_a = true, placed_b = true;

  BoxQuestion(Random& random, BoxStance stance) {
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    for (auto* box : {&a, &b}) {
      const bool large = stance == BoxStance::unequal && box == &a;
      for (int i = 0; i < 3; ++i) {
        const bool thin = stance == BoxStance::flat && random.chance(0.5);
        const double half =
            thin ? (random.chance(0.2) ? 0 : random.decade(-5, 0)) : random.integer(16, 32) / 32.0;
        box->half[i] = static_cast<T>(half * unit * (large ? 1e5 : 1));
      }
    }
    const bool in_line = stance == BoxStance::aligned || stance == BoxStance::nearly_aligned;
    const auto q = random.chance(0.3) ? abut::Rotation<double, 3>{} : detail::rotation<3>(random);
    detail::assign(pose_a.q, q, random.decade(-2, 2));
    detail::assign(pose_b.q, in_line ? q : detail::rotation<3>(random), 1);
    if (stance == BoxStance::nearly_aligned) pose_b.q.x += static_cast<T>(random.decade(-12, -2));
    const double size = norm_of(a.half) + norm_of(b.half);
    const double far = stance == BoxStance::concentric ? 0
                       : stance == BoxStance::overlapping || random.chance(0.2)
                           ? 0.4 * size
                           : random.between(0.5, 1.5) * size;
    pose_a.p = abut::vec_cast<T>(detail::arrow<3>(random, unit));
    auto way = detail::arrow<3>(random, far);
    if (in_line && random.chance(0.5)) way = {far, 0, 0};
    pose_b.p = abut::vec_cast<T>(abut::widen(pose_a.p) + way);
    placed_a = random.chance(0.7);
    placed_b = !placed_a || random.chance(0.7);
    if (stance == BoxStance::near) approach(random.decade(-14, -2) * size);
    if (stance == BoxStance::touching) approach(0);
  }

  static double norm_of(const V& v) { return std::sqrt(abut::norm_squared(abut::widen(v))); }

  void approach(double gap) {
    const auto r = ask();
    const auto back = abut::widen(r.normal) * (double(r.distance) - gap);
    if (placed_b) pose_b.p = abut::vec_cast<T>(abut::widen(pose_b.p) - back);
  }

  template <class F>
  auto with(const F& f) const {
    return with(a, b, f);
  }
  template <class A, class B, class F>
  auto with(const A& x, const B& y, const F& f) const {
    if (placed_a && placed_b) return f(place(x, pose_a), place(y, pose_b));
    return placed_a ? f(place(x, pose_a), y) : f(x, place(y, pose_b));
  }
  auto ask() const {
    return with([](const auto& x, const auto& y) { return abut::distance(x, y); });
  }
  auto watch() const {
    return with([](const auto& x, const auto& y) {
      return abut::distance(x, y, {}, [](const abut::GjkStep<3>&) {});
    });
  }

  Body<3> body(const abut::Box<T, 3>& box, const abut::Pose<T, 3>* pose) const {
    Body<3> r;
    for (abut::VertexId i = 0; i < 8; ++i) {
      const auto x = exact(box.vertex(i));
      r.points.push_back(pose != nullptr ? matrix(pose->q) * x + exact(pose->p) : x);
    }
    return r;
  }
  Body<3> body_a() const { return body(a, placed_a ? &pose_a : nullptr); }
  Body<3> body_b() const { return body(b, placed_b ? &pose_b : nullptr); }

  /// See docs/conventions.md.
  Real size() const {
    const V none{};
    return norm(exact(a.half)) + norm(exact(b.half)) +
           norm(exact(placed_b ? pose_b.p : none) - exact(placed_a ? pose_a.p : none));
  }
};

template <class T>
struct Boxes : ::testing::Test {};
using BoxScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Boxes, BoxScalars);

template <class T, class F>
void for_each_pair_of_boxes(const F& f) {
  Random random(11);
  for (int i = 0; i < 10 * trials(); ++i) {
    const int stance = i % static_cast<int>(BoxStance::count);
    f(BoxQuestion<T>(random, static_cast<BoxStance>(stance)),
      "stance " + std::to_string(stance) + ", question " + std::to_string(i));
  }
}

TYPED_TEST(Boxes, BoundsContainTheTruthAndKeepTheContract) {
  using T = TypeParam;
  for_each_pair_of_boxes<T>([](const auto& q, const std::string& which) {
    const auto truth = distance(q.body_a(), q.body_b());
    const auto r = q.ask();
    EXPECT_TRUE(is_sane(r)) << which;
    EXPECT_TRUE(Real(r.lower) <= truth.upper) << which;
    EXPECT_TRUE(Real(r.upper) >= truth.lower) << which;
    if (r.status != abut::Status::converged) return;
    const Real units = sizeof(T) == 4 ? 8 : 32;
    const Real allowed = Real(abut::default_tolerance<T>) * r.upper + units * abut::epsilon_of<T> * q.size();
    EXPECT_TRUE(Real(r.upper) - r.lower <= allowed) << which << ": " << r.lower << " " << r.upper;
    EXPECT_TRUE(!r.cores_meet || truth.lower <= q.size() * Real(32 * abut::epsilon_of<double>)) << which;
  });
}

TYPED_TEST(Boxes, PointsLieInTheirBoxesAndApartByTheDistance) {
  using T = TypeParam;
  for_each_pair_of_boxes<T>([](const auto& q, const std::string& which) {
    const auto r = q.ask();
    if (r.status != abut::Status::converged) return;
    const Body<3> a = q.body_a(), b = q.body_b();
    const Real units = sizeof(T) == 4 ? 1 : 12;
    const Real rounding =
        units * abut::epsilon_of<T> * (q.size() + norm(exact(r.point_a)) + norm(exact(r.point_b)));
    EXPECT_TRUE(outside(exact(r.point_a), a) <= rounding) << which;
    EXPECT_TRUE(outside(exact(r.point_b), b) <= rounding) << which;
    const auto off = exact(r.point_b) - exact(r.point_a) - exact(r.normal) * Real(r.signed_distance);
    EXPECT_TRUE(norm(off) <= 4 * rounding) << which << ", " << narrow(norm(off) / rounding) << " roundings";
    const Real between = lowest(b, exact(r.normal)) - highest(a, exact(r.normal));
    EXPECT_TRUE(Real(r.signed_lower) - between <= Real(10 * abut::epsilon_of<T>) * q.size()) << which;
  });
}

/// The ids say which vertices the points are made of, in pairs: the points of both boxes with the same weights.
TYPED_TEST(Boxes, FeaturesSpanThePoints) {
  using T = TypeParam;
  for_each_pair_of_boxes<T>([](const auto& q, const std::string& which) {
    const auto r = q.ask();
    if (r.status != abut::Status::converged) return;
    ASSERT_TRUE(1 <= r.feature_count && r.feature_count <= (r.cores_meet ? 4 : 3)) << which;
    const Body<3> a = q.body_a(), b = q.body_b();
    Body<3> of_a, of_b, of_difference;
    for (int i = 0; i < r.feature_count; ++i) {
      ASSERT_TRUE(r.feature_a[i] < 8 && r.feature_b[i] < 8) << which;
      of_a.points.push_back(a.points[r.feature_a[i]]);
      of_b.points.push_back(b.points[r.feature_b[i]]);
      of_difference.points.push_back(of_b.points.back() - of_a.points.back());
    }
    const Real rounding =
        Real(16 * abut::epsilon_of<T>) * (q.size() + norm(exact(r.point_a)) + norm(exact(r.point_b)));
    EXPECT_TRUE(outside(exact(r.point_a), of_a) <= rounding) << which;
    EXPECT_TRUE(outside(exact(r.point_b), of_b) <= rounding) << which;
    EXPECT_TRUE(outside(exact(r.point_b) - exact(r.point_a), of_difference) <= rounding) << which;
  });
}

/// With a trace GJK answers: the same question, so that the bounds have something in common.
TYPED_TEST(Boxes, AgreeWithTheQueryThatIsWatched) {
  for_each_pair_of_boxes<TypeParam>([](const auto& q, const std::string& which) {
    const auto r = q.ask(), s = q.watch();
    EXPECT_TRUE(r.signed_lower <= s.signed_upper && s.signed_lower <= r.signed_upper) << which;
    EXPECT_GT(s.iterations, 0) << which;
  });
}

/// Most of them; of random ones nearly all.
TYPED_TEST(Boxes, SeldomTakeIterations) {
  Random random(12);
  int iterated = 0;
  const int all = 10 * trials();
  for (int i = 0; i < all; ++i) {
    iterated += BoxQuestion<TypeParam>(random, BoxStance::random).ask().iterations > 0 ? 1 : 0;
  }
  EXPECT_LE(iterated * 20, all);
  this->RecordProperty("iterated", iterated);
}

TYPED_TEST(Boxes, AreAsFarApartTheOtherWayRound) {
  using T = TypeParam;
  for_each_pair_of_boxes<T>([](const auto& q, const std::string& which) {
    const auto r = q.ask();
    const auto s = q.with([](const auto& x, const auto& y) { return abut::distance(y, x); });
    EXPECT_TRUE(r.lower <= s.upper && s.lower <= r.upper) << which;
    EXPECT_TRUE(r.status == s.status || r.lower == 0) << which;
    const Real apart = r.lower, size = q.size();
    if (!(apart > size * Real(0.01))) return;
    // A bound on the angle: the normals of two planes that are both within 64 eps size of the best.
    EXPECT_TRUE(norm(exact(r.normal) + exact(s.normal)) <
                Real(64 * 100) * square_root(Real(abut::epsilon_of<T>)))
        << which;
  });
}

/// No length is special: to the ends of the range, as long as sums of a few lengths are within it.
TYPED_TEST(Boxes, ScaleByPowersOfTwoBitForBit) {
  using T = TypeParam;
  constexpr int most = sizeof(T) == 4 ? 120 : 1000;
  Random random(5);
  for_each_pair_of_boxes<T>([&](auto q, const std::string& which) {
    const auto r = q.ask();
    std::vector<T*> numbers;
    for (auto* v : {&q.a.half, &q.b.half, &q.pose_a.p, &q.pose_b.p}) {
      for (T* x : {&v->x, &v->y, &v->z}) numbers.push_back(x);
    }
    int low = -most, high = most;
    const auto include = [&](T x) {
      if (x == 0 || !abut::is_finite(x)) return;
      low = std::max(low, std::numeric_limits<T>::min_exponent + 1 - std::ilogb(x));
      high = std::min(high, std::numeric_limits<T>::max_exponent - 6 - std::ilogb(x));
    };
    for (const T* x : numbers) include(*x);
    for (const T x : lengths(r)) include(x);
    if (low > 0 || high < 0) return;  // something is subnormal as it is
    const auto given = q;
    for (const int k : {low, high, random.integer(low, high)}) {
      q = given;
      for (T* x : numbers) *x = std::ldexp(*x, k);
      const auto s = q.ask();
      const auto before = lengths(r), after = lengths(s);
      for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i] == 0) {  // what is next to nothing may have been rounded to it
          EXPECT_EQ(std::ldexp(after[i], -k), 0) << which << ", length " << i << ", k = " << k;
        } else {
          EXPECT_EQ(std::ldexp(before[i], k), after[i]) << which << ", length " << i << ", k = " << k;
        }
      }
      EXPECT_TRUE(same_course(r, s)) << which << ", k = " << k;
    }
  });
}

TYPED_TEST(Boxes, AnswerThroughShapeRefBitForBit) {
  for_each_pair_of_boxes<TypeParam>([](const auto& q, const std::string& which) {
    const abut::ShapeRef<TypeParam, 3> a = q.a, b = q.b;
    const auto ask = [](const auto& x, const auto& y) { return abut::distance(x, y); };
    EXPECT_TRUE(same_bits(q.ask(), q.with(a, b, ask))) << which;
    EXPECT_TRUE(same_bits(q.ask(), q.with(q.a, b, ask))) << which;
  });
}

/// A corner inside, on the diagonal between two tetrahedra: left to GJK, and no edges are looked for along a way that was never computed.
TYPED_TEST(Boxes, WithACornerOnADiagonalAreLeftToGjk) {
  const abut::Box<TypeParam, 3> cube{.half = {1, 1, 1}};
  const auto r = abut::distance(cube, place(cube, {.p = {0.5, 0.5, 0.5}, .q = {}}));
  EXPECT_TRUE(r.status == abut::Status::converged && r.cores_meet);
  EXPECT_GT(r.iterations, 0);
}

/// Whatever number is not finite or negative, and no rotation: said so.
TYPED_TEST(Boxes, RefuseBadArguments) {
  using T = TypeParam;
  const T inf = abut::infinity<T>, nan = inf - inf;
  const abut::Box<T, 3> good{.half = {1, 1, 1}};
  const abut::Pose<T, 3> pose{.p = {0, 5, 0}, .q = {}};
  const auto refuses = [&](const auto& a, const auto& b) {
    return abut::distance(a, b).status == abut::Status::invalid_argument &&
           abut::distance(b, a).status == abut::Status::invalid_argument;
  };
  for (const T bad : {inf, -inf, nan, T(-1)}) {
    auto box = good;
    box.half.y = bad;
    EXPECT_TRUE(refuses(place(box, pose), good) && refuses(place(good, pose), box)) << bad;
    if (bad == T(-1)) continue;
    auto away = pose;
    away.p.x = bad;
    EXPECT_TRUE(refuses(place(good, away), good) && refuses(place(good, away), place(good, pose))) << bad;
  }
  for (const T bad : {T(0), inf, nan}) {
    auto none = pose;
    none.q = {bad, bad, bad, bad};
    EXPECT_TRUE(refuses(place(good, none), good)) << bad;
  }
  for (const T bad : {inf, nan, T(-1)}) {
    EXPECT_EQ(abut::distance(good, place(good, pose), {.tolerance = bad}).status,
              abut::Status::invalid_argument)
        << bad;
  }
}

}  // namespace
}  // namespace oracle
