/**
 * Finds rows, cards and controls whose middle is covered by another element. Runs in the page.
 *
 * @returns a line for each that a click would miss
 */
export function missedTargets(): string {
  const name = (element: Element | null) =>
    element
      ? `<${element.localName}> ${element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40)}`
      : 'nothing';
  const missed: string[] = [];
  function look(element: Element, x: number, y: number) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return;
    // Scrolled out of sight, like the last tabs where not all of them fit.
    for (let around = element.parentElement; around; around = around.parentElement) {
      const { left, right } = around.getBoundingClientRect();
      if (getComputedStyle(around).overflowX !== 'visible' && (x < left || x >= right)) return;
    }
    const hit = document.elementFromPoint(x, y);
    if (hit && element.contains(hit)) return;
    if (hit?.closest('label')?.control === element) return;
    // The bars of the frame cover what scrolls below them.
    const bars = 'nav, header[data-frame], [data-head], thead';
    if (hit?.closest(bars) && !element.closest(bars)) return;
    // A dialog covers the page, and a chat a part of it.
    if (hit?.closest('dialog') && !element.closest('dialog')) return;
    missed.push(`${name(element)}: ${name(hit)}`);
  }
  for (const row of document.querySelectorAll('tbody tr[data-index], main article')) {
    const link = row.querySelector('a[href]');
    const cells = row.localName === 'tr' ? [...row.children] : [row];
    for (const cell of cells) {
      const { x, y, width, height } = cell.getBoundingClientRect();
      look(row, x + width / 2, y + height / 2);
      // Where there is no control of its own, a click opens the job of this row.
      if (link && !cell.querySelector('button, input')) look(link, x + width / 2, y + height / 2);
    }
  }
  for (const control of document.querySelectorAll('a[href], button, select, input, textarea, summary')) {
    const [box] = control.getClientRects();
    if (!box || box.width < 2 || !control.checkVisibility({ visibilityProperty: true })) continue;
    if (control.closest('[inert]')) continue;
    look(control, box.x + box.width / 2, box.y + box.height / 2);
  }
  return missed.join('\n');
}
