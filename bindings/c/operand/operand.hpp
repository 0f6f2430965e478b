/// A shape or half-space of a query, read from an abut_shape. Nothing is allocated: the shape is stored in the operand.
#pragma once

#include "read_shape.hpp"
#include "reader.hpp"

#include <abut.h>
#include <abut/compose.hpp>
#include <abut/half_space.hpp>
#include <abut/shape_ref.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <type_traits>

namespace abut::c_api {

template <Scalar T, int D>
class Operand {
 public:
  Operand(const abut_shape& shape, std::int32_t where) : read_(shape.numbers, where) {
    read_shape(read_, shape, [this](const auto& s, T radius) { this->hold(s, radius); });
    pose_ = pose_of(read_, shape);
  }
  Operand(const Operand&) = delete;  // the reference is to a member
  Operand(Operand&&) = delete;
  Operand& operator=(const Operand&) = delete;
  Operand& operator=(Operand&&) = delete;
  ~Operand() = default;

  const Fault& fault() const { return read_.fault(); }
  bool is_half_space() const { return half_space_.has_value(); }
  bool has_pose() const { return pose_.has_value(); }

  // The following are valid only without a fault.
  const ShapeRef<T, D>& shape() const { return shape_; }
  const HalfSpace<T, D>& half_space() const { return *half_space_; }
  Pose<T, D> pose() const { return pose_.value_or(Pose<T, D>{}); }
  Placed<ShapeRef<T, D>> placed() const { return place(shape_, pose()); }
  PlacedHalfSpace<T, D> placed_half_space() const { return place(*half_space_, pose()); }

 private:
  using Largest = Inflated<PointSet<T, D>>;

  template <Shape S>
  void hold(const S& shape) {
    static_assert(sizeof(S) <= sizeof(room_) && alignof(S) <= alignof(std::max_align_t));
    static_assert(std::is_trivially_destructible_v<S>);
    shape_ = ShapeRef<T, D>(*new (room_) S(shape));
  }
  template <Shape S>
  void hold(const S& shape, T radius) {
    if (radius > 0) {
      hold(inflate(shape, radius));
    } else {
      hold(shape);
    }
  }
  void hold(const HalfSpace<T, D>& half_space, T) { half_space_ = half_space; }

  static inline const Point<T, D> origin_{};  ///< what shape_ refers to if there is no shape

  alignas(std::max_align_t) std::byte room_[sizeof(Largest) + 12 * sizeof(T)];
  Reader<T, D> read_;
  ShapeRef<T, D> shape_ = origin_;
  std::optional<HalfSpace<T, D>> half_space_;
  std::optional<Pose<T, D>> pose_;
};

}  // namespace abut::c_api
