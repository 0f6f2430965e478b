#include "io/decimal.hpp"

#include <fmt/format.h>
#include <cmath>
#include <cstdlib>

namespace abut::tool {

/// Reading a decimal is monotone: if it reads back as less than x, it is less than x.
std::string outward(double x, Toward toward, int digits) {
  if (x == 0 || !std::isfinite(x)) return fmt::format("{}", x == 0 ? 0.0 : x);
  const double last_digit = std::pow(10, std::floor(std::log10(std::abs(x))) + 1 - digits);
  const double step = toward == Toward::down ? -last_digit : last_digit;
  for (int steps = 0;; ++steps) {
    const std::string text = fmt::format("{:#.{}g}", x + steps * step, digits);
    const double read = std::strtod(text.c_str(), nullptr);
    const bool outside = toward == Toward::down ? read < x : read > x;
    const bool exact = read == x && std::trunc(x * 256) == x * 256 && std::abs(x) < 1e4;
    if (outside || exact || steps == 4) return text;
  }
}

}  // namespace abut::tool
