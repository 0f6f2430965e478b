// Expected: abut: a compound copies no body
#include <abut/compound.hpp>
#include <abut/mesh.hpp>

abut::CompoundPart3f part_of(const abut::Mesh3f& mesh) { return mesh; }
