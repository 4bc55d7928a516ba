/**
 * Runs `work` once the browser has painted what a tap or a key changed, so that the control responds at once. A hidden page is
 * never painted: there it runs immediately.
 */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') work();
  else requestAnimationFrame(() => setTimeout(work));
}
