import { createEvent } from '../store.ts';

export const brandChanged = createEvent();

/** Returns the title of a window. */
export function windowTitle(page: string): string {
  return `${page} · ${brandName() || 'EV Jobs'}`;
}

/** Returns the firm's name, or `''` before an admin has saved one: the product's name stands in its place. */
export function brandName(): string {
  return document.documentElement.dataset.firm ?? '';
}
