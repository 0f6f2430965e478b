/// The point of a simplex closest to the origin, by trying every feature, to 113 bits.
#pragma once

#include "quad/quad.hpp"

namespace abut::test {

/// Weights of the point closest to the origin in the affine hull of v[0] ... v[n-1]: the Gram system of the edges, by
/// Gaussian elimination with the largest pivot. False if the vertices are not affinely independent.
template <int D>
bool nearest_weights(const QuadVec<D>* v, int n, Quad* weight) {
  Quad m[3][4];
  const int k = n - 1;
  for (int i = 0; i < k; ++i) {
    for (int j = 0; j < k; ++j) m[i][j] = dot(v[i + 1] - v[0], v[j + 1] - v[0]);
    m[i][k] = -dot(v[0], v[i + 1] - v[0]);
  }
  for (int column = 0; column < k; ++column) {
    int pivot = column;
    for (int i = column; i < k; ++i) pivot = absolute(m[i][column]) > absolute(m[pivot][column]) ? i : pivot;
    if (m[pivot][column] == 0) return false;
    for (int j = 0; j <= k; ++j) {
      const Quad swapped = m[column][j];
      m[column][j] = m[pivot][j];
      m[pivot][j] = swapped;
    }
    for (int i = 0; i < k; ++i) {
      if (i == column) continue;
      const Quad factor = m[i][column] / m[column][column];
      for (int j = column; j <= k; ++j) m[i][j] -= factor * m[column][j];
    }
  }
  weight[0] = 1;
  for (int i = 0; i < k; ++i) {
    weight[i + 1] = m[i][k] / m[i][i];
    weight[0] -= weight[i + 1];
  }
  return true;
}

/// The distance of the origin from the simplex v[0] ... v[n-1].
template <int D>
Quad distance_to_simplex(const QuadVec<D>* v, int n) {
  Quad best = dot(v[0], v[0]);
  for (unsigned mask = 1; mask < 1U << n; ++mask) {
    QuadVec<D> part[4];
    int count = 0;
    for (int i = 0; i < n; ++i) {
      if ((mask >> i & 1U) != 0) part[count++] = v[i];
    }
    Quad weight[4];
    if (!nearest_weights(part, count, weight)) continue;
    QuadVec<D> p;
    bool inside = true;
    for (int i = 0; i < count; ++i) inside = inside && weight[i] >= 0, p = p + part[i] * weight[i];
    if (inside && dot(p, p) < best) best = dot(p, p);
  }
  return square_root(best);
}

}  // namespace abut::test
