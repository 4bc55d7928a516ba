import { call } from '../api/client.ts';
import type { RequestOf } from '../contract/calls.ts';
import type { OutboxRecord } from './record.ts';
import type { Delivered, KeptFile, Outbound, Wire } from './world.ts';

/** The outbox's calls over the real client. */
export const wire: Wire = {
  send,
  conversation: (jobId, idToken) => call('conversation', { params: { jobId }, idToken }),
  job: (jobId, idToken) => call('job', { params: { jobId }, idToken }),
  async findJob(jobCode, idToken) {
    const { items } = await call('searchJobs', { body: { text: jobCode }, idToken });
    return items.find((job) => job.jobCode === jobCode) ?? null;
  },
};

/** Built anew for every try: a body that was sent once is used up. */
function fileOf({ name, type, chunks }: KeptFile): File {
  return new File([...chunks], name, { type });
}

async function send({ record, files, idToken, onProgress }: Outbound): Promise<Delivered> {
  const sent = {
    files: files.map(fileOf),
    idempotencyKey: record.clientId,
    idToken,
    onProgress: files.length > 0 ? onProgress : undefined,
  };
  switch (record.kind) {
    case 'message': {
      const answer = await call('updateJob', { body: messageBody(record), ...sent });
      return { serverId: answer.communication?.communicationId ?? null, answer };
    }
    case 'toggle': {
      return { serverId: null, answer: await call('markMessage', { body: markBody(record), ...sent }) };
    }
    case 'report': {
      const answer = await call('reportJob', { body: record.payload as RequestOf<'reportJob'>, ...sent });
      return { serverId: answer.jobId, answer };
    }
    case 'update': {
      const answer = await call('updateJob', { body: record.payload as RequestOf<'updateJob'>, ...sent });
      return { serverId: null, answer };
    }
  }
}

type Kept<Kind extends OutboxRecord['kind']> = Pick<
  Extract<OutboxRecord, { kind: Kind }>,
  'jobId' | 'ownerEmail' | 'payload'
>;

/** POST /jobs/update as the chat sends it (§7). */
export function messageBody({ payload, jobId, ownerEmail }: Kept<'message'>): RequestOf<'updateJob'> {
  return {
    evJobId: jobId,
    jobReporter: payload.jobReporter,
    jobUpdateUser: ownerEmail,
    'evCommunication.content': payload.content,
    'evCommunication.fromUserId': ownerEmail,
    'evCommunication.toUserId': payload.fromUserType === 'CLIENT' ? payload.assignedTo : payload.jobReporter,
    'evCommunication.fromUserType': payload.fromUserType,
  };
}

/** POST /update/communication with the target status (§4, §7). */
export function markBody({ payload, jobId, ownerEmail }: Kept<'toggle'>): RequestOf<'markMessage'> {
  const { communicationId, target } = payload;
  return { evCommunicationId: communicationId, jobId, status: target, userName: ownerEmail };
}
