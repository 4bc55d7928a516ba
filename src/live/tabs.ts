import type { LiveBatch } from '../contract/live.ts';
import { beginOf, RecentEvents } from './RecentEvents.ts';
import { type Receiver, type ReceiverHooks, receive } from './receiver.ts';
import { type LiveTimes, liveTimes } from './stream.ts';
import type { Tab, TabMessage, TabSignal } from './thisTab.ts';

export type TabHooks = Omit<ReceiverHooks, 'onBatch' | 'isVisible'> & {
  /** Events in order; some come twice when another tab takes over. */
  onBatch: (batch: LiveBatch) => void;
  /** Events may have been missed: what was requested before `readBefore` (milliseconds since 1970; by default, now) may lack changes. */
  onGap: (readBefore?: number) => void;
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
  const joined = new JoinedTab(name, tab, hooks, times);
  return { nudge: () => joined.nudge(), stop: () => joined.stop() };
}

/** This tab among those of its user. */
class JoinedTab {
  readonly #name: string;
  readonly #tab: Tab;
  readonly #hooks: TabHooks;
  readonly #times: LiveTimes;
  readonly #ended = new AbortController();
  readonly #channel: BroadcastChannel | undefined;
  readonly #pinging: ReturnType<typeof setInterval>;
  readonly #recent = new RecentEvents();
  #cursor: string | null = null;
  #connected = false;
  /** While this tab waits for the lock or has it. Its abort releases the lock. */
  #lease: AbortController | null = null;
  /** While this tab leads. */
  #receiver: Receiver | null = null;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, tab: Tab, hooks: TabHooks, times: LiveTimes) {
    this.#name = name;
    this.#tab = tab;
    this.#hooks = hooks;
    this.#times = times;
    this.#channel = tab.sharing?.openChannel(name);
    this.#channel?.addEventListener('message', ({ data }) => this.#onMessage(data));
    tab.onSignal((signal) => this.#onSignal(signal), this.#ended.signal);
    this.#pinging = setInterval(() => this.#ping(), times.pingEveryMs);
    void this.#compete();
    this.#ping();
  }

  nudge(): void {
    this.#receiver?.nudge();
  }

  stop(): void {
    this.#ended.abort();
    clearInterval(this.#pinging);
    clearTimeout(this.#restTimer);
    clearTimeout(this.#answerTimer);
    this.#release();
    this.#channel?.close();
    this.#setConnected(false);
  }

  #setConnected(next: boolean): void {
    this.#connected = next;
    this.#hooks.onConnected(next);
  }

  #take(batch: LiveBatch, since: string | null): void {
    const isGap = since === null || since !== this.#cursor;
    this.#cursor = batch.cursor;
    if (isGap) this.#onGap(since === null ? beginOf(batch) : undefined);
    else if (batch.missed) this.#recent.begin();
    this.#recent.add(batch.events);
    this.#hooks.onBatch(batch);
  }

  #onGap(readBefore?: number): void {
    this.#recent.begin(readBefore);
    this.#hooks.onGap(readBefore);
  }

  #post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  #postState(isForNew = false): void {
    const recent = isForNew && this.#connected ? this.#recent.all() : undefined;
    this.#post({ type: 'at', cursor: this.#cursor, connected: this.#connected, recent });
  }

  #lead(released: AbortSignal): Promise<void> {
    if (released.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const hooks: ReceiverHooks = {
      ...this.#hooks,
      isVisible: this.#tab.isVisible,
      onBatch: (batch, since) => {
        this.#post({ type: 'batch', since, batch });
        this.#take(batch, since);
      },
      onConnected: (next) => {
        if (next === this.#connected) return;
        this.#setConnected(next);
        this.#postState();
      },
    };
    const mine = receive(this.#cursor, hooks, this.#times);
    this.#receiver = mine;
    this.#postState();
    released.addEventListener('abort', () => {
      this.#receiver = null;
      mine.stop();
      this.#setConnected(false);
      resolve();
    });
    return promise;
  }

  /** Leads as soon as no other tab does. @param steal takes the lock from another tab at once */
  async #compete(steal = false): Promise<void> {
    const isBusy = this.#receiver || (this.#lease && !steal);
    if (this.#ended.signal.aborted || isBusy || !this.#tab.isVisible()) return;
    this.#release();
    const mine = new AbortController();
    this.#lease = mine;
    const run = () => this.#lead(mine.signal);
    const { sharing } = this.#tab;
    try {
      if (!sharing) await run();
      else await sharing.locks.request(this.#name, steal ? { steal } : { signal: mine.signal }, run);
    } catch (error) {
      // Rejects also when the request was aborted or another tab stole the lock. Where storage is blocked, so are locks.
      if (error instanceof DOMException && error.name === 'SecurityError') await run();
    }
    mine.abort();
    if (this.#lease !== mine) return;
    this.#lease = null;
    setTimeout(() => this.#compete(), this.#times.shortestMs);
  }

  #release(): void {
    this.#lease?.abort();
    this.#lease = null;
  }

  /** Asks the leader for a sign of life, and takes over if none comes. */
  #ping(): void {
    if (this.#receiver || !this.#channel || !this.#tab.isVisible()) return;
    this.#post({ type: 'ask', isNew: this.#cursor === null });
    this.#answerTimer ??= setTimeout(() => {
      this.#answerTimer = undefined;
      void this.#compete(true);
    }, this.#times.answerMs);
  }

  #onMessage(message: TabMessage): void {
    if (message.type === 'ask' && this.#receiver) this.#postState(message.isNew);
    // Two tabs lead for a moment after one stole the lock.
    if (message.type === 'ask' || this.#receiver) return;
    clearTimeout(this.#answerTimer);
    this.#answerTimer = undefined;
    this.#setConnected(message.type === 'batch' || message.connected);
    if (message.type === 'batch') this.#take(message.batch, message.since);
    else if (message.cursor !== null && message.cursor !== this.#cursor) {
      const { cursor, recent } = message;
      const known = this.#cursor === null ? recent : undefined;
      this.#cursor = cursor;
      this.#onGap(known?.since);
      if (!known?.events.length) return;
      this.#recent.add(known.events);
      this.#hooks.onBatch({ cursor, missed: false, events: known.events });
    }
  }

  #onSignal(signal: TabSignal): void {
    clearTimeout(this.#restTimer);
    if (signal === 'shown') {
      this.#receiver?.nudge();
      void this.#compete();
      this.#ping();
    } else if (signal === 'hidden' && this.#receiver)
      this.#restTimer = setTimeout(() => this.#release(), this.#times.restMs);
    else this.#release();
  }
}
