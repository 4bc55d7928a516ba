import { useState } from 'react';
import type { Once } from '../../timing.ts';
import { toast } from '../feedback/toast.ts';

/**
 * Loads the code of a dialog when it is asked for. Suspense would show it 300 ms late, and what `lazy` failed to load stays failed.
 *
 * @returns `code`: undefined until it is loaded; `withCode` calls `open` once it is, or says that it cannot be loaded
 */
export function useDialogCode<T extends object>(load: Once<[], T>) {
  const [code, setCode] = useState(() => load.current());

  async function withCode(open: () => void): Promise<void> {
    try {
      // Once loaded, it opens within the tap.
      setCode(load.current() ?? (await load()));
      open();
    } catch {
      toast('Couldn’t open this. Try again when you’re online, or reload the page.', { tone: 'bad' });
    }
  }
  return { code, withCode };
}
