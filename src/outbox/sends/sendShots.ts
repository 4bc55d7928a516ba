import type { Job } from '../../contract/jobs/job.ts';
import { maxAskedShots, maxFiles, maxTextLength, maxUploadBytes } from '../../contract/limits.ts';
import type { ShotRef } from '../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import type { SentDraft } from '../records/draftRows.ts';
import type { Owner } from '../records/enqueue.ts';
import { type CopiedFile, readChosenFile } from '../records/fileBytes.ts';
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
 * Sends items, in their order, in groups for which a test holds; one that is too much by itself is a group.
 *
 * @param done what is true of the first ones where some were sent, in the words of an error: sent again, those would be there twice
 */
async function sendInGroups<T>(
  items: readonly T[],
  fits: (group: readonly T[]) => boolean,
  done: string,
  send: (group: readonly T[]) => Promise<Sent>,
): Promise<Sent> {
  const groups: T[][] = [[]];
  for (const item of items) {
    const group = groups.at(-1) ?? [];
    if (group.length === 0 || fits([...group, item])) group.push(item);
    else groups.push([item]);
  }
  let sent: Sent = 'queued';
  let count = 0;
  for (const group of groups) {
    sent = await send(group).catch((error: Error) => {
      if (count === 0) throw error;
      throw new Error(`Only the first ${count} of ${items.length} ${done}. ${error.message}`, {
        cause: error,
      });
    });
    count += group.length;
  }
  return sent;
}

/**
 * Sends photos for a shot of a job, in as many messages as the limits of one ask for. Two answers to one shot are two messages, and
 * both stay.
 *
 * @param files at least one
 * @throws as `sendMessage`; an error that says how many were added, where some were
 */
export async function answerShot(
  sender: Owner | null,
  job: AddressedJob,
  reader: ApprovedProfile,
  { shotId, name }: ShotRef,
  files: readonly File[],
): Promise<Sent> {
  const copies = await Promise.all(files.map(readChosenFile));
  const bytesOf = (group: readonly CopiedFile[]) => group.reduce((sum, { size }) => sum + size, 0);
  const fits = (group: readonly CopiedFile[]) => group.length <= maxFiles && bytesOf(group) <= maxUploadBytes;
  return sendInGroups(copies, fits, 'photos were added', (photos) => {
    const content = `${photos.length === 1 ? 'Photo' : 'Photos'} for: ${name}`;
    return sendMessage(sender, { ...outgoing(job, reader), content, shot: shotId }, photos);
  });
}

/** The mark before each shot in the text of a request. */
export const askedShotMark = '• ';

function requestText(shots: readonly ShotRef[]): string {
  const lines = shots.map(({ name }) => `${askedShotMark}${name}`);
  return [shots.length === 1 ? 'Please add this photo:' : 'Please add these photos:', ...lines].join('\n');
}

/**
 * Asks for shots of a job (staff), in as many messages as their names take. The text names them for emails, pushes and exports.
 *
 * @throws as `answerShot`
 */
export async function askForShots(
  sender: Owner | null,
  job: AddressedJob,
  reader: ApprovedProfile,
  shots: readonly ShotRef[],
): Promise<Sent> {
  const fits = (group: readonly ShotRef[]) =>
    group.length <= maxAskedShots && requestText(group).length <= maxTextLength;
  return sendInGroups(shots, fits, 'photos were asked for', (group) => {
    const asks = group.map(({ shotId }) => shotId);
    return sendMessage(sender, { ...outgoing(job, reader), content: requestText(group), asks }, []);
  });
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
