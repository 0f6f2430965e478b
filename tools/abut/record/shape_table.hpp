/// The kinds of shapes a record may hold, and the operands they make.
#pragma once

#include "record/record.hpp"

#include <abut/half_space.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace abut::tool {

/// Null if no kind has that name.
const ShapeKind* find_shape_kind(std::string_view name);

/// What a member of a shape or a pose holds, whatever the kind.
enum class MemberType { text, number, numbers, points, unknown };
MemberType member_type(std::string_view name);

/// One of the two shapes of a record.
struct OperandInput {
  std::string_view name;  ///< "a" or "b": its field, with pose_a and ra
  const ShapeInput& shape;
  const Object* pose;  ///< null: none was given
  double extra;        ///< the radius by which it is inflated, not negative

  bool is_half_space() const;
};

/// A type-erased shape, so that a query is instantiated once and not for every pair of kinds.
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

/// The one operand that is not a shape.
template <Scalar T, int D>
struct HalfSpaceOperand {
  HalfSpace<T, D> half_space;
  std::optional<Pose<T, D>> pose;

  PlacedHalfSpace<T, D> placed() const { return place(half_space, pose.value_or(Pose<T, D>{})); }
};

/// Both round the numbers to T, and throw RecordError, which names the field, unless they make a shape of D dimensions.
/// The first takes any kind but a half-space, the second only that.
template <Scalar T, int D>
Operand<T, D> operand_of(const OperandInput& input);
template <Scalar T, int D>
HalfSpaceOperand<T, D> half_space_of(const OperandInput& input);

/// The shapes of an op about two of them.
struct OperandPair {
  int dim;
  OperandInput a, b;
  bool rounded;  ///< the answer is a signed distance: that was the op, or a radius was given, be it 0

  bool has_half_space() const { return a.is_half_space() || b.is_half_space(); }
};

/// A pose, its numbers rounded to T. Throws RecordError, which names the field, unless they make one. `where`: "pose_a".
template <Scalar T, int D>
Pose<T, D> pose_of(const std::string& where, const Object& object);

/// 2 or 3. Throws RecordError if the record says neither.
int dimension_of(const Record& record);

/// Both throw RecordError unless the record has all of it. The result refers to the record.
OperandPair operand_pair_of(const Record& record);
/// The shape `a` of an op about one shape.
OperandInput single_operand_of(const Record& record);

/// f(a, b) of two shapes, placed if one of them has a pose.
template <Scalar T, int D, class F>
auto apply(const Operand<T, D>& a, const Operand<T, D>& b, F f) {
  return a.pose || b.pose ? f(a.placed(), b.placed()) : f(a.shape, b.shape);
}

/// f(a, b) of a half-space and a shape, in the order of the record. Throws RecordError if both are half-spaces.
template <Scalar T, int D, class F>
auto apply_to_half_space(const OperandPair& pair, F f) {
  const bool first = pair.a.is_half_space();
  if (first && pair.b.is_half_space()) throw RecordError("a, b: two half-spaces, one of them must be a shape");
  const auto h = half_space_of<T, D>(first ? pair.a : pair.b);
  const auto s = operand_of<T, D>(first ? pair.b : pair.a);
  if (h.pose || s.pose) return first ? f(h.placed(), s.placed()) : f(s.placed(), h.placed());
  return first ? f(h.half_space, s.shape) : f(s.shape, h.half_space);
}

/// f(a, b) of the operands, whatever their kinds.
template <Scalar T, int D, class F>
auto apply_to_operands(const OperandPair& pair, F f) {
  if (pair.has_half_space()) return apply_to_half_space<T, D>(pair, f);
  const auto a = operand_of<T, D>(pair.a), b = operand_of<T, D>(pair.b);  // in this order: the message is about a first
  return apply(a, b, f);
}

/// f(a) of an operand, whatever its kind.
template <Scalar T, int D, class F>
auto apply_to_operand(const OperandInput& input, F f) {
  if (input.is_half_space()) {
    const auto h = half_space_of<T, D>(input);
    return h.pose ? f(h.placed()) : f(h.half_space);
  }
  const auto a = operand_of<T, D>(input);
  return a.pose ? f(a.placed()) : f(a.shape);
}

extern template Operand<float, 2> operand_of(const OperandInput&);
extern template Operand<float, 3> operand_of(const OperandInput&);
extern template Operand<double, 2> operand_of(const OperandInput&);
extern template Operand<double, 3> operand_of(const OperandInput&);
extern template HalfSpaceOperand<float, 2> half_space_of(const OperandInput&);
extern template HalfSpaceOperand<float, 3> half_space_of(const OperandInput&);
extern template HalfSpaceOperand<double, 2> half_space_of(const OperandInput&);
extern template HalfSpaceOperand<double, 3> half_space_of(const OperandInput&);
extern template Pose<float, 2> pose_of(const std::string&, const Object&);
extern template Pose<float, 3> pose_of(const std::string&, const Object&);
extern template Pose<double, 2> pose_of(const std::string&, const Object&);
extern template Pose<double, 3> pose_of(const std::string&, const Object&);

}  // namespace abut::tool
