import { openDraft } from '../drafts/openDrafts.ts';
import { saveEveryDraft } from '../drafts/saveNow.ts';
import { pageOutbox, refreshRecords } from '../pageOutbox.ts';
import { recordsOwner } from '../records/waiting.ts';
import type { JobRecord } from '../records/waitingJobs.ts';

/** The user's decisions about a queued new job or change of a job. */

function ownerUid(): string {
  return recordsOwner()?.uid ?? '';
}

/** Tries a record again now, under the same key. @throws OutboxError `gone` or `being-sent` */
export function retryJob({ clientId }: JobRecord): Promise<void> {
  return pageOutbox().retry(ownerUid(), clientId);
}

/**
 * Makes a record the draft of its form again, with its files.
 *
 * @param content of the draft
 * @throws OutboxError `has-draft` where the form has one; `gone`, or `being-sent` also for one that may have arrived
 */
export async function returnJobToDraft(record: JobRecord, form: string, content: object): Promise<void> {
  // What was typed a moment ago is a draft too.
  await saveEveryDraft();
  const draft = openDraft(record.ownerEmail, form);
  try {
    await draft.takeBack(record, content, (left) =>
      pageOutbox().returnToDraft(record.ownerUid, record.clientId, left),
    );
    await refreshRecords();
  } finally {
    draft.end();
  }
}

/**
 * Deletes a record.
 *
 * @returns a function that restores it in its place
 * @throws OutboxError `gone` or `being-sent`
 */
export function discardJob(record: JobRecord): Promise<() => Promise<void>> {
  return pageOutbox().discardWithUndo(record);
}
