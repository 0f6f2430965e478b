/// Shapes and poses as they were written: plain numbers that nobody has checked against a dimension yet.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace abut::tool {

/// Why a record can not be answered. Begins with the field, if there is one: "b[3][1]: not a finite number".
struct RecordError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

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

/// A shape or a pose written as an object. A member's name decides what it holds: `radius` a number wherever it
/// stands, `axis` a text. A member of an unknown name holds nothing.
struct Object {
  using Member = std::variant<std::monostate, double, std::string, std::vector<double>, Points>;

  std::vector<std::pair<std::string, Member>> members;

  const Member* find(std::string_view name) const {
    for (const auto& [member, value] : members) {
      if (member == name) return &value;
    }
    return nullptr;
  }
};

/// A list of points, a name of the catalogue, or an object with the member `shape`.
using ShapeInput = std::variant<Points, std::string, Object>;

}  // namespace abut::tool
