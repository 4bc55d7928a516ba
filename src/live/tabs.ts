import type { LiveBatch } from '../contract/live.ts';
import { type Receiver, type ReceiverHooks, receive } from './receiver.ts';
import { type LiveTimes, liveTimes } from './stream.ts';

export type TabSignal = 'shown' | 'hidden' | 'frozen';

/** What tabs send each other. */
export type TabMessage =
  /** A visible tab asks whether there is a leader. */
  | { type: 'ask' }
  /** The leader has received everything up to this cursor. */
  | { type: 'at'; cursor: string | null; connected: boolean }
  | { type: 'batch'; since: string | null; batch: LiveBatch };

/** What a tab needs of the browser; a test brings its own. */
export type Tab = {
  isVisible: () => boolean;
  /** Calls a listener until `ended`. */
  onSignal: (listener: (signal: TabSignal) => void, ended: AbortSignal) => void;
  /** Null where the browser lacks locks or channels: then each tab receives for itself. */
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
  times: LiveTimes = liveTimes,
): { nudge: () => void; stop: () => void } {
  const ended = new AbortController();
  const channel = tab.sharing?.openChannel(name);
  let cursor: string | null = null;
  let connected = false;
  /** While this tab waits for the lock or holds it; its abort releases the lock. */
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

  /** Leads as soon as no other tab does. @param steal at once, although another tab holds the lock */
  async function compete(steal = false): Promise<void> {
    if (ended.signal.aborted || receiver || (lease && !steal) || !tab.isVisible()) return;
    release();
    const mine = new AbortController();
    lease = mine;
    const run = () => lead(mine.signal);
    try {
      if (tab.sharing)
        await tab.sharing.locks.request(name, steal ? { steal } : { signal: mine.signal }, run);
      else await run();
    } catch (error) {
      // The request was withdrawn, another tab stole the lock, or storage is blocked and with it the locks.
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

  /** Asks the leader for a sign of life, and takes over without one. */
  function ask(): void {
    if (receiver || !channel || !tab.isVisible()) return;
    post({ type: 'ask' });
    answerTimer ??= setTimeout(() => {
      answerTimer = undefined;
      void compete(true);
    }, times.answerMs);
  }

  function onMessage({ data: message }: MessageEvent<TabMessage>): void {
    if (message.type === 'ask' && receiver) postState();
    // A message to a leader is of another that has not noticed yet that it leads no more.
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
      ask();
    } else if (signal === 'hidden' && receiver) restTimer = setTimeout(release, times.restMs);
    else release();
  }

  channel?.addEventListener('message', onMessage);
  tab.onSignal(onSignal, ended.signal);
  const asking = setInterval(ask, times.askEveryMs);
  void compete();
  ask();
  return {
    nudge: () => receiver?.nudge(),
    stop() {
      ended.abort();
      clearInterval(asking);
      clearTimeout(restTimer);
      clearTimeout(answerTimer);
      release();
      channel?.close();
      setConnected(false);
    },
  };
}
