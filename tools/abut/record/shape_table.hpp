/// The kinds of shapes a record may hold, and the operands they make.
#pragma once

#include "record/record.hpp"

#include <abut/any_shape.hpp>
#include <abut/half_space.hpp>
#include <abut/shape_ref.hpp>

#include <string_view>

namespace abut::tool {

/// Null if no kind has that name.
const ShapeKind* find_shape_kind(std::string_view name);

/// What a member of a shape or a pose holds, whatever the kind.
enum class MemberType { text, text_or_truth, number, numbers, points, indices, unknown };
MemberType member_type(std::string_view name);

/// The member that tells an object without `shape` to be a body of many parts, see record/bodies/body.hpp: `mesh`,
/// `solid`, `triangles`, `segments`, `points` or `compound`, or one that is nearly spelled so. Empty if there is none.
std::string_view telling_member(const Object& object);
bool is_body(const ShapeInput& input);
/// "meshes", "clouds of points" or "compounds". Requires is_body().
std::string_view plural_of_body(const ShapeInput& input);

/// One of the two shapes of a record.
struct OperandInput {
  std::string_view name;  ///< "a" or "b": its field, with pose_a and ra
  const ShapeInput& shape;
  const Object* pose;  ///< null: none was given
  double extra;        ///< the radius by which it is inflated, not negative

  bool is_half_space() const;
  bool is_body() const { return tool::is_body(shape); }
};

/// Both round the numbers to T, and throw RecordError, which names the field, unless they make a shape of D dimensions.
/// The first takes any kind but a half-space, the second only that.
template <Scalar T, int D>
AnyShape<T, D> operand_of(const OperandInput& input);
template <Scalar T, int D>
AnyShape<T, D> half_space_of(const OperandInput& input);

/// At its pose, or at one that changes nothing: the bounds allow for it. The operand must outlive the result.
template <Scalar T, int D>
Placed<ShapeRef<T, D>> placed(const AnyShape<T, D>& operand) {
  return place(operand.shape(), operand.pose() != nullptr ? *operand.pose() : Pose<T, D>{});
}
template <Scalar T, int D>
PlacedHalfSpace<T, D> placed_half_space(const AnyShape<T, D>& operand) {
  return place(*operand.template get_if<HalfSpace<T, D>>(), operand.pose() != nullptr ? *operand.pose() : Pose<T, D>{});
}

/// The shapes of an op about two of them.
struct OperandPair {
  int dim;
  OperandInput a, b;
  bool rounded;  ///< the answer is a signed distance: that was the op, or a radius was given, be it 0

  bool has_half_space() const { return a.is_half_space() || b.is_half_space(); }
};

/// A pose, its numbers rounded to T. Throws RecordError, which names the field, unless they make one. `where`:
/// "pose_a".
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
auto apply(const AnyShape<T, D>& a, const AnyShape<T, D>& b, F f) {
  const bool posed = a.pose() != nullptr || b.pose() != nullptr;
  return posed ? f(placed(a), placed(b)) : f(a.shape(), b.shape());
}

/// f(a, b) of a half-space and a shape, in the order of the record. Throws RecordError if both are half-spaces.
template <Scalar T, int D, class F>
auto apply_to_half_space(const OperandPair& pair, F f) {
  const bool first = pair.a.is_half_space();
  if (first && pair.b.is_half_space()) throw RecordError("a, b: two half-spaces, one of them must be a shape");
  const auto h = half_space_of<T, D>(first ? pair.a : pair.b);
  const auto s = operand_of<T, D>(first ? pair.b : pair.a);
  if (h.pose() != nullptr || s.pose() != nullptr) {
    return first ? f(placed_half_space(h), placed(s)) : f(placed(s), placed_half_space(h));
  }
  const HalfSpace<T, D>& plane = *h.template get_if<HalfSpace<T, D>>();
  return first ? f(plane, s.shape()) : f(s.shape(), plane);
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
  return f(input.is_half_space() ? half_space_of<T, D>(input) : operand_of<T, D>(input));
}

extern template AnyShape<float, 2> operand_of(const OperandInput&);
extern template AnyShape<float, 3> operand_of(const OperandInput&);
extern template AnyShape<double, 2> operand_of(const OperandInput&);
extern template AnyShape<double, 3> operand_of(const OperandInput&);
extern template AnyShape<float, 2> half_space_of(const OperandInput&);
extern template AnyShape<float, 3> half_space_of(const OperandInput&);
extern template AnyShape<double, 2> half_space_of(const OperandInput&);
extern template AnyShape<double, 3> half_space_of(const OperandInput&);
extern template Pose<float, 2> pose_of(const std::string&, const Object&);
extern template Pose<float, 3> pose_of(const std::string&, const Object&);
extern template Pose<double, 2> pose_of(const std::string&, const Object&);
extern template Pose<double, 3> pose_of(const std::string&, const Object&);

}  // namespace abut::tool
