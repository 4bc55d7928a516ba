import { useMemo, useRef, useSyncExternalStore } from 'react';
import type { Transfer } from '../../api/client.ts';
import type { Message } from '../../contract/messages/message.ts';
import { type Echo, echoesAfter } from '../../outbox/queries/echoes.ts';
import {
  canStore,
  discardedRecords,
  onUploadProgress,
  onWaitingChange,
  recordsOwner,
  uploadProgressOf,
  waitingRecords,
} from '../../outbox/records/waiting.ts';

/** False once this browser has failed to store anything. */
export function useCanStore(): boolean {
  return useSyncExternalStore(onWaitingChange, canStore);
}

/** The upload progress of a message that this page is sending. */
export function useUpload(clientId: string): Transfer | undefined {
  return useSyncExternalStore(onUploadProgress, () => uploadProgressOf(clientId));
}

/**
 * Returns the reader's messages of a job that are not in the conversation yet, in the order of sending, and all queued records,
 * because one can wait for another.
 *
 * @param conversation absent until it is loaded
 * @param readBegunAt when it was requested, milliseconds since 1970; 0 until it is whole
 */
export function useEchoes(jobId: string, conversation: readonly Message[] | undefined, readBegunAt: number) {
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
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
