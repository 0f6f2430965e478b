/// mass_properties(): against sums over tetrahedra and triangles, and integrals over slices, in 113 bits.
#include "oracle/draw/numbers.hpp"
#include "oracle/draw/spaces.hpp"
#include "oracle/judge/curved.hpp"

#include <abut/hull.hpp>
#include <abut/mass.hpp>
#include <abut/polygon.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace oracle {
namespace {

using abut::mass_properties;

template <class S>
struct MassProperties : ::testing::Test {};
TYPED_TEST_SUITE(MassProperties, Spaces);

const Real real_pi = Real(0x1.921fb54442d18p+1) + Real(0x1.1a62633145c07p-53);

/// The integrals of 1, x and x x^T about the origin of the frame.
template <int D>
struct Integrals {
  Real one = 0;
  Vector<D> first{};
  Vector<D> second[D] = {};

  /// Adds a simplex: volume v, corners p; the integral of x x^T is v / ((D + 1) (D + 2)) (sum p p^T + s s^T), s = sum
  /// p.
  void add_simplex(const Vector<D> (&p)[D + 1]) {
    Real v = 0;
    if constexpr (D == 2) {
      const Vector<2> a = p[1] - p[0], b = p[2] - p[0];
      v = (a[0] * b[1] - a[1] * b[0]) / 2;
    } else {
      v = dot(cross(p[1] - p[0], p[2] - p[0]), p[3] - p[0]) / 6;
    }
    Vector<D> s;
    for (const auto& c : p) s = s + c;
    one += v;
    first = first + s * (v / (D + 1));
    for (const auto& c : p) add_square(c, v / ((D + 1) * (D + 2)));
    add_square(s, v / ((D + 1) * (D + 2)));
  }
  void add_square(const Vector<D>& c, Real weight) {
    for (int i = 0; i < D; ++i) second[i] = second[i] + c * (c[i] * weight);
  }
  /// Adds the slices of height z along axis k from z0 to z1, whose area and second moments along the axes (about the
  /// axis) are slice(z): polynomials of degree 4 at most with z^2, which Boole's rule integrates exactly.
  template <class F>
  void add_slices(int k, Real z0, Real z1, const F& slice) {
    const int weights[] = {7, 32, 12, 32, 7};
    for (int j = 0; j < 5; ++j) {
      const Real z = z0 + (z1 - z0) * j / 4, w = (z1 - z0) * weights[j] / 90;
      const Vector<3> s = slice(z);  // the second moments across; the entry k is the area
      one += w * s[k];
      first[k] += w * z * s[k];
      for (int i = 0; i < 3; ++i) second[i][i] += w * (i == k ? z * z * s[k] : s[i]);
    }
  }
  /// Of an ellipse with the squared radii along the axes: pi a b, and pi a b a^2 / 4.
  static Vector<3> ellipse(int k, Real aa, Real bb) {
    Vector<3> s;
    const Real area = real_pi * square_root(aa * bb);
    s[k] = area;
    s[(k + 1) % 3] = area * aa / 4;
    s[(k + 2) % 3] = area * bb / 4;
    return s;
  }

  Vector<D> centroid() const { return one > 0 ? first * (1 / one) : first; }
  /// The entry i, j of x x^T about the centroid.
  Real moment(int i, int j) const { return one > 0 ? second[i][j] - first[i] * first[j] / one : Real(0); }
  Integrals placed(const Matrix<D>& m, const Vector<D>& p) const {
    Integrals r;
    r.one = one;
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j < D; ++j) {
        for (int k = 0; k < D; ++k) {
          for (int l = 0; l < D; ++l) r.second[i][j] += m.row[i][k] * moment(k, l) * m.row[j][l];
        }
      }
    }
    const Vector<D> g = m * centroid() + p;
    r.first = g * one;
    r.add_square(g, one);
    return r;
  }
};

template <class T, int D>
struct MassJudge {
  using V = abut::Vec<T, D>;

  /// The error allowed, in units of u: see mass.hpp.
  void expect(const abut::Mass<T, D>& m, const Integrals<D>& truth, Real extent, Real far, double roundings,
              const std::string& what) {
    const Real u = abut::detail::unit_roundoff, step = abut::detail::unit_roundoff_of<T>;
    const Real thin = Real(0x1p-96) * (D == 2 ? extent * extent : extent * extent * extent);
    const Real volume = truth.one;
    EXPECT_TRUE(absolute(m.volume - volume) <= (16 * u + step) * volume + thin)
        << what << " volume " << m.volume << ", not " << narrow(volume);
    const bool is_flat = !(volume > 0);
    for (int i = 0; i < D && !is_flat; ++i) {
      const Real room = 16 * u * extent + (32 * u + step) * (far + extent) + thin / volume * extent;
      EXPECT_TRUE(absolute(m.centroid[i] - truth.centroid()[i]) <= room) << what << " centroid " << i;
    }
    // The subtraction of the judge loses what the shape is away from the origin.
    const Real judge = Real(0x1p-100) * volume * (far + extent) * (far + extent);
    if constexpr (D == 2) {
      const Real i = truth.moment(0, 0) + truth.moment(1, 1);
      EXPECT_TRUE(absolute(m.inertia - i) <= (roundings * u + step) * i + thin * extent * extent + judge)
          << what << " inertia " << m.inertia << ", not " << narrow(i);
    } else {
      const auto at = [&](int i, int j) { return truth.moment(i, j); };
      const Real xx = at(1, 1) + at(2, 2), yy = at(0, 0) + at(2, 2), zz = at(0, 0) + at(1, 1);
      const Real most = xx > yy ? (xx > zz ? xx : zz) : (yy > zz ? yy : zz);
      const Real room = (roundings * u + step) * most + thin * extent * extent + judge;
      const Real entries[] = {xx, yy, zz, -at(0, 1), -at(0, 2), -at(1, 2)};
      const T found[] = {m.inertia.xx, m.inertia.yy, m.inertia.zz, m.inertia.xy, m.inertia.xz, m.inertia.yz};
      for (int i = 0; i < 6; ++i) {
        EXPECT_TRUE(absolute(found[i] - entries[i]) <= room)
            << what << " inertia " << i << ": " << found[i] << ", not " << narrow(entries[i]);
      }
    }
  }

  template <class S>
  void shape(const S& s, const Integrals<D>& truth, const std::string& what) {
    const auto ball = abut::detail::enclosure(s);
    const Real extent = 2 * (Real(ball.reach) + abut::detail::radius(s)), far = norm(exact(ball.center));
    expect(mass_properties(s), truth, extent, far, 64, what);
    const auto pose = n.pose(n.random.chance(0.5) ? 1 : 100);
    const auto moved = truth.placed(matrix(pose.q), exact(pose.p));
    expect(mass_properties(s, pose), moved, extent, far + norm(exact(pose.p)), 112, "placed " + what);
    scaling(s, what);
  }

  template <class S>
  static S times(S s, T k) {
    const auto grow = [k](auto&... members) { ((members *= k), ...); };
    if constexpr (requires { s.half; }) grow(s.half);
    if constexpr (requires { s.radii; }) grow(s.radii);
    if constexpr (requires { s.half_height; }) grow(s.half_height);
    if constexpr (requires { s.radius; }) grow(s.radius);
    if constexpr (requires { s.center *= k; }) grow(s.center);
    if constexpr (requires { s.a; }) grow(s.a, s.b);
    if constexpr (requires { s.c; }) grow(s.c);
    if constexpr (requires { s.d; }) grow(s.d);
    return s;
  }

  /// Scaled by 2^k, the numbers are those times 2^k, 2^(D k) and 2^((D + 2) k), bit for bit.
  template <class S>
  void scaling(const S& s, const std::string& what) {
    if constexpr (std::is_aggregate_v<S>) {
      const int k = n.random.integer(-4, 4);
      const auto a = mass_properties(s), b = mass_properties(times(s, std::ldexp(T(1), k)));
      EXPECT_EQ(std::ldexp(a.volume, D * k), b.volume) << what;
      EXPECT_EQ(a.centroid * std::ldexp(T(1), k), b.centroid) << what;
      const auto same = [&](T x, T y) { EXPECT_EQ(std::ldexp(x, (D + 2) * k), y) << what; };
      if constexpr (D == 2) {
        same(a.inertia, b.inertia);
      } else {
        same(a.inertia.xx, b.inertia.xx);
        same(a.inertia.yy, b.inertia.yy);
        same(a.inertia.zz, b.inertia.zz);
        same(a.inertia.xy, b.inertia.xy);
        same(a.inertia.xz, b.inertia.xz);
        same(a.inertia.yz, b.inertia.yz);
      }
    }
  }

  Numbers<T, D> n;
};

/// A box as its D! simplices, each a path from the lowest corner to the highest.
template <int D>
Integrals<D> of_box(const Vector<D>& half) {
  Integrals<D> r;
  const int paths[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  const int paths2[2][2] = {{0, 1}, {1, 0}};
  for (int path = 0; path < (D == 2 ? 2 : 6); ++path) {
    Vector<D> p[D + 1];
    p[0] = half * -1;
    for (int i = 0; i < D; ++i) {
      const int axis = D == 2 ? paths2[path % 2][i % 2] : paths[path][i];
      p[i + 1] = p[i];
      p[i + 1][axis] = half[axis];
    }
    const bool odd = D == 2 ? path == 1 : path >= 3;
    if (odd) std::swap(p[0], p[1]);  // counter-clockwise
    r.add_simplex(p);
  }
  return r;
}

TYPED_TEST(MassProperties, OfPolytopes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  MassJudge<T, D> judge{{Random(51)}};
  auto& n = judge.n;
  for (int i = 0; i < 300; ++i) {
    const double far = n.random.chance(0.5) ? 0 : n.random.decade(0, 3);
    const auto box = n.box();
    judge.shape(box, of_box(exact(box.half)), "box");
    const auto offset = n.vec(far);
    const auto at = [&] { return n.vec(1) + offset; };
    Integrals<D> truth;
    if constexpr (D == 2) {
      abut::Triangle<T, 2> t{at(), at(), at()};
      if (n.random.chance(0.3)) t.c = t.a + (t.b - t.a) * n.number(-1, 1);  // a needle
      const Vector<2> p[] = {exact(t.a), exact(t.b), exact(t.c)}, q[] = {p[0], p[2], p[1]};
      truth.add_simplex(p);
      if (truth.one < 0) truth = {}, truth.add_simplex(q);
      judge.shape(t, truth, "triangle");
    } else {
      abut::Tetrahedron<T> t{at(), at(), at(), at()};
      if (n.random.chance(0.3)) t.d = t.a + (t.b - t.a) * n.number(0, 1) + (t.c - t.a) * n.number(0, 1);  // a sliver
      const Vector<3> p[] = {exact(t.a), exact(t.b), exact(t.c), exact(t.d)}, q[] = {p[0], p[2], p[1], p[3]};
      truth.add_simplex(p);
      if (truth.one < 0) truth = {}, truth.add_simplex(q);
      judge.shape(t, truth, "tetrahedron");
    }
    Points<T, D> points;
    const int count = n.random.integer(D + 1, 40);
    for (int k = 0; k < count; ++k) points.push_back(at());
    const auto hull = *abut::Hull<T, D>::from(points);
    truth = {};
    const Vector<D> apex = exact(hull.vertex(0));
    if constexpr (D == 2) {
      for (abut::VertexId k = 2; k < hull.vertex_count(); ++k) {
        truth.add_simplex({apex, exact(hull.vertex(k - 1)), exact(hull.vertex(k))});
      }
      const auto polygon = *abut::Polygon<T>::from(hull.vertices());
      judge.shape(polygon, truth, "polygon");
    } else {
      for (const auto& t : hull.triangles()) {
        truth.add_simplex({exact(hull.vertex(t[1])), exact(hull.vertex(t[0])), exact(hull.vertex(t[2])), apex});
      }
    }
    judge.shape(hull, truth, "hull");
    EXPECT_EQ(mass_properties(hull).volume, static_cast<T>(hull.measure()));
    const auto pose = n.pose(2);
    EXPECT_EQ(mass_properties(place(hull, pose)).volume, mass_properties(hull, pose).volume);
    EXPECT_EQ(mass_properties(place(hull, pose)).centroid, mass_properties(hull, pose).centroid);
  }
}

/// The ball and the ellipsoid in 3D, by slices along z; in 2D by the formulas of an ellipse, as a slice of its own.
template <int D>
Integrals<D> of_ellipsoid(const Vector<D>& r) {
  Integrals<D> t;
  if constexpr (D == 2) {
    t.one = real_pi * r[0] * r[1];
    for (int i = 0; i < 2; ++i) t.second[i][i] = t.one * r[i] * r[i] / 4;
  } else {
    t.add_slices(2, -r[2], r[2], [&](Real z) {
      const Real part = r[2] > 0 ? 1 - z * z / (r[2] * r[2]) : Real(1);
      return Integrals<3>::ellipse(2, r[0] * r[0] * part, r[1] * r[1] * part);
    });
  }
  return t;
}

/// Along x, about its middle. In 2D half a disk of radius r has the area pi r^2 / 2, the first moment 2 r^3 / 3 and the
/// second moments pi r^4 / 8 about its center; both halves are moved out by l / 2.
template <int D>
Integrals<D> of_capsule(Real l, Real r) {
  Integrals<D> t;
  if constexpr (D == 2) {
    Vector<2> half;
    half[0] = l / 2;
    half[1] = r;
    t = of_box(half);
    t.one += real_pi * r * r;
    t.second[0][0] += real_pi * r * r * r * r / 4 + 4 * l * r * r * r / 3 + l * l / 4 * real_pi * r * r;
    t.second[1][1] += real_pi * r * r * r * r / 4;
  } else {
    t.add_slices(0, -l / 2, l / 2, [&](Real) { return Integrals<3>::ellipse(0, r * r, r * r); });
    for (const int side : {-1, 1}) {
      const auto cap = [&](Real z) {
        const Real h = z - side * l / 2, rr = r * r - h * h;
        return Integrals<3>::ellipse(0, rr > 0 ? rr : 0, rr > 0 ? rr : 0);
      };
      if (side < 0) t.add_slices(0, -l / 2 - r, -l / 2, cap);
      if (side > 0) t.add_slices(0, l / 2, l / 2 + r, cap);
    }
  }
  return t;
}

/// A rotation matrix that takes x to the unit vector d.
template <int D>
Matrix<D> toward(const Vector<D>& d) {
  Matrix<D> m;
  if constexpr (D == 2) {
    m.row[0][0] = m.row[1][1] = d[0];
    m.row[1][0] = d[1];
    m.row[0][1] = -d[1];
  } else {
    Vector<3> other;
    other[absolute(d[0]) < Real(0.5) ? 0 : 1] = 1;
    const Vector<3> y = unit(cross(d, other)), z = cross(d, y);
    for (int i = 0; i < 3; ++i) {
      m.row[i][0] = d[i];
      m.row[i][1] = y[i];
      m.row[i][2] = z[i];
    }
  }
  return m;
}

TYPED_TEST(MassProperties, OfRoundShapes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  MassJudge<T, D> judge{{Random(52)}};
  auto& n = judge.n;
  for (int i = 0; i < 300; ++i) {
    const double far = n.random.chance(0.5) ? 1 : n.random.decade(0, 3);
    const auto egg = n.ellipsoid();
    judge.shape(egg, of_ellipsoid(exact(egg.radii)), "ellipsoid");
    const auto ball = n.ball(far);
    Vector<D> radii;
    for (int k = 0; k < D; ++k) radii[k] = ball.radius;
    Matrix<D> none = toward(exact(abut::detail::axis<double, D>(0)));
    if constexpr (D == 3) {
      none = {};
      for (int k = 0; k < 3; ++k) none.row[k][k] = 1;
    }
    judge.shape(ball, of_ellipsoid(radii).placed(none, exact(ball.center)), "ball");
    auto capsule = n.capsule(1);
    if (n.random.chance(0.1)) capsule.b = capsule.a;
    const Vector<D> a = exact(capsule.a), b = exact(capsule.b);
    const Real l = norm(b - a);
    const Vector<D> d = l > 0 ? unit(b - a) : exact(abut::detail::axis<double, D>(0));
    judge.shape(capsule, of_capsule<D>(l, capsule.radius).placed(toward(d), (a + b) * Real(0.5)), "capsule");
    if constexpr (D == 3) {
      for (const abut::Axis axis : {abut::Axis::x, abut::Axis::y, abut::Axis::z}) {
        const int k = static_cast<int>(axis);
        const abut::Cylinder<T> c{n.size(), n.size(), axis};
        const Real r = c.radius, h = c.half_height;
        Integrals<3> t;
        t.add_slices(k, -h, h, [&](Real) { return Integrals<3>::ellipse(k, r * r, r * r); });
        judge.shape(c, t, "cylinder");
        t = {};
        t.add_slices(k, -h, h, [&](Real z) {
          const Real at = h > 0 ? r * (h - z) / (2 * h) : Real(0);
          return Integrals<3>::ellipse(k, at * at, at * at);
        });
        judge.shape(abut::Cone<T>{c.radius, c.half_height, axis}, t, "cone");
      }
    }
  }
}

TYPED_TEST(MassProperties, OfFlatAndInvalidShapesIsZero) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto e = abut::detail::axis<T, D>(1);
  const auto expect_zero = [](const auto& m) {
    EXPECT_EQ(m.volume, T(0));
    if constexpr (D == 2) {
      EXPECT_EQ(m.inertia, T(0));
    } else {
      EXPECT_EQ(m.inertia.xx, T(0));
      EXPECT_EQ(m.inertia.xy, T(0));
    }
  };
  const abut::Segment<T, D> segment{e, e * T(3)};
  expect_zero(mass_properties(segment));
  EXPECT_EQ(mass_properties(segment).centroid, e * T(2));
  expect_zero(mass_properties(abut::Point<T, D>{e}));
  EXPECT_EQ(mass_properties(abut::Point<T, D>{e}).centroid, e);
  const Points<T, D> line{e, e * T(3), e * T(2)};
  expect_zero(mass_properties(*abut::Hull<T, D>::from(line)));
  EXPECT_EQ(mass_properties(*abut::Hull<T, D>::from(line)).centroid, e * T(2));
  expect_zero(mass_properties(abut::Box<T, D>{e}));
  if constexpr (D == 2) {
    const auto polygon = *abut::Polygon<T>::from(line);
    expect_zero(mass_properties(polygon));
    EXPECT_EQ(mass_properties(polygon).centroid, e * T(2));
  }
  if constexpr (D == 3) expect_zero(mass_properties(abut::Triangle<T, 3>{{}, {1, 0, 0}, {0, 1, 0}}));
  for (const T wrong : {T(-1), std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()}) {
    expect_zero(mass_properties(abut::Ball<T, D>{{}, wrong}));
    expect_zero(mass_properties(abut::Box<T, D>{e * wrong}));
    expect_zero(mass_properties(abut::Capsule<T, D>{{}, e, wrong}, {}));
    EXPECT_EQ(mass_properties(abut::Ball<T, D>{e, wrong}, {e, {}}).centroid, (abut::Vec<T, D>{}));
  }
  expect_zero(mass_properties(abut::Ball<T, D>{{}, T(1)}, {e * std::numeric_limits<T>::infinity(), {}}));
}

/// Intermediate results do not leave the range of double, as long as the volume is at least 2^-1000 of the cube of the
/// largest length; results beyond the range of T are infinite or 0.
TYPED_TEST(MassProperties, OfHugeAndTinyShapes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Limits = std::numeric_limits<T>;
  for (const int k : {Limits::max_exponent, Limits::min_exponent}) {
    const T x = std::ldexp(T(1), std::is_same_v<T, float> ? k - k / 16 : k / 4);
    abut::Box<T, D> slab;
    for (int i = 0; i < D; ++i) slab.half[i] = T(0.5);
    slab.half[0] = x;
    slab.half[1] = T(1) / x;
    EXPECT_EQ(mass_properties(slab).volume, T(4)) << k;
    for (int i = 0; i < D; ++i) slab.half[i] = std::ldexp(T(1), k - k / 16);
    EXPECT_EQ(mass_properties(slab).volume, k > 0 ? Limits::infinity() : T(0));
  }
  if constexpr (std::is_same_v<T, double> && D == 3) {
    const abut::Box<double, 3> plate{{0x1p600, 0x1p600, 0x1p-300}};
    EXPECT_EQ(mass_properties(plate).volume, 0x1p903);
  }
}

}  // namespace
}  // namespace oracle
