const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * With the focus in a row, the arrow keys take it to the same control of the row below or above.
 *
 * @returns what ends it
 */
export function moveByKeys(list: HTMLElement): () => void {
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const from = event.target as HTMLElement;
    const row = from.closest<HTMLElement>('[data-index]');
    if (!row || from.closest('[popover]')) return;
    const next = list.querySelector(`[data-index="${Number(row.dataset.index) + step}"]`);
    const kind = from.matches('input') ? 'input' : from.matches('button') ? 'button' : 'a';
    const place = [...row.querySelectorAll<HTMLElement>(kind)].indexOf(from);
    const control =
      next?.querySelectorAll<HTMLElement>(kind)[place] ?? next?.querySelector<HTMLElement>('a, input');
    if (!control) return;
    event.preventDefault();
    control.focus();
  };
  list.addEventListener('keydown', move);
  return () => list.removeEventListener('keydown', move);
}
