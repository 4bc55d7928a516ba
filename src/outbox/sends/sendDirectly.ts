import type { Transfer } from '../../api/client.ts';
import { serialQueue } from '../../timing.ts';
import { applyResponse } from '../queries/applyResponses.ts';
import { prepared } from '../records/fileBytes.ts';
import { type Draft, kindOf } from '../records/record.ts';
import { callFor } from '../sending/wire.ts';
import { withIntent } from './intents.ts';

type Options = {
  /** The idempotency key; without this, one for its payload. */
  key?: string | undefined;
  /** Ends the request. */
  signal?: AbortSignal | undefined;
  onProgress?: ((transfer: Transfer) => void) | undefined;
};

const lanes = new Map<string, ReturnType<typeof serialQueue>>();

/**
 * Sends a draft while the user waits, where this browser stores nothing: the request of its record, in the order of its lane, under a key
 * that is the same for every try of the same content. Applies the response. The input stays in its form until then.
 *
 * @param draft returns the draft for a code, which is the same for every try too: that of a new job
 * @throws ApiError: refused, or not known
 */
export async function sendDirectly(
  { email }: { email: string },
  draft: (code: string) => Draft,
  files: readonly File[] = [],
  { key, ...transferring }: Options = {},
): Promise<unknown> {
  const first = draft('');
  const { kind, payload } = first;
  const jobId = 'jobId' in first ? first.jobId : '';
  const { lane, request, register } = kindOf({ kind });
  const place = lane({ jobId, clientId: '', payload });
  const inLane = lanes.get(place) ?? serialQueue();
  lanes.set(place, inLane);
  const sent = await Promise.all(files.map(prepared));
  const answer = await inLane(() =>
    withIntent(
      [kind, jobId, key ?? payload],
      sent,
      (intent) => {
        const outgoing = request({ jobId, payload: draft(intent.code).payload, ownerEmail: email });
        return callFor(outgoing, { files: intent.files, idempotencyKey: key ?? intent.key, ...transferring });
      },
      register && [place, kind, register.of(payload)].join(),
    ),
  );
  applyResponse({ kind, jobId }, answer);
  return answer;
}
