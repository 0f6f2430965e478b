/// The depth, the contact and the overlap of two 3D boxes in closed form, against all 15 separating axes in 113 bits.
#include "oracle/judge/answers.hpp"

#include <abut/abut.hpp>

#include <algorithm>

namespace oracle {
namespace {

/// Ways in which the axes of two boxes lie close to each other.
enum class Turn { random, parallel, nearly_parallel, shared_axis };

template <class T>
struct DeepBoxes {
  abut::Box<T, 3> a, b;
  abut::Pose<T, 3> pose_a, pose_b;

  explicit DeepBoxes(Random& random) {
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    const bool slender = random.chance(0.3), unequal = random.chance(0.1);
    for (auto* box : {&a, &b}) {
      for (int i = 0; i < 3; ++i) {
        const double thin = slender && random.chance(0.5) ? random.decade(-6, 0) : 1;
        box->half[i] = static_cast<T>(unit * thin * random.between(0.3, 1) * (unequal && box == &a ? 1e4 : 1));
      }
    }
    const auto turn = static_cast<Turn>(random.integer(0, 3));
    const auto q = random.chance(0.3) ? abut::Rotation<double, 3>{} : detail::rotation<3>(random);
    detail::assign(pose_a.q, q, 1);
    detail::assign(pose_b.q, turn == Turn::random ? detail::rotation<3>(random) : q, 1);
    if (turn == Turn::nearly_parallel) {
      for (T* x : {&pose_b.q.w, &pose_b.q.x, &pose_b.q.y, &pose_b.q.z})
        *x += static_cast<T>(random.decade(-17, -2) * random.between(-1, 1));
    }
    if (turn == Turn::shared_axis) {
      const abut::Rotation<T, 3> about{T(random.between(-1, 1)), T(random.chance(0.5) ? random.decade(-17, -3) : 0),
                                       T(0), T(random.between(-1, 1))};
      pose_b.q = pose_a.q * about;
    }
    const double size = reach(a) + reach(b);
    pose_a.p = abut::vec_cast<T>(detail::arrow<3>(random, unit));
    const double far = random.chance(0.2) ? 0 : random.between(0, 0.7) * size;
    pose_b.p = abut::vec_cast<T>(abut::detail::widen(pose_a.p) + detail::arrow<3>(random, far));
  }

  static double reach(const abut::Box<T, 3>& box) {
    return std::sqrt(abut::norm_squared(abut::detail::widen(box.half)));
  }
  auto separation() const { return abut::separation(place(a, pose_a), place(b, pose_b)); }
  auto contact(abut::Cache3* cache = nullptr) const {
    return abut::contact(place(a, pose_a), place(b, pose_b), {.cache = cache});
  }
  auto overlap(abut::Cache3* cache = nullptr) const {
    return abut::overlap(place(a, pose_a), place(b, pose_b), {.cache = cache});
  }
  Real size() const { return norm(exact(a.half)) + norm(exact(b.half)) + norm(exact(pose_b.p) - exact(pose_a.p)); }

  /// Column i of the rotation.
  static Vector<3> column(const abut::Rotation<T, 3>& q, int i) {
    Vector<3> e{};
    e[i] = 1;
    return matrix(q) * e;
  }
  /// How far the boxes overlap along n, of any length; negative if there is a gap.
  Real overlap_along(const Vector<3>& n) const {
    const Vector<3> t = exact(pose_b.p) - exact(pose_a.p);
    Real sum = -absolute(dot(n, t));
    for (int i = 0; i < 3; ++i) {
      sum += absolute(dot(n, column(pose_a.q, i))) * Real(a.half[i]);
      sum += absolute(dot(n, column(pose_b.q, i))) * Real(b.half[i]);
    }
    return sum / norm(n);
  }
  /// The depth, or minus the widest gap along any of the axes.
  Real least_overlap() const {
    Real least = overlap_along(column(pose_a.q, 0));
    for (int i = 0; i < 3; ++i) {
      least = std::min({least, overlap_along(column(pose_a.q, i)), overlap_along(column(pose_b.q, i))});
      for (int m = 0; m < 3; ++m) {
        const Vector<3> n = cross(column(pose_a.q, i), column(pose_b.q, m));
        if (norm(n) > Real(0x1p-90)) least = std::min(least, overlap_along(n));
      }
    }
    return least;
  }
  /// The signed distance of a world point from the surface of a box, in its frame: negative inside.
  static Real height(const abut::Box<T, 3>& box, const abut::Pose<T, 3>& pose, const abut::Vec<T, 3>& x) {
    Real most = -Real(1e300);
    for (int i = 0; i < 3; ++i)
      most = std::max(most, absolute(dot(column(pose.q, i), exact(x) - exact(pose.p))) - Real(box.half[i]));
    return most;
  }
};

template <class T>
struct BoxDepths : ::testing::Test {
  static constexpr double eps = sizeof(T) == 4 ? 0x1p-23 : 0x1p-52;
  static Real allowance(const DeepBoxes<T>& q) { return Real(sizeof(T) == 4 ? 8 : 32) * Real(eps) * q.size(); }
  /// The rounding of points in world coordinates.
  static Real slack(const DeepBoxes<T>& q) {
    return allowance(q) + Real(4 * eps) * (norm(exact(q.pose_a.p)) + norm(exact(q.pose_b.p)));
  }

  /// Calls f with the least overlap along an axis, which is negative if the boxes are apart.
  template <class F>
  static void for_each(const F& f) {
    Random random(17);
    for (int i = 0; i < 5 * trials(); ++i) {
      const DeepBoxes<T> q(random);
      f(q, q.least_overlap(), "pair " + std::to_string(i));
    }
  }
  template <class F>
  static void for_each_overlapping(const F& f) {
    for_each([&](const auto& q, Real depth, const std::string& which) {
      if (depth > 0) f(q, depth, which);
    });
  }
};
using BoxDepthScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BoxDepths, BoxDepthScalars);

TYPED_TEST(BoxDepths, AreWithinTheirBounds) {
  int all = 0, closed = 0;
  this->for_each_overlapping([&](const auto& q, Real depth, const std::string& which) {
    const auto r = q.separation();
    EXPECT_TRUE(Real(r.lower) <= -depth && -depth <= Real(r.upper))
        << which << ": " << narrow(-depth) << " is not in [" << r.lower << ", " << r.upper << "]";
    EXPECT_TRUE(r.lower <= r.separation && r.separation <= r.upper) << which;
    EXPECT_TRUE(r.status != abut::Status::converged ||
                Real(r.upper) - Real(r.lower) <= Real(abut::default_tolerance<TypeParam>) * depth + this->allowance(q))
        << which << ": " << r.lower << " to " << r.upper;
    ++all;
    closed += r.iterations == 0 ? 1 : 0;
  });
  EXPECT_GT(all, trials());
  EXPECT_GT(closed * 10, all * 9) << "of " << all;
}

/// The points are on the surfaces, above each other along the normal, and the normal has the depth.
TYPED_TEST(BoxDepths, HavePointsAndANormal) {
  this->for_each_overlapping([&](const auto& q, Real, const std::string& which) {
    const auto r = q.separation();
    const Vector<3> n = exact(r.normal);
    const Real slack = this->slack(q);
    EXPECT_TRUE(absolute(q.overlap_along(n) + Real(r.separation)) <= slack) << which;
    EXPECT_TRUE(norm(exact(r.point_b) - exact(r.point_a) - n * Real(r.separation)) <= slack) << which;
    EXPECT_TRUE(absolute(q.height(q.a, q.pose_a, r.point_a)) <= slack) << which;
    EXPECT_TRUE(absolute(q.height(q.b, q.pose_b, r.point_b)) <= slack) << which;
  });
}

/// Every point of a contact is a pair of points of the boxes, above each other along the normal; one is the deepest.
/// The normal is that of the separation, but where several are as near up to rounding.
TYPED_TEST(BoxDepths, HaveContactsOnBothBoxes) {
  using T = TypeParam;
  int all = 0, same = 0;
  this->for_each_overlapping([&](const auto& q, Real depth, const std::string& which) {
    const auto r = q.contact();
    const auto s = q.separation();
    ++all;
    same += r.lower == s.lower && r.upper == s.upper && r.normal == s.normal ? 1 : 0;
    EXPECT_TRUE(Real(r.lower) <= -depth && -depth <= Real(r.upper)) << which;
    EXPECT_TRUE(absolute(q.overlap_along(exact(r.normal)) + Real(r.separation)) <= this->slack(q)) << which;
    ASSERT_GT(r.count, 0) << which;
    // A point may be off the other face by rounding seen along a face that is tilted by the slope.
    const Real slack = Real(2) * this->slack(q);
    T deepest = abut::detail::infinity<T>;
    for (const auto& p : r) {
      deepest = std::min(deepest, p.separation);
      EXPECT_TRUE(norm(exact(p.point_b) - exact(p.point_a) - exact(r.normal) * Real(p.separation)) <= slack) << which;
      EXPECT_TRUE(q.height(q.a, q.pose_a, p.point_a) <= slack) << which;
      EXPECT_TRUE(q.height(q.b, q.pose_b, p.point_b) <= slack) << which;
    }
    EXPECT_LE(deepest, r.upper) << which;
  });
  EXPECT_GT(same * 100, all * 98) << "of " << all;
}

/// A contact with a cache, whatever it holds, is the same as one without.
TYPED_TEST(BoxDepths, HaveTheSameContactsWithACache) {
  abut::Cache3 cache;
  this->for_each([&](const auto& q, Real, const std::string& which) {
    const auto r = q.contact();
    for (abut::Cache3* const start : {&cache, &cache}) {
      const auto warm = q.contact(start);
      if (r.iterations + warm.iterations > 0) continue;  // GJK and EPA depend on where they begin
      ASSERT_EQ(warm.count, r.count) << which;
      EXPECT_TRUE(warm.normal == r.normal && warm.lower == r.lower && warm.upper == r.upper) << which;
      for (int i = 0; i < r.count; ++i) {
        const auto &p = warm.points[i], &expected = r.points[i];
        EXPECT_TRUE(p.point_a == expected.point_a && p.point_b == expected.point_b) << which;
        EXPECT_TRUE(p.id_a == expected.id_a && p.id_b == expected.id_b) << which;
      }
    }
  });
}

/// What is apart has a gap along the axis of at least `lower`; what overlaps has a common point. Only where the boxes
/// touch up to rounding may neither be proven. Every other query begins with the cache of another pair, or of the same.
TYPED_TEST(BoxDepths, HaveOverlapsWithTheirProofs) {
  int all = 0, closed = 0;
  abut::Cache3 cache;
  this->for_each([&](const auto& q, Real depth, const std::string& which) {
    for (abut::Cache3* const start : {static_cast<abut::Cache3*>(nullptr), &cache, &cache}) {
      const auto r = q.overlap(start);
      if (r.apart) {
        // A float axis is rounded: the gap along it is smaller by the size times that.
        const Real rounded = sizeof(TypeParam) == 4 ? Real(2 * this->eps) * q.size() : Real(0);
        EXPECT_TRUE(depth < 0) << which;
        EXPECT_TRUE(Real(r.lower) <= -q.overlap_along(exact(r.axis)) + rounded) << which;
      }
      if (r.overlap) {
        EXPECT_TRUE(Real(r.upper) <= this->allowance(q)) << which;
        EXPECT_TRUE(depth >= 0 || r.upper > 0) << which << ": apart, and called within 0";
        EXPECT_TRUE(q.height(q.a, q.pose_a, r.point) <= this->slack(q)) << which;
        EXPECT_TRUE(q.height(q.b, q.pose_b, r.point) <= this->slack(q)) << which;
      }
      EXPECT_TRUE(absolute(depth) <= this->allowance(q) || (depth > 0 ? r.overlap : r.apart)) << which;
      ++all;
      closed += r.iterations == 0 ? 1 : 0;
    }
  });
  EXPECT_GT(closed * 10, all * 9) << "of " << all;
}

}  // namespace
}  // namespace oracle
