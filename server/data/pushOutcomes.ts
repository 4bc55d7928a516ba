import type { Database, Queryable } from './db.ts';
import type { PushClaim } from './pushQueue.ts';

/** Rows are the claim's as long as nobody else has claimed them since. */
const mine = 'push_id = any($1::bigint[]) and lease = $2';

const afterQuietSeconds = 3600;

function idsOf({ rows }: PushClaim): number[] {
  return rows.map(({ pushId }) => pushId);
}

function isTest({ rows }: PushClaim): boolean {
  return rows.some(({ kind }) => kind === 'TEST');
}

/** Whoever touches a device and its rows takes the device first, so that no two wait for each other. */
async function setDevice(
  db: Queryable,
  { device, email }: PushClaim,
  set: string,
  values: readonly (string | number | boolean)[],
): Promise<void> {
  await db.query(`update push_devices set ${set} where device_id = $1 and email = $2`, [
    device.deviceId,
    email,
    ...values,
  ]);
}

async function forget(db: Queryable, claim: PushClaim): Promise<void> {
  await db.query(`delete from push_queue where ${mine}`, [idsOf(claim), claim.lease]);
}

/** Asks for more time for a claim. False when it ran out and somebody else may have it; then nothing is to be sent. */
export async function renewClaim(db: Queryable, claim: PushClaim, leasedUntil: number): Promise<boolean> {
  const rows = await db.query(`update push_queue set leased_until = $3 where ${mine} returning 1`, [
    idsOf(claim),
    claim.lease,
    leasedUntil,
  ]);
  return rows.length === claim.rows.length;
}

/** The push service took it. One row stays for the receipt that went with the push. `now` in seconds. */
export async function pushAccepted(
  db: Database,
  claim: PushClaim,
  receipt: string,
  now: number,
): Promise<void> {
  await db.tx(async (tx) => {
    await setDevice(
      tx,
      claim,
      `state = 'SUBSCRIBED', error = '', failures = 0, wait_until = 0, accepted = $3,
        test_accepted = case when $4 then $3 else test_accepted end,
        test_error = case when $4 then '' else test_error end`,
      [now, isTest(claim)],
    );
    await tx.query(`delete from push_queue where ${mine} and receipt <> $3`, [
      idsOf(claim),
      claim.lease,
      receipt,
    ]);
    await tx.query(`update push_queue set accepted = $3, leased_until = 0 where ${mine}`, [
      idsOf(claim),
      claim.lease,
      now,
    ]);
  });
}

/** It is tried again, not before `waitUntil`, as is everything else for this device. */
export async function pushDelayed(
  db: Database,
  claim: PushClaim,
  { error, waitUntil }: { error: string; waitUntil: number },
): Promise<void> {
  await db.tx(async (tx) => {
    await setDevice(
      tx,
      claim,
      `error = $3, failures = failures + 1, wait_until = greatest(wait_until, $4),
        test_error = case when $5 then $3 else test_error end`,
      [error, waitUntil, isTest(claim)],
    );
    await releaseClaim(tx, claim);
  });
}

/** It is never tried again; the device stays, so that its person sees why. */
export async function pushRefused(db: Database, claim: PushClaim, error: string): Promise<void> {
  await db.tx(async (tx) => {
    await setDevice(
      tx,
      claim,
      `state = 'FAILING', error = $3, failures = 0, test_error = case when $4 then $3 else test_error end`,
      [error, isTest(claim)],
    );
    await forget(tx, claim);
  });
}

/** The subscription is no more: nothing of what waits for the device is sent. */
export async function deviceGone(db: Database, claim: PushClaim, error: string): Promise<void> {
  await db.tx(async (tx) => {
    await setDevice(
      tx,
      claim,
      `state = 'GONE', error = $3, failures = 0, test_error = case when $4 then $3 else test_error end`,
      [error, isTest(claim)],
    );
    await tx.query('delete from push_queue where device_id = $1 and email = $2 and accepted is null', [
      claim.device.deviceId,
      claim.email,
    ]);
  });
}

/** There is nothing (more) to tell. */
export async function dropPush(db: Queryable, claim: PushClaim): Promise<void> {
  await forget(db, claim);
}

/** It waits for the end of the quiet hours, and is given some time after them. `due` in seconds. */
export async function postponePush(db: Queryable, claim: PushClaim, due: number): Promise<void> {
  await db.query(
    `update push_queue set due = greatest(due, $3), expires = greatest(expires, $3 + ${afterQuietSeconds}), lease = null,
        leased_until = 0 where ${mine}`,
    [idsOf(claim), claim.lease, due],
  );
}

/** Gives a claim back unsent. */
export async function releaseClaim(db: Queryable, claim: PushClaim): Promise<void> {
  await db.query(`update push_queue set lease = null, leased_until = 0 where ${mine}`, [
    idsOf(claim),
    claim.lease,
  ]);
}
