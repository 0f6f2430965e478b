#include "hull/side.hpp"

namespace abut::detail {

namespace {

constexpr int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

Vec3d magnitudes(const Vec3d& v) { return {absolute(v.x), absolute(v.y), absolute(v.z)}; }

/// The cross product with every sign made positive.
Vec3d permanent(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x};
}

/// Whether a step had a rounding error.
struct Plain {
  bool rounded = false;

  double difference(double a, double b) { return take(exact_sum(a, -b)); }
  double product(double a, double b) { return take(exact_product(a, b)); }
  double take(const Exact& x) {
    rounded = rounded || x.low != 0;
    return x.high;
  }
  double minor(double a, double b, double c, double d) { return difference(product(a, d), product(b, c)); }
};

/// The determinant of differences without a rounding error, or not at all.
bool plain_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d, double& result) {
  Plain plain;
  const auto minus = [&plain](const Vec3d& p, const Vec3d& q) {
    return Vec3d{plain.difference(p.x, q.x), plain.difference(p.y, q.y), plain.difference(p.z, q.z)};
  };
  const Vec3d e = minus(b, a), f = minus(c, a), g = minus(d, a);
  if (plain.rounded) return false;
  const double x = plain.product(plain.minor(e.y, e.z, f.y, f.z), g.x);
  const double y = plain.product(plain.minor(e.z, e.x, f.z, f.x), g.y);
  const double z = plain.product(plain.minor(e.x, e.y, f.x, f.y), g.z);
  result = plain.difference(plain.difference(x, -y), -z);
  return !plain.rounded;
}

/// What the rounding of a determinant is measured by: all its terms, made positive.
double permanent(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return dot(permanent(magnitudes(b - a), magnitudes(c - a)), magnitudes(d - a));
}

struct TwiceVector {
  Exact x, y, z;
};

TwiceVector twice_differences(const Vec3d& a, const Vec3d& b) {
  return {twice_difference(a.x, b.x), twice_difference(a.y, b.y), twice_difference(a.z, b.z)};
}

TwiceVector twice_cross(const TwiceVector& a, const TwiceVector& b) {
  return {twice_minor(a.y, a.z, b.y, b.z), twice_minor(a.z, a.x, b.z, b.x), twice_minor(a.x, a.y, b.x, b.y)};
}

Exact twice_dot(const TwiceVector& a, const TwiceVector& b) {
  return twice_sum(twice_sum(twice_product(a.x, b.x), twice_product(a.y, b.y)), twice_product(a.z, b.z));
}

double twice_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const TwiceVector n = twice_cross(twice_differences(b, a), twice_differences(c, a));
  return twice_dot(n, twice_differences(d, a)).high;
}

Expansion<16> exact_minor(const Expansion<2>& a, const Expansion<2>& b, const Expansion<2>& c, const Expansion<2>& d) {
  return a * d + -(b * c);
}

struct ExactVector {
  Expansion<2> x, y, z;
};

ExactVector exact_difference(const Vec3d& a, const Vec3d& b) {
  return {expansion_of(exact_sum(a.x, -b.x)), expansion_of(exact_sum(a.y, -b.y)), expansion_of(exact_sum(a.z, -b.z))};
}

Expansion<192> exact_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const ExactVector e = exact_difference(b, a), f = exact_difference(c, a), g = exact_difference(d, a);
  return (exact_minor(e.y, e.z, f.y, f.z) * g.x + exact_minor(e.z, e.x, f.z, f.x) * g.y) +
         exact_minor(e.x, e.y, f.x, f.y) * g.z;
}

/// Below these parts of the permanent, twice the digits, off by 2^-99 of it, are not enough: for 2^-19 of a volume; and for 2^-53 of an area, because a normal
/// whose components are off by more tilts the plane of a needle out of its ends.
constexpr double too_thin_volume = 0x1p-80, too_thin_area = 0x1p-46;

}  // namespace

double accurate_determinant(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
  const Exact ex = twice_difference(b.x, a.x), ey = twice_difference(b.y, a.y);
  const Exact fx = twice_difference(c.x, a.x), fy = twice_difference(c.y, a.y);
  const double twice = twice_minor(ex, ey, fx, fy).high;
  const double terms = absolute(ex.high * fy.high) + absolute(ey.high * fx.high);
  if (absolute(twice) > too_thin_area * terms) return twice;
  return exact_minor(expansion_of(ex), expansion_of(ey), expansion_of(fx), expansion_of(fy)).rounded();
}

Vec3d accurate_normal(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const double x = accurate_determinant(Vec2d{a.y, a.z}, {b.y, b.z}, {c.y, c.z});
  const double y = accurate_determinant(Vec2d{a.z, a.x}, {b.z, b.x}, {c.z, c.x});
  const double z = accurate_determinant(Vec2d{a.x, a.y}, {b.x, b.y}, {c.x, c.y});
  return {x, y, z};
}

double accurate_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const double twice = twice_determinant(a, b, c, d);
  if (absolute(twice) > too_thin_volume * permanent(a, b, c, d)) return twice;
  return exact_determinant(a, b, c, d).rounded();
}

int exact_side_of_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return exact_determinant(a, b, c, d).sign();
}

Plane::Plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& side)
    : a_(a), b_(b), c_(c), normal_(cross(b - a, c - a)) {
  // 8 roundings, and one for those of the bound itself.
  bound_ = 9 * unit_roundoff * dot(permanent(magnitudes(b - a), magnitudes(c - a)), side);
}

int Plane::careful_side(const Vec3d& p) const {
  if (p == a_ || p == b_ || p == c_) return 0;
  const double terms = permanent(a_, b_, c_, p), h = height(p);
  if (absolute(h) > 9 * unit_roundoff * terms) return sign(h);
  double plain = 0;
  if (plain_determinant(a_, b_, c_, p, plain)) return sign(plain);
  // Twice the digits: products 8 u^2, sums below 12 u^2 each; in all less than 64 u^2 of the permanent, doubled for safety.
  const double twice = twice_determinant(a_, b_, c_, p);
  if (absolute(twice) > 128 * unit_roundoff * unit_roundoff * terms) return sign(twice);
  return exact_side_of_plane(a_, b_, c_, p);
}

}  // namespace abut::detail
