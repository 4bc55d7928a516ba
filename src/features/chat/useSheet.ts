import { type RefObject, useLayoutEffect, useRef } from 'react';

const small = '(max-width: 40rem)';

/**
 * Opens a dialog element: modal on a phone, beside the page on a desk, where the page stays usable. Focus returns to where it
 * came from.
 *
 * @param isPane whether it is a part of the page, which leaves the focus where it is
 */
export function useSheet(isPane: boolean): RefObject<HTMLDialogElement | null> {
  const sheet = useRef<HTMLDialogElement>(null);
  // Runs before the effects of its content, which could not focus anything in a closed dialog.
  useLayoutEffect(() => {
    const dialog = sheet.current;
    if (!dialog) return;
    const before = document.activeElement;
    const screen = window.matchMedia(small);
    const show = () => {
      const focused = dialog.contains(document.activeElement) ? document.activeElement : null;
      dialog.close();
      if (isPane) dialog.open = true;
      else if (screen.matches) dialog.showModal();
      else dialog.show();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
    show();
    screen.addEventListener('change', show);
    return () => {
      screen.removeEventListener('change', show);
      // Focus outside of it went there on purpose: another chat was opened from there.
      const { activeElement } = document;
      const left = activeElement !== document.body && !dialog.contains(activeElement);
      // Nothing outside of a modal dialog takes focus.
      dialog.close();
      if (left || !(before instanceof HTMLElement)) return;
      // A message that was answered in this chat may have left its list.
      const back = before.isConnected ? before : document.getElementById('main');
      back?.focus({ preventScroll: true });
    };
  }, [isPane]);
  return sheet;
}

/**
 * Whether a menu or a modal dialog is open above an element: Escape closes that alone. React passes its keys on to what it is a part of,
 * before the browser closes it.
 */
export function isBelowLayer(element: Element): boolean {
  const layers = document.querySelectorAll('dialog:modal, [popover="auto"]:popover-open');
  return [...layers].some((layer) => layer !== element);
}
