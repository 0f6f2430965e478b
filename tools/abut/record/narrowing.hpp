/// Numbers of a record, checked and rounded to the scalar of a query.
#pragma once

#include "record/record.hpp"

#include <abut/vec.hpp>

#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace abut::tool {

// Each throws RecordError, which names the field. `where` is the field: "a", "pose_a", "a.half".

/// The nearest number of type T. `where()` returns the field, and is called only for the message.
template <Scalar T, class Where>
T narrowed(double x, Where where) {
  const T narrow = static_cast<T>(x);
  if (!is_finite(narrow)) throw RecordError(where() + ": too large for float");
  return narrow;
}

template <Scalar T>
T number_of(std::string_view where, double x) {
  return narrowed<T>(x, [&] { return std::string(where); });
}

/// A length: not negative.
template <Scalar T>
T length_of(std::string_view where, double x) {
  if (x < 0) throw RecordError(fmt::format("{}: negative", where));
  return number_of<T>(where, x);
}

template <Scalar T>
T length_or(std::string_view where, const std::optional<double>& field, T otherwise) {
  return field ? length_of<T>(where, *field) : otherwise;
}

inline void require_count(std::string_view where, std::size_t count, std::size_t expected) {
  if (count == expected) return;
  throw RecordError(fmt::format("{}: has {} numbers, expected {}", where, count, expected));
}

template <Scalar T, int D>
Vec<T, D> vector_of(std::string_view where, const std::vector<double>& numbers) {
  require_count(where, numbers.size(), D);
  Vec<T, D> v;
  for (int i = 0; i < D; ++i) {
    v[i] = narrowed<T>(numbers[static_cast<std::size_t>(i)], [&] { return fmt::format("{}[{}]", where, i); });
  }
  return v;
}

/// A vector that is not zero after rounding.
template <Scalar T, int D>
Vec<T, D> direction_of(std::string_view where, const std::vector<double>& numbers) {
  const Vec<T, D> v = vector_of<T, D>(where, numbers);
  if (v != Vec<T, D>{}) return v;
  throw RecordError(fmt::format("{}: all zero{}", where, std::same_as<T, float> ? ", rounded to float" : ""));
}

/// At least one point, and D coordinates to each. A dimension error names the first point that shows it.
template <Scalar T, int D>
std::vector<Vec<T, D>> points_of(std::string_view where, const Points& points) {
  if (points.count == 0) throw RecordError(fmt::format("{}: empty point set", where));
  Points::Odd odd{0, points.width};
  if (odd.width == D && points.odd) odd = *points.odd;
  if (odd.width != D) {
    throw RecordError(fmt::format("{}[{}]: has {} coordinates, expected {}", where, odd.index, odd.width, D));
  }
  std::vector<Vec<T, D>> result(points.count);
  const double* next = points.coordinates.data();
  for (std::size_t i = 0; i < points.count; ++i) {
    for (int k = 0; k < D; ++k) {
      result[i][k] = narrowed<T>(*next++, [&] { return fmt::format("{}[{}][{}]", where, i, k); });
    }
  }
  return result;
}

}  // namespace abut::tool
