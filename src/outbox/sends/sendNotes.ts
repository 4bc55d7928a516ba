import { pageOutbox } from '../pageOutbox.ts';
import type { SentDraft } from '../records/draftRows.ts';
import type { Owner } from '../records/enqueue.ts';
import { isUnavailable, OutboxError } from '../records/OutboxError.ts';
import type { Draft } from '../records/record.ts';
import { sendDirectly } from './sendDirectly.ts';

/** Staff notes in the outbox: in a lane of their own for each job, so that no message waits for one. */

/** A staff note before it is sent. */
type OutgoingNote = {
  jobId: string;
  /** Non-empty. */
  content: string;
  /** Emails of the staff whom it mentions. */
  mentions: readonly string[];
  /** Data for the field in which it is edited. Never sent. */
  context: object;
};

/** Returns the form under which the unsent note of a job is saved. */
export function noteForm(jobId: string): string {
  return `note:${jobId}`;
}

/**
 * Enqueues a note. Clear its field once this has resolved, not before. Where the browser stores nothing, it is sent while the user
 * waits.
 *
 * @param clientId the same for the same note: sent twice, by a double click or after a lost response, it is one
 * @param sent the saved draft it was written in, removed as the note is enqueued
 * @throws OutboxError, or ApiError where nothing can be stored: what was typed must stay
 */
export async function sendNote(
  sender: Owner | null,
  { jobId, content, mentions, context }: OutgoingNote,
  clientId: string,
  sent: SentDraft,
): Promise<void> {
  if (!sender) throw new OutboxError('signed-out');
  const payload = { content, ...(mentions.length > 0 && { mentions: [...mentions] }) };
  const draft = { kind: 'note', jobId, payload, context } as const satisfies Draft;
  try {
    await pageOutbox().send(sender, draft, [], clientId, sent);
    return;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
  await sendDirectly(sender, () => draft, [], { key: clientId });
}
