/// Two boxes in space: the closed form against the judge and against GJK, where it is likely to go wrong.
#include "oracle/judge/closed_form.hpp"

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
struct BoxQuestion : PlacedPair<BoxQuestion<T>, T, 3> {
  using Base = PlacedPair<BoxQuestion<T>, T, 3>;
  using Base::approach, Base::placed_a, Base::placed_b, Base::pose_a, Base::pose_b, Base::with;
  using V = abut::Vec<T, 3>;
  abut::Box<T, 3> a, b;

  BoxQuestion(Random& random, BoxStance stance) {
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    for (auto* box : {&a, &b}) {
      const bool large = stance == BoxStance::unequal && box == &a;
      for (int i = 0; i < 3; ++i) {
        const bool thin = stance == BoxStance::flat && random.chance(0.5);
        const double half = thin ? (random.chance(0.2) ? 0 : random.decade(-5, 0)) : random.integer(16, 32) / 32.0;
        box->half[i] = static_cast<T>(half * unit * (large ? 1e5 : 1));
      }
    }
    const bool in_line = stance == BoxStance::aligned || stance == BoxStance::nearly_aligned;
    const auto q = random.chance(0.3) ? abut::Rotation<double, 3>{} : detail::rotation<3>(random);
    detail::assign(pose_a.q, q, random.decade(-2, 2));
    detail::assign(pose_b.q, in_line ? q : detail::rotation<3>(random), 1);
    if (stance == BoxStance::nearly_aligned) pose_b.q.x += static_cast<T>(random.decade(-12, -2));
    const double size = norm_of(a.half) + norm_of(b.half);
    const double far = stance == BoxStance::concentric                          ? 0
                       : stance == BoxStance::overlapping || random.chance(0.2) ? 0.4 * size
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

  template <class F>
  auto with(const F& f) const {
    return with(a, b, f);
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
  for_each_question<BoxQuestion<T>, BoxStance>(11, f);
}

TYPED_TEST(Boxes, BoundsContainTheTruthAndKeepTheContract) {
  for_each_pair_of_boxes<TypeParam>([](const auto& q, const std::string& which) { expect_bounds(q, which); });
}

TYPED_TEST(Boxes, PointsLieInTheirBoxesAndApartByTheDistance) {
  for_each_pair_of_boxes<TypeParam>([](const auto& q, const std::string& which) { expect_points(q, which); });
}

TYPED_TEST(Boxes, FeaturesSpanThePoints) {
  for_each_pair_of_boxes<TypeParam>([](const auto& q, const std::string& which) { expect_features<3>(q, which); });
}

TYPED_TEST(Boxes, AgreeWithTheQueryThatIsWatched) {
  for_each_pair_of_boxes<TypeParam>([](const auto& q, const std::string& which) { expect_as_watched(q, which); });
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
  for_each_pair_of_boxes<TypeParam>([](const auto& q, const std::string& which) { expect_symmetry(q, which); });
}

TYPED_TEST(Boxes, ScaleByPowersOfTwoBitForBit) {
  using T = TypeParam;
  Random random(5);
  const auto numbers = [](auto& q) {
    std::vector<T*> all;
    for (auto* v : {&q.a.half, &q.b.half, &q.pose_a.p, &q.pose_b.p}) {
      for (T* x : {&v->x, &v->y, &v->z}) all.push_back(x);
    }
    return all;
  };
  for_each_pair_of_boxes<T>(
      [&](const auto& q, const std::string& which) { expect_scaling<T>(q, random, numbers, which); });
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
    EXPECT_EQ(abut::distance(good, place(good, pose), {.tolerance = bad}).status, abut::Status::invalid_argument)
        << bad;
  }
}

}  // namespace
}  // namespace oracle
