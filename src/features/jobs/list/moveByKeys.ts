import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus with the arrow keys to the same control of the row below or above. */
export function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const from = event.target as HTMLElement;
  const row = from.closest<HTMLElement>('[data-index]');
  if (!row || from.closest('[popover]')) return;
  const next = event.currentTarget.querySelector(`[data-index="${Number(row.dataset.index) + step}"]`);
  const place = [...row.querySelectorAll(from.localName)].indexOf(from);
  const control =
    next?.querySelectorAll<HTMLElement>(from.localName)[place] ??
    next?.querySelector<HTMLElement>('a, input');
  if (!control) return;
  event.preventDefault();
  control.focus();
}
