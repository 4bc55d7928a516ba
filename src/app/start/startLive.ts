import { getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';
import { apply } from '../../cache/apply.ts';
import type { LiveEvent } from '../../contract/live.ts';
import { createLive, type EventHooks, type Live } from '../../live/live.ts';
import { refreshRecords } from '../../outbox/pageOutbox.ts';
import { recordsOwner } from '../../outbox/records/waiting.ts';
import { getOwner, getSession, onSessionChange, onToken, refresh } from '../../session/session.ts';
import { sleep } from '../../timing.ts';
import type { Connection } from './connection.ts';

/** The identity provider is asked too, and may not respond at once. */
const retryAfterMs = [2000, 10_000, 60_000];

function stageAndType(): string {
  const session = getSession();
  return 'profile' in session ? `${session.stage} ${session.profile.userType}` : session.stage;
}

/** Reads the user's own profile again. Where it gives them other permissions, everything they have read is read again too. */
async function recheckSession(): Promise<void> {
  const before = stageAndType();
  for (const waitMs of [...retryAfterMs, null]) {
    try {
      await refresh();
      break;
    } catch {
      if (waitMs === null) return;
      await sleep(waitMs);
    }
  }
  if (stageAndType() !== before) apply({ kind: 'reset' });
}

function isOwnMessage(event: LiveEvent): boolean {
  return event.kind === 'message' && event.message.fromUserId === recordsOwner()?.email;
}

/** Effects of live events outside the query cache. */
export const eventHooks: EventHooks = {
  // An own message replaces its echo once its record is known to be on its way; one read serves the whole batch.
  before: (events) => (events.some(isOwnMessage) ? refreshRecords() : undefined),
  onProfile(email) {
    const session = getSession();
    if ('email' in session && session.email === email) void recheckSession();
  },
  onGap() {
    // What was missed may be the approval itself.
    if (getSession().stage === 'unapproved') void recheckSession();
  },
};

/** Creates the page's live events, and follows whoever is signed in. */
export function startLive({ check }: Connection): Live {
  const live = createLive({
    ...eventHooks,
    onFailure(why) {
      if (why === 'silent') check();
      const { stage } = getSession();
      // Of users who have come that far the permissions have changed; before, the refusal is right.
      if (why === 'refused' && (stage === 'active' || stage === 'unapproved'))
        refresh().catch(() => undefined);
    },
  });
  onConnectivityChange(() => {
    if (getConnectivity().reachable) live.nudge();
  });
  onSessionChange(live.nudge);
  followSession(live);
  return live;
}

/** Receives events from the first token on, before the profile is read: what is read after that misses nothing. */
export function followSession(live: Pick<Live, 'follow'>): void {
  let wasSettled = false;
  let isLeaving = false;
  const update = () => {
    const { stage } = getSession();
    // Only a sign-out goes back to the beginning.
    if (stage === 'loading') isLeaving = wasSettled;
    wasSettled = true;
    const owner = stage === 'loading' || isLeaving ? null : getOwner();
    live.follow(owner?.uid ?? null);
  };
  // It may be known already who is here.
  if (getSession().stage !== 'loading') update();
  onSessionChange(update);
  onToken(({ uid }) => {
    if (!isLeaving) live.follow(uid);
  });
}
