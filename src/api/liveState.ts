/** Whether this window is told of what happens as it happens; while it is not, it has to ask. */
let told = false;
const listeners = new Set<() => void>();

export function isTold(): boolean {
  return told;
}

export function noteTold(next: boolean): void {
  if (next === told) return;
  told = next;
  for (const listener of listeners) listener();
}

/** @returns what stops it */
export function onToldChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
