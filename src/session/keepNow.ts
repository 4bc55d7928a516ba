const keepers = new Set<() => unknown>();
const writers = new Set<() => Promise<unknown>>();

/** Forms wait for a pause before they keep what is typed; `keep` is called when it must not wait. @returns what stops it */
export function onKeepNow(keep: () => unknown): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/** @param settled answers when nothing is left to be written of what was asked for */
export function onWriting(settled: () => Promise<unknown>): void {
  writers.add(settled);
}

/** Keeps every form as it stands, and answers when nothing is left to be written: the page may go then. */
export async function keepEveryDraft(): Promise<void> {
  await Promise.allSettled([...keepers].map(async (keep) => keep()));
  await Promise.allSettled([...writers].map((settled) => settled()));
}
