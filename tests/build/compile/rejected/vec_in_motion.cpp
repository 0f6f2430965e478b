// Expected: abut: the second operand is a Vec, not a shape: a point is Point2f{v} or Point3f{v}
#include <abut/shapes.hpp>
#include <abut/time_of_impact.hpp>

int main() { static_cast<void>(abut::time_of_impact(abut::moving(abut::Box3f{}, abut::Motion3f{}), abut::Vec3f{})); }
