/** Zoom and pan of a drawing: wheel, pinch, and a drag of the background. One finger scrolls the page, as anywhere. */
export interface Navigated {
  /** About a point of the element, in pixels. */
  zoom(factor: number, x: number, y: number): void;
  pan(dx: number, dy: number): void;
  /** Whether a drag that begins here moves something else. */
  isTaken(target: EventTarget | null): boolean;
}

/** One notch of a wheel, 100 pixels, zooms by 1.2. */
const perPixel = Math.log(1.2) / 100;

export function navigate(element: SVGElement, view: Navigated): void {
  const at = (x: number, y: number): [number, number] => {
    const box = element.getBoundingClientRect();
    return [x - box.left, y - box.top];
  };
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY * perPixel), ...at(event.clientX, event.clientY));
    },
    { passive: false },
  );
  let pointer = -1;
  element.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch' || event.button !== 0 || view.isTaken(event.target)) return;
    pointer = event.pointerId;
    element.setPointerCapture(pointer);
  });
  element.addEventListener('pointermove', (event) => {
    if (event.pointerId === pointer) view.pan(event.movementX, event.movementY);
  });
  for (const name of ['pointerup', 'pointercancel'] as const) element.addEventListener(name, () => (pointer = -1));
  pinch(element, view, at);
}

/** Two fingers: the middle pans, the distance zooms. */
function pinch(element: SVGElement, view: Navigated, at: (x: number, y: number) => [number, number]): void {
  let last: { x: number; y: number; apart: number } | null = null;
  const read = ({ touches: [p, q] }: TouchEvent) => {
    if (!p || !q) return null;
    const [x, y] = at((p.clientX + q.clientX) / 2, (p.clientY + q.clientY) / 2);
    return { x, y, apart: Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY) || 1 };
  };
  const move = (event: TouchEvent) => {
    const next = read(event);
    if (next) event.preventDefault();
    if (next && last) {
      view.pan(next.x - last.x, next.y - last.y);
      view.zoom(next.apart / last.apart, next.x, next.y);
    }
    last = next;
  };
  for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    element.addEventListener(name, move, { passive: false });
}
