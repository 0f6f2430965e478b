// Expected: abut: sharp of a shape is now called radius_belongs_to_core
#include <abut/distance.hpp>
#include <abut/shapes.hpp>

struct Dot {
  abut::Vec2f support(abut::Vec2f) const { return center; }
  abut::Vec2f center;
  static constexpr bool sharp = true;
};

int main() { static_cast<void>(abut::distance(Dot{}, place(abut::Box2f{}, {}))); }
