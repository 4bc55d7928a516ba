import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/client.ts';
import { useIntervalMs } from '../../../live/useIntervalMs.ts';
import { type Echo, echoesAfter } from '../../../outbox/queries/echoes.ts';
import { notesQuery } from '../../../outbox/queries/notesQuery.ts';
import type { NoteRecord } from '../../../outbox/records/record.ts';
import {
  discardedRecords,
  onWaitingChange,
  recordsOwner,
  waitingRecords,
} from '../../../outbox/records/waiting.ts';
import { refresh } from '../../../session/session.ts';

const refreshMs = 15_000;

export type NoteEcho = Echo<NoteRecord>;

/** The staff notes of a job, newest first, and above them those of the user that are not among them yet. */
export function useNotes(jobId: string) {
  const intervalMs = useIntervalMs(refreshMs);
  const query = useQuery({
    ...notesQuery(jobId),
    refetchInterval: intervalMs,
    refetchOnWindowFocus: 'always',
  });
  const { error, dataUpdatedAt } = query;
  const isRefused = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    // The user may be staff no longer, and no event has said so.
    if (isRefused) refresh().catch(() => undefined);
  }, [isRefused]);
  const data = isRefused ? undefined : query.data;

  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const readBegunAt = data ? dataUpdatedAt : 0;
  const before = useRef<readonly NoteEcho[]>([]);
  const waiting = useMemo(() => {
    // Records that are hidden because their owner signed out were not sent.
    const owner = recordsOwner()?.uid;
    before.current = echoesAfter(
      before.current.filter(({ record }) => record.ownerUid === owner),
      jobId,
      data?.items ?? [],
      readBegunAt,
      records,
      discardedRecords(),
      Date.now(),
      'note',
    );
    return before.current.toReversed();
  }, [jobId, data, readBegunAt, records]);

  return {
    query,
    notes: data?.items,
    /** Earlier ones could not be read. */
    isPart: data !== undefined && data.startAfter !== null,
    waiting,
    records,
  };
}
