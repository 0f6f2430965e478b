/// Two polygons that know their edges: the closed form against the judge and against GJK, where it is likely to go wrong.
#include "oracle/judge/closed_form.hpp"

#include <abut/hull.hpp>

namespace oracle {
namespace {

/// How two polygons stand to each other.
enum class PolygonStance {
  random,
  parallel,         ///< an edge of each along the other
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
struct PolygonQuestion : PlacedPair<PolygonQuestion<T>, T, 2> {
  using Base = PlacedPair<PolygonQuestion<T>, T, 2>;
  using Base::approach, Base::placed_a, Base::placed_b, Base::pose_a, Base::pose_b, Base::with;
  using V = abut::Vec<T, 2>;
  std::vector<V> a, b;  ///< the points

  PolygonQuestion(Random& random, PolygonStance stance) {
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    const bool in_line = stance == PolygonStance::parallel || stance == PolygonStance::nearly_parallel;
    for (auto* points : {&a, &b}) {
      const bool large = stance == PolygonStance::unequal && points == &a;
      draw(*points, random, stance, unit * (large ? 1e5 : 1));
    }
    const auto q = random.chance(0.3) ? abut::Rotation<double, 2>{} : detail::rotation<2>(random);
    detail::assign(pose_a.q, q, random.decade(-2, 2));
    detail::assign(pose_b.q, in_line ? q : detail::rotation<2>(random), 1);
    if (stance == PolygonStance::nearly_parallel) pose_b.q.s += static_cast<T>(random.decade(-12, -2));
    const double size = reach(a) + reach(b);
    const double far = stance == PolygonStance::concentric                          ? 0
                       : stance == PolygonStance::overlapping || random.chance(0.2) ? 0.4 * size
                                                                                    : random.between(0.5, 1.5) * size;
    pose_a.p = abut::vec_cast<T>(detail::arrow<2>(random, unit));
    auto way = detail::arrow<2>(random, far);
    if (in_line && random.chance(0.5)) way = {far, 0};
    pose_b.p = abut::vec_cast<T>(abut::widen(pose_a.p) + way);
    placed_a = random.chance(0.7);
    placed_b = !placed_a || random.chance(0.7);
    if (stance == PolygonStance::near) approach(random.decade(-14, -2) * size);
    if (stance == PolygonStance::touching) approach(0);
  }

  /// One to ten points around an ellipse, or a rectangle.
  static void draw(std::vector<V>& points, Random& random, PolygonStance stance, double unit) {
    const bool flat = stance == PolygonStance::thin && random.chance(0.7);
    const double x = random.integer(16, 32) / 32.0, y = flat ? random.decade(-5, 0) : random.integer(16, 32) / 32.0;
    const abut::Vec2d middle =
        stance == PolygonStance::remote ? detail::arrow<2>(random, unit * random.decade(0, 4)) : abut::Vec2d{};
    const int count = random.integer(1, 10);
    const bool is_box = random.chance(0.3);
    for (int i = 0; i < (is_box ? 4 : count); ++i) {
      const double angle = 2 * 3.141592653589793 * (i + random.between(0, 0.9)) / count;
      const abut::Vec2d p = is_box ? abut::Vec2d{i < 2 ? x : -x, i == 1 || i == 2 ? y : -y}
                                   : abut::Vec2d{x * std::cos(angle), y * std::sin(angle)};
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
    const auto hull_a = *abut::Hull<T, 2>::from(a), hull_b = *abut::Hull<T, 2>::from(b);
    return with(hull_a.view(), hull_b.view(), f);
  }

  /// In the order of the hull's vertices.
  Body<2> body(const std::vector<V>& points, const abut::Pose<T, 2>* pose) const {
    Body<2> r;
    const auto hull = *abut::Hull<T, 2>::from(points);
    for (const V& p : hull.vertices()) {
      const auto x = exact(p);
      r.points.push_back(pose != nullptr ? matrix(pose->q) * x + exact(pose->p) : x);
    }
    return r;
  }
  Body<2> body_a() const { return body(a, placed_a ? &pose_a : nullptr); }
  Body<2> body_b() const { return body(b, placed_b ? &pose_b : nullptr); }

  Real size() const {
    const V none{};
    const auto of = [](const std::vector<V>& points) {
      const auto hull = *abut::Hull<T, 2>::from(points);
      return Real(hull.view().reach()) + norm(exact(hull.view().center()));
    };
    return of(a) + of(b) + norm(exact(placed_b ? pose_b.p : none) - exact(placed_a ? pose_a.p : none));
  }
};

template <class T>
struct Polygons : ::testing::Test {};
using PolygonScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Polygons, PolygonScalars);

template <class T, class F>
void for_each_pair_of_polygons(const F& f) {
  for_each_question<PolygonQuestion<T>, PolygonStance>(21, f);
}

TYPED_TEST(Polygons, BoundsContainTheTruthAndKeepTheContract) {
  for_each_pair_of_polygons<TypeParam>([](const auto& q, const std::string& which) { expect_bounds(q, which); });
}

TYPED_TEST(Polygons, PointsLieInThemAndApartByTheDistance) {
  for_each_pair_of_polygons<TypeParam>([](const auto& q, const std::string& which) { expect_points(q, which); });
}

TYPED_TEST(Polygons, FeaturesSpanThePoints) {
  for_each_pair_of_polygons<TypeParam>([](const auto& q, const std::string& which) { expect_features<2>(q, which); });
}

TYPED_TEST(Polygons, AgreeWithTheQueryThatIsWatched) {
  for_each_pair_of_polygons<TypeParam>([](const auto& q, const std::string& which) { expect_as_watched(q, which); });
}

TYPED_TEST(Polygons, AreAsFarApartTheOtherWayRound) {
  for_each_pair_of_polygons<TypeParam>([](const auto& q, const std::string& which) { expect_symmetry(q, which); });
}

TYPED_TEST(Polygons, ScaleByPowersOfTwoBitForBit) {
  using T = TypeParam;
  Random random(5);
  const auto numbers = [](auto& q) {
    std::vector<T*> all{&q.pose_a.p.x, &q.pose_a.p.y, &q.pose_b.p.x, &q.pose_b.p.y};
    for (auto* points : {&q.a, &q.b}) {
      for (auto& p : *points) all.insert(all.end(), {&p.x, &p.y});
    }
    return all;
  };
  for_each_pair_of_polygons<T>(
      [&](const auto& q, const std::string& which) { expect_scaling<T>(q, random, numbers, which); });
}

TYPED_TEST(Polygons, AnswerThroughShapeRefBitForBit) {
  for_each_pair_of_polygons<TypeParam>([](const auto& q, const std::string& which) {
    const auto hull_a = *abut::Hull<TypeParam, 2>::from(q.a), hull_b = *abut::Hull<TypeParam, 2>::from(q.b);
    const auto view_a = hull_a.view(), view_b = hull_b.view();
    const abut::ShapeRef<TypeParam, 2> a = view_a, b = view_b;
    const auto ask = [](const auto& x, const auto& y) { return abut::distance(x, y); };
    EXPECT_TRUE(same_bits(q.ask(), q.with(a, b, ask))) << which;
    EXPECT_TRUE(same_bits(q.ask(), q.with(view_a, b, ask))) << which;
  });
}

/// Those that are near with an edge of one, and have up to eight vertices: nearly all.
TYPED_TEST(Polygons, SeldomTakeIterationsWhereAnEdgeIsNearest) {
  Random random(22);
  int asked = 0, iterated = 0;
  const auto is_small = [](const auto& points) {
    const auto hull = *abut::Hull<TypeParam, 2>::from(points);
    return hull.rank() == 2 && hull.vertices().size() <= 8;
  };
  for (int i = 0; i < 10 * trials(); ++i) {
    PolygonQuestion<TypeParam> q(random, PolygonStance::random);
    q.placed_b = true;
    q.approach(0.01 * q.reach(q.a));
    const auto watched = q.watch();
    if (!is_small(q.a) || !is_small(q.b) || watched.cores_meet || watched.feature_count != 2) continue;
    ++asked;
    iterated += q.ask().iterations > 0 ? 1 : 0;
  }
  EXPECT_GT(asked, trials());
  EXPECT_LE(iterated * 50, asked);
  this->RecordProperty("iterated", iterated);
}

}  // namespace
}  // namespace oracle
