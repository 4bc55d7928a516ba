import { useMemo, useRef, useSyncExternalStore } from 'react';
import type { Transfer } from '../../api/client.ts';
import { confirmedAt, conversationReadAt } from '../../cache/apply.ts';
import type { Message } from '../../contract/message.ts';
import { type Echo, echoesAfter } from '../../outbox/records/echoes.ts';
import {
  canKeep,
  discardedRecords,
  onUploadProgress,
  onWaitingChange,
  recordsOwner,
  uploadOf,
  waitingRecords,
} from '../../outbox/records/waiting.ts';

/** False once this browser has shown that it keeps nothing. */
export function useCanKeep(): boolean {
  return useSyncExternalStore(onWaitingChange, canKeep);
}

/** How far the files of a message are that is being sent from this page. */
export function useUpload(clientId: string): Transfer | undefined {
  return useSyncExternalStore(onUploadProgress, () => uploadOf(clientId));
}

/**
 * The reader's messages of a job that are not among those of the conversation yet, in the order of sending, and all that
 * waits, because one can wait for another.
 *
 * @param conversation whole, as it was read; absent while it was not
 * @param updatedAt changes with every reading, also one that finds nothing new
 */
export function useEchoes(jobId: string, conversation: readonly Message[] | undefined, updatedAt: number) {
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  // Not when the records change: what was read a moment ago is known before it is drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the reading began changes with `updatedAt`.
  const readBegunAt = useMemo(
    () => (conversation ? conversationReadAt(jobId) : 0),
    [jobId, conversation, updatedAt],
  );
  const before = useRef<readonly Echo[]>([]);
  const echoes = useMemo<readonly Echo[]>(() => {
    // Records that are hidden because their owner left were not sent.
    const owner = recordsOwner()?.uid;
    before.current = echoesAfter(
      before.current.filter(({ record }) => record.ownerUid === owner),
      jobId,
      conversation ?? [],
      readBegunAt,
      records,
      discardedRecords(),
      Date.now(),
      confirmedAt,
    );
    return before.current;
  }, [jobId, conversation, readBegunAt, records]);
  return { echoes, records };
}
