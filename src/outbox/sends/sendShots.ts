import type { Job } from '../../contract/jobs/job.ts';
import type { ShotRef } from '../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import type { SentDraft } from '../records/draftRows.ts';
import type { Owner } from '../records/enqueue.ts';
import { readChosenFile } from '../records/fileBytes.ts';
import { OutboxError } from '../records/OutboxError.ts';
import type { RecordOf } from '../records/record.ts';
import { sendMessage } from './sendMessages.ts';
import { sendSaved } from './sendSaved.ts';

// Photo checklists: an answer and a request for shots are messages of their job, in its lane; a shot of a list has the lane of the list.

/** The job of a message: its id, and whom a message addresses (§6). */
type AddressedJob = Pick<Job, 'jobId' | 'jobReporter' | 'assignedTo'>;

type Sent = 'queued' | 'sent';

function outgoing({ jobId, jobReporter, assignedTo }: AddressedJob, { userType }: ApprovedProfile) {
  if (userType === 'UNSPECIFIED') throw new OutboxError('signed-out');
  return { jobId, jobReporter, assignedTo, fromUserType: userType };
}

/**
 * Sends photos for a shot of a job. Two answers to one shot are two messages, and both stay.
 *
 * @param files at least one
 * @throws as `sendMessage`
 */
export async function answerShot(
  sender: Owner | null,
  job: AddressedJob,
  reader: ApprovedProfile,
  { shotId, name }: ShotRef,
  files: readonly File[],
): Promise<Sent> {
  const copies = await Promise.all(files.map(readChosenFile));
  const content = `${files.length === 1 ? 'Photo' : 'Photos'} for: ${name}`;
  return sendMessage(
    sender,
    { ...outgoing(job, reader), content, shot: shotId },
    copies,
    crypto.randomUUID(),
  );
}

/** The mark before each shot in the text of a request. */
export const askedShotMark = '• ';

/** Asks for shots of a job (staff). The text names them for emails, pushes and exports. @throws as `sendMessage` */
export function askForShots(
  sender: Owner | null,
  job: AddressedJob,
  reader: ApprovedProfile,
  shots: readonly ShotRef[],
): Promise<Sent> {
  const lines = shots.map(({ name }) => `${askedShotMark}${name}`);
  const content = [shots.length === 1 ? 'Please add this photo:' : 'Please add these photos:', ...lines].join(
    '\n',
  );
  const asks = shots.map(({ shotId }) => shotId);
  return sendMessage(sender, { ...outgoing(job, reader), content, asks }, [], crypto.randomUUID());
}

/** A shot of a checklist, as it is to be saved. */
export type SavedShot = RecordOf<'shot'>['payload'];

/** Saves a shot of a checklist (admins). @param files the example picture, if it is a new one @throws as `sendSaved` */
export function saveShot(
  sender: Owner | null,
  payload: SavedShot,
  files: readonly File[] = [],
  sent?: SentDraft,
): Promise<Sent> {
  return sendSaved(sender, { kind: 'shot', payload }, files, sent);
}
