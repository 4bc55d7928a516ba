/** Presses keys one after the other without a pause, however busy the machine is: keys of one shortcut must follow each other soon. */
export function pressKeys(keys: string | readonly string[]): void {
  for (const key of keys) {
    const target = document.activeElement ?? document.body;
    for (const type of ['keydown', 'keyup'])
      target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  }
}
