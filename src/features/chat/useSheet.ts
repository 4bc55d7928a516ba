import { type RefObject, useEffect, useRef } from 'react';

const small = '(max-width: 40rem)';

/**
 * Shows a dialog element in the way of the screen: over everything on a phone, where focus then stays in it, and beside
 * the page on a desk, where the page stays usable. Focus returns to where it came from.
 */
export function useSheet(): RefObject<HTMLDialogElement | null> {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const screen = window.matchMedia(small);
    const show = () => {
      const dialog = sheet.current;
      if (!dialog) return;
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
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return sheet;
}
