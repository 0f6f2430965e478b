/// Rays at hulls and boxes in 2D, which signs decide, against all lines of their edges in 113 bits.
#include "property/closed_form/hull_question.hpp"

namespace oracle {
namespace {

template <class T>
struct RayPolygons : ::testing::Test {
  static constexpr double eps = sizeof(T) == 4 ? 0x1p-23 : 0x1p-52;
  using V = abut::Vec<T, 2>;

  /// The times at which the line of a ray enters and leaves a polygon, whose corners are counter-clockwise; where it
  /// does not meet it, the first is the later one.
  struct Times {
    Real enters, leaves;
  };
  static Times times(const Body<2>& body, const abut::Ray<T, 2>& ray) {
    const Real never = Real(1e300) * Real(1e300);
    Times r{-never, never};
    const Vector<2> o = exact(ray.origin), d = exact(ray.direction);
    for (std::size_t i = 0; i < body.points.size(); ++i) {
      const Vector<2> e = body.points[(i + 1) % body.points.size()] - body.points[i];
      const Vector<2> n{e[1], -e[0]};
      const Real height = dot(n, o - body.points[i]), slope = dot(n, d);
      if (slope < 0 && height / -slope > r.enters) r.enters = height / -slope;
      if (slope > 0 && height / -slope < r.leaves) r.leaves = height / -slope;
      if (slope == 0 && height > 0) r = {never, -never};
    }
    return r;
  }

  /// A ray toward a point near the hull: past it, at a corner, along an edge, or from inside.
  static abut::Ray<T, 2> draw_ray(Random& random, const Body<2>& body, double reach) {
    const auto corner = [&] {
      const auto& p = body.points[static_cast<std::size_t>(random.integer(0, int(body.points.size()) - 1))];
      return abut::Vec2d{narrow(p[0]), narrow(p[1])};
    };
    const abut::Vec2d at = random.chance(0.2) ? corner() : corner() * 0.5 + corner() * 0.5;
    const double aside = random.chance(0.3) ? 0 : random.chance(0.3) ? random.decade(-12, -3) : random.between(0, 1);
    const abut::Vec2d target = at + detail::arrow<2>(random, aside * reach);
    const abut::Vec2d from = random.chance(0.1) ? corner() + (corner() - target) * random.between(-2, 2)
                                                : target + detail::arrow<2>(random, random.decade(-1, 2) * reach);
    const double faster = random.chance(0.5) ? 1 : random.decade(-3, 3);
    abut::Ray<T, 2> ray{abut::vec_cast<T>(from), {}};
    ray.direction = abut::vec_cast<T>((target - abut::detail::widen(ray.origin)) * faster);
    if (random.chance(0.05)) ray.direction = -ray.direction;
    return ray;
  }

  /// No point of the ray before `t_safe` is in the shape, and the hit is on it.
  static void expect_truth(const abut::RayCast<T, 2>& r, const abut::Ray<T, 2>& ray, const Body<2>& body, Real size,
                           T max_t, const std::string& which) {
    ASSERT_EQ(r.status, abut::Status::converged) << which;
    ASSERT_NE(r.hit, r.miss) << which;
    const Times truth = times(body, ray);
    const bool meets = truth.enters <= truth.leaves && truth.leaves >= Real(0) && truth.enters <= Real(max_t);
    if (r.start == abut::StartState::separated) {
      EXPECT_TRUE(!meets || truth.enters >= Real(r.t_safe))
          << which << ": " << r.t_safe << " is past " << narrow(truth.enters);
    }
    EXPECT_FALSE(r.miss && meets && truth.enters < Real(max_t) * (1 - Real(eps))) << which;
    if (!r.hit) return;
    EXPECT_TRUE(r.t >= r.t_safe && r.t <= max_t) << which;
    const Real rounding = Real(eps) * (size + norm(exact(ray.direction)) * Real(r.t) + norm(exact(ray.origin)));
    const Vector<2> x = exact(ray.origin) + exact(ray.direction) * Real(r.t);
    // As far as a ray that is nearly along an edge goes on while the edge is within rounding.
    EXPECT_TRUE(outside(x, body) <= (sizeof(T) == 4 ? Real(1) : Real(512)) * rounding)
        << which << ": off by " << narrow(outside(x, body) / rounding);
    EXPECT_TRUE(outside(exact(r.point), body) <= (sizeof(T) == 4 ? Real(2) : Real(512)) * rounding) << which;
    if (r.start != abut::StartState::separated) return;
    const Vector<2> n = exact(r.normal);
    EXPECT_TRUE(absolute(norm(n) - Real(1)) <= Real(4 * eps)) << which;
    EXPECT_TRUE(dot(n, exact(ray.direction)) <= Real(4 * eps) * norm(exact(ray.direction))) << which;
    EXPECT_TRUE(highest(body, n) - dot(n, x) <= (sizeof(T) == 4 ? Real(4) : Real(600)) * rounding) << which;
  }

  static abut::RayCastOptions<T, 2> draw_options(Random& random) {
    return {.max_t = random.chance(0.7) ? abut::detail::infinity<T> : T(random.between(0, 2))};
  }
};
using RayPolygonScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RayPolygons, RayPolygonScalars);

TYPED_TEST(RayPolygons, AreFreeUpToTSafeAndHitHulls) {
  using T = TypeParam;
  Random random(77);
  int all = 0, decided = 0;
  for_each_question<HullQuestion<T, 2>>([&](const auto& q, const std::string& which) {
    const Body<2> body = q.body_b();
    if (body.points.size() < 3) return;
    const auto hull = *abut::Hull<T, 2>::from(q.b);
    const auto pose = q.placed_b ? q.pose_b : abut::Pose<T, 2>{};
    const double reach = hull.bounding_radius();
    for (int i = 0; i < 4; ++i) {
      const auto ray = TestFixture::draw_ray(random, body, reach);
      const auto options = TestFixture::draw_options(random);
      const auto r = q.placed_b ? ray_cast(ray, place(hull, pose), options) : ray_cast(ray, hull, options);
      const Real size = Real(reach) + norm(exact(hull.center())) + norm(exact(ray.origin) - exact(pose.p));
      TestFixture::expect_truth(r, ray, body, size, options.max_t, which);
      const auto by_reference = ray_cast(ray, place(abut::ShapeRef<T, 2>(hull), pose), options);
      EXPECT_TRUE(!q.placed_b || (r.t == by_reference.t && r.t_safe == by_reference.t_safe)) << which;
      ++all;
      decided += r.iterations == 0 ? 1 : 0;
    }
  });
  EXPECT_GT(decided * 10, all * 7) << "of " << all;  // the others start inside, or graze
}

TYPED_TEST(RayPolygons, AreFreeUpToTSafeAndHitBoxes) {
  using T = TypeParam;
  Random random(78);
  for (int i = 0; i < 20 * trials(); ++i) {
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    abut::Box<T, 2> box{{T(unit * random.between(0.5, 1)), T(unit * random.between(0.5, 1))}};
    if (random.chance(0.2)) box.half[random.integer(0, 1)] *= T(random.decade(-5, 0));
    abut::Pose<T, 2> pose{.p = abut::vec_cast<T>(detail::arrow<2>(random, unit * random.decade(-1, 2)))};
    detail::assign(pose.q, detail::rotation<2>(random), random.decade(-2, 2));
    const bool placed = random.chance(0.7);
    if (!placed) pose = {};
    const std::vector<abut::Vec<T, 2>> corners{box.vertex(0), box.vertex(1), box.vertex(3), box.vertex(2)};
    const Body<2> body = HullQuestion<T, 2>::PlacedPair::body(corners, pose);
    const auto ray = TestFixture::draw_ray(random, body, box.bounding_radius());
    const auto options = TestFixture::draw_options(random);
    const auto r = placed ? ray_cast(ray, place(box, pose), options) : ray_cast(ray, box, options);
    const Real size = Real(box.bounding_radius()) + norm(exact(ray.origin) - exact(pose.p));
    TestFixture::expect_truth(r, ray, body, size, options.max_t, "box " + std::to_string(i));
  }
}

/// Sizes and speeds whose products overflow or underflow, in double: every bit scales.
TEST(RayPolygon, ScalesFarBeyondTheRangeOfProducts) {
  Random random(79);
  const auto draw = [&](double most) { return abut::Vec2d{random.between(-most, most), random.between(-most, most)}; };
  const auto expect_scaled = [](const auto& r, const auto& s, double by, int k) {
    EXPECT_TRUE(r.hit == s.hit && r.miss == s.miss && r.iterations == s.iterations) << k;
    EXPECT_TRUE(r.t == s.t && r.t_safe == s.t_safe && r.normal == s.normal && r.point * by == s.point) << k;
  };
  for (int i = 0; i < 4 * trials(); ++i) {
    const int k = (random.chance(0.5) ? 1 : -1) * random.integer(150, 700), faster = random.integer(-250, 250);
    const double by = std::ldexp(1, k), speed = std::ldexp(1, faster);
    std::vector<abut::Vec2d> points, scaled;
    for (int n = 0; n < 6; ++n) {
      points.push_back(draw(1));
      scaled.push_back(points.back() * by);
    }
    const auto hull = *abut::Hull2d::from(points), large = *abut::Hull2d::from(scaled);
    const abut::Vec2d half{random.between(0.1, 1), random.between(0.1, 1)}, turn = draw(1), origin = draw(3);
    const abut::Pose2d pose{draw(1), {turn.x, turn.y}}, moved{pose.p * by, pose.q};
    const abut::Ray2d ray{origin, (draw(1) - origin) * speed}, far{origin * by, ray.direction * by};
    expect_scaled(ray_cast(ray, place(hull, pose)), ray_cast(far, place(large, moved)), by, k);
    expect_scaled(ray_cast(ray, place(abut::Box2d{half}, pose)), ray_cast(far, place(abut::Box2d{half * by}, moved)),
                  by, k);
  }
}

}  // namespace
}  // namespace oracle
