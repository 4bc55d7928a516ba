/** Pinches on a touchpad as Safari tells it. @returns whether the window is kept from zooming */
export function padPinch(element: Element, scale: number): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const send = (type: string, of: number) =>
    element.dispatchEvent(
      Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
        scale: of,
        clientX: x + width / 2,
        clientY: y + height / 2,
      }),
    );
  const steps = [
    send('gesturestart', 1),
    send('gesturechange', Math.sqrt(scale)),
    send('gesturechange', scale),
  ];
  send('gestureend', scale);
  return steps.every((isDefault) => !isDefault);
}
