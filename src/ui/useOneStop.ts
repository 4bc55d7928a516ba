import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

const controls = 'a[href], button, input';

/**
 * Makes the controls of a bar one Tab stop: the current page's link, or the first. Arrow keys move among them.
 *
 * @param back the arrow key to the control before; the other one is `forth`
 * @returns what the element around them takes
 */
export function useOneStop<E extends HTMLElement>(back: 'ArrowLeft' | 'ArrowUp', forth: string) {
  const ref = useRef<E>(null);
  const all = () => [...(ref.current?.querySelectorAll<HTMLElement>(controls) ?? [])];

  function stopAt(stop: Element | undefined): void {
    for (const control of all()) control.tabIndex = control === stop ? 0 : -1;
  }

  // After every rendering, because it may have brought or taken a control.
  useLayoutEffect(() => {
    const [first] = all();
    stopAt(all().find((one) => one.matches(':focus, [aria-current]')) ?? first);
  });

  function onKeyDown(event: KeyboardEvent): void {
    const step = { [back]: -1, [forth]: 1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // A narrow screen hides some.
    const shown = all().filter((one) => one.checkVisibility());
    event.preventDefault();
    shown.at((shown.indexOf(event.target as HTMLElement) + step) % shown.length)?.focus();
  }
  return { ref, onKeyDown, onFocus: ({ target }: { target: Element }) => stopAt(target) };
}
