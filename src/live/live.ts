import { noteReached } from '../api/connectivity.ts';
import { createEventApplier, type EventHooks } from './applyEvents.ts';
import { joinTabs, type Tab, type TabHooks, type TabTimes, thisTab } from './tabs.ts';

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

type LiveHooks = EventHooks & Pick<TabHooks, 'onSilence' | 'onRefused'>;

/** Creates the live events of a page. It follows nobody yet. */
export function createLive(hooks: LiveHooks, tab: Tab = thisTab, times?: TabTimes): Live {
  const { applyBatch, applyGap } = createEventApplier(hooks);
  const listeners = new Set<() => void>();
  let connected = false;
  let current: { uid: string; nudge: () => void; stop: () => void } | null = null;

  function onConnected(next: boolean): void {
    if (next === connected) return;
    connected = next;
    for (const listener of listeners) listener();
  }

  function join(uid: string): NonNullable<typeof current> {
    const ended = new AbortController();
    const isCurrent = () => !ended.signal.aborted;
    const { onSilence, onRefused } = hooks;
    const joined = joinTabs(
      `ev-live:${uid}`,
      tab,
      {
        onBatch(batch) {
          noteReached();
          applyBatch(batch, isCurrent);
        },
        onGap: () => applyGap(isCurrent),
        onConnected,
        onSilence,
        onRefused,
      },
      times,
    );
    ended.signal.addEventListener('abort', joined.stop);
    return { uid, nudge: joined.nudge, stop: () => ended.abort() };
  }

  return {
    isConnected: () => connected,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow(uid) {
      if (current?.uid === uid) return;
      current?.stop();
      current = uid === null ? null : join(uid);
    },
    nudge: () => current?.nudge(),
  };
}
