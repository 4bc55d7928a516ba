import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LiveTimes, liveTimes } from '../../../src/live/stream.ts';
import { joinTabs } from '../../../src/live/tabs.ts';
import type { Tab, TabSignal } from '../../../src/live/thisTab.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { testBackend } from '../support/backend.ts';
import { type LiveService, liveService } from '../support/liveBackend.ts';

const backend = testBackend();
const quick: LiveTimes = {
  ...liveTimes,
  shortestMs: 20,
  longestMs: 100,
  lastedMs: 0,
  pingEveryMs: 60_000,
  // A response may be late.
  answerMs: 20_000,
  restMs: 60_000,
};
let service: LiveService;
let stops: (() => void)[] = [];
let user = 0;

beforeEach(() => {
  service = liveService(backend);
  user += 1;
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

type Way = { alone?: boolean; hidden?: boolean; times?: Partial<LiveTimes>; of?: string };

/** Opens a tab of the browser; the locks and channels between the tabs are the real ones. */
function openTab({ alone = false, hidden = false, times = {}, of = `ada-${user}` }: Way = {}) {
  /** `signs`: heartbeats of the leader. `lost`: messages that came while it was frozen. */
  const seen = {
    jobs: [] as string[],
    gaps: 0,
    sureSince: undefined as number | undefined,
    connected: false,
    signs: 0,
    lost: 0,
  };
  let isVisible = !hidden;
  let isFrozen = false;
  let sign: (what: TabSignal) => void = () => undefined;
  const tab: Tab = {
    isVisible: () => isVisible,
    onSignal(listener) {
      sign = listener;
    },
    // A frozen tab receives nothing.
    sharing: alone
      ? null
      : {
          locks: navigator.locks,
          openChannel(name) {
            const channel = new BroadcastChannel(name);
            channel.addEventListener('message', (event) => {
              if (!isFrozen) return;
              seen.lost += 1;
              event.stopImmediatePropagation();
            });
            return channel;
          },
        },
  };
  const live = joinTabs(
    `ev-live:${of}`,
    tab,
    {
      onBatch({ events }) {
        seen.jobs.push(...events.map((event) => ('jobId' in event ? event.jobId : '')));
      },
      onGap: (readBefore) => {
        seen.gaps += 1;
        seen.sureSince = readBefore;
      },
      onConnected: (connected) => {
        seen.connected = connected;
        seen.signs += 1;
      },
      onFailure: () => undefined,
    },
    { ...quick, ...times },
  );
  stops.push(live.stop);
  return {
    seen,
    close: live.stop,
    /** Freezes the tab without an event, as browsers do. */
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
      sign('shown');
    },
    say(what: TabSignal) {
      if (what === 'shown' || what === 'hidden') isVisible = what === 'shown';
      sign(what);
    },
  };
}

async function isConnected(...tabs: ReturnType<typeof openTab>[]) {
  for (const one of tabs) await inTheEnd(() => expect(one.seen.connected).toBe(true));
}

async function receives(jobs: string[], ...tabs: ReturnType<typeof openTab>[]) {
  for (const one of tabs) await inTheEnd(() => expect(one.seen.jobs).toEqual(jobs));
}

describe('several tabs of a user', () => {
  test('have one leader, and all receive', async () => {
    const [a, b, c] = [openTab(), openTab(), openTab()];
    await isConnected(a, b, c);
    service.happens('J1');
    service.happens('J2');
    await receives(['J1', 'J2'], a, b, c);
    expect(service.asked).toEqual([null]);
    // Each began once; nothing was missed since.
    expect([a, b, c].map(({ seen }) => seen.gaps)).toEqual([1, 1, 1]);
  });

  test('continue from the leader’s cursor when the leader closes, and miss nothing', async () => {
    const a = openTab();
    await isConnected(a);
    const [b, c] = [openTab(), openTab()];
    await isConnected(b, c);
    service.happens('J1');
    await receives(['J1'], b, c);
    a.close();
    // Between one leader and the next.
    service.happens('J2');
    await receives(['J1', 'J2'], b, c);
    expect(service.asked).toEqual([null, '1']);
    expect(b.seen.gaps + c.seen.gaps).toBe(2);
    await inTheEnd(() => expect(service.open()).toBe(1));
    expect(a.seen.connected).toBe(false);
  });

  test('replace a leader that is frozen without a signal', async () => {
    const a = openTab();
    await isConnected(a);
    const b = openTab({ times: { pingEveryMs: 100, answerMs: 200 } });
    await isConnected(b);
    a.freeze();
    await inTheEnd(() => expect(service.asked).toHaveLength(2));
    service.happens('J1');
    await receives(['J1'], b);
    // The tab that held the lock has closed its stream.
    await inTheEnd(() => expect(service.open()).toBe(1));
  });

  test('do not replace a leader that responds', async () => {
    const a = openTab();
    await isConnected(a);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const b = openTab({ times: { pingEveryMs: 100, answerMs: 90 } });
    await isConnected(b);
    for (let asked = 0; asked < 5; asked += 1) {
      const { signs } = b.seen;
      vi.advanceTimersByTime(100);
      await inTheEnd(() => expect(b.seen.signs).toBeGreaterThan(signs));
    }
    expect(service.asked).toEqual([null]);
  });

  test('get the lock of a leader that the browser freezes, which receives again when it is thawed', async () => {
    const a = openTab();
    await isConnected(a);
    const b = openTab();
    await isConnected(b);
    a.say('frozen');
    await inTheEnd(() => expect(service.asked).toHaveLength(2));
    a.say('shown');
    service.happens('J1');
    await receives(['J1'], a, b);
    await inTheEnd(() => expect(service.open()).toBe(1));
  });

  test('replace a hidden leader by a visible tab', async () => {
    const a = openTab({ times: { restMs: 50 } });
    await isConnected(a);
    const b = openTab({ times: { pingEveryMs: 100 } });
    await isConnected(b);
    a.say('hidden');
    await inTheEnd(() => expect(service.asked).toHaveLength(2));
    service.happens('J1');
    await receives(['J1'], a, b);
    await pause(300);
    expect(service.asked).toHaveLength(2);
  });

  test('report missed events to one that was frozen while others received', async () => {
    const a = openTab();
    await isConnected(a);
    const b = openTab();
    await isConnected(b);
    b.freeze();
    service.happens('J1');
    await receives(['J1'], a);
    await inTheEnd(() => expect(b.seen.lost).toBeGreaterThan(0));
    b.thaw();
    await inTheEnd(() => expect(b.seen.gaps).toBe(2));
    service.happens('J2');
    await receives(['J2'], b);
    expect(b.seen.gaps).toBe(2);
  });

  test('open with what happened lately, and are sure of it since the stream reaches back', async () => {
    service.ago = 30_000;
    const before = Date.now();
    const a = openTab();
    await isConnected(a);
    expect(service.askedAgo[0]).toBeGreaterThan(performance.now());
    expect(a.seen.sureSince).toBeGreaterThan(before - 30_000);
    expect(a.seen.sureSince).toBeLessThan(Date.now() - 29_000);
    service.happens('J1');
    await receives(['J1'], a);
    const b = openTab();
    await receives(['J1'], b);
    expect(b.seen.sureSince).toBe(a.seen.sureSince);
    service.happens('J2');
    await receives(['J1', 'J2'], a, b);
    // What one missed that was frozen is another matter.
    b.freeze();
    service.happens('J3');
    await receives(['J1', 'J2', 'J3'], a);
    await inTheEnd(() => expect(b.seen.lost).toBeGreaterThan(0));
    b.thaw();
    await inTheEnd(() => expect(b.seen.gaps).toBe(2));
    expect(b.seen.sureSince).toBeUndefined();
  });

  test('are sure of nothing that was read before a stream that reaches back no further', async () => {
    const [a, b] = [openTab(), openTab()];
    await isConnected(a, b);
    expect([a, b].map(({ seen }) => seen.sureSince)).toEqual([undefined, undefined]);
  });

  test('receive their own events when they belong to two users', async () => {
    const [a, b] = [openTab({ of: 'ada' }), openTab({ of: 'bob' })];
    await isConnected(a, b);
    expect(service.asked).toEqual([null, null]);
  });
});

describe('without locks', () => {
  test('each tab receives for itself', async () => {
    const [a, b] = [openTab({ alone: true }), openTab({ alone: true })];
    await isConnected(a, b);
    service.happens('J1');
    await receives(['J1'], a, b);
    expect(service.asked).toEqual([null, null]);
  });
});

describe('a hidden tab', () => {
  test.each([true, false])(
    'stops leading after a while, and resumes from its cursor (alone: %s)',
    async (alone) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const a = openTab({ alone, times: { restMs: 100 } });
      await isConnected(a);
      a.say('hidden');
      service.happens('J1');
      await receives(['J1'], a);
      vi.advanceTimersByTime(100);
      await inTheEnd(() => expect(service.open()).toBe(0));
      expect(a.seen.connected).toBe(false);
      service.happens('J2');
      await pause(100);
      expect(service.asked).toHaveLength(1);
      a.say('shown');
      await receives(['J1', 'J2'], a);
      expect(service.asked).toEqual([null, '1']);
      expect(a.seen.gaps).toBe(1);
    },
  );

  test('does not stop when it is soon shown again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const a = openTab({ times: { restMs: 200 } });
    await isConnected(a);
    a.say('hidden');
    vi.advanceTimersByTime(199);
    a.say('shown');
    vi.advanceTimersByTime(300);
    await pause(100);
    expect(service.asked).toHaveLength(1);
    await inTheEnd(() => expect(service.open()).toBe(1));
  });

  test('starts when it is shown if it was opened hidden', async () => {
    const a = openTab({ hidden: true });
    await pause(200);
    expect(service.asked).toEqual([]);
    a.say('shown');
    await isConnected(a);
  });
});

test('a closed tab closes its stream at once and receives nothing more', async () => {
  const a = openTab();
  await isConnected(a);
  a.close();
  expect(a.seen.connected).toBe(false);
  await inTheEnd(() => expect(service.open()).toBe(0));
  service.happens('J1');
  await pause(200);
  expect(a.seen.jobs).toEqual([]);
  expect(service.asked).toHaveLength(1);
});
