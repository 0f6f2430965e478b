/// Checks the parts of a compound, and builds its tree.
#pragma once

#include <abut/compound.hpp>
#include <abut/detail/bvh/sphere_tree.hpp>
#include <abut/detail/composite/depth/hull_of_parts.hpp>
#include <abut/detail/composite/part_at_pose.hpp>

namespace abut::detail {

template <class T, int D>
AnyShape<T, D> hull_of_body(const SharedBody<T, D>& body) {
  return {HullOfParts<T, D>(body->ref), body};
}

/// The box of a part in the compound, rounded outward; infinite if it is not valid or too large.
template <Scalar T, int D>
Aabb<T, D> box_of_part(const CompoundPartRef<T, D>& part) {
  return part.pose != nullptr ? aabb(place(part.shape, *part.pose)) : aabb(part.shape);
}

/// Returns f(the shape of a part, or the hull of a body, as a ShapeRef in the frame of the compound).
template <Scalar T, int D, class F>
auto with_hull_of_part(const CompoundPartRef<T, D>& part, const F& f) {
  if (part.pose == nullptr) return f(part.shape);
  const PartAtPose<T, D> placed(part.shape, *part.pose);
  return f(ShapeRef<T, D>(placed));
}

/// Whether it may be a part; else the kind of the error is set. The box of the part is looked at elsewhere.
template <Scalar T, int D>
bool is_valid_part(const CompoundPart<T, D>& part, CompoundError::Kind& kind) {
  using Kind = CompoundError::Kind;
  const CompositeRef<T, D>* const body = part.body();
  if (part.hull().is_half_space()) {
    kind = Kind::half_space;
  } else if (body != nullptr && body->part_count == 0) {
    kind = Kind::no_body;
  } else if (body != nullptr && body->kind == PartKind::shapes) {
    kind = Kind::compound;
  } else if (part.pose() != nullptr && !is_valid(*part.pose())) {
    kind = Kind::bad_pose;
  } else if (body != nullptr ? !is_valid(*body) : !is_valid(part.hull().shape(), enclosure(part.hull().shape()))) {
    kind = Kind::bad_shape;
  } else {
    return true;
  }
  return false;
}

template <class T, int D>
bool build_compound(CompoundData<T, D>& data, CompoundError& error) {
  using Kind = CompoundError::Kind;
  const std::size_t count = data.parts.size();
  const auto fails = [&error](Kind kind, std::size_t index) {
    error = {kind, index};
    return false;
  };
  if (count == 0) return fails(Kind::no_parts, 0);
  if (count > BvhChild::most_parts) return fails(Kind::too_many_parts, BvhChild::most_parts);
  std::vector<Aabb<T, D>> boxes;
  data.refs.reserve(count);
  boxes.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const CompoundPart<T, D>& part = data.parts[i];
    Kind kind{};
    if (!is_valid_part(part, kind)) return fails(kind, i);
    const CompoundPartRef<T, D>& ref =
        data.refs.emplace_back(CompoundPartRef<T, D>{part.hull().shape(), part.pose(), part.body()});
    const Aabb<T, D>& box = boxes.emplace_back(box_of_part(ref));
    if (!is_finite(box.min) || !is_finite(box.max)) return fails(Kind::too_large, i);
    const SupportError e =
        with_hull_of_part(ref, [](const ShapeRef<T, D>& s) { return support_error(s, enclosure(s)); });
    data.part_error.height = e.height > data.part_error.height ? e.height : data.part_error.height;
    data.part_error.point = e.point > data.part_error.point ? e.point : data.part_error.point;
    data.has_bodies = data.has_bodies || part.is_body();
  }
  data.tree = build_sphere_tree<T, D>(
      static_cast<std::uint32_t>(count), [&](std::uint32_t i) { return boxes[i]; },
      [&](std::uint32_t i, const BvhFrame<D>& frame, const BvhBox<D>& box) {
        return with_hull_of_part(data.refs[i], [&](const ShapeRef<T, D>& s) { return sphere_around(s, frame, box); });
      },
      BvhLeaves::cheap, ExecutorRef(InOrder{}));
  return true;
}

}  // namespace abut::detail
