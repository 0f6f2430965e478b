// A shape of your own is a struct with a support function; a plain function works, too.
#include <abut/abut.hpp>
#include <cmath>
#include <cstdio>

using namespace abut;

// recipe: your own shape
// The points with |x| + |y| <= 1.
struct Diamond {
  SupportPoint<Vec2f> support(Vec2f d) const {
    const bool along_x = std::abs(d.x) > std::abs(d.y);
    const float side = (along_x ? d.x : d.y) > 0 ? 1.0f : -1.0f;
    return {along_x ? Vec2f{side, 0} : Vec2f{0, side}, along_x ? (side > 0 ? 0U : 1U) : (side > 0 ? 2U : 3U)};
  }
};
// end

int main() {
  // recipe: your own function
  // Its points are exact. A shape that computes its points also states their error: see SupportError.
  const auto square = custom<Vec2f>([](Vec2f d) { return Vec2f{d.x > 0 ? 1.0f : -1.0f, d.y > 0 ? 1.0f : -1.0f}; });
  const auto gap = distance(Diamond{}, place(inflate(square, 0.5f), {.p = {4, 0}}));
  // end
  std::printf("%s after %d steps: %.9g <= distance <= %.9g\n", to_string(gap.status), gap.iterations, double(gap.lower),
              double(gap.upper));
  return gap.lower <= 1.5f && 1.5f <= gap.upper ? 0 : 1;
}
