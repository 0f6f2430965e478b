// Expected: abut: nothing moves: wrap one of the two in moving(shape, motion), or ask distance()
#include <abut/shapes.hpp>
#include <abut/time_of_impact.hpp>

int main() { static_cast<void>(abut::time_of_impact(abut::Box3f{}, abut::Box3f{})); }
