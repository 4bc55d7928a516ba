import { retryAfterSeconds } from '../queue/backOff.ts';
import type { PushResponse } from './post.ts';

/** The outcome of a push, with the reason as a sentence for the user of the device. */
export type PushOutcome =
  | { kind: 'accepted' }
  /** The subscription has ended. */
  | { kind: 'gone'; error: string }
  | { kind: 'too-large'; error: string }
  /** A retry would fail too. */
  | { kind: 'refused'; error: string }
  | { kind: 'later'; error: string; retryAfter: number | null };

/** Statuses worth a retry, besides 5xx. Microsoft responds 406 to a channel that it throttles. */
const passing = [406, 408, 425, 429];

export function outcomeOf({ status, retryAfter }: PushResponse, nowMs: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) {
    return {
      kind: 'gone',
      error: 'The browser stopped notifications. Turn them on again on that device.',
    };
  }
  if (status === 413) {
    return { kind: 'too-large', error: 'The notification was too large to deliver.' };
  }
  if (status >= 500 || passing.includes(status)) {
    const error =
      status === 429 || status === 406
        ? 'Delivery is delayed. We’ll try again automatically.'
        : `The push service returned an error (${status}). We’ll try again automatically.`;
    return { kind: 'later', error, retryAfter: retryAfterSeconds(retryAfter, nowMs) };
  }
  return {
    kind: 'refused',
    error:
      status === 400 || status === 401 || status === 403
        ? `The push service rejected this server’s key (${status}). Turn notifications off and on again on that device.`
        : `The push service rejected the notification (${status}).`,
  };
}

/** The outcome of a push without a response. */
export const noResponse: PushOutcome = {
  kind: 'later',
  error: 'The push service didn’t respond. We’ll try again automatically.',
  retryAfter: null,
};

/** The outcome of a push that could not be encrypted. */
export const unusable: PushOutcome = {
  kind: 'refused',
  error: 'Notifications aren’t set up correctly on that device. Turn them off and on again there.',
};
