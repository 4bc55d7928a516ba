import type { FastifyBaseLogger } from 'fastify';
import { theServer } from '../../src/contract/people.ts';
import { record } from '../data/audit.ts';
import type { Database } from '../data/db.ts';
import type { Pulse } from '../live/pulse.ts';
import type { DeleteAccount } from './accounts.ts';

/** Before what failed is tried again. */
const retryMs = 60_000;
const atOnce = 10;

type Parts = {
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, 'warn'>;
  pulse: Pulse;
  deleteAccount: DeleteAccount | null;
};

/** To delete twice does no harm; to write down that it is done happens once. */
async function deleteWaiting({ db, now }: Parts, deleteAccount: DeleteAccount): Promise<void> {
  const waiting = await db.query<{ pseudonym: string; uid: string }>(
    `select pseudonym, account_uid as uid from erasures where account_uid is not null order by erased limit ${atOnce}`,
  );
  for (const { pseudonym, uid } of waiting) {
    await deleteAccount(uid);
    await db.tx(async (tx) => {
      const done = await tx.query(
        'update erasures set account_uid = null where pseudonym = $1 and account_uid is not null returning pseudonym',
        [pseudonym],
      );
      const created = Math.floor(now() / 1000);
      if (done.length === 0) return;
      await record(tx, { actor: theServer, action: 'delete-account', subject: pseudonym, created });
    });
  }
}

/**
 * Has the accounts of erased people deleted by the identity provider, after the erasure and for as long as it takes: a provider
 * cannot be part of a transaction.
 *
 * @returns what stops it, and resolves when nothing is being deleted any more
 */
export function deleteAccountsOfErased(parts: Parts): () => Promise<void> {
  const { now, log, pulse, deleteAccount } = parts;
  if (!deleteAccount) return async () => undefined;
  let waitUntilMs = 0;
  let deleting: Promise<void> | undefined;
  const stop = pulse.onBeat(() => {
    if (deleting || now() < waitUntilMs) return;
    deleting = deleteWaiting(parts, deleteAccount)
      .catch((error: unknown) => {
        waitUntilMs = now() + retryMs;
        log.warn({ err: error }, 'an account was not deleted');
      })
      .finally(() => {
        deleting = undefined;
      });
  });
  return async () => {
    stop();
    await deleting;
  };
}
