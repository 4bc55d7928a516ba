import { useEffect } from 'react';
import { hasUnsaved } from './drafts.ts';
import { useCanKeep } from './useOutbox.ts';

/** Asks before the app is closed on something typed, in a browser where nothing of it can be kept. */
export function useLeaveWarning(): void {
  const keeps = useCanKeep();
  useEffect(() => {
    if (keeps) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [keeps]);
}
