import { vi } from 'vitest';

/** Waits until a check holds; only one that never will waits long. */
export function inTheEnd<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 10 });
}
