/// Compounds: judged in 113 bits over all pairs of parts, and as the contract has it.
#include "mesh/chains.hpp"
#include "mesh/parts/drawn_parts.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

using oracle::Real;

template <class S>
struct Compounds : ::testing::Test {};
TYPED_TEST_SUITE(Compounds, oracle::Spaces);

template <Scalar T, int D>
Compound<T, D> compound_of(std::vector<CompoundPart<T, D>> parts) {
  auto made = Compound<T, D>::from(std::move(parts));
  EXPECT_TRUE(made.has_value());
  return *made;
}

/// The parts that an answer names are as near as it says, at most.
template <int D, class Answer>
void expect_parts(const Answer& d, const std::vector<JudgedParts<D>>& a, const std::vector<JudgedParts<D>>& b,
                  int where) {
  ASSERT_LT(d.part_a, a.size()) << where;
  ASSERT_LT(d.part_b, b.size()) << where;
  ASSERT_LT(d.subpart_a, a[d.part_a].size()) << where;
  ASSERT_LT(d.subpart_b, b[d.part_b].size()) << where;
  EXPECT_LE(true_distance(a[d.part_a][d.subpart_a], b[d.part_b][d.subpart_b]).lower, Real(d.upper)) << where;
}

TYPED_TEST(Compounds, ContainTheLeastDistanceOfAllPartsAndNameThem) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(20261119);
  for (const Family family : families) {
    PartDrawer<T, D> draw(random, family);
    for (int i = 0; i < 18; ++i) {
      const int where = static_cast<int>(family) * 1000 + i, which = i % 4;
      const Pose<T, D> pose_a = which % 2 == 1 ? draw.pose() : Pose<T, D>{},
                       pose_b = which >= 2 ? draw.pose() : Pose<T, D>{};
      const T ra = random.chance(0.3) ? draw.radius() : T(0), rb = random.chance(0.3) ? draw.radius() : T(0);
      JudgedBody<T, D> own_a, own_b;
      const Compound<T, D> a = draw.compound(3, i % 3 != 0, own_a);
      const auto check = [&](const auto& b) {
        const auto ask = [&](const auto& verb) {
          return posed(inflate(a, ra), pose_a, inflate(b, rb), pose_b, which, verb);
        };
        const auto d = ask([](const auto& x, const auto& y) { return distance(x, y); });
        const auto swapped = ask([](const auto& x, const auto& y) { return distance(y, x); });
        const auto met = ask([](const auto& x, const auto& y) { return overlap(x, y); });
        const auto in_a = at_pose<T, D>(own_a, which % 2 == 1 ? &pose_a : nullptr, ra),
                   in_b = at_pose<T, D>(own_b, which >= 2 ? &pose_b : nullptr, rb);
        const TrueRange truth = true_distance(flattened(in_a), flattened(in_b));
        expect_true(d, met, truth, where);
        expect_parts(d, in_a, in_b, where);
        EXPECT_LE(Real(swapped.lower), truth.upper) << where;
        EXPECT_GE(Real(swapped.upper), truth.lower) << where;
        if (!met.overlap) return;
        expect_parts(met, in_a, in_b, where);
      };
      if (i % 3 == 2) {
        const Soup<T, D> soup = soup_of<T, D>(random, family, 3);
        for (std::size_t k = 0; k < soup.parts.size(); ++k) own_b.push_back({{world(soup, k, Pose<T, D>{})}});
        check(soup.mesh());
      } else {
        check(draw.compound(3, i % 3 == 1, own_b));
      }
    }
  }
}

TYPED_TEST(Compounds, HaveTheClosestPointOfTheirParts) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(2);
  for (const Family family : families) {
    PartDrawer<T, D> draw(random, family);
    for (int i = 0; i < 12; ++i) {
      JudgedBody<T, D> own;
      const Compound<T, D> body = draw.compound(4, i % 2 == 0, own);
      const Pose<T, D> pose = draw.pose();
      const Vec<T, D> q = draw.vertex();
      const auto c = closest_point(q, place(body, pose));
      const auto there = at_pose(own, &pose, T(0));
      const JudgedParts<D> point{oracle::body(std::span<const Vec<T, D>>(&q, 1))};
      const TrueRange truth = true_distance(flattened(there), point);
      EXPECT_EQ(c.status, Status::converged);
      EXPECT_LE(Real(c.lower), truth.upper);
      EXPECT_GE(Real(c.upper), truth.lower);
      ASSERT_LT(c.subpart, there[c.part].size());
      EXPECT_LE(true_distance(there[c.part][c.subpart], point[0]).lower, Real(c.upper));
    }
  }
}

/// Both bounds hold, seen by moving the bodies.
TYPED_TEST(Compounds, NothingLessThanLowerEndsTheOverlapAndUpperDoes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(5);
  PartDrawer<T, D> draw(random, Family::random);
  int deep = 0;
  for (int i = 0; i < 16; ++i) {
    JudgedBody<T, D> ignored;
    const Compound<T, D> a = draw.compound(4, i % 2 == 0, ignored), b = draw.compound(4, i % 3 == 0, ignored);
    Pose<T, D> pose = draw.pose();
    pose.p = pose.p * T(0.3);
    const auto p = penetration(a, place(b, pose));
    const auto s = separation(a, place(b, pose));
    EXPECT_TRUE(p.status == Status::converged || p.status == Status::inconclusive) << to_string(p.status);
    EXPECT_LE(p.lower, p.upper);
    const double rounding = 256 * epsilon_of<T>;
    const auto moved = [&](const Vec<T, D>& along, double by) {
      Pose<T, D> at = pose;
      for (int k = 0; k < D; ++k) at.p[k] = static_cast<T>(double(at.p[k]) + double(along[k]) * by);
      return place(b, at);
    };
    if (p.upper > T(0)) {
      EXPECT_FALSE(overlap(a, moved(p.normal, double(p.upper) + rounding)).overlap) << i;
    }
    for (int k = 0; k < 8 && double(p.lower) > 4 * rounding; ++k) {
      Vec<double, D> n = detail::widen(k == 0 ? p.normal : draw.vertex());
      n = n * (1 / detail::norm(n));
      EXPECT_FALSE(overlap(a, moved(vec_cast<T>(n), double(p.lower) - rounding)).apart) << i;
    }
    if (!(p.lower > T(0))) continue;
    ++deep;
    EXPECT_EQ(s.separation, -p.depth);
    EXPECT_EQ(s.part_a, p.part_a);
    EXPECT_EQ(s.subpart_b, p.subpart_b);
  }
  EXPECT_GT(deep, 1);
}

TYPED_TEST(Compounds, OfTheTrianglesOfAMeshAnswerAsTheMeshDoes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(6);
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 40 : 6, 0.3).mesh();
  std::vector<CompoundPart<T, D>> triangles;
  for (PartId i = 0; i < mesh.part_count(); ++i) triangles.push_back(mesh.part(i));
  const Compound<T, D> all = compound_of<T, D>(triangles), whole = compound_of<T, D>({mesh.view()});
  for (int i = 0; i < 20; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    pose.p = pose.p * T(1.5);
    Box<T, D> box;
    for (int k = 0; k < D; ++k) box.half[k] = T(0.25) * static_cast<T>(k + 1);
    const auto check = [&](const auto& other) {
      const auto d = distance(place(mesh, pose), other);
      for (const auto* const body : {&all, &whole}) {
        const auto e = distance(place(*body, pose), other);
        EXPECT_EQ(e.status, Status::converged);
        EXPECT_LE(e.lower, d.upper);
        EXPECT_GE(e.upper, d.lower);
        EXPECT_FALSE(overlap(place(*body, pose), other).overlap && overlap(place(mesh, pose), other).apart);
      }
    };
    check(box);
    check(mesh);
    check(all);
    check(whole);
    check(HalfSpace<T, D>{detail::axis<T, D>(0), T(-2)});
    const Ray<T, D> ray{pose.p * T(-2), pose.p * T(2)};
    const auto hit = ray_cast(ray, place(mesh, pose)), one = ray_cast(ray, place(whole, pose)),
               some = ray_cast(ray, place(all, pose));
    EXPECT_EQ(hit.hit, one.hit);
    EXPECT_EQ(hit.hit, some.hit);
    EXPECT_NEAR(double(hit.t), double(one.t), 1e3 * epsilon_of<T>);
    EXPECT_NEAR(double(hit.t), double(some.t), 1e3 * epsilon_of<T>);
    EXPECT_EQ(one.part, 0U);
    EXPECT_EQ(hit.barycentric == (Vec<T, D>{}), one.barycentric == (Vec<T, D>{}));
  }
}

TYPED_TEST(Compounds, ScalingByAPowerOfTwoScalesEveryBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto built = [](T s) {
    Soup<T, D> soup = closed_ball<T, D>(D == 2 ? 12 : 3, 0.2);
    for (auto& v : soup.vertices) v *= s;
    const Vec<T, D> x = detail::axis<T, D>(0) * s, y = detail::axis<T, D>(1) * s;
    Box<T, D> box;
    for (int i = 0; i < D; ++i) box.half[i] = s / 2;
    const Pose<T, D> right{x * T(2), pose_of<T, D>(*std::make_unique<oracle::Random>(9), Family::random).q};
    auto solid = Solid<T, D>::from(soup.mesh());
    return compound_of<T, D>({{box, right},
                              {std::move(*solid), Pose<T, D>{y * T(-3), right.q}},
                              inflate(CompoundPart<T, D>(soup.mesh()), s / 8),
                              place(Ball<T, D>{y, s / 4}, right)});
  };
  oracle::Random random(10);
  const T s = static_cast<T>(0x1p33), r = static_cast<T>(0.0625);
  const Compound<T, D> body = built(T(1)), scaled = built(s);
  EXPECT_EQ(body.aabb().max * s, scaled.aabb().max);
  for (int i = 0; i < 12; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    if (i % 2 == 0) pose.p = pose.p * T(4);
    const Pose<T, D> far{pose.p * s, pose.q};
    const auto d = distance(inflate(body, r), place(body, pose)),
               e = distance(inflate(scaled, r * s), place(scaled, far));
    EXPECT_EQ(d.lower * s, e.lower);
    EXPECT_EQ(d.upper * s, e.upper);
    EXPECT_EQ(d.point_a * s, e.point_a);
    EXPECT_EQ(d.part_a, e.part_a);
    EXPECT_EQ(d.subpart_b, e.subpart_b);
    const auto p = separation(body, place(body, pose)), q = separation(scaled, place(scaled, far));
    EXPECT_EQ(p.lower * s, q.lower);
    EXPECT_EQ(p.upper * s, q.upper);
    const auto c = shape_cast(body, pose.p, place(inflate(body, r), pose)),
               f = shape_cast(scaled, far.p, place(inflate(scaled, r * s), far));
    EXPECT_EQ(c.t, f.t);
    EXPECT_EQ(c.t_safe, f.t_safe);
    const Ray<T, D> ray{pose.p * T(-2), pose.p};
    EXPECT_EQ(ray_cast(ray, body).t, ray_cast(Ray<T, D>{ray.origin * s, ray.direction * s}, scaled).t);
  }
}

/// Moved as one, bodies keep their distance.
TYPED_TEST(Compounds, KeepTheirDistanceWhenBothAreMoved) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(11);
  PartDrawer<T, D> draw(random, Family::random);
  for (int i = 0; i < 20; ++i) {
    JudgedBody<T, D> ignored;
    const Compound<T, D> a = draw.compound(5, true, ignored), b = draw.compound(5, i % 2 == 0, ignored);
    const Pose<T, D> both = draw.pose();
    const auto d = distance(a, b), e = distance(place(a, both), place(b, both));
    EXPECT_LE(e.lower, d.upper);
    EXPECT_GE(e.upper, d.lower);
  }
}

TYPED_TEST(Compounds, SolidsAmongTheirPartsHaveAnInside) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(12);
  const auto solid_of = [](double size, const Vec<T, D>& center) {
    Soup<T, D> soup = closed_ball<T, D>(D == 2 ? 16 : 4, 0.1);
    for (auto& v : soup.vertices) v = v * static_cast<T>(size) + center;
    auto made = Solid<T, D>::from(soup.mesh());
    EXPECT_TRUE(made.has_value());
    return std::move(*made);
  };
  const Vec<T, D> x = detail::axis<T, D>(0);
  const Pose<T, D> aside{x * T(20), {}};
  const Solid<T, D> pip = solid_of(0.25, {});
  const Compound<T, D> doll = compound_of<T, D>({{Ball<T, D>{{}, T(1)}, aside}, {solid_of(4, x), Pose<T, D>{-x, {}}}}),
                       small = compound_of<T, D>({{pip.mesh().view(), aside}, Ball<T, D>{{}, T(0.25)}}),
                       shell = compound_of<T, D>({doll.parts()[0], Mesh<T, D>(solid_of(4, {}).mesh())});
  for (int i = 0; i < 8; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    pose.p = pose.p * T(0.5);
    const auto check = [&](const auto& inner, PartId part) {
      const auto d = distance(doll, place(inner, pose));
      EXPECT_EQ(d.upper, T(0));
      EXPECT_EQ(d.status, Status::converged);
      EXPECT_EQ(d.part_a, 1U);
      EXPECT_EQ(d.part_b, part);
      EXPECT_TRUE(overlap(place(inner, pose), doll).overlap);
      EXPECT_GT(penetration(doll, place(inner, pose)).lower, T(0.5));
      const auto cast = shape_cast(place(inner, pose), x * T(9), doll);
      EXPECT_TRUE(cast.hit && cast.t == T(0) && cast.start == StartState::overlapping);
      EXPECT_GT(distance(shell, place(inner, pose)).lower, T(0)) << "a mesh is a surface";
    };
    check(pip, 0);
    check(small, 1);
    check(Ball<T, D>{{}, T(0.25)}, 0);
    const auto ray = ray_cast(Ray<T, D>{pose.p, x}, doll);
    EXPECT_TRUE(ray.hit && ray.t == T(0) && ray.part == 1);
    EXPECT_TRUE(closest_point(pose.p, doll).inside);
    EXPECT_EQ(ray_cast(Ray<T, D>{pose.p, x}, shell).start, StartState::separated);
  }
}

/// The search in float knows that the cores are nearer than the radii before the bodies are asked.
TEST(Compound, MeetsABodyWhoseCoreIsWithinItsRadius) {
  const Vec3d points[] = {{0, 0, 0}, {0.5, 0, 0}};
  const std::array<std::uint32_t, 3> first[] = {{0, 0, 0}}, second[] = {{1, 1, 1}};
  const auto here = Mesh3d::from(points, first), there = Mesh3d::from(points, second);
  ASSERT_TRUE(here && there);
  const Compound3d body = compound_of<double, 3>({here->view(), Ball3d{{9, 0, 0}, 1}});
  const auto d = distance(inflate(body, 1), *there);
  EXPECT_EQ(d.status, Status::converged);
  EXPECT_EQ(d.lower, 0);
  EXPECT_EQ(d.upper, 0);
  EXPECT_EQ(d.part_a, 0U);
}

TEST(Compound, NamesPartsAndTheirParts) {
  const Mesh3d box = cube<double>().mesh();
  const auto shared = std::make_shared<const Mesh3d>(box);
  const Compound3d body = compound_of<double, 3>({{shared, Pose3d{{10, 0, 0}, {}}},
                                                  Ball3d{{}, 1},
                                                  {shared, Pose3d{{0, 10, 0}, {}}},
                                                  {box.view(), Pose3d{{0, 0, 10}, {}}}});
  EXPECT_EQ(body.part_count(), 4U);
  EXPECT_EQ(body.parts()[0].part_count(), 12U);
  EXPECT_EQ(body.parts()[1].shape()->kind(), ShapeKind::ball);
  EXPECT_EQ(body.parts()[2].shape(), nullptr);
  EXPECT_EQ(body.parts()[2].pose()->p, (Vec3d{0, 10, 0}));
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(body.aabb().max[i], 11, 1e-13);
  const Point3d above{{0.5, 11.5, 0.25}};
  const auto d = distance(body, above), alone = distance(box, Point3d{{0.5, 1.5, 0.25}});
  EXPECT_EQ(d.part_a, 2U);
  EXPECT_EQ(d.subpart_a, alone.part_a);
  EXPECT_NEAR(d.distance, 0.5, 1e-13);
  const auto swapped = distance(above, place(body, Pose3d{}));
  EXPECT_EQ(swapped.part_b, 2U);
  EXPECT_EQ(swapped.subpart_b, alone.part_a);
  EXPECT_EQ(swapped.part_a + swapped.subpart_a, 0U);
  const auto c = closest_point(above.p, body);
  EXPECT_EQ(c.part, 2U);
  EXPECT_EQ(c.subpart, alone.part_a);
  const auto hit = ray_cast(Ray3d{{0.5, 19, 0.25}, {0, -1, 0}}, body);
  EXPECT_EQ(hit.part, 2U);
  EXPECT_EQ(hit.subpart, ray_cast(Ray3d{{0.5, 9, 0.25}, {0, -1, 0}}, box).part);
  EXPECT_EQ(hit.t, 8);
  const auto ground = separation(body, HalfSpace3d{{1, 0, 0}, -20});
  EXPECT_EQ(ground.part_a, 1U);
  EXPECT_EQ(distance(HalfSpace3d{{0, -1, 0}, -9.5}, body).part_b, 2U);
  EXPECT_EQ(distance(body, Ball3d{{}, 0.5}).part_a, 1U);
}

TEST(Compound, KeepsWhatItOwnsAndCopiesShareIt) {
  Mesh3d box = cube<double>().mesh();
  const Vec3d* const vertices = box.vertices().data();
  auto copy = [&] {
    const Compound3d body = compound_of<double, 3>({std::move(box), Ball3d{{9, 0, 0}, 1}});
    Compound3d other = compound_of<double, 3>({Ball3d{{}, 1}});
    other = body;
    EXPECT_EQ(other.parts().data(), body.parts().data());
    return other;
  }();
  EXPECT_EQ(copy.parts()[0].body()->vertices, vertices) << "moved, not copied";
  EXPECT_EQ(distance(copy, Point3d{{0, 0, 3}}).distance, 2);
  const auto shared = std::make_shared<const Mesh3d>(cube<double>().mesh());
  std::vector<Compound3d::Part> many;
  for (int i = 0; i < 100; ++i) many.emplace_back(shared, Pose3d{{4.0 * i, 0, 0}, {}});
  EXPECT_EQ(shared.use_count(), 101);
  const Compound3d row = compound_of<double, 3>(std::move(many));
  EXPECT_EQ(row.parts()[99].body()->vertices, shared->vertices().data());
  EXPECT_EQ(distance(row, Point3d{{400, 0, 0}}).part_a, 99U);
}

TYPED_TEST(Compounds, BadPartsAreNamed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Part = CompoundPart<T, D>;
  using Kind = CompoundError::Kind;
  const T none = static_cast<T>(std::nan(""));
  const Mesh<T, D> mesh = dented_ball<T, D>(4, 0.1).mesh();
  const Ball<T, D> ball{{}, T(1)};
  Pose<T, D> bad, flat;
  bad.p[0] = none;
  flat.q = {};
  if constexpr (D == 2) {
    flat.q.c = 0;
  } else {
    flat.q.w = 0;
  }
  const auto expect_error = [&](const Part& part, Kind kind) {
    for (const std::size_t index : {0U, 2U}) {
      std::vector<Part> parts(3, ball);
      parts[index] = part;
      const auto made = Compound<T, D>::from(parts);
      ASSERT_FALSE(made);
      EXPECT_EQ(made.error().kind, kind) << to_string(made.error().kind);
      EXPECT_EQ(made.error().index, index);
      EXPECT_STRNE(to_string(kind), "unknown");
    }
  };
  const auto empty = Compound<T, D>::from({});
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().kind, Kind::no_parts);
  expect_error(HalfSpace<T, D>{detail::axis<T, D>(0), T(0)}, Kind::half_space);
  expect_error(AnyShape<T, D>(HalfSpace<T, D>{detail::axis<T, D>(0), T(0)}), Kind::half_space);
  const Compound<T, D> inner = compound_of<T, D>({ball});
  expect_error(inner.view(), Kind::compound);
  expect_error(place(inflate(inner, T(1)), Pose<T, D>{}), Kind::compound);
  expect_error(Compound<T, D>(inner), Kind::compound);
  expect_error(std::shared_ptr<const Mesh<T, D>>(), Kind::no_body);
  expect_error(inflate(Part(std::shared_ptr<Mesh<T, D>>()), T(1)), Kind::no_body);
  expect_error({ball, bad}, Kind::bad_pose);
  expect_error({mesh.view(), flat}, Kind::bad_pose);
  expect_error(Ball<T, D>{{}, T(-1)}, Kind::bad_shape);
  expect_error(Ball<T, D>{{}, none}, Kind::bad_shape);
  expect_error(inflate(Part(ball), T(-2)), Kind::bad_shape);
  expect_error(inflate(mesh, T(-1)), Kind::bad_shape);
  expect_error(inflate(Part(mesh.view()), none), Kind::bad_shape);
  expect_error({ball, Pose<T, D>{detail::axis<T, D>(0) * detail::largest<T>, {}}}, Kind::too_large);
}

TYPED_TEST(Compounds, RadiiOfPartsCount) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Part = CompoundPart<T, D>;
  const Mesh<T, D> mesh = closed_ball<T, D>(4, 0.1).mesh();
  const Pose<T, D> right{detail::axis<T, D>(0) * T(5), {}};
  Box<T, D> box;
  for (int i = 0; i < D; ++i) box.half[i] = T(1);
  const Compound<T, D> body = compound_of<T, D>({inflate(Part(mesh.view(), right), T(0.5)), inflate(Part(box), T(0.25)),
                                                 place(inflate(mesh, T(2)), {right.p * T(2), {}})});
  const auto gap = [&](double x) { return double(distance(body, Point<T, D>{detail::axis<T, D>(0) * T(x)}).distance); };
  EXPECT_NEAR(gap(-3), 1.75, 1e-6);
  EXPECT_NEAR(gap(3), 5 - 3 - double(mesh.aabb().max[0]) - 0.5, 0.6);
  const auto wide = distance(inflate(body, T(0.125)), Point<T, D>{detail::axis<T, D>(0) * T(-3)});
  EXPECT_NEAR(double(wide.distance), 1.625, 1e-6);
  EXPECT_EQ(body.parts()[0].pose()->p, right.p);
  EXPECT_EQ(distance(body, Point<T, D>{right.p * T(2) + detail::axis<T, D>(0) * T(10)}).part_a, 2U);
}

}  // namespace
}  // namespace abut::test
