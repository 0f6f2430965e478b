/// The side of a line or plane through given points on which another point is, in integers, without error: the judge of
/// hulls.
#pragma once

#include "oracle/judge/integer.hpp"

#include <abut/vec.hpp>

#include <array>
#include <span>
#include <vector>

namespace oracle {

/// Points by index. Exact in one of three ways: in double if a bound on its rounding proves the sign, in 128-bit
/// integers if the coordinates are multiples of a power of two and below 2^38 times that, else in integers of any size.
template <class T, int D>
class ExactPoints {
 public:
  explicit ExactPoints(std::span<const abut::Vec<T, D>> points) : points_(points) {
    int lowest = 2000, highest = -2000;
    for (const auto& p : points) {
      for (int k = 0; k < D; ++k) {
        const auto x = static_cast<double>(p[k]);
        if (x == 0) continue;
        int exponent = 0;
        const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
        lowest = std::min(lowest, exponent - 53 + __builtin_ctzll(static_cast<std::uint64_t>(mantissa)));
        highest = std::max(highest, exponent);
      }
    }
    shift_ = lowest > highest ? 0 : -lowest;
    if (highest - lowest > 38) return;
    for (const auto& p : points) {
      for (int k = 0; k < D; ++k) {
        small_.push_back(static_cast<std::int64_t>(std::ldexp(static_cast<double>(p[k]), shift_)));
      }
    }
  }

  /// The sign of det(b - a, c - a): positive if a, b, c turn counter-clockwise. In 3D: of the projection along `axis`.
  int side(std::size_t a, std::size_t b, std::size_t c, int axis = 2) const {
    const int i = (axis + 1) % 3, k = (axis + 2) % 3;
    return decide<2>({a, b, c}, {i, k, 0});
  }
  /// The sign of det(b - a, c - a, d - a): positive if a, b, c turn counter-clockwise seen from d.
  int side_of_plane(std::size_t a, std::size_t b, std::size_t c, std::size_t d) const {
    return decide<3>({a, b, c, d}, {0, 1, 2});
  }
  bool are_in_line(std::size_t a, std::size_t b, std::size_t c) const {
    if constexpr (D == 2) {
      return side(a, b, c) == 0;
    } else {
      return side(a, b, c, 0) == 0 && side(a, b, c, 1) == 0 && side(a, b, c, 2) == 0;
    }
  }

 private:
  __extension__ typedef __int128 Wide;

  template <class N>
  static N minor(const N& a, const N& b, const N& c, const N& d) {
    return a * d - b * c;
  }
  template <class N>
  static N determinant(const std::array<std::array<N, 2>, 2>& m) {
    return minor(m[0][0], m[0][1], m[1][0], m[1][1]);
  }
  template <class N>
  static N determinant(const std::array<std::array<N, 3>, 3>& m) {
    return m[2][0] * minor(m[0][1], m[0][2], m[1][1], m[1][2]) + m[2][1] * minor(m[0][2], m[0][0], m[1][2], m[1][0]) +
           m[2][2] * minor(m[0][0], m[0][1], m[1][0], m[1][1]);
  }

  /// Rows: the differences from the first point.
  template <int R, class N, class Read>
  static std::array<std::array<N, R>, R> matrix(const std::array<std::size_t, R + 1>& points,
                                                const std::array<int, 3>& axes, Read read) {
    std::array<std::array<N, R>, R> m;
    for (std::size_t i = 0; i < R; ++i) {
      for (std::size_t k = 0; k < R; ++k) m[i][k] = read(points[i + 1], axes[k]) - read(points[0], axes[k]);
    }
    return m;
  }

  template <int R>
  int decide(const std::array<std::size_t, R + 1>& points, const std::array<int, 3>& axes) const {
    for (std::size_t i = 0; i <= R; ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (points_[points[i]] == points_[points[k]]) return 0;
      }
    }
    const auto number = [this](std::size_t i, int k) { return static_cast<double>(points_[i][k]); };
    if (!small_.empty()) {
      const auto whole = [this](std::size_t i, int k) { return Wide{small_[D * i + static_cast<std::size_t>(k)]}; };
      const Wide d = determinant(matrix<R, Wide>(points, axes, whole));
      return d > 0 ? 1 : d < 0 ? -1 : 0;
    }
    if (const int s = rounded(matrix<R, double>(points, axes, number)); s != 0) return s;
    const auto whole = [&](std::size_t i, int k) { return Integer::scaled(number(i, k), shift_); };
    return determinant(matrix<R, Integer>(points, axes, whole)).sign();
  }

  /// The sign if rounding can not have changed it, else 0. The sum of all terms in absolute value bounds the error,
  /// with fewer than 16 roundings. Only for numbers of which no product of three overflows or underflows.
  template <std::size_t R>
  static int rounded(std::array<std::array<double, R>, R> m) {
    const double d = determinant(m);
    for (auto& row : m) {
      for (double& x : row) {
        x = std::abs(x);
        if (x != 0 && !(x > 0x1p-340 && x < 0x1p340)) return 0;
      }
    }
    double terms = 0;
    if constexpr (R == 2) {
      terms = m[0][0] * m[1][1] + m[0][1] * m[1][0];
    } else {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t k = (i + 1) % 3, l = (i + 2) % 3;
        terms += m[2][i] * (m[0][k] * m[1][l] + m[0][l] * m[1][k]);
      }
    }
    const double error = 16 * 0x1p-53 * terms;
    return d > error ? 1 : d < -error ? -1 : 0;
  }

  std::span<const abut::Vec<T, D>> points_;
  int shift_ = 0;
  std::vector<std::int64_t> small_;  // all coordinates, if they have few bits
};

}  // namespace oracle
