import { useMemo, useSyncExternalStore } from 'react';
import type { Transfer } from '../../api/client.ts';
import { conversationReadAt } from '../../api/queries.ts';
import type { Message } from '../../contract/message.ts';
import { type Echo, echoesOf } from '../../outbox/echoes.ts';
import {
  canKeep,
  onUploadProgress,
  onWaitingChange,
  uploadOf,
  waitingRecords,
} from '../../outbox/waiting.ts';

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the reading began changes with `updatedAt`.
  const echoes = useMemo<readonly Echo[]>(
    () => echoesOf(jobId, conversation ?? [], conversation ? conversationReadAt(jobId) : 0, records),
    [jobId, conversation, updatedAt, records],
  );
  return { echoes, records };
}
