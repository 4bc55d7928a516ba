import { noteReached } from '../api/connectivity.ts';
import { apply } from '../cache/apply.ts';
import type { LiveBatch, LiveEvent } from '../contract/live.ts';
import { isPseudonym } from '../contract/people.ts';
import { createStore } from '../store.ts';
import { serialQueue } from '../timing.ts';
import { joinTabs, type TabHooks, thisTab } from './tabs.ts';

/** Live events of the signed-in user: what others do is on the screen without anybody asking. */
export type Live = {
  /** Whether events arrive by themselves; while they do not, screens refetch more often. */
  isConnected: () => boolean;
  /** Calls a listener after each change of `isConnected`. @returns what ends it */
  subscribe: (listener: () => void) => () => void;
  /** Receives the events of this user from now on; null receives none. */
  follow: (uid: string | null) => void;
  /** Tries again now where there is no connection. */
  nudge: () => void;
};

export type EventHooks = {
  /** Awaited before the events of a batch are applied. */
  before: (events: readonly LiveEvent[]) => Promise<void> | undefined;
  /** The profile of this user has changed, be it their permissions. */
  onProfile: (email: string) => void;
  /** Changes may have been missed. Called a moment later: the events about to arrive come first. */
  onGap: () => void;
};

const gapAfterMs = 1000;

function applyEvent(event: LiveEvent, hooks: EventHooks): void {
  if (event.kind === 'message') apply({ ...event, kind: 'message-created' });
  else if (event.kind === 'mark') apply({ ...event, kind: 'message-status' });
  else if (event.kind === 'job') apply({ kind: 'job-outdated', jobId: event.jobId });
  else {
    // The event of an erased user names nobody.
    apply({ kind: 'people-outdated', email: isPseudonym(event.email) ? null : event.email });
    hooks.onProfile(event.email);
  }
}

/**
 * Brings the query cache up to date with the events of one user.
 *
 * @param isCurrent asked before each event: events of one user are not for the next
 */
export function createEventApplier(hooks: EventHooks, isCurrent: () => boolean) {
  const queue = serialQueue();

  /** Has everything that was read until now read again. */
  function applyGap(): void {
    apply({ kind: 'gap' });
    setTimeout(() => isCurrent() && hooks.onGap(), gapAfterMs);
  }

  /** Applies events in order. */
  function applyBatch({ events, missed }: LiveBatch): void {
    if (missed) applyGap();
    const ready = hooks.before(events);
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

/** Creates the live events of a page. It follows nobody yet. */
export function createLive(hooks: EventHooks & Pick<TabHooks, 'onFailure'>): Live {
  const connected = createStore(false);
  let current: { uid: string; nudge: () => void; stop: () => void } | null = null;

  function join(uid: string): NonNullable<typeof current> {
    const { applyBatch, applyGap } = createEventApplier(hooks, () => current === joined);
    const tabs = joinTabs(`ev-live-2:${uid}`, thisTab, {
      onBatch(batch) {
        noteReached();
        applyBatch(batch);
      },
      onGap: applyGap,
      onConnected(next) {
        if (next !== connected.get()) connected.set(next);
      },
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
