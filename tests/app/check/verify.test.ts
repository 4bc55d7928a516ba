import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hexHash } from '../../../src/api/bytes.ts';
import type { FirmKey } from '../../../src/contract/proof/proof.ts';
import { type EndedSeal, endedSealsText, statementText } from '../../../src/contract/proof/statement.ts';
import { compareFiles } from '../../../src/features/check/compareFiles.ts';
import { digestOfFiles } from '../../../src/features/check/digests.ts';
import { recordText, verdictText } from '../../../src/features/check/verdictText.ts';
import { type Known, verify } from '../../../src/features/check/verify.ts';

const origin = 'https://jobs.firm.example';
const issued = Date.UTC(2026, 10, 20, 8) / 1000;
const now = Date.UTC(2026, 10, 28, 10, 42) / 1000;
const token = 'abcdefghijklmnopqrst-_';

// Sentences say the time of today without its day.
beforeAll(() => void vi.useFakeTimers({ now: now * 1000, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

function pair(id: string, more: Partial<FirmKey> = {}): { key: FirmKey; secret: KeyObject } {
  const { privateKey: secret } = generateKeyPairSync('ed25519');
  const { x: publicKey = '' } = secret.export({ format: 'jwk' });
  return { key: { id, publicKey, from: 0, until: null, revoked: false, ...more }, secret };
}
const signed = (text: string, secret: KeyObject) =>
  `${text}.${sign(null, Buffer.from(text), secret).toString('base64url')}`;

const own = pair('key-01');
const files = 'f'.repeat(43);
const claim = { origin, token, keyId: 'key-01', jobCode: 'K7.Ä 1', revision: 1, issued, files };
const statement = signed(statementText(claim), own.secret);

const sealIdOf = (text: string) => hash('sha256', text, 'buffer').subarray(0, 8).toString('base64url');
function listOf(seals: EndedSeal[], { asOf = now - 60, by = own } = {}): string {
  return signed(endedSealsText({ keyId: by.key.id, asOf, seals }), by.secret);
}
const known = (more: Partial<Known> = {}): Known => ({ keys: [own.key], ended: listOf([]), ...more });
const titleOf = async (text: string, using = known()) =>
  verdictText(await verify(text, using, origin, now)).title;

test('a statement is genuine and current by the firm’s key and a fresh list, with what it states', async () => {
  const verdict = await verify(statement, known(), origin, now);
  expect(verdict).toEqual({
    is: 'genuine',
    statement: claim,
    state: 'current',
    by: null,
    since: null,
    asOf: now - 60,
  });
});

test('its sentence says the revision that superseded it, and as of when', async () => {
  const others = Array.from({ length: 500 }, (_, at) => ({
    id: sealIdOf(`other ${at}`),
    by: 9,
    since: issued,
  }));
  const ended = listOf([...others, { id: sealIdOf(token), by: 2, since: issued + 60 }]);
  expect(await titleOf(statement, known({ ended }))).toMatch(
    /^Genuine, revision 1, superseded by revision 2, as of \d/,
  );
  const withdrawn = listOf([{ id: sealIdOf(token), by: null, since: issued + 60 }, ...others]);
  expect(await titleOf(statement, known({ ended: withdrawn }))).toMatch(
    /^Genuine, revision 1, withdrawn, as of \d/,
  );
  const older = listOf([{ id: sealIdOf(token), by: 2, since: issued + 60 }], { asOf: now - 86_400 });
  expect(await titleOf(statement, known({ ended: older }))).toMatch(
    /superseded by revision 2, as of yesterday at \d/,
  );
});

test('nobody is sent for the revision that superseded it, which may be superseded itself', async () => {
  const ended = listOf([{ id: sealIdOf(token), by: 2, since: issued + 60 }]);
  const offline = verdictText(await verify(statement, known({ ended }), origin, now));
  const state = 'SUPERSEDED' as const;
  const record = { state, issued, revision: 1, since: issued + 60, by: 2, files: [] };
  for (const { text } of [offline, recordText({ seal: record }, true)])
    expect(text).toMatch(/Don’t use this sheet. Get the current revision.$/);
});

test('any changed letter of it is not genuine, or no seal at all', async () => {
  const verdicts = new Map<string, number>();
  for (let at = 0; at < statement.length; at++) {
    const other = statement[at] === 'A' ? 'B' : 'A';
    const changed = statement.slice(0, at) + other + statement.slice(at + 1);
    const { is } = await verify(changed, known(), origin, now);
    verdicts.set(is, (verdicts.get(is) ?? 0) + 1);
  }
  expect([...verdicts.keys()].toSorted()).toEqual(['forged', 'no-seal', 'other-firm', 'unknown-key']);
  expect(verdicts.get('forged')).toBeGreaterThan(120);
});

test('a forged key, an ended one, another firm’s seal, a copied token and a stale list each have their own sentence', async () => {
  const forger = pair('key-01');
  const stranger = pair('key-99');
  const by = (secret: KeyObject, more: object = {}) => signed(statementText({ ...claim, ...more }), secret);
  const copied = statement.replace(token, `z${token.slice(1)}`);
  const said = await Promise.all([
    titleOf(by(forger.secret)),
    titleOf(by(stranger.secret, { keyId: 'key-99' })),
    titleOf(by(own.secret, { origin: 'https://jobs.other.example' })),
    titleOf(statement, known({ keys: [{ ...own.key, revoked: true }] })),
    titleOf(statement, known({ ended: listOf([], { asOf: now - 9 * 86_400 }) })),
    titleOf('https://example.com/menu'),
    titleOf(copied),
  ]);
  expect(said).toEqual([
    'Not genuine',
    'Not signed by a key of EV',
    'Another firm’s seal',
    'Signed with a key that no longer counts',
    'Genuine, revision 1',
    'Not a seal',
    'Not genuine',
  ]);
});

test('without the firm’s keys nothing is said of who signed it', async () => {
  expect(await titleOf(statement, { keys: [] })).toBe('Not checked');
});

test('what a replaced key signed before counts for good, and after it for nothing', async () => {
  const keys = [{ ...own.key, until: issued + 3600 }];
  expect(await titleOf(statement, { keys })).toBe('Genuine, revision 1');
  const late = signed(statementText({ ...claim, issued: issued + 7200 }), own.secret);
  expect(await titleOf(late, { keys })).toBe('Signed with a key that no longer counts');
});

test('a list that is stale, older than the seal, changed, or signed by a stranger calls nothing current', async () => {
  const stateBy = async (ended: string, text = statement) => {
    const verdict = await verify(text, known({ ended }), origin, now);
    return verdict.is === 'genuine' && verdict.state;
  };
  expect(await stateBy(listOf([], { asOf: now - 2 * 86_400 }))).toBe('unknown');
  const fresh = signed(statementText({ ...claim, issued: now }), own.secret);
  expect(await stateBy(listOf([], { asOf: now - 60 }), fresh)).toBe('unknown');
  expect(await stateBy(listOf([], { by: pair('key-01') }))).toBe('unknown');
  const ended = listOf([{ id: sealIdOf(token), by: 2, since: issued }]);
  const emptied = ended.replace(/^(1\.[\w-]{6}\.\w+)\..*\.([\w-]{86})$/, '$1..$2');
  expect([ended === emptied, await stateBy(emptied)]).toEqual([false, 'unknown']);
  // What has ended stays ended, however old the list is.
  const old = listOf([{ id: sealIdOf(token), by: 2, since: issued }], { asOf: now - 90 * 86_400 });
  expect(await stateBy(old)).toBe('superseded');
});

test('a file of one changed byte differs, by the firm’s record and by the statement alone', async () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 251);
  const whole = new Blob([bytes]);
  const sha256 = await hexHash(whole);
  expect(sha256).toBe(hash('sha256', bytes));
  const changed = bytes.slice();
  changed[4321] = 7;
  const both = [whole, new Blob([changed])];
  const titles = async (sealed: Parameters<typeof compareFiles>[1], of = both) =>
    (await compareFiles(of, sealed)).map(({ title }) => title);
  expect(await titles({ files: [{ sha256, current: true }] })).toEqual(['Same', 'Differs']);
  expect(await titles({ files: [{ sha256, current: false }] })).toEqual(['Same, but superseded', 'Differs']);
  const digest = await digestOfFiles([sha256]);
  expect(await titles({ files: digest }, [whole])).toEqual(['Same']);
  expect(await titles({ files: digest }, [both[1] as Blob])).toEqual(['Differs']);
  const two = await digestOfFiles([sha256, await hexHash(both[1] as Blob)]);
  expect(await titles({ files: two }, both.toReversed())).toEqual(['Same', 'Same']);
});

test('of a file that differs it is said that it may be the signature report, whose bytes no seal is about', async () => {
  const files = [{ sha256: await hexHash('sheet'), current: true }];
  for (const sealed of [{ files }, { files: await digestOfFiles(files.map(({ sha256 }) => sha256)) }])
    expect((await compareFiles([new Blob(['report'])], sealed))[0]?.text).toMatch(
      /the signature report itself/,
    );
});

test('beside a file that cannot be read, one that can is compared as far as that goes', async () => {
  const readable = new Blob(['sheet']);
  const moved = Object.assign(new Blob(['moved']), {
    arrayBuffer: () => Promise.reject(new DOMException('It was moved.', 'NotReadableError')),
  });
  const sha256 = await hexHash(readable);
  const compared = await compareFiles([moved, readable], { files: [{ sha256, current: true }] });
  expect(compared.map(({ title }) => title)).toEqual(['Not compared', 'Same']);
  expect(compared[0]?.text).toMatch(/^Couldn’t read this file/);
  const together = await compareFiles([moved, readable], { files: await digestOfFiles([sha256]) });
  expect(together.map(({ title, text }) => `${title}: ${text}`)).toEqual([
    expect.stringMatching(/^Not compared: Couldn’t read this file/),
    expect.stringMatching(/^Not compared: .*one of them couldn’t be read/),
  ]);
});

test('the record of an unknown token says nothing of it, and of a genuine statement that it is not on record', () => {
  expect(recordText({ seal: null }, false).title).toBe('No seal found');
  expect(recordText({ seal: null }, true).title).toBe('Genuine, but not on record');
});
