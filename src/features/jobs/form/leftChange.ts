import { jobRecord } from '../../../outbox/decideJobs.ts';
import { draftForms, type LeftDraft, moveDraft, readDraft } from '../../../outbox/drafts/drafts.ts';
import { recordsOwner } from '../../../outbox/records/waiting.ts';

/**
 * Makes what was typed into a waiting record the draft of the form that it came from, once the record was sent as it was or
 * deleted: nothing opens it otherwise.
 *
 * @param form has no draft of its own
 * @returns whether there was any
 */
export async function moveLeftChange(email: string, form: string): Promise<boolean> {
  if (recordsOwner()?.email !== email) return false;
  for (const waiting of await draftForms(email, `${form}:waiting:`)) {
    // What cannot be looked for may still be there.
    const isWaiting = await jobRecord(Number(waiting.split(':').at(-1))).catch(() => true);
    if (isWaiting) continue;
    await moveDraft(email, waiting, form);
    return true;
  }
  return false;
}

/** Finds what was left in a form, or typed into a record that was made with it and waits no longer. */
export async function readLeft(email: string, form: string): Promise<LeftDraft | null> {
  const left = await readDraft(email, form);
  if (left || !(await moveLeftChange(email, form).catch(() => false))) return left;
  return readDraft(email, form);
}
