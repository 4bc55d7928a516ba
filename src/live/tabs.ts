import type { LiveBatch } from '../contract/live.ts';
import { type Receiver, type ReceiverHooks, type ReceiverTimes, receive, receiverTimes } from './receiver.ts';

export type TabTimes = ReceiverTimes & {
  /** How often a visible tab asks the leader for a sign of life, … */
  askEveryMs: number;
  /** … and how long it waits for one before it takes over from a leader that is frozen. */
  answerMs: number;
  /** A leader hidden for so long gives way: browsers slow hidden tabs down. */
  restMs: number;
};

const tabTimes: TabTimes = { ...receiverTimes, askEveryMs: 30_000, answerMs: 5000, restMs: 5 * 60_000 };

export type TabSignal = 'shown' | 'hidden' | 'frozen' | 'online';

/** What tabs send each other. `told` is `connected`: tabs of earlier versions, which may be open too, call it so. */
export type TabMessage =
  /** A visible tab asks whether there is a leader. */
  | { type: 'ask' }
  /** The leader has received everything up to this cursor. */
  | { type: 'at'; cursor: string | null; told: boolean }
  | { type: 'batch'; since: string | null; batch: LiveBatch };

export type TabChannel = { post: (message: TabMessage) => void; close: () => void };

/** What a tab needs of the browser; a test brings its own. */
export type Tab = {
  isVisible: () => boolean;
  /** @returns what ends it */
  onSignal: (listener: (signal: TabSignal) => void) => () => void;
  /** Null where the browser lacks locks or channels: then each tab receives for itself. */
  sharing: {
    locks: LockManager;
    openChannel: (name: string, onMessage: (message: TabMessage) => void) => TabChannel;
  } | null;
};

export function openTabChannel(name: string, onMessage: (message: TabMessage) => void): TabChannel {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data));
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}

export const thisTab: Tab = {
  isVisible: () => document.visibilityState === 'visible',
  sharing:
    globalThis.navigator?.locks && typeof BroadcastChannel === 'function'
      ? { locks: navigator.locks, openChannel: openTabChannel }
      : null,
  onSignal(listener) {
    const ended = new AbortController();
    const on = (target: EventTarget, event: string, signal: () => TabSignal) =>
      target.addEventListener(event, () => listener(signal()), { signal: ended.signal });
    on(document, 'visibilitychange', () => (document.visibilityState === 'visible' ? 'shown' : 'hidden'));
    on(document, 'freeze', () => 'frozen');
    on(window, 'pagehide', () => 'frozen');
    on(document, 'resume', () => 'shown');
    on(window, 'pageshow', () => 'shown');
    on(window, 'online', () => 'online');
    return () => ended.abort();
  },
};

export type TabHooks = Omit<ReceiverHooks, 'onBatch' | 'isVisible'> & {
  /** Events in order, some of them again after another tab has taken over. */
  onBatch: (batch: LiveBatch) => void;
  /** From here on nothing is missed; what was read before may lack changes. */
  onGap: () => void;
};

/**
 * Receives live events over one stream for all tabs of a user in this browser. The tab that holds a Web Lock leads: it holds the
 * stream and passes every batch on over a BroadcastChannel. The browser hands the lock on when the leader ends; a leader that is
 * frozen or hidden for long releases it, and one that gives no sign of life loses it to a visible tab. Each tab remembers the cursor
 * it has come to, so that the next leader goes on where the last one stopped, and a tab that missed something knows.
 *
 * @param name of the lock and the channel; it names the user, so that nobody receives another's events
 */
export function joinTabs(
  name: string,
  tab: Tab,
  hooks: TabHooks,
  times: TabTimes = tabTimes,
): { nudge: () => void; stop: () => void } {
  const channel = tab.sharing?.openChannel(name, onMessage);
  let cursor: string | null = null;
  let connected = false;
  let receiver: Receiver | null = null;
  /** While this tab waits for the lock or holds it; its abort releases the lock. */
  let lease: AbortController | null = null;
  let isStopped = false;
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

  /** Leads until the lease ends. */
  function lead(ended: AbortSignal): Promise<void> {
    if (ended.aborted || !tab.isVisible()) return Promise.resolve();
    const mine = receive(
      cursor,
      {
        ...hooks,
        isVisible: tab.isVisible,
        onBatch(batch, since) {
          channel?.post({ type: 'batch', since, batch });
          take(batch, since);
        },
        onConnected(next) {
          if (next === connected) return;
          setConnected(next);
          channel?.post({ type: 'at', cursor, told: next });
        },
      },
      times,
    );
    receiver = mine;
    channel?.post({ type: 'at', cursor, told: connected });
    return new Promise((resolve) => {
      ended.addEventListener('abort', () => {
        receiver = null;
        mine.stop();
        setConnected(false);
        resolve();
      });
    });
  }

  /** Leads as soon as no other tab does. @param steal although another tab holds the lock */
  function request(steal = false): void {
    if (isStopped || receiver || (lease && !steal) || !tab.isVisible()) return;
    release();
    const mine = new AbortController();
    lease = mine;
    const run = () => lead(mine.signal);
    const options = steal ? { steal } : { signal: mine.signal };
    const held = tab.sharing?.locks.request(name, options, run) ?? run();
    held
      .catch((error: unknown) => {
        // Storage is blocked, and with it the locks. Else the request was withdrawn, or another tab stole the lock.
        if (error instanceof DOMException && error.name === 'SecurityError') return run();
      })
      .finally(() => {
        if (lease !== mine) return;
        release();
        setTimeout(request, times.shortestMs);
      });
  }

  function release(): void {
    const before = lease;
    lease = null;
    before?.abort();
  }

  /** Asks the leader for a sign of life, and takes over without one. */
  function ask(): void {
    if (isStopped || receiver || !channel || !tab.isVisible()) return;
    channel.post({ type: 'ask' });
    answerTimer ??= setTimeout(() => {
      answerTimer = undefined;
      request(true);
    }, times.answerMs);
  }

  function onMessage(message: TabMessage): void {
    if (isStopped) return;
    if (receiver || message.type === 'ask') {
      if (receiver && message.type === 'ask') channel?.post({ type: 'at', cursor, told: connected });
      return;
    }
    clearTimeout(answerTimer);
    answerTimer = undefined;
    setConnected(message.type === 'batch' || message.told);
    if (message.type === 'batch') take(message.batch, message.since);
    else if (message.cursor !== null && message.cursor !== cursor) {
      cursor = message.cursor;
      hooks.onGap();
    }
  }

  const stopSignals = tab.onSignal((signal) => {
    if (signal !== 'online') clearTimeout(restTimer);
    if (signal === 'hidden' && receiver) restTimer = setTimeout(release, times.restMs);
    else if (signal === 'hidden' || signal === 'frozen') release();
    else {
      receiver?.nudge();
      request();
      ask();
    }
  });
  const asking = setInterval(ask, times.askEveryMs);
  request();
  ask();
  return {
    nudge: () => receiver?.nudge(),
    stop() {
      isStopped = true;
      stopSignals();
      clearInterval(asking);
      clearTimeout(restTimer);
      clearTimeout(answerTimer);
      release();
      channel?.close();
      setConnected(false);
    },
  };
}
