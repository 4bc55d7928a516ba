import { ApiError, call } from '../../api/client.ts';
import { getConnectivity, isBackendReachable, noteUnreachable } from '../../api/connectivity.ts';
import type { Transfer } from '../../api/requestBody.ts';
import { beginUpload, putPiece, uploadOffset } from '../../api/uploads.ts';
import type { RequestOf } from '../../contract/calls.ts';
import { writtenHeader } from '../../contract/written.ts';
import type { OutboxRecord } from '../records/record.ts';
import type { Delivered, Outbound, StoredFile, Wire } from './environment.ts';
import { PieceSize } from './PieceSize.ts';
import { reasonIn } from './reasons.ts';
import { type Moment, wasSuspended } from './waits.ts';

/** Creates the outbox's calls over the real client. */
export function createWire(onProgress?: Wire['onProgress']): Wire {
  /** When the last response came, by `performance.now()`. */
  let reachedAt = Number.NEGATIVE_INFINITY;
  return {
    async send(outbound) {
      await mustBeReachable(outbound, reachedAt);
      const delivered = await sendNow(outbound, onProgress);
      reachedAt = performance.now();
      return delivered;
    },
    onProgress,
    pieces: {
      // Four seconds at 1 Mbit/s: a photo takes one request, where pieces would take at least three.
      smallBytes: 512 * 1024,
      size: new PieceSize(),
      begin: beginUpload,
      offset: uploadOffset,
      put: putPiece,
    },
  };
}

/** Makes a new file for every try: a body that was sent is used up. */
function fileOf({ name, type, chunks }: StoredFile): File {
  return new File([...chunks], name, { type });
}

const freshMs = 5000;

/**
 * Probes the backend first when connectivity is doubtful, so that an unsent record stays `queued` instead of `uncertain` and can still
 * be changed. For jobs, which are rare and long to type, it is doubtful unless a response came just now; messages would be delayed.
 */
async function mustBeReachable({ record, idToken }: Outbound, reachedAt: number): Promise<void> {
  const isJob = record.kind === 'report' || record.kind === 'update';
  const isKnown = !isJob || performance.now() - reachedAt < freshMs;
  const seemsReachable = navigator.onLine !== false && getConnectivity().reachable && isKnown;
  if (seemsReachable) return;
  const asked = moment();
  const isReachable = await isBackendReachable(idToken);
  if (!isReachable) noteUnreachable();
  if (!isReachable || wasSuspended(asked, moment()))
    throw new ApiError('offline', undefined, { unsent: true });
}

function moment(): Moment {
  return { at: Date.now(), elapsed: performance.now() };
}

async function sendNow(
  { record, files, uploads, idToken, writtenSecondsAgo }: Outbound,
  onProgress: Wire['onProgress'],
): Promise<Delivered> {
  const sent = {
    files: files.map(fileOf),
    uploads,
    idempotencyKey: record.clientId,
    idToken,
    onProgress: files.length > 0 && onProgress ? (done: Transfer) => onProgress(record, done) : undefined,
  };
  const headers = writtenHeaders(writtenSecondsAgo);
  switch (record.kind) {
    case 'message': {
      const answer = await call('updateJob', { body: messageBody(record), headers, ...sent });
      return { serverId: answer.communication?.communicationId ?? null, answer };
    }
    case 'toggle': {
      return { serverId: null, answer: await call('markMessage', { body: addressedBody(record), ...sent }) };
    }
    case 'note': {
      const answer = await call('addStaffNote', { body: noteBody(record), headers, ...sent });
      return { serverId: answer.noteId, answer };
    }
    case 'report': {
      const answer = await call('reportJob', {
        body: record.payload as RequestOf<'reportJob'>,
        headers,
        ...sent,
      });
      return { serverId: answer.jobId, answer };
    }
    case 'update': {
      // Only a reason says when it was written: it becomes a message.
      const body = record.payload as RequestOf<'updateJob'>;
      const answer = await call('updateJob', { body, ...(reasonIn(record) && { headers }), ...sent });
      return { serverId: null, answer };
    }
    case 'shot': {
      return { serverId: null, answer: await call('saveShot', { body: record.payload, ...sent }) };
    }
  }
}

type RecordOf<Kind extends OutboxRecord['kind']> = Pick<
  Extract<OutboxRecord, { kind: Kind }>,
  'jobId' | 'ownerEmail' | 'payload'
>;

/** Says how long ago a record was written, where that is known. */
function writtenHeaders(secondsAgo: number | null | undefined): Record<string, string> {
  return typeof secondsAgo === 'number' ? { [writtenHeader]: String(secondsAgo) } : {};
}

/** POST /jobs/update as the chat sends it (§7). */
export function messageBody({ payload, jobId, ownerEmail }: RecordOf<'message'>): RequestOf<'updateJob'> {
  return {
    evJobId: jobId,
    jobReporter: payload.jobReporter,
    jobUpdateUser: ownerEmail,
    'evCommunication.content': payload.content,
    'evCommunication.fromUserId': ownerEmail,
    'evCommunication.toUserId': payload.fromUserType === 'CLIENT' ? payload.assignedTo : payload.jobReporter,
    'evCommunication.fromUserType': payload.fromUserType,
    ...(payload.shot !== undefined && { 'evCommunication.shot': payload.shot }),
    ...(payload.asks !== undefined && { 'evCommunication.asks': payload.asks.join(',') }),
    ...(payload.addressed && { 'evCommunication.addressed': payload.addressed.join(',') }),
  };
}

/** POST /jobs/note. */
export function noteBody({ payload, jobId }: RecordOf<'note'>): RequestOf<'addStaffNote'> {
  const { content, ...rest } = payload;
  return { jobId, note: content, ...rest };
}

/** POST /update/communication with the target status (§4, §7). */
export function addressedBody({ payload, jobId, ownerEmail }: RecordOf<'toggle'>): RequestOf<'markMessage'> {
  const { communicationId, target } = payload;
  return { evCommunicationId: communicationId, jobId, status: target, userName: ownerEmail };
}
