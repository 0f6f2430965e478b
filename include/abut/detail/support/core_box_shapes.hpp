/// The closed forms of CoreBox for the shapes of shapes.hpp, with their rounding.
#pragma once

#include <abut/detail/support/core_box.hpp>
#include <abut/shapes.hpp>

namespace abut::detail {

/// A core of one to four given points: `Derived::points(s)` returns them as an array.
template <class Derived, Scalar T, int D>
struct CornersBox : KnownBox<D> {
  ABUT_INLINE static double arm(const auto& s) {
    const auto v = Derived::points(s);
    return arm_of_points(v.p, v.count);
  }
  ABUT_INLINE static Extremes<D> local(const auto& s) {
    const auto v = Derived::points(s);
    return extremes(v.p, v.count);
  }
  ABUT_INLINE static Extremes<D> turned(const auto& s, const Matrix<D>& m) {
    const auto v = Derived::points(s);
    return turned_points(v.p, v.count, m);
  }

 private:
  friend Derived;
  CornersBox() = default;  // no other class can derive from this one
};

template <Scalar T, int D, std::size_t N>
struct CornerArray {
  static constexpr std::size_t count = N;
  Vec<T, D> p[N];
};

template <Scalar T, int D>
struct CoreBox<Point<T, D>> : CornersBox<CoreBox<Point<T, D>>, T, D> {
  static CornerArray<T, D, 1> points(const Point<T, D>& s) { return {{s.p}}; }
};

template <Scalar T, int D>
struct CoreBox<Segment<T, D>> : CornersBox<CoreBox<Segment<T, D>>, T, D> {
  static CornerArray<T, D, 2> points(const Segment<T, D>& s) { return {{s.a, s.b}}; }
};

template <Scalar T, int D>
struct CoreBox<Triangle<T, D>> : CornersBox<CoreBox<Triangle<T, D>>, T, D> {
  static CornerArray<T, D, 3> points(const Triangle<T, D>& s) { return {{s.a, s.b, s.c}}; }
};

template <Scalar T, int D>
struct CoreBox<Tetrahedron<T, D>> : CornersBox<CoreBox<Tetrahedron<T, D>>, T, D> {
  static CornerArray<T, D, 4> points(const Tetrahedron<T, D>& s) { return {{s.a, s.b, s.c, s.d}}; }
};

template <Scalar T, int D>
struct CoreBox<Ball<T, D>> : CornersBox<CoreBox<Ball<T, D>>, T, D> {
  static CornerArray<T, D, 1> points(const Ball<T, D>& s) { return {{s.center}}; }
  static bool is_valid(const Ball<T, D>& s) { return s.radius >= 0; }
  static double radius(const Ball<T, D>& s) { return double(s.radius); }
};

template <Scalar T, int D>
struct CoreBox<Capsule<T, D>> : CornersBox<CoreBox<Capsule<T, D>>, T, D> {
  static CornerArray<T, D, 2> points(const Capsule<T, D>& s) { return {{s.a, s.b}}; }
  static bool is_valid(const Capsule<T, D>& s) { return s.radius >= 0; }
  static double radius(const Capsule<T, D>& s) { return double(s.radius); }
};

/// Row by row |R| half: the products (1) and the sums (2 in 3D) round as those of a point do.
template <Scalar T, int D>
struct CoreBox<Box<T, D>> : KnownBox<D> {
  static bool is_valid(const Box<T, D>& s) { return s.is_valid(); }
  static double arm(const Box<T, D>& s) { return sum_of_magnitudes(s.half); }
  static Extremes<D> local(const Box<T, D>& s) { return symmetric(widen(s.half)); }
  ABUT_INLINE static Extremes<D> turned(const Box<T, D>& s, const Matrix<D>& m) {
    const Vec<double, D> h = widen(s.half);
    const auto along = [&h](const Vec<double, D>& row) {
      double e = absolute(row.x) * h.x + absolute(row.y) * h.y;
      if constexpr (D == 3) e += absolute(row.z) * h.z;
      return e;
    };
    if constexpr (D == 2) {
      return symmetric(Vec2d{along(m.row[0]), along(m.row[1])});
    } else {
      return symmetric(Vec3d{along(m.row[0]), along(m.row[1]), along(m.row[2])});
    }
  }
};

/// The half extent is |S R_i|, where S = diag(radii) and R_i is row i. A product has 1 rounding, its square 3, their
/// sum 2 more (1 in 2D); the root halves them and adds 1: 3.5 roundings (3 in 2D) of a number that is at most the
/// largest radius. Squares of double radii are scaled; those that underflow are too small to count.
template <Scalar T, int D>
struct CoreBox<Ellipsoid<T, D>> : KnownBox<D> {
  static bool is_valid(const Ellipsoid<T, D>& s) { return s.is_valid(); }
  static double arm(const Ellipsoid<T, D>& s) { return double(max_abs(s.radii)); }
  static Extremes<D> local(const Ellipsoid<T, D>& s) { return symmetric(widen(s.radii)); }
  ABUT_INLINE static Extremes<D> turned(const Ellipsoid<T, D>& s, const Matrix<D>& m) {
    const double scale = std::same_as<T, float> ? 1 : inverse_power_of_two(double(max_abs(s.radii)));
    const Vec<double, D> r = widen(s.radii) * scale;
    const auto along = [&](const Vec<double, D>& row) {
      const double e = square_root(norm_squared(times(row, r)));
      return std::same_as<T, float> ? e : e / scale;
    };
    if constexpr (D == 2) {
      return symmetric(Vec2d{along(m.row[0]), along(m.row[1])});
    } else {
      return symmetric(Vec3d{along(m.row[0]), along(m.row[1]), along(m.row[2])});
    }
  }
};

/// The height of a row along the axis k, and across it: the root of two squares, with 2 roundings.
struct AxisHeights {
  double along, across;

  ABUT_INLINE AxisHeights(const Vec3d& row, int k) : along(row[k]) {
    const double xx = row.x * row.x, yy = row.y * row.y, zz = row.z * row.z;
    across = square_root(k == 0 ? yy + zz : k == 1 ? xx + zz : xx + yy);
  }
};

/// Half the extent is h |R_ik| + r |R_i across k|: one rounding of the first term, 3 of the second and one of the sum,
/// at most 4 of the length of (h, r).
template <Scalar T>
struct CoreBox<Cylinder<T>> : KnownBox<3> {
  static bool is_valid(const Cylinder<T>& s) { return s.is_valid(); }
  static double arm(const Cylinder<T>& s) { return double(s.radius) + double(s.half_height); }
  static Extremes<3> local(const Cylinder<T>& s) {
    Vec3d half{double(s.radius), double(s.radius), double(s.radius)};
    half[static_cast<int>(s.axis)] = double(s.half_height);
    return symmetric(half);
  }
  ABUT_INLINE static Extremes<3> turned(const Cylinder<T>& s, const Matrix<3>& m) {
    const auto extent = [&](const Vec3d& row) {
      const AxisHeights a(row, static_cast<int>(s.axis));
      return absolute(a.along) * double(s.half_height) + a.across * double(s.radius);
    };
    return symmetric(Vec3d{extent(m.row[0]), extent(m.row[1]), extent(m.row[2])});
  }
};

/// The outer one of the apex, at h R_ik, and of the rim, about -h R_ik. The rim rounds as that of the cylinder.
template <Scalar T>
struct CoreBox<Cone<T>> : KnownBox<3> {
  static bool is_valid(const Cone<T>& s) { return s.is_valid(); }
  static double arm(const Cone<T>& s) { return double(s.radius) + double(s.half_height); }
  static Extremes<3> local(const Cone<T>& s) {
    Vec3d half{double(s.radius), double(s.radius), double(s.radius)};
    half[static_cast<int>(s.axis)] = double(s.half_height);
    return symmetric(half);
  }
  ABUT_INLINE static Extremes<3> turned(const Cone<T>& s, const Matrix<3>& m) {
    Extremes<3> e;
    const auto extent = [&](const Vec3d& row, double& low, double& high) {
      const AxisHeights a(row, static_cast<int>(s.axis));
      const double apex = a.along * double(s.half_height), rim = a.across * double(s.radius);
      const double above = rim - apex, below = -apex - rim;
      low = apex < below ? apex : below;
      high = apex > above ? apex : above;
    };
    extent(m.row[0], e.low.x, e.high.x);
    extent(m.row[1], e.low.y, e.high.y);
    extent(m.row[2], e.low.z, e.high.z);
    return e;
  }
};

template <Scalar T, int D>
struct CoreBox<PointSet<T, D>> : KnownBox<D> {
  static double arm(const PointSet<T, D>& s) { return norm_from<T>(s.center()) + s.bounding_radius(); }
  static Extremes<D> local(const PointSet<T, D>& s) { return extremes(s.points().data(), s.points().size()); }
  static Extremes<D> turned(const PointSet<T, D>& s, const Matrix<D>& m) {
    return turned_points(s.points().data(), s.points().size(), m);
  }
};

}  // namespace abut::detail
