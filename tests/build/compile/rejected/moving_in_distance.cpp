// Expected: abut: moving(shape, motion) is for time_of_impact: other verbs take place(shape, pose)
#include <abut/distance.hpp>
#include <abut/motion.hpp>
#include <abut/shapes.hpp>

int main() { static_cast<void>(abut::distance(abut::moving(abut::Box3f{}, abut::Motion3f{}), abut::Box3f{})); }
