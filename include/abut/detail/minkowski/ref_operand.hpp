/// A type-erased operand: a ShapeRef, placed or not. Queries of these are compiled once, in the library.
///
/// Whether the shapes are placed is decided at run time: shapes without poses are not rotated, and round less.
#pragma once

#include <abut/compiled.hpp>
#include <abut/detail/minkowski/core_and_pose.hpp>
#include <abut/shape_ref.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

template <Scalar T, int D>
struct RefOperand {
  ShapeRef<T, D> shape;
  const Pose<T, D>* pose;  ///< null if the shape is not placed
};

template <class S>
inline constexpr bool is_shape_ref = false;
template <Scalar T, int D>
inline constexpr bool is_shape_ref<ShapeRef<T, D>> = true;

/// Whether a ShapeRef knows as much of the shape as the shape itself. One that says only at run time whether it is a
/// segment would no longer be answered in closed form.
template <class Core>
inline constexpr bool keeps_its_kind = is_shape_ref<Core> || !requires(const Core& core) { core.core_vertices(); };

template <class A>
inline constexpr bool is_erased =
    is_shape_ref<typename CoreAndPose<A>::Core> || (is_type_erasing && keeps_its_kind<typename CoreAndPose<A>::Core>);

/// Whether the library answers the query of A and B: it is untraced, and both are ShapeRefs, placed or not, or are to
/// be treated like them.
template <class A, class B, class Trace = NoTrace>
inline constexpr bool is_compiled = has_library && is_untraced<Trace> && is_erased<A> && is_erased<B>;

/// Refers to the shape and to its pose: both must outlive it.
template <Shape S>
RefOperand<ScalarOf<S>, dimension_of<S>> ref_operand(const S& shape) {
  return {shape, nullptr};
}
template <Shape S>
RefOperand<ScalarOf<S>, dimension_of<S>> ref_operand(const Placed<S>& placed) {
  return {placed.shape, &placed.pose};
}

/// One of two operands of which at least one is placed. Both are rotated then, one of them perhaps by the identity,
/// which rounds nothing and is not counted. So one instance of a query answers whichever of the two is placed.
template <Scalar T, int D>
struct PosedRef : Placed<ShapeRef<T, D>> {
  bool is_placed;

  explicit PosedRef(const RefOperand<T, D>& a)
      : Placed<ShapeRef<T, D>>{a.shape, a.pose != nullptr ? *a.pose : Pose<T, D>{}}, is_placed(a.pose != nullptr) {}
};

template <Scalar T, int D>
struct CoreAndPose<PosedRef<T, D>> : CoreAndPose<Placed<ShapeRef<T, D>>> {
  bool has_pose;

  explicit CoreAndPose(const PosedRef<T, D>& a) : CoreAndPose<Placed<ShapeRef<T, D>>>(a), has_pose(a.is_placed) {}
  bool is_placed() const { return has_pose; }
};

template <Scalar T, int D>
RefOperand<T, D> ref_operand(const PosedRef<T, D>& posed) {
  return {posed.shape, posed.is_placed ? &posed.pose : nullptr};
}

/// Returns f(a), with the operand as a shape again.
template <Scalar T, int D, class F>
auto with_shape(const RefOperand<T, D>& a, const F& f) {
  return a.pose != nullptr ? f(Placed<ShapeRef<T, D>>{a.shape, *a.pose}) : f(a.shape);
}

/// Returns f(a, b), with both operands as shapes again.
template <Scalar T, int D, class F>
auto with_shapes(const RefOperand<T, D>& a, const RefOperand<T, D>& b, const F& f) {
  return a.pose != nullptr || b.pose != nullptr ? f(PosedRef<T, D>(a), PosedRef<T, D>(b)) : f(a.shape, b.shape);
}

}  // namespace abut::detail
