import * as v from 'valibot';
import type { ResponseOf } from '../../contract/calls.ts';
import type { Attachment } from '../../contract/jobs/jobDetails.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { OutboxRecord, RecordOf } from '../records/record.ts';
import { type Kind, outgoing, type RecordWith, type ShownPost } from './kind.ts';

/** A chat message of a job. */
const MessagePayload = v.object({
  content: v.string(),
  fromUserType: v.picklist(['ADMIN', 'EMPLOYEE', 'CLIENT']),
  jobReporter: v.string(),
  assignedTo: v.string(),
  /** The shot of a checklist that its files answer, and the shots it asks for. */
  shot: v.exactOptional(v.string()),
  asks: v.exactOptional(v.array(v.string())),
});
type Payload = v.InferOutput<typeof MessagePayload>;

/** Names the lane of a job's messages and changes. */
export function jobLane(jobId: string): string {
  return `job:${jobId}`;
}

/** POST /jobs/update as the chat sends it (§7). */
function request({
  payload,
  jobId,
  ownerEmail,
}: Pick<RecordWith<Payload>, 'jobId' | 'ownerEmail' | 'payload'>) {
  return outgoing(
    'updateJob',
    {
      evJobId: jobId,
      jobReporter: payload.jobReporter,
      jobUpdateUser: ownerEmail,
      'evCommunication.content': payload.content,
      'evCommunication.fromUserId': ownerEmail,
      'evCommunication.toUserId':
        payload.fromUserType === 'CLIENT' ? payload.assignedTo : payload.jobReporter,
      'evCommunication.fromUserType': payload.fromUserType,
      ...(payload.shot !== undefined && { 'evCommunication.shot': payload.shot }),
      ...(payload.asks !== undefined && { 'evCommunication.asks': payload.asks.join(',') }),
    },
    true,
  );
}

export const message = {
  payload: MessagePayload,
  lane: ({ jobId }) => jobLane(jobId),
  request,
  serverId: (response) => (response as ResponseOf<'updateJob'>).communication?.communicationId ?? null,
  staysUntilRead: true,
} satisfies Kind<typeof MessagePayload>;

export const shownMessage: ShownPost<Payload> = {
  names: ['message', 'messages'],
  label: () => '',
  text: ({ content }) => content,
  blocker: 'an earlier message to this job',
  editedAt: () => 'chat',
  changes(jobId, response) {
    const { communication, job } = response as ResponseOf<'updateJob'>;
    if (!communication) return [{ kind: 'job-changed', job }];
    return [{ kind: 'message-created', jobId, message: communication, job }];
  },
  arrived: ({ jobId }) => [{ kind: 'messages-outdated', jobId }],
  read: { query: 'conversation', posts: (data) => data as Message[] },
};

/** A message with photos for a shot that has not arrived yet, as far as this device knows. */
export type WaitingAnswer = RecordOf<'message'> & { payload: { shot: string } };

/**
 * Returns the queued answers to the shots of a job, the newest first, without those whose files the job shows already, by their
 * stamped names.
 */
export function waitingAnswers(
  { jobId, attachments }: { jobId: string; attachments: readonly Attachment[] },
  records: readonly OutboxRecord[],
): WaitingAnswer[] {
  const here = new Set(attachments.map(({ fileName }) => fileName));
  return records
    .filter(
      (record): record is WaitingAnswer =>
        record.kind === 'message' && record.jobId === jobId && record.payload.shot !== undefined,
    )
    .filter(({ files }) => !files.some(({ name }) => here.has(name)))
    .toReversed();
}
