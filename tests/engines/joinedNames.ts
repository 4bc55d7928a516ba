/**
 * Finds controls whose names contain two words in separate boxes without a space between them, so that a screen reader may
 * read them as one. Runs in the page.
 *
 * @returns a line for each
 */
export function joinedNames(): string {
  const joined: string[] = [];
  function boxOf(text: Node): Element | null {
    let around = text.parentElement;
    while (around && getComputedStyle(around).display === 'inline') around = around.parentElement;
    return around;
  }
  for (const control of document.querySelectorAll('a[href], button, summary')) {
    if (control.ariaLabel) continue;
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    let before = texts.nextNode();
    for (let text = before; text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (!around?.checkVisibility({ visibilityProperty: true }) || around.closest('[aria-hidden=true]'))
        continue;
      const [end = '', start = ''] = [before?.textContent?.slice(-20), text.textContent?.slice(0, 20)];
      if (/\w$/.test(end) && /^\w/.test(start) && text !== before && boxOf(text) !== boxOf(before as Node))
        joined.push(`${end}|${start}`);
      before = text;
    }
  }
  return joined.join('\n');
}
