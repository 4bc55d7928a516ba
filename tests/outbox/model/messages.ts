import type { Message } from '../../../src/contract/messages/message.ts';
import type { StoredFile } from '../../../src/outbox/records/environment.ts';
import type { NoteRecord, OutboxRecord } from '../../../src/outbox/records/record.ts';

/** A message of another user whose status the user toggles. */
export const otherMessage: Omit<Message, 'communicationId' | 'status'> = {
  jobId: 'j0',
  content: 'marked',
  createdTimestamp: 0,
  sequence: 0,
  fromUserId: 'somebody@ev.test',
  toUserId: '',
  fromUserType: 'CLIENT',
  fileAttachmentsInfo: {},
  company: '',
  fromUserName: '',
  project: '',
  jobCode: '',
};

/** The text of every answer to a shot: only the shot and the files tell two of them apart. */
export function answerText(shotId: string): string {
  return `photo for ${shotId}`;
}

/** Converts a record to its message, as its sender reads it. */
export function messageOf(
  record: Extract<OutboxRecord, { kind: 'message' }>,
  files: readonly StoredFile[],
  communicationId: string,
  sequence: number,
  nowMs: number,
): Message {
  return {
    ...otherMessage,
    communicationId,
    idempotencyKey: record.clientId,
    jobId: record.jobId,
    content: record.payload.content,
    status: 'NEW',
    createdTimestamp: Math.floor(nowMs / 1000),
    sequence,
    fromUserId: record.ownerEmail,
    ...(record.payload.shot !== undefined && { shot: { shotId: record.payload.shot, name: '' } }),
    fileAttachmentsInfo: Object.fromEntries(
      files.map((file, n) => [
        `${communicationId}/${n}/${file.name}`,
        { link: '', fileName: file.name, contentType: file.type, size: file.size },
      ]),
    ),
  };
}

/** Converts a record to its staff note, as its author reads it. */
export function noteOf(record: NoteRecord, communicationId: string, nowMs: number) {
  const { clientId: idempotencyKey, jobId, payload, ownerEmail: fromUserId } = record;
  const createdTimestamp = Math.floor(nowMs / 1000);
  const { content } = payload;
  return { communicationId, idempotencyKey, jobId, content, fromUserId, createdTimestamp };
}
