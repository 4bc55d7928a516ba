import { useMemo, useRef, useSyncExternalStore } from 'react';
import type { Transfer } from '../../api/client.ts';
import { conversationReadAt } from '../../cache/apply.ts';
import type { Message } from '../../contract/message.ts';
import { type Echo, echoesAfter } from '../../outbox/records/echoes.ts';
import {
  canStore,
  discardedRecords,
  onUploadProgress,
  onWaitingChange,
  recordsOwner,
  uploadOf,
  waitingRecords,
} from '../../outbox/records/waiting.ts';

/** False once this browser has failed to store anything. */
export function useCanStore(): boolean {
  return useSyncExternalStore(onWaitingChange, canStore);
}

/** The upload progress of a message that this page is sending. */
export function useUpload(clientId: string): Transfer | undefined {
  return useSyncExternalStore(onUploadProgress, () => uploadOf(clientId));
}

/**
 * Returns the reader's messages of a job that are not in the conversation yet, in the order of sending, and all queued records,
 * because one can wait for another.
 *
 * @param conversation absent until it is loaded
 * @param updatedAt changes with every refetch, even if nothing changed
 */
export function useEchoes(jobId: string, conversation: readonly Message[] | undefined, updatedAt: number) {
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  // Not recomputed when the records change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start of the read changes with `updatedAt`.
  const readBegunAt = useMemo(
    () => (conversation ? conversationReadAt(jobId) : 0),
    [jobId, conversation, updatedAt],
  );
  const before = useRef<readonly Echo[]>([]);
  const echoes = useMemo<readonly Echo[]>(() => {
    // Records that are hidden because their owner signed out were not sent.
    const owner = recordsOwner()?.uid;
    before.current = echoesAfter(
      before.current.filter(({ record }) => record.ownerUid === owner),
      jobId,
      conversation ?? [],
      readBegunAt,
      records,
      discardedRecords(),
      Date.now(),
    );
    return before.current;
  }, [jobId, conversation, readBegunAt, records]);
  return { echoes, records };
}
