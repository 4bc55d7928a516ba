import { createPublicKey, hash, verify } from 'node:crypto';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, expect, test } from 'vitest';
import { rotateKeys } from '../../../server/data/proof/firmKeys.ts';
import { startParser } from '../../../server/previews/startParser.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import type { FirmKey } from '../../../src/contract/proof/proof.ts';
import { parseEndedSeals, type Signed } from '../../../src/contract/proof/statement.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { logoPng } from '../../support/firm/logos.ts';
import type { Reply } from '../../support/server/call.ts';
import { setDueRules } from '../../support/server/dueRules.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const license = {
  name: 'Ada B. Lovelace, P.E.',
  state: 'Florida',
  number: 'PE 81234',
  discipline: 'Structural',
  expires: '2027-02-28',
};
const unknownToken = 'A'.repeat(22);

function isSignedBy({ publicKey }: FirmKey, { signed, signature }: Signed): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64url'));
}

onOneDatabase('a signature report', (start) => {
  const server = start.forAll();
  let houses = 1;
  beforeAll(async () => {
    const body = { licenseId: 'license-1', email: people.employee.email, license };
    expect((await server.call('saveLicense', { as: 'admin', body })).answer.licenses).toEqual([
      { licenseId: 'license-1', email: people.employee.email, ...license, state: 'FL' },
    ]);
  });

  async function deliver(job: JobDetails, names: string[], more: object = {}): Promise<JobDetails> {
    const deliverable = { deliveryMode: 'DIGITAL_COPY' as const, ...more };
    const files = names.map((name) => renamed(samples.pdf, name));
    return (await updateJob(server, job, 'employee', { deliverable }, { files })).answer.job;
  }

  function report(job: JobDetails, more: object = {}) {
    const body = {
      jobId: job.jobId,
      deliverable: job.deliverables[0]?.key ?? '',
      licenseId: 'license-1',
      description: 'Roof framing, eleven sheets',
      ...more,
    };
    return server.call('makeReport', { as: 'employee', body });
  }

  async function newestToken(): Promise<string> {
    const [row] = await server.db.query<{ token: string }>(
      'select token from seals order by created desc, report_key limit 1',
    );
    return row?.token ?? '';
  }

  const check = async (token: string) =>
    (await server.call('sealCheck', { as: null, params: { token } })).answer;

  async function sealed(state = 'IL'): Promise<{ job: JobDetails; token: string }> {
    server.clock.advance(60);
    const address = { streetName: `${houses++} Canary Street`, city: 'Springfield', state, zipcode: '62701' };
    const project = 'Canary Residence, fee $1,234';
    const made = await newJob(server, { address, project, message: 'canary@example.com' });
    const job = await deliver(made, ['framing zyx.pdf', 'details zyx.pdf']);
    const reply = await report(job);
    expect(reply.code).toBe('');
    return { job: reply.answer, token: await newestToken() };
  }

  test('is stored beside every file of its delivery, which stay byte for byte as they were, for staff and client', async () => {
    const { job } = await sealed();
    const [first, second] = job.deliverables;
    expect(first?.report).toEqual(second?.report);
    expect(first?.report?.fileName).toBe(`Signature report ${job.jobCode} R1.pdf`);
    expect(job.attachments.map(({ fileName }) => fileName).join()).not.toContain('Signature report');
    const { key = '', fileName = '' } = first?.report ?? {};
    const asClient = await server.call('attachment', { as: 'client', params: { key, fileName } });
    expect(asClient.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await server.call('attachment', { as: 'otherClient', params: { key, fileName } })).code).toBe(
      'not-found',
    );
    for (const { file } of job.deliverables) {
      const params = { key: file?.key ?? '', fileName: file?.fileName ?? '' };
      const { bytes } = await server.call('attachment', { as: 'client', params });
      expect(bytes.equals(samples.pdf.bytes)).toBe(true);
    }
  });

  test('has a name that systems and proxies take, whatever the code of its job', async () => {
    const job = await deliver(await newJob(server, { jobCode: '2026/114: roof' }), ['framing.pdf']);
    const { deliverables } = (await report(job)).answer;
    expect(deliverables[0]?.report?.fileName).toBe('Signature report 2026_114_ roof R1.pdf');
  });

  test('has the firm’s logo above its name, once it has one', async () => {
    await server.call('saveFirm', {
      as: 'admin',
      body: { name: 'Baker', address: 'Tampa', color: '#14532d' },
    });
    const pictures = async () => {
      const { job } = await sealed();
      const { key = '', fileName = '' } = job.deliverables[0]?.report ?? {};
      const { bytes } = await server.call('attachment', { as: 'client', params: { key, fileName } });
      return bytes.toString('latin1').split('/Subtype /Image').length - 1;
    };
    const without = await pictures();
    const picture = (await logoPng('wide')).toString('base64');
    expect((await server.call('saveLogo', { as: 'admin', body: { picture } })).code).toBe('');
    expect(await pictures()).toBe(without + 1);
    await server.db.query('delete from firm_pictures');
    await server.db.query('delete from firm');
  });

  test('says on which day it was issued by the firm’s clock; where that is not known by UTC, and says so', async () => {
    const issued = async () => {
      const { job } = await sealed();
      const { key = '', fileName = '' } = job.deliverables[0]?.report ?? {};
      const { bytes } = await server.call('attachment', { as: 'client', params: { key, fileName } });
      // The library keeps the parser that it starts with, for all files of tests in this process.
      await startParser();
      const loading = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
      const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
      await loading.destroy();
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
      return /Issued\s+(.+?) by /.exec(text)?.[1];
    };
    // An evening in New York.
    server.clock.nowMs = Date.parse('2026-12-01T02:00:00Z');
    expect(await issued()).toBe('12/01/26 (UTC)');
    await setDueRules(server);
    expect(await issued()).toBe('11/30/26');
    await setDueRules(server, null);
  });

  test('states for anyone with its token that it is current, by which hashes, and nothing of job, client or files', async () => {
    const { token } = await sealed();
    const sha256 = hash('sha256', samples.pdf.bytes);
    const answer = await check(token);
    expect(answer.seal).toEqual({
      ...{ state: 'CURRENT', issued: expect.any(Number), revision: 1, since: null, by: null },
      files: [
        { sha256, current: true },
        { sha256, current: true },
      ],
    });
    expect(JSON.stringify(answer)).not.toMatch(/canary|zyx|Springfield|Lovelace|81234|client|@|\$|1,234/i);
  });

  test('is superseded once one of its files is replaced, by that revision and since then; the other file stays current', async () => {
    const { job, token } = await sealed();
    server.clock.advance(3600);
    const now = Math.floor(server.clock.nowMs / 1000);
    await deliver(job, ['framing zyx 2.pdf'], { supersedes: job.deliverables[0]?.key });
    const { seal } = await check(token);
    expect(seal).toMatchObject({ state: 'SUPERSEDED', revision: 1, since: now, by: 2 });
    expect(seal?.files.map(({ current }) => current)).toEqual([false, true]);
  });

  test('is withdrawn with its deliverable: no hash is told any more, and its client no longer gets it', async () => {
    const { job, token } = await sealed();
    const { key: deliverable = '', report: made } = job.deliverables[1] ?? {};
    const withdrawal = { deliverable, reason: 'Wrong rafter span for the client.' };
    await updateJob(server, job, 'employee', { withdrawal });
    expect((await check(token)).seal).toMatchObject({ state: 'WITHDRAWN', by: null, files: [] });
    const params = { key: made?.key ?? '', fileName: made?.fileName ?? '' };
    expect((await server.call('attachment', { as: 'client', params })).code).toBe('not-found');
    expect((await server.call('attachment', { as: 'admin', params })).code).toBe('');
    const { answer } = await server.call('job', { as: 'client', params: { jobId: job.jobId } });
    expect(answer.deliverables.some((one) => one.report)).toBe(false);
    // So that the client's device deletes it too.
    expect(answer.deliverables.map((one) => one.withdrawn?.reportKeys)).toEqual([undefined, [made?.key]]);
  });

  test.each(['', '2027-02-30', '11/30/2027', 'soon'])(
    'on a license is refused at its last day “%s”',
    async (expires) => {
      const body = { licenseId: 'license-2', email: people.employee.email, license: { ...license, expires } };
      expect((await server.call('saveLicense', { as: 'admin', body })).code).toBe('invalid');
    },
  );

  test('is about one of the licenses, which are listed by state and in the order of names', async () => {
    const names = ['Zulu', 'Öst', 'doe'];
    const saveAll = async (isThere: boolean) => {
      for (const [at, name] of names.entries()) {
        const of = { licenseId: `of-georgia-${at}`, email: people.employee.email };
        const body = { ...of, license: isThere ? { ...license, state: 'GA', name } : null };
        await server.call('saveLicense', { as: 'admin', body });
      }
    };
    await saveAll(true);
    const { licenses } = (await server.call('licenses', { as: 'employee' })).answer;
    expect(licenses.flatMap(({ state, name }) => (state === 'GA' ? name : []))).toEqual(names.toReversed());
    await saveAll(false);
  });

  test('that does not exist is answered byte for byte as any other that does not', async () => {
    await sealed();
    const asked = [
      unknownToken,
      'x',
      `${(await newestToken()).slice(0, 21)}-`,
      "' or 1=1 --",
      'é'.repeat(22),
    ];
    const answers = await Promise.all(asked.map(async (token) => JSON.stringify(await check(token))));
    expect(new Set(answers)).toEqual(new Set([JSON.stringify({ seal: null })]));
  });

  test('has the SHA-1 of each file where Florida asks for it, read from what was stored, and elsewhere none', async () => {
    const shasOf = async (token: string) => {
      const rows = await server.db.query<{ sha1: string }>('select sha1 from sealed_files where token = $1', [
        token,
      ]);
      return rows.map(({ sha1 }) => sha1);
    };
    const sha1 = hash('sha1', samples.pdf.bytes);
    expect(await shasOf((await sealed()).token)).toEqual([sha1, sha1]);
    const body = { licenseId: 'license-2', email: people.admin.email, license: { ...license, state: 'tx' } };
    await server.call('saveLicense', { as: 'admin', body });
    const { job } = await sealed();
    server.clock.advance(60);
    await report(job, { licenseId: 'license-2' });
    expect(await shasOf(await newestToken())).toEqual([sha1, sha1]);
    const fresh = await deliver(await newJob(server), ['plan.pdf']);
    server.clock.advance(60);
    await report(fresh, { licenseId: 'license-2' });
    expect(await shasOf(await newestToken())).toEqual(['']);
  });

  test('is refused where its state asks for the SHA-1 of a file that the store has lost', async () => {
    const job = await deliver(await newJob(server), ['lost.pdf']);
    await server.files.remove(job.deliverables[0]?.file?.key ?? '');
    expect((await report(job)).code).toBe('not-found');
    const at = server.logs.findIndex(({ msg }) => msg === 'a delivered file is not what was stored');
    expect(at).toBeGreaterThan(-1);
    server.logs.splice(at, 1);
  });

  test('is refused for a delivery without files, a license that is gone, and by anything but staff', async () => {
    const { job } = await sealed();
    expect((await report(job, { licenseId: 'gone' })).code).toBe('invalid');
    expect((await report(job, { deliverable: 'gone' })).code).toBe('invalid');
    const body = {
      jobId: job.jobId,
      deliverable: job.deliverables[0]?.key ?? '',
      licenseId: 'license-1',
      description: 'x',
    };
    expect((await server.call('makeReport', { as: 'client', body })).code).toBe('forbidden');
  });

  test('sent twice with one key is made once', async () => {
    const { job } = await sealed();
    const count = async () => (await server.db.query('select 1 from seals')).length;
    const before = await count();
    const body = {
      jobId: job.jobId,
      deliverable: job.deliverables[0]?.key ?? '',
      licenseId: 'license-1',
      description: 'Twice',
    };
    for (let time = 0; time < 2; time++) {
      const reply = await server.call('makeReport', { as: 'employee', body, key: 'report-twice' });
      expect(reply.code).toBe('');
    }
    expect(await count()).toBe(before + 1);
  });

  test('is in the signed list once it has ended, by a hash of its token, with what superseded it', async () => {
    const { job, token } = await sealed();
    const listed = async () => {
      const { keys, ended } = (await server.call('firmSeals', { as: 'client' })).answer;
      const list = parseEndedSeals(ended);
      const key = keys.find(({ id }) => id === list?.keyId);
      expect(list && key && isSignedBy(key, list)).toBe(true);
      expect(ended).not.toContain(token);
      const id = hash('sha256', token, 'buffer').subarray(0, 8).toString('base64url');
      return list?.seals.find((seal) => seal.id === id);
    };
    expect(await listed()).toBeUndefined();
    server.clock.advance(60);
    const since = Math.floor(server.clock.nowMs / 1000);
    const next = await deliver(job, ['framing 2.pdf'], { supersedes: job.deliverables[0]?.key });
    expect(await listed()).toMatchObject({ by: 2, since });
    const withdrawal = { deliverable: job.deliverables[1]?.key ?? '', reason: 'Wrong' };
    await updateJob(server, next, 'employee', { withdrawal });
    expect(await listed()).toMatchObject({ by: null, since });
  });
});

onOneDatabase('the firm’s keys', (start) => {
  test('are made once, and a new pair is known a week before it signs; the old one stays known without its secret', async () => {
    const server = await start();
    const now = () => Math.floor(server.clock.nowMs / 1000);
    const read = async () => (await server.call('firmSeals', { as: 'client' })).answer;
    const signedBy = async () => parseEndedSeals((await read()).ended)?.keyId;
    const [first] = (await read()).keys;
    expect(await signedBy()).toBe(first?.id);
    await server.db.tx((db) => rotateKeys(db, { stolen: false, now: now() }));
    const [, second] = (await read()).keys;
    expect(second?.from).toBe(now() + 7 * 86_400);
    expect(await signedBy()).toBe(first?.id);
    server.clock.advance(7 * 86_400);
    expect(await signedBy()).toBe(second?.id);
    expect((await read()).keys[0]).toMatchObject({ id: first?.id, until: second?.from, revoked: false });
    await server.db.tx((db) => rotateKeys(db, { stolen: true, now: now() }));
    expect((await read()).keys.map(({ revoked }) => revoked)).toEqual([true, true, false]);
    expect(await signedBy()).toBe((await read()).keys[2]?.id);
    const secrets = await server.db.query<{ private_key: string }>(
      'select private_key from firm_keys order by place',
    );
    expect(secrets.map(({ private_key }) => private_key.length)).toEqual([0, 0, 43]);
  });

  test('of a firm that has rotated twice within the week: the last one takes over, and nothing is unsigned', async () => {
    const server = await start();
    const now = Math.floor(server.clock.nowMs / 1000);
    await server.db.tx((db) => rotateKeys(db, { stolen: false, now }));
    await server.db.tx((db) => rotateKeys(db, { stolen: false, now }));
    server.clock.advance(8 * 86_400);
    const { keys, ended } = (await server.call('firmSeals', { as: 'client' })).answer;
    expect(parseEndedSeals(ended)?.keyId).toBe(keys.at(-1)?.id);
  });
});

onOneDatabase('the check of a seal', (start) => {
  test('is slowed for who guesses tokens: of 10,000 none finds anything, and most are not even looked up', async () => {
    const server = await start({ rateLimit: { guesses: 40 } });
    const asked = Array.from({ length: 10_000 }, (_, at) =>
      hash('sha256', `guess ${at}`, 'base64url').slice(0, 22),
    );
    const replies: Reply<'sealCheck'>[] = [];
    for (const token of asked) replies.push(await server.call('sealCheck', { as: null, params: { token } }));
    const found = replies.filter(({ status }) => status === 200);
    expect(found).toHaveLength(40);
    expect(new Set(found.map(({ answer }) => JSON.stringify(answer)))).toEqual(new Set(['{"seal":null}']));
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set(['', 'rate-limited']));
  });
});
