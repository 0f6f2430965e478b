// Expected: abut: one operand is in float, the other in double
#include <abut/half_space.hpp>
#include <abut/separation.hpp>
#include <abut/shapes.hpp>

int main() { static_cast<void>(abut::separation(abut::HalfSpace3d{}, abut::Box3f{})); }
