/// From a shape as it was written to one that can be asked.
#pragma once

#include "record/shape_input.hpp"

#include <abut/half_space.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace abut::tool {

/// One side of a question.
struct OperandInput {
  std::string_view name;  ///< "a" or "b": its field, with pose_a and ra
  const ShapeInput& shape;
  const Object* pose;  ///< null: none was given
  double extra;        ///< the radius by which it is inflated, not negative
};

/// The shape behind one type, so that a query is compiled once and not for every pair of kinds.
template <Scalar T, int D>
struct Operand {
  std::vector<Vec<T, D>> points;      ///< of a point set, whose shape is a view of them
  std::shared_ptr<const void> owner;  ///< of the shape, whatever its kind
  ShapeRef<T, D> shape = origin;
  std::optional<Pose<T, D>> pose;

  Placed<ShapeRef<T, D>> placed() const { return place(shape, pose.value_or(Pose<T, D>{})); }

 private:
  static inline const Point<T, D> origin{};  ///< until there is a shape
};

/// A list of points, rounded to T. Throws RecordError, which names the point, unless there is one and each has D coordinates.
template <Scalar T, int D>
std::vector<Vec<T, D>> rounded_points(std::string_view where, const Points& points);

/// D numbers of a field, rounded to T, which for a direction are not all zero; and one number that may be infinite. Throw RecordError,
/// which names the field.
template <Scalar T, int D>
Vec<T, D> rounded_vector(std::string_view where, const std::vector<double>& numbers);
template <Scalar T, int D>
Vec<T, D> rounded_direction(std::string_view where, const std::vector<double>& numbers);
template <Scalar T>
T rounded_number(std::string_view where, double number);

/// Rounds the numbers to T. Throws RecordError, which names the field, unless they make a shape of D dimensions. A half-space is
/// no shape.
template <Scalar T, int D>
Operand<T, D> operand_of(const OperandInput& input);

/// The one operand that is not a shape.
template <Scalar T, int D>
struct HalfSpaceOperand {
  HalfSpace<T, D> half_space;
  std::optional<Pose<T, D>> pose;

  PlacedHalfSpace<T, D> placed() const { return place(half_space, pose.value_or(Pose<T, D>{})); }
};

bool is_half_space(const OperandInput& input);

/// Only of an operand that is one. Throws as above.
template <Scalar T, int D>
HalfSpaceOperand<T, D> half_space_of(const OperandInput& input);

extern template std::vector<Vec2f> rounded_points(std::string_view, const Points&);
extern template std::vector<Vec3f> rounded_points(std::string_view, const Points&);
extern template std::vector<Vec2d> rounded_points(std::string_view, const Points&);
extern template std::vector<Vec3d> rounded_points(std::string_view, const Points&);
extern template Vec2f rounded_direction(std::string_view, const std::vector<double>&);
extern template Vec3f rounded_direction(std::string_view, const std::vector<double>&);
extern template Vec2d rounded_direction(std::string_view, const std::vector<double>&);
extern template Vec3d rounded_direction(std::string_view, const std::vector<double>&);
extern template Vec2f rounded_vector(std::string_view, const std::vector<double>&);
extern template Vec3f rounded_vector(std::string_view, const std::vector<double>&);
extern template Vec2d rounded_vector(std::string_view, const std::vector<double>&);
extern template Vec3d rounded_vector(std::string_view, const std::vector<double>&);
extern template float rounded_number(std::string_view, double);
extern template double rounded_number(std::string_view, double);
extern template Operand<float, 2> operand_of(const OperandInput&);
extern template Operand<float, 3> operand_of(const OperandInput&);
extern template Operand<double, 2> operand_of(const OperandInput&);
extern template Operand<double, 3> operand_of(const OperandInput&);
extern template HalfSpaceOperand<float, 2> half_space_of(const OperandInput&);
extern template HalfSpaceOperand<float, 3> half_space_of(const OperandInput&);
extern template HalfSpaceOperand<double, 2> half_space_of(const OperandInput&);
extern template HalfSpaceOperand<double, 3> half_space_of(const OperandInput&);

}  // namespace abut::tool
