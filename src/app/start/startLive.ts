import { getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';
import { apply } from '../../cache/apply.ts';
import type { LiveEvent } from '../../contract/live.ts';
import { createLive, type EventHooks, type Live } from '../../live/createLive.ts';
import { refreshRecords } from '../../outbox/pageOutbox.ts';
import { recordsOwner } from '../../outbox/records/waiting.ts';
import { getOwner, getSession, onSessionChange, onToken, refresh } from '../../session/session.ts';
import { sleep } from '../../timing.ts';
import type { Connection } from './connection.ts';

/** Waits between attempts: the identity provider may not respond at once. */
const retryAfterMs = [2000, 10_000, 60_000];

function stageAndType(): string {
  const session = getSession();
  return 'profile' in session ? `${session.stage} ${session.profile.userType}` : session.stage;
}

/** Refetches the user's own profile, and everything else if their permissions have changed. */
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
  // Reads the records once for the whole batch, so that an own message replaces its echo.
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

/** Creates the page's live events, and follows the signed-in user. */
export function startLive({ check }: Connection): Live {
  const live = createLive({
    ...eventHooks,
    onFailure(why) {
      if (why === 'silent') check();
      const { stage } = getSession();
      // A refusal means changed permissions only for users with a profile; before, it is expected.
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

/**
 * Subscribes from the first token on, before the profile is read, so that no event is missed. The server refuses a token whose email is
 * not verified, so those are not followed.
 */
export function followSession(live: Pick<Live, 'follow'>): void {
  let followed: string | null = null;
  /** Who left last; only their next session, not a late token, is followed again. */
  let left: string | null = null;
  const follow = (uid: string | null) => {
    followed = uid;
    live.follow(uid);
  };
  const update = () => {
    const { stage } = getSession();
    left = stage === 'loading' ? (followed ?? left) : null;
    follow(stage === 'loading' || stage === 'unverified' ? null : (getOwner()?.uid ?? null));
  };
  // The session may be known already.
  if (getSession().stage !== 'loading') update();
  onSessionChange(update);
  onToken(({ uid, emailVerified }) => {
    if (emailVerified && uid !== left) follow(uid);
  });
}
