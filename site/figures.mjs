// Figures that follow the dark mode. The files of the repository stay as they are drawn; the site serves copies in
// which every color is a variable that has a second value on dark screens.
//
// A color of luminance Y and its dark counterpart, of luminance Z, have the same hue, and (Y + 0.05) (Z + 0.05) is the
// same for all. So the contrast of any two colors, (Y1 + 0.05) / (Y2 + 0.05) by WCAG, stays what it was, with light and
// dark exchanged, as far as a color of that luminance exists. Paper and panels become those of the site.

const fixed = { '#fdfbf7': '#1d1f2a', '#ffffff': '#262937' };
const lightest = 0.85; // a white text would be glaring

const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const encoded = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Oklab, by B. Ottosson: lightness, and two axes of color. */
function toLab([r, g, b]) {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The largest t in [0, 1] for which `holds`, which is true up to some t. */
function last(holds) {
  let low = 0,
    high = 1;
  if (holds(1)) return 1;
  for (let i = 0; i < 30; ++i) {
    const t = (low + high) / 2;
    if (holds(t)) low = t;
    else high = t;
  }
  return low;
}

const isColor = (rgb) => rgb.every((c) => c > -1e-6 && c < 1 + 1e-6);

/** The dark counterpart of #rrggbb. */
export function darkOf(hex) {
  if (hex in fixed) return fixed[hex];
  const rgb = channels(hex).map(linear),
    [, a, b] = toLab(rgb),
    card = luminance(channels(fixed['#ffffff']).map(linear));
  const wanted = Math.min(lightest, (1.05 * (card + 0.05)) / (luminance(rgb) + 0.05) - 0.05);
  const at = (L) => {
    const part = last((t) => isColor(fromLab([L, a * t, b * t]))); // as much of the color as the screen can show
    return fromLab([L, a * part, b * part]);
  };
  const found = at(last((L) => luminance(at(L)) <= wanted));
  return `#${found
    .map((c) => Math.round(255 * encoded(Math.min(1, Math.max(0, c)))))
    .map((n) => n.toString(16).padStart(2, '0'))
    .join('')}`;
}

const long = (hex) => (hex.length === 4 ? `#${[...hex.slice(1)].map((c) => c + c).join('')}` : hex).toLowerCase();

/** A copy of an SVG file whose colors follow the scheme of the screen. */
export function followScheme(svg) {
  const used = new Set();
  const drawn = svg.replace(/#(?:[\da-f]{6}|[\da-f]{3})\b/gi, (hex) => {
    used.add(long(hex));
    return `var(--c${long(hex).slice(1)})`;
  });
  const values = (of) => [...used].map((hex) => `--c${hex.slice(1)}:${of(hex)}`).join(';');
  const style = `<style>svg{${values((hex) => hex)}}@media(prefers-color-scheme:dark){svg{${values(darkOf)}}}</style>`;
  return drawn.replace(/(<svg[^>]*>)/, `$1${style}`);
}
