import type { Query } from '@tanstack/react-query';
import { noteReachable } from '../api/connectivity.ts';
import type { Requested } from '../api/requestDates.ts';
import { apply } from '../cache/apply.ts';
import type { LiveBatch, LiveEvent } from '../contract/live.ts';
import { isPseudonym } from '../contract/users/people.ts';
import { createEvent, createStore } from '../store.ts';
import { serialQueue } from '../timing.ts';
import type { Receiver } from './receiver.ts';
import { joinTabs, type TabHooks } from './tabs.ts';
import { thisTab } from './thisTab.ts';

/** Live events of the signed-in user: shows what others do without a reload. */
export type Live = Pick<Receiver, 'nudge'> & {
  /** Whether events arrive by themselves; while they do not, screens refetch more often. */
  isConnected: () => boolean;
  /** Calls a listener after `isConnected` may have changed. @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
  /** Receives the events of this user from now on; null receives none. */
  follow: (uid: string | null) => void;
};

export type EventHooks = {
  /** Awaited before the events of a batch are applied. */
  before: (events: readonly LiveEvent[]) => Promise<void> | undefined;
  /** Called when the profile of this user, or their permissions, have changed. */
  onProfile: (email: string) => void;
  /** Called a second after events may have been missed: those about to arrive come first. */
  onGap: () => void;
};

const gapAfterMs = 1000;

const heard = createEvent<[events: readonly LiveEvent[]]>();
/** Calls back with the events of each batch; with none where some may have been missed. */
export const onLiveEvents = heard.subscribe;

/** Whether a query was requested from the backend since a time (milliseconds since 1970), and has not failed. */
function isReadSince({ state }: Query, since: number): boolean {
  const { requestedAt = 0 } = (state.fetchMeta ?? {}) as Requested;
  return requestedAt >= since && !(state.isInvalidated && state.fetchStatus === 'idle');
}

function applyEvent(event: LiveEvent, hooks: EventHooks): void {
  if (event.kind === 'message') apply({ ...event, kind: 'message-created' });
  else if (event.kind === 'mark') apply({ ...event, kind: 'message-status' });
  else if (event.kind === 'job') apply({ kind: 'job-outdated', jobId: event.jobId });
  else {
    // An erased user has a pseudonym in the event, by which no query is known.
    apply({ kind: 'people-outdated', email: isPseudonym(event.email) ? null : event.email });
    hooks.onProfile(event.email);
  }
}

/**
 * Applies the events of one user to the query cache.
 *
 * @param isCurrent whether this user is still followed; checked before each event
 */
export function createEventApplier(hooks: EventHooks, isCurrent: () => boolean) {
  const queue = serialQueue();

  function applyGap(readBefore = Number.POSITIVE_INFINITY): void {
    apply({ kind: 'gap', isOld: (query) => !isReadSince(query, readBefore) });
    heard.emit([]);
    setTimeout(() => isCurrent() && hooks.onGap(), gapAfterMs);
  }

  function applyBatch({ events, missed }: LiveBatch): void {
    if (missed) applyGap();
    const ready = hooks.before(events);
    if (events.length > 0) heard.emit(events);
    void queue(async () => {
      await ready?.catch(() => undefined);
      for (const event of events) {
        if (!isCurrent()) return;
        try {
          applyEvent(event, hooks);
        } catch (error) {
          console.warn('A live event could not be applied:', error);
        }
      }
    });
  }

  return { applyBatch, applyGap };
}

/** Creates the live events of a page, which follow no user yet. */
export function createLive(hooks: EventHooks & Pick<TabHooks, 'onFailure'>): Live {
  const connected = createStore(false);
  let current: (Receiver & { uid: string }) | null = null;

  function join(uid: string): NonNullable<typeof current> {
    const { applyBatch, applyGap } = createEventApplier(hooks, () => current === joined);
    const tabs = joinTabs(`ev-live-2:${uid}`, thisTab, {
      onBatch(batch) {
        noteReachable();
        applyBatch(batch);
      },
      onGap: applyGap,
      onConnected: connected.set,
      onFailure: hooks.onFailure,
    });
    const joined = { uid, ...tabs };
    return joined;
  }

  return {
    isConnected: connected.get,
    subscribe: connected.subscribe,
    follow(uid) {
      if (current?.uid === uid) return;
      current?.stop();
      current = uid === null ? null : join(uid);
    },
    nudge: () => current?.nudge(),
  };
}
