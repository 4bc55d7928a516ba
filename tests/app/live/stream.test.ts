import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setClient } from '../../../src/api/client.ts';
import { createClient } from '../../../src/api/createClient.ts';
import type { LiveBatch } from '../../../src/contract/live.ts';
import { pollEvents, readStream, type StreamOptions } from '../../../src/live/stream.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { answerJson, errorOf, testBackend } from '../support/backend.ts';
import { sendBatch, startEvents } from '../support/liveBackend.ts';

const backend = testBackend();
const patient = { firstMs: 30_000, silenceMs: 30_000 };

function batch(cursor: string, events: unknown[] = [], missed = false) {
  return { cursor, missed, events };
}

const job = (jobId: string) => ({ kind: 'job', jobId });

function stream(options: Partial<StreamOptions> = {}) {
  const heard: LiveBatch[] = [];
  const stop = new AbortController();
  const ended = readStream({
    cursor: null,
    signal: stop.signal,
    times: patient,
    onBatch: (one) => heard.push(one),
    ...options,
  });
  ended.catch(() => undefined);
  return { heard, stop, ended };
}

/** Handles the stream's request with `work`, and no other request. */
function onStream(work: (response: ServerResponse) => void) {
  backend.handle = (_seen, response) => {
    startEvents(response);
    work(response);
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the stream', () => {
  test('is requested with the bearer, from the cursor on, and read chunk by chunk', async () => {
    onStream((response) => {
      sendBatch(response, batch('c1', [job('J1')]));
      const text = `id: c2\nevent: happened\ndata: ${JSON.stringify(batch('c2', [job('J–2')]))}\n\n`;
      const bytes = Buffer.from(text);
      // The connection cuts anywhere, also inside a character.
      const cut = bytes.indexOf('–') + 1;
      response.write(bytes.subarray(0, cut));
      setTimeout(() => response.end(bytes.subarray(cut)), 50);
    });
    const { heard, ended } = stream({ cursor: 'c0' });
    await ended;
    expect(heard).toEqual([batch('c1', [job('J1')]), batch('c2', [job('J–2')])]);
    expect(backend.seen).toMatchObject([
      {
        method: 'GET',
        url: '/api/events/stream',
        headers: { authorization: 'Bearer token-1', 'last-event-id': 'c0', accept: 'text/event-stream' },
      },
    ]);
  });

  test('has no Last-Event-ID when there was no event', async () => {
    onStream((response) => response.end());
    await stream().ended;
    expect(backend.seen[0]?.headers).not.toHaveProperty('last-event-id');
  });

  test('stays open with heartbeats and ends without them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let server: ServerResponse | undefined;
    onStream((response) => {
      server = response;
      sendBatch(response, batch('c1'));
    });
    let chunks = 0;
    const onBytes = () => {
      chunks += 1;
    };
    const over = vi.fn();
    const { ended } = stream({ onBytes, times: { ...patient, silenceMs: 2000 } });
    ended.catch(over);
    await inTheEnd(() => expect(chunks).toBe(1));
    for (const beats of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(1999);
      server?.write(': beat\n\n');
      await inTheEnd(() => expect(chunks).toBe(1 + beats));
    }
    await vi.advanceTimersByTimeAsync(1999);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await errorOf(ended)).toMatchObject({ code: 'timeout' });
  });

  test('ends when its first batch does not come, even if bytes do', async () => {
    let beat: ReturnType<typeof setInterval> | undefined;
    onStream((response) => {
      beat = setInterval(() => response.write(': beat\n\n'), 50);
    });
    const { ended } = stream({ times: { ...patient, firstMs: 400 } });
    expect(await errorOf(ended)).toMatchObject({ code: 'timeout' });
    clearInterval(beat);
  });

  test('skips events of a later version and reports unreadable ones as missed', async () => {
    onStream((response) => {
      sendBatch(response, batch('c1', [{ kind: 'invoice', sum: 7 }, job('J1')]));
      sendBatch(response, batch('c2', [{ kind: 'job' }, job('J2')]));
      response.write('event: other\ndata: nothing\n\n');
      response.end();
    });
    const { heard, ended } = stream();
    await ended;
    expect(heard).toEqual([batch('c1', [job('J1')]), batch('c2', [job('J2')], true)]);
  });

  test.each([
    ['no JSON', 'data: {"cursor":\nevent: happened\n\n'],
    ['more than any batch', `event: happened\ndata: ${'x'.repeat(9_000_000)}`],
  ])('is rejected when it sends %s', async (_, text) => {
    onStream((response) => response.end(text));
    expect(await errorOf(stream().ended)).toMatchObject({ definite: false });
  });

  test('is rejected when it is an HTML page', async () => {
    backend.handle = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    };
    expect(await errorOf(stream().ended)).toMatchObject({ foreignStatus: 200, definite: false });
  });

  test('is a 404 where the server has none', async () => {
    backend.handle = (_seen, response) => answerJson(response, 404, { errorMessage: 'Nothing here.' });
    expect(await errorOf(stream().ended)).toMatchObject({ status: 404 });
    expect(backend.seen).toHaveLength(1);
  });

  test('renews an expired token', async () => {
    backend.handle = (seen, response) => {
      if (seen.headers.authorization !== 'Bearer token-2') {
        return answerJson(response, 401, { errorMessage: 'Please sign in.', code: 'unauthorized' });
      }
      startEvents(response);
      sendBatch(response, batch('c1'));
      response.end();
    };
    const { heard, ended } = stream();
    await ended;
    expect(heard).toHaveLength(1);
  });

  test('is closed at once when it is stopped', async () => {
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    onStream((response) => {
      sendBatch(response, batch('c1'));
      response.on('close', closed);
    });
    const { heard, stop, ended } = stream();
    await inTheEnd(() => expect(heard).toHaveLength(1));
    stop.abort();
    await expect(ended).rejects.toThrow('abort');
    await gone;
  });

  test('is not requested when nobody is signed in', async () => {
    setClient(createClient({ token: async () => null }));
    expect(await errorOf(stream().ended)).toMatchObject({ code: 'unauthorized' });
    expect(backend.seen).toEqual([]);
  });
});

test('a poll skips events of a later version too', async () => {
  backend.handle = (_seen, response) =>
    answerJson(response, 200, { body: batch('c9', [{ kind: 'invoice' }, job('J1')]) });
  expect(await pollEvents('c8', new AbortController().signal)).toEqual(batch('c9', [job('J1')]));
  expect(backend.seen).toMatchObject([{ method: 'POST', url: '/api/events', body: '{"cursor":"c8"}' }]);
});
