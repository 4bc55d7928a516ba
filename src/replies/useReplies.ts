import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { attachmentQuery, shownNameOf } from '../api/attachments.ts';
import { callForBlob } from '../api/downloads.ts';
import { keys, queryClient } from '../api/queries.ts';
import { savedRepliesQuery } from '../api/savedRepliesQuery.ts';
import { listedJob } from '../cache/cachedItems.ts';
import { isStaff } from '../contract/enums.ts';
import type { Job } from '../contract/jobs/job.ts';
import { connectionCost, isConnectionSlow } from '../device/connectionCost.ts';
import { pageOutbox } from '../outbox/pageOutbox.ts';
import { onWaitingChange, waitingRecords } from '../outbox/records/waiting.ts';
import { useProfile } from '../session/useSession.ts';
import { type ShownReply, withWaitingReplies } from './waitingReplies.ts';

/** The saved replies of a user of staff, with what waits to be sent; none for clients. */
export function useReplies() {
  const { userType } = useProfile();
  const query = useQuery({ ...savedRepliesQuery(), enabled: isStaff(userType) });
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const { data } = query;
  const replies = useMemo(() => withWaitingReplies(data ?? [], records), [data, records]);
  useEffect(() => {
    if (data) void keepFiles(data);
  }, [data]);
  return { query, replies };
}

/** Bytes of files that are fetched before they are chosen. */
const maxKeptBytes = 20 * 1024 * 1024;
const kept = new Set<string>();

/** Fetches the files of saved replies once, so that the worker has them where there is no connection. */
async function keepFiles(replies: readonly ShownReply[]): Promise<void> {
  let room = maxKeptBytes;
  for (const { key, fileName, size } of replies.flatMap(({ files }) => files)) {
    room -= size;
    if (room < 0 || connectionCost() === 'metered' || isConnectionSlow()) return;
    if (kept.has(key)) continue;
    kept.add(key);
    await callForBlob('attachment', { params: { key, fileName } }, size).catch(() => kept.delete(key));
  }
}

/** Returns the jobs that are known on this device. */
export function knownJobs(jobIds: readonly string[]): Job[] {
  return jobIds.flatMap((id) => queryClient.getQueryData<Job>(keys.job(id)) ?? listedJob(id) ?? []);
}

/** Returns the files of a saved reply, those that wait to be sent too, and the names of those that are not on this device. */
export async function filesOf({ files, record }: ShownReply): Promise<{ files: File[]; missing: string[] }> {
  const found: File[] = [];
  const missing: string[] = [];
  for (const file of files) {
    const name = shownNameOf(file);
    await queryClient.fetchQuery(attachmentQuery(file)).then(
      (blob) => found.push(new File([blob], name, { type: file.contentType })),
      () => missing.push(name),
    );
  }
  if (record && record.files.length > 0) {
    const waiting = await pageOutbox()
      .files(record)
      .catch(() => null);
    if (!waiting) missing.push(...record.files.map(({ chosenName }) => chosenName));
    for (const { name, type, chunks } of waiting ?? []) found.push(new File([...chunks], name, { type }));
  }
  return { files: found, missing };
}
