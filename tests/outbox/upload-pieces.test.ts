import { expect, test } from 'vitest';
import { ApiError } from '../../src/api/ApiError.ts';
import type { PieceOutcome } from '../../src/api/tusUploads.ts';
import type { Outbox } from '../../src/outbox/Outbox.ts';
import type { Environment, Pieces } from '../../src/outbox/records/environment.ts';
import { PieceSize } from '../../src/outbox/records/PieceSize.ts';
import {
  ada,
  copiedFile,
  lost,
  message,
  refusedWith,
  sentWords,
  settled,
  statesOf,
  testDevice,
} from './support.ts';

const text = 'abcdefghijklmnopqrstuvwxyz';
const file = copiedFile('plan.pdf', text.slice(0, 10), text.slice(10));

/** Creates a backend that accepts pieces of six bytes and records its requests. */
function takingPieces() {
  const uploads = new Map<string, string>();
  const asked: string[] = [];
  /** Outcomes of the next pieces instead of the usual one; `null`: the usual one. */
  const outcomes: ((() => PieceOutcome) | null)[] = [];
  const pieces: Pieces = {
    smallBytes: 12,
    size: new PieceSize({ first: 6, least: 6, most: 6 }),
    begin: async ({ name }) => {
      const id = `u${uploads.size + 1}`;
      uploads.set(id, '');
      asked.push(`begin ${name.slice(0, 4)}`);
      return id;
    },
    offset: async (id) => {
      asked.push(`ask ${id}`);
      return uploads.get(id)?.length ?? null;
    },
    put: async (id, offset, piece) => {
      asked.push(`${id} ${offset}`);
      const outcome = outcomes.shift();
      if (outcome) return outcome();
      const there = uploads.get(id);
      if (there === undefined) return 'gone';
      if (there.length !== offset) return 'elsewhere';
      uploads.set(id, there + Buffer.from(piece).toString());
      return offset + piece.byteLength;
    },
  };
  return { uploads, asked, outcomes, pieces };
}

function offline(): never {
  throw new ApiError('offline');
}

function deviceWith({ pieces }: ReturnType<typeof takingPieces>) {
  const device = testDevice();
  const page = (changes: Partial<Pieces> = {}, env: Partial<Environment> = {}) => {
    const { wire } = device.env();
    return device.page({ ...env, wire: { ...wire, pieces: { ...pieces, ...changes } } });
  };
  return { device, page };
}

async function files(outbox: Outbox) {
  return (await outbox.records(ada.uid)).flatMap((record) => record.files);
}

test('a large file is uploaded before its message, piece by piece', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  await page().send(ada, message('With a plan'), [file]);
  await settled();
  expect(backend.asked).toEqual(['begin plan', 'u1 0', 'u1 6', 'u1 10', 'u1 16', 'u1 22']);
  expect(backend.uploads.get('u1')).toBe(text);
  expect(device.sent.map(({ uploads, files: sent }) => [uploads, sent])).toEqual([[['u1'], []]]);
});

test('a small file is sent within the request, and after a failure only a smaller one', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  device.answers.push(lost);
  const outbox = page();
  await outbox.send(ada, message('With a note'), [copiedFile('note.pdf', 'twelve bytes')]);
  await settled();
  expect(backend.asked).toEqual([]);
  expect(device.sent[0]?.files).toHaveLength(1);
  await device.pass(5 * 60_000);
  expect(backend.uploads.get('u1')).toBe('twelve bytes');
  expect(device.sent[1]).toMatchObject({ files: [], uploads: ['u1'] });
  expect(device.sent[1]?.record.clientId).toBe(device.sent[0]?.record.clientId);
});

test('an interrupted upload resumes from the server’s offset, also in another page', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  backend.outcomes.push(null, null, offline);
  const outbox = page();
  await outbox.send(ada, message('With a plan'), [file]);
  await settled();
  expect(await statesOf(outbox)).toEqual([['With a plan', 'queued']]);
  expect(sentWords(device)).toEqual([]);
  expect(await files(outbox)).toMatchObject([{ upload: { id: 'u1', offset: 10 } }]);
  await outbox.close();
  // The third piece has arrived, and only its response was lost.
  backend.uploads.set('u1', text.slice(0, 16));
  backend.asked.length = 0;
  await page().drain({ eager: true });
  expect(backend.asked).toEqual(['ask u1', 'u1 16', 'u1 22']);
  expect(backend.uploads.get('u1')).toBe(text);
  expect(sentWords(device)).toEqual(['With a plan']);
});

test('an upload that the server has lost starts over, even when it was complete', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  backend.outcomes.push(null, () => 'gone');
  device.answers.push(refusedWith(410, 'upload-gone'));
  const outbox = page();
  await outbox.send(ada, message('With a plan'), [file]);
  await settled();
  expect(backend.uploads.get('u2')).toBe(text);
  expect(await files(outbox)).toMatchObject([{ name: expect.any(String) }]);
  expect((await files(outbox))[0]).not.toHaveProperty('upload');
  await device.pass(5 * 60_000);
  expect(device.sent.map(({ uploads }) => uploads)).toEqual([['u2'], ['u3']]);
  expect(await statesOf(outbox)).toEqual([['With a plan', 'acked']]);
});

test('a damaged or misplaced piece is sent again from the server’s offset', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  backend.outcomes.push(
    () => 'damaged',
    null,
    () => 'elsewhere',
  );
  await page().send(ada, message('With a plan'), [file]);
  await settled();
  expect(backend.uploads.get('u1')).toBe(text);
  expect(sentWords(device)).toEqual(['With a plan']);
});

test('an upload that makes no progress is paused for a while', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const outbox = page({ put: async () => 'damaged' });
  await outbox.send(ada, message('With a plan'), [file]);
  await settled();
  expect(await statesOf(outbox)).toEqual([['With a plan', 'queued']]);
  expect(device.sent).toEqual([]);
});

test('a refused piece refuses the message, and an expired token is renewed during the upload', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  backend.outcomes.push(null, () => {
    throw new ApiError('unauthorized');
  });
  const outbox = page();
  await outbox.send(ada, message('With a plan'), [file]);
  await settled();
  expect(device.renewals).toBe(1);
  expect(await statesOf(outbox)).toEqual([['With a plan', 'acked']]);
  backend.outcomes.push(() => {
    throw new ApiError('too-large');
  });
  await outbox.send(ada, message('Too much'), [file]);
  await settled();
  expect(await statesOf(outbox)).toContainEqual(['Too much', 'failed']);
});

test('a file with missing bytes is detected and not sent', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const outbox = page();
  await outbox.send(ada, message('With a plan'), [{ ...file, size: file.size + 1 }]);
  await settled();
  expect(await statesOf(outbox)).toEqual([['With a plan', 'failed']]);
  expect((await outbox.records(ada.uid))[0]?.error?.code).toBe('file-lost');
  expect(device.sent).toEqual([]);
});

test('an upload interrupted by a reload resumes at once with locks, and after a few seconds without', async () => {
  for (const hasLocks of [true, false]) {
    const backend = takingPieces();
    const { device, page } = deviceWith(backend);
    const lock: Environment['lock'] = hasLocks
      ? async (_name, work) => {
          await work();
          return true;
        }
      : null;
    const never = new Promise<never>(() => undefined);
    backend.outcomes.push(null, null);
    const before = page(
      { put: (...piece) => (piece[1] < 10 ? backend.pieces.put(...piece) : never) },
      { lock },
    );
    await before.send(ada, message('With a plan'), [file]);
    await settled();
    expect(await statesOf(before)).toEqual([['With a plan', 'sending']]);
    const after = page({}, { lock });
    await after.drain();
    expect(await statesOf(after)).toEqual([['With a plan', hasLocks ? 'acked' : 'sending']]);
    await device.pass(15_000);
    expect(await statesOf(after)).toEqual([['With a plan', 'acked']]);
    expect((await after.records(ada.uid))[0]?.maybeSent).toBe(false);
    expect(backend.uploads.get('u1')).toBe(text);
  }
});

test('a page gives up an upload that another page has taken over', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const first = page({
    async put(...piece) {
      const outcome = await backend.pieces.put(...piece);
      if (piece[1] === 6) {
        // This page is frozen for longer than its claim lasts, and another one takes over.
        device.now += 60_000;
        await page().drain({ eager: true });
      }
      return outcome;
    },
  });
  await first.send(ada, message('With a plan'), [file]);
  await settled();
  expect(backend.uploads.get('u1')).toBe(text);
  expect(sentWords(device)).toEqual(['With a plan']);
});

test.each([
  ['waits neither for the file nor for the piece on its way', 5, 'piece 0, 1 sent'],
  ['waits for the piece on its way where one lane sends at a time', 1, 'piece 6, 1 sent'],
])('a message to another job %s', async (_, lanesAtOnce, seen) => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  device.lanesAtOnce = lanesAtOnce;
  const order: string[] = [];
  const outbox: Outbox = page({
    async put(...piece) {
      const outcome = await backend.pieces.put(...piece);
      if (piece[1] === 0) {
        await outbox.send(ada, message('Short', 'job-2'));
        await settled();
      }
      order.push(`piece ${piece[1]}, ${device.sent.length} sent`);
      return outcome;
    },
  });
  await outbox.send(ada, message('With a plan'), [file]);
  await settled();
  await settled();
  expect(sentWords(device)).toEqual(['Short', 'With a plan']);
  expect(order.find((line) => line.endsWith(', 1 sent'))).toBe(seen);
});

test('a message can be deleted and restored while its files are uploaded, not while it is sent itself', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const outbox: Outbox = page({
    async put(...piece) {
      const outcome = await backend.pieces.put(...piece);
      const [record] = await outbox.records(ada.uid);
      if (piece[1] !== 6 || !record) return outcome;
      const files = (await outbox.files(record)) ?? [];
      await outbox.discard(ada.uid, record.clientId);
      await outbox.restore(record, files);
      return outcome;
    },
  });
  const { clientId } = await outbox.send(ada, message('With a plan'), [file]);
  device.answers.push(async () => {
    await expect(outbox.discard(ada.uid, clientId)).rejects.toMatchObject({ code: 'being-sent' });
    return { serverId: 's1', response: null };
  });
  await settled();
  await device.pass(60_000);
  await outbox.drain({ eager: true });
  expect(await statesOf(outbox)).toEqual([['With a plan', 'acked']]);
  expect(sentWords(device)).toEqual(['With a plan']);
  expect(backend.uploads.get('u1')).toBe(text);
});

test('the progress of a file comes from the server’s offset, also right after a reload', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const progress: number[] = [];
  backend.outcomes.push(null, null, offline);
  const before = page();
  await before.send(ada, message('With a plan'), [file]);
  await settled();
  await before.close();
  const env = device.env();
  const onProgress = (_: unknown, { transferred, total }: { transferred: number; total: number }) => {
    expect(total).toBe(text.length);
    progress.push(transferred);
  };
  await device.page({ wire: { ...env.wire, pieces: backend.pieces, onProgress } }).drain({ eager: true });
  expect([...new Set(progress)]).toEqual([10, 16, 22, 26]);
});

test('pieces grow while they are sent quickly, shrink when they are not, and stay within limits', () => {
  const size = new PieceSize();
  expect(size.bytes).toBe(128 * 1024);
  size.sent(size.bytes, 100);
  expect(size.bytes).toBe(512 * 1024);
  for (let n = 0; n < 5; n += 1) size.sent(size.bytes, 1);
  expect(size.bytes).toBe(4 * 1024 * 1024);
  // At 1 Mbit/s, about two and a half seconds for each.
  size.sent(4 * 1024 * 1024, 33_554);
  expect(size.bytes).toBe(312_504);
  size.sent(1000, 4000);
  expect(size.bytes).toBe(312_504);
  for (let n = 0; n < 20; n += 1) size.failed();
  expect(size.bytes).toBe(4 * 1024);
  // On the same connection, cut again and again: half a second for each, and then a little more.
  for (let n = 0; n < 3; n += 1) size.sent(size.bytes, size.bytes / 125);
  expect(size.bytes).toBe(Math.round(125 * 500 * 1.05 ** 3));
  for (let n = 0; n < 99; n += 1) size.sent(size.bytes, size.bytes / 125);
  expect(size.bytes).toBe(312_500);
});

test.each([
  ['44 KB', 44_000, 2048],
  ['a photo of 300 KB', 300_000, 2048],
  ['16 KB, at 1 KB/s,', 16_000, 1024],
])('%s get through a slow connection, and what is behind them', async (_, bytes, bytesPerSecond) => {
  const backend = takingPieces();
  const device = testDevice();
  /** Takes as long as the connection needs, and is given up after the time limit of a request. */
  const upload = (sent: number) => {
    const ms = (sent / bytesPerSecond) * 1000;
    device.now += Math.min(ms, 8000);
    if (ms > 8000) throw new ApiError('timeout');
  };
  const slow: Pieces = {
    ...backend.pieces,
    smallBytes: 512 * 1024,
    size: new PieceSize(),
    put: async (id, offset, piece) => {
      upload(piece.byteLength);
      return backend.pieces.put(id, offset, piece, '');
    },
  };
  const { wire } = device.env();
  const outbox = device.page({
    wire: {
      ...wire,
      pieces: slow,
      send: async (outbound) => {
        upload(outbound.files.reduce((sum, { size }) => sum + size, 300));
        return wire.send(outbound);
      },
    },
  });
  const drawing = copiedFile('drawing.pdf', 'x'.repeat(bytes));
  await outbox.send(ada, message('With a drawing'), [drawing]);
  await outbox.send(ada, message('Behind it'), [copiedFile('note.pdf', 'y'.repeat(9000))]);
  await settled();
  for (let tries = 1; tries < 4; tries += 1) {
    await device.pass(60_000);
    await outbox.drain({ eager: true });
  }
  expect(sentWords(device)).toEqual(['With a drawing', 'Behind it']);
});
