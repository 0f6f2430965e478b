// Expected: abut: one operand is 2D, the other 3D
#include <abut/distance.hpp>
#include <abut/shapes.hpp>

int main() { static_cast<void>(abut::distance(abut::Box3f{}, abut::Box2f{})); }
