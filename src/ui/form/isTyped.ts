/** Asks whoever holds something typed that is saved nowhere (`useUnsaved.ts`), and the early form, which may get it. */
export function isTyped(): boolean {
  return !document.dispatchEvent(new Event('before-reload', { cancelable: true }));
}
