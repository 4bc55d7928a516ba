import { type RefObject, useLayoutEffect, useRef } from 'react';

const small = '(max-width: 40rem)';

/**
 * Shows a dialog element in the way of the screen: over everything on a phone, where focus then stays in it, and beside
 * the page on a desk, where the page stays usable. Focus returns to where it came from.
 */
export function useSheet(): RefObject<HTMLDialogElement | null> {
  const sheet = useRef<HTMLDialogElement>(null);
  // Before the effects of what is in it: what is not shown cannot take the focus.
  useLayoutEffect(() => {
    const dialog = sheet.current;
    if (!dialog) return;
    const before = document.activeElement;
    const screen = window.matchMedia(small);
    const show = () => {
      const focused = dialog.contains(document.activeElement) ? document.activeElement : null;
      dialog.close();
      if (screen.matches) dialog.showModal();
      else dialog.show();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
    show();
    screen.addEventListener('change', show);
    return () => {
      screen.removeEventListener('change', show);
      // Focus that already is elsewhere went there on purpose: another chat was opened from there.
      const { activeElement } = document;
      const left = activeElement !== document.body && !dialog.contains(activeElement);
      // While it is open over everything, nothing else takes the focus.
      dialog.close();
      if (!left && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return sheet;
}
