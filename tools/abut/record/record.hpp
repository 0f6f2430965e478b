/// One line of input: plain numbers that have not been checked against a dimension yet.
#pragma once

#include "record/record_error.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace abut::tool {

struct Op;         // answer/op_table.hpp
struct ShapeKind;  // record/shape_table.hpp

/// All coordinates in a row, whatever the dimension will be.
struct Points {
  std::vector<double> coordinates;
  std::size_t count = 0;
  std::size_t width = 0;  ///< coordinates of the first point

  /// The first point that has another number of coordinates.
  struct Odd {
    std::size_t index, width;
  };
  std::optional<Odd> odd;
};

/// The parts of a mesh, all indices in a row.
struct Indices {
  std::vector<std::uint32_t> indices;
  std::size_t count = 0;
  std::size_t width = 0;  ///< indices of the first part

  using Odd = Points::Odd;  ///< the first part that has another number of indices
  std::optional<Odd> odd;
};

struct PartInput;

/// A shape, a body, a pose or a sweep written as an object. A member's name decides what it holds: `radius` a number
/// wherever it stands, `axis` a text. A member of an unknown name holds nothing.
struct Object {
  using Member = std::variant<std::monostate, double, std::string, std::vector<double>, Points, Indices, bool>;

  std::vector<std::pair<std::string, Member>> members;
  const ShapeKind* kind = nullptr;  ///< of the member `shape`; null: there is none, or its text names no kind
  std::vector<PartInput> parts;     ///< of the member `compound`, which holds nothing itself

  const Member* find(std::string_view name) const {
    for (const auto& [member, value] : members) {
      if (member == name) return &value;
    }
    return nullptr;
  }
};

/// A list of points, the name of a shape, an object with the member `shape`, or a body of parts: see is_body().
using ShapeInput = std::variant<Points, std::string, Object>;

/// A part of a compound. Only an object has a pose beside its own members.
struct PartInput {
  ShapeInput shape;
  std::optional<Object> pose;
};

/// A motion, written as an object whose member `start` is an object in turn.
struct MotionInput {
  Object members;  ///< `start` among them, which holds nothing there
  std::optional<Object> start;
};

struct Record {
  std::string id = "null";  ///< as it was written, JSON: echoed and never interpreted
  std::optional<std::string> op_name;
  const Op* op = nullptr;  ///< null: no op was given, or none has that name
  std::optional<double> dim;
  std::optional<ShapeInput> a, b;
  std::optional<Object> pose_a, pose_b;
  std::optional<double> ra, rb;

  // Fields of some ops alone, see Op::inputs and Op::options.
  std::optional<Points> points;
  std::optional<std::vector<double>> point, direction, origin, translation, translation_b, dir, v;
  std::optional<ShapeInput> hull;
  std::optional<double> max_t, target, target_tolerance, tol;
  std::optional<std::string> at_start;
  std::optional<MotionInput> motion_a, motion_b;
  std::optional<Object> sweep_a, sweep_b;
  std::optional<double> cutoff, tolerance, margin, max_points;
  std::optional<std::string> method;

  /// What is wrong with the line, or the first thing that is wrong with a field; else empty.
  std::string error;
};

}  // namespace abut::tool
