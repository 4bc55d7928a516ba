/** What Safari says of a pinch. `scale`: how far the fingers are apart, by how far they were at its beginning. */
type PinchEvent = UIEvent & { scale: number; clientX: number; clientY: number };

/**
 * Passes on a pinch on a touchpad as Safari on a Mac sends it: as a gesture, where others send a wheel with Ctrl. Fingers on a screen
 * make one beside their pointers, which whoever listens follows already.
 */
export function onPadPinch(
  element: HTMLElement,
  signal: AbortSignal,
  zoom: (by: number, at: { clientX: number; clientY: number }) => void,
): void {
  const fingers = new Set<number>();
  const follow = ({ type, pointerId, pointerType }: PointerEvent) =>
    type === 'pointerdown' && pointerType === 'touch' ? fingers.add(pointerId) : fingers.delete(pointerId);
  for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const)
    element.addEventListener(type, follow, { signal });
  let before = 1;
  const pinch = (event: Event) => {
    // The window would be zoomed as well.
    event.preventDefault();
    const { scale, clientX, clientY } = event as PinchEvent;
    if (event.type === 'gesturechange' && fingers.size === 0) zoom(scale / before, { clientX, clientY });
    before = scale;
  };
  for (const type of ['gesturestart', 'gesturechange']) element.addEventListener(type, pinch, { signal });
}
