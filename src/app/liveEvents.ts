import { keys, queryClient } from '../api/queries.ts';
import type { LiveBatch, LiveEvent } from '../contract/live.ts';
import { isPseudonym } from '../contract/people.ts';
import { peopleChanged } from '../outbox/caches.ts';
import { notTooOften } from '../outbox/notTooOften.ts';
import { jobTold, markTold, messageTold } from '../outbox/told.ts';
import { getSession, refresh } from '../session/session.ts';
import { catchUp } from './catchUp.ts';

const settledMs = 1000;
/** The provider is asked too, and may not answer at once. */
const retryAfterMs = [2000, 10_000, 60_000];

/** How far the reader has come, and as what. */
function standing(): string {
  const session = getSession();
  return 'profile' in session ? `${session.stage} ${session.profile.userType}` : session.stage;
}

/** What the reader may do may have changed: the session moves on by it, and what they could see before is read again. */
async function lookAtOneself(): Promise<void> {
  const before = standing();
  for (const waitMs of [...retryAfterMs, null]) {
    try {
      await refresh();
      break;
    } catch {
      if (waitMs === null) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  if (standing() !== before) catchUp(() => true);
}

async function profileTold(email: string): Promise<void> {
  const session = getSession();
  // Whose profile it was is not told of somebody who was erased.
  void queryClient.invalidateQueries({ queryKey: isPseudonym(email) ? ['profile'] : keys.profile(email) });
  notTooOften('people', peopleChanged);
  if ('email' in session && session.email === email) void lookAtOneself();
}

async function tell(event: LiveEvent): Promise<void> {
  switch (event.kind) {
    case 'message':
      return messageTold(event.jobId, event.message);
    case 'mark':
      return markTold(event.jobId, event.communicationId, event.status);
    case 'job':
      return jobTold(event.jobId);
    case 'profile':
      return profileTold(event.email);
  }
}

let telling = Promise.resolve();

/**
 * Brings what the app has read up to date with what happened, in order.
 *
 * @param isStillTheirs asked before each event: nothing of one person is told to the next
 */
export function tellBatch({ events, missed }: LiveBatch, isStillTheirs: () => boolean): void {
  if (missed) tellGap(isStillTheirs);
  telling = telling.then(async () => {
    for (const event of events) {
      if (isStillTheirs()) await tell(event).catch((error: unknown) => console.warn('Not shown yet:', error));
    }
  });
}

/**
 * What was read until now, or is being read, may lack what nobody told: it is read once more, a moment later, so that what is just
 * coming in is not asked for twice at the same time.
 */
export function tellGap(isStillTheirs: () => boolean): void {
  const known = queryClient.getQueryCache().findAll();
  const unsure = new Set(
    known.filter(({ state }) => state.data !== undefined || state.fetchStatus !== 'idle'),
  );
  setTimeout(async () => {
    if (!isStillTheirs()) return;
    // Without data to fall back on, a reading under way is not begun anew unless it is ended first.
    await queryClient.cancelQueries({
      type: 'active',
      predicate: (query) => unsure.has(query) && query.state.data === undefined,
    });
    catchUp((query) => unsure.has(query));
    if (getSession().stage === 'unapproved') void lookAtOneself();
  }, settledMs);
}
