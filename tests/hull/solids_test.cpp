/// Two hulls of few vertices in space, which begin with an edge of each: against the judge and against the walk that begins with the line between the
/// centers, where it is likely to go wrong.
#include "oracle/judge/closed_form.hpp"

#include <abut/hull.hpp>

namespace oracle {
namespace {

/// How two hulls stand to each other.
enum class SolidStance {
  random,
  parallel,         ///< the same axes: of boxes faces, edges and vertices in line
  nearly_parallel,  ///< turned by next to nothing
  near,             ///< moved along the normal until next to nothing is between them
  touching,         ///< likewise, nothing
  overlapping,
  concentric,
  thin,     ///< up to a hundred thousand times thinner than long
  unequal,  ///< one a hundred thousand times larger
  remote,   ///< in their frames, far from the origin that they are turned about
  count
};

/// A question about two hulls, one placed or both.
template <class T>
struct SolidQuestion : PlacedPair<SolidQuestion<T>, T, 3> {
  using Base = PlacedPair<SolidQuestion<T>, T, 3>;
  using Base::approach, Base::placed_a, Base::placed_b, Base::pose_a, Base::pose_b, Base::with;
  using V = abut::Vec<T, 3>;
  std::vector<V> a, b;  ///< the points

  SolidQuestion(Random& random, SolidStance stance) {
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    const bool in_line = stance == SolidStance::parallel || stance == SolidStance::nearly_parallel;
    for (auto* points : {&a, &b}) {
      const bool large = stance == SolidStance::unequal && points == &a;
      draw(*points, random, stance, unit * (large ? 1e5 : 1));
    }
    const auto q = random.chance(0.3) ? abut::Rotation<double, 3>{} : detail::rotation<3>(random);
    detail::assign(pose_a.q, q, random.decade(-2, 2));
    detail::assign(pose_b.q, in_line ? q : detail::rotation<3>(random), 1);
    if (stance == SolidStance::nearly_parallel) pose_b.q.x += static_cast<T>(random.decade(-12, -2));
    const double size = reach(a) + reach(b);
    const double far = stance == SolidStance::concentric                          ? 0
                       : stance == SolidStance::overlapping || random.chance(0.2) ? 0.2 * size
                                                                                  : random.between(0.3, 1.2) * size;
    pose_a.p = abut::vec_cast<T>(detail::arrow<3>(random, unit));
    auto way = detail::arrow<3>(random, far);
    if (in_line && random.chance(0.5)) way = {far, 0, 0};
    pose_b.p = abut::vec_cast<T>(abut::widen(pose_a.p) + way);
    placed_a = random.chance(0.7);
    placed_b = !placed_a || random.chance(0.7);
    if (stance == SolidStance::near) approach(random.decade(-14, -2) * size);
    if (stance == SolidStance::touching) approach(0);
  }

  /// One to forty points of an ellipsoid, mostly few, or the corners of a box.
  static void draw(std::vector<V>& points, Random& random, SolidStance stance, double unit) {
    const bool flat = stance == SolidStance::thin && random.chance(0.7);
    abut::Vec3d half;
    for (int k = 0; k < 3; ++k) half[k] = random.integer(16, 32) / 32.0;
    if (flat) half[random.integer(0, 2)] = random.decade(-5, 0);
    const abut::Vec3d middle =
        stance == SolidStance::remote ? detail::arrow<3>(random, unit * random.decade(0, 4)) : abut::Vec3d{};
    const int count = random.integer(1, random.chance(0.5) ? 8 : 40);
    const bool is_box = random.chance(0.3);
    for (int i = 0; i < (is_box ? 8 : count); ++i) {
      abut::Vec3d p = detail::arrow<3>(random, 1);
      for (int k = 0; k < 3; ++k) p[k] = half[k] * (!is_box ? p[k] : (i >> k & 1) != 0 ? 1 : -1);
      points.push_back(abut::vec_cast<T>(p * unit + middle));
    }
  }
  static double reach(const std::vector<V>& points) {
    double most = 0;
    for (const V& p : points) most = std::max(most, std::sqrt(abut::norm_squared(abut::widen(p - points[0]))));
    return most;
  }

  template <class F>
  auto with(const F& f) const {
    const auto hull_a = *abut::Hull<T, 3>::from(a), hull_b = *abut::Hull<T, 3>::from(b);
    return with(hull_a.view(), hull_b.view(), f);
  }

  /// In the order of the hull's vertices.
  Body<3> body(const std::vector<V>& points, const abut::Pose<T, 3>* pose) const {
    Body<3> r;
    const auto hull = *abut::Hull<T, 3>::from(points);
    for (const V& p : hull.vertices()) {
      const auto x = exact(p);
      r.points.push_back(pose != nullptr ? matrix(pose->q) * x + exact(pose->p) : x);
    }
    return r;
  }
  Body<3> body_a() const { return body(a, placed_a ? &pose_a : nullptr); }
  Body<3> body_b() const { return body(b, placed_b ? &pose_b : nullptr); }

  Real size() const {
    const V none{};
    const auto of = [](const std::vector<V>& points) {
      const auto hull = *abut::Hull<T, 3>::from(points);
      return Real(hull.view().reach()) + norm(exact(hull.view().center()));
    };
    return of(a) + of(b) + norm(exact(placed_b ? pose_b.p : none) - exact(placed_a ? pose_a.p : none));
  }
};

template <class T>
struct Solids : ::testing::Test {};
using SolidScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Solids, SolidScalars);

template <class T, class F>
void for_each_pair_of_solids(const F& f) {
  for_each_question<SolidQuestion<T>, SolidStance>(31, f);
}

TYPED_TEST(Solids, BoundsContainTheTruthAndKeepTheContract) {
  for_each_pair_of_solids<TypeParam>([](const auto& q, const std::string& which) { expect_bounds(q, which); });
}

TYPED_TEST(Solids, PointsLieInThemAndApartByTheDistance) {
  for_each_pair_of_solids<TypeParam>([](const auto& q, const std::string& which) { expect_points(q, which); });
}

TYPED_TEST(Solids, FeaturesSpanThePoints) {
  for_each_pair_of_solids<TypeParam>([](const auto& q, const std::string& which) { expect_features<3>(q, which); });
}

TYPED_TEST(Solids, AgreeWithTheQueryThatIsWatched) {
  for_each_pair_of_solids<TypeParam>([](const auto& q, const std::string& which) { expect_as_watched(q, which); });
}

TYPED_TEST(Solids, AreAsFarApartTheOtherWayRound) {
  for_each_pair_of_solids<TypeParam>([](const auto& q, const std::string& which) { expect_symmetry(q, which); });
}

TYPED_TEST(Solids, ScaleByPowersOfTwoBitForBit) {
  using T = TypeParam;
  Random random(5);
  const auto numbers = [](auto& q) {
    std::vector<T*> all;
    for (auto* p : {&q.pose_a.p, &q.pose_b.p}) all.insert(all.end(), {&p->x, &p->y, &p->z});
    for (auto* points : {&q.a, &q.b}) {
      for (auto& p : *points) all.insert(all.end(), {&p.x, &p.y, &p.z});
    }
    return all;
  };
  for_each_pair_of_solids<T>(
      [&](const auto& q, const std::string& which) { expect_scaling<T>(q, random, numbers, which); });
}

TYPED_TEST(Solids, AnswerThroughShapeRefBitForBit) {
  for_each_pair_of_solids<TypeParam>([](const auto& q, const std::string& which) {
    const auto hull_a = *abut::Hull<TypeParam, 3>::from(q.a), hull_b = *abut::Hull<TypeParam, 3>::from(q.b);
    const auto view_a = hull_a.view(), view_b = hull_b.view();
    const abut::ShapeRef<TypeParam, 3> a = view_a, b = view_b;
    const auto ask = [](const auto& x, const auto& y) { return abut::distance(x, y); };
    EXPECT_TRUE(same_bits(q.ask(), q.with(a, b, ask))) << which;
    EXPECT_TRUE(same_bits(q.ask(), q.with(view_a, b, ask))) << which;
  });
}

TYPED_TEST(Solids, BoundsContainTheTruthWithoutPoses) {
  using T = TypeParam;
  Random random(33);
  for_each_pair_of_solids<T>([&](const auto& q, const std::string& which) {
    auto b = q.b;
    const auto by = detail::arrow<3>(random, random.between(0, 1) * (q.reach(q.a) + q.reach(q.b)));
    for (auto& p : b) p = abut::vec_cast<T>(abut::widen(p) + by);
    const auto truth = distance(q.body(q.a, nullptr), q.body(b, nullptr));
    const auto hull_a = *abut::Hull<T, 3>::from(q.a), hull_b = *abut::Hull<T, 3>::from(b);
    const auto r = abut::distance(hull_a, hull_b);
    EXPECT_TRUE(is_sane(r)) << which;
    EXPECT_TRUE(Real(r.lower) <= truth.upper && Real(r.upper) >= truth.lower) << which;
    const abut::ShapeRef<T, 3> ref_b = hull_b;
    EXPECT_TRUE(same_bits(r, abut::distance(hull_a.view(), ref_b))) << which;
  });
}

/// The vertices that a walk begins with; -1 if one of them is not the point that the difference makes of its numbers, bit for bit.
template <class A, class B>
int count_at_start(const A& a, const B& b) {
  const abut::detail::Difference<A, B, false> set(a, b);
  abut::detail::GjkIteration<3> walk;
  begin_with_edges(set, walk);
  for (int i = 0; i < walk.simplex.count(); ++i) {
    const auto& found = walk.simplex[i];
    abut::detail::DifferencePoint<3> known;
    if (!set.find(found.id_a, found.id_b, known) || known.w != found.w || known.a != found.a) return -1;
  }
  return walk.simplex.count();
}

TYPED_TEST(Solids, BeginWithPointsOfTheDifference) {
  using T = TypeParam;
  int counts[4] = {};
  for_each_pair_of_solids<T>([&](const auto& q, const std::string& which) {
    const auto hull_a = *abut::Hull<T, 3>::from(q.a), hull_b = *abut::Hull<T, 3>::from(q.b);
    const int placed = q.with([](const auto& x, const auto& y) { return count_at_start(x, y); });
    const int bare = count_at_start(hull_a, hull_b);
    EXPECT_GE(placed, 0) << which;
    EXPECT_GE(bare, 0) << which;
    EXPECT_LE(placed, 3) << which;
    if (placed >= 0) ++counts[placed];
  });
  for (const int n : counts) EXPECT_GT(n, trials() / 10);
}

/// As with a perfect cache, where an edge or a vertex of each is nearest: about every second time.
TYPED_TEST(Solids, AreOftenNearestWhereTheyBegin) {
  Random random(32);
  int asked = 0, at_once = 0;
  for (int i = 0; i < 10 * trials(); ++i) {
    SolidQuestion<TypeParam> q(random, SolidStance::random);
    q.placed_b = true;
    q.approach(0.01 * q.reach(q.a));
    const auto hull_a = *abut::Hull<TypeParam, 3>::from(q.a), hull_b = *abut::Hull<TypeParam, 3>::from(q.b);
    const auto is_small = [](const auto& hull) { return hull.rank() == 3 && hull.vertex_count() <= 8; };
    const auto r = q.ask();
    if (!is_small(hull_a) || !is_small(hull_b) || r.cores_meet) continue;
    ++asked;
    at_once += r.iterations == 1 ? 1 : 0;
  }
  EXPECT_GT(asked, trials());
  EXPECT_GT(at_once * 3, asked);
  this->RecordProperty("at_once", at_once);
}

/// The start is no support call: the fewest iterations that can be asked for still prove something.
TYPED_TEST(Solids, KeepTheLimitOfIterations) {
  for_each_pair_of_solids<TypeParam>([](const auto& q, const std::string& which) {
    for (const int most : {1, 2, 4, 8}) {
      abut::DistanceOptions<TypeParam> options;
      options.max_iterations = most;
      const auto r = q.with([&](const auto& x, const auto& y) { return abut::distance(x, y, options); });
      EXPECT_LE(r.iterations, most) << which;
      EXPECT_TRUE(is_sane(r)) << which << ", " << most;
    }
  });
}

}  // namespace
}  // namespace oracle
