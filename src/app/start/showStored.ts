import { showOfflineJobs } from '../../offline/shownOfflineJobs.ts';
import type { StartRows } from '../../outbox/records/startRows.ts';
import { showRecordsOf } from '../../outbox/records/waiting.ts';
import { rememberedUser } from '../../session/remembered.ts';
import type { Owner } from '../../session/session.ts';
import { withTimeout } from '../../timing.ts';

const waitMs = 1000;

/** Reads the queued records and the list of saved jobs, if there are any, so that the first screen does not shift when they appear. */
export async function showStored(atStart: Promise<StartRows>): Promise<void> {
  const known = rememberedUser();
  if (!known) return;
  const shown = Promise.all([showWaiting(known, atStart), showOfflineJobs(known.uid)]);
  await withTimeout(shown, waitMs).catch(() => undefined);
}

async function showWaiting({ uid, email }: Owner, atStart: Promise<StartRows>): Promise<void> {
  if ((await atStart).isEmpty) return;
  const { pageOutbox, refreshRecords } = await import('../../outbox/pageOutbox.ts');
  showRecordsOf({ uid, email });
  pageOutbox();
  await refreshRecords();
}
