/**
 * Runs it once the browser has drawn what a tap or a key changed: the control answers at once, and what takes longer follows.
 * Nothing is drawn of a page that nobody sees.
 */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') work();
  else requestAnimationFrame(() => setTimeout(work));
}
