import { retryAfterSeconds } from '../queue/backOff.ts';
import type { PushAnswer } from './post.ts';

/** What became of a push, and why, as a sentence for the person whose device it is. */
export type PushOutcome =
  | { kind: 'accepted' }
  /** The subscription is no more. */
  | { kind: 'gone'; error: string }
  | { kind: 'too-large'; error: string }
  /** Trying again would end the same way. */
  | { kind: 'refused'; error: string }
  | { kind: 'later'; error: string; retryAfter: number | null };

/** Beside 5xx. Microsoft's answers 406 to a channel that it slows down. */
const passing = [406, 408, 425, 429];

export function outcomeOf({ status, retryAfter }: PushAnswer, nowMs: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) {
    return {
      kind: 'gone',
      error: 'The browser has ended its subscription. Turn notifications on again on that device.',
    };
  }
  if (status === 413) {
    return { kind: 'too-large', error: 'The push service found the notification too large.' };
  }
  if (status >= 500 || passing.includes(status)) {
    const error =
      status === 429 || status === 406
        ? 'The push service asks us to wait. It is tried again.'
        : `The push service has a problem (it answered ${status}). It is tried again.`;
    return { kind: 'later', error, retryAfter: retryAfterSeconds(retryAfter, nowMs) };
  }
  return {
    kind: 'refused',
    error:
      status === 400 || status === 401 || status === 403
        ? `The push service does not accept this server’s key (it answered ${status}). Turn notifications off and on again on that device.`
        : `The push service refused the notification (it answered ${status}).`,
  };
}

/** Of a push that got no answer. */
export const unanswered: PushOutcome = {
  kind: 'later',
  error: 'The push service did not answer. It is tried again.',
  retryAfter: null,
};

/** Of a push that could not be encrypted. */
export const unusable: PushOutcome = {
  kind: 'refused',
  error:
    'The subscription of this device cannot be used. Turn notifications off and on again on that device.',
};
