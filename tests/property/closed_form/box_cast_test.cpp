/// Box/box casts in closed form: against the judge, against the other methods, and against the traced cast.
#include "oracle/judge/answers.hpp"

#include <abut/abut.hpp>

namespace oracle {
namespace {

/// A motion that usually hits: from A toward a random point of the bounding sphere of B.
template <class T>
struct BoxCastQuestion {
  abut::Box<T, 3> a, b;
  abut::Pose<T, 3> pose_a, pose_b;
  abut::Vec<T, 3> motion;

  explicit BoxCastQuestion(Random& random) {
    const double unit = random.chance(0.3) ? random.decade(-12, 12) : 1;
    const bool aligned = random.chance(0.3), flat = random.chance(0.2), large = random.chance(0.1);
    for (auto* box : {&a, &b}) {
      for (int i = 0; i < 3; ++i) {
        const double thin = flat && random.chance(0.5) ? random.decade(-5, 0) : 1;
        box->half[i] = static_cast<T>(unit * thin * random.integer(16, 32) / 32.0 * (large && box == &a ? 1e4 : 1));
      }
    }
    const auto q = random.chance(0.5) ? abut::Rotation<double, 3>{} : detail::rotation<3>(random);
    detail::assign(pose_a.q, q, 1);
    detail::assign(pose_b.q, aligned ? q : detail::rotation<3>(random), 1);
    if (aligned && random.chance(0.3)) pose_b.q.y += static_cast<T>(random.decade(-12, -3));
    const auto reach = [](const auto& box) { return std::sqrt(abut::norm_squared(abut::detail::widen(box.half))); };
    const double size = reach(a) + reach(b);
    pose_a.p = abut::vec_cast<T>(detail::arrow<3>(random, unit));
    const auto offset = detail::arrow<3>(random, random.between(0.8, 2) * size);
    pose_b.p = abut::vec_cast<T>(abut::detail::widen(pose_a.p) + offset);
    const auto aside = detail::arrow<3>(random, random.between(0, 0.8) * size);
    motion = abut::vec_cast<T>((offset + aside) * random.between(0.2, 2));
    if (random.chance(0.2)) motion = {T(size) * 3, 0, 0};
  }

  auto query(abut::CastMethod method = abut::CastMethod::gjk) const {
    return abut::shape_cast(place(a, pose_a), motion, place(b, pose_b), {.method = method});
  }
  auto traced() const {
    return abut::shape_cast(place(a, pose_a), motion, place(b, pose_b), {}, [](const abut::CastStep<3>&) {});
  }

  static Body<3> body(const abut::Box<T, 3>& box, const abut::Pose<T, 3>& pose) {
    Body<3> r;
    for (abut::VertexId i = 0; i < 8; ++i) {
      r.points.push_back(matrix(pose.q) * exact(box.vertex(i)) + exact(pose.p));
    }
    return r;
  }
  Body<3> body_a(Real time) const {
    Body<3> r = body(a, pose_a);
    for (auto& x : r.points) x = x + exact(motion) * time;
    return r;
  }
  Body<3> body_b() const { return body(b, pose_b); }

  Real size() const {
    return norm(exact(a.half)) + norm(exact(b.half)) + norm(exact(pose_b.p) - exact(pose_a.p)) + norm(exact(motion));
  }
};

template <class T>
struct BoxCasts : ::testing::Test {};
using BoxCastScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BoxCasts, BoxCastScalars);

template <class T, class F>
void for_each_box_cast(const F& f) {
  Random random(13);
  for (int i = 0; i < 5 * trials(); ++i) f(BoxCastQuestion<T>(random), "cast " + std::to_string(i));
}

/// At `safe` nothing has met, and at the hit the boxes are in contact, up to rounding. (In float, times are rounded
/// outward by one unit.)
TYPED_TEST(BoxCasts, AreSafeBeforeTheHitAndInContactAtIt) {
  using T = TypeParam;
  for_each_box_cast<T>([](const auto& q, const std::string& which) {
    const auto r = q.query();
    ASSERT_TRUE(r.status == abut::Status::converged && r.hit != r.miss) << which;
    const Body<3> b = q.body_b();
    if (r.start != abut::StartState::separated) return;
    if (r.miss) {
      for (int i = 0; i <= 8; ++i) EXPECT_TRUE(distance(q.body_a(Real(i) / 8), b).upper > 0) << which;
      return;
    }
    EXPECT_TRUE(r.t_safe <= r.t) << which;
    EXPECT_TRUE(distance(q.body_a(r.t_safe), b).upper > 0) << which;
    const Real rounding = Real((sizeof(T) == 4 ? 4 : 128) * abut::epsilon_of<T>) * q.size();
    EXPECT_TRUE(distance(q.body_a(r.t), b).lower <= rounding) << which;
    const Real place = norm(exact(r.point_a)) * Real(abut::epsilon_of<T>);
    EXPECT_TRUE(outside(exact(r.point_b), b) <= rounding + place) << which;
    EXPECT_TRUE(outside(exact(r.point_a), q.body_a(r.t)) <= rounding + place) << which;
  });
}

/// A motion that one method has proven free is no hit of another, up to rounding: a box that approaches at a grazing
/// angle stays within that for a while.
TYPED_TEST(BoxCasts, AgreeWithTheOtherMethods) {
  using T = TypeParam;
  for_each_box_cast<T>([](const auto& q, const std::string& which) {
    const auto r = q.query();
    const decltype(r) others[] = {q.traced(), q.query(abut::CastMethod::advancement), q.query(abut::CastMethod::mpr)};
    const Real rounding = Real((sizeof(T) == 4 ? 4 : 128) * abut::epsilon_of<T>) * q.size();
    for (const auto& s : others) {
      if (s.status != abut::Status::converged) continue;
      EXPECT_EQ(r.hit, s.hit) << which;
      if (!r.hit || !s.hit || (r.t_safe <= s.t && s.t_safe <= r.t)) continue;
      EXPECT_TRUE(distance(q.body_a(r.t), q.body_b()).lower <= rounding) << which;
      EXPECT_TRUE(distance(q.body_a(s.t), q.body_b()).lower <= rounding) << which;
    }
  });
}

TYPED_TEST(BoxCasts, TakeOneSupportCallOrTwo) {
  int all = 0, more = 0;
  for_each_box_cast<TypeParam>([&](const auto& q, const std::string&) {
    const auto r = q.query();
    if (r.start != abut::StartState::separated) return;
    ++all;
    more += r.iterations > 2 ? 1 : 0;
  });
  EXPECT_LE(more * 5, all);
  this->RecordProperty("more", more);
}

TYPED_TEST(BoxCasts, KeepToTheMostIterations) {
  for_each_box_cast<TypeParam>([](const auto& q, const std::string& which) {
    const auto r = abut::shape_cast(place(q.a, q.pose_a), q.motion, place(q.b, q.pose_b), {.max_iterations = 1});
    EXPECT_LE(r.iterations, 1) << which;
  });
}

TYPED_TEST(BoxCasts, AnswerThroughShapeRefBitForBit) {
  for_each_box_cast<TypeParam>([](const auto& q, const std::string& which) {
    const abut::ShapeRef<TypeParam, 3> a = q.a, b = q.b;
    const auto r = q.query();
    const auto s = abut::shape_cast(place(a, q.pose_a), q.motion, place(b, q.pose_b));
    EXPECT_TRUE(r.hit == s.hit && r.t == s.t && r.t_safe == s.t_safe && r.normal == s.normal &&
                r.point_a == s.point_a && r.point_b == s.point_b && r.iterations == s.iterations)
        << which;
  });
}

/// Lengths of any size; in double also those that need scaling.
TYPED_TEST(BoxCasts, HaveTheSameTimesAtAnyScale) {
  using T = TypeParam;
  Random random(14);
  for_each_box_cast<T>([&](auto q, const std::string& which) {
    const auto r = q.query();
    const int k = sizeof(T) == 4 ? random.integer(-40, 40) : random.integer(-500, 500);
    for (auto* v : {&q.a.half, &q.b.half, &q.pose_a.p, &q.pose_b.p, &q.motion}) {
      for (T* x : {&v->x, &v->y, &v->z}) *x = std::ldexp(*x, k);
    }
    const auto s = q.query();
    EXPECT_TRUE(r.hit == s.hit && r.t == s.t && r.t_safe == s.t_safe && r.normal == s.normal &&
                r.iterations == s.iterations)
        << which << ", k = " << k;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(std::ldexp(r.point_b[i], k), s.point_b[i]) << which << ", k = " << k;
  });
}

}  // namespace
}  // namespace oracle
