// Trace a query and draw the simplices of its iterations, with abut and the standard library alone.
#include <abut/abut.hpp>
#include <abut/minkowski_difference.hpp>
#include <fstream>
#include <span>
#include <string>

using namespace abut;

void draw(std::ofstream& svg, std::span<const Vec2d> points, const char* style) {
  svg << "<polygon style='" << style << "' points='";
  for (const Vec2d& p : points) svg << 40 + 60 * p.x << ',' << 240 - 60 * p.y << ' ';
  svg << "'/>\n";
}

int main(int, char** argv) {
  const Vec2d triangle[] = {{0, 0}, {2, 0}, {1, 1.5}}, kite[] = {{3, 1}, {4, 1.5}, {4, 2.5}, {2.5, 2}};
  const auto a = *PointSet2d::from(triangle), b = *PointSet2d::from(kite);
  const std::string path = argv[1] != nullptr ? argv[1] : "trace.svg";
  std::ofstream svg(path);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 330 300' stroke-linejoin='round'>\n";
  const auto outline = minkowski_polygon(a, b);  // B - A, whose distance from the origin is what is asked for
  draw(svg, outline, "fill:#e9e2f6;stroke:#8f7cc0");
  const auto gap = distance(a, b, {}, [&](const GjkStep<2>& step) {
    draw(svg, std::span(step.simplex).first(std::size_t(step.count)),
         "fill:#c3e6c6;fill-opacity:0.5;stroke:#3b8a5a;stroke-width:3");
  });
  const Vec2d nearest[] = {{0, 0}, gap.point_b - gap.point_a};
  draw(svg, nearest, "fill:none;stroke:#3f4259;stroke-width:2");
  svg << "</svg>\n";
  return svg.flush() && gap.status == Status::converged ? 0 : 1;
}
