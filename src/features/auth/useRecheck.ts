import { useEffect, useState } from 'react';
import { refresh } from '../../session/session.ts';
import { messageOf, useAction } from '../../ui/useAction.ts';

/**
 * Reads the session again, to see whether the user may continue: when the window comes back to the front, at an interval while it is
 * there, and when asked. `checks` counts the requested ones that changed nothing.
 */
export function useRecheck(everyMs: number) {
  const [failure, setFailure] = useState('');
  const [checks, setChecks] = useState(0);

  useEffect(() => {
    const check = () => {
      if (document.visibilityState !== 'visible') return;
      // A failure of a check that was not requested is not shown; the next one may succeed.
      refresh().catch(() => undefined);
    };
    const timer = setInterval(check, everyMs);
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
    };
  }, [everyMs]);

  const { busy, run } = useAction(
    async () => {
      setFailure('');
      await refresh();
      setChecks((before) => before + 1);
    },
    (error) => setFailure(messageOf(error)),
  );
  return { busy, failure, checks, checkNow: run };
}
