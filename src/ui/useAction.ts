import { useState } from 'react';

/** Returns the text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs what a button does. `busy` is true until it ends; `run` never rejects.
 *
 * @param onError shows why it failed, as `toastError` does, and may offer to run it again with its arguments
 */
export function useAction<A extends unknown[]>(
  work: (...args: A) => Promise<unknown>,
  onError: (error: unknown, ...args: A) => void,
) {
  const [busy, setBusy] = useState(false);

  async function run(...args: A): Promise<void> {
    setBusy(true);
    try {
      await work(...args);
    } catch (error) {
      onError(error, ...args);
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
