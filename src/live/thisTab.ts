import type { LiveBatch } from '../contract/live.ts';
import type { EventsSince } from './RecentEvents.ts';

export type TabSignal = 'shown' | 'hidden' | 'frozen';

/** The messages that tabs send each other. */
export type TabMessage =
  /** A visible tab asks the leader for a sign of life; one that has received nothing yet, for what happened lately as well. */
  | { type: 'ask'; isNew: boolean }
  /** The leader has received all events up to this cursor, and `recent` lately. */
  | { type: 'at'; cursor: string | null; connected: boolean; recent: EventsSince | undefined }
  | { type: 'batch'; since: string | null; batch: LiveBatch };

/** The browser, as far as a tab needs it; a test brings its own. */
export type Tab = {
  isVisible: () => boolean;
  /** Calls a listener until `ended`. */
  onSignal: (listener: (signal: TabSignal) => void, ended: AbortSignal) => void;
  /** Null where the browser lacks locks or channels, so that each tab receives for itself. */
  sharing: { locks: LockManager; openChannel: (name: string) => BroadcastChannel } | null;
};

export const thisTab: Tab = {
  isVisible: () => document.visibilityState === 'visible',
  sharing:
    globalThis.navigator?.locks && typeof BroadcastChannel === 'function'
      ? { locks: navigator.locks, openChannel: (name) => new BroadcastChannel(name) }
      : null,
  onSignal(listener, signal) {
    const visibility = () => listener(document.visibilityState === 'visible' ? 'shown' : 'hidden');
    document.addEventListener('visibilitychange', visibility, { signal });
    document.addEventListener('freeze', () => listener('frozen'), { signal });
    document.addEventListener('resume', visibility, { signal });
    window.addEventListener('pagehide', () => listener('frozen'), { signal });
    window.addEventListener('pageshow', visibility, { signal });
  },
};
