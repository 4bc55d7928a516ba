import { expect, test } from 'vitest';
import { ApiError } from '../../src/api/ApiError.ts';
import type { PieceOutcome } from '../../src/api/uploads.ts';
import type { Outbox } from '../../src/outbox/Outbox.ts';
import type { Environment, Pieces } from '../../src/outbox/sending/environment.ts';
import { PieceSize } from '../../src/outbox/sending/PieceSize.ts';
import {
  ada,
  held,
  lost,
  message,
  noPieces,
  refusedWith,
  sentWords,
  settled,
  statesOf,
  testDevice,
} from './support.ts';

const text = 'abcdefghijklmnopqrstuvwxyz';
const file = held('plan.pdf', text.slice(0, 10), text.slice(10));

/** A backend that takes pieces of six bytes, and what it was asked. */
function takingPieces() {
  const uploads = new Map<string, string>();
  const asked: string[] = [];
  /** What the next pieces come to instead; `null`: as ever. */
  const outcomes: ((() => PieceOutcome) | null)[] = [];
  const pieces: Pieces = {
    smallBytes: 12,
    size: new PieceSize({ first: 6, least: 6, most: 6 }),
    offered: async () => true,
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

test('a large file goes before its message, piece by piece', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  await page().send(ada, message('With a plan'), [file]);
  await settled();
  expect(backend.asked).toEqual(['begin plan', 'u1 0', 'u1 6', 'u1 10', 'u1 16', 'u1 22']);
  expect(backend.uploads.get('u1')).toBe(text);
  expect(device.sent.map(({ uploads, files: sent }) => [uploads, sent])).toEqual([[['u1'], []]]);
});

test('a small one travels in the request; on a line that just failed, less is small', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  device.answers.push(lost);
  const outbox = page();
  await outbox.send(ada, message('With a note'), [held('note.pdf', 'twelve bytes')]);
  await settled();
  expect(backend.asked).toEqual([]);
  expect(device.sent[0]?.files).toHaveLength(1);
  await device.pass(5 * 60_000);
  expect(backend.uploads.get('u1')).toBe('twelve bytes');
  expect(device.sent[1]).toMatchObject({ files: [], uploads: ['u1'] });
  expect(device.sent[1]?.record.clientId).toBe(device.sent[0]?.record.clientId);
});

test('after a cut it goes on from where the server has come to, also on another page', async () => {
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
  // The third piece had come through, and only its answer was lost.
  backend.uploads.set('u1', text.slice(0, 16));
  backend.asked.length = 0;
  await page().drain({ eager: true });
  expect(backend.asked).toEqual(['ask u1', 'u1 16', 'u1 22']);
  expect(backend.uploads.get('u1')).toBe(text);
  expect(sentWords(device)).toEqual(['With a plan']);
});

test('an upload that the server forgot begins anew, also at the very end', async () => {
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

test('a piece that came damaged, or for another place, goes again from where the server is', async () => {
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

test('a server that never gets on is left alone for a while', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const outbox = page({ put: async () => 'damaged' });
  await outbox.send(ada, message('With a plan'), [file]);
  await settled();
  expect(await statesOf(outbox)).toEqual([['With a plan', 'queued']]);
  expect(device.sent).toEqual([]);
});

test('a refusal of a piece is a refusal; a token that ran out is renewed on the way', async () => {
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

test('missing bytes are found out, and never sent short', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const outbox = page();
  await outbox.send(ada, message('With a plan'), [{ ...file, size: file.size + 1 }]);
  await settled();
  expect(await statesOf(outbox)).toEqual([['With a plan', 'failed']]);
  expect((await outbox.records(ada.uid))[0]?.error?.code).toBe('file-lost');
  expect(device.sent).toEqual([]);
});

test('what a page had in hand as it was reloaded goes on at once where there are locks, else after a few seconds', async () => {
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

test('what another page goes on with, this one lets go of', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const first = page({
    async put(...piece) {
      const outcome = await backend.pieces.put(...piece);
      if (piece[1] === 6) {
        // This page stands still for longer than its claim holds, and another one goes on.
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

test('it can be deleted while its files go out, and put back; not once the message itself leaves', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const outbox: Outbox = page({
    async put(...piece) {
      const outcome = await backend.pieces.put(...piece);
      const [record] = await outbox.records(ada.uid);
      if (piece[1] !== 6 || !record) return outcome;
      const files = (await outbox.files(record)) ?? [];
      await outbox.discard(ada.uid, record.clientId);
      await outbox.putBack(record, files);
      return outcome;
    },
  });
  const { clientId } = await outbox.send(ada, message('With a plan'), [file]);
  device.answers.push(async () => {
    await expect(outbox.discard(ada.uid, clientId)).rejects.toMatchObject({ code: 'being-sent' });
    return { serverId: 's1', answer: null };
  });
  await settled();
  await device.pass(60_000);
  await outbox.drain({ eager: true });
  expect(await statesOf(outbox)).toEqual([['With a plan', 'acked']]);
  expect(sentWords(device)).toEqual(['With a plan']);
  expect(backend.uploads.get('u1')).toBe(text);
});

test('a backend that takes no pieces, or none any more, gets the file within the request', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  backend.outcomes.push(null, offline);
  const before = page();
  await before.send(ada, message('With a plan'), [file]);
  await settled();
  await before.close();
  const outbox = page({ offered: async () => false });
  await outbox.drain({ eager: true });
  expect(device.sent).toMatchObject([{ uploads: [], files: [{ size: file.size }] }]);
  expect(noPieces.smallBytes).toBe(Number.POSITIVE_INFINITY);
});

test('how far a file is shows from what the server said, also right after a reload', async () => {
  const backend = takingPieces();
  const { device, page } = deviceWith(backend);
  const told: number[] = [];
  backend.outcomes.push(null, null, offline);
  const before = page();
  await before.send(ada, message('With a plan'), [file]);
  await settled();
  await before.close();
  const env = device.env();
  const onProgress = (_: unknown, { transferred, total }: { transferred: number; total: number }) => {
    expect(total).toBe(text.length);
    told.push(transferred);
  };
  await device.page({ wire: { ...env.wire, pieces: backend.pieces, onProgress } }).drain({ eager: true });
  expect([...new Set(told)]).toEqual([10, 16, 22, 26]);
});

test('pieces grow while they get through quickly, shrink when they do not, and stay within bounds', () => {
  const size = new PieceSize();
  expect(size.bytes).toBe(128 * 1024);
  size.sent(size.bytes, 100);
  expect(size.bytes).toBe(512 * 1024);
  for (let n = 0; n < 5; n += 1) size.sent(size.bytes, 1);
  expect(size.bytes).toBe(4 * 1024 * 1024);
  // 1 Mbit/s: about two and a half seconds for each.
  size.sent(4 * 1024 * 1024, 33_554);
  expect(size.bytes).toBe(312_504);
  size.sent(1000, 4000);
  expect(size.bytes).toBe(312_504);
  for (let n = 0; n < 20; n += 1) size.failed();
  expect(size.bytes).toBe(16 * 1024);
  // The same line, which is cut again and again: half a second for each, and then a little more.
  for (let n = 0; n < 3; n += 1) size.sent(size.bytes, size.bytes / 125);
  expect(size.bytes).toBe(Math.round(125 * 500 * 1.05 ** 3));
  for (let n = 0; n < 99; n += 1) size.sent(size.bytes, size.bytes / 125);
  expect(size.bytes).toBe(312_500);
});
