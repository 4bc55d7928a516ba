import { useState } from 'react';
import type { Message } from '../../contract/message.ts';
import { dividerAt, type Reader } from './conversation.ts';

/**
 * Above which message the "new" divider stands. Decided once, as soon as it can be: it must not wander while the conversation
 * is read.
 */
export function useDivider(
  messages: readonly Message[],
  isPart: boolean,
  seen: string | null,
  reader: Reader,
): string | undefined {
  const [seenBefore] = useState(seen);
  const [decided, setDecided] = useState(() => dividerAt(messages, isPart, seenBefore, reader));
  if (decided !== 'undecided') return decided?.communicationId;
  const now = dividerAt(messages, isPart, seenBefore, reader);
  if (now !== 'undecided') setDecided(now);
  return undefined;
}
