// Expected: abut: the second operand is a Vec, not a shape: a point is Point2f{v} or Point3f{v}
#include <abut/distance.hpp>
#include <abut/shapes.hpp>

int main() { static_cast<void>(abut::distance(abut::Box3f{}, abut::Vec3f{1, 2, 3})); }
