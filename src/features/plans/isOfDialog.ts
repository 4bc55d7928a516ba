/** Whether a key is meant for a dialog: for a modal one, or for the chat beside the page, where the focus is in that. */
export function isOfDialog({ target }: KeyboardEvent): boolean {
  const isIn = target instanceof Element && target.closest('dialog') !== null;
  return isIn || document.querySelector('dialog:modal') !== null;
}
