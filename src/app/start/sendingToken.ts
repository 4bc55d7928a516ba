import type { UserToken } from '../../session/firebase.ts';
import { currentToken, validStoredToken } from '../../session/session.ts';

/** The token that the outbox of this page sends under. */
export type SendingToken = {
  /** Returns the stored token while it is valid, so that sending waits for no provider. @param renew forces a new one */
  read(renew: boolean): Promise<UserToken | null | 'later'>;
  /** Delays sending until `work` has settled. */
  delayUntil(work: Promise<unknown>): void;
};

export function createSendingToken(): SendingToken {
  let before: Promise<unknown> = Promise.resolve();
  return {
    async read(renew) {
      await before;
      return (renew ? null : await validStoredToken()) ?? currentToken(renew);
    },
    delayUntil(work) {
      before = Promise.all([before, work]);
    },
  };
}
