import { ApiError, call } from '../../api/client.ts';
import { getConnectivity, isBackendReachable, noteMissed } from '../../api/connectivity.ts';
import { beginUpload, putPiece, takesPieces, uploadOffset } from '../../api/uploads.ts';
import type { RequestOf } from '../../contract/calls.ts';
import { once } from '../../timing.ts';
import type { OutboxRecord } from '../records/record.ts';
import { PieceSize } from './PieceSize.ts';
import { type Moment, stoodStill } from './waits.ts';
import type { Delivered, KeptFile, Outbound, Wire } from './world.ts';

/** Creates the outbox's calls over the real client. */
export function createWire(): Wire {
  /** When the last request was answered, on the page's own clock. */
  let reachedAt = Number.NEGATIVE_INFINITY;
  return {
    async send(outbound) {
      await mustBeReachable(outbound, reachedAt);
      const delivered = await sendNow(outbound);
      reachedAt = performance.now();
      return delivered;
    },
    pieces: {
      // On a line of 1 Mbit/s four seconds: a photo takes one request, where pieces would take at least three.
      smallBytes: 512 * 1024,
      size: new PieceSize(),
      offered: once(takesPieces),
      begin: beginUpload,
      offset: uploadOffset,
      put: putPiece,
    },
    conversation: (jobId, idToken) => call('conversation', { params: { jobId }, idToken }),
    job: (jobId, idToken) => call('job', { params: { jobId }, idToken }),
    async findJob(jobCode, idToken) {
      const { items } = await call('searchJobs', { body: { text: jobCode }, idToken });
      return items.find((job) => job.jobCode === jobCode) ?? null;
    },
  };
}

/** Built anew for every try: a body that was sent once is used up. */
function fileOf({ name, type, chunks }: KeptFile): File {
  return new File([...chunks], name, { type });
}

const freshMs = 5000;

/**
 * A line that may be bad is looked at before anything is risked: of what has not left, nobody need ask whether it arrived,
 * and it can still be changed or taken back. What is worth that for a job, which is seldom sent and long to type, would keep
 * a message waiting, so for messages the line is taken to be good until it was bad.
 */
async function mustBeReachable({ record, idToken }: Outbound, reachedAt: number): Promise<void> {
  const isJob = record.kind === 'report' || record.kind === 'update';
  const isKnown = !isJob || performance.now() - reachedAt < freshMs;
  const looksWell = navigator.onLine !== false && getConnectivity().reachable && isKnown;
  if (looksWell) return;
  const asked = moment();
  const isReachable = await isBackendReachable(idToken);
  if (!isReachable) noteMissed();
  if (!isReachable || stoodStill(asked, moment())) throw new ApiError('offline', undefined, { unsent: true });
}

function moment(): Moment {
  return { at: Date.now(), elapsed: performance.now() };
}

async function sendNow({ record, files, uploads, idToken, onProgress }: Outbound): Promise<Delivered> {
  const sent = {
    files: files.map(fileOf),
    uploads,
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
