import { useEffect, useState } from 'react';
import { refresh } from '../../session/session.ts';

/**
 * Looks again whether the person may go on: when the window comes back to the front, every so often while it is there,
 * and when asked.
 */
export function useRecheck(everyMs: number) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  /** Times looked when asked and still here. */
  const [looked, setLooked] = useState(0);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      // Nobody asked, so nobody is told that it failed; the next look may not.
      refresh().catch(() => undefined);
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [everyMs]);

  async function lookNow() {
    setBusy(true);
    setFailure(null);
    try {
      await refresh();
      setLooked((before) => before + 1);
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
    }
  }
  return { busy, failure, looked, lookNow: () => void lookNow() };
}
