import { useState } from 'react';
import type { Once } from '../../timing.ts';
import { toast } from '../feedback/toast.ts';

/** Loads code that a tap has asked for. @returns undefined, once it has said so, where it cannot be loaded */
export async function loadAsked<T extends object>(load: Once<[], T>): Promise<T | undefined> {
  try {
    return await load();
  } catch {
    toast('Couldn’t open this. Try again when you’re online, or reload the page.', { tone: 'bad' });
  }
}

/**
 * Loads the code of a dialog when it is asked for. Suspense would show it 300 ms late, and what `lazy` failed to load stays failed.
 *
 * @returns `code`: undefined until it is loaded; `withCode` calls `open` once it is, unless the user has gone on to something else
 */
export function useDialogCode<T extends object>(load: Once<[], T>) {
  const [code, setCode] = useState(() => load.current());
  const [isLoading, setLoading] = useState(false);

  async function withCode(open: () => void): Promise<void> {
    const known = load.current();
    if (known) {
      setCode(known);
      // It opens within the tap.
      return open();
    }
    if (isLoading) return;
    setLoading(true);
    // By then a menu in which it was chosen has closed.
    const focused = Promise.resolve().then(() => document.activeElement);
    const loaded = await loadAsked(load);
    setLoading(false);
    if (!loaded) return;
    setCode(loaded);
    if (document.activeElement === (await focused)) open();
  }
  return { code, isLoading, withCode };
}
