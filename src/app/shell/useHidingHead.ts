import { useEffect } from 'react';

/** Least distance of a scroll: a resting thumb, and rows that are measured, neither hide nor show the head. */
const tolerancePx = 12;
/** Further up the head stays: it is in its place there, and would leave a gap. */
const headHeightPx = 120;

/** Whether the head has a visible focus. A button that was tapped has none. */
function isFocusInHead(): boolean {
  return document.querySelector('[data-head] :focus-visible') !== null;
}

/**
 * Hides the head of a phone while the page scrolls down, and shows it while it scrolls up: the styles follow `data-scrolled` of the
 * document. A head with a visible focus stays.
 */
export function useHidingHead(): void {
  useEffect(() => {
    const { documentElement: root } = document;
    let lastY = window.scrollY;
    let turnedAtY = lastY;
    const show = () => delete root.dataset.scrolled;
    const onScroll = () => {
      const y = window.scrollY;
      const isDown = y > lastY;
      if (isDown !== lastY > turnedAtY) turnedAtY = lastY;
      lastY = y;
      if (y < headHeightPx) show();
      else if (Math.abs(y - turnedAtY) < tolerancePx) return;
      else if (!isDown) show();
      else if (!isFocusInHead()) root.dataset.scrolled = 'down';
    };
    const onFocus = () => isFocusInHead() && show();
    document.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('scroll', onScroll);
      document.removeEventListener('focusin', onFocus);
      show();
    };
  }, []);
}
