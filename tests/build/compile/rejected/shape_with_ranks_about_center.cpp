// Expected: abut: ranks_about_center of a shape is now called support_is_relative_to_center
#include <abut/distance.hpp>
#include <abut/shapes.hpp>

struct Dot {
  abut::Vec2f support(abut::Vec2f) const { return center; }
  abut::Vec2f center;
  static constexpr bool ranks_about_center = true;
};

int main() { static_cast<void>(abut::distance(Dot{}, place(abut::Box2f{}, {}))); }
