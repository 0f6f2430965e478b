/// Volume, center of mass and second moments of a solid of unit density: what its inertia is made of.
#pragma once

#include <abut/pose.hpp>

namespace abut::detail {

/// In 2D `volume` is the area, and only the sum of `squares` counts: the inertia about the centroid.
template <int D>
struct Moments {
  double volume = 0;
  Vec<double, D> centroid{};
  Vec<double, D> squares{};   ///< the integrals of x^2, y^2 (, z^2), measured from the centroid
  Vec<double, 3> products{};  ///< the integrals of y z, z x and x y, likewise; unused in 2D
};

/// Adds weight * v v^T.
template <int D>
void add_square(Moments<D>& m, const Vec<double, D>& v, double weight) {
  for (int i = 0; i < D; ++i) m.squares[i] += weight * (v[i] * v[i]);
  if constexpr (D == 3) m.products += Vec3d{v.y * v.z, v.z * v.x, v.x * v.y} * weight;
}

/// The moments of a set that was multiplied by `scale`, a power of two, but for the centroid.
template <int D>
Moments<D> unscaled(Moments<D> m, double scale) {
  for (int i = 0; i < D; ++i) m.volume /= scale;
  for (int i = 0; i < D + 2; ++i) {
    for (int k = 0; k < D; ++k) m.squares[k] /= scale;
    for (int k = 0; k < 3; ++k) m.products[k] /= scale;
  }
  return m;
}

/// R C R^T for the matrix C of second moments. In 2D the sum of the squares does not change.
inline void rotate(Moments<2>&, const Matrix<2>&) {}
inline void rotate(Moments<3>& m, const Matrix<3>& r) {
  const Vec3d &s = m.squares, &p = m.products;
  const Matrix<3> c{{{s.x, p.z, p.y}, {p.z, s.y, p.x}, {p.y, p.x, s.z}}};
  const Vec3d x = c * r.row[0], y = c * r.row[1], z = c * r.row[2];
  m.squares = {dot(r.row[0], x), dot(r.row[1], y), dot(r.row[2], z)};
  m.products = {dot(r.row[1], z), dot(r.row[2], x), dot(r.row[0], y)};
}

}  // namespace abut::detail
