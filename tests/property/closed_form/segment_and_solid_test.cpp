/// Points and segments, the cores of balls and capsules, against boxes and triangles: the closed form against the judge
/// and against GJK, in the cases where it is likely to fail.
#include "oracle/judge/closed_form.hpp"
#include "oracle/judge/depth_judge.hpp"

namespace oracle {
namespace {

enum class SolidKind { box, triangle };

/// A segment or a point and a solid, in either order, one placed or both.
template <class Scalar, int Dimension, SolidKind kind>
struct SegmentAndSolid : PlacedPair<SegmentAndSolid<Scalar, Dimension, kind>, Scalar, Dimension> {
  using T = Scalar;
  static constexpr int D = Dimension;
  using V = abut::Vec<T, D>;
  static constexpr std::uint64_t seed = 23;
  static constexpr bool with_triangle = kind == SolidKind::triangle;
  abut::Segment<T, D> segment;
  abut::Box<T, D> box;
  abut::Triangle<T, D> triangle;
  bool is_point, solid_first;

  SegmentAndSolid(Random& random, Stance stance) {
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    is_point = random.chance(0.3);
    solid_first = random.chance(0.5);
    const double large = stance == Stance::unequal ? 1e5 : 1;
    const bool thin = stance == Stance::thin;
    const auto number = [&] { return random.integer(-16, 16) / 16.0; };
    for (int i = 0; i < D; ++i) {
      const double flat = thin && random.chance(0.5) ? (random.chance(0.2) ? 0 : random.decade(-5, 0)) : 1;
      box.half[i] = static_cast<T>(random.integer(8, 32) / 32.0 * unit * large * flat);
      triangle.a[i] = static_cast<T>(number() * unit * large);
      triangle.b[i] = static_cast<T>(number() * unit * large);
      triangle.c[i] = thin ? static_cast<T>(0.5 * (triangle.a[i] + triangle.b[i]) + number() * unit * flat * large)
                           : static_cast<T>(number() * unit * large);
      segment.a[i] = static_cast<T>(number() * unit);
      segment.b[i] = static_cast<T>(number() * unit);
    }
    draw_in_line(random, stance);
    if (is_point) segment.b = segment.a;
    double size = norm_of(segment.b - segment.a) + norm_of(triangle.b - triangle.a);
    if (kind == SolidKind::box) size = norm_of(segment.b - segment.a) + norm_of(box.half);
    this->place_pair(random, stance, unit, size, {.overlapping = 0.3, .least = 0.4, .most = 1.5});
    if (stance == Stance::remote) {
      const V away = abut::vec_cast<T>(detail::arrow<D>(random, 100 * size));
      segment.a = segment.a + away;
      segment.b = segment.b + away;
    }
  }

  /// A segment along an edge of the solid, or level with a face.
  void draw_in_line(Random& random, Stance stance) {
    if (stance != Stance::parallel && stance != Stance::nearly_parallel) return;
    V along = triangle.b - triangle.a;
    if (kind == SolidKind::box) along = box.half * static_cast<T>(random.integer(1, 4));
    if (kind == SolidKind::box && random.chance(0.5)) along[random.integer(0, D - 1)] = 0;
    segment.b = segment.a + along;
  }

  static double norm_of(const V& v) { return std::sqrt(abut::norm_squared(abut::detail::widen(v))); }

  template <class F>
  auto with_solid(const F& f) const {
    if constexpr (kind == SolidKind::box) {
      return f(box);
    } else {
      return f(triangle);
    }
  }
  template <class F>
  auto with_shapes(const F& f) const {
    return with_solid([&](const auto& solid) {
      const abut::Point<T, D> point{segment.a};
      if (is_point) return solid_first ? f(solid, point) : f(point, solid);
      return solid_first ? f(solid, segment) : f(segment, solid);
    });
  }
  std::vector<T*> numbers() {
    std::vector<T*> all;
    for (V* v : {&segment.a, &segment.b, &this->pose_a.p, &this->pose_b.p}) this->add_numbers(*v, all);
    if (kind == SolidKind::box) this->add_numbers(box.half, all);
    if (kind == SolidKind::triangle) {
      for (V* v : {&triangle.a, &triangle.b, &triangle.c}) this->add_numbers(*v, all);
    }
    return all;
  }

  std::vector<V> vertices(bool of_solid) const {
    if (!of_solid) return is_point ? std::vector<V>{segment.a} : std::vector<V>{segment.a, segment.b};
    if (kind == SolidKind::triangle) return {triangle.a, triangle.b, triangle.c};
    std::vector<V> all;
    for (abut::VertexId i = 0; i < box.vertex_count(); ++i) all.push_back(box.vertex(i));
    return all;
  }
  Body<D> body_a() const { return SegmentAndSolid::PlacedPair::body_a(vertices(solid_first)); }
  Body<D> body_b() const { return SegmentAndSolid::PlacedPair::body_b(vertices(!solid_first)); }

  /// See docs/conventions.md.
  Real size() const { return extent(vertices(true)) + extent(vertices(false)) + this->origin_distance(); }
  static Real extent(const std::vector<V>& vertices) {
    Vector<D> center{};
    for (const V& v : vertices) center = center + exact(v) * (Real(1) / Real(static_cast<double>(vertices.size())));
    Real reach = 0;
    for (const V& v : vertices) reach = std::max(reach, norm(exact(v) - center));
    return reach + norm(center);
  }
};

using SegmentsAndSolids =
    ::testing::Types<SegmentAndSolid<float, 3, SolidKind::box>, SegmentAndSolid<double, 3, SolidKind::box>,
                     SegmentAndSolid<float, 2, SolidKind::box>, SegmentAndSolid<double, 2, SolidKind::box>,
                     SegmentAndSolid<float, 3, SolidKind::triangle>, SegmentAndSolid<double, 3, SolidKind::triangle>>;
INSTANTIATE_TYPED_TEST_SUITE_P(SegmentsAndSolids, ClosedForm, SegmentsAndSolids);

template <class Q>
struct SegmentsBesideSolids : ::testing::Test {};
TYPED_TEST_SUITE(SegmentsBesideSolids, SegmentsAndSolids);

/// Nearly all random pairs are answered without iterations, apart or not (but a triangle that is cut has no depth).
TYPED_TEST(SegmentsBesideSolids, RarelyIterate) {
  Random random(12);
  int iterated = 0, all = 0;
  for (int i = 0; i < 10 * trials(); ++i) {
    const auto r = TypeParam(random, Stance::random).query();
    if (r.cores_meet && TypeParam::with_triangle) continue;
    ++all;
    iterated += r.iterations > 0 ? 1 : 0;
  }
  EXPECT_LE(iterated * 50, all);
  this->RecordProperty("iterated", iterated);
}

/// Without poses, and with radii: the lengths are those of the cores less the radii.
TYPED_TEST(SegmentsBesideSolids, KeepTheirBoundsWithoutPosesAndWithRadii) {
  using T = typename TypeParam::T;
  for_each_question<TypeParam>([&](const TypeParam& q, const std::string& which) {
    const T radius = static_cast<T>(0.25 * TypeParam::norm_of(q.box.half));
    const abut::Capsule<T, TypeParam::D> capsule{q.segment.a, q.is_point ? q.segment.a : q.segment.b, radius};
    const auto r = q.with_solid([&](const auto& s) { return abut::detail::signed_distance(s, capsule); });
    const Body<TypeParam::D> solid = TypeParam::PlacedPair::body(q.vertices(true), {}),
                             core = TypeParam::PlacedPair::body(q.vertices(false), {});
    const auto truth = distance(solid, core);
    EXPECT_TRUE(is_sane(r)) << which;
    EXPECT_TRUE(Real(r.signed_lower) <= truth.upper - Real(radius)) << which;
    EXPECT_TRUE(Real(r.signed_upper) >= truth.lower - Real(radius)) << which;
    const Real size = TypeParam::extent(q.vertices(true)) + TypeParam::extent(q.vertices(false)) + Real(radius);
    const Real units = sizeof(T) == 4 ? 8 : 32;
    EXPECT_TRUE(r.status != abut::Status::converged || r.cores_meet ||
                Real(r.signed_upper) - Real(r.signed_lower) <=
                    Real(abut::default_tolerance<T>) * r.upper + units * abut::epsilon_of<T> * size)
        << which << ": " << r.signed_lower << " " << r.signed_upper;
  });
}

/// The separation, whose bounds contain minus the depth where the cores meet; its points are above each other along the
/// normal, and the normal has the depth.
TYPED_TEST(SegmentsBesideSolids, HaveTheDepthOfTheirCores) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  int deep = 0, iterated = 0;
  for_each_question<TypeParam>([&](const TypeParam& q, const std::string& which) {
    if (q.query().lower > 0) return;
    const auto r = q.with([](const auto& x, const auto& y) { return abut::separation(x, y); });
    const Body<D> a = q.body_a(), b = q.body_b();
    const Real truth = DepthJudge<D>(a, b).separation(), size = q.size();
    const Real eps = abut::epsilon_of<T>, width = (sizeof(T) == 4 ? 8 : 32) * eps * size;
    EXPECT_TRUE(Real(r.lower) <= truth && truth <= Real(r.upper))
        << which << ": " << narrow(truth) << " is not in [" << r.lower << ", " << r.upper << "]";
    if (r.status != abut::Status::converged || !(truth < -width)) return;
    ++deep;
    iterated += r.iterations > 0 ? 1 : 0;
    EXPECT_TRUE(Real(r.upper) - Real(r.lower) <= Real(abut::default_tolerance<T>) * -truth + width) << which;
    const Real slack = 8 * width + 8 * eps * (norm(exact(r.point_a)) + norm(exact(r.point_b)));
    const Real along = lowest(b, exact(r.normal)) - highest(a, exact(r.normal));
    EXPECT_TRUE(absolute(along - r.separation) <= slack) << which << ": " << narrow(along) << " " << r.separation;
    EXPECT_TRUE(norm(exact(r.point_b) - exact(r.point_a) - exact(r.normal) * Real(r.separation)) <= slack) << which;
    EXPECT_TRUE(outside(exact(r.point_a), a) <= slack && outside(exact(r.point_b), b) <= slack) << which;
    Body<D> of_a, of_b;
    for (int i = 0; i < r.feature_count; ++i) {
      of_a.points.push_back(a.points[r.feature_a[i]]);
      of_b.points.push_back(b.points[r.feature_b[i]]);
    }
    EXPECT_TRUE(outside(exact(r.point_a), of_a) <= slack && outside(exact(r.point_b), of_b) <= slack) << which;
  });
  EXPECT_GT(deep, TypeParam::with_triangle ? 0 : trials() / 2);
  if (!TypeParam::with_triangle) {
    EXPECT_LE(iterated * 20, deep) << "of " << deep;
  }
}

/// The verdict, its axis and its point.
TYPED_TEST(SegmentsBesideSolids, MeetOrAreApart) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for_each_question<TypeParam>([&](const TypeParam& q, const std::string& which) {
    const T radius = static_cast<T>(0.25 * TypeParam::norm_of(q.box.half));
    const auto r = q.with_solid([&](const auto& solid) {
      const abut::Capsule<T, D> capsule{q.segment.a, q.segment.b, radius};
      return q.with(solid, capsule, [](const auto& x, const auto& y) { return abut::overlap(x, y); });
    });
    const auto body = [&](bool of_solid) {
      const bool is_a = of_solid;
      return is_a ? q.TypeParam::PlacedPair::body_a(q.vertices(true))
                  : q.TypeParam::PlacedPair::body_b(q.vertices(false));
    };
    const Body<D> a = body(true), b = body(false);
    const Real gap = distance(a, b).lower - Real(radius), size = q.size() + Real(radius);
    const Real slack = 16 * abut::epsilon_of<T> * (size + norm(exact(r.point)));
    EXPECT_TRUE(!r.apart || gap >= Real(r.lower)) << which;
    EXPECT_TRUE(!r.overlap || gap <= Real(r.upper) + slack) << which;
    EXPECT_TRUE(r.apart || r.overlap) << which;
    if (r.apart) {
      const Real along = lowest(b, exact(r.axis)) - highest(a, exact(r.axis)) - Real(radius) * norm(exact(r.axis));
      EXPECT_TRUE(Real(r.lower) - along <= slack) << which;
    } else {
      EXPECT_TRUE(outside(exact(r.point), a) <= slack && outside(exact(r.point), b) <= slack + Real(radius)) << which;
    }
  });
}

}  // namespace
}  // namespace oracle
