import { useEffect } from 'react';
import { showBadge } from '../session/notices.ts';

/** Shows on the app's icon how many new messages wait for the reader, once that is known. */
export function useBadge(newMessages: number | undefined): void {
  useEffect(() => {
    if (newMessages !== undefined) void showBadge(newMessages);
  }, [newMessages]);
}
