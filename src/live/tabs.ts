import type { LiveBatch } from '../contract/live.ts';
import { type Receiver, type ReceiverHooks, receive } from './receiver.ts';
import { type LiveTimes, liveTimes } from './stream.ts';

export type TabSignal = 'shown' | 'hidden' | 'frozen';

/** What tabs send each other. */
export type TabMessage =
  /** A visible tab asks the leader for a sign of life. */
  | { type: 'ask' }
  /** The leader has received all events up to this cursor. */
  | { type: 'at'; cursor: string | null; connected: boolean }
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

export type TabHooks = Omit<ReceiverHooks, 'onBatch' | 'isVisible'> & {
  /** Events in order; some come twice when another tab takes over. */
  onBatch: (batch: LiveBatch) => void;
  /** Events may have been missed until now: what was read before may lack changes. */
  onGap: () => void;
};

/**
 * Receives live events over one stream for all tabs of a user in this browser. The tab with the Web Lock leads: it reads the stream
 * and passes every batch on over a BroadcastChannel. A leader releases the lock when it closes, when it is frozen, and when it is
 * hidden for long; without a sign of life it loses the lock to a visible tab. Each tab knows the cursor it has come to, by which the
 * next leader continues where the last one stopped, and a tab notices what it has missed.
 *
 * @param name of the lock and the channel; contains the user's id, so that no tab receives another user's events
 */
export function joinTabs(name: string, tab: Tab, hooks: TabHooks, times: LiveTimes = liveTimes): Receiver {
  const ended = new AbortController();
  const channel = tab.sharing?.openChannel(name);
  let cursor: string | null = null;
  let connected = false;
  /** While this tab waits for the lock or has it. Its abort releases the lock. */
  let lease: AbortController | null = null;
  /** While this tab leads. */
  let receiver: Receiver | null = null;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;

  function setConnected(next: boolean): void {
    connected = next;
    hooks.onConnected(next);
  }

  function take(batch: LiveBatch, since: string | null): void {
    const isGap = since === null || since !== cursor;
    cursor = batch.cursor;
    if (isGap) hooks.onGap();
    hooks.onBatch(batch);
  }

  function post(message: TabMessage): void {
    channel?.postMessage(message);
  }

  function postState(): void {
    post({ type: 'at', cursor, connected });
  }

  function lead(released: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (released.aborted) return Promise.resolve();
    const mine = receive(
      cursor,
      {
        ...hooks,
        isVisible: tab.isVisible,
        onBatch(batch, since) {
          post({ type: 'batch', since, batch });
          take(batch, since);
        },
        onConnected(next) {
          if (next === connected) return;
          setConnected(next);
          postState();
        },
      },
      times,
    );
    receiver = mine;
    postState();
    released.addEventListener('abort', () => {
      receiver = null;
      mine.stop();
      setConnected(false);
      resolve();
    });
    return promise;
  }

  /** Leads as soon as no other tab does. @param steal takes the lock from another tab at once */
  async function compete(steal = false): Promise<void> {
    if (ended.signal.aborted || receiver || (lease && !steal) || !tab.isVisible()) return;
    release();
    const mine = new AbortController();
    lease = mine;
    const run = () => lead(mine.signal);
    try {
      if (!tab.sharing) await run();
      else await tab.sharing.locks.request(name, steal ? { steal } : { signal: mine.signal }, run);
    } catch (error) {
      // Rejects also when the request was aborted or another tab stole the lock. Where storage is blocked, so are locks.
      if (error instanceof DOMException && error.name === 'SecurityError') await run();
    }
    mine.abort();
    if (lease !== mine) return;
    lease = null;
    setTimeout(compete, times.shortestMs);
  }

  function release(): void {
    lease?.abort();
    lease = null;
  }

  /** Asks the leader for a sign of life, and takes over if none comes. */
  function ping(): void {
    if (receiver || !channel || !tab.isVisible()) return;
    post({ type: 'ask' });
    answerTimer ??= setTimeout(() => {
      answerTimer = undefined;
      void compete(true);
    }, times.answerMs);
  }

  function onMessage({ data: message }: MessageEvent<TabMessage>): void {
    if (message.type === 'ask' && receiver) postState();
    // Two tabs lead for a moment after one stole the lock.
    if (message.type === 'ask' || receiver) return;
    clearTimeout(answerTimer);
    answerTimer = undefined;
    setConnected(message.type === 'batch' || message.connected);
    if (message.type === 'batch') take(message.batch, message.since);
    else if (message.cursor !== null && message.cursor !== cursor) {
      cursor = message.cursor;
      hooks.onGap();
    }
  }

  function onSignal(signal: TabSignal): void {
    clearTimeout(restTimer);
    if (signal === 'shown') {
      receiver?.nudge();
      void compete();
      ping();
    } else if (signal === 'hidden' && receiver) restTimer = setTimeout(release, times.restMs);
    else release();
  }

  channel?.addEventListener('message', onMessage);
  tab.onSignal(onSignal, ended.signal);
  const pinging = setInterval(ping, times.pingEveryMs);
  void compete();
  ping();
  return {
    nudge: () => receiver?.nudge(),
    stop() {
      ended.abort();
      clearInterval(pinging);
      clearTimeout(restTimer);
      clearTimeout(answerTimer);
      release();
      channel?.close();
      setConnected(false);
    },
  };
}
