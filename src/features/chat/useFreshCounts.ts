import { useEffect, useRef } from 'react';
import { apply } from '../../cache/apply.ts';
import type { Message } from '../../contract/message.ts';

/** Once the open conversation turns out to have more, or other marks, so have the counts around it: they are read again. */
export function useFreshCounts(messages: readonly Message[] | undefined): void {
  const known = useRef(messages);
  useEffect(() => {
    // The same array means that the reading found nothing else.
    if (known.current && messages && known.current !== messages)
      apply({ kind: 'lists-outdated', when: 'soon' });
    known.current = messages;
  }, [messages]);
}
