import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLiveChannel } from '../../src/app/livePage.ts';
import { liveTimes } from '../../src/app/liveReader.ts';
import { hearLive, type LivePage, type PageSign, type WindowTimes } from '../../src/app/liveWindows.ts';
import { inTheEnd } from '../support/inTheEnd.ts';
import { testBackend } from './backend.ts';
import { type LiveService, liveService } from './liveBackend.ts';

const backend = testBackend();
const quick: WindowTimes = {
  ...liveTimes,
  shortestMs: 20,
  longestMs: 100,
  lastedMs: 0,
  lookEveryMs: 60_000,
  answerMs: 200,
  giveWayMs: 60_000,
  restMs: 60_000,
};
let service: LiveService;
let stops: (() => void)[] = [];
let person = 0;

beforeEach(() => {
  service = liveService(backend);
  person += 1;
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

type Way = { alone?: boolean; hidden?: boolean; times?: Partial<WindowTimes>; of?: string };

/** A window of the browser; the locks and the channels between them are the real ones. */
function openWindow({ alone = false, hidden = false, times = {}, of = `ada-${person}` }: Way = {}) {
  const seen = { jobs: [] as string[], gaps: 0, told: false };
  let isVisible = !hidden;
  let isFrozen = false;
  let sign: (what: PageSign) => void = () => undefined;
  const page: LivePage = {
    isVisible: () => isVisible,
    onSign(listener) {
      sign = listener;
      return () => undefined;
    },
    locks: alone ? null : navigator.locks,
    // A frozen window hears nothing.
    openChannel: (name, hear) => openLiveChannel(name, (word) => !isFrozen && hear(word)),
  };
  const live = hearLive(
    `ev-live:${of}`,
    page,
    {
      onBatch({ events }) {
        seen.jobs.push(...events.map((event) => ('jobId' in event ? event.jobId : '')));
      },
      onGap: () => {
        seen.gaps += 1;
      },
      onTold: (told) => {
        seen.told = told;
      },
      onSilence: () => undefined,
      onRefused: () => undefined,
    },
    { ...quick, ...times },
  );
  stops.push(live.stop);
  return {
    seen,
    close: live.stop,
    /** Without a word, as browsers do it. */
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
      sign('shown');
    },
    say(what: PageSign) {
      if (what === 'shown' || what === 'hidden') isVisible = what === 'shown';
      sign(what);
    },
  };
}

async function isTold(...windows: ReturnType<typeof openWindow>[]) {
  for (const one of windows) await inTheEnd(() => expect(one.seen.told).toBe(true));
}

async function hears(jobs: string[], ...windows: ReturnType<typeof openWindow>[]) {
  for (const one of windows) await inTheEnd(() => expect(one.seen.jobs).toEqual(jobs));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('of several windows', () => {
  test('one reads, and all hear', async () => {
    const [a, b, c] = [openWindow(), openWindow(), openWindow()];
    await isTold(a, b, c);
    service.happens('J1');
    service.happens('J2');
    await hears(['J1', 'J2'], a, b, c);
    expect(service.asked).toEqual([null]);
    // Each began once; nothing was missed since.
    expect([a, b, c].map(({ seen }) => seen.gaps)).toEqual([1, 1, 1]);
  });

  test('the next takes over from where it is when the reader closes, and nothing is missed', async () => {
    const a = openWindow();
    await isTold(a);
    const [b, c] = [openWindow(), openWindow()];
    await isTold(b, c);
    service.happens('J1');
    await hears(['J1'], b, c);
    a.close();
    // Between one reader and the next.
    service.happens('J2');
    await hears(['J1', 'J2'], b, c);
    expect(service.asked).toEqual([null, '1']);
    expect(b.seen.gaps + c.seen.gaps).toBe(2);
    expect(service.open()).toBe(1);
    expect(a.seen.told).toBe(false);
  });

  test('one takes over from a reader that is frozen without a word', async () => {
    const a = openWindow();
    await isTold(a);
    const b = openWindow({ times: { lookEveryMs: 100 } });
    await isTold(b);
    a.freeze();
    await inTheEnd(() => expect(service.asked).toHaveLength(2));
    service.happens('J1');
    await hears(['J1'], b);
    // Whoever held the lock has let the line go.
    await inTheEnd(() => expect(service.open()).toBe(1));
  });

  test('nobody takes over from a reader that answers', async () => {
    const a = openWindow();
    const b = openWindow({ times: { lookEveryMs: 50 } });
    await isTold(a, b);
    await pause(600);
    expect(service.asked).toEqual([null]);
  });

  test('a reader that the browser freezes lets go by itself, and hears on when it is thawed', async () => {
    const a = openWindow();
    await isTold(a);
    const b = openWindow();
    await isTold(b);
    a.say('frozen');
    await inTheEnd(() => expect(service.asked).toHaveLength(2));
    a.say('shown');
    service.happens('J1');
    await hears(['J1'], a, b);
    expect(service.open()).toBe(1);
  });

  test('a reader out of sight gives way to one in sight', async () => {
    const a = openWindow({ times: { giveWayMs: 50 } });
    await isTold(a);
    const b = openWindow({ times: { lookEveryMs: 100 } });
    await isTold(b);
    a.say('hidden');
    await inTheEnd(() => expect(service.asked).toHaveLength(2));
    service.happens('J1');
    await hears(['J1'], a, b);
    await pause(300);
    expect(service.asked).toHaveLength(2);
  });

  test('one that was frozen while others heard learns that it missed something', async () => {
    const a = openWindow();
    await isTold(a);
    const b = openWindow();
    await isTold(b);
    b.freeze();
    service.happens('J1');
    await hears(['J1'], a);
    b.thaw();
    await inTheEnd(() => expect(b.seen.gaps).toBe(2));
    service.happens('J2');
    await hears(['J2'], b);
    expect(b.seen.gaps).toBe(2);
  });

  test('of two people each hears their own', async () => {
    const [a, b] = [openWindow({ of: 'ada' }), openWindow({ of: 'bob' })];
    await isTold(a, b);
    expect(service.asked).toEqual([null, null]);
  });
});

describe('without locks', () => {
  test('each window reads for itself', async () => {
    const [a, b] = [openWindow({ alone: true }), openWindow({ alone: true })];
    await isTold(a, b);
    service.happens('J1');
    await hears(['J1'], a, b);
    expect(service.asked).toEqual([null, null]);
  });
});

describe('out of sight', () => {
  test.each([true, false])(
    'the reader rests after a while, and goes on where it was (alone: %s)',
    async (alone) => {
      const a = openWindow({ alone, times: { restMs: 100 } });
      await isTold(a);
      a.say('hidden');
      service.happens('J1');
      await hears(['J1'], a);
      await inTheEnd(() => expect(service.open()).toBe(0));
      expect(a.seen.told).toBe(false);
      service.happens('J2');
      await pause(100);
      expect(service.asked).toHaveLength(1);
      a.say('shown');
      await hears(['J1', 'J2'], a);
      expect(service.asked).toEqual([null, '1']);
      expect(a.seen.gaps).toBe(1);
    },
  );

  test('a window that is soon back goes on reading', async () => {
    const a = openWindow({ times: { restMs: 200 } });
    await isTold(a);
    a.say('hidden');
    await pause(50);
    a.say('shown');
    await pause(300);
    expect(service.asked).toHaveLength(1);
    expect(service.open()).toBe(1);
  });

  test('a window opened there begins when it is looked at', async () => {
    const a = openWindow({ hidden: true });
    await pause(200);
    expect(service.asked).toEqual([]);
    a.say('shown');
    await isTold(a);
  });
});

test('a window that is closed lets the line go at once and hears nothing more', async () => {
  const a = openWindow();
  await isTold(a);
  a.close();
  expect(a.seen.told).toBe(false);
  await inTheEnd(() => expect(service.open()).toBe(0));
  service.happens('J1');
  await pause(200);
  expect(a.seen.jobs).toEqual([]);
  expect(service.asked).toHaveLength(1);
});
