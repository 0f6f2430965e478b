/// Bounding spheres of the parts of a leaf, for parts that are no simplices: balls, and shapes of any kind.
///
/// A part that is a ball, or a point, is its own sphere: then the distance of the spheres bounds that of the parts from
/// above, too. The rounding is that of vertices (bvh/simplices.hpp): a center is off by no more than a vertex is, and
/// the distance of two centers is a height along the vector between them. Radii are rounded up, by less than 2 v of
/// themselves, and no larger than 1.75 times the reach of the tree; their sums and differences with the distance round
/// by 3 v of 5.25 L: together with the 43 v L of a vector less than simplex_slack.
#pragma once

#include <abut/detail/bvh/frame.hpp>
#include <abut/detail/numeric/float4_vec.hpp>
#include <abut/shape_ref.hpp>

namespace abut::detail {

/// The parts of a leaf, each in a sphere. Places without a part repeat the first one.
template <int D>
struct BvhSpheres : LeafParts {
  float center[D][width];
  float radius[width];  ///< of a ball; of any other shape, minus the radius of a sphere around it
};

static_assert(sizeof(BvhSpheres<3>) == 80 && sizeof(BvhSpheres<2>) == 64);

/// A sphere in the frame of a tree.
template <int D>
struct BvhSphere {
  Vec<float, D> center;
  float radius;  ///< as in BvhSpheres
};

template <int D>
void set_sphere(BvhSpheres<D>& leaf, int lane, const BvhSphere<D>& sphere) {
  for (int i = 0; i < D; ++i) leaf.center[i][lane] = sphere.center[i];
  leaf.radius[lane] = sphere.radius;
}

/// The sphere around a box: its half diagonal, for which 1.75 exceeds the square root of three.
template <int D>
BvhSphere<D> sphere_around(const BvhBox<D>& box) {
  Vec<float, D> center;
  double most = 0;
  for (int i = 0; i < D; ++i) {
    center[i] = narrow<float>((double(box.min[i]) + double(box.max[i])) * 0.5);
    const double below = double(center[i]) - double(box.min[i]), above = double(box.max[i]) - double(center[i]);
    const double half = below > above ? below : above;
    most += half * half;
  }
  return {center, -round_up<float>(square_root(most) * (1 + 0x1p-40))};
}

/// The sphere around a shape of the body, whose box is given: that which the shape states, or that of the box if it is
/// smaller, or if the center is not in the box.
template <Scalar T, int D>
BvhSphere<D> sphere_around(const ShapeRef<T, D>& shape, const BvhFrame<D>& frame, const BvhBox<D>& box) {
  const Enclosure<D> ball = enclosure(shape);
  const BvhSphere<D> of_box = sphere_around(box);
  const Vec<float, D> center = frame.nearest(ball.center);
  bool is_inside = true;
  for (int i = 0; i < D; ++i) is_inside = is_inside && center[i] >= box.min[i] && center[i] <= box.max[i];
  if (!is_inside) return of_box;
  // The bounding radius may be rounded as a float is, support points may be off by their error.
  const double error = support_error(shape, ball).height * unit_roundoff;
  const double radius = (ball.reach * (1 + 0x1p-20) + shape.radius() + error) * (1 + 0x1p-50) / frame.unit();
  if (ball.reach == 0) return {center, round_up<float>(radius)};
  return radius < -double(of_box.radius) ? BvhSphere<D>{center, -round_up<float>(radius)} : of_box;
}

/// Four spheres side by side.
template <int D>
struct Spheres {
  Float4Vec<D> center;
  Float4 radius;
  Float4 inner;  ///< the radius of a ball; of another shape minus infinity: no distance is known from above
};

}  // namespace abut::detail
