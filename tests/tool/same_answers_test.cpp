/// The ops that bear the names of the library's verbs print what the verbs return: every number reads back as the same
/// bits, and a bound as itself or as the neighbor on the safe side.
#include "tool/answer.hpp"
#include "tool/bodies.hpp"
#include "unit/spaces.hpp"

namespace abut::test {
namespace {

template <class S>
struct SameAnswers : ::testing::Test {
  using T = typename S::T;
  static constexpr int D = S::D;
  Random random{7};

  Pose<T, D> pose(double width) {
    Pose<T, D> r;
    r.p = random.vec<T, D>(width);
    const auto q = random.vec<T, 3>(1);
    if constexpr (D == 2) {
      r.q = {q.x, q.y};
    } else {
      r.q = {q.x, q.y, q.z, T(0.5)};
    }
    return r;
  }

  Motion<T, D> motion() {
    Motion<T, D> m;
    m.start = pose(3);
    m.center = random.vec<T, D>(1);
    m.velocity = random.vec<T, D>(6);
    if constexpr (D == 3) m.axis = random.vec<T, D>(1);
    m.angle = static_cast<T>(random.uniform(-9, 9));
    return m;
  }

  /// f(body), at random poses and without.
  template <class F>
  void for_each_body(F f) {
    for (Body<T, D> body : bodies<T, D>()) {
      f(body);
      for (int i = 0; i < 3; ++i) {
        body.pose = pose(2);
        f(body);
      }
    }
  }

  /// f(a, b), at random poses that overlap or not, with and without.
  template <class F>
  void for_each_pair(F f) {
    for (Body<T, D> a : bodies<T, D>()) {
      for (Body<T, D> b : bodies<T, D>()) {
        if (a.is_half_space() && b.is_half_space()) continue;
        f(a, b);
        for (const double width : {0.25, 1.0, 4.0}) {
          b.pose = pose(width);
          f(a, b);
          a.pose = pose(width);
          f(a, b);
        }
        a.pose = {};
      }
    }
  }

  static std::string record(const char* op, const std::string& fields) {
    return fmt::format(R"({{"op":"{}","dim":{},{}}})", op, D, fields);
  }
  static Answer answer(const char* op, const std::string& fields) { return Answer::to<T>(record(op, fields)); }

  template <class Result>
  static void expect_outcome(Answer& answer, const Result& r) {
    answer.expect_text("status", to_string(r.status));
    answer.expect("iterations", r.iterations);
  }

  template <class Result>
  static void expect_cast(Answer& answer, const Result& r) {
    expect_outcome(answer, r);
    answer.expect_truth("hit", r.hit);
    answer.expect_truth("miss", r.miss);
    answer.expect_if(r.hit, "t", double(r.t));
    answer.expect_lower("t_safe", double(r.t_safe));
    answer.expect_text("start", to_string(r.start));
    answer.expect_if(r.hit, "normal", r.normal);
  }

  template <class Result>
  static void expect_places(Answer& answer, const Result& r) {
    answer.expect("point_a", r.point_a);
    answer.expect("point_b", r.point_b);
    answer.expect("normal", r.normal);
    answer.expect_lower("lower", double(r.lower));
    answer.expect_upper("upper", double(r.upper));
  }
};

TYPED_TEST_SUITE(SameAnswers, Spaces);

TYPED_TEST(SameAnswers, RayCast) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  this->for_each_body([this](const Body<T, D>& body) {
    for (const double width : {0.25, 4.0}) {
      const Ray<T, D> ray{this->random.template vec<T, D>(width), this->random.template vec<T, D>(4)};
      const auto fields =
          fmt::format(R"({},"origin":{},"direction":{})", body.fields('a'), json(ray.origin), json(ray.direction));
      const auto cast = [&](const RayCastOptions<T, D>& options) {
        return body.visit([&](const auto& shape) { return ray_cast(ray, shape, options); });
      };
      const auto hit = cast({});
      auto answer = this->answer("ray_cast", fields);
      if (hit.start == StartState::separated) this->expect_cast(answer, hit);
      answer.expect_if(hit.hit, "point", hit.point);
      auto exit = this->answer("ray_cast", fields + R"(,"at_start":"leave","max_t":2)");
      this->expect_cast(exit, cast({.max_t = T(2), .at_start = InsidePolicy::leave}));
      auto ignored = this->answer("ray_cast", fields + R"(,"at_start":"ignore")");
      this->expect_cast(ignored, cast({.at_start = InsidePolicy::ignore}));
      auto advanced =
          this->answer("ray_cast", fields + R"(,"at_start":"leave","method":"advancement","tolerance":0.125)");
      this->expect_cast(
          advanced, cast({.at_start = InsidePolicy::leave, .method = CastMethod::advancement, .tolerance = T(0.125)}));
    }
  });
}

TYPED_TEST(SameAnswers, ShapeCast) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  this->for_each_pair([this](const Body<T, D>& a, const Body<T, D>& b) {
    const auto translation = this->random.template vec<T, D>(6), of_b = this->random.template vec<T, D>(6);
    const auto fields = fmt::format(R"({},{},"translation":{})", a.fields('a'), b.fields('b'), json(translation));
    const auto cast = [&](const ShapeCastOptions<T, D>& options) {
      return visit(a, b, [&](const auto& x, const auto& y) { return shape_cast(x, translation, y, options); });
    };
    const auto expect = [](Answer answer, const ShapeCast<T, D>& r, bool depth) {
      TestFixture::expect_cast(answer, r);
      answer.expect_if(r.hit, "point_a", r.point_a);
      answer.expect_if(r.hit, "point_b", r.point_b);
      answer.expect_if(depth, "depth", double(r.depth));
    };
    expect(this->answer("shape_cast", fields), cast({}), false);
    expect(
        this->answer("shape_cast", fmt::format(R"({},"translation_b":{},"target":0.5,"max_t":3)", fields, json(of_b))),
        cast({.target = T(0.5), .translation_b = of_b, .max_t = T(3)}), false);
    expect(this->answer("shape_cast", fields + R"(,"at_start":"penetration")"),
           cast({.at_start = StartPolicy::penetration}), true);
    expect(this->answer("shape_cast", fields + R"(,"at_start":"ignore_separating","method":"mpr")"),
           cast({.method = CastMethod::mpr, .at_start = StartPolicy::ignore_separating}), false);
  });
}

TYPED_TEST(SameAnswers, TimeOfImpact) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto expect = [](Answer answer, const TimeOfImpact<T, D>& r) {
    TestFixture::expect_cast(answer, r);
    answer.expect_if(r.hit, "point_a", r.point_a);
    answer.expect_if(r.hit, "point_b", r.point_b);
    answer.expect_lower("safe_separation", double(r.safe_separation));
    if (r.hit) answer.expect_upper("hit_separation", double(r.hit_separation));
    answer.expect("target_tolerance", double(r.target_tolerance));
  };
  for (const Body<T, D>& a : bodies<T, D>()) {
    for (Body<T, D> b : bodies<T, D>()) {
      if (a.is_half_space() && b.is_half_space()) continue;
      const Motion<T, D> m = this->motion(), n = this->motion();
      const TimeOfImpactOptions<T, D> options{.max_t = T(0.875), .target = T(0.125), .target_tolerance = T(0.0625)};
      const std::string tuned = R"(,"target":0.125,"target_tolerance":0.0625,"max_t":0.875)";
      const auto impact = [&](auto at_b) {
        if (a.is_half_space()) return time_of_impact(moving(a.half_space, m), at_b(*b.shape), options);
        if (b.is_half_space()) return time_of_impact(moving(*a.shape, m), at_b(b.half_space), options);
        return time_of_impact(moving(*a.shape, m), at_b(*b.shape), options);
      };
      expect(this->answer("time_of_impact", fmt::format(R"({},"motion_a":{},{},"motion_b":{}{})", a.fields('a'),
                                                        json(m), b.fields('b'), json(n), tuned)),
             impact([&](const auto& body) { return moving(body, n); }));
      b.pose = this->pose(2);
      expect(this->answer("time_of_impact",
                          fmt::format(R"({},"motion_a":{},{}{})", a.fields('a'), json(m), b.fields('b'), tuned)),
             impact([&](const auto& body) { return place(body, *b.pose); }));
    }
  }
}

TYPED_TEST(SameAnswers, ClosestPoint) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  this->for_each_body([this](const Body<T, D>& body) {
    for (const double width : {0.25, 4.0}) {
      const auto q = this->random.template vec<T, D>(width);
      auto answer = this->answer("closest_point", fmt::format(R"({},"point":{})", body.fields('a'), json(q)));
      const ClosestPoint<T, D> r = body.visit([&](const auto& shape) { return closest_point(q, shape); });
      this->expect_outcome(answer, r);
      answer.expect("distance", double(r.distance));
      answer.expect_lower("lower", double(r.lower));
      answer.expect_upper("upper", double(r.upper));
      answer.expect_truth("inside", r.inside);
      answer.expect("point", r.point);
      answer.expect_if(!r.inside, "normal", r.normal);
    }
  });
}

TYPED_TEST(SameAnswers, Aabb) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  this->for_each_body([this](const Body<T, D>& body) {
    auto answer = this->answer("aabb", body.fields('a'));
    const Aabb<T, D> box = body.visit([](const auto& shape) { return aabb(shape); });
    answer.expect("min", box.min, -1);
    answer.expect("max", box.max, 1);
  });
}

TYPED_TEST(SameAnswers, AabbOfTheGround) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const HalfSpace<T, D> ground{detail::axis<T, D>(1), T(0.3)};
  auto answer = this->answer("aabb", fmt::format(R"("a":{{"shape":"half_space","normal":{},"offset":{}}})",
                                                 json(ground.normal), double(ground.offset)));
  const Aabb<T, D> box = aabb(ground);
  ASSERT_TRUE(is_finite(box.max[1]) && !is_finite(box.max[0]) && !is_finite(box.min[1]));
  answer.expect("min", box.min, -1);
  answer.expect("max", box.max, 1);
}

TYPED_TEST(SameAnswers, SeparationGradient) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  this->for_each_pair([this](const Body<T, D>& a, const Body<T, D>& b) {
    auto answer = this->answer("separation_gradient", a.fields('a') + "," + b.fields('b'));
    const auto gradient = [](const auto& x, const auto& y) { return separation_gradient(x, y); };
    const SeparationGradient<T, D> g = visit(a, b, gradient);
    this->expect_outcome(answer, g.separation);
    answer.expect("separation", double(g.separation.separation));
    this->expect_places(answer, g.separation);
    answer.expect("a/translation", g.a.translation);
    answer.expect("a/rotation", g.a.rotation);
    answer.expect("b/translation", g.b.translation);
    answer.expect("b/rotation", g.b.rotation);
    answer.expect_truth("unique", g.unique);
  });
}

TYPED_TEST(SameAnswers, PenetrationDepthAlongSeparationAndOverlap) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  this->for_each_pair([this](const Body<T, D>& a, const Body<T, D>& b) {
    const auto direction = this->random.template vec<T, D>(1);
    const std::string fields = a.fields('a') + "," + b.fields('b');
    const auto expect = [](Answer answer, const Penetration<T, D>& r) {
      TestFixture::expect_outcome(answer, r);
      answer.expect("depth", double(r.depth));
      TestFixture::expect_places(answer, r);
    };
    const auto depth = [&](const PenetrationOptions<T, D>& options) {
      return visit(a, b, [&](const auto& x, const auto& y) { return penetration(x, y, options); });
    };
    expect(this->answer("penetration", fields), depth({}));
    const auto along = [&](const auto& x, const auto& y) { return depth_along(x, y, direction); };
    expect(this->answer("depth_along", fmt::format(R"({},"direction":{})", fields, json(direction))),
           visit(a, b, along));
    const auto s = visit(a, b, [](const auto& x, const auto& y) { return separation(x, y); });
    auto separated = this->answer("separation", fields);
    this->expect_outcome(separated, s);
    separated.expect("separation", double(s.separation));
    this->expect_places(separated, s);
    const auto o = visit(a, b, [](const auto& x, const auto& y) { return overlap(x, y); });
    auto met = this->answer("overlap", fields);
    this->expect_outcome(met, o);
    met.expect_truth("overlap", o.overlap);
    met.expect_truth("apart", o.apart);
    met.expect_if(o.apart, "axis", o.axis);
    met.expect_if(o.overlap, "point", o.point);
  });
}

}  // namespace
}  // namespace abut::test
