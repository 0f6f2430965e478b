/** Pictures to save: both views side by side, in the colors of the page. */
import drawing from '../view2/drawing.css?raw';

/** The drawing rules with every color written out. */
function rules(): string {
  const style = getComputedStyle(document.documentElement);
  return drawing
    .replace(/\.stage svg/g, 'svg')
    .replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim());
}

function size(stage: HTMLElement): { width: number; height: number } {
  return { width: stage.clientWidth, height: stage.clientHeight };
}

/** 2D only: both stages hold an SVG. */
export function svgText(stages: HTMLElement[]): string {
  const sizes = stages.map(size),
    width = sizes.reduce((sum, s) => sum + s.width, 0),
    height = Math.max(...sizes.map((s) => s.height));
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--card').trim();
  let x = 0;
  const parts = stages.map((stage, i) => {
    const copy = stage.querySelector('svg')!.cloneNode(true) as SVGElement;
    for (const extra of copy.querySelectorAll('.target, .turn, .spin')) extra.remove();
    copy.setAttribute('x', String(x));
    copy.setAttribute('width', String(sizes[i]!.width));
    copy.setAttribute('height', String(sizes[i]!.height));
    x += sizes[i]!.width;
    return new XMLSerializer().serializeToString(copy);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>${rules()}</style><rect width="100%" height="100%" fill="${paper}"/>${parts.join('')}</svg>`;
}

export async function pngOf(stages: HTMLElement[]): Promise<Blob> {
  const sizes = stages.map(size),
    width = sizes.reduce((sum, s) => sum + s.width, 0),
    height = Math.max(...sizes.map((s) => s.height));
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  const paint = canvas.getContext('2d')!;
  paint.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--card');
  paint.fillRect(0, 0, canvas.width, canvas.height);
  const canvases = stages.map((stage) => stage.querySelector('canvas'));
  if (canvases.every((c) => c !== null)) {
    let x = 0;
    canvases.forEach((c, i) => {
      paint.drawImage(c, 2 * x, 0, 2 * sizes[i]!.width, 2 * sizes[i]!.height);
      x += sizes[i]!.width;
    });
  } else {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svgText(stages)], { type: 'image/svg+xml' }));
    await image.decode();
    paint.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
  }
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the browser made no picture'))), 'image/png'),
  );
}

export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
