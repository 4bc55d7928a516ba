import { ApiError, call } from '../../api/client.ts';
import { getConnectivity, isBackendReachable, noteUnreachable } from '../../api/connectivity.ts';
import type { Transfer } from '../../api/requestBody.ts';
import { serverSeconds } from '../../api/serverClock.ts';
import { beginUpload, putPiece, uploadOffset } from '../../api/tusUploads.ts';
import type { CallName } from '../../contract/calls.ts';
import { chosenHeader, chosenText } from '../../contract/chosen.ts';
import { writtenHeader } from '../../contract/writtenTime.ts';
import type { Outgoing } from '../kinds/kind.ts';
import type { Outbound, StoredFile, Wire, WireResponse } from '../records/environment.ts';
import { PieceSize } from '../records/PieceSize.ts';
import { kindOf } from '../records/record.ts';
import { type Moment, wasSuspended } from './waits.ts';

/** Creates the outbox's calls over the real client. */
export function createWire(onProgress?: Wire['onProgress']): Wire {
  /** When the last response came, by `performance.now()`. */
  let reachedAt = Number.NEGATIVE_INFINITY;
  return {
    async send(outbound) {
      if (!outbound.isLeaving) await mustBeReachable(outbound, reachedAt);
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

type CallOptions = {
  files: readonly File[];
  headers?: Record<string, string>;
  uploads?: Outbound['uploads'];
  idempotencyKey: string;
  idToken?: string;
  keepalive?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((transfer: Transfer) => void) | undefined;
};

/** Makes the request of a record. */
export function callFor({ call: name, body }: Outgoing, options: CallOptions): Promise<unknown> {
  return (call as (name: CallName, options: object) => Promise<unknown>)(name, { ...options, body });
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
async function mustBeReachable({ record }: Outbound, reachedAt: number): Promise<void> {
  const isKnown = !kindOf(record).isProbed || performance.now() - reachedAt < freshMs;
  const seemsReachable = navigator.onLine !== false && getConnectivity().reachable && isKnown;
  if (seemsReachable) return;
  const asked = moment();
  const isReachable = await isBackendReachable();
  if (!isReachable) noteUnreachable();
  if (!isReachable || wasSuspended(asked, moment()))
    throw new ApiError('offline', undefined, { unsent: true });
}

function moment(): Moment {
  return { at: Date.now(), elapsed: performance.now() };
}

async function sendNow(
  { record, files, uploads, idToken, writtenSecondsAgo, isLeaving }: Outbound,
  onProgress: Wire['onProgress'],
): Promise<WireResponse> {
  const kind = kindOf(record);
  const outgoing = kind.request(record);
  const response = await callFor(outgoing, {
    ...(outgoing.isWritten && {
      headers: { ...writtenHeaders(writtenSecondsAgo), ...chosenHeaders(record) },
    }),
    files: files.map(fileOf),
    uploads,
    idempotencyKey: record.clientId,
    idToken,
    keepalive: isLeaving,
    onProgress: files.length > 0 && onProgress ? (done: Transfer) => onProgress(record, done) : undefined,
  });
  return { serverId: kind.serverId?.(response) ?? null, response };
}

/** Says which of two choices is the later one. */
function chosenHeaders({ order }: Outbound['record']): Record<string, string> {
  return order ? { [chosenHeader]: chosenText(order, serverSeconds()) } : {};
}

/** Says how long ago a record was written, where that is known. */
function writtenHeaders(secondsAgo: number | null | undefined): Record<string, string> {
  return typeof secondsAgo === 'number' ? { [writtenHeader]: String(secondsAgo) } : {};
}
