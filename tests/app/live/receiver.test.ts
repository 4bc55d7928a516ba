import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, type ReceiverHooks, receive } from '../../../src/live/receiver.ts';
import { type LiveTimes, liveTimes } from '../../../src/live/stream.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { testBackend } from '../support/backend.ts';
import { type LiveService, liveService } from '../support/liveBackend.ts';

const backend = testBackend();
const times: LiveTimes = {
  ...liveTimes,
  firstMs: 60_000,
  silenceMs: 60_000,
  shortestMs: 20,
  longestMs: 100,
  lastedMs: 10_000,
  pollEveryMs: 60,
  refusedMs: 60_000,
  doubtMs: 60_000,
};
let service: LiveService;
let receiver: Receiver | null = null;

beforeEach(() => {
  service = liveService(backend);
});
afterEach(() => {
  receiver?.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns how many streams can have been requested since a moment: each wait is at least half of one that doubles. */
function mostStreams(firstWaitMs: number, since: number): number {
  return 1 + Math.log2(1 + (performance.now() - since) / (firstWaitMs / 2));
}

function begin(changes: Partial<LiveTimes> = {}, from: string | null = null) {
  const seen = {
    jobs: [] as string[],
    begins: [] as (string | null)[],
    connected: [] as boolean[],
    silent: 0,
    refused: 0,
    unknown: 0,
    visible: true,
  };
  const hooks: ReceiverHooks = {
    onBatch({ events }, since) {
      seen.begins.push(since);
      seen.jobs.push(...events.map((event) => ('jobId' in event ? event.jobId : '')));
    },
    onConnected: (connected) => {
      if (seen.connected.at(-1) !== connected) seen.connected.push(connected);
    },
    onFailure: (why) => {
      seen[why] += 1;
    },
    isVisible: () => seen.visible,
  };
  receiver = receive(from, hooks, { ...times, ...changes });
  return seen;
}

describe('events arrive', () => {
  test('as they happen', async () => {
    const seen = begin();
    await inTheEnd(() => expect(service.open()).toBe(1));
    service.happens('J1');
    service.happens('J2');
    await inTheEnd(() => expect(seen.jobs).toEqual(['J1', 'J2']));
    expect(seen.begins).toEqual([null, '0', '1']);
    expect(seen.connected).toEqual([true]);
    expect(service.questioned).toEqual([]);
  });

  test('without a gap and each once, however often the stream is cut', async () => {
    const seen = begin({ lastedMs: 0 });
    const jobs = Array.from({ length: 60 }, (_, at) => `J${at}`);
    for (const [at, job] of jobs.entries()) {
      await inTheEnd(() => expect(service.open()).toBe(1));
      service.happens(job);
      if (at % 3 === 0) service.cut();
      if (at % 7 === 0) service.end();
      // While no stream is open.
      if (at % 5 === 0) service.happens(`${job} too`);
    }
    const all = jobs.flatMap((job, at) => (at % 5 === 0 ? [job, `${job} too`] : [job]));
    await inTheEnd(() => expect(seen.jobs).toEqual(all));
    expect(service.asked.length).toBeGreaterThan(20);
    expect(service.asked.slice(1)).not.toContain(null);
  });

  test('from the cursor that another tab has reached', async () => {
    service.happens('J1');
    service.happens('J2');
    const seen = begin({}, '1');
    await inTheEnd(() => expect(seen.jobs).toEqual(['J2']));
    expect(service.asked).toEqual(['1']);
  });
});

describe('where streams are blocked', () => {
  test.each(['held back', 'unknown', 'broken'] as const)('(%s) events are polled', async (way) => {
    service.streams = way;
    const seen = begin({ firstMs: 500 });
    // The first response says where the events begin, and polls go on after it.
    await inTheEnd(() => expect(seen.begins).not.toEqual([]));
    expect(seen.begins[0]).toBeNull();
    service.happens('J1');
    await inTheEnd(() => expect(seen.jobs).toEqual(['J1']));
    expect(service.questioned[0]).toBeNull();
    expect(service.questioned).toContain('0');
    expect(seen.connected.at(-1)).toBe(true);
  });

  test('the stream is tried again', async () => {
    service.streams = 'broken';
    const seen = begin();
    await inTheEnd(() => expect(seen.connected).toEqual([true]));
    service.happens('J1');
    service.streams = 'open';
    await inTheEnd(() => expect(service.open()).toBe(1));
    const questions = service.questioned.length;
    service.happens('J2');
    await inTheEnd(() => expect(seen.jobs).toEqual(['J1', 'J2']));
    expect(service.questioned).toHaveLength(questions);
  });

  test('the first retry of the stream is soon, in case only the connection broke', async () => {
    service.streams = 'broken';
    begin({ longestMs: 60_000, pollEveryMs: 60_000 });
    await inTheEnd(() => expect(service.questioned.length).toBeGreaterThan(0));
    service.streams = 'open';
    await inTheEnd(() => expect(service.open()).toBe(1));
  });

  test('a hidden tab does not poll', async () => {
    service.streams = 'broken';
    const seen = begin({ shortestMs: 60_000, longestMs: 60_000 });
    await inTheEnd(() => expect(seen.connected).toEqual([true]));
    seen.visible = false;
    // One may be in flight.
    const questions = service.questioned.length + 1;
    receiver?.nudge();
    await inTheEnd(() => expect(seen.connected).toEqual([true, false]));
    await pause(400);
    expect(service.questioned.length).toBeLessThanOrEqual(questions);
    seen.visible = true;
    receiver?.nudge();
    await inTheEnd(() => expect(service.questioned.length).toBeGreaterThan(questions));
  });

  test('streams that are cut as soon as they begin count as blocked', async () => {
    const began = performance.now();
    const seen = begin({ longestMs: 60_000 });
    const cutting = setInterval(() => service.cut(), 20);
    await inTheEnd(() => expect(service.questioned.length).toBeGreaterThan(2));
    clearInterval(cutting);
    service.happens('J1');
    await inTheEnd(() => expect(seen.jobs).toEqual(['J1']));
    expect(service.asked.length).toBeLessThanOrEqual(mostStreams(20, began));
  });
});

test('a refused user waits until something changes', async () => {
  service.streams = 'refused';
  const seen = begin();
  await inTheEnd(() => expect(seen.refused).toBe(1));
  await pause(200);
  expect(service.asked).toHaveLength(1);
  service.streams = 'open';
  receiver?.nudge();
  await inTheEnd(() => expect(seen.connected).toEqual([false, true]));
});

describe('without a response', () => {
  test('requests are repeated at growing intervals, and the connection is checked', async () => {
    service.streams = 'broken';
    service.questions = 'broken';
    const began = performance.now();
    const seen = begin({ shortestMs: 40, longestMs: 100_000 });
    await inTheEnd(() => expect(service.asked.length).toBeGreaterThan(4));
    expect(service.asked.length).toBeLessThanOrEqual(mostStreams(40, began));
    expect(seen.silent).toBeGreaterThan(0);
    // The response to the last may be on its way.
    const failed = service.questioned.length - seen.silent;
    expect([0, 1]).toContain(failed);
    expect(seen.connected).toEqual([false]);
  });

  test('a nudge repeats the request at once', async () => {
    service.streams = 'broken';
    service.questions = 'broken';
    const seen = begin({ shortestMs: 60_000, longestMs: 60_000 });
    await inTheEnd(() => expect(seen.silent).toBe(1));
    service.streams = 'open';
    receiver?.nudge();
    await inTheEnd(() => expect(seen.connected).toEqual([false, true]));
  });

  test('a nudge restarts a stream that was silent for long', async () => {
    const seen = begin({ doubtMs: 50, lastedMs: 0, shortestMs: 60_000 });
    await inTheEnd(() => expect(seen.begins).toEqual([null]));
    await pause(100);
    receiver?.nudge();
    await inTheEnd(() => expect(service.asked).toEqual([null, '0']));
    expect(seen.connected).toEqual([true]);
  });
});

test('a stopped receiver gets nothing more and closes its connection', async () => {
  const seen = begin();
  await inTheEnd(() => expect(service.open()).toBe(1));
  service.happens('J1');
  receiver?.stop();
  await inTheEnd(() => expect(service.open()).toBe(0));
  service.happens('J2');
  await pause(200);
  expect(seen.jobs).toEqual([]);
  expect(service.asked).toHaveLength(1);
});
