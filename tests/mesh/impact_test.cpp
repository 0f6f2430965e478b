/// time_of_impact() of bodies of parts: judged in 113 bits over all pairs of parts, by dense sampling, by the convex
/// query about every pair, and in closed form.
#include "mesh/chains.hpp"
#include "mesh/judge.hpp"
#include "oracle/draw/spaces.hpp"
#include "quad/motion.hpp"

#include <abut/any_shape.hpp>

namespace abut::test {
namespace {

using oracle::Real;

constexpr double pi = 3.14159265358979323846;

template <class S>
struct MeshImpacts : ::testing::Test {};
TYPED_TEST_SUITE(MeshImpacts, oracle::Spaces);

/// Towards the origin, or past it, with up to `most` radians on the way. The numbers are those of a float.
template <int D>
Motion<double, D> motion_of(oracle::Random& random, Family family, double most, double away) {
  const double unit = std::ldexp(1.0, exponent_of<float>(family));
  Motion<double, D> m;
  const auto draw = [&](double scale) { return double(static_cast<float>(random.between(-scale, scale))); };
  for (int i = 0; i < D; ++i) m.start.p[i] = draw(away) * unit;
  m.velocity = m.start.p * (random.chance(0.5) ? -1 : -2);
  for (int i = 0; i < D; ++i) {
    m.velocity[i] = double(static_cast<float>(m.velocity[i] + draw(0.25) * unit));
    m.center[i] = draw(0.5) * unit;
  }
  m.angle = random.chance(0.2) ? 0 : draw(most);
  if constexpr (D == 2) {
    m.start.q = {draw(1), draw(1) + 2};
  } else {
    m.start.q = {draw(1) + 2, draw(1), draw(1), draw(1)};
    m.axis = {draw(1), draw(1), draw(1) + 1.5};
  }
  return m;
}

template <Scalar T, int D>
oracle::Body<D> world(const Soup<T, D>& soup, std::size_t part, const Motion<double, D>& motion, double t) {
  oracle::Body<D> body;
  for (const std::uint32_t v : soup.parts[part]) {
    const QuadVec<D> x = position_at(motion, t, QuadVec<D>(soup.vertices[v]));
    body.points.emplace_back();
    for (int i = 0; i < D; ++i) body.points.back()[i] = x[i];
  }
  return body;
}

template <Scalar T, int D>
JudgedParts<D> world(const Soup<T, D>& soup, const Motion<double, D>& motion, double t) {
  JudgedParts<D> parts;
  for (std::size_t i = 0; i < soup.parts.size(); ++i) parts.push_back(world(soup, i, motion, t));
  return parts;
}

TYPED_TEST(MeshImpacts, AreFreeBeforeTSafeAndMeetInThePartsNamed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(71);
  int hits = 0, misses = 0;
  for (const Family family : {Family::random, Family::lattice, Family::slivers, Family::flat, Family::tiny}) {
    for (int i = 0; i < 12; ++i) {
      auto a = soup_of<T, D>(random, family, 4), b = soup_of<T, D>(random, family, 4);
      if (family == Family::tiny) {  // as small in double as in float: the motions have the same numbers
        for (auto* soup : {&a, &b}) {
          for (auto& v : soup->vertices)
            v *= static_cast<T>(std::ldexp(1.0, exponent_of<float>(family) - exponent_of<T>(family)));
        }
      }
      const auto motion_a = motion_of<D>(random, family, 3, 3);
      const auto motion_b = i % 3 == 0 ? Motion<double, D>{} : motion_of<D>(random, family, 3, 1);
      const Mesh<T, D> mesh_a = a.mesh(), mesh_b = b.mesh();
      TimeOfImpactOptions<T, D> options;
      if (i % 4 == 3) options.target = static_cast<T>(std::ldexp(0.125, exponent_of<float>(family)));
      const auto r = i % 3 == 0 ? time_of_impact(moving(mesh_a, motion_a), mesh_b, options)
                                : time_of_impact(moving(mesh_a, motion_a), moving(mesh_b, motion_b), options);
      const auto where = [&] { return static_cast<int>(family) * 1000 + i; };
      ASSERT_EQ(r.status, Status::converged) << where() << " " << to_string(r.status);
      EXPECT_NE(r.hit, r.miss) << where();
      (r.hit ? hits : misses) += 1;
      for (const double part : {0.3, 0.8, 1 - 0x1p-10, 1 - 0x1p-24}) {
        const double t = double(r.t_safe) * part;
        if (r.t_safe == T(0)) break;
        EXPECT_GT(true_distance(world(a, motion_a, t), world(b, motion_b, t)).upper, Real(options.target))
            << where() << " " << part;
      }
      if (r.miss) {
        EXPECT_EQ(r.t_safe, T(1)) << where();
      }
      if (!r.hit) continue;
      EXPECT_LE(r.t_safe, r.t) << where();
      const double t = double(r.t);
      const auto met = true_distance(world(a, r.part_a, motion_a, t), world(b, r.part_b, motion_b, t));
      EXPECT_LE(met.lower, Real(r.hit_separation > T(0) ? r.hit_separation : T(0))) << where();
      EXPECT_LE(r.hit_separation, options.target + r.target_tolerance) << where();
    }
  }
  EXPECT_GT(hits, 15);
  EXPECT_GT(misses, 5);
}

template <Scalar T, int D>
Soup<double, D> widened(const Soup<T, D>& soup) {
  Soup<double, D> wide{{}, soup.parts};
  for (const auto& v : soup.vertices) wide.vertices.push_back(vec_cast<double>(v));
  return wide;
}

template <Scalar T, int D, class A, class B>
Distance<double, D> at(const Mesh<double, D>& a, const A& motion_a, const Mesh<double, D>& b, const B& motion_b, T t) {
  return distance(place(a, pose_at(motion_a, double(t))), place(b, pose_at(motion_b, double(t))));
}

/// Bodies of many parts that turn up to once, beside each other or one within the other, sampled 200 times.
TYPED_TEST(MeshImpacts, MissNothingThatSamplingFinds) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(72);
  const auto soup = dented_ball<T, D>(D == 2 ? 40 : 4, 0.3);
  int hits = 0, misses = 0;
  for (int i = 0; i < 12; ++i) {
    const bool within = i % 2 == 1;
    auto inner = soup;
    if (within) {
      for (auto& v : inner.vertices) v *= T(0.25);
    }
    const Mesh<T, D> mesh_a = inner.mesh(), mesh_b = soup.mesh();
    const Mesh<double, D> wide_a = widened(inner).mesh(), wide_b = widened(soup).mesh();
    auto a = motion_of<D>(random, Family::random, 2 * pi, within ? 0.25 : 4);
    const auto b = motion_of<D>(random, Family::random, 2 * pi, within ? 0 : 12);
    if (within) a.velocity *= random.between(0, 6);
    const auto r = time_of_impact(moving(mesh_a, a), moving(mesh_b, b));
    ASSERT_EQ(r.status, Status::converged) << i;
    (r.hit ? hits : misses) += 1;
    EXPECT_LT(r.iterations, 8000) << i;
    for (int k = 0; k <= 200; ++k) {
      const double t = k / 200.0;
      if (t < double(r.t_safe)) {
        EXPECT_GT(at(wide_a, a, wide_b, b, t).upper, 0) << i << " " << t;
      }
    }
    if (r.t_safe > T(0)) {
      EXPECT_GT(at(wide_a, a, wide_b, b, double(r.t_safe) * (1 - 0x1p-30)).upper, 0) << i;
    }
    if (r.hit) {
      EXPECT_LE(at(wide_a, a, wide_b, b, r.t).lower, double(r.target_tolerance)) << i;
    }
  }
  EXPECT_GT(hits, 3);
  EXPECT_GT(misses, 0);
}

/// The same bracket as the convex query has about all pairs, for every kind of shape, in either place.
TYPED_TEST(MeshImpacts, AgreeWithTheConvexQueryAboutEveryPart) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Numbers<T, D> draw{oracle::Random(73)};
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 16 : 3, 0.3).mesh();
  int hits = 0;
  for (int i = 0; i < 6; ++i) {
    const auto motion = motion_of<D>(draw.random, Family::random, 3, 4);
    const auto other = i % 2 == 0 ? Motion<double, D>{} : motion_of<D>(draw.random, Family::random, 1, 0.5);
    const TimeOfImpactOptions<T, D> options{.target_tolerance = T(1e-3),
                                            .method = static_cast<TimeOfImpactMethod>(i % 2)};
    const auto check = [&](const auto& shape) {
      T first = T(2);
      for (PartId k = 0; k < mesh.part_count(); ++k) {
        const auto one = time_of_impact(moving(shape, motion), moving(mesh.part(k), other), options);
        ASSERT_TRUE(one.hit || one.miss);
        if (one.hit && one.t < first) first = one.t;
      }
      const auto r = time_of_impact(moving(shape, motion), moving(mesh, other), options);
      const auto swapped = time_of_impact(moving(mesh, other), moving(shape, motion), options);
      for (const auto* const answer : {&r, &swapped}) {
        EXPECT_TRUE(answer->hit || answer->miss) << i;
        if (answer->miss) {
          EXPECT_GT(first, T(1)) << i;
        }
        if (first > T(1)) continue;
        ++hits;
        EXPECT_NEAR(double(answer->t), double(first), 2e-3) << i;  // both stop somewhere within the tolerance
        EXPECT_LE(answer->t_safe, answer->t) << i;
        EXPECT_LE(answer->hit_separation, options.target_tolerance) << i;
      }
      EXPECT_LT(r.part_b, mesh.part_count());
      EXPECT_EQ(r.part_a, 0U);
      EXPECT_EQ(swapped.part_b, 0U);
    };
    check(draw.box());
    check(Ball<T, D>{{}, T(0.25)});
    check(draw.capsule(0.5));
    check(place(draw.box(), Pose<T, D>{draw.vec(0.5), {}}));
  }
  EXPECT_GT(hits, 10);
}

TYPED_TEST(MeshImpacts, ScaleBitForBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(74);
  const auto soup = dented_ball<T, D>(D == 2 ? 20 : 4, 0.3);
  for (const int k : {-30, 40}) {
    const T s = static_cast<T>(std::ldexp(1.0, k));
    auto big = soup;
    for (auto& v : big.vertices) v *= s;
    const Mesh<T, D> mesh = soup.mesh(), scaled = big.mesh();
    for (int i = 0; i < 4; ++i) {
      const auto m = motion_of<D>(random, Family::random, 3, 4);
      auto n = m;
      n.start.p *= double(s);
      n.center *= double(s);
      n.velocity *= double(s);
      const auto r = time_of_impact(moving(mesh, m), mesh), of_scaled = time_of_impact(moving(scaled, n), scaled);
      EXPECT_EQ(r.hit, of_scaled.hit);
      EXPECT_EQ(r.t, of_scaled.t);
      EXPECT_EQ(r.t_safe, of_scaled.t_safe);
      EXPECT_EQ(r.part_a, of_scaled.part_a);
      EXPECT_EQ(r.part_b, of_scaled.part_b);
      EXPECT_EQ(r.normal, of_scaled.normal);
      EXPECT_EQ(r.target_tolerance * s, of_scaled.target_tolerance);
      if (r.hit) {
        EXPECT_EQ(r.point_a * s, of_scaled.point_a);
      }
    }
  }
}

/// A needle turns about its end until it meets a vertex, at an eighth of a turn.
TYPED_TEST(MeshImpacts, ATurningNeedleMeetsAVertex) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> needle, wedge;
  const Vec<T, D> x = detail::axis<T, D>(0), y = detail::axis<T, D>(1);
  if constexpr (D == 2) {
    needle = {{{}, x * T(2)}, {{0, 1}}};
    wedge = {{x + y, x + y * T(2), x * T(0.5) + y * T(2)}, {{0, 1}, {1, 2}, {2, 0}}};
  } else {
    needle = {{{}, x, x * T(2)}, {{0, 1, 2}}};
    wedge = {{x + y, x + y * T(2), x * T(0.5) + y * T(2), {T(0.75), T(1.75), T(0.5)}},
             {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}}};
  }
  const Mesh<T, D> a = needle.mesh(), b = wedge.mesh();
  Motion<double, D> half_turn;
  half_turn.angle = pi;
  const double tolerance = 1e-4;
  for (const auto& r : {time_of_impact(moving(a, half_turn), b, {.target_tolerance = static_cast<T>(tolerance)}),
                        time_of_impact(moving(place(a, Pose<T, D>{}), half_turn), place(b, Pose<T, D>{}),
                                       {.target_tolerance = static_cast<T>(tolerance)})}) {
    ASSERT_TRUE(r.hit);
    const double radius = std::sqrt(2.0);
    EXPECT_LE(double(r.t_safe), 0.25 + 1e-15);
    EXPECT_GT(double(r.t), 0.25 - 2 * tolerance / (radius * pi));
    EXPECT_LE(double(r.t), 0.25 + epsilon_of<T>);
    EXPECT_NEAR(double(r.point_b[0]), 1, 1e-5);
    EXPECT_NEAR(double(r.normal[0]), -std::sqrt(0.5), 1e-3);
    EXPECT_NEAR(double(r.normal[1]), std::sqrt(0.5), 1e-3);
  }
  // With a target the ball around the vertex is met: its tangent from the pivot.
  const auto r =
      time_of_impact(moving(a, half_turn), b, {.target = T(0.5), .target_tolerance = static_cast<T>(tolerance)});
  const double t = 0.25 - std::asin(0.5 / std::sqrt(2.0)) / pi;
  EXPECT_LE(double(r.t_safe), t + epsilon_of<T>);
  EXPECT_NEAR(double(r.t), t, tolerance);
  const auto thick = time_of_impact(moving(inflate(a, T(0.25)), half_turn), inflate(b, T(0.25)),
                                    {.target_tolerance = static_cast<T>(tolerance)});
  EXPECT_LE(double(thick.t_safe), t + 4 * epsilon_of<T>);
  EXPECT_NEAR(double(thick.t), t, tolerance);
}

/// A bar that turns by half a turn ends where it began, and has swept a post on the way.
TYPED_TEST(MeshImpacts, ASwingThatEndsWhereItBeganIsNoMiss) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> bar = dented_ball<T, D>(D == 2 ? 12 : 4, 0.1), post = bar;
  for (auto& v : bar.vertices) {
    v[0] *= T(4);
    for (int i = 1; i < D; ++i) v[i] *= T(0.0625);
  }
  for (auto& v : post.vertices) {
    v *= T(0.25);
    v[1] += T(2);
  }
  const Mesh<T, D> a = bar.mesh(), b = post.mesh();
  for (const double turns : {0.5, 1.0, 30.0}) {
    Motion<double, D> swing;
    swing.angle = 2 * pi * turns;
    const auto r = time_of_impact(moving(a, swing), b);
    EXPECT_TRUE(r.hit) << turns << " " << to_string(r.status);
    EXPECT_LT(double(r.t), 0.25 / turns);
    EXPECT_TRUE(time_of_impact(moving(a, swing), b, {.max_t = static_cast<T>(0.0625 / turns)}).miss) << turns;
    EXPECT_TRUE(time_of_impact(moving(b, swing), a).hit) << turns;
    swing.start.p = detail::axis<double, D>(1) * -1.0;
    EXPECT_TRUE(time_of_impact(moving(a, swing), moving(b, Motion<double, D>{})).hit) << turns;
    swing.start.p = detail::axis<double, D>(1) * -7.0;
    EXPECT_TRUE(time_of_impact(moving(a, swing), b).miss) << turns;
  }
}

/// The union of two soups.
template <Scalar T, int D>
Soup<T, D> united(Soup<T, D> a, const Soup<T, D>& b) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (auto part : b.parts) {
    for (auto& v : part) v += first;
    a.parts.push_back(part);
  }
  return a;
}

/// A ball turns in a shell, hundreds of parts always near; what hits is a tip far out, which none of them knows of.
TYPED_TEST(MeshImpacts, AFastTipFarOutIsNotMissedForManyPartsThatAreNear) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> ball = dented_ball<T, D>(D == 2 ? 40 : 4, 0), shell = ball, tip, post;
  for (auto& v : shell.vertices) v *= T(1.5);
  const Vec<T, D> x = detail::axis<T, D>(0), y = detail::axis<T, D>(1), z = detail::axis<T, D>(D - 1);
  if constexpr (D == 2) {
    tip = {{x * T(2), x * T(6)}, {{0, 1}}};
    post = {{y * T(5), y * T(5.5)}, {{0, 1}}};
  } else {
    tip = {{x * T(2), x * T(6), x * T(6) + z * T(0.25)}, {{0, 1, 2}}};
    post = {{y * T(5), y * T(5.5), y * T(5.5) + z * T(0.5)}, {{0, 1, 2}}};
  }
  const Mesh<T, D> a = united(ball, tip).mesh(), b = united(shell, post).mesh();
  Motion<double, D> turn;
  turn.angle = pi;
  const auto r = time_of_impact(moving(a, turn), b);
  ASSERT_TRUE(r.hit);
  EXPECT_LE(double(r.t_safe), 0.5 + 1e-15);
  EXPECT_NEAR(double(r.t), 0.5, 1e-3);
  EXPECT_EQ(r.part_a, ball.parts.size());
  EXPECT_EQ(r.part_b, shell.parts.size());
}

TYPED_TEST(MeshImpacts, BeginAsTheyAre) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Soup<T, D> ball = closed_ball<T, D>(D == 2 ? 12 : 4, 0.1);
  const Mesh<T, D> surface = ball.mesh();
  const auto solid = Solid<T, D>::from(surface);
  ASSERT_TRUE(solid);
  const Ball<T, D> pip{{}, T(0.125)};
  Motion<double, D> away;
  away.velocity = detail::axis<double, D>(0) * 4.0;
  away.angle = 1;
  for (const auto& r : {time_of_impact(moving(pip, away), *solid), time_of_impact(*solid, moving(pip, away)),
                        time_of_impact(moving(*solid, away), place(*solid, Pose<T, D>{}))}) {
    EXPECT_TRUE(r.hit);
    EXPECT_EQ(r.t, T(0));
    EXPECT_EQ(r.t_safe, T(0));
    EXPECT_EQ(r.start, StartState::overlapping);
  }
  const auto within = time_of_impact(moving(pip, away), surface);
  EXPECT_TRUE(within.hit);
  EXPECT_GT(within.t_safe, T(0.1));
  EXPECT_EQ(within.start, StartState::separated);
  EXPECT_EQ(time_of_impact(moving(pip, away), surface, {.target = T(0.875)}).start, StartState::within_target);
  EXPECT_EQ(time_of_impact(moving(surface, away), surface).start, StartState::overlapping);
  Motion<double, D> passing = away;
  passing.start.p = detail::axis<double, D>(1) * 3.0;
  const auto miss = time_of_impact(moving(*solid, passing), *solid);
  EXPECT_TRUE(miss.miss);
  EXPECT_EQ(miss.t_safe, T(1));
}

TYPED_TEST(MeshImpacts, MeetHalfSpacesAsTheirHullsDo) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = closed_ball<T, D>(D == 2 ? 12 : 4, 0.3).mesh();
  const HalfSpace<T, D> floor{detail::axis<T, D>(D - 1), T(-4)};
  for (const double angle : {0.0, 2.0}) {
    Motion<double, D> fall;
    fall.velocity = detail::axis<double, D>(D - 1) * -8.0;
    fall.angle = angle;
    T first = T(2);
    for (PartId k = 0; k < mesh.part_count(); ++k) {
      const auto one = time_of_impact(floor, moving(mesh.part(k), fall));
      if (one.hit && one.t < first) first = one.t;
    }
    const auto r = time_of_impact(floor, moving(mesh, fall)), swapped = time_of_impact(moving(mesh, fall), floor);
    EXPECT_TRUE(r.hit);
    EXPECT_NEAR(double(r.t), double(first), 1e-3);
    EXPECT_LE(r.t_safe, first);
    EXPECT_EQ(swapped.t, r.t);
    EXPECT_EQ(swapped.part_a, r.part_b);
    EXPECT_EQ(swapped.normal, -r.normal);
    const auto part = time_of_impact(floor, moving(mesh.part(r.part_b), fall));
    EXPECT_NEAR(double(part.t), double(r.t), 1e-3);
    EXPECT_TRUE(time_of_impact(AnyShape<T, D>(floor), moving(mesh, fall)).hit);
  }
}

TYPED_TEST(MeshImpacts, BadArgumentsAreTold) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = dented_ball<T, D>(4, 0.1).mesh();
  Motion<double, D> motion;
  EXPECT_EQ(time_of_impact(moving(mesh, motion), mesh).start, StartState::overlapping);
  EXPECT_EQ(time_of_impact(moving(mesh, motion), mesh, {.max_t = T(2)}).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(moving(mesh, motion), mesh, {.target = T(-1)}).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(moving(mesh, motion), Ball<T, D>{{}, T(-1)}).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(moving(inflate(mesh, T(-1)), motion), mesh).status, Status::invalid_argument);
  Pose<T, D> bad;
  bad.p[0] = static_cast<T>(std::nan(""));
  EXPECT_EQ(time_of_impact(moving(mesh, motion), place(mesh, bad)).status, Status::invalid_argument);
  motion.velocity[0] = std::nan("");
  EXPECT_EQ(time_of_impact(moving(mesh, motion), mesh).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(moving(mesh, motion), HalfSpace<T, D>{}).status, Status::invalid_argument);
}

}  // namespace
}  // namespace abut::test
